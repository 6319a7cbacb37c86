"""Sweeps of ``carom bench``."""

from __future__ import annotations

import argparse
import os
import statistics
from collections.abc import Sequence
from pathlib import Path

from carom.sweep.chunks import ROOT, Answer, Chunk, Json, JsonObject, Result
from carom.sweep.errors import SweepError
from carom.sweep.journal import Entry
from carom.sweep.kinds.kind import Kind, Report, objects
from carom.sweep.parsing import whole_number
from carom.sweep.process import Place
from carom.sweep.table import table

SUBJECT_OPTIONS = {"physics": "--scene", "render": "--subject", "replay": "--subject"}
"""The option of each benchmark that selects one subject."""

EXACT = frozenset(
    (
        *("scene", "thr", "steps", "bodies", "contacts", "awakeEnd", "asleepAt", "hits", "fracSum"),
        *("subject", "width", "height", "threads", "frames", "rounds"),
        *("game", "ticks", "bytesAnHour", "hash"),
    )
)
"""The values that do not depend on the machine; the others are measured."""

TIMES = {"physics": "cpuMean", "render": "cpu", "replay": "ticksPerSecond"}
"""The measured value of each benchmark in the table."""

UNITS = {"physics": "ms a step", "render": "ms a frame", "replay": "ticks/s"}
"""Its unit."""


class Bench(Kind):
    """Runs benchmarks on each machine."""

    name = "bench"
    summary = "run benchmarks, whose states must be equal on all machines"
    description = """\
Run benchmarks: carom bench, several times on each of several machines. The table has the
CPU time on each machine: the median of the rounds. Processes that run at the same time slow
each other down; use --workers 1 for times to publish. The exit code is 1 if hashes differ."""
    example = "python -m carom sweep bench physics --only S1,S4 --rounds 8 --address auto"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""
        parser.add_argument(
            "benchmark", choices=sorted(SUBJECT_OPTIONS), help="physics, render or replay"
        )
        parser.add_argument(
            "--only", metavar="NAMES", help="scenes or subjects, separated by commas (default: all)"
        )
        parser.add_argument(
            "--file",
            action="append",
            default=[],
            metavar="FILE",
            help="a scene of bench physics from a text file; may be repeated",
        )
        parser.add_argument(
            "--rounds",
            type=whole_number(1, 1_000_000),
            default=3,
            metavar="N",
            help="how often each of them is run (default: %(default)s)",
        )

    def inputs(self, options: argparse.Namespace) -> list[str]:
        """List the scenes from files."""
        for path in options.file:
            if options.benchmark != "physics":
                raise SweepError("--file: only bench physics reads scenes from text files")
            if not Path(path).is_file():
                raise SweepError(f"--file: '{path}' is not there; a text file is accepted")
        return list(options.file)

    def plan(self, options: argparse.Namespace, place: Place) -> list[Chunk]:
        """Make a chunk of each subject in each round."""
        del place
        name = options.benchmark
        parts: list[tuple[str, tuple[str, ...]]] = [
            (part.strip(), (SUBJECT_OPTIONS[name], part.strip()))
            for part in (options.only.split(",") if options.only is not None else ())
        ]
        parts += [
            (os.path.relpath(path), ("--file", os.path.relpath(path))) for path in options.file
        ]
        if not parts:
            parts = [("all", ())]
        common = ("--json",) if name == "physics" else ("--json", "--root", ROOT)
        cases = [(part, turn) for part in parts for turn in range(1, options.rounds + 1)]
        return [
            Chunk(
                index,
                {"benchmark": name, "subject": subject, "round": turn},
                ("bench", name, *arguments, *common),
            )
            for index, ((subject, arguments), turn) in enumerate(cases)
        ]

    def result(self, chunk: Chunk, answer: Answer) -> Result:
        """Separate what is the same on every machine from what is measured."""
        found = objects(answer)
        exact = [{key: line[key] for key in line if key in EXACT} for line in found]
        times = [{key: line[key] for key in line if key not in EXACT} for line in found]
        values: JsonObject = {**chunk.label, "results": list[Json](exact)}
        return Result(values, {}, {"results": list[Json](times)})

    def lines(self, values: JsonObject) -> list[JsonObject]:
        """Return a line for each measurement."""
        results = values.get("results")
        return [
            {"benchmark": values["benchmark"], "round": values["round"], **item}
            for item in (results if isinstance(results, list) else ())
            if isinstance(item, dict)
        ]

    def report(self, options: argparse.Namespace, entries: Sequence[Entry]) -> Report:
        """Compare hashes, and take the median of times of each machine."""
        name = options.benchmark
        hashes: dict[str, set[str]] = {}
        times: dict[tuple[str, str], list[float]] = {}
        for entry in entries:
            measured = entry.measured.get("results")
            for line, values in zip(
                self.lines(entry.values),
                measured if isinstance(measured, list) else (),
                strict=False,
            ):
                title = subject_of(line)
                # The number of threads has no influence on a hash.
                hashes.setdefault(title.split(", ")[0], set()).add(str(line.get("hash")))
                value = values.get(TIMES[name]) if isinstance(values, dict) else None
                if isinstance(value, int | float):
                    node = str(entry.measured.get("node", ""))
                    times.setdefault((title, node), []).append(float(value))
        rows: list[list[object]] = []
        for (title, node), sample in times.items():
            known = hashes[title.split(", ")[0]]
            state = next(iter(known)) if len(known) == 1 else f"{len(known)} different hashes"
            rows.append([title, node, len(sample), round(statistics.median(sample), 4), state])
        differing = [subject for subject, known in hashes.items() if len(known) > 1]
        lines = table(("subject", "node", "rounds", UNITS[name], "hash"), rows)
        summary: JsonObject = {
            "hashes": {subject: list[Json](sorted(known)) for subject, known in hashes.items()},
            "differing": list[Json](differing),
        }
        return Report(lines, summary, bool(differing))


def subject_of(line: JsonObject) -> str:
    """Return what a measurement is about: the scene or game, the size and the threads."""
    title = str(line.get("scene") or line.get("subject") or line.get("game"))
    if "width" in line:
        title += f" {line['width']}x{line['height']}, {line['threads']} threads"
    return title
