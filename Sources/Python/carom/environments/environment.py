"""An environment: one game as numbers."""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from carom.arguments import size as pair
from carom.environments.options import Observation, Options, episode_seed, require_keys
from carom.errors import ArgumentError, SessionClosedError
from carom.library import Steps, c_session, library

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from carom.layout import Layout
    from carom.session import Session
    from carom.tasks import Task


class GameEnv(gymnasium.Env[Any, Any]):
    """A game as a Gymnasium environment.

    An episode ends (``terminated``) with the game or with the task, and is cut (``truncated``)
    after ``maximum_ticks``. The same seed and actions give the same episode, bit for bit, on every
    machine and alone as in a :class:`GameVectorEnv`. Each reset without a seed draws the seed of
    the next episode from the generator of the environment.

    The engine is made in the constructor. An environment can be pickled and copied: the copy is in
    the same state and goes on alike.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["rgb_array"],
        "render_fps": 15,
    }

    def __init__(
        self,
        game: str = "marble-maze",
        *,
        level: str | int | None = None,
        task: Task | None = None,
        observation: Observation = "state",
        size: tuple[int, int] = (84, 84),
        shadows: bool = False,
        overlay: bool = False,
        frame_skip: int | None = None,
        maximum_ticks: int | None = None,
        render_mode: str | None = None,
        render_size: tuple[int, int] = (640, 360),
    ) -> None:
        """Open the game.

        Args:
            game: The name of a game, or the path of a scene file.
            level: The number of a level from 1, or its name; None is the first one.
            task: The task; None is that of the game, or its state and its moving bodies.
            observation: ``state`` is float32 (numbers of the task,), ``pixels`` is uint8 (height,
                width, 3).
            size: Width and height of observed pictures.
            shadows: Whether observed pictures have shadows, at about twice the cost.
            overlay: Whether observed pictures have the score and other labels.
            frame_skip: The number of ticks of a step; None is 4 for our games.
            maximum_ticks: The length of an episode in ticks; 0 is no limit.
            render_mode: ``rgb_array`` for :meth:`render`.
            render_size: Width and height of pictures of :meth:`render`.

        Raises:
            carom.CaromError: The game, level or task is not accepted.
        """
        self._options = Options(
            game,
            level,
            task,
            observation,
            pair(size, "size"),
            shadows,
            overlay,
            frame_skip,
            maximum_ticks,
        )
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise gymnasium.error.UnsupportedMode(
                f"render_mode: is {render_mode!r}; 'rgb_array' is accepted"
            )
        self.render_mode = render_mode
        self._render_size = pair(render_size, "render_size")
        self._open()

    def _open(self) -> None:
        self._session, self._layout = self._options.open()
        self.observation_space = self._options.observation_space(self._layout)
        self.action_space = self._options.action_space(self._layout)
        tick_length = float(self._session.describe()["tickLength"])
        fps = max(1, round(1 / (tick_length * self._layout.frame_skip)))
        self.metadata = {**type(self).metadata, "render_fps": fps}
        self._is_over = True
        self._library = library()
        self._step_many = self._library.carom_step_many
        self._handles = (c_session * 1)(self._session.handle)
        self._first_handle = ctypes.addressof(self._handles)
        # Memory that every step uses; what is returned is a copy.
        self._action = np.zeros(len(self._layout.actions), np.float32)
        self._numbers = np.zeros(len(self._layout.observations), np.float32)
        self._reward = ctypes.c_double()
        # Two bytes, which are zero in most steps: terminated and truncated.
        self._ends = ctypes.c_uint16()
        steps = Steps()
        steps.size = ctypes.sizeof(Steps)
        steps.threads = 1
        steps.action_count = self._action.size
        steps.observation_count = self._numbers.size
        steps.actions = self._action.ctypes.data
        self._sees_pixels = self._options.observation == "pixels"
        if not self._sees_pixels:
            steps.observations = self._numbers.ctypes.data
        steps.rewards = ctypes.addressof(self._reward)
        steps.terminated = ctypes.addressof(self._ends)
        steps.truncated = ctypes.addressof(self._ends) + 1
        self._steps = ctypes.pointer(steps)

    @property
    def session(self) -> Session:
        """The session, for selectors, properties and recordings."""
        return self._session

    @property
    def layout(self) -> Layout:
        """The names, units and limits of actions and observations."""
        return self._layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: The seed of the generator of the environment; None goes on with it.
            options: None are known.

        Returns:
            The observation and an empty dictionary.

        Raises:
            carom.SessionClosedError: The environment is closed.
        """
        self._require_open()
        super().reset(seed=seed, options=options)
        self._session.reset(episode_seed(self.np_random))
        self._is_over = False
        return self._observe(), {}

    def _observe(self) -> NDArray[Any]:
        if self._sees_pixels:
            return self._session.render(*self._options.size, contents=self._options.contents)
        return self._session.observe(self._numbers.size)

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Apply an action and run the ticks of a step.

        Args:
            action: Numbers of the action space; they are clamped to their limits.

        Returns:
            The observation, the reward, ``terminated``, ``truncated``, and an empty dictionary.

        Raises:
            gymnasium.error.ResetNeeded: The episode is over, or was not begun.
            carom.ArgumentError: A number is not finite, or the shape is another one.
            carom.SessionClosedError: The environment is closed.
        """
        if self._is_over:
            self._require_open()
            raise gymnasium.error.ResetNeeded(
                "step: the episode is over; call reset() to begin another one"
            )
        given = np.asarray(action)
        if given.shape != self._action.shape or given.dtype.kind not in "fiub":
            raise ArgumentError(
                f"action: has the shape {given.shape} of {given.dtype};"
                f" numbers {self._action.shape} are accepted"
            )
        self._action[:] = given
        status = self._step_many(self._first_handle, 1, self._steps)
        if status:
            self._library.check(status)
        observation = self._observe() if self._sees_pixels else self._numbers.copy()
        ends = self._ends.value
        if not ends:
            return observation, self._reward.value, False, False, {}
        self._is_over = True
        terminated, truncated = ends.to_bytes(2, sys.byteorder)
        return observation, self._reward.value, bool(terminated), bool(truncated), {}

    def render(self) -> NDArray[np.uint8] | None:  # type: ignore[override, unused-ignore]
        """Draw the last tick, if the render mode is ``rgb_array``.

        Returns:
            Red, green and blue, uint8 (height, width, 3), or None.
        """
        if self.render_mode is None:
            return None
        return self._session.render(*self._render_size)

    def close(self) -> None:
        """Close the game; a second call has no effect."""
        self._session.close()
        self._is_over = True

    def _require_open(self) -> None:
        if not self._session.handle:
            raise SessionClosedError("environment: is closed; an open one is accepted")

    # States

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the episode and of the generator, for a search or a checkpoint.

        Returns:
            ``snapshot`` (bytes), ``random`` and ``isOver``, all of plain values.
        """
        random = self._np_random
        return {
            "snapshot": self._session.snapshot(),
            "random": None if random is None else random.bit_generator.state,
            "seed": self._np_random_seed,
            "isOver": self._is_over,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go to a state that an environment of the same options has returned.

        Args:
            state: What :meth:`state_dict` has returned, in any process.

        Raises:
            carom.ArgumentError: It is no such state.
            carom.RefusedError: The state does not fit; nothing has changed.
        """
        require_keys(state, ("snapshot", "random", "seed", "isOver"))
        self._session.restore(state["snapshot"])
        if state["random"] is not None:
            self.np_random.bit_generator.state = state["random"]
        self._np_random_seed = state["seed"]
        self._is_over = state["isOver"]

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy of the environment is made of."""
        closed = not self._session.handle
        return {
            "options": self._options,
            "render_mode": self.render_mode,
            "render_size": self._render_size,
            "spec": self.spec,
            "state": None if closed else self.state_dict(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Open the game again and go to the state of the original."""
        self._options = state["options"]
        self.render_mode = state["render_mode"]
        self._render_size = state["render_size"]
        self.spec = state["spec"]
        self._open()
        if state["state"] is None:
            self.close()
        else:
            self.load_state_dict(state["state"])
