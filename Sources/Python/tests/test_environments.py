import copy
import multiprocessing
import os
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import carom
from carom.environments import GameEnv, GameVectorEnv, environment_ids
from carom.environments.definitions import DEFINITIONS

GAMES = ["Carom/MarbleMaze-v0", "Carom/BrickBreaker-v0", "Carom/Pinball-v0"]


def test_every_game_and_level_has_an_identifier() -> None:
    levels = {game["name"]: len(game["levels"]) for game in carom.games()}
    assert {one.game: one.levels for one in DEFINITIONS} == {
        name: count for name, count in levels.items() if count
    }
    for name in environment_ids():
        assert name in gymnasium.registry
    assert len(environment_ids()) == len(DEFINITIONS) + sum(levels.values())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("observation", ["state", "pixels"])
def test_the_checker_accepts_environments_without_warnings(name: str, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in ("rgb_array", None):
            env = gymnasium.make(
                name, observation=observation, render_mode=mode, render_size=(64, 36)
            )
            check_env(env.unwrapped)


def test_levels_are_environments() -> None:
    for name in ("Carom/MarbleMaze-Level14-v0", "Carom/BrickBreaker-Level13-v0"):
        env = gymnasium.make(name)
        assert isinstance(env.unwrapped, GameEnv)
        level = str(env.unwrapped.session.describe()["level"])
        assert level == name.split("-")[1].lower()
        env.unwrapped.close()


@pytest.mark.parametrize("name", GAMES[:2])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("observation", ["state", "pixels"])
def test_the_vector_environment_equals_one_of_gymnasium(
    name: str, mode: AutoresetMode, observation: str
) -> None:
    options: dict[str, Any] = {"maximum_ticks": 80, "observation": observation, "size": (24, 16)}
    many = gymnasium.make_vec(
        name, 3, vectorization_mode="vector_entry_point", autoreset_mode=mode, threads=2, **options
    )
    one_by_one = SyncVectorEnv(
        [lambda: gymnasium.make(name, **options) for _ in range(3)], autoreset_mode=mode
    )
    assert isinstance(many, GameVectorEnv)
    assert many.observation_space == one_by_one.observation_space
    assert many.action_space == one_by_one.action_space
    assert many.metadata["autoreset_mode"] == mode
    assert np.array_equal(many.reset(seed=5)[0], one_by_one.reset(seed=5)[0])
    many.action_space.seed(2)
    returned = []
    ends = 0
    for _ in range(50):
        actions = many.action_space.sample()
        (result, information), (expected, expected_information) = (
            (made[:4], made[4]) for made in (many.step(actions), one_by_one.step(actions))
        )
        for array, other in zip(result, expected, strict=True):
            assert np.array_equal(array, other)
            assert array.dtype == other.dtype
        ends += int((result[2] | result[3]).sum())
        assert set(information) == set(expected_information)
        if "final_obs" in information:
            assert np.array_equal(information["_final_obs"], expected_information["_final_obs"])
            for last, other in zip(
                information["final_obs"], expected_information["final_obs"], strict=True
            ):
                assert (last is None) == (other is None)
                assert last is None or np.array_equal(last, other)
        returned.append((result[0], result[0].copy()))
    assert ends > 3
    # No array was written to after it was returned.
    for array, kept in returned:
        assert np.array_equal(array, kept)
    many.close()
    one_by_one.close()


def test_copies_that_have_ended_are_reset_by_a_mask_in_the_mode_disabled() -> None:
    many = GameVectorEnv("pinball", 2, maximum_ticks=8, autoreset_mode="Disabled")
    with pytest.raises(gymnasium.error.ResetNeeded):
        many.step(many.action_space.sample())
    many.reset(seed=1)
    ended = np.zeros(2, np.bool_)
    while not ended.any():
        _, _, terminated, truncated, _ = many.step(many.action_space.sample())
        ended = terminated | truncated
    with pytest.raises(gymnasium.error.ResetNeeded):
        many.step(many.action_space.sample())
    many.reset(options={"reset_mask": ended})
    many.step(many.action_space.sample())
    with pytest.raises(carom.ArgumentError, match="reset_mask"):
        many.reset(options={"reset_mask": np.zeros(2, np.bool_)})
    with pytest.raises(carom.ArgumentError, match="seed"):
        many.reset(seed=[1])
    many.close()


def test_copies_and_states_go_on_alike() -> None:
    env = gymnasium.make("Carom/BrickBreaker-v0").unwrapped
    assert isinstance(env, GameEnv)
    env.reset(seed=4)
    env.action_space.seed(4)
    for _ in range(20):
        env.step(env.action_space.sample())
    state = pickle.loads(pickle.dumps(env.state_dict()))  # noqa: S301
    others = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]  # noqa: S301
    fresh = GameEnv("brick-breaker")
    fresh.load_state_dict(state)
    unwrapped = [env, *others, fresh]
    for _ in range(30):
        action = env.action_space.sample()
        results = [made.step(action) for made in unwrapped]
        for result in results[1:]:
            assert np.array_equal(result[0], results[0][0])
            assert result[1:] == results[0][1:]
    assert len({made.session.hash for made in unwrapped}) == 1
    first = [made.reset()[0] for made in unwrapped]
    assert all(np.array_equal(one, first[0]) for one in first)
    assert len({made.session.hash for made in unwrapped}) == 1


