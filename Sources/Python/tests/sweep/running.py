"""How the tests run sweeps."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[4]

Sweep = Callable[..., subprocess.CompletedProcess[str]]
"""Runs a sweep with arguments, and with variables of the environment by their names."""


def program_of_checkout() -> str | None:
    """The path of carom, if there is one."""
    named = os.environ.get("CAROM_PROGRAM")
    return named or shutil.which(str(CHECKOUT / ".build" / "release" / "carom"))


REAL = program_of_checkout()


def begun(folder: Path) -> list[str]:
    """The seeds of the processes that were begun, of the program that answers at once."""
    return (folder / "once" / "begun").read_text().split()


def files(folder: Path) -> dict[str, bytes]:
    """The results and recordings of an output folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in ("journal.jsonl", "ray.log")
    }
