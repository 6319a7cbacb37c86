"""The command line: ``python -m carom COMMAND``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from carom import __version__
from carom.sweep import command as sweep


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: The arguments without the name of the program; those of the process by default.

    Returns:
        The exit code: 0 for success, 1 for a failed check, 2 for incorrect use.
    """
    parser = argparse.ArgumentParser(
        prog="python -m carom",
        description="Carom from Python.",
        epilog="example: python -m carom sweep --help",
    )
    parser.add_argument("--version", action="version", version=f"carom {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # A command adds its parser, whose default `run` takes the options and returns the exit code.
    sweep.add_parser(commands)
    options = parser.parse_args(arguments)
    code: int = options.run(options)
    return code


if __name__ == "__main__":
    sys.exit(main())
