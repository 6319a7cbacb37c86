"""What the environments of our games observe, do, and reward."""

from __future__ import annotations

from dataclasses import dataclass, field

from carom.tasks import Observed, Task


@dataclass(frozen=True)
class Definition:
    """The environment of a game.

    Attributes:
        name: The name in the identifier: ``MarbleMaze``.
        game: The name of the game: ``marble-maze``.
        levels: The number of levels.
        task: The task.
        frame_skip: The default number of ticks of a step.
        maximum_ticks: The default length of an episode, in ticks.
    """

    name: str
    game: str
    levels: int
    task: Task = field(default_factory=Task)
    frame_skip: int = 4
    maximum_ticks: int = 0


def _seen(
    select: str, name: str, *, count: int = 1, relative_to: str = "", scale: float = 1
) -> Observed:
    term = Observed(select=select, property=name)
    if count != 1:
        term["count"] = count
    if relative_to:
        term["relativeTo"] = relative_to
    if scale != 1:
        term["scale"] = scale
    return term


_MAZE = Task(
    act=["tilt"],
    # 30 numbers
    observe=[
        _seen("ball", "worldPosition"),
        _seen("ball", "physics.velocity"),
        _seen("ball", "physics.angularVelocity"),
        _seen("game", "tilt"),
        _seen("game", "lifeTicks", scale=0.001),
        _seen("game", "pearls"),
        _seen("game", "lives"),
        _seen("game", "form"),
        _seen("//node[@role='goal']", "worldPosition", relative_to="ball"),
        _seen("//node[@role='pearl']", "worldPosition", count=3, relative_to="ball"),
        _seen("//node[@role='pearl']", "isHidden", count=3),
    ],
    reward=[
        {"select": "game", "property": "score", "weight": 0.1},
        {
            "select": "//node[@role='goal']",
            "property": "worldPosition",
            "distanceTo": "ball",
            "weight": -1,
        },
    ],
    start="start",
)

_BRICKS = Task(
    act=["pointer.x", "serve"],
    observe=[
        _seen("//node[@role='ball']", "worldPosition", count=3),
        _seen("//node[@role='ball']", "physics.velocity", count=3),
        _seen("//node[@role='paddle']", "worldPosition"),
        _seen("game", "lives"),
        _seen("game", "score", scale=0.001),
    ],
    reward=[{"select": "game", "property": "score", "weight": 0.01}],
)

_PINBALL = Task(
    act=["left", "right", "plunge", "nudge"],
    reward=[{"select": "game", "property": "score", "weight": 0.001}],
)

DEFINITIONS = (
    Definition("MarbleMaze", "marble-maze", 14, _MAZE, maximum_ticks=60 * 120),
    Definition("BrickBreaker", "brick-breaker", 13, _BRICKS, maximum_ticks=60 * 300),
    Definition("Pinball", "pinball", 2, _PINBALL, maximum_ticks=60 * 300),
)
"""The environments of the games with levels."""
