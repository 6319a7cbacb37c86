// The part of the script that runs time and shows what happened.

extension InspectorPage {
  static let time = #"""
    // Time

    const range = get('tick');
    let isPlaying = false, hashes = new Map();
    function setTick(now) {
      tick = now;
      last = Math.max(last, now);
      range.max = last;
      range.value = now;
      const label = `tick ${tick} of ${last}`, seconds = `${(tick * tickLength).toFixed(2)} s`;
      range.setAttribute('aria-valuetext', `${label}, ${seconds}`);
      get('now').textContent = `${label} · ${seconds}`;
      get('cursor').style.left = `${last ? 100 * tick / last : 0}%`;
    }
    async function readStatus() {
      const status = await run('status');
      if (status.tick && status.seconds) tickLength = status.seconds / status.tick;
      last = status.lastTick;
      setTick(status.tick);
      const game = status.game === 'none' ? sceneName : status.game;
      get('scene').textContent = [game, status.level].filter(part => part).join(' · ');
      document.title = `Inspector: ${get('scene').textContent}`;
      const lives = status.lives === undefined ? '' : `, ${status.lives} lives`;
      get('game').textContent = `${status.phase ? status.phase + ', ' : ''}score ${status.score}${lives}`;
      picture.setAttribute('aria-label', `Picture of ${get('scene').textContent} at tick ${tick}`);
    }
    async function readHash() {
      const answer = await run('hash');
      hashes.set(answer.tick, answer.hash);
    }
    /// Shows the game as it is now.
    async function refresh() {
      await draw();
      await Promise.all([readStatus(), readHash()]);
      await Promise.all([readBoxes(), readLog()]);
    }

    async function playOn() {
      let before = performance.now(), owed = 0, count = 0;
      while (isPlaying) {
        const now = performance.now();
        owed = Math.min(owed + (now - before) / 1000 / tickLength * Number(get('speed').value), 12);
        before = now;
        const due = Math.floor(owed);
        if (due) {
          owed -= due;
          // What has run already is shown again; beyond it, time goes on.
          if (tick < last) await run('seek', { tick: Math.min(last, tick + due) });
          else {
            // A hash is read at every sixtieth tick, as recordings do.
            const ticks = Math.min(due, 60 - tick % 60);
            await run('step', { ticks });
            if ((tick + ticks) % 60 === 0) await readHash();
          }
          await draw();
          if (++count % 15 === 0) {
            await readStatus();
            await readBoxes();
            if (selected) await readSubject();
          }
          if (count % 60 === 0) await Promise.all([readLog(), readTree()]);
        }
        // A slow picture is followed by the next one at once, after events of the page.
        await new Promise(done => due ? setTimeout(done) : requestAnimationFrame(done));
      }
    }
    async function play(isOn) {
      if (isPlaying === isOn) return;
      isPlaying = isOn;
      get('play').textContent = isOn ? 'Pause' : 'Play';
      get('play').setAttribute('aria-pressed', String(isOn));
      if (!isOn) return;
      drawn = 0;
      drawnSince = performance.now();
      try { await playOn(); } finally {
        if (isPlaying) play(false);
        get('rate').textContent = '';
      }
      await refresh();
      await Promise.all([readTree(), readSubject()]);
    }
    const update = async () => {
      await refresh();
      await Promise.all([readTree(), readSubject()]);
    };
    const pause = async () => {
      await play(false);
      while (isDrawing) await new Promise(done => setTimeout(done, 5));
    };
    const seek = wanted => attempt(async () => {
      await pause();
      await run('seek', { tick: Math.max(0, Math.min(last, wanted)) });
      await update();
    });
    const step = () => attempt(async () => {
      await pause();
      if (tick < last) await run('seek', { tick: tick + 1 }); else await run('step', {});
      await update();
    });
    get('play').addEventListener('click', () => attempt(() => play(!isPlaying)));
    get('step').addEventListener('click', step);
    get('back').addEventListener('click', () => seek(tick - 1));
    get('start').addEventListener('click', () => seek(0));
    get('end').addEventListener('click', () => seek(last));
    get('reset').addEventListener('click', () => attempt(async () => {
      await pause();
      await run('reset');
      [tick, last, hashes] = [0, 0, new Map()];
      await select(null);
      await update();
    }));
    let seeking = null;
    range.addEventListener('input', async () => {
      // While the handle is dragged, only the newest tick matters.
      const isRunning = seeking !== null;
      seeking = Number(range.value);
      if (isRunning) return;
      await pause();
      for (let wanted = null; wanted !== seeking;) {
        wanted = seeking;
        await attempt(async () => { await run('seek', { tick: wanted }); await draw(); });
      }
      seeking = null;
      attempt(update);
    });
    document.addEventListener('keydown', event => {
      const { target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || get('saveDialog').open) return;
      if (target.matches('input, select, textarea, [role=treeitem], canvas')) return;
      const actions = {
        ArrowLeft: () => seek(tick - (event.shiftKey ? 60 : 1)),
        ArrowRight: () => event.shiftKey ? seek(tick + 60) : step(),
        '/': () => get('selector').focus(),
        ' ': () => attempt(() => play(!isPlaying)),
      };
      if (event.key === ' ' && target.matches('button, summary, a')) return;
      if (!actions[event.key]) return;
      event.preventDefault();
      actions[event.key]();
    });

