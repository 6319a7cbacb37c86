"""The progress of a sweep on a terminal."""

from __future__ import annotations

import sys
import time


class Progress:
    """A line on the standard error, if that is a terminal; otherwise nothing.

    Attributes:
        total: The number of chunks.
        before: How many of them were finished when this began.
    """

    def __init__(self, total: int, before: int) -> None:
        """Begin.

        Args:
            total: The number of chunks.
            before: How many of them are finished.
        """
        self.total = total
        self.before = before
        self.start = time.monotonic()
        self.shown = 0.0
        # That of the beginning: Ray's messages go to a file later.
        self.stream = sys.stderr
        self.is_terminal = self.stream.isatty()

    def show(self, done: int, found: int, workers: str) -> None:
        """Show the progress, at most ten times a second.

        Args:
            done: The number of chunks that are finished.
            found: The number of chunks in which something was found or failed.
            workers: Who is working.
        """
        now = time.monotonic()
        if not self.is_terminal or now - self.shown < 0.1:
            return
        self.shown = now
        parts = [f"{done} of {self.total} chunks", workers]
        if found:
            parts.insert(1, f"{found} found")
        if done > self.before:
            left = (now - self.start) * (self.total - done) / (done - self.before)
            parts.append(f"{duration(left)} left")
        self.stream.write(f"\r\x1b[K{', '.join(parts)}")
        self.stream.flush()

    def end(self) -> None:
        """Clear the line."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
            self.shown = 0.0

    @property
    def seconds(self) -> float:
        """The wall time since the beginning, in seconds."""
        return time.monotonic() - self.start


def duration(seconds: float) -> str:
    """Write a duration.

    Args:
        seconds: The duration, in seconds.

    Returns:
        A text such as ``2 min 10 s``.
    """
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
