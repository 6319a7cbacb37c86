"""The journal of a sweep, and what is made of damaged ones."""

import random
from pathlib import Path

import pytest

from carom.sweep.chunks import JsonObject
from carom.sweep.errors import SweepError
from carom.sweep.journal import Entry, Journal, encode, parse
from tests.sweep.running import Sweep

HEAD: JsonObject = {
    "format": "carom.sweep/1",
    "command": "fuzz",
    "options": {"seeds": "1-3"},
    "chunks": 3,
}
ENTRIES = [
    Entry(2, {"seed": 3, "name": "Ä"}, {"recordings/a": "00"}, {"seconds": 0.5}),
    Entry(0, {"seed": 1}, {}, {}),
    Entry(1, {"seed": 2, "text": "line\nend"}, {}, {}),
]
DATA = encode(HEAD) + b"".join(entry.line for entry in ENTRIES)


def read(data: bytes) -> tuple[list[Entry], int]:
    return parse(data, "journal", HEAD, 3)


def test_a_journal_has_the_chunks_that_were_written() -> None:
    assert read(DATA) == (ENTRIES, len(DATA))


def test_every_beginning_of_a_journal_has_its_complete_lines() -> None:
    ends = [index + 1 for index, byte in enumerate(DATA) if byte == ord("\n")]
    for length in range(ends[0], len(DATA)):
        entries, valid = read(DATA[:length])
        assert valid == max(end for end in ends if end <= length)
        assert entries == ENTRIES[: ends.index(valid)]


def test_damage_is_refused_or_is_at_the_end() -> None:
    """Whatever is changed, no chunk is read that was not written."""
    chance = random.Random(1)  # noqa: S311  # not for secrets
    refused = 0
    for _ in range(20_000):
        data = bytearray(DATA)
        for _ in range(chance.randint(1, 3)):
            position = chance.randrange(len(data))
            change = chance.randrange(4)
            if change == 0:
                data[position] = chance.randrange(256)
            elif change == 1:
                del data[position : position + chance.randint(1, 30)]
            elif change == 2:
                data[position:position] = chance.randbytes(chance.randint(1, 30))
            else:
                start = chance.randrange(len(data))
                data[position:position] = data[start : start + chance.randint(1, 200)]
            if not data:
                break
        try:
            entries, valid = read(bytes(data))
        except SweepError as error:
            refused += 1
            assert str(error).startswith("journal:")
            assert "accepted" in str(error)
        else:
            assert entries == ENTRIES[: len(entries)] or all(entry in ENTRIES for entry in entries)
            assert len({entry.chunk for entry in entries}) == len(entries)
            assert valid <= len(data)
    assert refused > 10_000


def test_random_bytes_are_no_journal() -> None:
    chance = random.Random(2)  # noqa: S311  # not for secrets
    for _ in range(2_000):
        with pytest.raises(SweepError, match=r"damaged|missing"):
            read(chance.randbytes(chance.randrange(300)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"chunk": 3, "result": {}, "files": {}, "measured": {}}, "'chunk' is not a number"),
        ({"chunk": True, "result": {}, "files": {}, "measured": {}}, "'chunk' is not a number"),
        ({"chunk": 1, "result": [], "files": {}, "measured": {}}, "'result' or 'measured'"),
        ({"chunk": 1, "result": {}, "files": {"a": 1}, "measured": {}}, "'files' has a hash"),
        ({"chunk": 2, "result": {}, "files": {}, "measured": {}}, "chunk 2 is there twice"),
    ],
)
def test_lines_that_are_no_chunks_are_named(values: JsonObject, message: str) -> None:
    data = encode(HEAD) + ENTRIES[0].line + encode(values) + ENTRIES[1].line
    with pytest.raises(SweepError, match=f"journal:3: the line is damaged: {message}"):
        read(data)


def test_the_journal_of_another_sweep_is_refused_with_the_difference(
    sweep: Sweep, folder: Path
) -> None:
    sweep("fuzz", "ball", "--seeds", "1-3", "-o", "out")
    before = (folder / "out" / "journal.jsonl").read_bytes()
    answer = sweep("fuzz", "ball", "--seeds", "1-4", "-o", "out")
    assert answer.returncode == 2
    assert answer.stderr == (
        "carom sweep: out/journal.jsonl: it belongs to another sweep, whose seeds is "
        '"1-3" instead of "1-4"; the options and the program of that sweep, or another '
        "--output, are accepted\n"
    )
    assert (folder / "out" / "journal.jsonl").read_bytes() == before


def test_a_changed_program_or_scene_is_another_sweep(sweep: Sweep, folder: Path) -> None:
    sweep("fuzz", "ball", "-o", "out")
    (folder / "Scenes" / "objects" / "ball.json").write_text("{ }\n")
    assert "whose content is" in sweep("fuzz", "ball", "-o", "out").stderr
    with (folder / "carom").open("a") as program:
        program.write("# another build\n")
    answer = sweep("fuzz", "ball", "-o", "out")
    assert "whose program is" in answer.stderr
    assert answer.returncode == 2


def test_a_file_that_is_no_journal_is_not_overwritten(sweep: Sweep, folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / "journal.jsonl").write_text("notes of mine")
    answer = sweep("fuzz", "ball", "-o", "out")
    assert answer.returncode == 2
    assert "out/journal.jsonl:1: the head of a journal is missing" in answer.stderr
    assert (folder / "out" / "journal.jsonl").read_text() == "notes of mine"


def test_a_head_that_was_not_completed_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(encode(HEAD)[:20])
    Journal.open(path, HEAD, 3).close()
    assert path.read_bytes() == encode(HEAD)


def test_a_sweep_without_finished_chunks_does_not_keep_others_away(
    sweep: Sweep, folder: Path
) -> None:
    """
    Symptom: after a wrong option, the right one was refused, because it was another sweep.

    Cause: the journal was begun before the program refused the option.
    """
    assert sweep("fuzz", "ball", "--workers", "1", DOUBLE_REFUSES="1").returncode == 2
    assert (folder / "sweep-fuzz" / "journal.jsonl").read_bytes().count(b"\n") == 1
    assert sweep("fuzz", "ball", "--levels", "1").stderr == ""


def test_two_sweeps_do_not_write_to_one_folder(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal.open(path, HEAD, 3)
    with pytest.raises(SweepError, match="another sweep is writing to it"):
        Journal.open(path, HEAD, 3)
    journal.close()
    Journal.open(path, HEAD, 3).close()
