"""The policy: from an observation to a tilt of the board."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from carom.examples.learn.environment import SIZE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Policy:
    """A linear policy: each axis of the tilt is a weighted sum of the observed numbers.

    It is computed with ``+ * /`` and a square root of Python's numbers in one order, so the same
    weights and observations give the same tilt, bit for bit, on every machine.

    Attributes:
        weights: The weights for the tilt to the right, then those for the tilt away.
    """

    weights: tuple[float, ...] = (0.0,) * (2 * SIZE)

    def act(self, observation: Sequence[float]) -> tuple[float, float]:
        """Return the tilt to the right and away.

        Args:
            observation: The observed numbers.

        Returns:
            A tilt of at most 1.
        """
        right = away = 0.0
        for index, number in enumerate(observation):
            right += self.weights[index] * number
            away += self.weights[SIZE + index] * number
        length = math.sqrt(right * right + away * away)
        return (right, away) if length <= 1 else (right / length, away / length)

    @property
    def array(self) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
        """The weights, float64 (2, numbers) in the order of little-endian machines."""
        return np.array(self.weights, "<f8").reshape(2, SIZE)

    def save(self, path: Path) -> None:
        """Write the policy as a file of NumPy.

        Args:
            path: The file, ``.npz``, with the array ``weights``.
        """
        np.savez(path, weights=self.array)

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Read a file of :meth:`save`.

        Args:
            path: The file.

        Returns:
            The policy.
        """
        with np.load(path, allow_pickle=False) as file:
            return cls(tuple(file["weights"].ravel().tolist()))
