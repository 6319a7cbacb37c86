"""Page objects of Brick Breaker for Selenium."""

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.options import ArgOptions


class GameOptions(ArgOptions):
    """The options of a session; a game is not a browser."""

    default_capabilities = {}

    def __init__(self, scene, **options):
        super().__init__()
        self.set_capability("game:options", {"scene": scene, **options})


class BrickBreaker:
    """The game, as a player sees it."""

    def __init__(self, url, **options):
        self.driver = webdriver.Remote(url, options=GameOptions("brick-breaker", **options))
        self.ball = self.driver.find_element(By.ID, "ball")
        self.paddle = self.driver.find_element(By.ID, "paddle")
        self.rules = self.driver.find_element(By.TAG_NAME, "game")
        self.seen = (0.0, 0.0)

    def run(self, command, **parameters):
        """Runs a command of the engine."""
        return self.driver.execute_script(f"game: {command}", parameters)

    @property
    def phase(self):
        return self.rules.get_dom_attribute("phase")

    @property
    def score(self):
        return int(self.rules.get_dom_attribute("score"))

    @property
    def lives(self):
        return int(self.rules.get_dom_attribute("lives"))

    def serve(self):
        self.run("act", action="serve", ticks=2)

    def landing(self):
        """Where the ball will cross the line of the paddle, after it rebounds from the walls."""
        x, _, z = (float(part) for part in self.ball.get_dom_attribute("position").split())
        (last_x, last_z), self.seen = self.seen, (x, z)
        if z <= last_z:
            return x / 2
        x += (x - last_x) / (z - last_z) * (7.5 - z)
        while abs(x) > 5.45:
            x = (10.9 if x > 0 else -10.9) - x
        return x

    def meet_ball(self, aim=0.0, ticks=4):
        """Moves the paddle for some ticks to where the ball will arrive.

        `aim` is how far from the center of the paddle it should meet it, in meters, which decides
        where the ball flies.
        """
        distance = self.landing() - aim - float(self.paddle.get_dom_attribute("position.x"))
        if abs(distance) < 0.25:
            return self.run("step", ticks=ticks)["tick"]
        return self.run("act", action="right" if distance > 0 else "left", ticks=ticks)["tick"]

    def quit(self):
        self.driver.quit()
