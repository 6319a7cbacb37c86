"""The exceptions: their texts say where, what is wrong, and what is accepted."""

from __future__ import annotations


class CaromError(Exception):
    """The base of all exceptions of this package."""


class ArgumentError(CaromError, ValueError):
    """An argument is missing, not finite, out of range or malformed."""


class SessionClosedError(CaromError, ValueError):
    """The session was closed."""


class SessionBusyError(CaromError, RuntimeError):
    """Another thread uses the session, or it was given twice."""


class NotLoadedError(CaromError, OSError):
    """A game, a level, a file or the library is missing or has errors."""


class RefusedError(CaromError, ValueError):
    """A snapshot, recording, task or property does not fit the session."""


class DifferenceError(CaromError, AssertionError):
    """A recording was replayed, and its hashes differ.

    Attributes:
        ticks: The number of ticks that were equal.
    """

    ticks: int = 0


_BY_STATUS: dict[int, type[CaromError]] = {
    1: ArgumentError,
    2: SessionClosedError,
    3: SessionBusyError,
    4: ArgumentError,
    5: NotLoadedError,
    6: RefusedError,
    7: DifferenceError,
}


def error(status: int, message: str) -> CaromError:
    """Return the exception of a status.

    Args:
        status: A ``carom_status`` other than 0.
        message: The text of ``carom_error()``.

    Returns:
        An exception of the class of the status.
    """
    kind = _BY_STATUS.get(status, CaromError)
    if kind is SessionClosedError:
        # The message names a number that only functions of C know.
        message = "session: is closed; an open one is accepted"
    return kind(message)
