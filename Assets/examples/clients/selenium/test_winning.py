"""Players who win, and whose games end in the same state each time.

    pytest --url http://127.0.0.1:4444 --runs 1000 test_winning.py
"""

import pytest

from brick_breaker import BrickBreaker
from marble_maze import MarbleMaze


@pytest.mark.parametrize("game", [BrickBreaker, MarbleMaze])
def test_a_player_wins_to_the_same_hash_each_time(game, url, runs):
    def play():
        played = game(url)
        status = played.win()
        result = played.run("hash")["hash"]
        left = len(played.elements("//node[@role='brick' or @role='pearl'][@isHidden='false']"))
        played.quit()
        return result, status["phase"], left

    first = play()
    assert first[1:] == ("cleared" if game is BrickBreaker else "finished", 0)
    for _ in range(runs - 1):
        assert play() == first
