"""Many environments that threads of the library step together."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from carom.arguments import MOST_SESSIONS, MOST_THREADS, whole
from carom.arguments import size as pair
from carom.environments.options import Observation, Options, episode_seed, require_keys
from carom.errors import ArgumentError
from carom.library import Steps, c_session, library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from carom.layout import Layout
    from carom.session import Session
    from carom.tasks import Task


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Copies of a game that threads of the library step together.

    Each copy has the episodes of a :class:`GameEnv` with the same seed, bit for bit, for any number
    of threads. Every array that is returned is a new one. All autoreset modes are available:
    ``NEXT_STEP`` resets a copy that has ended instead of its next step, ``SAME_STEP`` resets it
    within the step (``final_obs`` has the last observation), and ``DISABLED`` leaves it to
    ``reset(options={"reset_mask": ...})``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["rgb_array"],
        "render_fps": 15,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str = "marble-maze",
        num_envs: int = 1,
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
        threads: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Open the copies.

        Args:
            game: The name of a game, or the path of a scene file.
            num_envs: The number of copies, 1 to 65,536; a copy takes about 11 MB and 20 ms.
            level: As for :class:`GameEnv`, as are the other options.
            task: The task.
            observation: ``state`` or ``pixels``.
            size: Width and height of observed pictures.
            shadows: Whether observed pictures have shadows.
            overlay: Whether observed pictures have labels.
            frame_skip: The number of ticks of a step.
            maximum_ticks: The length of an episode in ticks.
            render_mode: ``rgb_array`` for :meth:`render`.
            render_size: Width and height of pictures of :meth:`render`.
            threads: The number of threads, 1 to 256; 0 is one for each processor.
            autoreset_mode: What happens after the end of an episode.

        Raises:
            carom.CaromError: The game, level or task is not accepted.
        """
        num_envs = whole(num_envs, "num_envs", 1, MOST_SESSIONS)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise gymnasium.error.UnsupportedMode(
                f"render_mode: is {render_mode!r}; 'rgb_array' is accepted"
            )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._render_size = pair(render_size, "render_size")
        self._threads = whole(threads, "threads", 0, MOST_THREADS)
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
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        first, self._layout = self._options.open()
        # A copy takes a fraction of the time of opening the files.
        self._sessions: list[Session] = [first, *(first.clone() for _ in range(num_envs - 1))]
        tick_length = float(self._sessions[0].describe()["tickLength"])
        fps = max(1, round(1 / (tick_length * self._layout.frame_skip)))
        self.metadata = {
            **type(self).metadata, "render_fps": fps, "autoreset_mode": self.autoreset_mode,
        }  # fmt: skip
        self.single_observation_space = self._options.observation_space(self._layout)
        self.single_action_space = self._options.action_space(self._layout)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._randoms: list[np.random.Generator | None] = [None] * num_envs
        self._random_seeds: list[int | None] = [None] * num_envs
        self._handles = (c_session * num_envs)(*(one.handle for one in self._sessions))
        self._ended = np.zeros(num_envs, np.bool_)
        self._has_begun = False
        self._library = library()
        self._pixels: NDArray[np.uint8] | None = None

    @property
    def sessions(self) -> Sequence[Session]:
        """The sessions of the copies, for selectors, properties and recordings."""
        return self._sessions

    @property
    def layout(self) -> Layout:
        """The names, units and limits of actions and observations."""
        return self._layout

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seeds of the generators of the copies."""
        return tuple(self._random_seeds)

    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The generators of the copies, which draw the seeds of episodes."""
        return tuple(self._random(index) for index in range(self.num_envs))

    def _random(self, index: int) -> np.random.Generator:
        random = self._randoms[index]
        if random is None:
            random, self._random_seeds[index] = gymnasium.utils.seeding.np_random()
            self._randoms[index] = random
        return random

    # Steps

    def _steps(self, observations: NDArray[Any] | None) -> Steps:
        steps = Steps()
        steps.size = ctypes.sizeof(Steps)
        steps.threads = self._threads
        steps.action_count = len(self._layout.actions)
        steps.observation_count = len(self._layout.observations)
        if observations is not None and self._options.observation == "state":
            steps.observations = observations.ctypes.data
        return steps

    def _empty(self) -> NDArray[Any]:
        space = self.observation_space
        return np.empty(space.shape or (), space.dtype)

    def _draw(self, observations: NDArray[Any]) -> None:
        """Draw the observations, if they are pictures."""
        if self._options.observation != "pixels":
            return
        width, height = self._options.size
        self._library.check(
            self._library.carom_render_many(
                self._handles, self.num_envs, width, height, self._options.contents, self._threads,
                observations.ctypes.data, observations.nbytes,
            )
        )  # fmt: skip

    def _reset(self, mask: NDArray[np.bool_], observations: NDArray[Any] | None) -> None:
        """Begin episodes of the copies of a mask and write what they observe."""
        steps = self._steps(observations)
        seeds = np.zeros(self.num_envs, np.uint64)
        for index in np.flatnonzero(mask):
            seeds[index] = episode_seed(self._random(int(index)))
        resets = mask.astype(np.uint8)
        skips = 1 - resets
        actions = np.zeros((self.num_envs, len(self._layout.actions)), np.float32)
        steps.actions = actions.ctypes.data
        steps.resets = resets.ctypes.data
        steps.skips = skips.ctypes.data
        steps.seeds = seeds.ctypes.data
        self._library.check(
            self._library.carom_step_many(self._handles, self.num_envs, ctypes.byref(steps))
        )

    def _observe(self) -> NDArray[Any]:
        """Return the observations of the current state."""
        observations = self._empty()
        if self._options.observation == "state":
            steps = self._steps(observations)
            self._library.check(
                self._library.carom_observe_many(self._handles, self.num_envs, ctypes.byref(steps))
            )
        else:
            self._draw(observations)
        return observations

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin episodes.

        Args:
            seed: The seeds of the generators: a number for the first copy, of which the others have
                the next ones, or one for each copy; None goes on with them.
            options: ``reset_mask``, bool (num_envs,), begins episodes of some copies only.

        Returns:
            The observations of all copies and an empty dictionary.
        """
        if seed is None:
            seeds: list[int | None] = [None] * self.num_envs
        elif isinstance(seed, int | np.integer):
            seeds = [int(seed) + index for index in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ArgumentError(
                f"seed: has {len(seeds)} numbers; {self.num_envs}, one for each copy, are accepted"
            )
        mask = self._mask(options)
        for index in np.flatnonzero(mask):
            if (one := seeds[index]) is not None:
                random, self._random_seeds[index] = gymnasium.utils.seeding.np_random(one)
                self._randoms[index] = random
        self._reset(mask, None)
        self._ended &= ~mask
        self._has_begun = True
        return self._observe(), {}

    def _mask(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        accepted = f"bool ({self.num_envs},) with a True is accepted"
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise ArgumentError(f"reset_mask: is no array of bool; {accepted}")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ArgumentError(f"reset_mask: has the shape {mask.shape} or no True; {accepted}")
        return mask

    def step(
        self,
        actions: Any,
    ) -> tuple[
        NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Apply an action to each copy and run the ticks of a step.

        Args:
            actions: Numbers (num_envs, numbers of an action); they are clamped to their limits.

        Returns:
            Observations, rewards (float64), ``terminated`` and ``truncated`` (bool), each of
            (num_envs,) or (num_envs, …), and the information, which is empty but for the last
            observations of episodes in the mode ``SAME_STEP``.

        Raises:
            gymnasium.error.ResetNeeded: The first episode was not begun, or one has ended in the
                mode ``DISABLED``.
            carom.ArgumentError: A number is not finite, or the shape is another one.
        """
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("step: no episode was begun; call reset() first")
        mode = self.autoreset_mode
        if mode is AutoresetMode.DISABLED and self._ended.any():
            raise gymnasium.error.ResetNeeded(
                "step: episodes have ended; call reset(options={'reset_mask': ...}) for them"
            )
        count = self.num_envs
        given = np.asarray(actions)
        if given.shape != (count, len(self._layout.actions)) or given.dtype.kind not in "fiub":
            raise ArgumentError(
                f"actions: have the shape {given.shape} of {given.dtype};"
                f" numbers ({count}, {len(self._layout.actions)}) are accepted"
            )
        given = np.ascontiguousarray(given, np.float32)
        observations = self._empty()
        rewards = np.zeros(count, np.float64)
        terminated = np.zeros(count, np.bool_)
        truncated = np.zeros(count, np.bool_)
        steps = self._steps(observations)
        steps.actions = given.ctypes.data
        steps.rewards = rewards.ctypes.data
        steps.terminated = terminated.ctypes.data
        steps.truncated = truncated.ctypes.data
        if mode is AutoresetMode.NEXT_STEP and self._ended.any():
            resets = self._ended.astype(np.uint8)
            seeds = np.zeros(count, np.uint64)
            for index in np.flatnonzero(self._ended):
                seeds[index] = episode_seed(self._random(int(index)))
            steps.resets = resets.ctypes.data
            steps.seeds = seeds.ctypes.data
        self._library.check(
            self._library.carom_step_many(self._handles, count, ctypes.byref(steps))
        )
        self._draw(observations)
        self._ended = terminated | truncated
        information: dict[str, Any] = {}
        if mode is AutoresetMode.SAME_STEP and self._ended.any():
            final = np.full(count, None, object)
            for index in np.flatnonzero(self._ended):
                final[index] = observations[index].copy()
            information = {
                "final_obs": final,
                "_final_obs": self._ended.copy(),
                "final_info": {},
                "_final_info": self._ended.copy(),
            }
            self._reset(self._ended, observations)
            self._draw(observations)
        return observations, rewards, terminated, truncated, information

    def render(self) -> tuple[Any, ...] | None:
        """Draw the last tick of each copy, if the render mode is ``rgb_array``.

        Returns:
            Red, green and blue of each copy, uint8 (height, width, 3), or None.
        """
        if self.render_mode is None:
            return None
        return tuple(one.render(*self._render_size) for one in self._sessions)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the games."""
        del kwargs
        # Without sessions if the constructor has failed.
        for session in getattr(self, "_sessions", ()):
            session.close()

    # States

    def state_dict(self) -> dict[str, Any]:
        """Return the states of the copies and of their generators, of plain values.

        Returns:
            What :meth:`load_state_dict` accepts in any process.
        """
        return {
            "snapshots": [one.snapshot() for one in self._sessions],
            "randoms": [None if one is None else one.bit_generator.state for one in self._randoms],
            "seeds": list(self._random_seeds),
            "ended": self._ended.copy(),
            "hasBegun": self._has_begun,
        }

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go to the states that environments of the same options have returned.

        Args:
            state: What :meth:`state_dict` has returned.

        Raises:
            carom.RefusedError: A snapshot does not fit.
        """
        require_keys(state, ("snapshots", "randoms", "seeds", "ended", "hasBegun"))
        for session, snapshot in zip(self._sessions, state["snapshots"], strict=True):
            session.restore(snapshot)
        for index, random in enumerate(state["randoms"]):
            if random is None:
                self._randoms[index] = None
            else:
                self._random(index).bit_generator.state = random
        self._random_seeds = list(state["seeds"])
        self._ended = state["ended"].copy()
        self._has_begun = state["hasBegun"]
