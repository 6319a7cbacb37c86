"""Takes the pictures of pages in browsers that the documentation shows.

Run in the root of the checkout after a build, with selenium for Python, Chromium and its driver:

    .build-ci/oracles/bin/python .ci/browser-pictures.py

It writes inspector.png and trace.png into the catalogs. Look at them before you commit them.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

CAROM = ".build/release/carom"
FEATURE = """Feature: A marble falls
  Scenario: The marble stays on the board
    Given a marble maze
    And the marble is at rest
    When I press space for 2 ticks
    And I press left for 110 ticks
    Then the phase is playing
    And "//node[@name='ball'][@position.y > -0.1]" holds
"""


def browser(width, height):
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                     "--force-device-scale-factor=1", f"--window-size={width},{height}"]:
        options.add_argument(argument)
    page = webdriver.Chrome(options=options)
    # The window has a frame, whose size differs from version to version.
    extra = page.execute_script("return [outerWidth - innerWidth, outerHeight - innerHeight]")
    page.set_window_size(width + extra[0], height + extra[1])
    return page


def wait(page, script, seconds=60):
    end = time.time() + seconds
    while time.time() < end:
        if page.execute_script("return " + script):
            return
        time.sleep(0.05)
    sys.exit(f"never: {script}")


def inspector(file):
    server = subprocess.Popen(
        [CAROM, "inspect", "marble-maze", "--level", "2"], stdout=subprocess.PIPE, text=True)
    page = browser(1280, 800)
    try:
        address = None
        for line in server.stdout:
            if found := re.search(r"http://\S+", line):
                address = found.group()
                break
        page.get(address)
        wait(page, "document.querySelectorAll('[role=treeitem]').length > 3")
        page.execute_script("return run('press', { key: 'space', ticks: 2 })")
        for direction, ticks in [([0.6, 0.2], 40), ([0.1, 0.7], 40)]:
            page.execute_script("return run('tilt', arguments[0])",
                                {"direction": direction, "ticks": ticks})
        page.execute_script("return update()")
        page.find_element(By.ID, "selector").send_keys("ball", Keys.ENTER)
        wait(page, "document.getElementById('found').textContent === '1 match'")
        page.execute_script("return selectPath('/ball')")
        page.find_element(By.CSS_SELECTOR, "#copies summary").click()
        wait(page, "document.querySelectorAll('#copyTable tr').length >= 5 && !isDrawing")
        page.execute_script("scrollTo(0, 0); document.activeElement.blur()")
        page.save_screenshot(file)
    finally:
        page.quit()
        server.terminate()


def trace(file):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "marble.feature").write_text(FEATURE)
        subprocess.run(
            [pathlib.Path(CAROM).resolve(), "test", "marble.feature", "--trace", "traces"],
            cwd=folder, env=os.environ | {"CAROM_ROOT": os.getcwd()},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found = [page for page in (path / "traces").glob("*.html") if page.name != "index.html"]
        page = browser(1280, 800)
        try:
            page.get(found[0].as_uri())
            wait(page, "current >= 0 && document.getElementById('picture').complete")
            page.save_screenshot(file)
        finally:
            page.quit()


inspector("Sources/Driver/Documentation.docc/inspector.png")
trace("Sources/Automation/Documentation.docc/trace.png")
