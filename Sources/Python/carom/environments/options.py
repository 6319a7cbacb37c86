"""The options that environments and vector environments share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from gymnasium import spaces

from carom.environments.definitions import DEFINITIONS
from carom.errors import ArgumentError
from carom.session import OVERLAY, SHADOWS, Session
from carom.tasks import Task

if TYPE_CHECKING:
    from carom.layout import Layout

Observation = Literal["state", "pixels"]


@dataclass(frozen=True)
class Options:
    """What an environment is made of; plain values only, so that it can be sent to a process."""

    game: str
    level: str | int | None = None
    task: Task | None = None
    observation: Observation = "state"
    size: tuple[int, int] = (84, 84)
    shadows: bool = False
    overlay: bool = False
    frame_skip: int | None = None
    maximum_ticks: int | None = None

    def __post_init__(self) -> None:
        """Check the options that the library does not."""
        if self.observation not in ("state", "pixels"):
            raise ArgumentError(
                f"observation: is {self.observation!r}; 'state' or 'pixels' is accepted"
            )

    @property
    def contents(self) -> int:
        """The contents of an observed picture."""
        return (SHADOWS if self.shadows else 0) | (OVERLAY if self.overlay else 0)

    def whole_task(self) -> Task:
        """Return the task with the number of ticks of steps and episodes."""
        known = next((one for one in DEFINITIONS if one.game == self.game), None)
        task = Task()
        if known is not None:
            task["frameSkip"] = known.frame_skip
            task["maximumTicks"] = known.maximum_ticks
        if self.task is not None:
            task.update(self.task)
        elif known is not None:
            task.update(known.task)
        if self.frame_skip is not None:
            task["frameSkip"] = self.frame_skip
        if self.maximum_ticks is not None:
            task["maximumTicks"] = self.maximum_ticks
        return task

    def open(self, seed: int = 1) -> tuple[Session, Layout]:
        """Open a session with the task.

        Args:
            seed: The seed of the session.

        Returns:
            The session and its layout.
        """
        session = Session(self.game, level=self.level, seed=seed)
        return session, session.set_task(self.whole_task())

    def observation_space(self, layout: Layout) -> spaces.Box:
        """Return the space of observations."""
        if self.observation == "pixels":
            return spaces.Box(0, 255, (self.size[1], self.size[0], 3), np.uint8)
        low = np.array([number.minimum for number in layout.observations], np.float32)
        high = np.array([number.maximum for number in layout.observations], np.float32)
        return spaces.Box(low, high, dtype=np.float32)

    @staticmethod
    def action_space(layout: Layout) -> spaces.Space[Any]:
        """Return the space of actions: switches if all are keys or buttons, numbers otherwise."""
        if all(number.is_press for number in layout.actions):
            return spaces.MultiBinary(len(layout.actions))
        low = np.array([number.minimum for number in layout.actions], np.float32)
        high = np.array([number.maximum for number in layout.actions], np.float32)
        return spaces.Box(low, high, dtype=np.float32)


def episode_seed(random: np.random.Generator) -> int:
    """Draw the seed of an episode.

    Args:
        random: The generator of the environment.

    Returns:
        A seed of the random streams of a session.
    """
    return int(random.integers(1 << 63))


def require_keys(state: Any, names: Iterable[str]) -> None:
    """Check that a state has what it is read from.

    Args:
        state: What was given as a state.
        names: The keys.

    Raises:
        ArgumentError: It is not a dictionary with these keys.
    """
    for name in names:
        if not isinstance(state, Mapping) or name not in state:
            raise ArgumentError(f"state: has no {name!r}; what state_dict() returns is accepted")
