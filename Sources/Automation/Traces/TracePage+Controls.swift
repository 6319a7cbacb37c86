// The part of the script that handles the pointer and the keyboard.

extension TracePage {
  /// The timeline, the controls and the tabs.
  static let controls = #"""
    // Timeline

    const canvas = get('lanes');
    function draw() {
      const style = getComputedStyle(document.documentElement);
      const color = name => style.getPropertyValue('--' + name).trim();
      const ratio = window.devicePixelRatio || 1;
      const width = canvas.clientWidth, height = canvas.clientHeight;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      const context = canvas.getContext('2d');
      context.scale(ratio, ratio);
      const x = tick => last ? width * tick / last : 0;
      for (const step of steps) {
        if (step.status === 'skipped') continue;
        context.fillStyle = color(step.status === 'passed' ? 'passed' : 'failed');
        context.globalAlpha = step.index % 2 ? .55 : .8;
        context.fillRect(x(step.from), 0, Math.max(2, x(step.to) - x(step.from)), 8);
      }
      context.globalAlpha = 1;
      const columns = new Float64Array(Math.max(1, Math.ceil(width)));
      byTick.forEach((entries, tick) => {
        if (tick === 0) return;
        const column = Math.min(columns.length - 1, Math.floor(x(tick)));
        columns[column] = Math.max(columns[column], entries.length / 2);
      });
      const most = Math.max(1, ...columns);
      context.fillStyle = color('accent');
      columns.forEach((count, column) => {
        const size = 24 * Math.sqrt(count / most);
        context.fillRect(column, 36 - size, 1, size);
      });
      const lanes = { i: 40, c: 46, s: 52, m: 58, q: 58 };
      for (const line of log) {
        context.fillStyle = color(kindNames[line.kind]);
        context.fillRect(x(line.tick) - .75, lanes[line.kind], 1.5, 5);
      }
      if (failure !== null) {
        context.fillStyle = color('failed');
        context.fillRect(Math.min(width - 2, x(failure) - 1), 0, 2, height);
      }
    }
    const timeline = get('timeline');
    const seekTo = event => {
      const box = canvas.getBoundingClientRect();
      seek((event.clientX - box.left) / box.width * last);
    };
    canvas.addEventListener('pointerdown', event => {
      canvas.setPointerCapture(event.pointerId);
      seekTo(event);
      range.focus({ preventScroll: true });
      event.preventDefault();
    });
    canvas.addEventListener('pointermove', event => { if (event.buttons & 1) seekTo(event); });
    new ResizeObserver(draw).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

    // Controls

