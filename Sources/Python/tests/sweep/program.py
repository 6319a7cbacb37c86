"""Answers as carom does, at once: the results are a function of the arguments alone.

Variables of the environment, which begin with DOUBLE, name seeds at which something happens. What
should happen once leaves a file in the folder DOUBLE_ONCE.
"""

import hashlib
import json
import os
import pathlib
import signal
import sys
import time

LEVELS = [f"level{number}" for number in range(1, 4)]


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def option(name: str, default: str = "") -> str:
    arguments = sys.argv
    return arguments[arguments.index(name) + 1] if name in arguments else default


def is_first(event: str, seed: str) -> bool:
    """Whether this is the first process in which an event should happen at this seed."""
    if seed not in os.environ.get(f"DOUBLE_{event}", "").split(","):
        return False
    try:
        (pathlib.Path(os.environ["DOUBLE_ONCE"]) / f"{event}{seed}").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def main() -> int:
    command = sys.argv[1]
    if command == "--version":
        say(os.environ.get("DOUBLE_VERSION", "Carom 0.1.0"))
        return 0
    if command == "games":
        levels = [{"name": name} for name in LEVELS]
        say(json.dumps([{"name": "ball", "levels": levels}, {"name": "rules", "levels": []}]))
        return 0
    seed = option("--seed", "0")
    folder = pathlib.Path(os.environ.get("DOUBLE_ONCE", "/nowhere"))
    if folder.is_dir():
        with (folder / "begun").open("a") as begun:
            begun.write(f"{seed}\n")
    time.sleep(float(os.environ.get("DOUBLE_SECONDS", "0")))
    if seed == os.environ.get("DOUBLE_SLOW"):
        time.sleep(600)
    if is_first("KILLED", seed):
        os.kill(os.getpid(), signal.SIGKILL)
    if is_first("ORPHANED", seed):
        os.kill(os.getppid(), signal.SIGKILL)
    if is_first("CUT", seed):
        say('{"isFound":fal')
        return 1
    if seed == os.environ.get("DOUBLE_CRASHES"):
        os.kill(os.getpid(), signal.SIGILL)
    if seed == os.environ.get("DOUBLE_REFUSES"):
        sys.stderr.write("carom: --ticks: too many; fewer are accepted\n")
        return 2
    case = " ".join(sys.argv[2:7])
    number = int(hashlib.sha256(case.encode()).hexdigest()[:8], 16)
    found = number % 5 == 0
    values: dict[str, object] = {
        "isFound": found,
        "runs": number % 100,
        "ticks": number,
        "isInterrupted": False,
    }
    if found:
        values |= {"invariant": "solid", "message": "in", "tick": number % 50, "events": 2}
        pathlib.Path(option("-o")).write_text(f"recording of {case}\n")
    roles = ["goal", "pearl"] if number % 2 else ["goal"]
    values["coverage"] = {"phases": {"playing": number % 7}, "untouchedRoles": roles}
    say(json.dumps(values))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
