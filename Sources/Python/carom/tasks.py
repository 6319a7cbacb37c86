"""Tasks: what an agent does, observes and is rewarded for, as dictionaries."""

from __future__ import annotations

from typing import Literal, TypedDict


class _Observed(TypedDict):
    select: str


class Observed(_Observed, total=False):
    """A property of elements, or the value of a selector, that is observed.

    Keys:
        select: The selector: of elements if there is a property, of a number otherwise.
        property: The property, with up to four components: ``worldPosition``.
        count: The number of elements in the order of the tree; missing ones are zeros. Default: 1.
        relativeTo: The node whose value of the same property is subtracted.
        scale: The factor of the numbers. Default: 1.
    """

    property: str
    count: int
    relativeTo: str
    scale: float


class _Reward(TypedDict):
    select: str


class Reward(_Reward, total=False):
    """A term of the reward.

    Keys:
        select: The selector.
        property: The property of the element; it has one number, or a distance is rewarded.
        distanceTo: The node from which the distance counts instead of the value.
        kind: Whether the value after a step counts, or its change in the step (default).
        weight: The factor. Default: 1.
    """

    property: str
    distanceTo: str
    kind: Literal["change", "value"]
    weight: float


class Task(TypedDict, total=False):
    """What an agent does in a session; all keys are optional.

    Keys:
        act: The numbers of an action: ``tilt`` (two), ``pointer`` (two), ``pointer.x``,
            ``pointer.y``, ``pointer.pressed``, the name of an action of the game, ``key.NAME``,
            ``button.NAME``, ``axis.NAME``. Default: all that the game declares.
        observe: The numbers of an observation. Default: those of the game's state, and position and
            velocity of each dynamic body.
        reward: The terms of the reward. Default: the change of the score.
        end: Selectors that end an episode, besides the end of the game.
        frameSkip: The number of ticks of a step, 1 to 1,000. Default: 1.
        maximumTicks: The length of an episode in ticks; 0 (default) is no limit.
        start: The action that is pressed after a reset until the game has begun.
    """

    act: list[str]
    observe: list[Observed]
    reward: list[Reward]
    end: list[str]
    frameSkip: int
    maximumTicks: int
    start: str
