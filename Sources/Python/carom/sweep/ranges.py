"""Seeds and levels as they are written on the command line: ``1-100,205``."""

from __future__ import annotations

import argparse
import re

MOST_SEEDS = 1_000_000
"""The maximum number of seeds of a sweep."""

GREATEST_SEED = 2**64 - 1
"""The greatest seed of ``carom``."""


def seeds(text: str) -> list[int]:
    """Read seeds.

    Args:
        text: Numbers and ranges, separated by commas: ``7``, ``1-100``, ``1-10,20,30-40``.

    Returns:
        The seeds in ascending order, each once.

    Raises:
        argparse.ArgumentTypeError: The text is something else, or there are too many seeds.
    """
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,20})(?:-([0-9]{1,20}))?\s*", part, re.ASCII)
        if not match:
            raise argparse.ArgumentTypeError(
                f"'{part}' is not a seed; numbers and ranges such as 1-100,205 are accepted"
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if max(first, last) > GREATEST_SEED:
            raise argparse.ArgumentTypeError(
                f"'{part}' is too large; seeds from 0 to {GREATEST_SEED} are accepted"
            )
        if last < first:
            raise argparse.ArgumentTypeError(
                f"'{part}' ends before it begins; ranges such as 1-100 are accepted"
            )
        if last - first >= MOST_SEEDS or len(found) + last - first >= MOST_SEEDS:
            raise argparse.ArgumentTypeError(
                f"'{text}' has too many seeds; at most {MOST_SEEDS} are accepted"
            )
        found.update(range(first, last + 1))
    return sorted(found)


def chosen_levels(text: str, names: list[str]) -> list[str]:
    """Choose levels of a game.

    Args:
        text: ``all``, or numbers from 1, ranges and names, separated by commas.
        names: The names of the levels of the game, in their order.

    Returns:
        The names of the chosen levels in the order of the game, each once.

    Raises:
        ValueError: A level does not exist; the message names it and what is accepted.
    """
    if text == "all":
        return names
    chosen: set[int] = set()
    for part in (part.strip() for part in text.split(",")):
        match = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", part, re.ASCII)
        if part in names:
            chosen.add(names.index(part))
        elif match and 1 <= int(match[1]) <= int(match[2] or match[1]) <= len(names):
            chosen.update(range(int(match[1]) - 1, int(match[2] or match[1])))
        else:
            if not names:
                raise ValueError(f"'{part}' is not a level; there are none, so all is accepted")
            raise ValueError(
                f"'{part}' is not a level; all, numbers from 1 to {len(names)}, ranges such as 1-3 "
                f"and {', '.join(names)} are accepted"
            )
    return [names[index] for index in sorted(chosen)]
