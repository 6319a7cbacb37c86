"""Sessions: running games."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterator, Mapping, Sequence
from ctypes import c_size_t, c_uint64
from dataclasses import dataclass
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from carom.arguments import MOST_SEED, MOST_SIDE, as_json, memory, text, whole
from carom.errors import ArgumentError
from carom.layout import Layout
from carom.library import c_session, library

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import Self

    from carom.tasks import Task

OVERLAY = 1
"""Labels, bars and panels, in :meth:`Session.render`."""
SHADOWS = 2
"""Shadows, in :meth:`Session.render`."""
ANTIALIASED = 4
"""Four samples for each pixel, in :meth:`Session.render`."""
_MOST_TICKS: Final = 3_600
"""The number of ticks in a call of the library, at most a fraction of a second."""


@dataclass(frozen=True)
class Element:
    """An element that a selector matches.

    Attributes:
        path: The path of the node, followed by its component: ``/maze/lamp light``.
        kind: The name of the element, such as ``node`` or ``label``.
        attributes: The attributes by name, as text.
    """

    path: str
    kind: str
    attributes: Mapping[str, str]


@dataclass(frozen=True)
class Geometry:
    """What is visible in each pixel.

    Attributes:
        depth: The distance along the view in meters, float32 (height, width); infinity is the
            background.
        nodes: The identity of the node, uint32 (height, width); 0 is the background.
        normals: The normal in the world, float32 (height, width, 3); zeros in the background.
    """

    depth: NDArray[np.float32]
    nodes: NDArray[np.uint32]
    normals: NDArray[np.float32]


class State:
    """A state that a session keeps in memory, from :meth:`Session.save_state`.

    Its memory is freed when it is collected.
    """

    def __init__(self, session: Session, number: int) -> None:
        """Keep the number of the state in its session."""
        self._session = session
        self._number = number

    def __del__(self) -> None:
        """Free the memory, unless the session is closed."""
        handle = self._session.handle
        if handle:
            self._session._library.carom_drop_state(handle, self._number)


class Session:
    """A running game with its scene, clock, random streams and inputs.

    Only :meth:`step`, :meth:`play` and :meth:`reset` change the time. The state after a number of
    ticks depends on the scene, the seed and the inputs alone. Use a session from one thread at a
    time; it is closed when it is collected, or at the end of a ``with`` block.

    Example:
        >>> with Session("marble-maze", seed=7) as game:
        ...     game.send({"key": {"code": "space", "isDown": True}})
        ...     game.step(60)
        ...     height = float(game.get("ball", "position.y"))
    """

    def __init__(
        self, subject: str | PathLike[str], *, level: str | int | None = None, seed: int = 1
    ) -> None:
        """Open a game before its first tick.

        Args:
            subject: The name of a game, or the path of a scene file.
            level: The number of a level from 1, or its name; None is the first one.
            seed: The seed of the random streams, 0 to 2⁶⁴ - 1.

        Raises:
            ArgumentError: There is no such game, file or level.
            NotLoadedError: A scene has errors.
        """
        self._library = library()
        self._handle = 0
        handle = c_session()
        name = text(subject, "subject")
        seed = whole(seed, "seed", 0, MOST_SEED)
        which = None if level is None else text(str(level), "level")
        self._library.check(self._library.carom_open(name, which, seed, ctypes.byref(handle)))
        self._handle = handle.value

    @classmethod
    def from_snapshot(cls, snapshot: bytes | bytearray | memoryview) -> Self:
        """Open the game of a snapshot in its state.

        Args:
            snapshot: What :meth:`snapshot` has returned, in this process or in another one.

        Returns:
            The session.

        Raises:
            RefusedError: The snapshot is damaged, or of another version.
        """
        handle = c_session()
        lib = library()
        snapshot = memory(snapshot, "snapshot")
        lib.check(lib.carom_open_snapshot(snapshot, len(snapshot), ctypes.byref(handle)))
        return cls._of(handle.value)

    @classmethod
    def _of(cls, handle: int) -> Self:
        session = cls.__new__(cls)
        session._library = library()
        session._handle = handle
        return session

    def clone(self) -> Self:
        """Open the same game again, with the same state and task.

        Returns:
            A session that is independent of this one.
        """
        handle = c_session()
        self._library.check(self._library.carom_clone(self._handle, ctypes.byref(handle)))
        return self._of(handle.value)

    def close(self) -> None:
        """Close the session; a second call has no effect."""
        if self._handle:
            handle, self._handle = self._handle, 0
            self._library.carom_close(handle)

    def __enter__(self) -> Self:
        """Return the session, which is closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the session."""
        self.close()

    def __del__(self) -> None:
        """Close the session."""
        if getattr(self, "_handle", 0):
            self.close()

    @property
    def handle(self) -> int:
        """The handle for functions of ``carom.h``; 0 after :meth:`close`."""
        return self._handle

    # The state

    @property
    def tick(self) -> int:
        """The number of ticks that have run."""
        tick = c_uint64()
        self._library.check(self._library.carom_tick(self._handle, ctypes.byref(tick)))
        return tick.value

    @property
    def hash(self) -> int:
        """The hash of the whole state, 64 bits; equal states have equal hashes on every machine."""
        found = c_uint64()
        self._library.check(self._library.carom_hash(self._handle, ctypes.byref(found)))
        return found.value

    def describe(self) -> dict[str, Any]:
        """Describe the session.

        Returns:
            ``game``, ``scene``, ``level``, ``seed``, ``tick``, ``tickLength`` (seconds), ``phase``,
            ``score``, ``lives``, ``isOver``, ``hasBegun`` and ``hash`` (16 hexadecimal digits).
        """
        found: dict[str, Any] = json.loads(
            self._library.text(self._library.carom_describe, self._handle)
        )
        return found

    # Time and input

    def reset(self, seed: int = 1) -> None:
        """Return to the state of a new session; with a task, begin the game.

        Args:
            seed: The seed of the random streams, 0 to 2⁶⁴ - 1.
        """
        self._library.check(
            self._library.carom_reset(self._handle, whole(seed, "seed", 0, MOST_SEED))
        )

    def step(self, ticks: int = 1) -> None:
        """Run ticks.

        Args:
            ticks: The number of ticks, 0 to 360,000; a tick is 1/60 s in most scenes.
        """
        for part in _parts(ticks):
            self._library.check(self._library.carom_step(self._handle, part))

    def play(self, ticks: int) -> None:
        """Run ticks with the bot of the game as the player.

        The bot continues if it has played up to this tick, so a run is the same in one call and in
        many. After a restore and in a clone, a new bot plays.

        Args:
            ticks: The number of ticks, 0 to 360,000.

        Raises:
            RefusedError: The game has no bot.
        """
        for part in _parts(ticks):
            self._library.check(self._library.carom_play(self._handle, part))

    def send(self, *events: Mapping[str, Any]) -> None:
        """Send events to the next tick, in order.

        Args:
            *events: Events in the format of recordings, without ``t``: ``{"tilt": [0.5, -1]}``,
                ``{"key": {"code": "space", "isDown": True}}``.

        Raises:
            ArgumentError: An event is malformed.
        """
        self._library.check(self._library.carom_send(self._handle, as_json(events, "events")))

    # Elements

    def find(self, selector: str) -> list[Element]:
        """Find elements.

        Args:
            selector: XPath (``//node[@role='pearl']``), CSS (``css:node[role=pearl]``, ``#ball``),
                ``game``, ``scene``, or the name of a node.

        Returns:
            The matches in the order of the tree; at most 10,000.

        Raises:
            ArgumentError: The selector is malformed.
        """
        found = self._library.text(
            self._library.carom_find, self._handle, text(selector, "selector")
        )
        return [Element(one["path"], one["kind"], one["attributes"]) for one in json.loads(found)]

    def get(self, selector: str, name: str) -> str:
        """Return an attribute or a property of the only match of a selector.

        Args:
            selector: As for :meth:`find`.
            name: The attribute or property, such as ``position.y`` or ``physics.mass``.

        Returns:
            The value as text, in the units of scene files.

        Raises:
            RefusedError: Nothing or more than one element matches, or it has no such property.
        """
        return self._library.text(
            self._library.carom_get, self._handle, text(selector, "selector"), text(name, "name")
        )

    def set(self, selector: str, name: str, value: object) -> None:
        """Set a property in the next tick, as an event that recordings contain.

        Args:
            selector: A node, ``game`` or ``scene``.
            name: The property, such as ``physics.velocity``.
            value: The value in the format of scene files: a number, text, list or dictionary.

        Raises:
            RefusedError: The property or the value is not accepted.
        """
        self._library.check(
            self._library.carom_set(
                self._handle, text(selector, "selector"), text(name, "name"),
                as_json(value, "value"),
            )
        )  # fmt: skip

    # Snapshots and recordings

    def snapshot(self) -> bytes:
        """Return the complete state, for sessions of the same game and version anywhere."""
        length = c_size_t()
        memory = getattr(self, "_memory", None) or ctypes.create_string_buffer(1 << 18)
        while True:
            status = self._library.carom_snapshot(
                self._handle, memory, len(memory), ctypes.byref(length)
            )
            if status != 4:
                break
            memory = ctypes.create_string_buffer(length.value * 2)
        self._library.check(status)
        # Memory is kept, because a search takes thousands of snapshots.
        self._memory = memory
        return ctypes.string_at(memory, length.value)

    def restore(self, snapshot: bytes | bytearray | memoryview) -> None:
        """Restore a state; a recording ends.

        Args:
            snapshot: What :meth:`snapshot` has returned.

        Raises:
            RefusedError: The snapshot is damaged or does not fit; nothing has changed.
        """
        snapshot = memory(snapshot, "snapshot")
        self._library.check(self._library.carom_restore(self._handle, snapshot, len(snapshot)))

    def save_state(self) -> State:
        """Keep the current state in memory, for a search that returns to states many times.

        It takes a fraction of the time and memory of :meth:`snapshot`, but is of no use to other
        sessions.

        Returns:
            The state.
        """
        number = c_uint64()
        self._library.check(self._library.carom_save_state(self._handle, ctypes.byref(number)))
        return State(self, number.value)

    def load_state(self, state: State) -> None:
        """Return to a state; a recording ends.

        Args:
            state: What :meth:`save_state` of this session has returned.

        Raises:
            ArgumentError: It is no such state, or of another session.
        """
        if not isinstance(state, State):
            raise ArgumentError(
                f"state: is of type {type(state).__name__}; what save_state returns is accepted"
            )
        if state._session is not self:
            raise ArgumentError("state: is of another session; a state of this one is accepted")
        self._library.check(self._library.carom_load_state(self._handle, state._number))

    def record(self) -> None:
        """Start to record the session."""
        self._library.check(self._library.carom_record(self._handle))

    def recording(self) -> str:
        """Return the recording up to now, which goes on: the text of a ``.replay.jsonl`` file.

        Raises:
            RefusedError: The session is not recorded.
        """
        return self._library.text(self._library.carom_recording, self._handle)

    # Pictures

    def render(
        self,
        width: int = 640,
        height: int = 360,
        *,
        camera: str | None = None,
        contents: int = OVERLAY | SHADOWS,
    ) -> NDArray[np.uint8]:
        """Draw the last tick.

        Args:
            width: The width in pixels, 1 to 4,096.
            height: The height in pixels, 1 to 4,096.
            camera: A selector of a node with a camera; None is the camera of the scene.
            contents: The sum of :data:`OVERLAY`, :data:`SHADOWS` and :data:`ANTIALIASED`.

        Returns:
            Red, green and blue, uint8 (height, width, 3), the same on every machine.

        Raises:
            NotLoadedError: An image of the scene is missing.
        """
        contents = whole(contents, "contents", 0, OVERLAY | SHADOWS | ANTIALIASED)
        pixels = np.empty((*_size(width, height), 3), np.uint8)
        self._library.check(
            self._library.carom_render(
                self._handle, None if camera is None else text(camera, "camera"), width,
                height, contents, pixels.ctypes.data, pixels.nbytes,
            )
        )  # fmt: skip
        return pixels

    def geometry(
        self, width: int = 640, height: int = 360, *, camera: str | None = None
    ) -> Geometry:
        """Return depth, nodes and normals of the last tick.

        Args:
            width: The width in pixels, 1 to 4,096.
            height: The height in pixels, 1 to 4,096.
            camera: A selector of a node with a camera; None is the camera of the scene.

        Returns:
            Three arrays.
        """
        size = _size(width, height)
        depth = np.empty(size, np.float32)
        nodes = np.empty(size, np.uint32)
        normals = np.empty((*size, 3), np.float32)
        self._library.check(
            self._library.carom_render_geometry(
                self._handle, None if camera is None else text(camera, "camera"), width,
                height, depth.ctypes.data, nodes.ctypes.data, normals.ctypes.data,
                depth.size,
            )
        )  # fmt: skip
        return Geometry(depth, nodes, normals)

    # Tasks

    def set_task(self, task: Task) -> Layout:
        """Give the session a task: actions, observations, reward and end as numbers.

        Args:
            task: The task; see :class:`carom.Task`.

        Returns:
            The layout of actions and observations.

        Raises:
            ArgumentError: The task is malformed.
            RefusedError: The task does not fit the game.
        """
        self._library.check(self._library.carom_set_task(self._handle, as_json(task, "task")))
        return Layout.read(self._library.text(self._library.carom_layout, self._handle))

    def observe(self, count: int) -> NDArray[np.float32]:
        """Return the observed numbers of the current state.

        Args:
            count: The number of observed numbers of the layout.

        Returns:
            The numbers, float32 (count,).
        """
        numbers = np.empty(whole(count, "count", 0, 1 << 20), np.float32)
        self._library.check(
            self._library.carom_observe(self._handle, numbers.ctypes.data, numbers.size)
        )
        return numbers


def _parts(ticks: int) -> Iterator[int]:
    """Divide ticks into calls, between which Python answers to signals such as Ctrl-C."""
    left = whole(ticks, "ticks", 0, 360_000)
    yield min(left, _MOST_TICKS)
    while (left := left - _MOST_TICKS) > 0:
        yield min(left, _MOST_TICKS)


def _size(width: int, height: int) -> tuple[int, int]:
    """Return the shape of a picture."""
    return whole(height, "height", 1, MOST_SIDE), whole(width, "width", 1, MOST_SIDE)


def games() -> Sequence[Mapping[str, Any]]:
    """Return the games of the library.

    Returns:
        For each game ``name``, ``title``, ``summary``, ``levels`` (``name``, ``title``, ``scene``),
        ``actions`` (``name``, ``title``, ``keys``) and ``controls``, the names of all numbers of an
        action.
    """
    lib = library()
    found: list[dict[str, Any]] = json.loads(lib.text(lib.carom_games))
    return found


def find(session: Session, selector: str) -> list[Element]:
    """Find elements of a session; see :meth:`Session.find`.

    Args:
        session: The session.
        selector: The selector.

    Returns:
        The matches in the order of the tree.
    """
    return session.find(selector)


def render(
    subject: str,
    width: int = 640,
    height: int = 360,
    *,
    level: str | int | None = None,
    seed: int = 1,
    ticks: int = 0,
    contents: int = OVERLAY | SHADOWS,
) -> NDArray[np.uint8]:
    """Open a game or scene, run ticks, and draw it.

    Args:
        subject: The name of a game, or the path of a scene file.
        width: The width in pixels, 1 to 4,096.
        height: The height in pixels, 1 to 4,096.
        level: The number of a level from 1, or its name.
        seed: The seed of the random streams.
        ticks: The number of ticks before the picture.
        contents: The sum of :data:`OVERLAY`, :data:`SHADOWS` and :data:`ANTIALIASED`.

    Returns:
        Red, green and blue, uint8 (height, width, 3).
    """
    with Session(subject, level=level, seed=seed) as session:
        session.step(ticks)
        return session.render(width, height, contents=contents)
