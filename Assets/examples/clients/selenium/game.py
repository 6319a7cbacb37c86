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

    def follow_ball(self, aim=0.0, ticks=4):
        """Moves the paddle towards the ball for some ticks.

        `aim` is the part of the paddle that meets it, -1 to 1, which decides where the ball flies.
        """
        distance = (float(self.ball.get_dom_attribute("position.x")) - aim
                    - float(self.paddle.get_dom_attribute("position.x")))
        if abs(distance) < 0.3:
            return self.run("step", ticks=ticks)["tick"]
        return self.run("act", action="right" if distance > 0 else "left", ticks=ticks)["tick"]

    def quit(self):
        self.driver.quit()
