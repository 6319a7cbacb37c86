"""Tests of Brick Breaker with pytest and Selenium.

    carom-driver --port 4444
    pytest --url http://127.0.0.1:4444
"""

import pytest

from game import BrickBreaker


@pytest.fixture
def game(url):
    game = BrickBreaker(url, seed=7)
    yield game
    game.quit()


def test_serving_starts_the_game(game):
    assert game.phase == "ready"
    game.serve()
    assert game.phase == "playing"


def test_a_missed_ball_costs_a_life(game):
    game.serve()
    game.run("waitUntil", selector="//game[@lives=2]", ticks=1200)
    assert game.lives == 2


def test_level_1_can_be_won(game):
    tick = 0
    while game.phase != "cleared":
        if game.phase == "ready":
            game.serve()
        # Another part of the paddle from time to time, so that the ball does not fly in circles.
        tick = game.follow_ball(aim=(tick // 200 % 3 - 1) * 0.8)
        assert game.phase != "gameOver" and tick < 60_000, f"score {game.score}"
    assert game.lives > 0


def test_the_same_play_has_the_same_hash(url):
    def play():
        game = BrickBreaker(url, seed=3)
        game.serve()
        for _ in range(50):
            game.follow_ball()
        result = game.run("hash")
        game.quit()
        return result

    assert play() == play()
