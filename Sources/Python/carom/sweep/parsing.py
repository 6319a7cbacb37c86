"""Command lines with errors of one line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser that accepts whole option names only, and reports an error in one line."""

    def __init__(self, **options: object) -> None:
        """Create a parser.

        Args:
            **options: The options of ``argparse.ArgumentParser``.
        """
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **options)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Print an error and exit with 2.

        Args:
            message: The location and the problem.
        """
        program = " ".join(self.prog.removeprefix("python -m ").split()[:2])
        text = message.removeprefix("argument ")
        sys.stderr.write(f"{program}: {text}\n  see {self.prog} --help\n")
        raise SystemExit(2)


def whole_number(first: int, last: int) -> Callable[[str], int]:
    """Return a function that reads a number.

    Args:
        first: The least number that is accepted.
        last: The greatest number that is accepted.

    Returns:
        A function for the ``type`` of an argument.
    """

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= 20 and first <= int(text) <= last:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"'{text}' is not accepted; a whole number from {first} to {last} is"
        )

    return read


def seconds(text: str) -> float:
    """Read a time.

    Args:
        text: The text of an argument.

    Returns:
        The time in seconds, from 0.001 to 3,600.

    Raises:
        argparse.ArgumentTypeError: The text is something else.
    """
    try:
        value = float(text)
    except ValueError:
        value = 0
    if 0.001 <= value <= 3600:
        return value
    raise argparse.ArgumentTypeError(f"'{text}' is not accepted; 0.001 to 3600 seconds are")


def number(first: float, last: float) -> Callable[[str], float]:
    """Return a function that reads a number with a fraction.

    Args:
        first: The least number that is accepted.
        last: The greatest number that is accepted.

    Returns:
        A function for the ``type`` of an argument.
    """

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if first <= value <= last:
            return value
        raise argparse.ArgumentTypeError(
            f"'{text}' is not accepted; a number from {first:g} to {last:g} is"
        )

    return read
