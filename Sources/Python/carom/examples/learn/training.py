"""The loop of training: candidates are played by workers, and the best policy is kept."""

from __future__ import annotations

import hashlib
import multiprocessing
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carom.examples.learn.environment import CourseEnv, make_environment
from carom.examples.learn.evolution import EvolutionStrategy
from carom.examples.learn.policy import Policy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SEED = 1
"""The seed of episodes; the first level has no chance in it."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of an episode.

    Attributes:
        value: The return: the sum of rewards.
        progress: The progress along the course, in meters.
        is_finished: Whether the marble came to the goal.
        run_ticks: The duration of the run, in ticks.
    """

    value: float
    progress: float
    is_finished: bool
    run_ticks: int


@dataclass(frozen=True)
class Generation:
    """A row of the table of returns.

    Attributes:
        number: The number of steps that the policy has made.
        outcome: The outcome of the policy.
        mean: The mean return of the perturbed policies.
        best: Their best return.
        finished: How many of them came to the goal.
        episodes: The number of episodes up to here.
    """

    number: int
    outcome: Outcome
    mean: float
    best: float
    finished: int
    episodes: int


@dataclass(frozen=True)
class Trained:
    """The result.

    Attributes:
        policy: The policy with the highest return, the earliest of equal ones.
        outcome: Its outcome.
        generations: The table of returns.
        ticks: The number of ticks that were simulated.
    """

    policy: Policy
    outcome: Outcome
    generations: tuple[Generation, ...]
    ticks: int

    @property
    def digest(self) -> str:
        """The SHA-256 of the weights, in hexadecimal."""
        return hashlib.sha256(self.policy.array.tobytes()).hexdigest()


def play(env: CourseEnv, policy: Policy) -> Outcome:
    """Play an episode.

    Args:
        env: The environment.
        policy: The policy.

    Returns:
        The outcome.
    """
    observation, _ = env.reset(seed=SEED)
    value = 0.0
    while True:
        action = policy.act(observation.tolist())
        observation, reward, terminated, truncated, _ = env.step(action)
        value += reward
        if terminated or truncated:
            ticks = int(env.game.session.get("game", "runTicks"))
            return Outcome(value, env.progress, env.is_finished, ticks)


def train(
    *,
    seed: int = 1,
    generations: int = 50,
    workers: int = 1,
    pairs: int = 12,
    sigma: float = 0.1,
    rate: float = 0.5,
    report: Callable[[Generation], None] = lambda _: None,
) -> Trained:
    """Train a policy; the result is the same, bit for bit, for any number of workers.

    Args:
        seed: The seed of the perturbations.
        generations: The number of steps.
        workers: The number of processes that play.
        pairs: The number of pairs of perturbations of a generation.
        sigma: The size of the perturbations.
        rate: The size of the steps.
        report: Is called with each generation.

    Returns:
        The best policy and the table of returns.
    """
    env = make_environment()
    strategy = EvolutionStrategy(
        Policy().weights, seed=seed, pairs=pairs, sigma=sigma, rate=rate
    )  # fmt: skip
    table: list[Generation] = []
    best: tuple[Outcome, Policy] | None = None
    episodes = ticks = 0
    with _players(env, workers) as play_all:
        for number in range(generations + 1):
            policy = Policy(tuple(strategy.parameters.tolist()))
            candidates = [Policy(one) for one in strategy.ask()]
            outcome, *others = play_all([policy, *candidates])
            returns = [one.value for one in others]
            strategy.tell(returns)
            episodes += 1 + len(others)
            ticks += sum(one.run_ticks for one in [outcome, *others])
            finished = sum(one.is_finished for one in others)
            row = Generation(
                number, outcome, sum(returns) / len(returns), max(returns), finished, episodes
            )
            table.append(row)
            report(row)
            if best is None or outcome.value > best[0].value:
                best = outcome, policy
    env.close()
    assert best is not None  # noqa: S101
    return Trained(best[1], best[0], tuple(table), ticks)


@contextmanager
def _players(env: CourseEnv, workers: int) -> Iterator[Callable[[Sequence[Policy]], list[Outcome]]]:
    """Yield a function that plays policies, each in an episode of its own, in their order."""
    if workers == 1:
        yield lambda policies: [play(env, policy) for policy in policies]
        return
    # A process that was forked would have the locks of threads that it does not have.
    with multiprocessing.get_context("spawn").Pool(workers, _open) as pool:
        yield lambda policies: pool.map(_play, policies, chunksize=4)


_environments: list[CourseEnv] = []


def _open() -> None:
    """Make the environment of a worker."""
    _environments.append(make_environment())


def _play(policy: Policy) -> Outcome:
    return play(_environments[0], policy)
