// The part of the script that moves, turns and scales the selected node.

extension InspectorPage {
  static let handles = #"""
    // Handles

    let axes = null, drag = null;
    const axisNames = ['x', 'y', 'z'];
    async function readHandles() {
      const isNeeded = selected && byPath.has(selected.path) && ['move', 'turn', 'scale'].includes(mode());
      axes = isNeeded ? await run('axes', { selector: selected.selector }) : null;
    }
    function handleShapes() {
      if (!axes) return [];
      const [x, y] = [axes.origin[0] * 1600, axes.origin[1] * 900];
      const ends = mode() === 'move' ? axes.ends : axes.ownEnds;
      return ends.flatMap((end, index) => {
        if (!end) return [];
        const [a, b] = [end[0] * 1600, end[1] * 900];
        const style = { class: `handle ${axisNames[index]}`, 'data-axis': index };
        const grip = mode() === 'turn' ? shape('circle', { cx: a, cy: b, r: 16, ...style })
          : shape('rect', { x: a - 13, y: b - 13, width: 26, height: 26, ...style });
        return [shape('path', { d: `M${x} ${y}L${a} ${b}`, ...style }), grip];
      });
    }
    for (const input of document.querySelectorAll('input[name=mode]')) {
      input.addEventListener('change', () => attempt(async () => {
        overlay.classList.toggle('active', ['move', 'turn', 'scale'].includes(mode()));
        await readHandles();
        drawOverlay();
      }));
    }

    const valueOf = path => {
      const entry = shown.find(other => other.path === path);
      return entry ? entry.value : null;
    };
    /// The quaternion of a turn about an axis, by an angle in degrees.
    const turned = (q, axis, angle) => {
      const half = angle * Math.PI / 360, s = Math.sin(half), w = Math.cos(half);
      const r = [0, 0, 0];
      r[axis] = s;
      return [
        q[3] * r[0] + q[0] * w + q[1] * r[2] - q[2] * r[1],
        q[3] * r[1] - q[0] * r[2] + q[1] * w + q[2] * r[0],
        q[3] * r[2] + q[0] * r[1] - q[1] * r[0] + q[2] * w,
        q[3] * w - q[0] * r[0] - q[1] * r[1] - q[2] * r[2],
      ];
    };
    const rounded = number => Number(number.toFixed(4));

    /// The property and its value for a movement of the pointer, in fractions of the view.
    function dragged(point) {
      const { axis, from } = drag, box = picture.getBoundingClientRect();
      const pixels = ([x, y]) => [x * box.width, y * box.height];
      const origin = pixels(drag.axes.origin), start = pixels([from.x, from.y]);
      const now = pixels([point.x, point.y]);
      if (drag.mode === 'turn') {
        const angle = p => Math.atan2(p[1] - origin[1], p[0] - origin[0]);
        let degrees = (angle(now) - angle(start)) * 180 / Math.PI;
        // The y axis of the view points down.
        degrees *= drag.axes.facing[axis] < 0 ? 1 : -1;
        degrees = ((degrees + 540) % 360) - 180;
        // Angles add up only about one axis.
        if (drag.angles.every((angle, other) => other === axis || Math.abs(angle) < 1e-3)) {
          const value = [0, 0, 0];
          value[axis] = rounded(drag.angles[axis] + degrees);
          return ['eulerAnglesDegrees', value];
        }
        return ['orientation', turned(drag.orientation || [0, 0, 0, 1], axis, degrees).map(rounded)];
      }
      const ends = drag.mode === 'move' ? drag.axes.ends : drag.axes.ownEnds;
      const end = pixels(ends[axis]), along = [end[0] - origin[0], end[1] - origin[1]];
      const squared = along[0] ** 2 + along[1] ** 2 || 1;
      const share = ((now[0] - start[0]) * along[0] + (now[1] - start[1]) * along[1]) / squared;
      if (drag.mode === 'move') {
        const value = drag.position.slice();
        value[axis] = rounded(value[axis] + share * drag.axes.length / (drag.axes.parentScale[axis] || 1));
        return ['position', value];
      }
      const value = drag.scale.slice();
      value[axis] = rounded(value[axis] * Math.max(.01, 1 + share));
      return ['scale', value];
    }

    overlay.addEventListener('pointerdown', event => {
      const axis = event.target.dataset.axis;
      if (axis === undefined || !axes) return;
      if (isPlaying) {
        say('pause the game to change the node');
        return;
      }
      event.preventDefault();
      overlay.setPointerCapture(event.pointerId);
      drag = {
        axis: Number(axis), from: place(event), mode: mode(), axes, tick, selector: selected.selector,
        discarded: last - tick, path: selected.path,
        position: valueOf('position'), angles: valueOf('eulerAnglesDegrees') || [0, 0, 0],
        orientation: valueOf('orientation'), scale: valueOf('scale'), wanted: null, isBusy: false,
      };
    });
    overlay.addEventListener('pointermove', event => {
      if (!drag) return;
      drag.wanted = place(event);
      if (!drag.isBusy) attempt(applyDrag);
    });
    /// Sets the value at the tick at which the drag began, so that the recording has only the last.
    async function applyDrag() {
      const current = drag;
      current.isBusy = true;
      try {
        while (current.wanted) {
          const [property, value] = dragged(current.wanted);
          current.wanted = null;
          await run('seek', { tick: current.tick });
          await run('set', { selector: current.selector, property, value });
          current.last = { path: current.path, property, value };
          await draw();
          await readBoxes();
        }
      } finally { current.isBusy = false; }
    }
    const endDrag = () => {
      if (!drag) return;
      const ended = drag;
      attempt(async () => {
        while (ended.isBusy) await new Promise(done => setTimeout(done, 5));
        drag = null;
        await refresh();
        if (ended.last) edited = { ...ended.last, tick };
        await readSubject();
        if (ended.last && ended.discarded > 0) {
          say(`another way from here on: the ${ended.discarded} ticks after it are gone`);
        }
      });
    };
    overlay.addEventListener('pointerup', endDrag);
    overlay.addEventListener('pointercancel', endDrag);

    attempt(choose);
    """#
}
