import pickle
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import carom


def test_the_same_seed_and_inputs_have_the_same_hash(maze: carom.Session) -> None:
    with carom.Session("marble-maze", seed=3) as other:
        for session in (maze, other):
            session.send({"key": {"code": "space", "isDown": True}}, {"tilt": [0.3, 1]})
            session.step(120)
        assert maze.hash == other.hash
        assert maze.tick == 120
        other.step()
        assert maze.hash != other.hash


def test_a_reset_is_a_new_session(maze: carom.Session) -> None:
    maze.play(200)
    maze.reset(9)
    with carom.Session("marble-maze", seed=9) as fresh:
        assert maze.describe() == fresh.describe()


def test_elements_are_found_read_and_set(maze: carom.Session) -> None:
    pearls = carom.find(maze, "//node[@role='pearl']")
    assert len(pearls) > 3
    assert pearls[0].kind == "node"
    assert pearls[0].attributes["role"] == "pearl"
    maze.set("ball", "position", [1, 2.5, 3])
    maze.step()
    assert maze.get("ball", "position.x") == "1"
    with pytest.raises(carom.RefusedError, match=r"nobody.*"):
        maze.get("nobody", "position")
    assert maze.find("//node[@name='nobody']") == []


def test_a_snapshot_goes_on_in_another_process(maze: carom.Session) -> None:
    maze.play(300)
    state = maze.snapshot()
    code = (
        "import sys, pickle, carom;"
        "s = carom.Session.from_snapshot(pickle.load(sys.stdin.buffer));"
        "s.step(10_000); print(s.hash)"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, check=True
    )
    maze.step(10_000)
    assert int(process.stdout) == maze.hash
    maze.restore(state)
    clone = maze.clone()
    for session in (maze, clone):
        session.step(50)
    assert maze.hash == clone.hash
    with pytest.raises(carom.RefusedError):
        maze.restore(state[:-1])


def test_a_session_returns_to_states_that_it_keeps(maze: carom.Session) -> None:
    maze.play(300)
    state, found = maze.save_state(), maze.hash
    maze.step(100)
    later = maze.hash
    maze.load_state(state)
    assert maze.hash == found
    maze.step(100)
    assert maze.hash == later
    with pytest.raises(carom.ArgumentError, match="of another session"):
        maze.clone().load_state(state)
    with pytest.raises(carom.ArgumentError, match=r"is of type bytes; what save_state"):
        maze.load_state(maze.snapshot())  # type: ignore[arg-type]
    maze.close()
    with pytest.raises(carom.SessionClosedError):
        maze.load_state(state)


def test_recordings_replay(maze: carom.Session, tmp_path: Path) -> None:
    with pytest.raises(carom.RefusedError):
        maze.recording()
    maze.record()
    maze.play(130)
    text = maze.recording()
    assert carom.replay(text) == 130
    file = tmp_path / "run.replay.jsonl"
    file.write_text(text)
    assert carom.replay(file) == 130
    lines = text.splitlines()
    last = next(index for index, line in enumerate(lines) if line.startswith('{"t":120,"check"'))
    lines.insert(last, '{"t":119,"key":{"code":"c","isDown":true}}')
    with pytest.raises(carom.DifferenceError) as caught:
        carom.replay("\n".join(lines) + "\n")
    assert "the state differs" in str(caught.value)


def test_pictures_are_arrays(maze: carom.Session) -> None:
    picture = maze.render(64, 36)
    assert picture.shape == (36, 64, 3)
    assert picture.dtype == np.uint8
    assert len(np.unique(picture)) > 20
    assert np.array_equal(picture, carom.render("marble-maze", 64, 36, seed=3))
    seen = maze.geometry(64, 36)
    assert seen.depth.shape == seen.nodes.shape == (36, 64)
    assert np.array_equal(np.isinf(seen.depth), seen.nodes == 0)
    lengths = np.linalg.norm(seen.normals[seen.nodes > 0], axis=-1)
    assert np.allclose(lengths, 1, atol=1e-3)


