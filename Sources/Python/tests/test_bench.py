import json
import subprocess
import sys


def test_the_benchmark_measures_all_games() -> None:
    command = [sys.executable, "-m", "carom", "bench", "--seconds", "0.01", "--envs", "2", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(result.stdout)
    assert "MarbleMaze: steps of 4 ticks, alone" in found
    assert all(one["perProcessorSecond"] > 0 for one in found.values())
