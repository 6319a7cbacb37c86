"""What a worker of a cluster does for a chunk.

Workers receive this module by value, together with those that it imports.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from carom.sweep.bundle import LIBRARIES, is_unpacked, unpack
from carom.sweep.identity import Identity, identify
from carom.sweep.process import Place, Request, environment, run


@dataclass(frozen=True)
class Delivery:
    """How the program comes to a machine.

    Attributes:
        digest: What names the archive; None if the machine has the program.
        program: The path of the program, in the archive if there is one.
        folder: The path of the working folder, in the archive if there is one.
        root: The path of the folder with Scenes and Assets, relative to ``folder``.
        paths: The files and folders whose contents count, relative to ``folder``.
        expected: The identity of the program.
    """

    digest: str | None
    program: str
    folder: str
    root: str
    paths: tuple[str, ...]
    expected: Identity


def answer(
    delivery: Delivery, request: Request | None, fetch: Callable[[], bytes]
) -> dict[str, object]:
    """Run a process, or only look whether it could be run.

    Args:
        delivery: How the program comes to the machine.
        request: The process; None to check the program alone.
        fetch: Returns the archive; called if the machine has not unpacked it.

    Returns:
        The values of an ``Answer``; or ``refusal``, the reason why the machine cannot be used, and
        ``node``. Nothing is raised, because errors would need their classes on the other side.
    """
    node = platform.node()
    try:
        place = prepared(delivery, fetch)
        found = looked_up(place, delivery.paths)
    except (OSError, EOFError) as error:
        return {"node": node, "refusal": f"the program cannot be run: {error}"}
    if found != delivery.expected:
        return {
            "node": node,
            "refusal": f"{place.program} is {found.text}, but here is {delivery.expected.text}",
        }
    if request is None:
        return {"node": node}
    return run(place, request)


def prepared(delivery: Delivery, fetch: Callable[[], bytes]) -> Place:
    """Return where the program is on this machine, after unpacking it if necessary."""
    if delivery.digest is None:
        return Place(delivery.program, delivery.folder, delivery.root)
    base = is_unpacked(delivery.digest) or unpack(fetch(), delivery.digest)
    return Place(
        str(Path(base, delivery.program)),
        str(Path(base, delivery.folder)),
        delivery.root,
        str(Path(base, LIBRARIES)),
    )


# What a worker has looked up: the workers of a machine hash the program once each.
known: dict[tuple[Place, tuple[str, ...]], Identity] = {}


def looked_up(place: Place, paths: tuple[str, ...]) -> Identity:
    """Return the identity of the program of this machine."""
    key = (place, paths)
    if key not in known:
        variables = environment(place.libraries)
        known[key] = identify(place.program, place.folder, paths, variables)
    return known[key]
