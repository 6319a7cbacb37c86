"""Makes every call of selenium that a game can answer; prints a line for each that goes wrong.

The address of the server is the input.
"""

import sys
import time

from selenium import webdriver
from selenium.common import exceptions
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait

URL = sys.stdin.read().strip()
CALLS = 0


class GameOptions(ArgOptions):
    """Options without the name of a browser."""

    default_capabilities = {}


def start(scene="marble-maze", **options):
    wanted = GameOptions()
    wanted.set_capability("game:options", {"scene": scene, **options})
    return webdriver.Remote(URL, options=wanted)


def check(name, call, expected=None):
    """Makes a call; `expected` is a value, a predicate, a type of exception, or None for any value."""
    global CALLS
    CALLS += 1
    is_error = isinstance(expected, type) and issubclass(expected, Exception)
    try:
        value = call()
    except Exception as error:  # each unexpected one is a fault
        if is_error and type(error) is expected:
            return None
        print(f"{name}: {type(error).__name__}: {str(error)[:300]}")
        return None
    if is_error:
        print(f"{name}: {value!r} in place of {expected.__name__}")
    elif callable(expected) and not expected(value):
        print(f"{name}: {value!r}")
    elif expected is not None and not callable(expected) and value != expected:
        print(f"{name}: {value!r} in place of {expected!r}")
    return value


game = start(seed=7, width=640, height=360)
check("session_id", lambda: game.session_id, lambda v: len(v) == 32)
check("capabilities", lambda: game.capabilities["game:options"]["seed"], 7)
check("no browser", lambda: "browserName" in game.capabilities, False)
check("implicitly_wait", lambda: game.implicitly_wait(2))
check("timeouts", lambda: game.timeouts.implicit_wait, 2)
check("set_script_timeout", lambda: game.set_script_timeout(5))
check("get", lambda: game.get("game://marble-maze"))
check("current_url", lambda: game.current_url, "game://marble-maze/level1")
check("title", lambda: game.title, "Marble Maze")
check("get of a page", lambda: game.get("http://example.com"), exceptions.InvalidArgumentException)

ball = check("By.ID", lambda: game.find_element(By.ID, "ball"))
check("By.NAME", lambda: game.find_element(By.NAME, "ball").id, ball.id)
check("By.CLASS_NAME", lambda: len(game.find_elements(By.CLASS_NAME, "pearl")), lambda v: v > 3)
check("By.TAG_NAME", lambda: len(game.find_elements(By.TAG_NAME, "label")), lambda v: v > 1)
check("By.CSS_SELECTOR", lambda: game.find_element(By.CSS_SELECTOR, "node#ball") == ball, True)
check("By.XPATH", lambda: game.find_element(By.XPATH, "//node[@name='ball']") == ball, True)
label = check("a label", lambda: game.find_elements(By.TAG_NAME, "label")[0])
check("By.LINK_TEXT", lambda: game.find_element(By.LINK_TEXT, label.text) == label, True)
check("By.PARTIAL_LINK_TEXT", lambda: game.find_element(By.PARTIAL_LINK_TEXT, label.text[:2]) == label, True)
before = game.execute_script("game: status")["tick"]
check("nothing", lambda: game.find_element(By.ID, "ghost"), exceptions.NoSuchElementException)
check("the implicit wait", lambda: game.execute_script("game: status")["tick"] - before, 120)
check("no elements", lambda: game.find_elements(By.ID, "ghost"), [])
game.implicitly_wait(0)
check("a wrong XPath", lambda: game.find_element(By.XPATH, "//["), exceptions.InvalidSelectorException)
scene = check("the scene", lambda: game.find_element(By.XPATH, "/scene"))
check("children", lambda: len(scene.find_elements(By.XPATH, "./node")), lambda v: v > 3)
check("descendants", lambda: ball in scene.find_elements(By.CSS_SELECTOR, "node"), True)
check("nothing inside", lambda: ball.find_elements(By.CSS_SELECTOR, "label"), [])

check("text", lambda: label.text, lambda v: isinstance(v, str))
check("tag_name", lambda: ball.tag_name, "node")
check("rect", lambda: ball.rect, lambda v: v["width"] > 10 and 0 < v["x"] < 640)
check("location", lambda: ball.location, lambda v: set(v) == {"x", "y"})
check("size", lambda: ball.size, lambda v: v["height"] > 10)
check("scrolled location", lambda: ball.location_once_scrolled_into_view == ball.location, True)
check("get_attribute", lambda: float(ball.get_attribute("position.y")), lambda v: abs(v) < 5)
check("get_dom_attribute", lambda: ball.get_dom_attribute("role"), "ball")
check("get_property", lambda: ball.get_property("position.y"), lambda v: isinstance(v, float))
check("no attribute", lambda: ball.get_attribute("nothing"), lambda v: v is None)
check("is_displayed", ball.is_displayed, True)
check("is_enabled", ball.is_enabled, True)
check("is_selected", ball.is_selected, False)
check("aria_role", lambda: ball.aria_role, "img")
check("accessible_name", lambda: ball.accessible_name, "ball")
check("value_of_css_property", lambda: ball.value_of_css_property("color"), "")
check("element screenshot", lambda: ball.screenshot_as_png[:4], b"\x89PNG")
check("screenshot", lambda: game.get_screenshot_as_png()[:4], b"\x89PNG")
check("page_source", lambda: game.page_source, lambda v: v.startswith("<scene ") and 'name="ball"' in v)

