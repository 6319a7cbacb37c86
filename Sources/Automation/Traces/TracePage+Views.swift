// The part of the script that displays a tick.

extension TracePage {
  /// The views of a tick.
  static let views = #"""
    // Views

    let current = -1;
    let selected = null;
    let words = [];
    const failure = data.failure === undefined ? null : clamp(data.failure - data.first);
    const range = get('tick');
    range.max = last;
    const matches = key => words.every(word => key.includes(word));
    const rows = 150;

    function seek(tick, keepsLog) {
      tick = clamp(Math.round(tick));
      const isSame = tick === current;
      current = tick;
      range.value = tick;
      const label = `tick ${data.first + tick} of ${data.first + last}`;
      const time = `${(tick * data.tickLength).toFixed(3)} s`;
      range.setAttribute('aria-valuetext', `${label}, ${time}`);
      get('now').textContent = `${label} · ${time}`;
      get('cursor').style.left = `${last ? 100 * tick / last : 0}%`;
      showFrame();
      showStep();
      showChanges();
      showState();
      if (!isSame || !keepsLog) showLog();
    }

    function showFrame() {
      let low = 0;
      while (low + 1 < frames.length && frames[low + 1].tick <= current) low++;
      const frame = frames[low];
      const picture = get('picture');
      if (!frame) {
        picture.hidden = true;
        get('caption').textContent = data.noFrames || 'no frames';
        return;
      }
      if (picture.dataset.image !== String(frame.image)) {
        picture.src = source(frame.image);
        picture.dataset.image = frame.image;
      }
      const caption = frame.tick === current ? 'the frame of this tick'
        : `the frame of tick ${data.first + frame.tick}`;
      picture.alt = caption;
      get('caption').textContent = caption;
    }

    function showStep() {
      let now = -1;
      for (const step of steps) {
        if (step.status !== 'skipped' && step.from <= current) now = step.index;
        if (step.from <= current && current <= step.to && step.status !== 'skipped'
          && (current > step.from || step.to === step.from)) { now = step.index; break; }
      }
      const failed = steps.findIndex(step => step.problem && step.to === current);
      if (current === failure && failed >= 0) now = failed;
      stepItems.forEach((item, i) => {
        const button = item.firstChild;
        if (i === now) button.setAttribute('aria-current', 'step');
        else button.removeAttribute('aria-current');
      });
    }

    function table(body, list, make) {
      const fragment = document.createDocumentFragment();
      for (const item of list) fragment.append(make(item));
      body.replaceChildren(fragment);
    }

    function showChanges() {
      const entries = byTick[current], found = [];
      let total = 0;
      for (let i = 0; i < entries.length; i += 2) {
        if (!matches(entries[i].key)) continue;
        total++;
        if (found.length < rows) found.push([entries[i], entries[i + 1]]);
      }
      table(get('changes').tBodies[0], found, ([channel, i]) => {
        const row = make('tr');
        const cell = make('td'), button = make('button', 'link', channel.subject);
        button.title = 'show its state';
        button.dataset.subject = channel.subject;
        cell.append(button);
        row.append(cell, make('td', '', channel.property === '…' ? 'undeclared state' : channel.property));
        const old = make('td', 'old', shown(text(channel, i - 1)));
        row.append(old, make('td', 'new', shown(text(channel, i))));
        return row;
      });
      const filter = words.length ? 'matching ' : '';
      get('changeCount').textContent = total === 0
        ? `Nothing changed in this tick${words.length ? ' that matches' : ''}.`
        : `${total} ${filter}value${total === 1 ? '' : 's'} changed in this tick`
          + (total > found.length ? `; the first ${found.length} are shown.` : '.');
      get('changesTab').firstElementChild.textContent = total;
    }
    const shown = value => value === null ? 'nothing'
      : value.startsWith('[') ? value.replace(/,(?=\S)/g, ', ') : value;

    // The rows of the displayed subject; only those whose value changed are written again.
    const stateRows = { key: null, list: [] };

    function showState() {
      if (get('statePanel').hidden) return;
      const subject = subjects.find(subject => subject.name === selected) || subjects[0];
      if (!subject) return;
      get('subject').value = subject.name;
      const key = subject.name + '\n' + words.join(' ');
      if (stateRows.key !== key) {
        stateRows.key = key;
        stateRows.list = subject.channels
          .filter(channel => channel.property !== '…' && matches(channel.key))
          .map(channel => {
            const row = make('tr'), value = make('td', 'new'), since = make('td');
            const button = make('button', 'link');
            since.append(button);
            row.append(make('td', '', channel.property), value, since);
            return { channel, row, value, button, index: -2 };
          });
        table(get('state').tBodies[0], stateRows.list, item => item.row);
      }
      for (const item of stateRows.list) {
        const index = indexAt(item.channel, current), tick = item.channel.ticks[index];
        const isFresh = index >= 0 && tick === current && tick > 0;
        if (item.row.classList.contains('fresh') !== isFresh) item.row.classList.toggle('fresh');
        if (index === item.index) continue;
        item.index = index;
        const value = text(item.channel, index);
        item.row.hidden = value === null;
        if (value === null) continue;
        item.value.textContent = shown(value);
        item.button.textContent = data.first + tick;
        item.button.dataset.tick = tick;
      }
    }