    let timer = null;
    function play(isOn) {
      if (timer !== null) cancelAnimationFrame(timer);
      timer = null;
      get('play').textContent = isOn ? 'Pause' : 'Play';
      get('play').setAttribute('aria-pressed', String(isOn));
      if (!isOn) return;
      const begin = current === last ? 0 : current, start = performance.now();
      const frame = now => {
        const tick = begin + Math.floor((now - start) / 1000 / data.tickLength);
        seek(tick, true);
        if (tick >= last) play(false); else timer = requestAnimationFrame(frame);
      };
      timer = requestAnimationFrame(frame);
    }
    const go = tick => { play(false); seek(tick); };
    range.addEventListener('input', () => go(Number(range.value)));
    get('start').addEventListener('click', () => go(0));
    get('back').addEventListener('click', () => go(current - 1));
    get('forward').addEventListener('click', () => go(current + 1));
    get('end').addEventListener('click', () => go(last));
    get('play').addEventListener('click', () => play(timer === null));
    if (failure === null) get('failure').hidden = true;
    const failedStep = steps.findIndex(step => step.problem);
    const goToFailure = () => {
      go(failure);
      if (failedStep >= 0) stepItems[failedStep].scrollIntoView({ block: 'nearest' });
    };
    get('failure').addEventListener('click', goToFailure);
    if (failedStep >= 0) {
      get('why').textContent = `${steps[failedStep].title}: ${steps[failedStep].problem.split('\n')[0]}`;
    }
    get('previousMatch').addEventListener('click', () => { play(false); nextMatch(-1); });
    get('nextMatch').addEventListener('click', () => { play(false); nextMatch(1); });
    get('filter').addEventListener('input', () => {
      words = get('filter').value.toLowerCase().split(/\s+/).filter(word => word);
      get('found').textContent = '';
      seek(current);
    });
    get('filter').addEventListener('keydown', event => {
      if (event.key === 'Enter') { play(false); nextMatch(event.shiftKey ? -1 : 1); }
    });
    document.addEventListener('click', event => {
      const button = event.target.closest('button');
      if (!button) return;
      if (button.dataset.tick !== undefined) go(Number(button.dataset.tick));
      if (button.dataset.subject !== undefined) { selected = button.dataset.subject; open('state'); }
    });
    document.addEventListener('keydown', event => {
      const target = event.target;
      const isText = target.matches('input[type=search], select, textarea');
      const isOther = target.matches('input[type=range]') && target !== range;
      if (isText || isOther || event.ctrlKey || event.altKey || event.metaKey) return;
      const isTab = target.matches('[role=tab]');
      const far = event.shiftKey ? 10 : 1;
      const actions = {
        ArrowLeft: () => go(current - far), ArrowRight: () => go(current + far),
        PageUp: () => go(current - 60), PageDown: () => go(current + 60),
        Home: () => go(0), End: () => go(last),
        f: () => { if (failure !== null) goToFailure(); },
        n: () => { play(false); nextMatch(1); }, p: () => { play(false); nextMatch(-1); },
        '/': () => get('filter').focus(),
        ' ': () => play(timer === null),
      };
      if (isTab && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) return;
      if (event.key === ' ' && target.matches('button, summary, input, a')) return;
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });

    // Tabs

    const tabs = ['changes', 'state', 'log'];
    function open(name) {
      for (const tab of tabs) {
        const button = get(tab + 'Tab'), isOpen = tab === name;
        button.setAttribute('aria-selected', String(isOpen));
        button.tabIndex = isOpen ? 0 : -1;
        get(tab + 'Panel').hidden = !isOpen;
      }
      seek(current);
    }
    tabs.forEach((name, index) => {
      const button = get(name + 'Tab');
      button.addEventListener('click', () => open(name));
      button.addEventListener('keydown', event => {
        const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (!step) return;
        const other = tabs[(index + step + tabs.length) % tabs.length];
        open(other);
        get(other + 'Tab').focus();
      });
    });
    get('subject').append(...subjects.map(subject => {
      const option = make('option', '', subject.name);
      option.value = subject.name;
      return option;
    }));
    get('subject').addEventListener('change', () => { selected = get('subject').value; showState(); });
    for (const [kind, name] of Object.entries(kindNames)) {
      const label = make('label'), box = make('input');
      Object.assign(box, { type: 'checkbox', value: kind, checked: true });
      const count = log.reduce((sum, line) => sum + (line.kind === kind ? 1 : 0), 0);
      label.append(box, ` ${name} (${count})`);
      box.addEventListener('change', showLog);
      get('kinds').append(label);
    }
    get('logTab').firstElementChild.textContent = log.length;
    const nodes = subjects.filter(subject => subject.name.startsWith('/'));
    selected = (nodes.find(subject => subject.channels.some(channel => channel.ticks.length > 1))
      || nodes[0] || subjects[0] || { name: null }).name;
    const isFirstFailed = steps.find(step => step.problem && step.subject);
    if (isFirstFailed && subjects.some(subject => subject.name === isFirstFailed.subject)) {
      selected = isFirstFailed.subject;
    }
    if (data.recording) {
      const link = get('save');
      link.hidden = false;
      link.download = data.recordingName;
      link.href = 'data:application/jsonl;charset=utf-8,' + encodeURIComponent(data.recording);
    }
    if (last === 0) play(false);
    const wantedTick = () => {
      const wanted = /^#t=(\d+)$/.exec(location.hash);
      return wanted ? Number(wanted[1]) - data.first : null;
    };
    window.addEventListener('hashchange', () => { if (wantedTick() !== null) go(wantedTick()); });
    seek(wantedTick() ?? failure ?? last);
    """#
}
