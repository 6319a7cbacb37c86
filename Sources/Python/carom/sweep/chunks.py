"""The parts of a sweep, and what comes back from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""A value of a JSON document."""

JsonObject: TypeAlias = dict[str, Json]
"""An object of a JSON document."""

OUT = "{out}"
"""Stands in arguments for the scratch folder of the process; files in it are collected."""

ROOT = "{root}"
"""Stands in arguments for the folder that contains Scenes and Assets."""


@dataclass(frozen=True)
class Chunk:
    """A part of a sweep: one process of ``carom``.

    Attributes:
        index: The position in the sweep, from 0.
        label: What is special about the chunk, such as game, level and seed.
        arguments: The arguments of the process, with ``OUT`` and ``ROOT``.
        levels: The folder below Scenes that the process writes levels to, if it does. The process
            then has a copy of Scenes of its own, and the files in this folder are collected.
        target: Where these files go, relative to the output folder.
    """

    index: int
    label: JsonObject
    arguments: tuple[str, ...]
    levels: str | None = None
    target: str = "."

    @property
    def text(self) -> str:
        """The chunk in messages."""
        parts = (str(self.label[key]) for key in self.label if key != "seed")
        name = " ".join(parts)
        return f"{name} seed {self.label['seed']}" if "seed" in self.label else name


@dataclass(frozen=True)
class Answer:
    """What a process of ``carom`` left.

    Attributes:
        code: The exit code, or the negative number of the signal that ended the process.
        output: The standard output.
        errors: The end of the standard error.
        files: The contents of the files in the scratch folder by their relative path.
        seconds: The wall time, in seconds.
        node: The name of the machine.
    """

    code: int
    output: str
    errors: str
    files: dict[str, bytes]
    seconds: float
    node: str


@dataclass(frozen=True)
class Result:
    """What a chunk contributes to the sweep.

    Attributes:
        values: The result, which depends on the chunk alone.
        files: The collected files by their path, relative to the output folder.
        measured: What may differ from run to run, such as times.
    """

    values: JsonObject
    files: dict[str, bytes] = field(default_factory=dict)
    measured: JsonObject = field(default_factory=dict)
