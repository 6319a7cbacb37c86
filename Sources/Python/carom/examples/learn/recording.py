"""Recordings of runs, from the first tick on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import carom
from carom.examples.learn.training import SEED

if TYPE_CHECKING:
    from carom.examples.learn.environment import CourseEnv
    from carom.examples.learn.policy import Policy


def record(env: CourseEnv, policy: Policy) -> str:
    """Play an episode once more, and its tilts in a session that is recorded.

    Args:
        env: The environment.
        policy: The policy.

    Returns:
        The text of a ``.replay.jsonl`` file, which is verified.

    Raises:
        carom.DifferenceError: The run was another one in the session that was recorded.
    """
    observation, _ = env.reset(seed=SEED)
    begun = env.game.session.describe()
    with carom.Session("marble-maze", level=1, seed=int(begun["seed"])) as session:
        session.record()
        for is_down in (True, False):
            session.send({"key": {"code": "space", "isDown": is_down}})
        session.step(begun["tick"])
        is_over = False
        while not is_over:
            action = policy.act(observation.tolist())
            observation, _, terminated, truncated, _ = env.step(action)
            is_over = terminated or truncated
            session.send({"tilt": list(action)})
            session.step(env.game.session.tick - session.tick)
        text = session.recording()
        if session.hash != env.game.session.hash:
            raise carom.DifferenceError("recording: differs from the episode")
    carom.replay(text)
    return text


def bot_ticks(maximum: int) -> int | None:
    """Return the duration of a run of the bot of the game.

    Args:
        maximum: The most ticks to play.

    Returns:
        The duration in ticks, without the time before the start; None if it did not come to the
        goal.
    """
    with carom.Session("marble-maze", level=1, seed=SEED) as session:
        # A call of `play` begins with a new bot, so each run is played in one call. The bot leaves
        # the result after three seconds.
        for ticks in range(120, maximum + 1, 120):
            session.reset(SEED)
            session.play(ticks)
            if session.describe()["isOver"]:
                break
        if session.get("game", "phase") != "finished":
            return None
        return int(session.get("game", "runTicks"))
