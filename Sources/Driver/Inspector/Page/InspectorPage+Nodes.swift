// The part of the script that shows the tree and selectors of the selected node.

extension InspectorPage {
  static let nodes = #"""
    // Tree

    const tree = get('tree');
    const closed = new Set();
    async function readTree() {
      const before = JSON.stringify(outline);
      outline = await run('outline');
      if (JSON.stringify(outline) === before) return;
      if (!before || before === '[]') {
        // In a large scene, only the top of the tree is open.
        if (outline.length > 150) {
          outline.forEach((node, index) => { if (hasChildren(index)) closed.add(node.path); });
        }
      }
      byPath = new Map(outline.map(node => [node.path, node]));
      showTree();
    }
    const hasChildren = index =>
      index + 1 < outline.length && outline[index + 1].depth > outline[index].depth;
    function showTree() {
      const focused = document.activeElement && tree.contains(document.activeElement);
      const items = [];
      let hiddenBelow = Infinity;
      outline.forEach((node, index) => {
        if (node.depth > hiddenBelow) return;
        hiddenBelow = Infinity;
        const item = make('li', node.isHidden ? 'quiet' : '');
        item.setAttribute('role', 'treeitem');
        item.setAttribute('aria-level', node.depth);
        item.setAttribute('aria-selected', String(!!selected && selected.path === node.path));
        item.dataset.path = node.path;
        item.tabIndex = -1;
        item.style.paddingLeft = `${(node.depth - 1) * .9 + .3}rem`;
        const isParent = hasChildren(index);
        if (isParent) {
          const isOpen = !closed.has(node.path);
          item.setAttribute('aria-expanded', String(isOpen));
          if (!isOpen) hiddenBelow = node.depth;
        }
        const mark = make('span', 'twist', isParent ? (closed.has(node.path) ? '▸' : '▾') : '');
        mark.setAttribute('aria-hidden', 'true');
        item.append(mark, make('span', '', node.name || node.path.split('/').pop()));
        if (node.role) item.append(' ', make('span', 'role', node.role));
        const parts = node.parts.filter(part => part === 'light' || part === 'camera');
        if (parts.length) item.append(' ', make('span', 'quiet', parts.join(', ')));
        items.push(item);
      });
      tree.replaceChildren(...items);
      const current = items.find(item => item.getAttribute('aria-selected') === 'true') || items[0];
      if (current) current.tabIndex = 0;
      if (focused && current) current.focus({ preventScroll: true });
    }
    /// Scrolls the tree to a node; the page stays where it is.
    const reveal = item => {
      const [box, frame] = [item.getBoundingClientRect(), tree.getBoundingClientRect()];
      if (box.top < frame.top) tree.scrollTop -= frame.top - box.top;
      else if (box.bottom > frame.bottom) tree.scrollTop += box.bottom - frame.bottom;
    };
    /// Marks the selected node without building the tree again, which takes long in large scenes.
    function markSelected() {
      const isFocused = tree.contains(document.activeElement);
      for (const item of tree.querySelectorAll('[aria-selected=true], [tabindex="0"]')) {
        item.setAttribute('aria-selected', 'false');
        item.tabIndex = -1;
      }
      const item = selected && tree.querySelector(`[data-path="${CSS.escape(selected.path)}"]`);
      if (item) item.setAttribute('aria-selected', 'true');
      const current = item || tree.firstElementChild;
      if (!current) return;
      current.tabIndex = 0;
      if (isFocused) current.focus({ preventScroll: true });
    }
    const toggle = path => {
      if (closed.has(path)) closed.delete(path); else closed.add(path);
      showTree();
    };
    tree.addEventListener('click', event => {
      const item = event.target.closest('[role=treeitem]');
      if (!item) return;
      if (event.target.classList.contains('twist') && item.hasAttribute('aria-expanded')) {
        toggle(item.dataset.path);
      } else attempt(() => selectPath(item.dataset.path));
    });
    tree.addEventListener('keydown', event => {
      const item = event.target.closest('[role=treeitem]');
      if (!item) return;
      const items = [...tree.children], index = items.indexOf(item);
      const isOpen = item.getAttribute('aria-expanded');
      let next = null;
      if (event.key === 'ArrowDown') next = items[index + 1];
      else if (event.key === 'ArrowUp') next = items[index - 1];
      else if (event.key === 'Home') next = items[0];
      else if (event.key === 'End') next = items[items.length - 1];
      else if (event.key === 'ArrowRight' && isOpen === 'false') toggle(item.dataset.path);
      else if (event.key === 'ArrowRight') next = items[index + 1];
      else if (event.key === 'ArrowLeft' && isOpen === 'true') toggle(item.dataset.path);
      else if (event.key === 'ArrowLeft') {
        const level = Number(item.getAttribute('aria-level'));
        next = items.slice(0, index).reverse()
          .find(other => Number(other.getAttribute('aria-level')) < level);
      } else if (event.key === 'Enter' || event.key === ' ') {
        attempt(() => selectPath(item.dataset.path));
      } else return;
      event.preventDefault();
      event.stopPropagation();
      if (next) {
        item.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      }
    });

