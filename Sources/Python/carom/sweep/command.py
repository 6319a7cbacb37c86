"""The command ``sweep`` and its options."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal as signals
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from carom.sweep.chunks import Chunk, Json, JsonObject
from carom.sweep.errors import FAILED, SweepError
from carom.sweep.journal import FORMAT, Entry
from carom.sweep.kinds import ALL
from carom.sweep.kinds.kind import Kind, Report
from carom.sweep.output import Output
from carom.sweep.parsing import number, whole_number
from carom.sweep.pool import Pool
from carom.sweep.program import Program, open_program
from carom.sweep.progress import Progress, duration
from carom.sweep.sweep import Sweep, Workers, digest
from carom.sweep.table import table

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DESCRIPTION = """\
Run a command of carom over seeds and levels, on all processors of this machine or on a Ray
cluster. The work is cut into chunks; their results are merged in the order of the seeds, so
they are the same bytes for any number of workers and machines.

The output folder has results.jsonl, a line for each chunk or scenario; recordings and other
files that were found; and journal.jsonl, the finished chunks. A sweep that was interrupted
goes on with the same command. Chunks whose worker or machine is gone are run again.

With --address, chunks run on a Ray cluster, which needs no carom: the program, Scenes, Assets
and the named files are sent to the machines. With --installed they are at the same paths
there, and nothing is sent. Either way every machine must have the same program and files.

Exit codes: 0 nothing was found, 1 something was found or failed, 2 incorrect use, 130 and 143
interrupted."""


def add_parser(commands: Commands) -> None:
    """Add the command to a command line.

    Args:
        commands: The subparsers to which the command is added.
    """
    example = "example: " + next(kind.example for kind in ALL)
    parser = commands.add_parser(
        "sweep",
        help="run a command of carom over seeds and levels on many processors or machines",
        description=DESCRIPTION,
        epilog=example,
    )
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="COMMAND")
    for kind in ALL:
        own = kinds.add_parser(
            kind.name,
            help=kind.summary,
            description=kind.description,
            epilog=f"example: {kind.example}",
        )
        before = {action.dest for action in own._actions}
        kind.add_options(own)
        names = [action.dest for action in own._actions if action.dest not in before]
        add_shared_options(own, kind.name)
        own.set_defaults(run=run, swept=kind, named=names)


def add_shared_options(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the options of all sweeps, which have no influence on the results.

    Args:
        parser: The parser of a command.
        name: The name of the command.
    """
    group = parser.add_argument_group("where and how it runs")
    group.add_argument(
        "-o",
        "--output",
        default=f"sweep-{name}",
        metavar="FOLDER",
        help="the folder of journal, results and recordings (default: %(default)s)",
    )
    group.add_argument(
        "--workers",
        type=whole_number(1, 100_000),
        metavar="N",
        help="the number of chunks that run at the same time (default: the number of processors)",
    )
    group.add_argument(
        "--address",
        metavar="ADDRESS",
        help="run on a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, or local to start one here",
    )
    group.add_argument(
        "--installed",
        action="store_true",
        help="the machines have the program and the files at the same paths; nothing is sent",
    )
    group.add_argument(
        "--program",
        metavar="PATH",
        help="carom, or a program with its commands (default: CAROM_PROGRAM, carom on the PATH, "
        "or the release build of the checkout)",
    )
    group.add_argument(
        "--root", metavar="FOLDER", help="the folder that contains Scenes and Assets"
    )
    group.add_argument(
        "--attempts",
        type=whole_number(1, 1000),
        default=5,
        metavar="N",
        help="how often a chunk is begun that fails or is killed (default: %(default)s)",
    )
    group.add_argument(
        "--timeout",
        type=number(0.001, 1e9),
        metavar="SECONDS",
        help="the wall time after which a chunk fails (default: none)",
    )
    group.add_argument("--json", action="store_true", help="print one JSON object, no table")


def run(options: argparse.Namespace) -> int:
    """Run a sweep.

    Args:
        options: The parsed options.

    Returns:
        The exit code.

    Raises:
        SweepError: The sweep cannot begin, or cannot go on.
    """
    kind: Kind = options.swept
    if options.installed and options.address is None:
        raise SweepError("--installed: there is no cluster; it is accepted with --address")
    if not options.output:
        raise SweepError("--output: '' is not a folder; a folder to write to is accepted")
    program = open_program(options.program, options.root, kind.inputs(options))
    asked: JsonObject = {name: vars(options)[name] for name in options.named}
    chunks = kind.plan(options, program.place)
    if not chunks:
        raise SweepError(f"{kind.name}: there is nothing to do; at least one chunk is accepted")
    head: JsonObject = {
        "format": FORMAT,
        "command": kind.name,
        "options": readable(asked),
        "version": program.identity.version,
        "program": program.identity.program,
        "content": program.identity.content,
        "chunks": len(chunks),
        "plan": digest(chunks),
    }
    output = Output(Path(options.output), head, len(chunks))
    sweep = Sweep(kind, output, options.attempts, replaces=vars(options).get("force", True))
    progress = Progress(len(chunks), len(output.entries))
    if output.entries and sys.stderr.isatty():
        sys.stderr.write(f"{len(output.entries)} of {len(chunks)} chunks are finished already\n")
    workers = None
    if len(output.entries) < len(chunks):
        workers = open_workers(options, program, output.path / "ray.log")
        with interrupting(sweep):
            try:
                sweep.run(chunks, workers, progress)
            finally:
                progress.end()
                workers.stop()
    print_report(options, sweep, chunks)
    if workers and sys.stderr.isatty():
        sys.stderr.write(f"{duration(progress.seconds)} on {workers.description}\n")
    if sweep.signal is not None:
        sys.stderr.write(
            f"carom sweep: interrupted: {len(output.entries)} of {len(chunks)} chunks are "
            "finished; the same command continues\n"
        )
        return 128 + sweep.signal
    return FAILED if summed_up(options, sweep)[0].is_failure else 0


