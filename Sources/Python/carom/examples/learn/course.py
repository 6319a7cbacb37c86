"""The course of a level: the path over its stones from pearl to pearl and to the goal."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from carom.session import Session

Point = tuple[float, float]
"""X and Z, in meters."""

STONES = "//node[physics[@categoryBitMask=2]]"
"""The selector of the stones, which are bodies of the category 2 in all levels."""


@dataclass(frozen=True)
class Stone:
    """A stone, seen from above.

    Attributes:
        center: The center, in meters.
        half: Half of its size along X and Z, in meters.
    """

    center: Point
    half: Point

    def touches(self, other: Stone) -> bool:
        """Return whether another stone continues this one along an edge."""
        gap_x, gap_z = (
            abs(self.center[axis] - other.center[axis]) - self.half[axis] - other.half[axis]
            for axis in (0, 1)
        )
        return (gap_x < 0.1 and gap_z < -0.33) or (gap_z < 0.1 and gap_x < -0.33)

    def distance(self, point: Point) -> float:
        """Return the distance from the stone to a point, in meters; 0 above it."""
        x, z = (max(0.0, abs(point[axis] - self.center[axis]) - self.half[axis]) for axis in (0, 1))
        return math.sqrt(x * x + z * z)


@dataclass(frozen=True)
class Course:
    """The path over the stones.

    Attributes:
        stones: The stones of the level.
        points: The points of the path, about a meter from one to the next.
        pearls: For each point, the number of pearls of a player who has come to it.
    """

    stones: tuple[Stone, ...]
    points: tuple[Point, ...]
    pearls: tuple[int, ...]

    @classmethod
    def read(cls, session: Session) -> Course:
        """Find the course of a level of level stones by what a player sees of it.

        The next pearl is the one that is the fewest stones away, and the goal is the last target.

        Args:
            session: The session, before or at the start of a run.

        Returns:
            The course.
        """
        nodes = session.find(STONES)
        boxes = session.find(f"{STONES}/geometry/box")
        stones = tuple(
            Stone(
                _point(node.attributes["worldPosition"]),
                (float(box.attributes["width"]) / 2, float(box.attributes["length"]) / 2),
            )
            for node, box in zip(nodes, boxes, strict=True)
        )

        def below(selector: str) -> list[int]:
            points = [_point(one.attributes["worldPosition"]) for one in session.find(selector)]
            return [
                min(range(len(stones)), key=lambda index: stones[index].distance(point))
                for point in points
            ]

        here = below("ball")[0]
        left = below("//node[@role='pearl']")
        points, pearls = [stones[here].center], [0]
        count = 0
        while True:
            before = _search(stones, here)
            target = min(left, key=lambda index: len(_path(before, index))) if left else None
            path = _path(before, below("//node[@role='goal']")[0] if target is None else target)
            for stone in path[1:]:
                added = _line(points[-1], stones[stone].center)
                points += added
                pearls += [count] * len(added)
            if target is None:
                return cls(stones, tuple(points), tuple(pearls))
            left.remove(target)
            count += 1
            pearls[-1] = count
            here = target


def _point(text: str) -> Point:
    x, _, z = (float(number) for number in text.split())
    return x, z


def _search(stones: Sequence[Stone], start: int) -> dict[int, int]:
    """Return for each stone the one before it on the shortest path; breadth first."""
    before = {start: start}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for index, stone in enumerate(stones):
            if index not in before and stone.touches(stones[here]):
                before[index] = here
                queue.append(index)
    return before


def _path(before: dict[int, int], end: int) -> list[int]:
    path = [end]
    while before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return path[::-1]


def _line(start: Point, end: Point) -> list[Point]:
    """Return points on a line, without its start, about a meter from one to the next."""
    x, z = end[0] - start[0], end[1] - start[1]
    count = max(1, round(math.sqrt(x * x + z * z)))
    return [
        (start[0] + x * index / count, start[1] + z * index / count)
        for index in range(1, count + 1)
    ]
