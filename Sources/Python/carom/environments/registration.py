"""The identifiers of environments: every game and every level."""

from __future__ import annotations

import gymnasium

from carom.environments.definitions import DEFINITIONS


def environment_ids() -> list[str]:
    """Return the identifiers of all environments.

    Returns:
        ``Carom/MarbleMaze-v0``, which starts in the first level, ``Carom/MarbleMaze-Level1-v0``,
        and so on.
    """
    return [name for name, _ in _environments()]


def _environments() -> list[tuple[str, dict[str, object]]]:
    found: list[tuple[str, dict[str, object]]] = []
    for one in DEFINITIONS:
        common: dict[str, object] = {"game": one.game}
        found.append((f"Carom/{one.name}-v0", common))
        for level in range(1, one.levels + 1):
            found.append((f"Carom/{one.name}-Level{level}-v0", {**common, "level": level}))
    return found


def register_environments() -> None:
    """Register the environments with Gymnasium; those that are registered stay as they are."""
    for name, arguments in _environments():
        if name in gymnasium.registry:
            continue
        gymnasium.register(
            name,
            entry_point="carom.environments.environment:GameEnv",
            vector_entry_point="carom.environments.vector:GameVectorEnv",
            kwargs=arguments,
        )