    function showLog() {
      if (get('logPanel').hidden) return;
      const kinds = new Set();
      for (const box of document.querySelectorAll('#kinds input')) if (box.checked) kinds.add(box.value);
      const found = log.filter(line => kinds.has(line.kind) && matches(line.key));
      let here = found.findIndex(line => line.tick >= current);
      if (here < 0) here = found.length;
      const start = Math.max(0, Math.min(here - 60, found.length - rows));
      const part = found.slice(start, start + rows);
      let target = null;
      table(get('log').tBodies[0], part, line => {
        const row = make('tr', line.tick === current ? 'fresh' : line.tick > current ? 'later' : '');
        const cell = make('td'), button = make('button', 'link', data.first + line.tick);
        button.dataset.tick = line.tick;
        cell.append(button);
        row.append(cell, make('td', 'kind ' + kindNames[line.kind], kindNames[line.kind]), make('td', '', line.text));
        if (!target && line.tick >= current) target = row;
        return row;
      });
      get('logCount').textContent = found.length > part.length
        ? `${part.length} of ${found.length} lines, around this tick.` : `${found.length} lines.`;
      const box = get('logBox');
      box.scrollTop = target ? target.offsetTop - box.clientHeight / 2 : box.scrollHeight;
    }

    // The next tick in which something matching changes or happens.
    function nextMatch(direction) {
      let best = null;
      const offer = tick => {
        if (direction > 0 ? tick <= current : tick >= current) return;
        if (best === null || (tick - best) * direction < 0) best = tick;
      };
      if (!get('logPanel').hidden) {
        for (const line of log) if (matches(line.key)) offer(line.tick);
      } else {
        for (const channel of channels) {
          if (!matches(channel.key)) continue;
          const i = indexAt(channel, direction > 0 ? current : current - 1);
          const tick = channel.ticks[direction > 0 ? i + 1 : i];
          if (tick !== undefined) offer(tick);
        }
      }
      get('found').textContent = best === null
        ? `No ${direction > 0 ? 'later' : 'earlier'} tick matches.` : '';
      if (best !== null) seek(best);
    }

    // Steps

    const stepItems = steps.map(step => {
      const item = make('li', step.status);
      const button = make('button', 'step');
      button.append(make('span', 'mark ' + step.status, step.status), make('span', 'text', step.title));
      const place = (step.line ? `line ${step.line}` : 'hook')
        + (step.to > step.from ? `, ticks ${data.first + step.from} to ${data.first + step.to}` : '');
      button.append(make('span', 'quiet', place));
      button.dataset.tick = step.tick === undefined ? step.to : clamp(step.tick - data.first);
      item.append(button);
      if (step.table) {
        const rows = make('table', 'plain');
        for (const cells of step.table) {
          const row = rows.insertRow();
          for (const cell of cells) row.insertCell().textContent = cell;
        }
        item.append(rows);
      }
      if (step.text) item.append(make('pre', '', step.text));
      if (step.problem) item.append(make('pre', 'problem', step.problem));
      if (step.subject) item.append(make('p', 'quiet', `last match: ${step.subject}`));
      if (step.snippet) item.append(make('pre', '', step.snippet));
      if (step.messages) for (const line of step.messages) item.append(make('p', 'quiet', line));
      if (step.selectors) {
        const details = make('details');
        details.append(make('summary', '', `${step.selectors.length} selector${step.selectors.length === 1 ? '' : 's'}`));
        for (const line of step.selectors) details.append(make('p', 'selector', line));
        item.append(details);
      }
      if (step.pictures) item.append(comparison(step));
      return item;
    });
    get('steps').append(...stepItems);

    // A slider over the expected and the actual picture.
    function comparison(step) {
      const images = {};
      for (let i = 0; i < step.pictures.length; i += 2) images[step.pictures[i]] = step.pictures[i + 1];
      const figure = make('figure', 'comparison');
      const picture = (name, label) => {
        const image = make('img');
        image.src = source(images[name]);
        image.alt = label;
        return image;
      };
      const [actual, expected, difference] = ['actual.png', 'expected.png', 'difference.png'];
      if (images[actual] === undefined || images[expected] === undefined) {
        for (const name of Object.keys(images)) figure.append(picture(name, name));
        return figure;
      }
      const stack = make('div', 'stack'), over = picture(actual, 'the actual picture');
      over.className = 'over';
      stack.append(picture(expected, 'the expected picture'), over);
      const label = make('label', '', 'Expected to the left, actual to the right ');
      const slider = make('input');
      Object.assign(slider, { type: 'range', min: 0, max: 100, value: 50 });
      const line = make('div', 'edge');
      stack.append(line);
      const show = () => {
        over.style.clipPath = `inset(0 0 0 ${slider.value}%)`;
        line.style.left = slider.value + '%';
        slider.setAttribute('aria-valuetext', `${slider.value} % expected`);
      };
      slider.addEventListener('input', show);
      show();
      label.append(slider);
      figure.append(stack, label);
      if (images[difference] !== undefined) {
        const details = make('details');
        details.append(make('summary', '', 'Pixels that differ'), picture(difference, 'pixels that differ'));
        figure.append(details);
      }
      return figure;
    }
    """#
}
