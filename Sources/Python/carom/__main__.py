"""The command line: ``python -m carom COMMAND``."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from carom import __version__, bench
from carom.sweep import command as sweep
from carom.sweep.errors import SweepError
from carom.sweep.parsing import Parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: The arguments without the name of the program; those of the process by default.

    Returns:
        The exit code: 0 for success, 1 for a failed check, 2 for incorrect use.
    """
    parser: argparse.ArgumentParser = Parser(
        prog="python -m carom",
        description="Carom from Python.",
        epilog="example: python -m carom sweep fuzz --help",
    )
    parser.add_argument("--version", action="version", version=f"carom {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # A command adds its parser, whose default `run` takes the options and returns the exit code.
    bench.add_parser(commands)
    sweep.add_parser(commands)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        options = parser.parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
    except SweepError as error:
        sys.stderr.write(f"carom sweep: {error}\n")
        return error.code
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        # Python would fail again when it writes the rest of the output at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(error, BrokenPipeError):
            sys.stderr.write(f"carom: standard output: {error.strerror}\n")
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
