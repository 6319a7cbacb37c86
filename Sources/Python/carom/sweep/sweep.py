"""Runs the chunks of a sweep until all are finished."""

from __future__ import annotations

import hashlib
import json
import signal as signals
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from carom.sweep.chunks import Answer, Chunk, JsonObject, Result
from carom.sweep.errors import FAILED, WRONG_USE, SweepError
from carom.sweep.kinds.kind import Kind, UnusableError
from carom.sweep.output import Output
from carom.sweep.process import TIMED_OUT
from carom.sweep.progress import Progress

KILLING = {
    code
    for number in (signals.SIGKILL, signals.SIGTERM, signals.SIGINT, signals.SIGHUP)
    for code in (-number, 128 + number)
}
"""The exit codes of processes that were ended from outside, whose chunks are run again."""

CRASHES = 2
"""How often a chunk has to crash until the crash is its result."""


class Workers(Protocol):
    """What runs chunks: processes of this machine, or a cluster."""

    @property
    def description(self) -> str:
        """The workers in reports."""

    def start(self, chunks: Sequence[Chunk]) -> None:
        """Start working on chunks, in their order."""

    def repeat(self, chunk: Chunk) -> None:
        """Run a chunk again."""

    def finished(self, seconds: float) -> Iterator[tuple[Chunk, Answer]]:
        """Wait for answers, at most for a time in seconds."""

    def stop(self) -> None:
        """End what runs, and begin no more."""


class Sweep:
    """A sweep that is under way.

    Attributes:
        kind: The command that is run.
        output: The output folder.
        attempts: How often a chunk is begun until the sweep gives up.
        signal: The signal that interrupted the sweep; None if there was none.
    """

    def __init__(self, kind: Kind, output: Output, attempts: int, *, replaces: bool) -> None:
        """Create a sweep.

        Args:
            kind: The command to run.
            output: The output folder.
            attempts: How often a chunk is begun until the sweep gives up.
            replaces: Whether collected files replace those that are there and differ.
        """
        self.kind = kind
        self.output = output
        self.attempts = attempts
        self.replaces = replaces
        self.signal: int | None = None
        self.begun: Counter[int] = Counter()
        self.crashed: Counter[int] = Counter()

    def run(self, chunks: Sequence[Chunk], workers: Workers, progress: Progress) -> None:
        """Run the chunks that are not finished, until all are or a signal comes.

        Args:
            chunks: The chunks of the sweep.
            workers: What runs them.
            progress: Where the progress is shown.

        Raises:
            SweepError: A chunk cannot be finished.
        """
        left = [chunk for chunk in chunks if chunk.index not in self.output.entries]
        found = sum(failed(entry.values) for entry in self.output.entries.values())
        workers.start(left)
        while len(self.output.entries) < len(chunks) and self.signal is None:
            progress.show(len(self.output.entries), found, workers.description)
            for chunk, answer in workers.finished(0.2):
                result = self.accepted(chunk, answer)
                if result is None:
                    workers.repeat(chunk)
                    continue
                measured: JsonObject = {
                    "seconds": round(answer.seconds, 3),
                    "node": answer.node,
                    "attempts": self.begun[chunk.index],
                }
                self.output.add(chunk, result, measured, replaces=self.replaces)
                found += failed(result.values)

    def accepted(self, chunk: Chunk, answer: Answer) -> Result | None:
        """Read the answer of a chunk.

        Args:
            chunk: The chunk.
            answer: What its process left.

        Returns:
            The result; None to run the chunk again.

        Raises:
            SweepError: The process says that it is used wrongly, has not ended in time, or has
                failed too often.
        """
        self.begun[chunk.index] += 1
        problem = message(answer.errors)
        if answer.code == TIMED_OUT:
            raise SweepError(
                f"{chunk.text}: not finished after {answer.seconds:.0f} s; a longer --timeout, or "
                "none, is accepted",
                FAILED,
            )
        if answer.code == WRONG_USE:
            raise SweepError(f"{chunk.text}: {problem}")
        if answer.code in (0, 1):
            try:
                return self.kind.result(chunk, answer)
            except UnusableError as error:
                problem = str(error)
        elif answer.code < 0 and answer.code not in KILLING:
            self.crashed[chunk.index] += 1
            if self.crashed[chunk.index] >= CRASHES:
                name = signals.Signals(-answer.code).name
                return Result({**chunk.label, "crash": name}, {}, {"errors": answer.errors})
        if self.begun[chunk.index] >= self.attempts:
            raise SweepError(
                f"{chunk.text}: failed {self.attempts} times, with exit code {answer.code} at "
                f"last: {problem or 'no message'}; the finished chunks are kept, and the same "
                "command goes on",
                FAILED,
            )
        return None


def failed(values: JsonObject) -> bool:
    """Tell whether something was found or failed in a chunk, for the progress."""
    return (
        "crash" in values
        or values.get("isFound") is True
        or values.get("isWon") is False
        or values.get("isMade") is False
    )


def message(errors: str) -> str:
    """Return the message of a program without its name and without the usage that follows."""
    return errors.split("\nUsage: ", maxsplit=1)[0].strip().removeprefix("carom: ")


def digest(chunks: Sequence[Chunk]) -> str:
    """Hash the plan of a sweep.

    Args:
        chunks: The chunks.

    Returns:
        The SHA-256 of their labels and arguments, in hexadecimal.
    """
    plan = [[chunk.label, chunk.arguments, chunk.levels] for chunk in chunks]
    return hashlib.sha256(json.dumps(plan).encode()).hexdigest()
