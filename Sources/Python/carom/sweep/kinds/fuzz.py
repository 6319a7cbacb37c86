"""Sweeps of ``carom fuzz``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from carom.sweep.chunks import OUT, ROOT, Answer, Chunk, JsonObject, Result
from carom.sweep.journal import Entry
from carom.sweep.kinds.coverage import merged_coverage
from carom.sweep.kinds.kind import Kind, Report, count, file_name, groups, objects
from carom.sweep.kinds.subjects import add_subjects, chunks_of_seeds, scene_files
from carom.sweep.parsing import whole_number
from carom.sweep.process import Place
from carom.sweep.table import table

RECORDING = "found.replay.jsonl"


class Fuzz(Kind):
    """Searches for input that violates an invariant, with many seeds."""

    name = "fuzz"
    summary = "search for input that violates an invariant"
    description = """\
Search for input that violates an invariant: carom fuzz with each seed in each level.
A search ends at its first violation, which is shrunk to a minimal recording."""
    example = "python -m carom sweep fuzz marble-maze --levels 1-3 --seeds 1-100 --runs 200"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""
        add_subjects(parser, "1-10")
        parser.add_argument(
            "--runs",
            type=whole_number(1, 1_000_000_000),
            default=200,
            metavar="N",
            help="the maximum number of runs of each seed (default: %(default)s)",
        )
        parser.add_argument(
            "--ticks",
            type=whole_number(1, 1_000_000_000),
            default=3600,
            metavar="N",
            help="the maximum number of ticks of a run (default: %(default)s)",
        )
        parser.add_argument(
            "--invariant",
            action="append",
            default=[],
            metavar="NAME[=LIMIT]|SELECTOR",
            help="an invariant to check instead of all, as of carom fuzz; may be repeated",
        )
        parser.add_argument(
            "--heavy",
            type=whole_number(1, 1_000_000_000),
            metavar="TICKS",
            help="continue from a snapshot in a fresh session every so many ticks",
        )

    def inputs(self, options: argparse.Namespace) -> list[str]:
        """List the scene files."""
        return scene_files(options)

    def plan(self, options: argparse.Namespace, place: Place) -> list[Chunk]:
        """Make a chunk of each seed of each level."""
        common = ["--runs", str(options.runs), "--ticks", str(options.ticks)]
        for text in options.invariant:
            common.append(f"--invariant={text}")
        if options.heavy:
            common += ["--heavy", str(options.heavy)]
        common += ["--threads", "1", "--json", "--root", ROOT, "-o", f"{OUT}/{RECORDING}"]
        return chunks_of_seeds("fuzz", options, place, common)

    def result(self, chunk: Chunk, answer: Answer) -> Result:
        """Read the outcome of a search."""
        values = objects(answer)[0]
        values.pop("file", None)
        files = {}
        if recording := answer.files.get(RECORDING):
            name = f"recordings/{file_name(chunk)}.replay.jsonl"
            values["recording"] = name
            files[name] = recording
        return Result({**chunk.label, **values}, files)

    def report(self, options: argparse.Namespace, entries: Sequence[Entry]) -> Report:
        """Count runs and violations, and name the shortest recording of each violation."""
        del options
        keys = ("game", "level") if any("game" in entry.values for entry in entries) else ("scene",)
        rows: list[list[object]] = []
        for names, results in groups(entries, *keys):
            found = sum(result.get("isFound") is True for result in results)
            sums = [sum(count(result, key) for result in results) for key in ("runs", "ticks")]
            rows.append([*names, len(results), *sums, found])
        lines = table([*keys, "seeds", "runs", "ticks", "found"], rows)
        findings = [entry for entry in entries if entry.values.get("isFound") is True]
        kinds: list[JsonObject] = []
        for names, results in groups(findings, *keys, "invariant"):
            best = min(results, key=lambda result: (count(result, "tick"), count(result, "events")))
            kinds.append(
                {
                    **dict(zip((*keys, "invariant"), names, strict=True)),
                    "seeds": len(results),
                    "firstSeed": results[0].get("seed"),
                    **{key: best.get(key) for key in ("message", "tick", "events", "recording")},
                }
            )
        if kinds:
            columns = (*keys, "invariant", "seeds", "firstSeed", "tick", "events", "recording")
            heads = (
                *keys,
                "violated",
                "seeds",
                "first seed",
                "ticks",
                "events",
                "shortest recording",
            )
            lines += ["", *table(heads, [[kind[key] for key in columns] for kind in kinds])]
        summary: JsonObject = {
            "seeds": len(entries),
            "runs": sum(count(entry.values, "runs") for entry in entries),
            "ticks": sum(count(entry.values, "ticks") for entry in entries),
            "found": len(findings),
            "findings": list(kinds),
            "coverage": merged_coverage(entries, keys[0]),
        }
        return Report(lines, summary, bool(findings))