    // Time line

    let log = [];
    const name = event => {
      const [kind] = Object.keys(event), value = event[kind];
      const words = Object.values(value).map(part => typeof part === 'string' ? part : JSON.stringify(part));
      return `${kind} ${words.join(' ')}`;
    };
    async function readLog() {
      const [events, contacts, sounds] = await Promise.all([
        run('events'), run('contacts'), run('sounds'),
      ]);
      log = [
        ...events.map(line => ({ tick: line.tick, kind: 'input', text: name(line.event) })),
        ...contacts.map(line => ({
          tick: line.tick, kind: 'contact',
          text: `${line.a} ${line.phase === 'began' ? 'touches' : 'leaves'} ${line.b}`,
        })),
        ...sounds.map(line => ({ tick: line.tick, kind: 'sound', text: line.name })),
        ...[...hashes].filter(([at]) => at <= last)
          .map(([at, hash]) => ({ tick: at, kind: 'hash', text: hash })),
      ].sort((a, b) => a.tick - b.tick);
      drawLanes();
      // The newest lines before the current tick; thousands of rows would slow the page down.
      const rows = log.filter(line => line.tick <= tick).slice(-60).reverse();
      get('log').tBodies[0].replaceChildren(...rows.map(line => {
        const row = make('tr'), at = make('td'), button = make('button', 'link', String(line.tick));
        button.type = 'button';
        button.setAttribute('aria-label', `Go to tick ${line.tick}`);
        button.addEventListener('click', () => seek(line.tick));
        at.append(button);
        row.append(at, make('td', 'kind ' + line.kind, line.kind), make('td', '', line.text));
        return row;
      }));
    }
    const lanes = get('lanes');
    function drawLanes() {
      const style = getComputedStyle(document.documentElement);
      const ratio = window.devicePixelRatio || 1;
      const width = lanes.clientWidth, height = lanes.clientHeight;
      lanes.width = Math.round(width * ratio);
      lanes.height = Math.round(height * ratio);
      const context = lanes.getContext('2d');
      context.scale(ratio, ratio);
      const rows = { input: 2, contact: 10, sound: 18, hash: 26 };
      const colors = { input: 'input', contact: 'contact', sound: 'sound', hash: 'accent' };
      for (const line of log) {
        context.fillStyle = style.getPropertyValue('--' + colors[line.kind]).trim();
        context.fillRect((last ? width * line.tick / last : 0) - .75, rows[line.kind], 1.5, 6);
      }
    }
    new ResizeObserver(drawLanes).observe(lanes);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawLanes);

    // What other clients of the session do appears as well.
    async function watch() {
      for (;;) {
        await new Promise(done => setTimeout(done, 500));
        if (isPlaying || seeking !== null || document.hidden) continue;
        const before = tick;
        try {
          await readStatus();
          if (tick !== before) await update();
        } catch (error) { say(error.message); }
      }
    }

    // Tests

    get('write').addEventListener('click', () => attempt(async () => {
      get('test').textContent = await run('writeTest', { language: get('language').value });
      get('test').hidden = false;
      get('copyTest').hidden = false;
    }));
    get('copyTest').addEventListener('click', () => copy(get('test').textContent));
    """#
}
