"""The archive that brings a program to other machines."""

import subprocess
import sys
from pathlib import Path

import pytest

from carom.sweep.bundle import LIBRARIES, libraries, pack, unpack
from carom.sweep.identity import digest_of_files, files_below
from carom.sweep.process import environment


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))


def test_files_keep_their_paths_from_the_working_folder(folder: Path) -> None:
    work = folder / "a" / "work"
    work.mkdir(parents=True)
    (work / "x.feature").write_text("Feature: X\n")
    paths = ("../../Scenes", "../../Assets", "x.feature")
    names = files_below(str(work), paths)
    data, inside = pack(str(folder / "carom"), str(work), names)
    base = Path(unpack(data, "one"))
    assert digest_of_files(str(base / inside), paths) == digest_of_files(str(work), paths)
    result = subprocess.run([base / "bin" / "carom", "--version"], capture_output=True, check=True)
    assert result.stdout == b"Carom 0.1.0\n"


def test_the_same_files_make_the_same_archive(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = files_below(str(folder), ("Scenes",))
    first = pack(str(folder / "carom"), str(folder), names)
    (folder / "Scenes" / "objects" / "ball.json").touch()
    monkeypatch.setattr("time.time", lambda: 1.0)
    assert pack(str(folder / "carom"), str(folder), names) == first


def test_an_archive_is_unpacked_once(folder: Path) -> None:
    data, _ = pack(str(folder / "carom"), str(folder), [])
    base = unpack(data, "one")
    assert unpack(b"", "one") == base
    (Path(base) / "complete").unlink()
    (Path(base) / "bin" / "carom").unlink()
    assert (Path(unpack(data, "one")) / "bin" / "carom").is_file()


def test_levels_that_were_generated_and_outputs_are_left_out(folder: Path) -> None:
    for name in ("Scenes/generated/1.json", "Scenes/.hidden", "Scenes/objects/generated/2.json"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("{}")
    (folder / "Scenes" / "out").mkdir()
    (folder / "Scenes" / "out" / "journal.jsonl").write_text('{"crc":"00000000"}')
    names = files_below(str(folder), ("Scenes",))
    assert names == ["Scenes/objects/ball.json", "Scenes/objects/generated/2.json"]
    # Unless they are named.
    assert files_below(str(folder), ("Scenes/generated/1.json",)) == ["Scenes/generated/1.json"]


def test_a_program_comes_with_its_libraries_but_not_with_the_c_library(folder: Path) -> None:
    """
    Symptom: a program of an unpacked archive did not start on machines without libspng.

    Cause: its libraries, which are next to it, stayed behind.
    """
    found = libraries(sys.executable)
    assert not {"libc.so.6", "libm.so.6"} & found.keys()
    assert libraries(str(folder / "carom")) == {}
    data, _ = pack(sys.executable, str(folder), [])
    base = Path(unpack(data, "two"))
    assert {path.name for path in (base / LIBRARIES).glob("*")} == found.keys()
    assert environment(str(base / LIBRARIES))["LD_LIBRARY_PATH"] == f"{base}/{LIBRARIES}"
