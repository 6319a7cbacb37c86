"""The first level of Marble Maze as a task of steering along its course."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from carom.environments import GameEnv
from carom.environments.registration import register_environments
from carom.examples.learn.course import Course

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAME = "Carom/MarbleMaze-Level1-v0"
"""The identifier of the environment."""
MAXIMUM_TICKS = 60 * 40
"""The length of an episode, in ticks; 40 s is the par time of the level."""
PATIENCE = 60 * 3
"""The time without progress after which an episode is cut, in ticks."""
FALL_COST = 1.0
"""The cost of a fall."""
MAXIMUM_SPEED = 3.0
"""The speed above which a marble does not pass points of the course, in meters per second."""
GOAL_REWARD = 10.0
"""The reward at the goal; each second that is left adds 1."""

NEEDED = (
    "ball.worldPosition.x", "ball.worldPosition.y", "ball.worldPosition.z",
    "ball.physics.velocity.x", "ball.physics.velocity.z", "game.pearls", "game.lives",
)  # fmt: skip
"""The names of the numbers of the environment that the progress is measured by."""
OBSERVED = (
    "ball.physics.velocity.x", "ball.physics.velocity.z", "game.tilt.x", "game.tilt.y",
)  # fmt: skip
"""The names of the numbers of the environment that are observed, after the two points."""
SIZE = 4 + len(OBSERVED)
"""The number of observed numbers."""


class CourseEnv(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Observes where the course goes on, and rewards the meters along it.

    Observed are the next two points of the course, a meter from one to the next, from the marble,
    in X and Z; the velocity of the marble in X and Z; and the tilt of the board.

    The reward of the environment counts the straight line to the goal, which is where this level
    begins. Here each meter of the course counts 1, once and in order, if the marble rolls over it
    with less than 3 m/s; a pearl on it must have been collected. Without that limit, the first
    thing to be learned is to roll over the first bridge at full speed, and past its end. A fall
    costs 1. The goal counts 10, and each second that is left 1. All of it is known to a player, who
    sees the stones, the pearls and the goal.

    An episode ends with the first fall, although the level has more lives; without progress for
    three seconds it is truncated.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        """Wrap an environment of a level of level stones.

        Args:
            env: The environment, with the observations of ``Carom/MarbleMaze-v0``.
        """
        super().__init__(env)
        game = env.unwrapped
        assert isinstance(game, GameEnv)  # noqa: S101
        self._game = game
        self._course: Course | None = None
        names = [number.name for number in game.layout.observations]
        self._needed = [names.index(name) for name in NEEDED]
        self._observed = [names.index(name) for name in OBSERVED]
        self.observation_space = gymnasium.spaces.Box(-1e6, 1e6, (SIZE,), np.float32)
        self._frame_skip = game.layout.frame_skip
        self._maximum_ticks = game.layout.maximum_ticks
        self._best = 0.0
        self._lives = 0.0
        self._index = 0
        self._steps = 0
        self._last_step = 0

    @property
    def game(self) -> GameEnv:
        """The game."""
        return self._game

    @property
    def course(self) -> Course:
        """The course of the level."""
        if self._course is None:
            self._course = Course.read(self._game.session)
        return self._course

    @property
    def progress(self) -> float:
        """The progress of the episode, in meters."""
        return self._best

    @property
    def is_finished(self) -> bool:
        """Whether the marble is at the goal."""
        return self._game.session.get("game", "phase") == "finished"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: The seed, as for :class:`carom.environments.GameEnv`.
            options: None are known.

        Returns:
            The observation and the information of the environment.
        """
        numbers, information = self.env.reset(seed=seed, options=options)
        self._course = self.course
        self._best = 0.0
        self._lives = float(numbers[self._needed[-1]])
        self._index = self._steps = self._last_step = 0
        return self._observe(numbers), information

    def _observe(self, numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        points = self.course.points
        last = len(points) - 1
        x, _, z, *_ = numbers[self._needed].tolist()
        observation = np.empty(SIZE, np.float32)
        for place, index in ((0, self._index + 1), (2, self._index + 2)):
            point = points[min(index, last)]
            observation[place : place + 2] = point[0] - x, point[1] - z
        observation[4:] = numbers[self._observed]
        return observation

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Run a step.

        Args:
            action: The tilt to the right and away, -1 to 1.

        Returns:
            The observation, the progress of the step in meters, ``terminated``, ``truncated`` and
            the information.
        """
        numbers, _, terminated, truncated, information = self.env.step(action)
        terminated = terminated or float(numbers[self._needed[-1]]) < self._lives
        self._steps += 1
        before = self._best
        self._advance(numbers)
        reward = self._best - before
        if terminated:
            left = self._maximum_ticks - self._steps * self._frame_skip
            reward += GOAL_REWARD + left / 60 if self.is_finished else -FALL_COST
        elif (self._steps - self._last_step) * self._frame_skip >= PATIENCE:
            truncated = True
        return self._observe(numbers), reward, terminated, truncated, information

    def _advance(self, numbers: NDArray[np.float32]) -> None:
        """Measure the progress of a marble that has not fallen."""
        x, y, z, velocity_x, velocity_z, pearls, _ = numbers[self._needed].tolist()
        if y < -0.5 or self._course is None:
            return
        points, needed = self._course.points, self._course.pearls
        last = len(points) - 1
        while self._index < last:
            next_x, next_z = points[self._index + 1]
            is_slow = velocity_x * velocity_x + velocity_z * velocity_z < MAXIMUM_SPEED**2
            is_on_it = abs(next_x - x) < 0.5 and abs(next_z - z) < 0.5
            if not is_slow or not is_on_it or pearls < needed[self._index + 1]:
                break
            self._index += 1
        next_x, next_z = points[min(self._index + 1, last)]
        x, z = next_x - x, next_z - z
        progress = self._index + max(0.0, 1 - math.sqrt(x * x + z * z))
        if math.floor(progress * 4) > math.floor(self._best * 4):
            self._last_step = self._steps
        self._best = min(max(self._best, progress), float(last))


def make_environment() -> CourseEnv:
    """Make the environment.

    Returns:
        The first level, tilted every 4 ticks.
    """
    register_environments()
    env = gymnasium.make(NAME, maximum_ticks=MAXIMUM_TICKS, disable_env_checker=True)
    return CourseEnv(env)
