"""Sweeps of a program that answers at once, and of carom itself where it is built."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sweep.running import CHECKOUT, REAL, Sweep


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with scenes, in which sweeps run the double."""
    for name in [name for name in os.environ if name.startswith(("CAROM_", "DOUBLE"))]:
        monkeypatch.delenv(name)
    (tmp_path / "Scenes" / "objects").mkdir(parents=True)
    (tmp_path / "Assets").mkdir()
    (tmp_path / "Scenes" / "objects" / "ball.json").write_text("{}\n")
    program = tmp_path / "carom"
    # Without packages, which take most of the time that Python needs to start.
    text = Path(__file__).with_name("program.py").read_text()
    program.write_text(f"#!{sys.executable} -ISs\n{text}")
    program.chmod(0o755)
    once = tmp_path / "once"
    once.mkdir()
    monkeypatch.setenv("CAROM_PROGRAM", str(program))
    monkeypatch.setenv("CAROM_ROOT", str(tmp_path))
    monkeypatch.setenv("DOUBLE_ONCE", str(once))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def sweep(folder: Path) -> Sweep:
    """Runs a sweep in the working folder."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "carom", "sweep", *arguments],
            cwd=folder,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture
def real(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets sweeps run carom itself on the scenes of the checkout."""
    if REAL is None:
        pytest.skip("carom is not built: swift build -c release --product carom")
    monkeypatch.setenv("CAROM_PROGRAM", REAL)
    monkeypatch.setenv("CAROM_ROOT", str(CHECKOUT))
