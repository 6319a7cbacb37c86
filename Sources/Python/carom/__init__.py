"""Carom from Python: a 3D physics game engine whose runs are equal bit for bit.

Example:
    >>> import carom
    >>> with carom.Session("marble-maze", seed=7) as game:
    ...     game.play(600)
    ...     picture = game.render(320, 180)

Importing the package registers its environments if Gymnasium is installed:
``gymnasium.make("Carom/MarbleMaze-v0")``.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from carom import environments
    from carom.errors import (
        ArgumentError,
        CaromError,
        DifferenceError,
        NotLoadedError,
        RefusedError,
        SessionBusyError,
        SessionClosedError,
    )
    from carom.layout import Layout, Number
    from carom.recordings import replay
    from carom.session import (
        ANTIALIASED,
        OVERLAY,
        SHADOWS,
        Element,
        Geometry,
        Session,
        State,
        find,
        games,
        render,
    )
    from carom.tasks import Observed, Reward, Task

_MODULES = {
    "carom.errors": (
        "ArgumentError", "CaromError", "DifferenceError", "NotLoadedError", "RefusedError",
        "SessionBusyError", "SessionClosedError",
    ),
    "carom.layout": ("Layout", "Number"),
    "carom.recordings": ("replay",),
    "carom.session": (
        "ANTIALIASED", "OVERLAY", "SHADOWS", "Element", "Geometry", "Session", "State", "find",
        "games", "render",
    ),
    "carom.tasks": ("Observed", "Reward", "Task"),
}  # fmt: skip

__all__ = [
    "ANTIALIASED",
    "OVERLAY",
    "SHADOWS",
    "ArgumentError",
    "CaromError",
    "DifferenceError",
    "Element",
    "Geometry",
    "Layout",
    "NotLoadedError",
    "Number",
    "Observed",
    "RefusedError",
    "Reward",
    "Session",
    "SessionBusyError",
    "SessionClosedError",
    "State",
    "Task",
    "__version__",
    "environments",
    "find",
    "games",
    "render",
    "replay",
]


def __getattr__(name: str) -> Any:
    """Import a name when it is used: the command line needs neither NumPy nor the library."""
    from importlib import import_module  # noqa: PLC0415

    if name == "environments":
        if find_spec("gymnasium") is None:
            raise ImportError(
                "carom.environments: Gymnasium is missing; pip install 'carom[gymnasium]'"
            )
        return import_module("carom.environments")
    for module, names in _MODULES.items():
        if name in names:
            value = getattr(import_module(module), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'carom' has no attribute '{name}'")


# `python -m carom` needs neither, and starts many processes, which threads of NumPy would delay.
if sys.argv[:1] != ["-m"] and find_spec("gymnasium") is not None:
    from carom.environments.registration import register_environments

    register_environments()
