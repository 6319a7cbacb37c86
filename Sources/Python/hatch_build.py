"""Marks wheels that contain the library as wheels of its platform."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformHook(BuildHookInterface[Any]):
    """Sets the tag of a wheel that `.ci/dist` has put ``libcarom.so`` into."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Set the tag: the library needs the C library of Debian 12, and no version of Python."""
        del version
        if (Path(self.root) / "carom" / "lib" / "libcarom.so").exists():
            build_data["pure_python"] = False
            build_data["tag"] = "py3-none-manylinux_2_36_x86_64"
