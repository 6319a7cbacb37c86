"""The errors that end a sweep."""

from __future__ import annotations

WRONG_USE = 2
"""The exit code of wrong use."""

FAILED = 1
"""The exit code of a failed check, or of something that was found."""


class SweepError(Exception):
    """An error that ends a sweep: *where: what is wrong; what is accepted*.

    Attributes:
        code: The exit code, ``WRONG_USE`` or ``FAILED``.
    """

    def __init__(self, message: str, code: int = WRONG_USE) -> None:
        """Create an error.

        Args:
            message: The location, the problem and the accepted values.
            code: The exit code.
        """
        super().__init__(message)
        self.code = code