def test_a_task_observes_what_queries_read(maze: carom.Session) -> None:
    layout = maze.set_task(
        {
            "act": ["tilt", "start"],
            "observe": [
                {"select": "ball", "property": "worldPosition"},
                {"select": "game", "property": "lives"},
            ],
        }
    )
    assert [one.name for one in layout.actions] == ["tilt.x", "tilt.y", "start"]
    assert [one.is_press for one in layout.actions] == [False, False, True]
    maze.play(60)
    numbers = maze.observe(4)
    expected = [*maze.get("ball", "worldPosition").split(), maze.get("game", "lives")]
    assert np.array_equal(numbers, np.array(expected, np.float32))
    with pytest.raises(carom.ArgumentError, match=r"count: is 3; 4"):
        maze.observe(3)


def test_games_are_listed() -> None:
    names = {game["name"]: game for game in carom.games()}
    assert len(names["marble-maze"]["levels"]) == 14
    assert names["pinball"]["controls"][-1] == "nudge"


def test_errors_say_where_what_and_what_is_accepted() -> None:
    with pytest.raises(carom.ArgumentError, match="did you mean 'marble-maze'"):
        carom.Session("marble-mace")
    with pytest.raises(carom.ArgumentError, match=r"1 to 14"):
        carom.Session("marble-maze", level=99)
    session = carom.Session("pinball")
    with pytest.raises(carom.ArgumentError, match=r"ticks: is -1; 0 to 360000 are accepted"):
        session.step(-1)
    # Before memory for the picture is made.
    with pytest.raises(carom.ArgumentError, match=r"width: is 10000000000; 1 to 4096"):
        session.render(10**10, 10**10 // 10**8)
    with pytest.raises(carom.ArgumentError, match=r"height: is -5; 1 to 4096"):
        session.geometry(10, -5)
    with pytest.raises(carom.ArgumentError, match=r"ticks: is 1\.0; a whole number 0 to 360000"):
        session.step(1.0)  # type: ignore[arg-type]
    with pytest.raises(carom.ArgumentError, match="snapshot: is of type str; bytes are accepted"):
        session.restore("text")  # type: ignore[arg-type]
    with pytest.raises(carom.ArgumentError, match="events: Object of type object is not JSON"):
        session.send({"key": object()})
    # Functions are named as in Python, not as in C.
    with pytest.raises(carom.RefusedError, match=r"call record\(\) first"):
        session.recording()
    with pytest.raises(carom.CaromError, match=r"what snapshot\(\) has written"):
        session.restore(b"x")
    session.close()
    session.close()
    with pytest.raises(carom.SessionClosedError, match="session: is closed"):
        session.step()


def test_threads_cannot_break_a_session(maze: carom.Session) -> None:
    done: list[int] = []
    busy: list[int] = []

    def work() -> None:
        # A refusal takes a fraction of the time of a step, so most calls can be refused.
        for number in range(200):
            try:
                maze.step(5)
                done.append(number)
            except carom.SessionBusyError:
                busy.append(number)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) * 5 == maze.tick > 0
    assert len(done) + len(busy) == 800
    maze.step()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, None, "7"])
def test_seeds_are_whole_numbers_of_64_bits(seed: object) -> None:
    # Symptom: -1 and 2⁶⁴ were the seeds 2⁶⁴ - 1 and 0. Cause: ctypes cuts numbers.
    with pytest.raises(carom.ArgumentError, match="seed: is"):
        carom.Session("marble-maze", seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("subject", [None, b"marble-maze", "marble\0maze", "\ud800"])
def test_subjects_are_text(subject: object) -> None:
    # Symptom: text was cut at NUL, and other types were errors of ctypes.
    with pytest.raises(carom.ArgumentError, match="subject: "):
        carom.Session(subject)  # type: ignore[arg-type]


def test_numbers_of_numpy_and_bytes_like_snapshots_are_accepted() -> None:
    with carom.Session("marble-maze", seed=np.uint64(2**64 - 1)) as session:
        session.step(np.int32(3))
        state = session.snapshot()
        session.restore(bytearray(state))
        session.restore(memoryview(state))
        assert session.tick == 3


def test_a_recording_is_a_text_or_a_path() -> None:
    for wrong in ("", None, 3):
        with pytest.raises(carom.ArgumentError, match="recording: is"):
            carom.replay(wrong)  # type: ignore[arg-type]