def readable(options: JsonObject) -> JsonObject:
    """Return options as the head of a journal has them: lists of seeds become ranges.

    Args:
        options: The options of a command.

    Returns:
        The options that are set.
    """
    found: JsonObject = {}
    for name, value in options.items():
        if name == "seeds" and isinstance(value, list):
            found[name] = ranges([seed for seed in value if isinstance(seed, int)])
        elif value not in (None, False, []):
            found[name] = value
    return found


def ranges(seeds: Sequence[int]) -> str:
    """Write ascending seeds as ranges, such as ``1-100,205``."""
    parts: list[list[int]] = []
    for seed in seeds:
        if parts and parts[-1][1] == seed - 1:
            parts[-1][1] = seed
        else:
            parts.append([seed, seed])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def open_workers(options: argparse.Namespace, program: Program, log: Path) -> Workers:
    """Make what runs the chunks.

    Args:
        options: The options of the command line.
        program: The program.
        log: The file for what Ray prints.

    Returns:
        A pool of processes, or a cluster if there is an address.

    Raises:
        SweepError: The cluster cannot be used.
    """
    if options.address is None:
        processors = len(os.sched_getaffinity(0))
        return Pool(program.place, options.workers or processors, options.timeout)
    from carom.sweep.cluster import Cluster  # noqa: PLC0415  # Ray is optional

    return Cluster(
        program,
        options.address,
        workers=options.workers,
        timeout=options.timeout,
        is_installed=options.installed,
        log=log,
    )


@contextlib.contextmanager
def interrupting(sweep: Sweep) -> Iterator[None]:
    """Let the first SIGINT or SIGTERM end a sweep in good order, and the second at once.

    Args:
        sweep: The sweep.

    Yields:
        Nothing.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        del frame
        if sweep.signal is not None:
            os._exit(128 + number)
        sweep.signal = number

    numbers = (signals.SIGINT, signals.SIGTERM)
    before = {number: signals.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signals.signal(number, handler)


def summed_up(options: argparse.Namespace, sweep: Sweep) -> tuple[Report, list[Entry]]:
    """Sum up the finished chunks.

    Args:
        options: The options of the command line.
        sweep: The sweep.

    Returns:
        The report, which fails if a chunk crashed, and the chunks that crashed.
    """
    entries = sweep.output.ordered
    crashes = [entry for entry in entries if "crash" in entry.values]
    report = sweep.kind.report(options, [entry for entry in entries if "crash" not in entry.values])
    if crashes:
        heads = tuple(crashes[0].values)
        rows = [[entry.values.get(key) for key in heads] for entry in crashes]
        crashed = list[Json]([dict(entry.values) for entry in crashes])
        lines = [*report.lines, "", "crashed:", *table(heads, rows)]
        report = Report(lines, {**report.summary, "crashes": crashed}, is_failure=True)
    return report, crashes


def print_report(options: argparse.Namespace, sweep: Sweep, chunks: Sequence[Chunk]) -> None:
    """Write the results of a sweep, and print its table or its JSON object.

    Args:
        options: The options of the command line.
        sweep: The sweep.
        chunks: Its chunks.

    Raises:
        SweepError: The results cannot be written.
    """
    report, _ = summed_up(options, sweep)
    entries = sweep.output.ordered
    lines = [
        line
        for entry in entries
        for line in ([entry.values] if "crash" in entry.values else sweep.kind.lines(entry.values))
    ]
    found = sweep.output.write_results(lines)
    path = sweep.output.path / "results.jsonl"
    if options.json:
        summary: JsonObject = {
            "command": sweep.kind.name,
            "chunks": len(chunks),
            "finished": len(entries),
            "isInterrupted": sweep.signal is not None,
            **report.summary,
            "results": str(path),
            "digest": found,
        }
        print(json.dumps(summary, ensure_ascii=False))  # noqa: T201  # the output of the program
    else:
        rows = report.lines if entries else []
        print("\n".join([*rows, f"results in {path}, SHA-256 {found[:16]}"]))  # noqa: T201