    // Selection

    async function selectPath(path) {
      if (!byPath.has(path)) await readTree();
      const node = byPath.get(path);
      if (!node) throw new Error(`${path} is no longer in the scene`);
      await select({ path, selector: `//node[@identity='${node.identity}']` });
    }
    async function select(subject) {
      selected = subject;
      let opens = false;
      if (subject && byPath.has(subject.path)) {
        // The node must be visible in the tree.
        let parent = subject.path;
        while ((parent = parent.slice(0, parent.lastIndexOf('/')))) {
          opens = closed.delete(parent) || opens;
        }
      }
      if (opens) showTree(); else markSelected();
      const item = tree.querySelector('[aria-selected=true]');
      if (item) reveal(item);
      await Promise.all([readSubject(), readBoxes()]);
      showCopies();
    }
    get('ofScene').addEventListener('click', () => attempt(() =>
      select({ path: 'scene', selector: 'scene' })));
    get('ofGame').addEventListener('click', () => attempt(() =>
      select({ path: 'game', selector: 'game' })));

    // Selectors to copy

    const plainName = selector => {
      const match = /^\/\/node\[@name='([^'"/()[\]]+)'\]$/.exec(selector);
      return match && !['game', 'scene'].includes(match[1]) && !match[1].startsWith('css:')
        ? match[1] : null;
    };
    /// The same selector in CSS; null for one with positions, which CSS counts otherwise.
    const css = selector => {
      const body = /^\/\/(.+)$/.exec(selector);
      if (!body) return null;
      const steps = body[1].split(/(\/\/|\/)/);
      let text = '';
      for (const step of steps) {
        if (step === '//') text += ' ';
        else if (step === '/') text += ' > ';
        else {
          const parts = /^(\w+)((?:\[@\w+='[^'"]*'\])*)$/.exec(step);
          if (!parts) return null;
          text += parts[1] + parts[2].replaceAll('[@', '[').replaceAll("'", '"');
        }
      }
      return text;
    };
    async function showCopies() {
      const subject = selected;
      const isNode = subject && byPath.has(subject.path);
      get('copies').hidden = !isNode;
      if (!isNode) return;
      const all = await run('selectors', { selector: subject.selector });
      if (selected !== subject) return;
      const unique = all.filter(entry => entry.count === 1);
      const stable = unique.filter(entry => entry.stability >= .5);
      const best = (stable.length ? stable : unique)
        .reduce((a, b) => !a || b.selector.length < a.selector.length ? b : a, null);
      if (!best) return;
      const xpath = best.selector, name = plainName(xpath), short = name || xpath;
      const quote = JSON.stringify;
      const rows = [
        ['Selector', short], ['XPath', xpath], ['CSS', css(xpath)],
        ['Swift', name ? `.node(${quote(name)})` : `try Locator(xpath: ${quote(xpath)})`],
        ['Python', `game.find_element(By.XPATH, ${quote(xpath)})`],
        ['Gherkin', `Then ${quote(short)} is there`],
      ].filter(row => row[1]);
      get('copyTable').tBodies[0].replaceChildren(...rows.map(([kind, text]) => {
        const row = make('tr'), head = make('th', '', kind), cell = make('td'), last = make('td');
        head.scope = 'row';
        cell.append(make('code', '', text));
        const button = make('button', '', 'Copy');
        button.type = 'button';
        button.setAttribute('aria-label', `Copy as ${kind}`);
        button.addEventListener('click', () => copy(text));
        last.append(button);
        row.append(head, cell, last);
        return row;
      }));
    }
    """#
}
