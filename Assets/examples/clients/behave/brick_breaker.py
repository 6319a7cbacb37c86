"""The page object of Brick Breaker."""

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
    """The game, as a player and a tester see it."""

    def __init__(self, url, **options):
        self.driver = webdriver.Remote(url, options=GameOptions("brick-breaker", **options))

    def run(self, command, **parameters):
        """Runs a command of the engine."""
        return self.driver.execute_script(f"game: {command}", parameters)

    def get(self, selector, attribute):
        """The text of an attribute of the only element that a selector matches."""
        return self.run("get", selector=selector, attribute=attribute)

    def set(self, changes):
        """Sets properties of nodes, of the game or of the scene, all in one tick."""
        for target, name, value in changes:
            self.run("send", set={"target": target, "property": name, "value": value})
        self.run("step")

    def path(self, name):
        """What changes are sent to: the path of a node with a name, or `game`."""
        if name in ("game", "scene"):
            return name
        matches = self.run("find", selector=f"//node[@name='{name}']")
        assert len(matches) == 1, f"{len(matches)} nodes are named {name}"
        return matches[0]["path"]

    @property
    def status(self):
        return self.run("status")

    @property
    def message(self):
        return self.driver.find_element(By.CSS_SELECTOR, "label#message").text

    @property
    def speed(self):
        parts = self.get("//node[@role='ball']/physics", "velocity").split()
        return sum(float(part) ** 2 for part in parts) ** 0.5

    def serve(self):
        self.run("press", key="space")

    def launch(self, position, velocity):
        """Places the ball in the court, right and towards the player, with a velocity."""
        ball = self.run("find", selector="//node[@role='ball']")[0]["path"]
        self.set([
            (ball, "position", f"[{position[0]}, 0, {position[1]}]"),
            (ball, "physics.velocity", f"[{velocity[0]}, 0, {velocity[1]}]"),
        ])

    def bricks(self, condition=""):
        """The bricks, or those for which a condition holds."""
        return self.run("find", selector=f"//node[@role='brick']{condition}")

    def is_hidden(self, brick):
        return self.get(f"//node[@role='brick'][@name='{brick}']", "isHidden") == "true"

    def hide_bricks(self, names):
        """Hides all bricks except some."""
        self.set([
            (brick["path"], "isHidden", "true")
            for brick in self.bricks()
            if brick["name"] not in names
        ])

    def quit(self):
        self.driver.quit()
