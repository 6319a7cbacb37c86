"""Uses the page of the inspector in headless Firefox, over WebDriver BiDi: no geckodriver is needed.

Input: the address of the page.
Output: one line for each fault, then figures.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

from websocket import create_connection

url = sys.stdin.read().strip()
profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
# A file, not a pipe: Firefox goes on writing after its address is known, and a full pipe stops it.
log = os.path.join(profile.name, "log")
firefox = subprocess.Popen(
    ["firefox-esr", "--headless", "--no-remote", "--profile", profile.name,
     "--remote-debugging-port", "0"],
    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(log, "w"))


def listening(seconds=60):
    """The address at which Firefox says that it listens."""
    end = time.time() + seconds
    while time.time() < end:
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)", open(log).read())
        if found:
            return found[1]
        if firefox.poll() is not None:
            raise RuntimeError("Firefox ended before it listened: " + open(log).read())
        time.sleep(0.05)
    raise RuntimeError("Firefox did not listen")


socket, count = None, 0


def call(method, **params):
    global count
    count += 1
    socket.send(json.dumps({"id": count, "method": method, "params": params}))
    while True:
        answer = json.loads(socket.recv())
        if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
            print("FAULT console:", answer["params"].get("text"))
        if answer.get("id") == count:
            if answer["type"] == "error":
                raise RuntimeError(f"{method}: {answer['message']}")
            return answer["result"]


def script(expression):
    """The value of an expression in the page; promises are awaited."""
    answer = call(
        "script.evaluate", expression=f"(async () => JSON.stringify(await ({expression})))()",
        target={"context": page}, awaitPromise=True)
    if answer["type"] == "exception":
        raise RuntimeError(answer["exceptionDetails"]["text"])
    return json.loads(answer["result"].get("value") or "null")


def wait(expression, seconds=20):
    end = time.time() + seconds
    while time.time() < end:
        value = script(expression)
        if value:
            return value
        time.sleep(0.02)
    print("FAULT never:", expression)
    return None


def click(x, y):
    call("input.performActions", context=page, actions=[{
        "type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])


def press(selector):
    """Scrolls to a button, and clicks the middle of it."""
    x, y = script(
        f"(() => {{ const b = document.querySelector({json.dumps(selector)});"
        " b.scrollIntoView({ block: 'center' }); const r = b.getBoundingClientRect();"
        " return [r.left + r.width / 2, r.top + r.height / 2]; })()")
    click(x, y)


def keys(text):
    call("input.performActions", context=page, actions=[{
        "type": "key", "id": "keys",
        "actions": [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]}])


try:
    socket = create_connection(listening() + "/session", suppress_origin=True, timeout=60)
    call("session.new", capabilities={})
    call("session.subscribe", events=["log.entryAdded"])
    page = call("browsingContext.getTree")["contexts"][0]["context"]
    call("browsingContext.setViewport", context=page, viewport={"width": 1280, "height": 800})
    call("browsingContext.navigate", context=page, url=url, wait="complete")
    wait("document.querySelectorAll('[role=treeitem]').length > 3")
    wait("document.getElementById('now').textContent.startsWith('tick 0')")
    colors = script(
        "(() => { const c = document.getElementById('picture');"
        " return new Set(c.getContext('2d').getImageData(0, 0, c.width, c.height).data).size; })()")
    if colors <= 20:
        print("FAULT the picture is empty:", colors)

    # Step, and back
    press("#step")
    wait("tick === 1")
    press("#back")
    wait("tick === 0")

    # Play
    press("#play")
    time.sleep(1)
    start, before = time.time(), script("tick")
    time.sleep(2)
    print("ticks:", round((script("tick") - before) / (time.time() - start)))
    press("#play")
    wait("!isPlaying")
    press("#start")
    wait("tick === 0 && seeking === null")

    # Search, and click the match in the picture
    script("document.getElementById('selector').focus()")
    keys("ball\ue007")
    wait("document.getElementById('found').textContent === '1 match'")
    x, y = script(
        "(() => { const c = document.getElementById('picture');"
        " c.scrollIntoView({ block: 'center' }); const r = c.getBoundingClientRect(), b = found[0];"
        " return [r.left + (b.x + b.width / 2) * r.width, r.top + (b.y + b.height / 2) * r.height]; })()")
    click(x, y)
    wait("selected && selected.path === '/ball' && shown.length > 20")
    wait("clickTimes.length === 1")
    print("click:", round(script("clickTimes[0]")))

    # Change a value with the keyboard
    before = script("tick")
    script("(document.getElementById('p-physics-mass').focus(),"
           " document.getElementById('p-physics-mass').select())")
    keys("7\ue007")
    wait(f"tick === {before + 1} && valueOf('physics.mass') === 7")

    # Write a test, and drag the time line
    press("#write")
    wait("document.getElementById('test').textContent.includes('Scenario')")
    script("(document.getElementById('tick').value = 0,"
           " document.getElementById('tick').dispatchEvent(new Event('input')))")
    wait("tick === 0 && seeking === null")
finally:
    if socket:
        socket.close()
    firefox.terminate()
    try:
        firefox.wait(timeout=20)
    except subprocess.TimeoutExpired:
        firefox.kill()
