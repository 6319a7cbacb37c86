"""Uses the page of the inspector in headless Chromium, as a person would.

Input: the address of the page and, on the next line, the folder for pictures or nothing.
Output: one line for each fault, then figures.
"""
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

url, folder = (sys.stdin.read().split("\n") + [""])[:2]
options = webdriver.ChromeOptions()
for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,800"]:
    options.add_argument(argument)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
page = webdriver.Chrome(options=options)


def expect(condition, words):
    if not condition:
        print("FAULT", words)


def wait(script, seconds=20):
    end = time.time() + seconds
    while time.time() < end:
        value = page.execute_script("return " + script)
        if value:
            return value
        time.sleep(0.02)
    print("FAULT never:", script)
    return None


def text(identifier):
    return page.find_element(By.ID, identifier).text


def picture(name):
    if folder:
        page.save_screenshot(f"{folder}/{name}.png")


try:
    page.get(url)
    wait("document.querySelectorAll('[role=treeitem]').length > 3")
    wait("document.getElementById('now').textContent.startsWith('tick 0')")
    pixels = (
        "(() => { const c = document.getElementById('picture');"
        " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        " return new Set(d).size; })()")
    expect(page.execute_script("return " + pixels) > 20, "the picture is empty")

    # Step, and back
    page.find_element(By.ID, "step").click()
    wait("tick === 1")
    page.find_element(By.ID, "back").click()
    wait("tick === 0")

    # Play
    page.find_element(By.ID, "play").click()
    time.sleep(1.0)
    counted = page.execute_async_script(
        "const done = arguments[0], before = tick, start = performance.now(); let n = 0;"
        "const old = paint.putImageData.bind(paint);"
        "paint.putImageData = (...a) => { n++; old(...a); };"
        "setTimeout(() => done([n / (performance.now() - start) * 1000,"
        " (tick - before) / (performance.now() - start) * 1000]), 3000);")
    print("pictures:", round(counted[0]))
    print("ticks:", round(counted[1]))
    page.find_element(By.ID, "play").click()
    wait("!isPlaying && document.getElementById('play').textContent === 'Play'")
    wait("document.querySelectorAll('#log tbody tr').length > 0")

    # Search, and the outline of the match
    field = page.find_element(By.ID, "selector")
    field.send_keys("ball", Keys.ENTER)
    wait("document.getElementById('found').textContent === '1 match'")
    expect(page.find_elements(By.CSS_SELECTOR, "rect.box"), "the match has no outline")
    box = page.execute_script("return found[0]")

    # Click in the picture
    canvas = page.find_element(By.ID, "picture")
    size = canvas.size
    x = (box["x"] + box["width"] / 2 - 0.5) * size["width"]
    y = (box["y"] + box["height"] / 2 - 0.5) * size["height"]
    page.execute_script("arguments[0].scrollIntoView({block: 'center'})", canvas)
    for _ in range(10):
        webdriver.ActionChains(page).move_to_element_with_offset(canvas, x, y).click().perform()
        time.sleep(0.15)
    wait("selected && selected.path === '/ball' && shown.length > 20")
    wait("clickTimes.length === 10")
    times = sorted(page.execute_script("return clickTimes"))
    print("click:", round(times[len(times) // 2]))
    picture("inspector-light")

    # Selectors to copy
    wait("document.querySelectorAll('#copyTable tr').length >= 5")
    copies = page.execute_script(
        "return [...document.querySelectorAll('#copyTable code')].map(c => c.textContent)")
    expect("//node[@name='ball']" in copies, f"copies: {copies}")
    expect('node[name="ball"]' in copies, f"copies: {copies}")

    # Change a value with the keyboard
    mass = page.find_element(By.ID, "p-physics-mass")
    before = page.execute_script("return tick")
    mass.clear()
    mass.send_keys("7", Keys.ENTER)
    wait(f"tick === {before + 1} && valueOf('physics.mass') === 7")

    # Values that are not accepted stay marked, and change nothing
    before = page.execute_script("return tick")
    density = page.execute_script(
        "return setValue('physics.density', 7.5).then(() => tick)")
    expect(density == before, "a refused value ran a tick")
    first = page.find_element(By.ID, "p-position")
    first.clear()
    first.send_keys("abc", Keys.ENTER)
    wait("document.getElementById('p-position').getAttribute('aria-invalid') === 'true'")
    expect("number" in text("p-position-problem"), "no word beside the field")
    expect(page.execute_script("return tick") == before, "no number is zero")
    first.clear()
    first.send_keys("0.25", Keys.ENTER)
    wait(f"tick === {before + 1} && !document.getElementById('p-position').ariaInvalid")

    # The tree by keys
    first = page.find_element(By.CSS_SELECTOR, "[role=treeitem][tabindex='0']")
    first.send_keys(Keys.HOME)
    page.switch_to.active_element.send_keys(Keys.ENTER)
    wait("selected && selected.path === outline[0].path")

    # The picture by keys: the center
    canvas.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ENTER)
    wait("clickTimes.length === 11")

    # Move a node by a handle
    page.execute_script("return selectPath('/ball')")
    wait("selected.path === '/ball' && valueOf('position')")
    page.find_element(By.CSS_SELECTOR, "input[value=move]").click()
    wait("axes && document.querySelectorAll('rect.handle').length > 1")
    grip = page.find_element(By.CSS_SELECTOR, "rect.handle.y")
    old = page.execute_script("return valueOf('position')[1]")
    webdriver.ActionChains(page).click_and_hold(grip).move_by_offset(0, -30).release().perform()
    wait(f"!drag && valueOf('position')[1] > {old} + 0.05")
    picture("inspector-handles")

    # Save, where the server may
    if page.execute_script("return savesScenes"):
        page.execute_script("return run('seek', { tick: 0 }).then(update)")
        # What was typed is saved, not what a tick made of it
        page.execute_script("return setValue('position', [0, 8, 0])")
        page.execute_script("return showSave('position')")
        wait("document.getElementById('saveDialog').open")
        expect("[0, 8, 0]" in text("difference"), "the difference: " + text("difference"))
        page.find_element(By.ID, "saveCancel").click()
        page.execute_script("return run('seek', { tick: 0 }).then(update)")
        page.execute_script("return setValue('physics.mass', 0.75)")
        page.execute_script("return showSave('physics.mass')")
        wait("document.getElementById('saveDialog').open")
        picture("inspector-save")
        expect("0.75" in text("difference"), "the difference: " + text("difference"))
        page.find_element(By.ID, "saveWrite").click()
        saved = wait("(/saved to .* in (\\d+) ms/.exec("
                     "document.getElementById('message').textContent) || [])[1]")
        print("save:", saved)

    # Write a test
    page.find_element(By.ID, "write").click()
    wait("document.getElementById('test').textContent.includes('Scenario')")

    # Drag the time line
    aim = page.execute_script("return Math.min(20, last)")
    page.execute_script(
        f"const r = document.getElementById('tick'); r.value = {aim};"
        "r.dispatchEvent(new Event('input'));")
    wait(f"tick === {aim} && seeking === null")

    # Dark, and narrow
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    time.sleep(0.3)
    picture("inspector-dark")
    page.set_window_size(500, 1000)
    time.sleep(0.3)
    wide = page.execute_script(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    expect(wide <= 0, f"the narrow page is {wide} pixels too wide")
    picture("inspector-narrow")

    # Tilt
    page.get(url.split("/inspector")[0] + "/tilt")
    wait("session && document.getElementById('scene').textContent")
    board = page.find_element(By.ID, "board")
    board.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    wait("sent[0] === 0.2")
    picture("tilt")
    for entry in page.get_log("browser"):
        # The browser notes each refused request.
        if "commands/set" not in entry["message"]:
            print("FAULT console:", entry["message"])
finally:
    page.quit()
