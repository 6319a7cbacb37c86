"""The output folder of a sweep: journal, results and collected files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from carom.sweep.chunks import Chunk, JsonObject, Result
from carom.sweep.errors import FAILED, SweepError
from carom.sweep.journal import Entry, Journal, write_file
from carom.sweep.program import reason


class Output:
    """The output folder of a sweep.

    Attributes:
        path: The folder.
        entries: The finished chunks by their index.
    """

    def __init__(self, path: Path, head: JsonObject, count: int) -> None:
        """Open or create the folder.

        Args:
            path: The folder.
            head: What the sweep is.
            count: The number of its chunks.

        Raises:
            SweepError: The folder cannot be written, or has the journal of another sweep.
        """
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SweepError(
                f"--output: '{path}' cannot be made: {reason(error)}; a folder to write to is "
                "accepted"
            ) from error
        self.journal = Journal.open(path / "journal.jsonl", head, count)
        self.listed = {entry.chunk for entry in self.journal.entries}
        # A chunk whose files were lost or changed is run again.
        self.entries = {
            entry.chunk: entry for entry in self.journal.entries if self.has_files(entry)
        }

    def has_files(self, entry: Entry) -> bool:
        """Tell whether the collected files of a chunk are as they were written.

        Args:
            entry: The finished chunk.

        Returns:
            Whether all of them are.
        """
        try:
            return all(
                hashlib.sha256((self.path / name).read_bytes()).hexdigest() == digest
                for name, digest in entry.files.items()
            )
        except (OSError, ValueError):
            return False

    def add(self, chunk: Chunk, result: Result, measured: JsonObject, *, replaces: bool) -> None:
        """Write the files of a chunk, and then the chunk to the journal.

        Args:
            chunk: The chunk.
            result: Its result.
            measured: What may differ from run to run.
            replaces: Whether files that are there and differ are replaced.

        Raises:
            SweepError: A file cannot be written, or is there and differs.
        """
        hashes: dict[str, str] = {}
        for name, data in result.files.items():
            path = self.path / name
            hashes[name] = hashlib.sha256(data).hexdigest()
            try:
                if path.exists() and path.read_bytes() == data:
                    continue
                if path.exists() and not replaces:
                    raise SweepError(
                        f"'{path}' is there and differs; another folder or --force is accepted"
                    )
                path.parent.mkdir(parents=True, exist_ok=True)
                write_file(path, data)
            except OSError as error:
                raise SweepError(f"{path}: {reason(error)}", FAILED) from error
        entry = Entry(chunk.index, result.values, hashes, {**result.measured, **measured})
        if chunk.index not in self.listed:
            self.journal.append(entry)
        self.entries[chunk.index] = entry

    @property
    def ordered(self) -> list[Entry]:
        """The finished chunks in their order."""
        return [self.entries[index] for index in sorted(self.entries)]

    def write_results(self, lines: Sequence[JsonObject]) -> str:
        """Write the results in the order of the chunks.

        Args:
            lines: One object for each line.

        Returns:
            The SHA-256 of the file, in hexadecimal.

        Raises:
            SweepError: The file cannot be written.
        """
        text = "".join(
            json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
        )
        data = text.encode(errors="surrogatepass")
        path = self.path / "results.jsonl"
        try:
            write_file(path, data)
        except OSError as error:
            raise SweepError(f"{path}: {reason(error)}", FAILED) from error
        return hashlib.sha256(data).hexdigest()
