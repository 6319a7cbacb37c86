// The part of the script that shows, changes and saves values.

extension InspectorPage {
  static let values = #"""
    // Properties

    const panel = get('properties');
    let shown = [], shownKey = '';
    async function readSubject() {
      const subject = selected;
      if (!subject) {
        panel.replaceChildren(make('p', 'quiet', 'Click a node in the picture or in the tree.'));
        get('subject').textContent = '';
        shownKey = '';
        return;
      }
      const answer = await run('describe', { selector: subject.selector });
      if (selected !== subject) return;
      get('subject').textContent = answer.path;
      shown = answer.properties;
      const key = subject.path + '\n' + shown.map(entry => entry.path).join('\n');
      if (key === shownKey) return updateValues();
      shownKey = key;
      showProperties();
      return undefined;
    }

    const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
    const words = () => get('filter').value.toLowerCase().split(/\s+/).filter(word => word);
    function showProperties() {
      const groups = new Map();
      for (const entry of shown) {
        const dot = entry.path.indexOf('.');
        const name = dot < 0 ? '' : entry.path.slice(0, dot);
        if (!groups.has(name)) groups.set(name, []);
        groups.get(name).push(entry);
      }
      panel.replaceChildren(...[...groups].map(([name, entries]) => {
        const group = make('section', 'group');
        if (name) group.append(make('h3', '', name));
        group.append(...entries.map(propertyRow));
        return group;
      }));
      filterProperties();
    }
    function filterProperties() {
      const all = words(), isOnlyChanged = get('changed').checked;
      for (const row of panel.querySelectorAll('.property')) {
        const entry = shown.find(other => other.path === row.dataset.path);
        if (!entry) continue;
        const text = (entry.path + ' ' + entry.summary).toLowerCase();
        row.hidden = !all.every(word => text.includes(word))
          || (isOnlyChanged && same(entry.value, entry.default));
      }
      for (const group of panel.querySelectorAll('.group')) {
        group.hidden = !group.querySelector('.property:not([hidden])');
      }
    }
    get('filter').addEventListener('input', filterProperties);
    get('changed').addEventListener('change', filterProperties);

    function propertyRow(entry) {
      const row = make('div', 'property');
      row.dataset.path = entry.path;
      const id = 'p-' + entry.path.replaceAll('.', '-');
      const name = entry.path.includes('.') ? entry.path.slice(entry.path.indexOf('.') + 1) : entry.path;
      const label = make('label', 'name', name);
      label.htmlFor = id;
      label.title = entry.path;
      const range = entry.minimum === undefined ? '' : `${text(entry.minimum)} to ${text(entry.maximum)}`;
      const hint = make('span', 'quiet hint',
        [entry.summary, range].filter(part => part).join('; '));
      hint.id = id + '-hint';
      const unit = make('span', 'unit quiet', entry.unit);
      unit.id = id + '-unit';
      row.append(label, field(entry, id), unit);
      if (savesScenes && selected && selected.path !== 'game') {
        const save = make('button', 'save', 'Save…');
        save.type = 'button';
        save.setAttribute('aria-label', `Save ${entry.path} to the scene file`);
        save.addEventListener('click', () => attempt(() => showSave(entry.path)));
        row.append(save);
      }
      const problem = make('span', 'problem hint');
      problem.id = id + '-problem';
      row.append(hint, problem);
      mark(row, entry);
      return row;
    }
    /// Shows beside a field why its value is not accepted; nothing for one that is.
    function showProblem(path, problem) {
      const row = panel.querySelector(`[data-path="${CSS.escape(path)}"]`);
      if (!row) return;
      row.querySelector('.problem').textContent = problem;
      for (const input of row.querySelectorAll('input, select')) {
        if (problem) input.setAttribute('aria-invalid', 'true');
        else input.removeAttribute('aria-invalid');
      }
    }
    const mark = (row, entry) =>
      row.classList.toggle('changed', !same(entry.value, entry.default));

    /// A value as text: numbers with at most six digits.
    const text = value => typeof value === 'number' ? String(Number(value.toPrecision(6)))
      : typeof value === 'string' ? value : JSON.stringify(value);
    const isVector = value => Array.isArray(value) && value.length >= 2 && value.length <= 4
      && value.every(part => typeof part === 'number');

