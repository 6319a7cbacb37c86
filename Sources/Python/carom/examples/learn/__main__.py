"""The command line: ``python -m carom.examples.learn``."""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from carom.errors import CaromError
from carom.sweep.parsing import Parser, whole_number
from carom.sweep.progress import duration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from carom.examples.learn.training import Generation, Trained

DESCRIPTION = """\
Train a policy on the first level of Marble Maze with an evolution strategy, NumPy and Gymnasium
alone. The default takes about a minute on two processors. The same seed gives the same policy, bit
for bit, for any number of workers.

The folder has curve.png, the returns over the generations; returns.csv, their table; policy.npz,
the best policy; and best.replay.jsonl, its run, for carom replay verify.

Exit codes: 0 the policy came to the goal, 1 it did not, or a file cannot be written, 2 incorrect
use, 130 interrupted."""

FILES = ("returns.csv", "policy.npz", "best.replay.jsonl", "curve.png")


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, and write the files.

    Args:
        arguments: The arguments without the name of the program; those of the process by default.

    Returns:
        The exit code.
    """
    parser = Parser(
        prog="python -m carom.examples.learn",
        description=DESCRIPTION,
        epilog="example: python -m carom.examples.learn --seed 7 --workers 2 --out learned",
    )
    whole = whole_number
    parser.add_argument("--seed", type=whole(0, 2**64 - 1), default=1, help="default: 1")
    parser.add_argument(
        "--workers", type=whole(1, 256), help="processes that play; default: one for each processor"
    )
    parser.add_argument(
        "--generations", type=whole(1, 100_000), default=50, help="steps; default: 50"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("learned"), metavar="FOLDER", help="default: learned"
    )
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    options = parser.parse_args(arguments)
    if find_spec("gymnasium") is None:
        parser.error("Gymnasium is missing; pip install 'carom[gymnasium]'")
    try:
        # Before the work, not after it.
        options.out.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            with (options.out / name).open("ab"):
                pass
    except OSError as problem:
        parser.error(f"--out: '{options.out}' cannot be written to: {problem.strerror}")
    try:
        return _run(options)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    except CaromError as problem:
        sys.stderr.write(f"carom.examples.learn: {problem}\n")
    except OSError as problem:
        sys.stderr.write(f"carom.examples.learn: {problem.filename}: {problem.strerror}\n")
    return 1


def _run(options: argparse.Namespace) -> int:
    # Here, because they need Gymnasium.
    from carom.examples.learn.training import train  # noqa: PLC0415

    workers = options.workers or len(os.sched_getaffinity(0))
    begun = time.monotonic()

    def report(row: Generation) -> None:
        """Show a generation on a terminal."""
        if not sys.stderr.isatty():
            return
        seconds = time.monotonic() - begun
        left = seconds / (row.number + 1) * (options.generations - row.number)
        sys.stderr.write(
            f"\r\x1b[Kgeneration {row.number} of {options.generations}, {describe(row)},"
            f" {duration(left)} left"
        )
        if row.number == options.generations:
            sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()

    trained = train(
        seed=options.seed, generations=options.generations, workers=workers, report=report
    )
    bot = _write(trained, options.out)
    first, best = trained.generations[0].outcome, trained.outcome
    episodes = trained.generations[-1].episodes
    reached = (
        f"the goal after {best.run_ticks:,} ticks"
        if best.is_finished
        else f"{best.progress:.1f} m of the course, not the goal"
    )
    bot_text = "" if bot is None else f"; the bot needs {bot:,}"
    sys.stdout.write(
        f"return: {first.value:.2f} at first, {best.value:.2f} at best: {reached}{bot_text}\n"
        f"{episodes:,} episodes, {trained.ticks:,} ticks of play,"
        f" {duration(time.monotonic() - begun)} with {workers} workers\n"
        f"policy: SHA-256 {trained.digest}\n"
        f"files: {', '.join(str(options.out / name) for name in FILES)}\n"
    )
    sys.stdout.flush()
    return 0 if best.is_finished else 1


def describe(row: Generation) -> str:
    """Describe a generation in a few words.

    Args:
        row: The generation.

    Returns:
        Its progress, or its time at the goal.
    """
    outcome = row.outcome
    if outcome.is_finished:
        return f"goal after {outcome.run_ticks:,} ticks"
    return f"{outcome.progress:.1f} m"


def _write(trained: Trained, folder: Path) -> int | None:
    """Write the files; returns the ticks of the bot."""
    from carom.examples.learn.chart import Curve, Mark, draw  # noqa: PLC0415
    from carom.examples.learn.environment import (  # noqa: PLC0415
        GOAL_REWARD,
        MAXIMUM_TICKS,
        make_environment,
    )
    from carom.examples.learn.recording import bot_ticks, record  # noqa: PLC0415

    rows = trained.generations
    header = "generation,episodes,return,progress,finished,runTicks,mean,best,othersFinished\n"
    (folder / "returns.csv").write_text(
        header
        + "".join(
            f"{row.number},{row.episodes},{row.outcome.value!r},{row.outcome.progress!r},"
            f"{int(row.outcome.is_finished)},{row.outcome.run_ticks},{row.mean!r},{row.best!r},"
            f"{row.finished}\n"
            for row in rows
        ),
        encoding="ascii",
    )
    trained.policy.save(folder / "policy.npz")
    env = make_environment()
    (folder / "best.replay.jsonl").write_text(record(env, trained.policy), encoding="utf-8")
    meters = float(len(env.course.points) - 1)
    env.close()
    bot = bot_ticks(2 * MAXIMUM_TICKS)
    marks = [Mark("the end of the course", meters)]
    if bot is not None:
        marks.append(Mark("the bot of the game", meters + GOAL_REWARD + (MAXIMUM_TICKS - bot) / 60))
    picture = draw(
        "Marble Maze, level 1: what an evolution strategy learns",
        "return: meters, and at the goal 10 and the seconds left",
        [
            Curve("mean of the perturbed policies", [row.mean for row in rows], (0.62, 0.72, 0.85)),
            Curve("policy", [row.outcome.value for row in rows], (0.1, 0.35, 0.65)),
        ],
        marks,
    )
    (folder / "curve.png").write_bytes(picture)
    return bot


if __name__ == "__main__":
    sys.exit(main())
