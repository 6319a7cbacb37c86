"""The command ``sweep`` and its options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def add_parser(commands: Commands) -> None:
    """Add the command to a command line.

    Args:
        commands: The subparsers to which the command is added.
    """
    parser = commands.add_parser(
        "sweep", help="Run a command of carom over seeds and levels on many processors."
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run a sweep.

    Args:
        options: The parsed options.

    Returns:
        The exit code: 0 for success, 1 if something was found or failed, 2 for incorrect use.
    """
    del options
    return 2