def test_a_vector_environment_saves_its_state() -> None:
    many = GameVectorEnv("marble-maze", 3, maximum_ticks=60)
    many.reset(seed=8)
    many.action_space.seed(1)
    actions = [many.action_space.sample() for _ in range(40)]
    for action in actions[:10]:
        many.step(action)
    state = pickle.loads(pickle.dumps(many.state_dict()))  # noqa: S301
    results = []
    for _ in range(2):
        results.append([many.step(action) for action in actions])
        many.load_state_dict(state)
    for one, other in zip(*results, strict=True):
        for array, same in zip(one[:4], other[:4], strict=True):
            assert np.array_equal(array, same)
    many.close()


def test_a_step_needs_a_reset_and_finite_numbers() -> None:
    env = GameEnv("marble-maze")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0, 0])
    env.reset(seed=1)
    with pytest.raises(carom.ArgumentError, match="finite"):
        env.step([np.nan, 0])
    with pytest.raises(carom.ArgumentError, match="observation"):
        GameEnv("marble-maze", observation="sounds")  # type: ignore[arg-type]
    with pytest.raises(carom.ArgumentError, match="acts"):
        GameEnv("marble-maze", task={"acts": []})  # type: ignore[arg-type]
    env.close()
    env.close()


def _trajectories(seeds: list[int]) -> list[int]:
    """Return the hashes after 25 steps of the episodes of seeds."""
    env = GameEnv("marble-maze", frame_skip=3)
    hashes = []
    for seed in seeds:
        env.reset(seed=seed)
        actions = np.random.default_rng(seed).uniform(-1, 1, (25, 2)).astype(np.float32)
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                break
        hashes.append(env.session.hash)
    env.close()
    return hashes


def test_trajectories_have_one_set_of_hashes_alone_together_and_in_processes() -> None:
    count = 1000 if os.environ.get("TIER") == "full" else 60
    alone = _trajectories(list(range(count)))
    together: list[int] = []
    many = GameVectorEnv("marble-maze", 20, frame_skip=3, threads=2)
    for start in range(0, count, 20):
        many.reset(seed=start)
        actions = np.stack(
            [
                np.random.default_rng(start + index).uniform(-1, 1, (25, 2)).astype(np.float32)
                for index in range(20)
            ],
            axis=1,
        )
        hashes: dict[int, int] = {}
        for action in actions:
            _, _, terminated, truncated, _ = many.step(action)
            for ended in np.flatnonzero(terminated | truncated):
                hashes.setdefault(int(ended), many.sessions[int(ended)].hash)
        together += [hashes.get(copy, many.sessions[copy].hash) for copy in range(20)]
    # The threads of the library do not exist in a process that was forked.
    for method in ("spawn", "fork"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            parts = [list(range(start, count, 2)) for start in range(2)]
            first, second = pool.map(_trajectories, parts)
        in_processes = [0] * count
        in_processes[0::2], in_processes[1::2] = first, second
        assert alone == together == in_processes
    many.close()


@pytest.mark.parametrize("wrong", [3, [3], [1, 2, 3], [[1, 2]], [1j, 0], ["1", "2"]])
def test_actions_of_another_shape_or_type_are_refused(wrong: Any) -> None:
    # Symptom: one number was the action [3, 3]. Cause: it was broadcast.
    env = GameEnv("marble-maze")
    env.reset(seed=1)
    tick = env.session.tick
    with pytest.raises(carom.ArgumentError, match=r"action: has the shape"):
        env.step(wrong)
    assert env.session.tick == tick
    env.step([0.5, -0.5])
    together = GameVectorEnv("marble-maze", 2)
    together.reset(seed=1)
    with pytest.raises(carom.ArgumentError, match=r"numbers \(2, 2\) are accepted"):
        together.step(wrong)


def test_a_closed_environment_says_so() -> None:
    env = GameEnv("marble-maze")
    env.reset(seed=1)
    env.close()
    for call in (lambda: env.step([0, 0]), env.reset):
        with pytest.raises(carom.SessionClosedError, match="environment: is closed"):
            call()


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"size": (84,)}, "size"),
        ({"size": 84}, "size"),
        ({"size": (84.5, 84)}, "size"),
        ({"render_size": (0, 84)}, "render_size"),
    ],
)
def test_sizes_are_two_numbers_of_pixels(options: dict[str, Any], name: str) -> None:
    with pytest.raises(carom.ArgumentError, match=f"{name}: is"):
        GameEnv("marble-maze", **options)
    with pytest.raises(carom.ArgumentError, match=f"{name}: is"):
        GameVectorEnv("marble-maze", 1, **options)


@pytest.mark.parametrize("count", [0, -1, 65_537, "x", 1.5])
def test_a_number_of_copies_that_is_refused_leaves_nothing_behind(count: Any) -> None:
    # Symptom: an exception in __del__. Cause: there were no sessions to close.
    with pytest.raises(carom.ArgumentError, match="num_envs: is"):
        GameVectorEnv("marble-maze", count)
    half = GameVectorEnv.__new__(GameVectorEnv)
    half.close_extras()
    with pytest.raises(carom.ArgumentError, match="threads: is"):
        GameVectorEnv("marble-maze", 1, threads=-1)


def test_a_state_that_is_none_is_refused() -> None:
    for one in (GameEnv("marble-maze"), GameVectorEnv("marble-maze", 1)):
        wrong: Any
        for wrong in ({}, None, 3):
            with pytest.raises(carom.ArgumentError, match="state: has no 'snapshot"):
                one.load_state_dict(wrong)
