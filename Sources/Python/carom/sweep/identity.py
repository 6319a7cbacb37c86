"""What a machine runs: the program and its files by their hashes.

Workers of a cluster receive this module by value, so it imports nothing of the package.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Identity:
    """Results are the same on machines whose identities are equal.

    Attributes:
        version: What ``carom --version`` prints.
        program: The SHA-256 of the program, in hexadecimal.
        content: The SHA-256 of Scenes, Assets and the inputs, in hexadecimal.
    """

    version: str
    program: str
    content: str

    @property
    def text(self) -> str:
        """The identity in messages, with the beginning of the hashes."""
        return f"{self.version} ({self.program[:12]}) with content {self.content[:12]}"


def identify(
    program: str, folder: str, paths: tuple[str, ...], environment: dict[str, str] | None = None
) -> Identity:
    """Look at the program and the files of a machine.

    Args:
        program: The path of the program.
        folder: The folder that the paths are relative to.
        paths: Files and folders whose contents count.
        environment: The environment of the program; that of this process by default.

    Returns:
        The identity.

    Raises:
        OSError: The program cannot be started, or a file cannot be read; the message says why.
    """
    result = subprocess.run(
        [program, "--version"],
        capture_output=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if result.returncode != 0:
        lines = result.stderr.decode(errors="replace").strip().splitlines() or ["no message"]
        raise OSError(f"it ends with {result.returncode}: {lines[0]}")
    version = result.stdout.decode(errors="replace").strip()
    with Path(program).open("rb") as file:
        digest = hashlib.sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    return Identity(version, digest.hexdigest(), digest_of_files(folder, paths))


def digest_of_files(folder: str, paths: tuple[str, ...]) -> str:
    """Hash files by relative path and content.

    Args:
        folder: The folder that the paths are relative to.
        paths: Files and folders.

    Returns:
        The SHA-256 in hexadecimal.

    Raises:
        OSError: A file cannot be read.
    """
    digest = hashlib.sha256()
    for name in files_below(folder, paths):
        content = hashlib.sha256(Path(folder, name).read_bytes()).hexdigest()
        digest.update(f"{content} {name}\n".encode(errors="surrogateescape"))
    return digest.hexdigest()


def files_below(folder: str, paths: tuple[str, ...]) -> list[str]:
    """List files.

    Args:
        folder: The folder that the paths are relative to.
        paths: Files and folders. Folders named ``generated`` directly in a folder ``Scenes`` are
            left out, because they are made from the rest, and so are hidden files and the output
            folders of sweeps.

    Returns:
        The paths of the files relative to the folder, sorted, each once.
    """
    found: set[str] = set()
    for path in paths:
        start = Path(folder, path)
        if start.is_file():
            found.add(os.path.normpath(path))
        for place, folders, names in os.walk(start):
            if is_output(place):
                folders.clear()
                continue
            is_scenes = Path(place).name == "Scenes"
            folders[:] = [
                name
                for name in folders
                if not name.startswith(".") and not (is_scenes and name == "generated")
            ]
            kept = (name for name in names if not name.startswith("."))
            found.update(os.path.relpath(Path(place, name), folder) for name in kept)
    return sorted(name for name in found if Path(folder, name).is_file())


def is_output(folder: str) -> bool:
    """Tell whether a folder has the journal of a sweep."""
    path = Path(folder, "journal.jsonl")
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(8) == b'{"crc":"'
