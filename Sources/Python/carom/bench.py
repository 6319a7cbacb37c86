"""The command ``bench``: steps and pictures of environments for each second and processor.

Beside them are those of other simulators, if they are installed:
``pip install mujoco imageio pybullet``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from carom.sweep.parsing import seconds, whole_number

if TYPE_CHECKING:
    import argparse

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: Commands) -> None:
    """Add the command to a command line.

    Args:
        commands: The subparsers to which the command is added.
    """
    parser = commands.add_parser(
        "bench", help="Measure steps and pictures of environments for each second."
    )
    parser.add_argument("--seconds", type=seconds, default=5, help="The time of each measurement.")
    parser.add_argument(
        "--envs", type=whole_number(1, 4096), default=64, help="The copies in vector environments."
    )
    parser.add_argument("--json", action="store_true", help="Print one JSON object.")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure and print a table.

    Args:
        options: The parsed options.

    Returns:
        The exit code.
    """
    results: dict[str, Any] = {}
    for name, measure in _measurements(options.envs):
        steps, processor, wall = _rate(measure, options.seconds)
        results[name] = {
            "perProcessorSecond": round(steps / processor),
            "perSecond": round(steps / wall),
        }
        if not options.json:
            one = results[name]
            line = f"{name:58}{one['perProcessorSecond']:>10,} / CPU s{one['perSecond']:>10,} / s\n"
            sys.stdout.write(line)
            sys.stdout.flush()
    if options.json:
        sys.stdout.write(json.dumps(results, indent=2) + "\n")
    return 0


def _rate(measure: Callable[[], int], seconds: float) -> tuple[int, float, float]:
    """Return the steps, the processor time and the time of calls that last some seconds."""
    measure()
    steps, processor, wall = 0, time.process_time(), time.perf_counter()
    while time.perf_counter() - wall < seconds:
        steps += measure()
    return steps, time.process_time() - processor, time.perf_counter() - wall


def _alone(arguments: dict[str, Any], count: int) -> Callable[[], int]:
    import gymnasium  # noqa: PLC0415

    from carom.environments import register_environments  # noqa: PLC0415

    register_environments()
    env = gymnasium.make(disable_env_checker=True, **arguments).unwrapped
    env.reset(seed=1)
    env.action_space.seed(1)
    actions = [env.action_space.sample() for _ in range(256)]

    def measure() -> int:
        for index in range(count):
            _, _, terminated, truncated, _ = env.step(actions[index % 256])
            if terminated or truncated:
                env.reset()
        return count

    return measure


def _many(arguments: dict[str, Any], envs: int, count: int) -> Callable[[], int]:
    import gymnasium  # noqa: PLC0415

    env = gymnasium.make_vec(num_envs=envs, **arguments)
    env.reset(seed=1)
    env.action_space.seed(1)
    actions = [env.action_space.sample() for _ in range(64)]

    def measure() -> int:
        for index in range(count):
            env.step(actions[index % 64])
        return count * envs

    return measure


def _snapshots(*, is_kept: bool) -> Callable[[], int]:
    from carom.session import Session  # noqa: PLC0415

    session = Session("marble-maze")
    session.play(120)

    def measure() -> int:
        for _ in range(100):
            if is_kept:
                session.load_state(session.save_state())
            else:
                session.restore(session.snapshot())
        return 100

    return measure


def _measurements(envs: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the names of measurements and functions that return a number of steps."""
    for game in ("MarbleMaze", "BrickBreaker", "Pinball"):
        state = {"id": f"Carom/{game}-v0"}
        pixels = {**state, "observation": "pixels"}
        yield f"{game}: steps of 4 ticks, alone", _alone(state, 2_000)
        yield f"{game}: {envs} at once, 1 thread", _many({**state, "threads": 1}, envs, 20)
        yield f"{game}: {envs} at once, 2 threads", _many({**state, "threads": 2}, envs, 20)
        yield f"{game}: 84 x 84 pixels, alone", _alone(pixels, 50)
        few = min(envs, 8)
        yield (
            f"{game}: 84 x 84 pixels, {few} at once, 2 threads",
            _many({**pixels, "threads": 2}, few, 5),
        )
    yield "MarbleMaze: snapshots and restores", _snapshots(is_kept=False)
    yield "MarbleMaze: states saved and loaded", _snapshots(is_kept=True)
    yield from _other_simulators()


def _other_simulators() -> Iterator[tuple[str, Callable[[], int]]]:
    if find_spec("mujoco") is not None and find_spec("imageio") is not None:
        yield "MuJoCo: steps of Ant-v5 (5 of its ticks)", _alone({"id": "Ant-v5"}, 200)
    if find_spec("pybullet") is not None:
        yield "PyBullet: TinyRenderer, 84 x 84 pixels", _tiny_renderer()


def _tiny_renderer() -> Callable[[], int]:
    import pybullet  # noqa: PLC0415

    client = pybullet.connect(pybullet.DIRECT)
    shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=[0.5, 0.5, 0.5])
    look = pybullet.createVisualShape(pybullet.GEOM_BOX, halfExtents=[0.5, 0.5, 0.5])
    # About as many bodies as the first level of the maze has.
    for index in range(40):
        place = [index % 8 - 4, index // 8 - 2, 0]
        pybullet.createMultiBody(0, shape, look, place, physicsClientId=client)
    view = pybullet.computeViewMatrix([0, -8, 6], [0, 0, 0], [0, 0, 1])
    projection = pybullet.computeProjectionMatrixFOV(60, 1, 0.1, 100)

    def measure() -> int:
        for _ in range(20):
            pybullet.getCameraImage(
                84, 84, view, projection, renderer=pybullet.ER_TINY_RENDERER, physicsClientId=client
            )
        return 20

    return measure
