"""Sweeps in processes of this machine."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.sweep.running import Sweep, begun, files

FUZZ = ("fuzz", "ball", "--seeds", "1-8")


def test_results_are_the_same_bytes_for_any_number_of_workers(sweep: Sweep, folder: Path) -> None:
    answers = {}
    for workers in ("1", "2", "4"):
        answers[workers] = sweep(*FUZZ, "--workers", workers, "-o", "out")
        (folder / "out").rename(folder / f"out{workers}")
    assert {answer.returncode for answer in answers.values()} == {1}
    assert len({answer.stdout for answer in answers.values()}) == 1
    found = files(folder / "out1")
    assert found == files(folder / "out2") == files(folder / "out4")
    assert len(found["results.jsonl"].splitlines()) == 24
    assert any(name.startswith("recordings/") for name in found)


def test_results_are_in_the_order_of_levels_and_seeds(sweep: Sweep, folder: Path) -> None:
    sweep(*FUZZ, "--levels", "3,1", "--workers", "4", DOUBLE_SECONDS="0.01")
    lines = (folder / "sweep-fuzz" / "results.jsonl").read_text().splitlines()
    found = [(value["level"], value["seed"]) for value in map(json.loads, lines)]
    assert found == [(level, seed) for level in ("level1", "level3") for seed in range(1, 9)]


def test_a_recording_is_that_of_its_seed(sweep: Sweep, folder: Path) -> None:
    sweep(*FUZZ)
    for line in (folder / "sweep-fuzz" / "results.jsonl").read_text().splitlines():
        value = json.loads(line)
        if value["isFound"]:
            text = (folder / "sweep-fuzz" / value["recording"]).read_text()
            assert text == f"recording of ball --level {value['level']} --seed {value['seed']}\n"


def test_killed_processes_lose_nothing(sweep: Sweep, folder: Path) -> None:
    calm = sweep(*FUZZ, "-o", "calm")
    (folder / "once" / "begun").unlink()
    killed = sweep(*FUZZ, "-o", "killed", DOUBLE_KILLED="2,5", DOUBLE_CUT="3")
    assert killed.stdout.replace("killed", "calm") == calm.stdout
    assert files(folder / "killed") == files(folder / "calm")
    # Each seed in three levels, and three seeds once more.
    assert len(begun(folder)) == 3 * 8 + 3


def test_a_chunk_that_is_always_killed_ends_the_sweep(sweep: Sweep) -> None:
    answer = sweep("fuzz", "ball", "--levels", "1", "--attempts", "1", DOUBLE_KILLED="1")
    assert answer.returncode == 1
    assert "ball level1 seed 1: failed 1 times, with exit code -9" in answer.stderr


def test_a_crash_is_a_finding(sweep: Sweep, folder: Path) -> None:
    answer = sweep(*FUZZ, "--levels", "1", DOUBLE_CRASHES="3")
    assert answer.returncode == 1
    assert "SIGILL" in answer.stdout
    assert begun(folder).count("3") == 2
    lines = (folder / "sweep-fuzz" / "results.jsonl").read_text().splitlines()
    assert json.loads(lines[2]) == {"game": "ball", "level": "level1", "seed": 3, "crash": "SIGILL"}


def test_wrong_use_of_the_program_is_reported_once(sweep: Sweep) -> None:
    answer = sweep(*FUZZ, DOUBLE_REFUSES="1")
    assert answer.returncode == 2
    assert answer.stderr == (
        "carom sweep: ball level1 seed 1: --ticks: too many; fewer are accepted\n"
    )


def test_a_chunk_that_does_not_end_in_time_fails(sweep: Sweep) -> None:
    answer = sweep(*FUZZ, "--timeout", "0.2", DOUBLE_SECONDS="30")
    assert answer.returncode == 1
    assert "not finished after" in answer.stderr
    assert "a longer --timeout, or none, is accepted" in answer.stderr


def interrupted(folder: Path, number: int, environment: dict[str, str]) -> tuple[int, str]:
    """Begin a sweep, and send a signal when some chunks are finished."""
    process = subprocess.Popen(
        [sys.executable, "-m", "carom", "sweep", *FUZZ, "--workers", "2"],
        cwd=folder,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal = folder / "sweep-fuzz" / "journal.jsonl"
    while not journal.exists() or journal.read_bytes().count(b"\n") < 5:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    _, errors = process.communicate(timeout=20)
    return process.returncode, errors


def test_an_interrupted_sweep_goes_on(sweep: Sweep, folder: Path) -> None:
    calm = sweep(*FUZZ, "-o", "calm")
    code, errors = interrupted(folder, signal.SIGINT, {"DOUBLE_SECONDS": "0.1"})
    assert code == 130
    assert "chunks are finished; the same command continues" in errors
    before = (folder / "sweep-fuzz" / "journal.jsonl").read_bytes()
    (folder / "once" / "begun").unlink()
    answer = sweep(*FUZZ)
    assert answer.returncode == 1
    assert answer.stdout.replace("sweep-fuzz", "calm") == calm.stdout
    assert files(folder / "sweep-fuzz") == files(folder / "calm")
    assert (folder / "sweep-fuzz" / "journal.jsonl").read_bytes().startswith(before)
    assert len(begun(folder)) == 24 - (before.count(b"\n") - 1)


def test_a_sweep_that_was_killed_goes_on(sweep: Sweep, folder: Path) -> None:
    calm = sweep(*FUZZ, "-o", "calm")
    code, _ = interrupted(folder, signal.SIGKILL, {"DOUBLE_SECONDS": "0.1"})
    assert code == -signal.SIGKILL
    # A line that was not completed.
    with (folder / "sweep-fuzz" / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"crc":"12')
    answer = sweep(*FUZZ)
    assert answer.stdout.replace("sweep-fuzz", "calm") == calm.stdout
    assert files(folder / "sweep-fuzz") == files(folder / "calm")


def test_the_processes_of_a_killed_sweep_end(folder: Path) -> None:
    interrupted(folder, signal.SIGKILL, {"DOUBLE_SLOW": "6"})
    program = str(folder / "carom").encode()

    def are_left() -> bool:
        lines = Path("/proc").glob("[0-9]*/cmdline")
        for line in lines:
            try:
                if program in line.read_bytes():
                    return True
            except OSError:
                continue
        return False

    end = time.monotonic() + 60
    while are_left() and time.monotonic() < end:
        time.sleep(0.01)
    assert not are_left()


def test_a_finished_sweep_runs_nothing_again(sweep: Sweep, folder: Path) -> None:
    first = sweep(*FUZZ)
    (folder / "once" / "begun").unlink()
    assert sweep(*FUZZ).stdout == first.stdout
    assert not (folder / "once" / "begun").exists()


def test_a_chunk_whose_recording_is_lost_is_run_again(sweep: Sweep, folder: Path) -> None:
    first = sweep(*FUZZ)
    before = files(folder / "sweep-fuzz")
    name = next(name for name in before if name.startswith("recordings/"))
    (folder / "sweep-fuzz" / name).unlink()
    (folder / "once" / "begun").unlink()
    assert sweep(*FUZZ).stdout == first.stdout
    assert files(folder / "sweep-fuzz") == before
    assert len(begun(folder)) == 1
