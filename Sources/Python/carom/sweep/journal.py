"""The journal of a sweep: the chunks that are finished.

A journal is a file of JSON objects, one a line. The first line, the head, says what the sweep is;
each further line is a finished chunk. A line begins with a checksum of the rest. Lines are appended
and reach the disk one by one. A crash leaves at most one incomplete line at the end, which is
dropped when the sweep goes on.
"""

from __future__ import annotations

import fcntl
import json
import os
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from carom.sweep.chunks import JsonObject
from carom.sweep.errors import FAILED, SweepError
from carom.sweep.program import reason

FORMAT = "carom.sweep/1"
"""The format of a journal, in its head."""


@dataclass(frozen=True)
class Entry:
    """A finished chunk.

    Attributes:
        chunk: The index of the chunk.
        values: Its result.
        files: The SHA-256 of each collected file by its path, relative to the output folder.
        measured: What may differ from run to run, such as times.
    """

    chunk: int
    values: JsonObject
    files: dict[str, str]
    measured: JsonObject

    @property
    def line(self) -> bytes:
        """The line of the journal."""
        return encode(
            {
                "chunk": self.chunk,
                "result": self.values,
                "files": dict(self.files),
                "measured": self.measured,
            }
        )


class DamagedLineError(ValueError):
    """A line of a journal is not what was written."""


def encode(values: JsonObject) -> bytes:
    """Write a line.

    Args:
        values: The object of the line.

    Returns:
        The line with its checksum and its end.
    """
    rest = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode(
        errors="surrogatepass"
    )[1:]
    return b'{"crc":"%08x",%s\n' % (zlib.crc32(rest), rest)


def decode(line: bytes) -> JsonObject:
    """Read a line.

    Args:
        line: The line without its end.

    Returns:
        The object of the line.

    Raises:
        DamagedLineError: The line has no checksum, another checksum, or is not an object.
    """
    prefix, rest = line[:17], line[17:]
    if prefix != b'{"crc":"%08x"' % zlib.crc32(rest[1:]) or rest[:1] != b",":
        raise DamagedLineError("its checksum is missing or wrong")
    try:
        values = json.loads(b"{" + rest[1:])
    except (ValueError, RecursionError) as error:
        raise DamagedLineError("it is not JSON") from error
    if not isinstance(values, dict):
        raise DamagedLineError("it is not an object")
    return values


def entry(values: JsonObject, count: int) -> Entry:
    """Read a finished chunk.

    Args:
        values: The object of a line.
        count: The number of chunks of the sweep.

    Returns:
        The chunk.

    Raises:
        DamagedLineError: A value is missing or has the wrong type, or the sweep has no such chunk.
    """
    chunk, result = values.get("chunk"), values.get("result")
    files, measured = values.get("files"), values.get("measured")
    if type(chunk) is not int or not 0 <= chunk < count:
        raise DamagedLineError(f"'chunk' is not a number from 0 to {count - 1}")
    if not isinstance(result, dict) or not isinstance(measured, dict):
        raise DamagedLineError("'result' or 'measured' is not an object")
    if not isinstance(files, dict):
        raise DamagedLineError("'files' is not an object")
    hashes = {name: value for name, value in files.items() if isinstance(value, str)}
    if len(hashes) != len(files):
        raise DamagedLineError("'files' has a hash that is not a string")
    return Entry(chunk, result, hashes, measured)


def parse(data: bytes, path: str, head: JsonObject, count: int) -> tuple[list[Entry], int]:
    """Read a journal.

    Args:
        data: The contents of the file.
        path: The path of the file, for messages.
        head: The head that the sweep at hand would write.
        count: The number of its chunks.

    Returns:
        The finished chunks in the order of the file, and the length of the valid part, in bytes.

    Raises:
        SweepError: The journal belongs to another sweep, or is damaged before its last line.
    """
    lines = data.split(b"\n")
    # The text after the last line end is empty, or a line that was not completed.
    incomplete = lines.pop()
    entries: list[Entry] = []
    seen: set[int] = set()
    length = 0
    for number, line in enumerate(lines, 1):
        try:
            values = decode(line)
            if number == 1:
                check_head(values, head, path)
            else:
                found = entry(values, count)
                if found.chunk in seen:
                    raise DamagedLineError(f"chunk {found.chunk} is there twice")
                seen.add(found.chunk)
                entries.append(found)
        except DamagedLineError as error:
            if 1 < number == len(lines) and not incomplete:
                break
            raise SweepError(
                f"{path}:{number}: the line is damaged: {error}; a journal as it was written, or "
                "another --output, is accepted"
            ) from error
        length += len(line) + 1
    if length == 0:
        raise SweepError(
            f"{path}:1: the head of a journal is missing; a journal as it was written, or another "
            "--output, is accepted"
        )
    return entries, length


