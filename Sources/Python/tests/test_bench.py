import json
import subprocess
import sys

import pytest


def test_the_benchmark_measures_all_games() -> None:
    command = [sys.executable, "-m", "carom", "bench", "--seconds", "0.01", "--envs", "2", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(result.stdout)
    assert "MarbleMaze: steps of 4 ticks, alone" in found
    assert all(one["perProcessorSecond"] > 0 for one in found.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--envs", "x"], "--envs: 'x' is not accepted; a whole number from 1 to 4096 is"),
        (["--seconds", "nan"], "--seconds: 'nan' is not accepted; 0.001 to 3600 seconds are"),
    ],
)
def test_an_error_names_the_command_and_what_is_accepted(
    arguments: list[str], message: str
) -> None:
    # Symptom: errors of bench began with "carom sweep" and named types of Python.
    # Cause: the parser had the name of one command, and the options had no reader of their own.
    command = [sys.executable, "-m", "carom", "bench", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.startswith(f"carom bench: {message}")
