"""Sweeps of ``carom generate``."""

from __future__ import annotations

import argparse
import os
import statistics
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from carom.sweep.chunks import ROOT, Answer, Chunk, Json, JsonObject, Result
from carom.sweep.errors import SweepError
from carom.sweep.journal import Entry
from carom.sweep.kinds.kind import Kind, Report, UnusableError, count, groups, objects
from carom.sweep.kinds.subjects import add_seeds
from carom.sweep.parsing import number, whole_number
from carom.sweep.process import Place
from carom.sweep.program import is_installed
from carom.sweep.table import table


class Generate(Kind):
    """Makes levels from seeds."""

    name = "generate"
    summary = "make levels from seeds, each with a recording that wins it"
    description = """\
Make levels from seeds: carom generate with each seed for each game. Levels and the
recordings that win them are written to a folder inside of Scenes. The exit code is 1 if no
level of a seed could be won."""
    example = "python -m carom sweep generate marble-maze brick-breaker --seeds 1-200"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command."""
        parser.add_argument("games", nargs="+", metavar="GAME", help="the names of games")
        add_seeds(parser, "1-10")
        parser.add_argument(
            "--difficulty",
            type=number(0, 1),
            default=0.3,
            metavar="D",
            help="the difficulty, from 0 (easy) to 1 (hard) (default: %(default)s)",
        )
        parser.add_argument(
            "--budget",
            type=whole_number(1, 1_000_000_000_000),
            default=40_000,
            metavar="TICKS",
            help="the number of ticks to simulate in search of a win (default: %(default)s)",
        )
        parser.add_argument(
            "--into",
            metavar="FOLDER",
            help="the folder inside of Scenes to write levels to (default: Scenes/generated)",
        )
        parser.add_argument(
            "--force", action="store_true", help="replace files that are there and differ"
        )

    def plan(self, options: argparse.Namespace, place: Place) -> list[Chunk]:
        """Make a chunk of each seed of each game."""
        root = Path(place.folder, place.root)
        if not options.into and is_installed(root, place.program):
            raise SweepError(
                f"--root: '{root.resolve()}' is the installed folder; a copy of it is accepted, "
                "because levels are written into it"
            )
        scenes = (root / "Scenes").resolve()
        into = Path(options.into).resolve() if options.into else scenes / "generated"
        if scenes not in into.parents:
            raise SweepError(
                f"--into: '{options.into}' is not inside of '{scenes}'; a folder below it is "
                "accepted, because levels consist of the parts there"
            )
        # Where the levels go, seen from the folder of the sweep's output.
        options.into = os.path.relpath(into, Path(options.output).resolve())
        levels = str(into.relative_to(scenes))
        common = ["--difficulty", f"{options.difficulty:g}", "--budget", str(options.budget)]
        common += ["--threads", "1", "--json", "--root", ROOT, "-o", f"{ROOT}/Scenes/{levels}"]
        cases = [(game, seed) for game in dict.fromkeys(options.games) for seed in options.seeds]
        return [
            Chunk(
                index,
                {"game": game, "seed": seed},
                ("generate", game, "--seed", str(seed), *common),
                levels,
                options.into,
            )
            for index, (game, seed) in enumerate(cases)
        ]

    def result(self, chunk: Chunk, answer: Answer) -> Result:
        """Read the outcome of a seed."""
        values = objects(answer)[0]
        game, seed = chunk.label["game"], chunk.label["seed"]
        seconds = values.pop("seconds", None)
        values.pop("file", None)
        files = {f"{chunk.target}/{name}": data for name, data in answer.files.items()}
        if values.get("isMade") is True:
            if len(files) != 2:
                raise UnusableError("it did not write a level and its recording")
            values["level"] = f"Scenes/{chunk.levels}/{game}-{seed}.json"
        return Result({"game": game, **values}, files, {"generateSeconds": seconds})

    def report(self, options: argparse.Namespace, entries: Sequence[Entry]) -> Report:
        """Count the levels of each game."""
        rows: list[list[object]] = []
        games: list[Json] = []
        for (game,), results in groups(entries, "game"):
            made = [result for result in results if result.get("isMade") is True]
            bot = sum(result.get("isWonByBot") is True for result in made)
            ticks = statistics.median_low([count(result, "winTicks") for result in made] or [0])
            kinds = Counter(str(result.get("difficulty", "unknown")) for result in made)
            difficulties: JsonObject = dict[str, Json](sorted(kinds.items()))
            failed = [result.get("seed") for result in results if result.get("isMade") is not True]
            games.append(
                {
                    "game": game,
                    "seeds": len(results),
                    "made": len(made),
                    "wonByBot": bot,
                    "medianTicks": ticks,
                    "difficulties": difficulties,
                    "failedSeeds": failed,
                }
            )
            text = ", ".join(f"{value} {name}" for name, value in difficulties.items())
            rows.append([game, len(results), len(made), bot, len(made) - bot, ticks, text])
        heads = ("game", "seeds", "made", "by bot", "by search", "median ticks", "difficulty")
        missing = len(entries) - sum(count(entry.values, "isMade") for entry in entries)
        summary: JsonObject = {"games": games, "levels": len(entries) - missing, "missing": missing}
        lines = [
            *table(heads, rows),
            "",
            f"levels in {os.path.relpath(Path(options.output, options.into))}",
        ]
        return Report(lines, summary, missing > 0)
