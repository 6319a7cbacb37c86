"""The shared library and its functions, declared as in ``carom.h``."""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable, Iterator
from ctypes import (
    POINTER,
    c_char_p,
    c_double,
    c_float,
    c_int32,
    c_size_t,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from ctypes import c_uint64 as c_session
from functools import cache
from pathlib import Path
from typing import Any, Final

from carom.errors import NotLoadedError, error

INTERFACE: Final = 1
"""The version of ``carom.h`` that this package was written for."""


class Steps(ctypes.Structure):
    """``carom_steps``: steps of several sessions."""

    _fields_ = (
        ("size", c_uint32),
        ("threads", c_uint32),
        ("action_count", c_size_t),
        ("observation_count", c_size_t),
        ("actions", c_void_p),
        ("resets", c_void_p),
        ("seeds", c_void_p),
        ("skips", c_void_p),
        ("observations", c_void_p),
        ("rewards", c_void_p),
        ("terminated", c_void_p),
        ("truncated", c_void_p),
    )


_TEXT: Final = (c_char_p, c_size_t, POINTER(c_size_t))
_FUNCTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "carom_set_root": (c_char_p,),
    "carom_games": _TEXT,
    "carom_open": (c_char_p, c_char_p, c_uint64, POINTER(c_session)),
    "carom_open_snapshot": (c_char_p, c_size_t, POINTER(c_session)),
    "carom_clone": (c_session, POINTER(c_session)),
    "carom_close": (c_session,),
    "carom_describe": (c_session, *_TEXT),
    "carom_tick": (c_session, POINTER(c_uint64)),
    "carom_hash": (c_session, POINTER(c_uint64)),
    "carom_reset": (c_session, c_uint64),
    "carom_step": (c_session, c_uint32),
    "carom_play": (c_session, c_uint32),
    "carom_send": (c_session, c_char_p),
    "carom_find": (c_session, c_char_p, *_TEXT),
    "carom_get": (c_session, c_char_p, c_char_p, *_TEXT),
    "carom_set": (c_session, c_char_p, c_char_p, c_char_p),
    "carom_snapshot": (c_session, c_char_p, c_size_t, POINTER(c_size_t)),
    "carom_restore": (c_session, c_char_p, c_size_t),
    "carom_save_state": (c_session, POINTER(c_uint64)),
    "carom_load_state": (c_session, c_uint64),
    "carom_drop_state": (c_session, c_uint64),
    "carom_record": (c_session,),
    "carom_recording": (c_session, *_TEXT),
    "carom_verify": (c_char_p, c_size_t, POINTER(c_uint64)),
    "carom_render": (c_session, c_char_p, c_uint32, c_uint32, c_uint32, c_void_p, c_size_t),
    "carom_render_many": (
        c_void_p, c_size_t, c_uint32, c_uint32, c_uint32, c_uint32, c_void_p, c_size_t,
    ),
    "carom_render_geometry": (
        c_session, c_char_p, c_uint32, c_uint32, c_void_p, c_void_p, c_void_p, c_size_t,
    ),
    "carom_set_task": (c_session, c_char_p),
    "carom_layout": (c_session, *_TEXT),
    "carom_observe": (c_session, c_void_p, c_size_t),
    "carom_step_many": (c_void_p, c_size_t, POINTER(Steps)),
    "carom_observe_many": (c_void_p, c_size_t, POINTER(Steps)),
}  # fmt: skip

_C_NAME: Final = re.compile(r"\bcarom_(\w+)")


def _method(name: re.Match[str]) -> str:
    """Return the method of a function of C, as a text names it."""
    return f"{name[1]}()" if name[0] in _FUNCTIONS else name[0]


__all__ = [
    "INTERFACE",
    "Library",
    "Steps",
    "c_double",
    "c_float",
    "c_session",
    "c_uint8",
    "library",
]


class Library:
    """A loaded library; its functions are attributes with the names of ``carom.h``."""

    def __init__(self, path: Path) -> None:
        """Load a library.

        Args:
            path: The file.

        Raises:
            NotLoadedError: The file is not a library of this interface.
        """
        self.path = path
        try:
            self.functions = ctypes.CDLL(str(path))
            self.functions.carom_interface.restype = c_int32
            interface: int = self.functions.carom_interface()
        except (OSError, AttributeError) as problem:
            raise NotLoadedError(f"{path}: {problem}; libcarom.so is accepted") from problem
        if interface != INTERFACE:
            raise NotLoadedError(
                f"{path}: its interface is {interface}; {INTERFACE} is accepted, from the same"
                " version of Carom"
            )
        self.functions.carom_error.restype = c_char_p
        self.functions.carom_version.restype = c_char_p
        for name, types in _FUNCTIONS.items():
            function = getattr(self.functions, name)
            function.argtypes = types
            function.restype = c_int32

    def __getattr__(self, name: str) -> Any:
        """Return a function, which later calls find without this method."""
        function = getattr(self.functions, name)
        setattr(self, name, function)
        return function

    def check(self, status: int) -> None:
        """Raise the exception of a status.

        Args:
            status: What a function has returned.

        Raises:
            CaromError: The status is not 0.
        """
        if status:
            text: bytes = self.functions.carom_error()
            raise error(status, _C_NAME.sub(_method, text.decode(errors="replace")))

    def text(self, function: Callable[..., int], *arguments: object) -> str:
        """Return the text that a function writes.

        Args:
            function: A function whose last parameters are text, capacity and length.
            *arguments: Its arguments before them.

        Returns:
            The text.

        Raises:
            CaromError: The call failed.
        """
        length = c_size_t()
        capacity = 4096
        while True:
            memory = ctypes.create_string_buffer(capacity)
            status = function(*arguments, memory, capacity, ctypes.byref(length))
            if status != 4:
                break
            capacity = length.value + 1
        self.check(status)
        return memory.raw[: length.value].decode()

    @property
    def version(self) -> str:
        """The version of the engine."""
        text: bytes = self.functions.carom_version()
        return text.decode()


def _candidates() -> Iterator[Path]:
    """Yield where the library can be: the variable, the package, or the build of a checkout."""
    named = os.environ.get("CAROM_LIBRARY")
    if named:
        yield Path(named)
        return
    package = Path(__file__).resolve().parent
    yield package / "lib" / "libcarom.so"
    checkout = package.parent.parent.parent
    if (checkout / "Package.swift").exists():
        for configuration in ("release", "debug"):
            yield checkout / ".build" / configuration / "libCaromShared.so"


def content_root() -> Path | None:
    """Return the folder of scenes and assets.

    Returns:
        The folder in the package or in the checkout that contains it; None without both, or if
        ``CAROM_ROOT`` is set.
    """
    if os.environ.get("CAROM_ROOT"):
        return None
    package = Path(__file__).resolve().parent
    for folder in (package / "share", package.parent.parent.parent):
        if (folder / "Scenes").is_dir():
            return folder
    return None


@cache
def library() -> Library:
    """Return the library, loaded at the first call.

    Returns:
        The library that ``CAROM_LIBRARY`` names, or the one in this package, or that of a checkout.

    Raises:
        NotLoadedError: There is no library, or it has another interface.
    """
    tried = list(_candidates())
    for path in tried:
        if path.exists():
            loaded = Library(path)
            root = content_root()
            if root is not None:
                loaded.check(loaded.carom_set_root(os.fsencode(root)))
            return loaded
    raise NotLoadedError(
        "libcarom.so: was not found in " + ", ".join(map(str, tried)) + "; install the wheel, set"
        " CAROM_LIBRARY, or run `swift build -c release --product CaromShared` in a checkout"
    )
