"""Makes the calls of Appium's client that a game can answer; prints a line for each that goes wrong.

The address of the server is the input.
"""

import sys

from appium import webdriver
from appium.options.common import AppiumOptions
from appium.webdriver.common.appiumby import AppiumBy
from selenium.common import exceptions

URL = sys.stdin.read().strip()
CALLS = 0


def check(name, call, expected=None):
    """Makes a call; `expected` is a value, a predicate, a type of exception, or None for any value."""
    global CALLS
    CALLS += 1
    is_error = isinstance(expected, type) and issubclass(expected, Exception)
    try:
        value = call()
    except Exception as error:  # each unexpected one is a fault
        if not (is_error and type(error) is expected):
            print(f"{name}: {type(error).__name__}: {str(error)[:300]}")
        return None
    if is_error:
        print(f"{name}: {value!r} in place of {expected.__name__}")
    elif callable(expected) and not expected(value):
        print(f"{name}: {value!r}")
    elif expected is not None and not callable(expected) and value != expected:
        print(f"{name}: {value!r} in place of {expected!r}")
    return value


options = AppiumOptions()
options.load_capabilities({
    "platformName": "linux", "appium:automationName": "Carom", "appium:app": "marble-maze",
    "appium:newCommandTimeout": 60,
})
game = webdriver.Remote(URL, options=options)
ball = check("accessibility id", lambda: game.find_element(AppiumBy.ACCESSIBILITY_ID, "ball"))
check("id", lambda: game.find_element(AppiumBy.ID, "ball") == ball, True)
check("name", lambda: game.find_element(AppiumBy.NAME, "ball") == ball, True)
check("class name", lambda: len(game.find_elements(AppiumBy.CLASS_NAME, "pearl")), lambda v: v > 3)
check("tag name", lambda: len(game.find_elements(AppiumBy.TAG_NAME, "label")), lambda v: v > 1)
check("xpath", lambda: game.find_element(AppiumBy.XPATH, "//node[@name='ball']") == ball, True)
check("css selector", lambda: game.find_element(AppiumBy.CSS_SELECTOR, "#ball") == ball, True)
check("-custom", lambda: game.find_element(AppiumBy.CUSTOM, "ball") == ball, True)
check("-ios predicate", lambda: game.find_element(AppiumBy.IOS_PREDICATE, "x"), exceptions.InvalidSelectorException)
check("-image", lambda: game.find_elements("-image", "aGk="), exceptions.InvalidSelectorException)
check("missing", lambda: game.find_element(AppiumBy.ID, "ghost"), exceptions.NoSuchElementException)
check("click", ball.click)
check("get_attribute", lambda: ball.get_attribute("visible"), "true")
check("is_displayed", ball.is_displayed, True)
check("is_enabled", ball.is_enabled, True)
check("rect", lambda: ball.rect, lambda v: v["width"] > 10)
check("text", lambda: ball.text, "")
check("page_source", lambda: game.page_source, lambda v: v.startswith("<scene "))
check("screenshot", lambda: game.get_screenshot_as_png()[:4], b"\x89PNG")
check("tap", lambda: game.tap([(100, 20)], 200))
check("tap of two fingers", lambda: game.tap([(10, 20), (30, 40)]))
check("swipe", lambda: game.swipe(5, 5, 50, 50, 300))
check("flick", lambda: game.flick(5, 5, 50, 50))
check("drag_and_drop", lambda: game.drag_and_drop(ball, ball))
check("mobile: tilt", lambda: game.execute_script("mobile: tilt", {"direction": [0.1, 0]}), lambda v: "tick" in v)
check("device_time", lambda: game.device_time, lambda v: v.startswith("2026-01-01T"))
check("orientation", lambda: game.orientation, "LANDSCAPE")
check("set orientation", lambda: setattr(game, "orientation", "PORTRAIT"))
check("new orientation", lambda: game.orientation, "PORTRAIT")
check("contexts", lambda: game.contexts, ["NATIVE_APP"])
check("context", lambda: game.context, "NATIVE_APP")
check("switch_to.context", lambda: game.switch_to.context("NATIVE_APP"))
check("settings", game.get_settings, {})
check("update_settings", lambda: game.update_settings({"snapshotMaxDepth": 9}))
check("get_status", lambda: game.get_status()["ready"], lambda v: v in (True, False))
check("log_types", lambda: game.log_types, ["contacts", "sounds"])
check("get_log", lambda: game.get_log("contacts"), lambda v: isinstance(v, list))
check("implicitly_wait", lambda: game.implicitly_wait(1))
check("quit", game.quit)
print(f"calls: {CALLS}")
