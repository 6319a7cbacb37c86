"""Brick Breaker: a page object, and a player who wins."""

import math

from game import Game, vector

# Half of the width between the walls that the center of the ball can reach, in meters.
REACH = 5.45
# The width of the field that the pointer covers, in meters.
POINTER_WIDTH = 16
# How far from the center of the paddle a hit turns the flight, and by which angle.
EDGE, TURN = 0.98, math.pi / 9


class BrickBreaker(Game):
    """The game, as a player sees it."""

    scene = "brick-breaker"
    line = 0.0

    def serve(self):
        self.run("act", action="serve", ticks=2)

    def meet_ball(self, aim=0.0, ticks=4):
        """Moves the paddle for some ticks towards the ball.

        `aim` is how far from the center of the paddle it should meet it, in meters.
        """
        distance = self.position("ball")[0] - aim - self.position("paddle")[0]
        if abs(distance) < 0.25:
            return self.run("step", ticks=ticks)["tick"]
        return self.run("act", action="right" if distance > 0 else "left", ticks=ticks)["tick"]

    def win(self, ticks=60_000):
        """Plays until the level is cleared or lost; returns the status."""
        self.line = self.position("paddle")[2] - 0.5
        while True:
            status = self.run("status")
            if status["phase"] in ("cleared", "gameOver") or status["tick"] > ticks:
                return status
            if status["phase"] != "playing":
                self.serve()
                continue
            # The ball comes down, the paddle goes to where it arrives, and the ball is gone again.
            self.wait_until_ball("> 1")
            x, z, step_x, step_z = self.flight()
            if step_z > 1e-3 and z < self.line:
                target = self.target(x + step_x * (self.line - z) / step_z, step_x, step_z)
                self.run("touch", phase="moved", position=[0.5 + target / POINTER_WIDTH, 0.8])
            self.wait_until_ball("< 1")

    def wait_until_ball(self, condition):
        """Runs until the ball is on one side of the middle of the field, or play is over."""
        self.run(
            "waitUntil",
            selector=f"//node[@name='ball'][@position.z {condition}] | //game[@phase != 'playing']",
            ticks=3000,
        )

    def flight(self):
        """The position of a ball that flies straight, and its way in two ticks."""
        x, _, z = self.position("ball")
        last = None
        while True:
            self.run("step", ticks=2)
            (before_x, before_z), (x, _, z) = (x, z), self.position("ball")
            step = (x - before_x, z - before_z)
            if last and math.dist(step, last) < 1e-3:
                return x, z, *step
            last = step

    def target(self, arrival, step_x, step_z):
        """Where the paddle meets the ball so that it flies to a brick.

        `arrival` is where the ball would cross the line of the paddle without walls.
        """
        x = reflected(arrival)
        is_turned = int((abs(arrival) + REACH) // (2 * REACH)) % 2 == 1
        out = (-step_x if is_turned else step_x, -step_z)
        bricks = self.elements("//node[@role='brick'][@isHidden='false']")
        places = [vector(brick["worldPosition"]) for brick in bricks]
        for offset, turn in ((0, 0), (EDGE, -TURN), (-EDGE, TURN)):
            sine, cosine = math.sin(turn), math.cos(turn)
            side = out[0] * cosine - out[1] * sine
            up = out[0] * sine + out[1] * cosine
            if up > -0.03 or abs(x + offset) > 4.6:
                continue
            for brick_x, _, brick_z in places:
                if abs(reflected(x - side * (self.line - brick_z) / up) - brick_x) < 0.6:
                    return x + offset
        return x + (-EDGE if x > 0 else EDGE)


def reflected(x):
    """A coordinate beyond a wall, after the ball rebounds from it."""
    while abs(x) > REACH:
        x = math.copysign(2 * REACH, x) - x
    return x
