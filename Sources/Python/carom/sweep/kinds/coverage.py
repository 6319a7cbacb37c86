"""What the searches of a sweep covered together."""

from __future__ import annotations

from collections.abc import Sequence

from carom.sweep.chunks import Json, JsonObject
from carom.sweep.journal import Entry

COUNTED = ("levels", "phases", "contacts", "inputs", "players")
"""The parts of a coverage that are counts by name."""


def merged_coverage(entries: Sequence[Entry], key: str) -> JsonObject:
    """Add up the coverage of searches.

    Args:
        entries: The searches in their order.
        key: ``game`` or ``scene``, by which coverage is added up.

    Returns:
        The coverage of each game or scene, with sorted names. A role is untouched if no search
        touched it.
    """
    merged: JsonObject = {}
    for name in dict.fromkeys(str(entry.values.get(key, "")) for entry in entries):
        coverages = [
            coverage
            for entry in entries
            if str(entry.values.get(key, "")) == name
            and isinstance(coverage := entry.values.get("coverage"), dict)
        ]
        merged[name] = added(coverages)
    return merged


def added(coverages: Sequence[JsonObject]) -> JsonObject:
    """Add up coverages of the same game."""
    sums: dict[str, dict[str, int]] = {part: {} for part in COUNTED}
    untouched: set[str] = set()
    for coverage in coverages:
        for part, counts in sums.items():
            found = coverage.get(part)
            for name, value in found.items() if isinstance(found, dict) else ():
                if isinstance(value, int):
                    counts[name] = counts.get(name, 0) + value
        roles = coverage.get("untouchedRoles")
        untouched.update(str(role) for role in (roles if isinstance(roles, list) else ()))
    touched = {role for pair in sums["contacts"] for role in pair.split(" + ")}
    parts: JsonObject = {
        part: dict[str, Json](sorted(counts.items())) for part, counts in sums.items()
    }
    return {**parts, "untouchedRoles": list[Json](sorted(untouched - touched))}