def is_beginning_of_head(data: bytes) -> bool:
    """Tell whether a file was left before its head was complete.

    Args:
        data: The contents of the file.

    Returns:
        Whether it is empty, or the beginning of a line of a journal.
    """
    start = b'{"crc":"'
    return b"\n" not in data and data[: len(start)] == start[: len(data)]


def is_head_alone(data: bytes) -> bool:
    """Tell whether a journal has no chunk, so that nothing is lost if it is begun again.

    Args:
        data: The contents of the file.

    Returns:
        Whether it is the head of a sweep.
    """
    if data.count(b"\n") != 1 or not data.endswith(b"\n"):
        return False
    try:
        return decode(data[:-1]).get("format") == FORMAT
    except DamagedLineError:
        return False


def check_head(found: JsonObject, expected: JsonObject, path: str) -> None:
    """Check that a journal belongs to a sweep.

    Args:
        found: The head of the journal.
        expected: The head that the sweep would write.
        path: The path of the journal, for messages.

    Raises:
        SweepError: The heads differ; the message names the first difference.
    """
    for key in (*expected, *found):
        there, here = found.get(key), expected.get(key)
        if there != here:
            name = key
            if isinstance(there, dict) and isinstance(here, dict):
                name = next(own for own in (*here, *there) if there.get(own) != here.get(own))
                there, here = there.get(name), here.get(name)
            raise SweepError(
                f"{path}: it belongs to another sweep, whose {name} is {show(there)} instead of "
                f"{show(here)}; the options and the program of that sweep, or another --output, "
                "are accepted"
            )


def show(value: object) -> str:
    """Return a short form of a value for messages."""
    text = "not given" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


class Journal:
    """A journal that is open for writing, and locked against other sweeps.

    Attributes:
        entries: The finished chunks that were there when it was opened.
        length: The length of the valid part of the file, in bytes.
    """

    def __init__(self, file: BinaryIO, entries: list[Entry]) -> None:
        """Create a journal from its open file.

        Args:
            file: The file.
            entries: The finished chunks.
        """
        self.file = file
        self.entries = entries
        self.length = 0

    @classmethod
    def open(cls, path: Path, head: JsonObject, count: int) -> Journal:
        """Open the journal of a sweep, or begin one.

        Args:
            path: The path of the file.
            head: What the sweep is.
            count: The number of its chunks.

        Returns:
            The journal.

        Raises:
            SweepError: The journal belongs to another sweep, is damaged or in use, or the file
                cannot be written.
        """
        try:
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666), "r+b")
        except OSError as error:
            raise SweepError(
                f"{path}: {reason(error)}; a folder to write to is accepted"
            ) from error
        journal = cls(file, [])
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            data = file.read()
            if is_beginning_of_head(data) or is_head_alone(data):
                journal.write(encode(head), 0)
            else:
                journal.entries, length = parse(data, str(path), head, count)
                journal.write(b"", length)
        except BlockingIOError as error:
            journal.close()
            raise SweepError(
                f"{path}: another sweep is writing to it; another --output is accepted"
            ) from error
        except BaseException:
            journal.close()
            raise
        return journal

    def append(self, entry: Entry) -> None:
        """Add a finished chunk; it is on the disk when this returns.

        Args:
            entry: The chunk.

        Raises:
            SweepError: The file cannot be written.
        """
        self.write(entry.line, self.length)

    def write(self, data: bytes, length: int) -> None:
        """Replace what follows a length; it is on the disk when this returns.

        Args:
            data: The bytes to write.
            length: The length of the part to keep, in bytes.

        Raises:
            SweepError: The file cannot be written.
        """
        try:
            self.file.truncate(length)
            self.file.seek(length)
            self.file.write(data)
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as error:
            raise SweepError(f"{self.file.name}: {reason(error)}", FAILED) from error
        self.length = length + len(data)

    def close(self) -> None:
        """Close the file, which other sweeps can then open."""
        self.file.close()


def write_file(path: Path, data: bytes) -> None:
    """Write a file so that it is there as a whole, or not at all.

    Args:
        path: The path of the file.
        data: The contents.

    Raises:
        OSError: The file cannot be written.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
