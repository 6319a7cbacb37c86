"""The program and its files as one archive, which machines of a cluster unpack.

Workers of a cluster receive this module by value, so it imports nothing of the package.
"""

from __future__ import annotations

import fcntl
import gzip
import io
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path

UNUSED_SECONDS = 86_400
"""The time after which an archive that is not used is removed from a machine, in seconds."""


LIBRARIES = "lib/carom"
"""Where an archive has the libraries; programs of packages look there by themselves."""

OF_C_LIBRARY = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl))\.so\b")
"""The names of libraries that each machine must have in its own version."""


def pack(program: str, folder: str, names: list[str]) -> tuple[bytes, str]:
    """Pack a program with its libraries, and files.

    The paths of the files relative to the working folder stay the same: below ``tree`` is the
    working folder with as many of its parents as the paths climb.

    Args:
        program: The path of the program.
        folder: The working folder.
        names: The paths of the files, relative to ``folder``; they may begin with ``..``.

    Returns:
        The archive, and the path of the working folder in it.
    """
    climbs = max((Path(name).parts.count("..") for name in names), default=0)
    inside = Path("tree", *(f"parent{index}" for index in range(climbs, 0, -1)))
    data = io.BytesIO()
    # The same files make the same archive, at any time.
    with (
        gzip.GzipFile(fileobj=data, mode="wb", compresslevel=1, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", dereference=True) as archive,
    ):
        entries = [(program, f"bin/{Path(program).name}")]
        entries += [(path, f"{LIBRARIES}/{name}") for name, path in libraries(program).items()]
        entries += [(str(Path(folder, name)), os.path.normpath(inside / name)) for name in names]
        for source, target in entries:
            archive.add(source, target, recursive=False, filter=without_owner)
        marker = tarfile.TarInfo(str(inside))
        marker.type, marker.mode = tarfile.DIRTYPE, 0o755
        archive.addfile(marker)
    return data.getvalue(), str(inside)


def libraries(program: str) -> dict[str, str]:
    """List the shared libraries of a program that another machine may lack.

    Args:
        program: The path of the program.

    Returns:
        The paths of the libraries by name, without those of the C library, which belong to the
        kernel and the loader of a machine. A program that is a script has none.
    """
    if not (lister := shutil.which("ldd")):
        return {}
    result = subprocess.run([lister, program], capture_output=True, text=True, check=False)
    found = re.findall(r"^\s*(\S+) => (/\S+) \(", result.stdout, re.MULTILINE)
    return {name: path for name, path in sorted(found) if not OF_C_LIBRARY.match(name)}


def without_owner(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove from an entry what says where it was packed."""
    entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = 0, 0, 0, "", ""
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    return entry


def is_unpacked(digest: str) -> str | None:
    """Find an archive that this machine has unpacked.

    Args:
        digest: What names the archive.

    Returns:
        The folder, or None.
    """
    folder = Path(own_folder(), digest)
    if not (folder / "complete").exists():
        return None
    (folder / "complete").touch()
    return str(folder)


def unpack(data: bytes, digest: str) -> str:
    """Unpack an archive, unless another process has done it.

    Args:
        data: The archive.
        digest: What names the archive.

    Returns:
        The folder.

    Raises:
        OSError: The folder cannot be written.
    """
    parent = Path(own_folder())
    with (parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder := is_unpacked(digest):
            return folder
        remove_unused(parent)
        target = parent / digest
        shutil.rmtree(target, ignore_errors=True)
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
            archive.extractall(target, filter="data")
        (target / "complete").touch()
        return str(target)


def own_folder() -> str:
    """Return the folder for unpacked archives, which belongs to this user alone."""
    path = Path(tempfile.gettempdir(), f"carom-sweep-{os.getuid()}")
    path.mkdir(mode=0o700, exist_ok=True)
    if path.is_symlink() or path.stat().st_uid != os.getuid():
        raise OSError(f"{path} belongs to another user")
    return str(path)


def remove_unused(parent: Path) -> None:
    """Remove archives that were not used for a day.

    Args:
        parent: The folder of unpacked archives.
    """
    for folder in parent.iterdir():
        marker = folder / "complete"
        if marker.exists() and time.time() - marker.stat().st_mtime > UNUSED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
