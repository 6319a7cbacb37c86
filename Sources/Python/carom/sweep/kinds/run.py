"""Sweeps of ``carom run``."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from carom.sweep.chunks import ROOT, Answer, Chunk, Json, JsonObject, Result
from carom.sweep.journal import Entry
from carom.sweep.kinds.kind import Kind, Report, groups, objects
from carom.sweep.kinds.subjects import add_subjects, chunks_of_seeds, scene_files
from carom.sweep.parsing import whole_number
from carom.sweep.process import Place
from carom.sweep.table import table


class Run(Kind):
    """Runs games with many seeds."""

    name = "run"
    summary = "run games without a window; their final states have hashes"
    description = """\
Run games: carom run with each seed in each level. The results have the phase, the score and
the hash of the final state of each run, which are the same on every machine."""
    example = "python -m carom sweep run marble-maze --bot --seeds 1-1000 --ticks 3600"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""
        add_subjects(parser, "1-10")
        parser.add_argument(
            "--ticks",
            type=whole_number(0, 1_000_000_000),
            default=600,
            metavar="N",
            help="the number of ticks of a run (default: %(default)s)",
        )
        parser.add_argument("--bot", action="store_true", help="let the game's bot play")

    def inputs(self, options: argparse.Namespace) -> list[str]:
        """List the scene files."""
        return scene_files(options)

    def plan(self, options: argparse.Namespace, place: Place) -> list[Chunk]:
        """Make a chunk of each seed of each level."""
        common = ["--ticks", str(options.ticks), *(["--bot"] if options.bot else [])]
        common += ["--json", "--root", ROOT]
        return chunks_of_seeds("run", options, place, common)

    def result(self, chunk: Chunk, answer: Answer) -> Result:
        """Read the final state of a run."""
        values = objects(answer)[0]
        measured: JsonObject = {"ticksPerSecond": values.pop("ticksPerSecond", None)}
        # The scene is in the label if it was asked for.
        for key in ("sounds", "scene"):
            values.pop(key, None)
        return Result({**chunk.label, **values}, {}, measured)

    def report(self, options: argparse.Namespace, entries: Sequence[Entry]) -> Report:
        """Count the runs of each level by phase."""
        del options
        keys = ("game", "level") if any("game" in entry.values for entry in entries) else ("scene",)
        rows: list[list[object]] = []
        levels: list[Json] = []
        for names, results in groups(entries, *keys):
            phases = Counter(str(result.get("phase", "")) for result in results)
            hashes = len({str(result.get("hash")) for result in results})
            levels.append(
                {
                    **dict(zip(keys, names, strict=True)),
                    "runs": len(results),
                    "states": hashes,
                    "phases": dict[str, Json](sorted(phases.items())),
                }
            )
            text = ", ".join(f"{value} {name}" for name, value in sorted(phases.items()))
            rows.append([*names, len(results), hashes, text])
        lines = table((*keys, "runs", "states", "phases"), rows)
        return Report(lines, {"levels": levels, "runs": len(entries)}, is_failure=False)
