// The part of the script that draws the picture and selects in it.

extension InspectorPage {
  static let pictures = #"""
    // Picture

    const picture = get('picture');
    const paint = picture.getContext('2d');
    let drawn = 0, drawnSince = performance.now(), isDrawing = false;
    /// Times of the last selections by a click, in milliseconds, for measurements.
    const clickTimes = [];

    async function draw() {
      if (isDrawing) return;
      isDrawing = true;
      try {
        const { width, height } = size;
        const response = await ask(`${session}/picture/${width}x${height}`);
        if (!response.ok) throw new Error((await response.json()).value.message);
        const bytes = new Uint8ClampedArray(await response.arrayBuffer());
        if (picture.width !== width || picture.height !== height) {
          Object.assign(picture, { width, height });
        }
        paint.putImageData(new ImageData(bytes, width, height), 0, 0);
        setTick(Number(response.headers.get('X-Carom-Tick')));
        drawn++;
        const now = performance.now();
        if (now - drawnSince > 500) {
          const rate = isPlaying ? `${(drawn * 1000 / (now - drawnSince)).toFixed(0)} pictures/s` : '';
          get('rate').textContent = rate;
          drawn = 0;
          drawnSince = now;
        }
      } finally { isDrawing = false; }
    }

    get('size').addEventListener('change', () => {
      const [width, height] = get('size').value.split('x').map(Number);
      size = { width, height };
      attempt(draw);
    });

    // Outlines over the picture

    const overlay = get('overlay');
    const shape = (name, attributes) => {
      const element = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      return element;
    };
    let found = [], cross = null;
    function drawOverlay() {
      overlay.setAttribute('viewBox', '0 0 1600 900');
      overlay.setAttribute('preserveAspectRatio', 'none');
      const parts = found.filter(box => box.width !== undefined).map(box => shape('rect', {
        x: box.x * 1600, y: box.y * 900, width: Math.max(2, box.width * 1600),
        height: Math.max(2, box.height * 900),
        class: selected && box.path === selected.path ? 'box selected' : 'box',
      }));
      if (selected && selected.box && selected.box.width !== undefined) {
        const box = selected.box;
        parts.push(shape('rect', {
          x: box.x * 1600, y: box.y * 900, width: Math.max(2, box.width * 1600),
          height: Math.max(2, box.height * 900), class: 'box selected',
        }));
      }
      if (cross) {
        const [x, y] = [cross.x * 1600, cross.y * 900];
        parts.push(shape('path', { d: `M${x - 25} ${y}h50M${x} ${y - 25}v50`, class: 'cross' }));
      }
      overlay.replaceChildren(...parts, ...handleShapes());
    }
    async function readBoxes() {
      if (found.length) found = await run('boxes', { selector: get('selector').value.trim() });
      if (selected && selected.selector) {
        const boxes = await run('boxes', { selector: selected.selector });
        if (selected) selected.box = boxes[0];
      }
      await readHandles();
      drawOverlay();
    }

    get('search').addEventListener('submit', async event => {
      event.preventDefault();
      const selector = get('selector').value.trim();
      get('matches').replaceChildren();
      found = [];
      get('found').textContent = '';
      if (selector) {
        await attempt(async () => {
          found = await run('boxes', { selector });
          const listed = found.slice(0, 50);
          get('found').textContent = (found.length === 1 ? '1 match' : `${found.length} matches`)
            + (listed.length < found.length ? `; the first ${listed.length} are listed` : '');
          // The error names what is nearest.
          if (!found.length) await run('find', { selector });
          get('matches').replaceChildren(...listed.map(match => {
            const item = make('li'), button = make('button', 'link', match.path);
            button.type = 'button';
            button.addEventListener('click', () => attempt(() => selectPath(match.path)));
            item.append(button);
            return item;
          }));
        });
      }
      drawOverlay();
    });

    // Selecting

    const mode = () => document.querySelector('input[name=mode]:checked').value;
    const place = event => {
      const box = picture.getBoundingClientRect();
      const clamp = value => Math.min(1, Math.max(0, value));
      return {
        x: clamp((event.clientX - box.left) / box.width),
        y: clamp((event.clientY - box.top) / box.height),
      };
    };
    async function pick(point) {
      const start = performance.now();
      const hit = await run('pick', { position: [point.x, point.y], ...size });
      if (hit && hit.kind === 'node') await selectPath(hit.path); else if (hit) {
        get('selector').value = hit.selector;
        say(`${hit.path}: a control has no node`);
      } else await select(null);
      clickTimes.push(performance.now() - start);
    }
    picture.addEventListener('pointerdown', event => {
      picture.focus({ preventScroll: true });
      event.preventDefault();
      if (mode() === 'input') return sendPointer(event, 'pressed');
      attempt(() => pick(place(event)));
      return undefined;
    });
    picture.addEventListener('pointermove', event => {
      if (mode() === 'input') sendPointer(event, 'moved');
    });
    picture.addEventListener('pointerup', event => {
      if (mode() === 'input') sendPointer(event, 'released');
    });

    // Input for the game

    const sendEvent = event => attempt(() => run('send', event));
    const sendPointer = (event, phase) => {
      const { x, y } = place(event);
      if (phase === 'pressed') picture.setPointerCapture(event.pointerId);
      return sendEvent({ pointer: { phase, position: [x, y] } });
    };
    const keyNames = {
      ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Space: 'space',
      Enter: 'enter', Escape: 'escape', Backspace: 'backspace', ShiftLeft: 'shift',
      ShiftRight: 'shift', ControlLeft: 'control', ControlRight: 'control', Minus: 'minus',
      Equal: 'equals', Comma: 'comma', Period: 'period', Home: 'home', End: 'end', Delete: 'delete',
    };
    const keyName = code => keyNames[code]
      || (/^Key[A-Z]$/.test(code) ? code[3].toLowerCase() : null)
      || (/^Digit\d$/.test(code) ? 'digit' + code[5] : null);
    const sendKey = (event, isDown) => {
      const code = keyName(event.code);
      if (mode() !== 'input' || !code || event.repeat || event.ctrlKey || event.metaKey) return false;
      if (!isDown && !pressed.has(code)) return false;
      event.preventDefault();
      if (isDown) pressed.add(code); else pressed.delete(code);
      sendEvent({ key: { code, isDown } });
      return true;
    };
    /// The keys that the game takes for pressed.
    const pressed = new Set();
    const releaseKeys = () => {
      for (const code of pressed) sendEvent({ key: { code, isDown: false } });
      pressed.clear();
    };
    // A key that is released elsewhere, or in another window, is released in the game as well.
    window.addEventListener('keyup', event => { sendKey(event, false); });
    window.addEventListener('blur', releaseKeys);
    for (const input of document.querySelectorAll('input[name=mode]')) {
      input.addEventListener('change', releaseKeys);
    }
    picture.addEventListener('keydown', event => {
      if (mode() === 'input') { sendKey(event, true); return; }
      const far = event.shiftKey ? .1 : .01;
      const moves = {
        ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far],
      };
      if (moves[event.key]) {
        event.preventDefault();
        event.stopPropagation();
        const [x, y] = moves[event.key], old = cross || { x: .5, y: .5 };
        cross = {
          x: Math.min(1, Math.max(0, old.x + x)), y: Math.min(1, Math.max(0, old.y + y)),
        };
        drawOverlay();
      } else if (event.key === 'Enter') {
        event.preventDefault();
        attempt(() => pick(cross || { x: .5, y: .5 }));
      } else if (event.key === 'Escape') { cross = null; drawOverlay(); }
    });
    """#
}
