import CaromAutomation

/// The page with which a phone, or a finger on a drawn board, tilts the board of a game.
enum TiltPage {
  /// The elements.
  static let html = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Tilt</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="tilt/style.css">
    <script src="tilt/script.js" defer></script>
    </head>
    <body>
    <main>
    <h1>Tilt <span id="scene"></span></h1>
    <div id="board" role="application" tabindex="0" aria-label="Board; arrow keys tilt it, Home levels it"
    aria-describedby="help"><div id="ball" aria-hidden="true"></div></div>
    <p id="help">Drag on the board, or use the arrow keys. On release, the board is level again.</p>
    <p><output id="now">level</output></p>
    <p><button id="sensor" type="button">Use the sensor of this device</button></p>
    <p><label><input id="runs" type="checkbox"> Time runs (not necessary while the inspector plays)</label></p>
    <p id="message" role="status"></p>
    </main>
    <noscript><p>This page needs JavaScript.</p></noscript>
    </body>
    </html>

    """#

  /// The style.
  static let style =
    PageColors.style + #"""

      * { box-sizing: border-box; }
      body { margin: 0; background: var(--back); color: var(--text); font: 17px/1.4 system-ui, sans-serif; }
      main { max-width: 34rem; margin: 0 auto; padding: .6rem 1rem 2rem; }
      h1 { font-size: 1.3rem; margin: .2rem 0 .6rem; } h1 span { font-weight: 400; color: var(--quiet); }
      #board { position: relative; width: 100%; aspect-ratio: 1; border-radius: 12px; touch-action: none;
        background: var(--panel); border: 2px solid var(--control);
        background-image: linear-gradient(var(--line), var(--line)), linear-gradient(var(--line), var(--line));
        background-size: 2px 100%, 100% 2px; background-position: center; background-repeat: no-repeat; }
      #ball { position: absolute; width: 3.4rem; height: 3.4rem; margin: -1.7rem; border-radius: 50%;
        background: var(--accent); left: 50%; top: 50%; }
      button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--control);
        border-radius: 6px; padding: .5rem 1rem; }
      input { width: 1.2rem; height: 1.2rem; vertical-align: middle; }
      :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
      output { font-variant-numeric: tabular-nums; } p { margin: .5rem 0; }
      """#

  /// The script.
  static let script = #"""
    'use strict';
    const get = id => document.getElementById(id);
    const base = location.pathname.replace(/tilt\/?$/, 'inspector/');
    let session = null, wanted = [0, 0], sent = [0, 0], isSending = false;
    const say = text => { get('message').textContent = text; };
    async function request(path, body) {
      const response = await fetch(base + path, body === undefined ? {} : {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.value.message);
      return answer.value;
    }
    const run = (name, parameters) => request(`${session}/commands/${name}`, parameters);

    /// Sends the newest direction; at most thirty a second, one at a time.
    async function send() {
      if (isSending || !session || (wanted[0] === sent[0] && wanted[1] === sent[1])) return;
      isSending = true;
      try {
        sent = wanted.slice();
        await run('send', { tilt: { direction: sent } });
        say('');
      } catch (error) { say(error.message); }
      setTimeout(() => { isSending = false; send(); }, 33);
    }
    function tilt(x, y) {
      const clamp = value => Number(Math.max(-1, Math.min(1, value)).toFixed(3));
      wanted = [clamp(x), clamp(y)];
      get('ball').style.left = `${50 + wanted[0] * 45}%`;
      get('ball').style.top = `${50 - wanted[1] * 45}%`;
      const percent = value => Math.round(value * 100);
      get('now').textContent = wanted[0] || wanted[1]
        ? `right ${percent(wanted[0])} %, away ${percent(wanted[1])} %` : 'level';
      send();
    }

    const board = get('board');
    const drag = event => {
      const box = board.getBoundingClientRect();
      tilt((event.clientX - box.left) / box.width * 2 - 1, 1 - (event.clientY - box.top) / box.height * 2);
    };
    board.addEventListener('pointerdown', event => { board.setPointerCapture(event.pointerId); drag(event); });
    board.addEventListener('pointermove', event => { if (event.buttons) drag(event); });
    for (const name of ['pointerup', 'pointercancel']) board.addEventListener(name, () => tilt(0, 0));
    board.addEventListener('keydown', event => {
      const moves = { ArrowLeft: [-.1, 0], ArrowRight: [.1, 0], ArrowUp: [0, .1], ArrowDown: [0, -.1] };
      const move = moves[event.key];
      if (event.key === 'Home') tilt(0, 0); else if (move) tilt(wanted[0] + move[0], wanted[1] + move[1]);
      else return;
      event.preventDefault();
    });

    // The sensor: how the device is held when it starts counts as level.

    get('sensor').addEventListener('click', async () => {
      const kind = window.DeviceOrientationEvent;
      if (!kind) return say('this device has no sensor; drag on the board');
      try {
        if (kind.requestPermission && await kind.requestPermission() !== 'granted') {
          return say('the sensor is not allowed; drag on the board');
        }
      } catch (error) { return say(error.message); }
      let level = null;
      const listen = event => {
        if (event.beta === null) return;
        level = level || { beta: event.beta, gamma: event.gamma };
        // 30 degrees are the whole tilt.
        tilt((event.gamma - level.gamma) / 30, (level.beta - event.beta) / 30);
      };
      window.addEventListener('deviceorientation', listen);
      setTimeout(() => {
        if (!level) say('the browser gives no values without HTTPS; drag on the board');
      }, 1500);
      return undefined;
    });

    // Time

    async function runTime() {
      let before = performance.now(), owed = 0;
      while (get('runs').checked) {
        await new Promise(done => requestAnimationFrame(done));
        const now = performance.now();
        owed = Math.min(owed + (now - before) * .06, 10);
        before = now;
        const ticks = Math.floor(owed);
        if (!ticks) continue;
        owed -= ticks;
        try { await run('step', { ticks }); } catch (error) { say(error.message); get('runs').checked = false; }
      }
    }
    get('runs').addEventListener('change', () => { if (get('runs').checked) runTime(); });

    request('sessions').then(async list => {
      if (!list.sessions.length) return say('there is no session; start one in the inspector');
      session = list.sessions[0].id;
      const status = await run('status', {});
      get('scene').textContent = status.game;
      return undefined;
    }).catch(error => say(error.message));
    """#
}