    function field(entry, id) {
      const { value } = entry;
      const describe = input => {
        input.id = input.id || id;
        input.setAttribute('aria-describedby', `${id}-problem ${id}-unit ${id}-hint`);
        return input;
      };
      if (entry.choices) {
        const select = describe(make('select'));
        select.append(...entry.choices.map(name => {
          const option = make('option', '', name);
          option.value = name;
          return option;
        }));
        select.addEventListener('change', () => setValue(entry.path, select.value));
        write(select, value);
        return select;
      }
      if (typeof value === 'boolean') {
        const box = describe(make('input'));
        box.type = 'checkbox';
        box.addEventListener('change', () => setValue(entry.path, box.checked));
        write(box, value);
        return box;
      }
      if (isVector(value)) {
        const group = make('span', 'vector');
        group.setAttribute('role', 'group');
        group.setAttribute('aria-label', entry.path);
        const names = entry.unit === 'sRGB' ? ['red', 'green', 'blue', 'alpha'] : ['x', 'y', 'z', 'w'];
        const inputs = value.map((part, index) => {
          const input = numberField(entry);
          input.id = index ? `${id}-${index}` : id;
          input.setAttribute('aria-label', `${entry.path} ${names[index]}`);
          describe(input);
          write(input, part);
          return input;
        });
        const change = () => {
          // A field shows six digits; a part that was not edited keeps all of them.
          const now = shown.find(other => other.path === entry.path)?.value ?? value;
          const parts = inputs.map((input, index) =>
            input.value === text(now[index]) ? now[index] : numberOf(input));
          if (parts.every(Number.isFinite)) return setValue(entry.path, parts);
          return showProblem(entry.path, 'each field accepts a number');
        };
        inputs.forEach(input => input.addEventListener('change', change));
        group.append(...inputs);
        return group;
      }
      if (typeof value === 'number') {
        const input = describe(numberField(entry));
        input.addEventListener('change', () => {
          const number = numberOf(input);
          if (Number.isFinite(number)) return setValue(entry.path, number);
          return showProblem(entry.path, 'a number is accepted');
        });
        write(input, value);
        return input;
      }
      const input = describe(make('input', 'wide'));
      input.type = 'text';
      input.spellcheck = false;
      const isText = typeof value === 'string';
      input.addEventListener('change', () => {
        let value = input.value;
        if (!isText) {
          try { value = JSON.parse(value); } catch {
            return showProblem(entry.path, 'JSON is accepted, such as null, 2 or [1, 2, 3]');
          }
        }
        return setValue(entry.path, value);
      });
      write(input, value);
      return input;
    }
    /// The number in a field; NaN if it is empty or no number.
    const numberOf = input => input.value.trim() === '' ? NaN : Number(input.value);
    const numberField = entry => {
      const input = make('input', 'number');
      Object.assign(input, { type: 'number', step: 'any' });
      if (entry.minimum !== undefined && entry.minimum > -1e5) input.min = entry.minimum;
      if (entry.maximum !== undefined && entry.maximum < 1e5) input.max = entry.maximum;
      return input;
    };
    function write(input, value) {
      if (input === document.activeElement) return;
      if (input.type === 'checkbox') input.checked = value;
      else {
        input.value = text(value);
        if (typeof value === 'number') input.title = String(value);
      }
    }
    function updateValues() {
      const rows = new Map([...panel.querySelectorAll('.property')].map(row => [row.dataset.path, row]));
      for (const entry of shown) {
        const row = rows.get(entry.path);
        if (!row) continue;
        const inputs = row.querySelectorAll('input, select');
        // What was not accepted is replaced, unless a person is still typing.
        if (!row.contains(document.activeElement)) showProblem(entry.path, '');
        if (isVector(entry.value) && inputs.length === entry.value.length) {
          entry.value.forEach((part, index) => write(inputs[index], part));
        } else if (inputs.length === 1) write(inputs[0], entry.value);
        else { shownKey = ''; }
        mark(row, entry);
      }
    }

    // Changing

    /// Sets a value in the running game; the change is an event of the recording.
    const setValue = (property, value) => attempt(async () => {
      const { selector, path } = selected, discarded = last - tick;
      try { await run('set', { selector, property, value }); } catch (error) {
        showProblem(property, error.message);
        throw error;
      }
      showProblem(property, '');
      await refresh();
      edited = { path, property, value, tick };
      await readSubject();
      if (discarded > 0) say(`another way from here on: the ${discarded} ticks after it are gone`);
    });
    /// The last value that was set, and the tick after it; a body has moved on by then.
    let edited = null;

    // Saving

    let pending = null;
    async function showSave(property) {
      await readSubject();
      const entry = shown.find(other => other.path === property);
      if (!entry) throw new Error(`${property} is no longer there`);
      const isAsSet = edited && edited.path === selected.path && edited.property === property
        && edited.tick === tick;
      const value = isAsSet ? edited.value : entry.value;
      const parameters = { selector: selected.selector, property, value };
      const answer = await run('save', parameters);
      if (!answer.difference.length) return say(`${answer.file} has this value already`);
      pending = { ...parameters, difference: answer.difference, write: true };
      get('saveFile').textContent = answer.file;
      get('difference').replaceChildren(...answer.difference.map(line =>
        make('span', /^\d+ -/.test(line) ? 'old' : 'new', line + '\n')));
      get('saveDialog').showModal();
      return undefined;
    }
    get('saveCancel').addEventListener('click', () => get('saveDialog').close());
    get('saveWrite').addEventListener('click', () => attempt(async () => {
      const start = performance.now();
      get('saveDialog').close();
      const answer = await run('save', pending);
      say(`saved to ${answer.file} in ${Math.ceil(performance.now() - start)} ms`);
    }));
    """#
}
