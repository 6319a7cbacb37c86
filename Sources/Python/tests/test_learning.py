import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import carom
from carom.environments import GameVectorEnv
from carom.examples.learn.chart import Curve, Mark, draw, png
from carom.examples.learn.course import Course
from carom.examples.learn.environment import MAXIMUM_TICKS, NAME, make_environment
from carom.examples.learn.evolution import EvolutionStrategy, centered_ranks
from carom.examples.learn.policy import Policy
from carom.examples.learn.recording import bot_ticks, record
from carom.examples.learn.training import SEED, play, train

POLICY = Path(__file__).parent / "learning" / "policy.npz"


def test_the_course_runs_over_neighboring_stones_through_all_pearls_to_the_goal() -> None:
    with carom.Session("marble-maze", level=1) as session:
        course = Course.read(session)
    assert len(course.stones) == 50
    assert course.points[0] == course.points[-1] == pytest.approx((0, 0))
    steps = np.diff(np.array(course.points), axis=0)
    assert np.hypot(steps[:, 0], steps[:, 1]) == pytest.approx(1, abs=0.2)
    assert list(course.pearls) == sorted(course.pearls)
    collected = np.array(course.points[1:])[np.diff(course.pearls) > 0]
    expected = [(0, -10), (-5, -10), (-10, -10), (-7, -7), (-13, -5), (-10, -4), (-10, 0)]
    assert np.allclose(collected, expected, atol=1e-5)


def test_ranks_of_equal_numbers_are_their_mean() -> None:
    assert centered_ranks([5, 1, 5, 9, 5]).tolist() == [0, -0.5, 0, 0.5, 0]


def test_the_strategy_finds_the_minimum_of_a_quadratic_function() -> None:
    target = np.array([0.7, -0.4, 0.2])
    strategy = EvolutionStrategy([0, 0, 0], seed=3, pairs=8, sigma=0.05, rate=0.03)
    for _ in range(200):
        asked = np.array(strategy.ask())
        strategy.tell([-float(value) for value in ((asked - target) ** 2).sum(axis=1)])
    assert np.abs(strategy.parameters - target).max() < 0.05


def test_perturbations_are_opposite_and_depend_on_the_seed_alone() -> None:
    first, again, other = (
        EvolutionStrategy([0.0] * 70, seed=seed, pairs=3, sigma=0.5, rate=0.1).ask()
        for seed in (1, 1, 2)
    )
    assert first == again != other
    for plus, minus in zip(first[::2], first[1::2], strict=True):
        assert {abs(value) for value in plus} == {0.5}
        assert plus == tuple(-value for value in minus)


def test_training_has_one_policy_for_any_number_of_workers() -> None:
    first, second = (train(seed=5, generations=4, pairs=6, workers=workers) for workers in (1, 2))
    assert first == second
    assert first.digest == second.digest
    # On every machine and with every version of NumPy.
    assert first.digest.startswith("a040a503b77b5595")
    assert train(seed=6, generations=1, pairs=6).digest != first.digest
    assert first.outcome.value > first.generations[0].outcome.value


def test_a_vector_environment_plays_the_episodes_of_single_ones() -> None:
    policy = Policy.load(POLICY)
    makers = [make_environment] * 2
    many = gymnasium.vector.SyncVectorEnv(makers)
    native = gymnasium.make_vec(NAME, 2, threads=2, maximum_ticks=MAXIMUM_TICKS)
    env = make_environment()
    alone, _ = env.reset(seed=SEED)
    together, _ = many.reset(seed=[SEED, SEED])
    native.reset(seed=[SEED, SEED])  # type: ignore[arg-type]
    hashes = []
    for _ in range(120):
        assert np.array_equal(together, [alone, alone])
        alone, *_ = env.step(policy.act(alone.tolist()))
        actions = np.array([policy.act(one) for one in together.tolist()], np.float32)
        together, *_ = many.step(actions)
        native.step(actions)
        assert isinstance(native, GameVectorEnv)
        hashes = [env.game.session.hash, *(session.hash for session in native.sessions)]
        assert len(set(hashes)) == 1
    for one in (many, native, env):
        one.close()


def test_the_trained_policy_comes_to_the_goal_and_its_recording_is_verified() -> None:
    env = make_environment()
    policy = Policy.load(POLICY)
    outcome = play(env, policy)
    assert outcome.is_finished
    bot = bot_ticks(MAXIMUM_TICKS)
    assert bot is not None
    assert outcome.run_ticks < bot
    text = record(env, policy)
    assert carom.replay(text) == env.game.session.tick >= outcome.run_ticks
    # Another tilt is another run.
    with pytest.raises(carom.DifferenceError):
        carom.replay(re.sub(r'"tilt":\[[^,]*', '"tilt":[0', text, count=1))
    env.close()


