// The part of the script that sends commands, and what the others share.

extension InspectorPage {
  static let core = #"""
    'use strict';
    const get = id => document.getElementById(id);
    const make = (name, className, text) => {
      const element = document.createElement(name);
      if (className) element.className = className;
      if (text !== undefined) element.textContent = text;
      return element;
    };
    // The path may begin with a token, so addresses are relative to the page.
    const base = location.pathname.replace(/inspector\/?$/, 'inspector/');

    async function ask(path, options) {
      try { return await fetch(base + path, options); } catch {
        throw new Error('the server does not answer; has it ended?');
      }
    }
    async function request(path, body) {
      const response = await ask(path, body === undefined ? {} : {
        method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.value.message);
      return answer.value;
    }

    let session = null;
    let savesScenes = false;
    /// Runs a command of the core; all that the page does is one of these.
    const run = (name, parameters) =>
      request(`${session}/commands/${name}`, parameters || {});

    const say = text => { get('message').textContent = text; };
    const attempt = async work => {
      try { say(''); return await work(); } catch (error) { say(error.message); }
      return undefined;
    };
    const copy = async text => {
      try {
        await navigator.clipboard.writeText(text);
        say('copied');
      } catch { say('the browser does not allow copying; select the text instead'); }
    };

    // State that several parts use

    let tick = 0, last = 0, tickLength = 1 / 60;
    /// The nodes in document order, and those by path.
    let outline = [], byPath = new Map();
    /// What is selected: its path and a selector that finds only it.
    let selected = null;
    let size = { width: 640, height: 360 };
    let sceneName = '';

    async function begin(id, scene) {
      session = id;
      sceneName = scene || '';
      get('chooser').hidden = true;
      get('main').hidden = false;
      await readTree();
      await refresh();
      readSubject();
      watch();
    }

    async function choose() {
      const list = await request('sessions');
      savesScenes = list.savesScenes;
      const wanted = new URLSearchParams(location.search).get('session');
      const known = list.sessions.find(entry => entry.id === wanted);
      const only = known || (list.sessions.length === 1 ? list.sessions[0] : null);
      if (only) return begin(only.id, only.scene);
      get('now').textContent = '';
      get('chooser').hidden = false;
      get('sessions').replaceChildren(...list.sessions.map(entry => {
        const item = make('li'), button = make('button', 'link', entry.scene || entry.id);
        button.type = 'button';
        button.addEventListener('click', () => attempt(() => begin(entry.id, entry.scene)));
        item.append(button);
        return item;
      }));
      get('games').replaceChildren(...list.games.map(name => {
        const option = make('option');
        option.value = name;
        return option;
      }));
      return undefined;
    }
    get('startForm').addEventListener('submit', event => {
      event.preventDefault();
      attempt(async () => {
        const scene = get('startScene').value;
        const made = await request('sessions', { scene });
        await begin(made.sessionId, scene);
      });
    });
    """#
}
