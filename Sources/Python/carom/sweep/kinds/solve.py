"""Sweeps of ``carom solve``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from carom.sweep.chunks import OUT, ROOT, Answer, Chunk, Json, JsonObject, Result
from carom.sweep.journal import Entry
from carom.sweep.kinds.kind import Kind, Report, count, file_name, groups, objects
from carom.sweep.kinds.subjects import add_subjects, chunks_of_seeds, scene_files
from carom.sweep.parsing import whole_number
from carom.sweep.process import Place
from carom.sweep.table import share, table

WIN = "win.replay.jsonl"
MAP = "map.png"


class Solve(Kind):
    """Searches for input that wins levels, with several seeds."""

    name = "solve"
    summary = "search for input that wins levels, as fast as possible"
    description = """\
Search for input that wins levels: carom solve with each seed in each level.
The table has the fastest win of all seeds. The exit code is 1 if a level was not won."""
    example = "python -m carom sweep solve marble-maze --seeds 1-4 --budget 2000000 --maps"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""
        add_subjects(parser, "1")
        parser.add_argument(
            "--budget",
            type=whole_number(1, 1_000_000_000_000),
            default=5_000_000,
            metavar="TICKS",
            help="the number of ticks to simulate for each seed (default: %(default)s)",
        )
        parser.add_argument(
            "--ticks",
            type=whole_number(1, 1_000_000_000),
            default=14_400,
            metavar="N",
            help="the maximum number of ticks of a win (default: %(default)s)",
        )
        parser.add_argument(
            "--goal",
            metavar="SELECTOR",
            help="an XPath expression that is true when the level is won",
        )
        parser.add_argument("--first", action="store_true", help="stop at the first win")
        parser.add_argument("--no-bot", action="store_true", help="search without the game's bot")
        parser.add_argument(
            "--maps", action="store_true", help="render each level with the places of failures"
        )

    def inputs(self, options: argparse.Namespace) -> list[str]:
        """List the scene files."""
        return scene_files(options)

    def plan(self, options: argparse.Namespace, place: Place) -> list[Chunk]:
        """Make a chunk of each seed of each level."""
        common = ["--budget", str(options.budget), "--ticks", str(options.ticks)]
        if options.goal is not None:
            common.append(f"--goal={options.goal}")
        common += [
            f"--{name}" for name in ("first", "no-bot") if vars(options)[name.replace("-", "_")]
        ]
        if options.maps:
            common += ["--map", f"{OUT}/{MAP}"]
        common += ["--threads", "1", "--json", "--root", ROOT, "-o", f"{OUT}/{WIN}"]
        return chunks_of_seeds("solve", options, place, common)

    def result(self, chunk: Chunk, answer: Answer) -> Result:
        """Read the outcome of a search."""
        values = {**chunk.label, **objects(answer)[0]}
        files = {}
        for key, name, folder, ending in (
            ("recording", WIN, "recordings", "replay.jsonl"),
            ("map", MAP, "maps", "png"),
        ):
            if data := answer.files.get(name):
                path = f"{folder}/{file_name(chunk)}.{ending}"
                values[key] = path
                files[path] = data
        return Result(values, files)

    def report(self, options: argparse.Namespace, entries: Sequence[Entry]) -> Report:
        """Find the fastest win of each level."""
        del options
        keys = ("game", "level") if any("game" in entry.values for entry in entries) else ("scene",)
        rows: list[list[object]] = []
        levels: list[Json] = []
        for names, results in groups(entries, *keys):
            wins = [result for result in results if result.get("isWon") is True]
            level: JsonObject = {
                **dict(zip(keys, names, strict=True)),
                "seeds": len(results),
                "wonSeeds": len(wins),
            }
            furthest = [
                value
                for result in results
                if isinstance(value := result.get("furthest"), int | float)
            ]
            if wins:
                best = min(wins, key=lambda result: count(result, "winTicks"))
                kept = ("winTicks", "botTicks", "firstWinAfter", "slips", "lostSlips", "difficulty")
                level |= {key: best[key] for key in (*kept, "seed", "recording") if key in best}
            elif furthest:
                level["furthest"] = max(furthest)
            levels.append(level)
            risk = share(count(level, "lostSlips"), count(level, "slips"))
            rows.append(
                [
                    *names,
                    f"{len(wins)} of {len(results)}",
                    *(level.get(key) for key in ("winTicks", "botTicks", "firstWinAfter")),
                    f"{risk} {level.get('difficulty', '')}".strip(),
                    level.get("recording", "not won"),
                ]
            )
        heads = (*keys, "won", "ticks", "bot", "search", "risk", "recording")
        lost = [level for level in levels if isinstance(level, dict) and not level["wonSeeds"]]
        summary: JsonObject = {"levels": levels, "won": len(levels) - len(lost), "lost": len(lost)}
        return Report(table(heads, rows), summary, bool(lost))
