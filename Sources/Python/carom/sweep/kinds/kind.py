"""What a command of ``carom`` needs to be swept."""

from __future__ import annotations

import argparse
import json
import re
import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from carom.sweep.chunks import Answer, Chunk, JsonObject, Result
from carom.sweep.journal import Entry
from carom.sweep.process import Place


class UnusableError(Exception):
    """An answer is not that of a process which ran to its end; the chunk is run again."""


@dataclass(frozen=True)
class Report:
    """What the results of a sweep mean.

    Attributes:
        lines: The table.
        summary: The same for programs.
        is_failure: Whether something was found or failed.
    """

    lines: list[str]
    summary: JsonObject
    is_failure: bool


class Kind(ABC):
    """A command of ``carom`` that a sweep runs.

    Attributes:
        name: The name of the command.
        summary: What the sweep does, in one line.
        description: What it does, in the help.
        example: A command line.
    """

    name: str
    summary: str
    description: str
    example: str

    @abstractmethod
    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of the command.

        Args:
            parser: The parser of the command.
        """

    def inputs(self, options: argparse.Namespace) -> list[str]:
        """List files and folders that the processes read, besides Scenes and Assets.

        Args:
            options: The options of the command line.

        Returns:
            The paths, as on the command line.
        """
        del options
        return []

    @abstractmethod
    def plan(self, options: argparse.Namespace, place: Place) -> list[Chunk]:
        """Cut the work into chunks, which depend on the options and the program alone.

        Args:
            options: The options of the command line.
            place: Where the program is on this machine.

        Returns:
            The chunks.

        Raises:
            SweepError: An option names something that is not there.
        """

    @abstractmethod
    def result(self, chunk: Chunk, answer: Answer) -> Result:
        """Read the answer of a chunk whose process ended with 0 or 1.

        Args:
            chunk: The chunk.
            answer: What the process left.

        Returns:
            The result.

        Raises:
            UnusableError: The process did not run to its end.
        """

    def lines(self, values: JsonObject) -> list[JsonObject]:
        """Return the lines of a result in the file of results.

        Args:
            values: The result of a chunk.

        Returns:
            One object for each line.
        """
        return [values]

    @abstractmethod
    def report(self, options: argparse.Namespace, entries: Sequence[Entry]) -> Report:
        """Sum up.

        Args:
            options: The options of the command line.
            entries: The finished chunks in their order, without those that crashed.

        Returns:
            The table, the summary and whether something was found or failed.
        """


def objects(answer: Answer) -> list[JsonObject]:
    """Read the JSON objects that a process printed, one a line.

    Args:
        answer: What the process left.

    Returns:
        The objects, at least one.

    Raises:
        UnusableError: The output is something else, or says that the process was interrupted.
    """
    try:
        found = [json.loads(line) for line in answer.output.splitlines()]
    except ValueError as error:
        raise UnusableError(f"its output is not JSON: {answer.output[:100]!r}") from error
    if not found or not all(isinstance(values, dict) for values in found):
        raise UnusableError(answer.errors.strip() or "it printed no results")
    if any(values.pop("isInterrupted", False) for values in found):
        raise UnusableError("it was interrupted")
    return found


def count(values: JsonObject, key: str) -> int:
    """Return a number of a result.

    Args:
        values: The result.
        key: The key.

    Returns:
        The number; 0 if it is not there.
    """
    value = values.get(key)
    return value if isinstance(value, int) else 0


def groups(entries: Sequence[Entry], *keys: str) -> list[tuple[tuple[str, ...], list[JsonObject]]]:
    """Group results by keys.

    Args:
        entries: The finished chunks in their order.
        *keys: The keys.

    Returns:
        The values of the keys, as texts, with the results, in the order of the first of each.
    """
    found: dict[tuple[str, ...], list[JsonObject]] = {}
    for entry in entries:
        names = tuple(str(entry.values.get(key, "")) for key in keys)
        found.setdefault(names, []).append(entry.values)
    return list(found.items())


def file_name(chunk: Chunk) -> str:
    """Return the beginning of the names of files about a chunk.

    Args:
        chunk: The chunk.

    Returns:
        A name that is valid on any file system, without its ending, and unique in the sweep.
    """
    text = "-".join(
        f"{key}{value}" if key in ("seed", "round") else str(value)
        for key, value in chunk.label.items()
    )
    safe = re.sub(r"[^A-Za-z0-9_-]+", "-", text)[-150:]
    return safe if safe == text else f"{safe}-{zlib.crc32(text.encode(errors='replace')):08x}"