def test_progress_counts_once_slowly_and_in_order_and_a_fall_costs_one() -> None:
    env = make_environment()
    observation, _ = env.reset(seed=SEED)
    # The course goes on away from the player, -Z, and the marble is at its beginning.
    assert observation[:4] == pytest.approx([0, -1, 0, -2], abs=1e-3)
    rewards, speeds = [], []
    terminated = False
    while not terminated:
        before = env.progress
        observation, reward, terminated, truncated, _ = env.step((0, 1))
        assert not truncated
        rewards.append(reward)
        speeds.append(abs(float(observation[5])))
        # A marble that is too fast passes no point, and one point counts 1 at most.
        assert speeds[-1] < 3 or env.progress < int(before) + 1
    assert max(speeds) > 4
    assert min(rewards[:-1]) == 0
    assert 0 < env.progress < 9
    assert sum(rewards) == pytest.approx(env.progress - 1)
    # A marble that does not move is cut after three seconds.
    env.reset(seed=SEED)
    steps = 1
    while not env.step((0, 0))[3]:
        steps += 1
    assert steps * 4 == 180
    env.close()


def test_a_policy_is_read_as_it_was_written(tmp_path: Path) -> None:
    policy = Policy.load(POLICY)
    policy.save(tmp_path / "policy.npz")
    assert Policy.load(tmp_path / "policy.npz") == policy


def test_a_chart_is_a_picture_with_its_curves_and_marks() -> None:
    blue = (0.0, 0.0, 1.0)
    file = draw("Title", "unit", [Curve("curve", [0, 50, 50, 50], blue)], [Mark("mark", 20)])
    pixels = _read_png(file)
    assert pixels.shape == (540, 960, 3)
    assert pixels[0, 0].tolist() == [255, 255, 255]
    is_blue = (pixels == (0, 0, 255)).all(axis=2)
    # The curve is level in its last two thirds.
    rows = np.flatnonzero(is_blue[:, 900])
    assert 1 <= len(rows) <= 3
    assert is_blue[rows[0], 400:930].all()
    assert draw("Other", "unit", [Curve("curve", [0, 50, 50, 50], blue)], []) != file


def test_a_picture_is_read_as_it_was_written() -> None:
    pixels = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    assert np.array_equal(_read_png(png(pixels)), pixels)


def _read_png(file: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(file[start : start + 4], "big") for start in (16, 20))
    start = file.index(b"IDAT") + 4
    length = int.from_bytes(file[start - 8 : start - 4], "big")
    data = np.frombuffer(zlib.decompress(file[start : start + length]), np.uint8)
    rows = data.reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def _run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "carom.examples.learn", *arguments]
    # From a folder of its own, so that the package is the one that is imported here.
    path = os.pathsep.join([str(Path(carom.__file__).parent.parent), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, env=environment
    )


def test_the_command_writes_what_a_training_in_this_process_returns(tmp_path: Path) -> None:
    result = _run(
        "--seed", "3", "--generations", "1", "--workers", "2", "--out", "new/folder",
        folder=tmp_path,
    )  # fmt: skip
    # One generation does not come to the goal.
    assert result.returncode == 1, result.stderr
    assert result.stderr == ""
    trained = train(seed=3, generations=1)
    assert f"policy: SHA-256 {trained.digest}\n" in result.stdout
    folder = tmp_path / "new" / "folder"
    names = ["best.replay.jsonl", "curve.png", "policy.npz", "returns.csv"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert Policy.load(folder / "policy.npz") == trained.policy
    assert carom.replay(folder / "best.replay.jsonl") > 0
    rows = (folder / "returns.csv").read_text().splitlines()
    assert [float(row.split(",")[2]) for row in rows[1:]] == [
        row.outcome.value for row in trained.generations
    ]
    assert _read_png((folder / "curve.png").read_bytes()).min() < 255


def test_incorrect_use_ends_before_the_training(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for arguments in (["--workers", "0"], ["--seed", "-1"], ["--out", "file"]):
        result = _run(*arguments, folder=tmp_path)
        assert result.returncode == 2
        assert result.stderr.startswith(f"carom.examples.learn: {arguments[0]}: ")
        assert result.stdout == ""
