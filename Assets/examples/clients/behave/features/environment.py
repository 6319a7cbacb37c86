"""Starts a session of carom-driver for each scenario, and prints the hash of its last state."""

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from brick_breaker import BrickBreaker  # noqa: E402


def before_scenario(context, scenario):
    def begin():
        tags = (re.fullmatch(r"seed:(\d+)", tag) for tag in scenario.effective_tags)
        seeds = [int(tag[1]) for tag in tags if tag]
        url = context.config.userdata.get("url", "http://127.0.0.1:4444")
        context.game = BrickBreaker(url, seed=seeds[0] if seeds else 1)

    context.game = None
    context.begin = begin


def after_scenario(context, scenario):
    if context.game is None:
        return
    state = context.game.run("hash")
    # behave adds the row of the table to the name of an outline.
    name = scenario.name.split(" -- @")[0]
    print(json.dumps({"name": name, "ticks": state["tick"], "hash": state["hash"]}), flush=True)
    context.game.quit()
