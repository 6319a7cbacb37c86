"""Options, and the messages about wrong ones."""

import argparse
import json
from pathlib import Path

import pytest

from carom.sweep.errors import SweepError
from carom.sweep.program import find_program
from carom.sweep.ranges import chosen_levels, seeds
from tests.sweep.running import Sweep

KINDS = ("fuzz", "solve", "generate", "test", "run", "bench")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", [7]),
        ("1-3,9", [1, 2, 3, 9]),
        ("5,1-3, 2-4", [1, 2, 3, 4, 5]),
        ("18446744073709551615", [2**64 - 1]),
    ],
)
def test_seeds_are_ascending_and_unique(text: str, expected: list[int]) -> None:
    assert seeds(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a seed"),
        ("1,,2", "'' is not a seed"),
        ("a-b", "'a-b' is not a seed"),
        ("-3", "'-3' is not a seed"),
        ("1.5", "'1.5' is not a seed"),
        ("٣", "'٣' is not a seed"),
        ("9-1", "'9-1' ends before it begins"),
        ("1-1000001", "too many seeds"),
        ("1-600000,600001-1200000", "too many seeds"),
        ("18446744073709551616", "is too large"),
    ],
)
def test_wrong_seeds_are_named(text: str, message: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=message):
        seeds(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("all", ["a", "b", "c"]), ("3,1", ["a", "c"]), ("b,2-3", ["b", "c"])],
)
def test_levels_are_in_the_order_of_the_game(text: str, expected: list[str]) -> None:
    assert chosen_levels(text, ["a", "b", "c"]) == expected


@pytest.mark.parametrize("text", ["0", "4", "2-1", "1-4", "d", "", "all,1"])
def test_wrong_levels_are_named(text: str) -> None:
    with pytest.raises(ValueError, match="numbers from 1 to 3, ranges such as 1-3 and a, b, c"):
        chosen_levels(text, ["a", "b", "c"])


@pytest.mark.parametrize("kind", KINDS)
def test_the_help_of_each_command_has_an_example(sweep: Sweep, kind: str) -> None:
    answer = sweep(kind, "--help")
    assert answer.returncode == 0
    assert f"example: python -m carom sweep {kind} " in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fuzz", "ball", "--seeds", "3-1"], "--seeds: '3-1' ends before it begins"),
        (["fuzz", "ball", "--runs", "0"], "--runs: '0' is not accepted; a whole number from 1"),
        (
            ["fuzz", "ball", "--levels", "4"],
            "--levels: ball: '4' is not a level; all, numbers from 1",
        ),
        (["fuzz", "rules", "--levels", "1"], "--levels: rules: '1' is not a level; there are none"),
        (["fuzz", "ball", "-o", ""], "--output: '' is not a folder"),
        (["fuzz", "bell"], "subject: 'bell' is neither a game nor a scene file; ball, rules"),
        (["fuzz", "ball", "--program", "/none"], "--program: '/none' is not a program"),
        (["fuzz", "ball", "--root", "/dev"], "--root: '/dev' has no folder 'Scenes'"),
        (["fuzz", "ball", "-o", "/dev/null/out"], "--output: '/dev/null/out' cannot be made"),
        (["fuzz", "ball", "--installed"], "--installed: there is no cluster"),
        (["fuzz", "ball", "--timeout", "nan"], "--timeout: 'nan' is not accepted; a number"),
        (["fuzz", "ball", "--work", "2"], "unrecognized arguments: --work"),
        (["generate", "ball", "--into", ".."], "--into: '..' is not inside of"),
        (["bench", "physics", "--file", "none"], "--file: 'none' is not there"),
        (["bench", "render", "--file", "none"], "--file: only bench physics"),
    ],
)
def test_wrong_use_is_named_with_what_is_accepted(
    sweep: Sweep, arguments: list[str], message: str
) -> None:
    answer = sweep(*arguments)
    assert answer.returncode == 2
    # Options that no command knows are reported by the whole program.
    program = "carom" if message.startswith("unrecognized") else "carom sweep"
    assert answer.stderr.startswith(f"{program}: {message}"), answer.stderr
    assert answer.stdout == ""


def test_without_a_program_the_message_says_where_it_was_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CAROM_PROGRAM", raising=False)
    monkeypatch.setattr("carom.sweep.program.shutil.which", lambda name: None)
    with pytest.raises(SweepError, match="--program PATH or CAROM_PROGRAM=PATH is accepted"):
        find_program(None)


def test_a_program_that_does_not_start_is_named(sweep: Sweep, folder: Path) -> None:
    path = folder / "broken"
    path.write_text("#!/none/interpreter\n")
    path.chmod(0o755)
    answer = sweep("fuzz", "ball", "--program", "./broken")
    assert answer.returncode == 2
    assert "cannot be run: No such file or directory" in answer.stderr
    path.write_text("#!/bin/sh\necho missing library >&2\nexit 127\n")
    answer = sweep("fuzz", "ball", "--program", "./broken")
    assert "cannot be run: it ends with 127: missing library" in answer.stderr


def test_levels_are_not_written_into_an_installed_folder(sweep: Sweep, folder: Path) -> None:
    # Symptom: generated levels stayed in /usr/share/carom after the package was removed.
    for name in ("Scenes", "Assets"):
        (folder / "share" / "carom" / name).mkdir(parents=True)
    answer = sweep("generate", "ball", "--root", "share/carom")
    assert answer.returncode == 2
    assert "share/carom' is the installed folder; a copy of it is accepted" in answer.stderr


def test_json_is_one_object_with_the_findings(sweep: Sweep) -> None:
    answer = sweep("fuzz", "ball", "--json", "--seeds", "1-8")
    value = json.loads(answer.stdout)
    assert answer.stdout.count("\n") == 1
    assert answer.stderr == ""
    assert (value["chunks"], value["finished"], value["isInterrupted"]) == (24, 24, False)
    assert value["found"] == sum(finding["seeds"] for finding in value["findings"]) > 0


def test_roles_are_untouched_if_no_search_touched_them(sweep: Sweep) -> None:
    value = json.loads(sweep("fuzz", "ball", "--json").stdout)
    assert value["coverage"]["ball"]["untouchedRoles"] == ["goal", "pearl"]
