"""Where the program and its content are on this machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from carom.sweep.errors import SweepError
from carom.sweep.identity import Identity, identify
from carom.sweep.process import Place, environment


@dataclass(frozen=True)
class Program:
    """The program and its content.

    Attributes:
        place: Where they are on this machine.
        identity: Their hashes.
        paths: The files and folders that the processes need, relative to the working folder.
    """

    place: Place
    identity: Identity
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Game:
    """A game of the program.

    Attributes:
        name: The name.
        levels: The names of its levels, in their order.
    """

    name: str
    levels: list[str]


def find_program(option: str | None) -> str:
    """Find the program.

    Args:
        option: The path from the command line.

    Returns:
        The absolute path: of the option, else of ``CAROM_PROGRAM``, else the one in this package,
        else ``carom`` on the ``PATH``, else the release build of the checkout that contains this
        package.

    Raises:
        SweepError: There is none, or it is no program.
    """
    for source, value in (
        ("--program", option),
        ("CAROM_PROGRAM", os.environ.get("CAROM_PROGRAM")),
    ):
        if value:
            if path := shutil.which(value):
                return str(Path(path).resolve())
            raise SweepError(
                f"{source}: '{value}' is not a program; the path of carom, or of a program with "
                "its commands, is accepted"
            )
    package = Path(__file__).resolve().parents[1]
    candidates = [str(package / "bin" / "carom"), "carom"]
    if len(package.parents) > 2:
        candidates.append(str(package.parents[2] / ".build" / "release" / "carom"))
    for candidate in candidates:
        if path := shutil.which(candidate):
            return str(Path(path).resolve())
    raise SweepError(
        "program: carom is neither on the PATH nor built in the checkout; --program PATH or "
        "CAROM_PROGRAM=PATH is accepted"
    )


def find_root(option: str | None, program: str) -> str:
    """Find the folder that contains Scenes and Assets, as the program does.

    Args:
        option: The path from the command line.
        program: The path of the program.

    Returns:
        The absolute path.

    Raises:
        SweepError: There is none.
    """
    for source, value in (("--root", option), ("CAROM_ROOT", os.environ.get("CAROM_ROOT"))):
        if value:
            if Path(value, "Scenes").is_dir():
                return str(Path(value).resolve())
            raise SweepError(
                f"{source}: '{value}' has no folder 'Scenes'; a folder that contains Scenes and "
                "Assets is accepted"
            )
    executable = Path(program).parent
    if all((Path.cwd() / name).is_dir() for name in ("Scenes", "Assets")):
        return str(Path.cwd())
    for start in (Path.cwd(), executable):
        for folder in (start, *start.parents):
            if (folder / "Package.swift").is_file() and (folder / "Scenes").is_dir():
                return str(folder)
    for folder in _installed(program):
        if (folder / "Scenes").is_dir():
            return str(folder)
    raise SweepError(
        "root: no folder of scenes was found; run in a folder that contains Scenes and Assets or "
        "in the package checkout, or set --root or CAROM_ROOT to such a folder"
    )


def _installed(program: str) -> tuple[Path, ...]:
    executable = Path(program).parent
    return executable / "share" / "carom", executable.parent / "share" / "carom"


def is_installed(root: Path, program: str) -> bool:
    """Return whether a folder belongs to an installed program, so that users do not change it.

    Args:
        root: The folder that contains Scenes and Assets.
        program: The path of the program.

    Returns:
        Whether it is next to the program.
    """
    return root.resolve() in [folder.resolve() for folder in _installed(program)]


def open_program(program: str | None, root: str | None, inputs: list[str]) -> Program:
    """Find the program and its content, and hash them.

    Args:
        program: The path of the program from the command line.
        root: The folder that contains Scenes and Assets from the command line.
        inputs: Further files and folders that the processes read.

    Returns:
        The program.

    Raises:
        SweepError: Something is missing, or cannot be read or started.
    """
    path = find_program(program)
    folder = str(Path.cwd())
    content = os.path.relpath(find_root(root, path), folder)
    paths = tuple(
        os.path.normpath(name)
        for name in (
            *(f"{content}/{part}" for part in ("Scenes", "Assets")),
            *(os.path.relpath(Path(name).resolve(), folder) for name in inputs),
        )
        if Path(name).exists()
    )
    try:
        identity = identify(path, folder, paths)
    except OSError as error:
        raise SweepError(f"program: '{path}' cannot be run: {reason(error)}") from error
    return Program(Place(path, folder, content), identity, paths)


def ask(place: Place, arguments: list[str], codes: tuple[int, ...] = (0,)) -> str:
    """Run a short command of the program.

    Args:
        place: Where the program is.
        arguments: The arguments.
        codes: The exit codes that are expected.

    Returns:
        The standard output.

    Raises:
        SweepError: The command failed; the message is that of the program.
    """
    try:
        result = subprocess.run(
            [place.program, *arguments],
            cwd=place.folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except OSError as error:
        raise SweepError(f"program: '{place.program}' cannot be run: {reason(error)}") from error
    if result.returncode not in codes:
        message = result.stderr.decode(errors="replace").strip().removeprefix("carom: ")
        raise SweepError(message or f"{' '.join(arguments)}: exit code {result.returncode}")
    return result.stdout.decode(errors="replace")


def games(place: Place) -> list[Game]:
    """List the games of the program.

    Args:
        place: Where the program is.

    Returns:
        The games in the order of the program.

    Raises:
        SweepError: The program does not list them.
    """
    text = ask(place, ["games", "--json"])
    try:
        return [
            Game(str(game["name"]), [str(level["name"]) for level in game["levels"]])
            for game in json.loads(text)
        ]
    except (ValueError, KeyError, TypeError) as error:
        raise SweepError(
            f"program: '{place.program}' does not list its games as JSON; a program with the "
            "commands of carom is accepted"
        ) from error


def reason(error: OSError) -> str:
    """Return the reason of an error without the number of the system."""
    return error.strerror or str(error)
