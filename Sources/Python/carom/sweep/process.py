"""Runs a process of ``carom`` in a scratch folder, here or on a machine of a cluster.

Workers of a cluster receive this module by value, so it imports nothing of the package: the
machines need Ray, but not this package.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Place:
    """Where the program and its files are on a machine.

    Attributes:
        program: The path of the program.
        folder: The working folder of the processes.
        root: The path of the folder that contains Scenes and Assets, relative to ``folder``.
        libraries: The folder of shared libraries that came with the program; empty for none.
    """

    program: str
    folder: str
    root: str
    libraries: str = ""


@dataclass(frozen=True)
class Request:
    """A process to run.

    Attributes:
        arguments: The arguments, with ``{out}`` and ``{root}``.
        levels: The folder below Scenes that levels are written to; None to write none.
        timeout: The wall time after which the process is killed, in seconds; None for no limit.
    """

    arguments: tuple[str, ...]
    levels: str | None = None
    timeout: float | None = None


@dataclass
class Running:
    """The processes that run at the moment, to end them from another thread."""

    processes: set[subprocess.Popen[bytes]] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)
    is_ended: bool = False

    def add(self, process: subprocess.Popen[bytes]) -> None:
        """Add a process; it is ended if all others were."""
        with self.lock:
            self.processes.add(process)
            if self.is_ended:
                process.kill()

    def remove(self, process: subprocess.Popen[bytes]) -> None:
        """Remove a process that has ended."""
        with self.lock:
            self.processes.discard(process)

    def end(self) -> None:
        """Kill all processes, and those that are still to come."""
        with self.lock:
            self.is_ended = True
            for process in self.processes:
                process.kill()


KILLED = -9
"""The exit code of a process that was killed, or could not be run."""

TIMED_OUT = -1000
"""The exit code of a process that was killed because its time was over."""


def run(place: Place, request: Request, running: Running | None = None) -> dict[str, object]:
    """Run a process.

    Args:
        place: Where the program and its files are.
        request: The process.
        running: Where the process is registered while it runs.

    Returns:
        The values of an ``Answer``. If the system does not run the process, the exit code is that
        of a killed process, and the errors say why.
    """
    start = time.monotonic()
    try:
        code, output, errors, files = run_in_scratch_folder(place, request, running)
    except OSError as error:
        code, output, errors, files = KILLED, "", f"the process cannot be run: {error}", {}
    return {
        "code": code,
        "output": output,
        "errors": errors[-4000:],
        "files": files,
        "seconds": time.monotonic() - start,
        "node": platform.node(),
    }


def run_in_scratch_folder(
    place: Place, request: Request, running: Running | None
) -> tuple[int, str, str, dict[str, bytes]]:
    """Run a process and collect its files.

    Returns:
        The exit code, the standard output, the standard error and the files.
    """
    with tempfile.TemporaryDirectory(prefix="carom-sweep-", ignore_cleanup_errors=True) as scratch:
        root, collected = place.root, Path(scratch)
        if request.levels is not None:
            root = f"{scratch}/root"
            collected = Path(root, "Scenes", request.levels)
            copy_content(Path(place.folder, place.root), Path(root), request.levels)
        values = {"{out}": scratch, "{root}": root}
        arguments = list(request.arguments)
        for name, value in values.items():
            arguments = [argument.replace(name, value) for argument in arguments]
        code, output, errors = communicate(place, arguments, request.timeout, running)
        files = {
            str(path.relative_to(collected)): path.read_bytes()
            for path in sorted(collected.rglob("*"))
            if path.is_file()
        }
    # Paths of the scratch folder differ from run to run.
    return code, output.replace(scratch, "{out}"), errors.replace(scratch, "{out}"), files


def communicate(
    place: Place, arguments: list[str], timeout: float | None, running: Running | None
) -> tuple[int, str, str]:
    """Run a process to its end.

    Returns:
        The exit code, the standard output and the standard error.
    """
    command = [place.program, *arguments]
    # A process whose worker is killed should not go on alone.
    if launcher := shutil.which("setpriv"):
        command = [launcher, "--pdeathsig", "KILL", "--", *command]
    process = subprocess.Popen(
        command,
        cwd=place.folder,
        env=environment(place.libraries),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    if running:
        running.add(process)
    try:
        output, errors = process.communicate(timeout=timeout)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        output, errors = process.communicate()
        code = TIMED_OUT
    finally:
        if running:
            running.remove(process)
    return code, output.decode(errors="replace"), errors.decode(errors="replace")


def environment(libraries: str = "") -> dict[str, str]:
    """Return the environment of the processes, without what changes their results.

    Args:
        libraries: The folder of shared libraries that came with the program; empty for none.
    """
    changing = ("CAROM_", "GITHUB_ACTIONS")
    own = {key: value for key, value in os.environ.items() if not key.startswith(changing)}
    if libraries:
        own["LD_LIBRARY_PATH"] = libraries
    return own | {"CAROM_GOLDENS": "required"}


def copy_content(source: Path, target: Path, levels: str) -> None:
    """Make a folder with Scenes of its own, without the levels that were made before.

    Args:
        source: The folder that contains Scenes and Assets.
        target: The folder to make.
        levels: The folder below Scenes that is left empty.
    """
    scenes = source / "Scenes"
    left_out = {scenes / "generated", scenes / levels}

    def ignored(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(folder, name) in left_out]

    shutil.copytree(scenes, target / "Scenes", ignore=ignored, copy_function=link_or_copy)
    (target / "Scenes" / levels).mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        (target / "Assets").symlink_to((source / "Assets").resolve(strict=True))


def link_or_copy(source: str, target: str) -> None:
    """Link a file to another path, or copy it if they are on different file systems."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
