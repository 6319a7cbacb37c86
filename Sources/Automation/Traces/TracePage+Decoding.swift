// The part of the script that decodes the data; see TraceEncoder.

extension TracePage {
  /// The decoding of the data.
  static let decoding = #"""
    'use strict';
    const data = JSON.parse(document.getElementById('data').textContent);
    const get = id => document.getElementById(id);
    const make = (name, className, text) => {
      const element = document.createElement(name);
      if (className) element.className = className;
      if (text !== undefined) element.textContent = text;
      return element;
    };

    // Decoding

    const digits = new Uint8Array(128);
    [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/']
      .forEach((digit, index) => { digits[digit.charCodeAt(0)] = index; });
    class Numbers {
      constructor(text) { this.text = text; this.index = 0; }
      get isAtEnd() { return this.index >= this.text.length; }
      next() {
        let result = 0, shift = 0, digit;
        do {
          digit = digits[this.text.charCodeAt(this.index++)];
          result |= (digit & 31) << shift;
          shift += 5;
        } while (digit & 32);
        return result >>> 0;
      }
      signed() { const number = this.next(); return (number >>> 1) ^ -(number & 1); }
    }
    const integers = new Int32Array(1);
    const floats = new Float32Array(integers.buffer);
    const number = ordered => {
      integers[0] = ordered ^ ((ordered >> 31) & 0x7fffffff);
      const value = floats[0];
      if (Object.is(value, -0)) return '-0';
      if (Number.isInteger(value)) return String(value);
      for (let precision = 1; precision < 10; precision++) {
        const short = Number(value.toPrecision(precision));
        if (Math.fround(short) === value) return String(short);
      }
      return String(value);
    };
    const templates = data.templates.map(text => text.split('#').map(part => part.replaceAll('\u0001', '#')));
    const fill = (template, numbers, start) => {
      const parts = templates[template];
      let text = parts[0];
      for (let i = 1; i < parts.length; i++) text += number(numbers[start + i - 1]) + parts[i];
      return text;
    };

    const last = data.count;
    const channels = [];
    const subjects = data.subjects.map(([name, constants, ...changes]) => {
      const subject = { name, channels: [] };
      const add = (property, ticks, kinds, starts, numbers) => {
        const channel = {
          subject: name, property: data.properties[property], ticks, kinds, starts, numbers,
        };
        channel.key = (name + ' ' + channel.property).toLowerCase();
        subject.channels.push(channel);
        channels.push(channel);
      };
      const fixed = new Numbers(constants);
      while (!fixed.isAtEnd) {
        const property = fixed.next();
        add(property, [0], [fixed.next()], [0], []);
      }
      for (let i = 0; i < changes.length; i += 3) {
        const text = new Numbers(changes[i + 2]), order = changes[i + 1];
        const ticks = [], kinds = [], starts = [], all = [];
        let tick = -1, kind = -1, size = 0, length = 0;
        while (!text.isAtEnd) {
          const head = text.next();
          tick += (head >>> 1) + 1;
          if (head & 1) { kind = text.next(); size = templates[kind].length - 1; length = 0; }
          const start = all.length;
          for (let j = 0; j < size; j++) {
            const here = start + j;
            const expected = length === 0 ? 0
              : order === 2 && length > 1 ? (2 * all[here - size] - all[here - 2 * size]) | 0
              : all[here - size];
            all.push((expected + text.signed()) | 0);
          }
          ticks.push(tick); kinds.push(kind); starts.push(start);
          length++;
        }
        add(changes[i], ticks, kinds, starts, all);
      }
      return subject;
    });
    // The properties of a subject that change come first.
    for (const subject of subjects) {
      const rank = channel => (channel.ticks.length > 1 ? '0' : '1') + channel.property;
      subject.channels.sort((a, b) => rank(a) < rank(b) ? -1 : 1);
    }
    const byTick = Array.from({ length: last + 1 }, () => []);
    channels.forEach(channel => channel.ticks.forEach((tick, i) => {
      if (tick <= last) byTick[tick].push(channel, i);
    }));
    const text = (channel, i) => {
      if (i < 0 || channel.kinds[i] === 0) return null;
      return fill(channel.kinds[i], channel.numbers, channel.starts[i]);
    };
    // The index of the last value at or before a tick, or -1.
    const indexAt = (channel, tick) => {
      let low = 0, high = channel.ticks.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (channel.ticks[middle] <= tick) low = middle + 1; else high = middle;
      }
      return low - 1;
    };

    const kindNames = { i: 'input', c: 'contact', s: 'sound', q: 'selector', m: 'message' };
    const log = [];
    {
      const coded = new Numbers(data.log), known = [];
      let tick = 0;
      while (!coded.isAtEnd) {
        tick += coded.next();
        const kind = coded.next(), size = templates[kind].length - 1;
        const before = known[kind] || new Array(size).fill(0);
        const now = before.map(value => (value + coded.signed()) | 0);
        known[kind] = now;
        const full = fill(kind, now, 0);
        log.push({ tick, kind: full[0], text: full.slice(1), key: full.toLowerCase() });
      }
    }
    const steps = data.steps.map((step, index) => ({
      ...step, index, from: clamp(step.from - data.first), to: clamp(step.to - data.first),
    }));
    const frames = [];
    for (let i = 0; i < data.frames.length; i += 2) {
      frames.push({ tick: clamp(data.frames[i] - data.first), image: data.frames[i + 1] });
    }
    function clamp(tick) { return Math.max(0, Math.min(last, tick)); }
    const source = image => 'data:image/png;base64,' + data.images[image];
    """#
}
