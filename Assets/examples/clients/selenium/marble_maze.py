"""Marble Maze: a page object, and a player who rolls the marble to all pearls and the goal."""

import collections
import math

from game import Game, vector

# The highest speed on a straight way and at a corner, in m/s, and the deceleration, in m/s².
TOP_SPEED, CORNER_SPEED, BRAKE = 3.2, 0.7, 2.9


class MarbleMaze(Game):
    """The game, as a player sees it: a board of stones, and a marble that tilting rolls."""

    scene = "marble-maze"

    def win(self, ticks=20_000):
        """Plays until the goal is reached, which all pearls open; returns the status."""
        maze = Maze(self.stones())
        pearls = {pearl["name"] for pearl in self.elements("//node[@role='pearl']")}
        way, goal, last = [], None, None
        self.run("step", ticks=90)
        while True:
            status = self.run("status")
            left = {
                pearl["name"]: vector(pearl["worldPosition"])
                for pearl in self.elements("//node[@role='pearl'][@isHidden='false']")
                if pearl["name"] in pearls
            }
            pearls = set(left)
            if status["phase"] == "finished" or status["tick"] > ticks:
                return status
            if not left:
                left = {
                    place["name"]: vector(place["worldPosition"])
                    for place in self.elements("//node[@role='goal'][@isHidden='false']")
                }
            if status["phase"] != "playing":
                self.run("press", key="space", ticks=2)
                way, last = [], None
                continue
            marble = vector(self.run("get", selector="ball", attribute="worldPosition"))
            velocity = speed_since(last, marble, status["seconds"])
            last = (marble, status["seconds"])
            if goal not in left or not way:
                goal, way = maze.way_to_nearest(marble, left)
            while len(way) > 1 and math.dist(way[0], (marble[0], marble[2])) < 0.25:
                way.pop(0)
            self.run("tilt", direction=tilt((marble[0], marble[2]), velocity, way), ticks=3)

    def stones(self):
        """The boxes of the board: center of the top, half width and half length."""
        places = self.elements("//node[starts-with(@name,'stone')][geometry/box]")
        boxes = self.elements("//node[starts-with(@name,'stone')]/geometry/box")
        return [
            Stone(*vector(place["worldPosition"]), box) for place, box in zip(places, boxes)
        ]


class Stone:
    """A box of the board, seen from above."""

    def __init__(self, x, y, z, box):
        self.center = (x, z)
        self.top = y + float(box["height"]) / 2
        self.half = (float(box["width"]) / 2, float(box["length"]) / 2)

    def distance(self, x, z):
        return math.hypot(*(max(0, abs(a - b) - h) for a, b, h in zip((x, z), self.center, self.half)))

    def touches(self, other):
        """Whether a marble can roll from one stone to the other."""
        if self is other or abs(self.top - other.top) > 0.1:
            return False
        x, z = (
            h + k - abs(a - b)
            for a, b, h, k in zip(self.center, other.center, self.half, other.half)
        )
        return (x > -0.1 and z > 0.33) or (z > -0.1 and x > 0.33)


class Maze:
    """The stones and which of them touch."""

    def __init__(self, stones):
        self.stones = stones
        self.near = {stone: [s for s in stones if stone.touches(s)] for stone in stones}

    def stone(self, x, z):
        return min(self.stones, key=lambda stone: stone.distance(x, z))

    def way_to_nearest(self, marble, places):
        """The name of the place that is reached over the fewest stones, and the points of the way."""
        start = self.stone(marble[0], marble[2])
        before, queue = {start: None}, collections.deque([start])
        while queue:
            stone = queue.popleft()
            for name, (x, _, z) in places.items():
                if self.stone(x, z) is stone:
                    way = [(x, z)]
                    while stone is not start:
                        way.insert(0, stone.center)
                        stone = before[stone]
                    return name, way
            for other in self.near[stone]:
                if other not in before:
                    before[other] = stone
                    queue.append(other)
        return None, [start.center]


def speed_since(last, marble, seconds):
    """The velocity of the marble on the board, in m/s."""
    if last is None or seconds <= last[1]:
        return 0.0, 0.0
    return tuple((marble[axis] - last[0][axis]) / (seconds - last[1]) for axis in (0, 2))


def tilt(marble, velocity, way):
    """The tilt that rolls the marble along a way, slowly around corners."""
    x, z = way[0][0] - marble[0], way[0][1] - marble[1]
    distance = math.hypot(x, z) or 1e-6
    x, z = x / distance, z / distance
    leaving = 0.0
    if len(way) > 1:
        next_x, next_z = way[1][0] - way[0][0], way[1][1] - way[0][1]
        is_straight = (x * next_x + z * next_z) / (math.hypot(next_x, next_z) or 1e-6) > 0.9
        leaving = TOP_SPEED if is_straight else CORNER_SPEED
    speed = min(TOP_SPEED, math.sqrt(leaving**2 + 2 * BRAKE * distance))
    right, up = (x * speed - velocity[0]) * 0.6, -(z * speed - velocity[1]) * 0.6
    length = max(1, math.hypot(right, up))
    return [round(right / length, 3), round(up / length, 3)]