check("click", ball.click)
check("send_keys", lambda: scene.send_keys(Keys.SPACE, Keys.ARROW_LEFT))
check("clear", ball.clear, exceptions.InvalidElementStateException)
check("ActionChains", lambda: ActionChains(game).click(ball).key_down(Keys.SHIFT).send_keys("w").key_up(Keys.SHIFT).perform())
check("drag", lambda: ActionChains(game).click_and_hold(ball).move_by_offset(30, -10).release().perform())
check("drag_and_drop", lambda: ActionChains(game).drag_and_drop_by_offset(ball, 20, 10).perform())
check("double_click", lambda: ActionChains(game).double_click(ball).perform())
check("context_click", lambda: ActionChains(game).context_click(ball).perform())
check("pause", lambda: ActionChains(game).pause(0.5).perform())
check("scroll", lambda: ActionChains(game).scroll_by_amount(0, 120).perform())
check("out of bounds", lambda: ActionChains(game).move_by_offset(9000, 0).perform(), exceptions.MoveTargetOutOfBoundsException)
check("reset_actions", lambda: ActionChains(game).reset_actions())

tick = game.execute_script("game: status")["tick"]
check("game: step", lambda: game.execute_script("game: step", {"ticks": 60}), {"tick": tick + 60})
check("game: tilt", lambda: game.execute_script("game: tilt", {"direction": [0.1, -0.2], "ticks": 30})["tick"], tick + 90)
check("an element as argument", lambda: game.execute_script("game: get", {"selector": ball, "attribute": "name"}), "ball")
check("no such command", lambda: game.execute_script("game: nothing", {}), exceptions.WebDriverException)
check("JavaScript", lambda: game.execute_script("return 1 + 1"), exceptions.JavascriptException)
check("execute_async_script", lambda: game.execute_async_script("x"), exceptions.JavascriptException)
check("snapshot", lambda: game.execute_script("game: snapshot", {"name": "here"})["tick"], tick + 90)
check("play", lambda: game.execute_script("game: play", {"ticks": 60})["tick"], tick + 150)
check("seek", lambda: game.execute_script("game: seek", {"tick": 30})["tick"], 30)
check("restore", lambda: game.execute_script("game: restore", {"name": "here"})["tick"], tick + 90)
check("contacts", lambda: game.execute_script("game: contacts"), lambda v: isinstance(v, list))
check("back", game.back)
check("after back", lambda: game.execute_script("game: status")["tick"], tick + 30)
check("forward", game.forward)

wait = WebDriverWait(game, 2)
check("WebDriverWait", lambda: wait.until(expected_conditions.visibility_of_element_located((By.ID, "ball"))) == ball, True)
check("clickable", lambda: wait.until(expected_conditions.element_to_be_clickable((By.ID, "ball"))) == ball, True)
handles = check("window_handles", lambda: game.window_handles, lambda v: v[0] == "main" and len(v) > 1)
check("current_window_handle", lambda: game.current_window_handle, "main")
check("switch_to.window", lambda: game.switch_to.window(handles[1]))
check("its handle", lambda: game.current_window_handle, handles[1])
check("no such window", lambda: game.switch_to.window("nowhere"), exceptions.NoSuchWindowException)
check("back to main", lambda: game.switch_to.window("main"))
check("get_window_rect", game.get_window_rect, {"x": 0, "y": 0, "width": 640, "height": 360})
check("set_window_size", lambda: game.set_window_size(320, 240))
check("get_window_size", game.get_window_size, {"width": 320, "height": 240})
check("maximize_window", game.maximize_window, exceptions.WebDriverException)
check("alert", lambda: game.switch_to.alert.text, exceptions.WebDriverException)
check("cookies", game.get_cookies, exceptions.WebDriverException)
check("active_element", lambda: game.switch_to.active_element.tag_name, "scene")
check("refresh", game.refresh)
check("a stale element", lambda: ball.tag_name, exceptions.StaleElementReferenceException)
check("tick after refresh", lambda: game.execute_script("game: status")["tick"], 0)
check("replay", lambda: game.execute_script("game: replay"), lambda v: v.startswith('{"head":1'))
check("quit", game.quit)
check("after quit", lambda: game.title, exceptions.InvalidSessionIdException)
check("a browser", lambda: webdriver.Remote(URL, options=webdriver.ChromeOptions()), exceptions.SessionNotCreatedException)

# With one packet for each answer, a command takes about a millisecond.
game = start()
begin = time.monotonic()
for _ in range(200):
    game.execute_script("game: status")
seconds = time.monotonic() - begin
game.quit()
print(f"calls: {CALLS}")
print(f"rate: {200 / seconds:.0f}")
