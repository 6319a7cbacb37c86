"""Tests of Brick Breaker with pytest and Selenium.

    carom-driver --port 4444
    pytest --url http://127.0.0.1:4444
"""

import pytest

from brick_breaker import BrickBreaker


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


def test_a_player_who_watches_the_ball_scores(game):
    game.serve()
    tick = 0
    while tick < 1200:
        # Another part of the paddle from time to time, so that the ball does not fly in circles.
        tick = game.meet_ball(aim=[0, 0.98, -0.98, 0.5, -0.5][tick // 150 % 5])
    assert game.lives == 3
    assert game.score >= 10


def test_the_same_play_has_the_same_hash(url):
    def play():
        game = BrickBreaker(url, seed=3)
        game.serve()
        for _ in range(50):
            game.meet_ball()
        result = game.run("hash")
        game.quit()
        return result

    assert play() == play()
