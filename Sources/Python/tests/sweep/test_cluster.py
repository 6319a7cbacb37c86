"""Sweeps on a Ray cluster of two nodes on this machine, of which one is killed.

They take a minute and a half, so they run with TIER=full only.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.sweep.running import Sweep, begun, files

if os.environ.get("TIER") != "full":
    pytest.skip("TIER=full runs sweeps on a Ray cluster", allow_module_level=True)
pytest.importorskip("ray", reason="Ray is not installed: pip install carom[ray]")

FUZZ = ("fuzz", "ball", "--seeds", "1-8")


@pytest.fixture
def cluster(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster of two nodes with a processor each, on which the package cannot be imported."""
    from ray.cluster_utils import Cluster  # noqa: PLC0415  # takes a second

    package = folder / "poison" / "carom"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('raise ImportError("the nodes have no carom")\n')
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    # Another archive than that of the last test, which the nodes unpacked.
    with (folder / "carom").open("a") as program:
        program.write(f"# {folder}\n")
    with monkeypatch.context() as nodes:
        nodes.setenv("PYTHONPATH", str(folder / "poison"))
        nodes.setenv("DOUBLE_ORPHANED", "2,5")
        nodes.setenv("DOUBLE_KILLED", "3")
        nodes.setenv("DOUBLE_SECONDS", "0.3")
        found: Any = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
        )
        found.second = found.add_node(num_cpus=1)
    yield found
    found.shutdown()


def begin(folder: Path, address: str) -> subprocess.Popen[str]:
    """Begin a sweep, and return when some chunks are finished."""
    process = subprocess.Popen(
        [sys.executable, "-m", "carom", "sweep", *FUZZ, "--address", address],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal = folder / "sweep-fuzz" / "journal.jsonl"
    while not journal.exists() or journal.read_bytes().count(b"\n") < 7:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    return process


def test_killed_workers_and_nodes_lose_nothing(sweep: Sweep, folder: Path, cluster: Any) -> None:
    calm = sweep(*FUZZ, "-o", "calm")
    (folder / "once" / "begun").unlink()
    process = begin(folder, cluster.address)
    cluster.remove_node(cluster.second, allow_graceful=False)
    output, errors = process.communicate(timeout=120)
    assert (process.returncode, errors) == (1, "")
    assert output.replace("sweep-fuzz", "calm") == calm.stdout
    assert files(folder / "sweep-fuzz") == files(folder / "calm")
    # Two workers and a process killed themselves once each; the node had one chunk at least.
    assert {
        f"{event}{seed}" for event, seed in (("ORPHANED", 2), ("ORPHANED", 5), ("KILLED", 3))
    } <= {path.name for path in (folder / "once").iterdir()}
    assert len(begun(folder)) >= 24 + 3
    assert "died" in (folder / "sweep-fuzz" / "ray.log").read_text()


def test_a_sweep_goes_on_elsewhere(sweep: Sweep, folder: Path, cluster: Any) -> None:
    calm = sweep(*FUZZ, "-o", "calm")
    process = begin(folder, cluster.address)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 143
    assert "chunks are finished; the same command continues" in errors
    answer = sweep(*FUZZ, "--workers", "2")
    assert answer.stdout.replace("sweep-fuzz", "calm") == calm.stdout
    assert files(folder / "sweep-fuzz") == files(folder / "calm")


def test_nodes_with_another_program_are_refused(sweep: Sweep, cluster: Any) -> None:
    answer = sweep(*FUZZ, "--address", cluster.address, "--installed", DOUBLE_VERSION="Carom 0.2.0")
    assert answer.returncode == 2
    assert "is Carom 0.1.0 (" in answer.stderr
    assert "but here is Carom 0.2.0 (" in answer.stderr


def test_installed_programs_give_the_same_results(sweep: Sweep, folder: Path, cluster: Any) -> None:
    calm = sweep(*FUZZ, "-o", "calm")
    answer = sweep(*FUZZ, "--address", cluster.address, "--installed")
    assert answer.stderr == ""
    assert answer.stdout.replace("sweep-fuzz", "calm") == calm.stdout
    assert files(folder / "sweep-fuzz") == files(folder / "calm")


def test_an_address_without_a_cluster_is_named(sweep: Sweep) -> None:
    """
    Symptom: a wrong address was reported after eight minutes.

    Cause: Ray tries again and again to reach a port on which nothing listens.
    """
    answer = sweep(*FUZZ, "--address", "127.0.0.1:1", RAY_USAGE_STATS_ENABLED="0")
    assert answer.returncode == 2
    assert "carom sweep: --address: '127.0.0.1:1' cannot be reached" in answer.stderr


@pytest.mark.usefixtures("real")
def test_levels_and_states_are_those_of_this_machine(
    sweep: Sweep, folder: Path, cluster: Any
) -> None:
    runs = ("run", "marble-maze", "--levels", "1-2", "--bot", "--seeds", "1-10")
    here = sweep(*runs, "-o", "here")
    there = sweep(*runs, "-o", "there", "--address", cluster.address)
    assert there.stderr == ""
    assert there.stdout.replace("there", "here") == here.stdout
    assert files(folder / "there") == files(folder / "here")
