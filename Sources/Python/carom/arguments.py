"""Checks of arguments before they are passed to the library."""

from __future__ import annotations

import json
import operator
import os
from typing import Any, Final

from carom.errors import ArgumentError

MOST_SEED: Final = (1 << 64) - 1
"""The greatest seed."""
MOST_SIDE: Final = 4_096
"""The greatest width or height of a picture in pixels."""
MOST_SESSIONS: Final = 65_536
"""The greatest number of sessions that are stepped together."""
MOST_THREADS: Final = 256
"""The greatest number of threads."""


def whole(number: Any, name: str, least: int, most: int) -> int:
    """Return a whole number that is within limits.

    Args:
        number: The number; integers of NumPy are accepted.
        name: The name of the argument.
        least: The least accepted number.
        most: The greatest accepted number.

    Returns:
        The number.

    Raises:
        ArgumentError: It is not a whole number, or out of range.
    """
    try:
        index = operator.index(number)
    except TypeError:
        raise ArgumentError(
            f"{name}: is {number!r}; a whole number {least} to {most} is accepted"
        ) from None
    if not least <= index <= most:
        raise ArgumentError(f"{name}: is {index}; {least} to {most} are accepted")
    return index


def text(value: Any, name: str) -> bytes:
    """Return text as UTF-8, without a NUL character, at which the library would cut it.

    Args:
        value: The text, or a path.
        name: The name of the argument.

    Returns:
        The bytes.

    Raises:
        ArgumentError: It is not text, or has characters that are not accepted.
    """
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise ArgumentError(f"{name}: is of type {type(value).__name__}; text is accepted")
    if "\0" in value:
        raise ArgumentError(f"{name}: {value!r} has a NUL character; text without it is accepted")
    try:
        return value.encode()
    except UnicodeEncodeError as problem:
        raise ArgumentError(
            f"{name}: {value!r} is not UTF-8; Unicode text is accepted"
        ) from problem


def memory(value: Any, name: str) -> bytes:
    """Return the bytes of an object.

    Args:
        value: ``bytes``, ``bytearray`` or ``memoryview``.
        name: The name of the argument.

    Returns:
        The bytes.

    Raises:
        ArgumentError: It is of another type.
    """
    if isinstance(value, bytes):
        return value
    if isinstance(value, bytearray | memoryview):
        return bytes(value)
    raise ArgumentError(f"{name}: is of type {type(value).__name__}; bytes are accepted")


def as_json(value: Any, name: str) -> bytes:
    """Return a value as JSON.

    Args:
        value: Numbers, texts, lists and dictionaries.
        name: The name of the argument.

    Returns:
        The JSON text as UTF-8.

    Raises:
        ArgumentError: It has a value of another type.
    """
    try:
        return json.dumps(value).encode()
    except (TypeError, ValueError, RecursionError) as problem:
        raise ArgumentError(
            f"{name}: {problem}; numbers, texts, lists and dictionaries are accepted"
        ) from problem


def size(value: Any, name: str) -> tuple[int, int]:
    """Return the width and height of a picture.

    Args:
        value: Two numbers of pixels.
        name: The name of the argument.

    Returns:
        The width and the height.

    Raises:
        ArgumentError: They are not two whole numbers from 1 to 4,096.
    """
    try:
        width, height = map(operator.index, value)
        if 1 <= min(width, height) <= max(width, height) <= MOST_SIDE:
            return width, height
    except (TypeError, ValueError):
        pass
    raise ArgumentError(
        f"{name}: is {value!r}; width and height of 1 to {MOST_SIDE:,} pixels are accepted"
    )
