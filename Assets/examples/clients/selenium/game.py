"""What the page objects of both games have in common."""

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.options import ArgOptions


class GameOptions(ArgOptions):
    """The options of a session; a game is not a browser."""

    default_capabilities = {}

    def __init__(self, scene, **options):
        super().__init__()
        self.set_capability("game:options", {"scene": scene, **options})


class Game:
    """A game, as a player sees it."""

    scene = ""

    def __init__(self, url, **options):
        self.driver = webdriver.Remote(url, options=GameOptions(self.scene, **options))
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

    def position(self, selector):
        """The position of a node in its parent, in meters."""
        return vector(self.run("get", selector=selector, attribute="position"))

    def elements(self, selector):
        """The attributes of the elements that a selector finds."""
        found = self.run("find", selector=selector, attributes=True)
        return [element["attributes"] for element in found]

    def quit(self):
        self.driver.quit()


def vector(text):
    return [float(part) for part in text.split()]
