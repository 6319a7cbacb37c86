"""An evolution strategy, with results that are equal bit for bit on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class EvolutionStrategy:
    """Improves numbers by the returns of perturbed copies of them.

    It is that of Salimans et al., *Evolution Strategies as a Scalable Alternative to Reinforcement
    Learning* (2017): pairs of opposite perturbations, returns replaced by their centered ranks,
    steps with momentum, and weight decay. The perturbations are +1 and -1, as in Spall's
    *Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation*
    (1992), instead of normal numbers.

    Nothing depends on the machine: signs are raw bits of PCG64, which NumPy keeps stable, and the
    rest is element by element with ``+ - * /``, without BLAS, logarithms or sums whose order NumPy
    chooses.

    Attributes:
        parameters: The numbers, float64.
    """

    def __init__(
        self,
        parameters: Sequence[float],
        *,
        seed: int,
        pairs: int,
        sigma: float,
        rate: float,
        decay: float = 0.005,
    ) -> None:
        """Begin.

        Args:
            parameters: The numbers to begin with.
            seed: The seed of the perturbations.
            pairs: The number of pairs of perturbations of a generation.
            sigma: The size of the perturbations.
            rate: The size of the steps.
            decay: The share of the numbers that is lost in each step.
        """
        self.parameters = np.array(parameters, np.float64)
        self._bits = np.random.PCG64(np.random.SeedSequence(seed))
        self._pairs = pairs
        self._sigma = sigma
        self._rate = rate
        self._signs: NDArray[np.float64] = np.zeros((0, self.parameters.size))
        self._decay = decay
        self._velocity = np.zeros_like(self.parameters)

    def ask(self) -> list[tuple[float, ...]]:
        """Draw perturbations.

        Returns:
            The perturbed numbers, whose returns :meth:`tell` needs: + and - of each pair.
        """
        size = self.parameters.size
        words = self._bits.random_raw(self._pairs * ((size + 63) // 64))
        octets = words.astype("<u8").view(np.uint8).reshape(self._pairs, -1)
        bits = np.unpackbits(octets, axis=1, bitorder="little")[:, :size]
        self._signs = 2 * bits.astype(np.float64) - 1
        candidates: list[tuple[float, ...]] = []
        for signs in self._signs:
            for sigma in (self._sigma, -self._sigma):
                candidates.append(tuple((self.parameters + sigma * signs).tolist()))
        return candidates

    def tell(self, returns: Sequence[float]) -> None:
        """Make a step.

        Args:
            returns: The returns of the numbers of :meth:`ask`, in their order.
        """
        ranks = centered_ranks(returns)
        gradient = np.zeros_like(self.parameters)
        for index, signs in enumerate(self._signs):
            gradient += (ranks[2 * index] - ranks[2 * index + 1]) * signs
        gradient /= self._pairs
        self._velocity = 0.9 * self._velocity + 0.1 * gradient
        # Numbers without influence on the returns go back to zero instead of wandering off.
        self.parameters = (1 - self._decay) * self.parameters + self._rate * self._velocity


def centered_ranks(returns: Sequence[float]) -> NDArray[np.float64]:
    """Return the ranks of numbers, from -1/2 for the least to 1/2; equal numbers share theirs.

    Args:
        returns: Two numbers or more.

    Returns:
        The ranks, in the order of the numbers.
    """
    order = np.argsort(returns, kind="stable")
    ranks = np.empty(len(returns), np.float64)
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and returns[order[end]] == returns[order[start]]:
            end += 1
        ranks[order[start:end]] = (start + end - 1) / 2 / (len(order) - 1) - 0.5
        start = end
    return ranks
