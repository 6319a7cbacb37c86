"""Gymnasium environments of the games: ``gymnasium.make("Carom/MarbleMaze-v0")``."""

from __future__ import annotations

from carom.environments.environment import GameEnv
from carom.environments.registration import environment_ids, register_environments
from carom.environments.vector import GameVectorEnv

__all__ = ["GameEnv", "GameVectorEnv", "environment_ids", "register_environments"]
