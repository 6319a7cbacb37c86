"""Sweeps of ``carom test``."""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from carom.sweep.chunks import OUT, ROOT, Answer, Chunk, Json, JsonObject, Result
from carom.sweep.errors import SweepError
from carom.sweep.journal import Entry
from carom.sweep.kinds.kind import Kind, Report, UnusableError, objects
from carom.sweep.kinds.subjects import add_seeds
from carom.sweep.process import Place
from carom.sweep.program import ask
from carom.sweep.table import table

SCENARIOS = 8
"""The number of scenarios of a chunk."""


class Test(Kind):
    """Runs the scenarios of feature files."""

    __test__ = False  # for pytest, which collects classes of this name

    name = "test"
    summary = "run feature files"
    description = """\
Run feature files: the scenarios of carom test, eight in a process. The exit code is 1 if a
scenario fails, whose recording is collected. Golden images are required; none are written."""
    example = "python -m carom sweep test Tests/Features --tags '@maze and not @slow' --seeds 1-10"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""
        parser.add_argument(
            "paths", nargs="+", metavar="PATH", help="feature files, file.feature:12, and folders"
        )
        parser.add_argument(
            "--tags", metavar="EXPRESSION", help="run only scenarios with such tags"
        )
        parser.add_argument(
            "--twice", action="store_true", help="run each scenario twice, which must be equal"
        )
        add_seeds(parser, "1")

    def inputs(self, options: argparse.Namespace) -> list[str]:
        """List the folders of the feature files, which contain golden images as well."""
        folders = []
        for path in options.paths:
            whole = path if Path(path).exists() else path.split(".feature:")[0] + ".feature"
            if Path(whole).exists():
                folders.append(str(Path(whole).parent) if Path(whole).is_file() else whole)
        return folders

    def plan(self, options: argparse.Namespace, place: Place) -> list[Chunk]:
        """Make chunks of several scenarios, for each seed."""
        paths = [
            os.path.relpath(path) if Path(path).is_absolute() else path for path in options.paths
        ]
        arguments = ["test", *paths, "--dry-run", "--json", "--root", place.root]
        if options.tags is not None:
            arguments.append(f"--tags={options.tags}")
        # Undefined steps, which make this fail, are found when the scenarios run.
        text = ask(place, arguments, codes=(0, 1))
        try:
            found = [
                (str(values["file"]), int(values["line"]))
                for values in map(json.loads, text.splitlines())
            ]
        except (ValueError, KeyError, TypeError) as error:
            raise SweepError("test: the program does not list its scenarios as JSON") from error
        common = ["--twice"] if options.twice else []
        common += ["--threads", "1", "--json", "--root", ROOT, "--recordings", OUT]
        chunks: list[Chunk] = []
        for seed in options.seeds:
            for first in range(0, len(found), SCENARIOS):
                part = found[first : first + SCENARIOS]
                label: JsonObject = {"scenarios": f"{first + 1}-{first + len(part)}", "seed": seed}
                selected = tuple(f"{file}:{line}" for file, line in part)
                fixed = ("test", *selected, "--seed", str(seed), *common)
                chunks.append(Chunk(len(chunks), label, fixed))
        return chunks

    def result(self, chunk: Chunk, answer: Answer) -> Result:
        """Read the outcomes of scenarios."""
        scenarios = objects(answer)
        expected = sum(":" in argument for argument in chunk.arguments[1 : 1 + SCENARIOS])
        if len(scenarios) != expected:
            raise UnusableError(f"it ran {len(scenarios)} of {expected} scenarios: {answer.errors}")
        seed = chunk.label["seed"]
        files = {f"recordings/seed{seed}/{name}": data for name, data in answer.files.items()}
        values: JsonObject = {
            **chunk.label,
            "results": list[Json](scenarios),
            "recordings": list[Json](sorted(files)),
        }
        return Result(values, files)

    def lines(self, values: JsonObject) -> list[JsonObject]:
        """Return a line for each scenario."""
        return scenarios_of(values)

    def report(self, options: argparse.Namespace, entries: Sequence[Entry]) -> Report:
        """Count the scenarios, and list those that did not pass."""
        del options
        scenarios = [values for entry in entries for values in scenarios_of(entry.values)]
        counts = Counter(str(values.get("status")) for values in scenarios)
        failures = [values for values in scenarios if values.get("status") != "passed"]
        recordings = [
            name
            for entry in entries
            if isinstance(names := entry.values.get("recordings"), list)
            for name in names
        ]
        text = ", ".join(f"{value} {status}" for status, value in sorted(counts.items()))
        lines = [f"{len(scenarios)} scenarios: {text or 'none'}"]
        if failures:
            rows = [
                [
                    f"{values.get('file')}:{values.get('line')}",
                    values.get("seed"),
                    values.get("status"),
                    values.get("problem"),
                ]
                for values in failures
            ]
            lines = [*table(("scenario", "seed", "status", "problem"), rows), "", *lines]
        summary: JsonObject = {
            "scenarios": len(scenarios),
            "statuses": dict[str, Json](sorted(counts.items())),
            "failures": list[Json](failures),
            "recordings": recordings,
        }
        return Report(lines, summary, bool(failures))


def scenarios_of(values: JsonObject) -> list[JsonObject]:
    """Return the scenarios in the result of a chunk."""
    results = values.get("results")
    return [
        item for item in (results if isinstance(results, list) else ()) if isinstance(item, dict)
    ]
