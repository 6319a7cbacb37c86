"""Games, scenes and levels on the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from carom.sweep.chunks import Chunk, JsonObject
from carom.sweep.errors import SweepError
from carom.sweep.process import Place
from carom.sweep.program import games
from carom.sweep.ranges import chosen_levels, seeds


@dataclass(frozen=True)
class Subject:
    """A level of a game, or a scene.

    Attributes:
        label: The game and its level, or the scene.
        arguments: The arguments that select it.
    """

    label: JsonObject
    arguments: tuple[str, ...]


def add_subjects(parser: argparse.ArgumentParser, seeds_default: str) -> None:
    """Add the options that select games, levels and seeds.

    Args:
        parser: The parser of a command.
        seeds_default: The default of the seeds.
    """
    parser.add_argument(
        "subjects",
        nargs="*",
        metavar="GAME|SCENE",
        help="the names of games, or scene files (default: all games with levels)",
    )
    parser.add_argument(
        "--levels",
        default="all",
        metavar="LEVELS",
        help="levels of the games: all, numbers from 1, ranges, names, such as 1-3,7 "
        "(default: %(default)s)",
    )
    add_seeds(parser, seeds_default)


def add_seeds(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the option that selects seeds.

    Args:
        parser: The parser of a command.
        default: Its default.
    """
    parser.add_argument(
        "--seeds",
        type=seeds,
        default=default,
        metavar="SEEDS",
        help="numbers and ranges, such as 1-100,205 (default: %(default)s)",
    )


def scene_files(options: argparse.Namespace) -> list[str]:
    """Return the subjects that are files here.

    Args:
        options: The options of the command line.

    Returns:
        The paths.
    """
    return [name for name in options.subjects if Path(name).is_file()]


def chosen_subjects(options: argparse.Namespace, place: Place) -> list[Subject]:
    """Find the levels and scenes of a command line.

    Args:
        options: The options of the command line.
        place: Where the program is on this machine.

    Returns:
        The subjects in the order of the command line, the levels in that of their game.

    Raises:
        SweepError: A game, a level or a scene does not exist.
    """
    known = {game.name: game for game in games(place)}
    names = options.subjects or [game.name for game in known.values() if game.levels]
    found: list[Subject] = []
    for name in names:
        if Path(name).is_file():
            path = os.path.relpath(name)
            found.append(Subject({"scene": path}, (path,)))
        elif name.endswith(".json") and Path(place.folder, place.root, "Scenes", name).is_file():
            found.append(Subject({"scene": name}, (name,)))
        elif name in known:
            found += levels(name, known[name].levels, options.levels)
        else:
            raise SweepError(
                f"subject: '{name}' is neither a game nor a scene file; "
                f"{', '.join(known)}, or the path of a scene file, is accepted"
            )
    unique = {subject.arguments: subject for subject in found}
    return list(unique.values())


def levels(game: str, names: list[str], chosen: str) -> list[Subject]:
    """Find the levels of a game.

    Args:
        game: The name of the game.
        names: The names of its levels.
        chosen: The option that chooses some.

    Returns:
        A subject for each; if all levels of a game without levels are chosen, the game.

    Raises:
        SweepError: A level does not exist.
    """
    try:
        found = chosen_levels(chosen, names)
    except ValueError as error:
        raise SweepError(f"--levels: {game}: {error}") from error
    if not found:
        return [Subject({"game": game}, (game,))]
    return [Subject({"game": game, "level": name}, (game, "--level", name)) for name in found]


def chunks_of_seeds(
    command: str, options: argparse.Namespace, place: Place, arguments: Sequence[str]
) -> list[Chunk]:
    """Make a chunk of each seed of each level and scene of a command line.

    Args:
        command: The command of ``carom``.
        options: The options of the command line.
        place: Where the program is on this machine.
        arguments: The arguments of all chunks.

    Returns:
        The chunks, level by level, in the order of the seeds.

    Raises:
        SweepError: A game, a level or a scene does not exist.
    """
    cases = [
        (subject, seed) for subject in chosen_subjects(options, place) for seed in options.seeds
    ]
    return [
        Chunk(
            index,
            {**subject.label, "seed": seed},
            (command, *subject.arguments, "--seed", str(seed), *arguments),
        )
        for index, (subject, seed) in enumerate(cases)
    ]
