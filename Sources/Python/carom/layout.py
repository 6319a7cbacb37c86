"""The layout of actions and observations."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """A number of an action or of an observation.

    Attributes:
        name: The name, such as ``ball.physics.velocity.y``.
        summary: A sentence without a period.
        unit: The unit, such as ``m/s``; empty for none.
        minimum: The least value.
        maximum: The greatest value.
        is_press: Whether it is a key or a button, pressed above 0.5.
    """

    name: str
    summary: str
    unit: str
    minimum: float
    maximum: float
    is_press: bool = False


@dataclass(frozen=True)
class Layout:
    """The numbers of a task.

    Attributes:
        actions: The numbers of an action, in order.
        observations: The numbers of an observation, in order.
        frame_skip: The number of ticks of a step.
        maximum_ticks: The length of an episode in ticks; 0 is no limit.
    """

    actions: tuple[Number, ...]
    observations: tuple[Number, ...]
    frame_skip: int
    maximum_ticks: int

    @classmethod
    def read(cls, text: str) -> Layout:
        """Read the JSON of ``carom_layout``.

        Args:
            text: The text.

        Returns:
            The layout.
        """
        read = json.loads(text)

        def numbers(key: str) -> tuple[Number, ...]:
            return tuple(
                Number(
                    one["name"], one["summary"], one["unit"], one["minimum"], one["maximum"],
                    one.get("isPress", False),
                )
                for one in read[key]
            )  # fmt: skip

        return cls(
            numbers("actions"), numbers("observations"), read["frameSkip"], read["maximumTicks"]
        )
