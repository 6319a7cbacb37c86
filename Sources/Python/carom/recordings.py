"""Recordings: replaying and verifying them."""

from __future__ import annotations

import ctypes
from ctypes import c_uint64
from os import PathLike
from pathlib import Path

from carom.errors import ArgumentError, DifferenceError
from carom.library import library


def replay(recording: str | PathLike[str]) -> int:
    """Replay a recording in a session of its own and compare all of its hashes.

    Args:
        recording: The text of a recording, or the path of a ``.replay.jsonl`` file.

    Returns:
        The number of ticks, all of which were equal.

    Raises:
        DifferenceError: A hash differs; ``ticks`` has the number of ticks that were equal.
        ArgumentError: The recording is malformed.
        RefusedError: The recording does not fit its scene.
        OSError: The file cannot be read.
    """
    if not isinstance(recording, str | PathLike) or not str(recording):
        raise ArgumentError(
            f"recording: is {recording!r}; the text or the path of a recording is accepted"
        )
    if isinstance(recording, str) and recording.lstrip().startswith("{"):
        text = recording.encode()
    else:
        text = Path(recording).read_bytes()
    lib = library()
    ticks = c_uint64()
    try:
        lib.check(lib.carom_verify(text, len(text), ctypes.byref(ticks)))
    except DifferenceError as problem:
        problem.ticks = ticks.value
        raise
    return ticks.value
