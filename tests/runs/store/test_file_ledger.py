"""The study file among other processes, other versions and other files."""

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.store import schema
from bakeoff.runs.store.arrays import PIECE, pack, unpack
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.schema import VERSION
from bakeoff.runs.store.verify import repair, verify
from bakeoff.runs.unit import Run, Status, UnitKey
from tests.helpers import odd_learners


def failed(fold: int) -> Run:
    key = UnitKey(dataset="d", learner="l", scheme="s", repeat=0, fold=fold)
    return Run(key=key, status=Status.FAILED, content="c")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with FileLedger.create(tmp_path / "study.bakeoff") as ledger:
        ledger.add_many([failed(0), failed(1)])
    return tmp_path / "study.bakeoff"


def test_one_file_is_left_when_all_is_closed(path: Path) -> None:
    assert [one.name for one in path.parent.iterdir()] == ["study.bakeoff"]


def test_create_refuses_what_exists_and_open_what_does_not(path: Path) -> None:
    with pytest.raises(StudyFileError, match="exists already"):
        FileLedger.create(path)
    with pytest.raises(StudyFileError, match="no results file"):
        FileLedger.open(path.with_name("other.bakeoff"))
    with FileLedger.resume(path.with_name("new.bakeoff")) as ledger:
        assert len(ledger) == 0


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_has_its_tables_before_it_has_its_name(tmp_path: Path, monkeypatch, links: bool) -> None:
    path, create, seen = tmp_path / "new.bakeoff", schema._create, []

    def watched(connection: sqlite3.Connection) -> None:
        seen.append(path.exists())
        create(connection)
        seen.append(path.exists())

    def unable(*_: object) -> None:
        raise OSError("no hard links here")

    monkeypatch.setattr(schema, "_create", watched)
    if not links:
        monkeypatch.setattr(os, "link", unable)
    with FileLedger.create(path) as ledger:
        assert len(ledger) == 0
    assert seen == [False, False]
    assert [one.name for one in tmp_path.iterdir()] == ["new.bakeoff"]


def test_a_second_writer_is_refused_and_readers_are_welcome(path: Path) -> None:
    with FileLedger.open(path, write=True) as writer:
        with pytest.raises(StudyFileError, match=r"being written by process \d+ on"):
            FileLedger.open(path, write=True)
        readers = [FileLedger.open(path) for _ in range(8)]
        writer.add(failed(2))
        assert [len(one) for one in readers] == [3] * 8
        for one in readers:
            one.close()
    with FileLedger.open(path, write=True) as writer:
        assert len(writer) == 3


def test_the_lock_dies_with_its_holder(path: Path) -> None:
    script = (
        "import sys, time\nfrom bakeoff.runs.store.file_ledger import FileLedger\n"
        f"held = FileLedger.open({str(path)!r}, write=True)\nprint('held', flush=True)\ntime.sleep(60)"
    )
    holder = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(StudyFileError, match="being written"):
        FileLedger.open(path, write=True)
    copy = path.with_name("copy.bakeoff")
    for suffix in ("", ".lock", "-wal"):
        if Path(f"{path}{suffix}").exists():
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    with FileLedger.open(copy, write=True) as ledger:
        assert len(ledger) == 2
    holder.kill()
    holder.wait()
    holder.stdout.close()
    with FileLedger.open(path, write=True) as ledger:
        assert len(ledger) == 2


def test_a_copy_of_the_main_file_alone_is_whole(path: Path) -> None:
    copy = path.with_name("copy.bakeoff")
    with FileLedger.open(path, write=True) as ledger:
        ledger.put_dataset(odd_learners.toy())
        ledger.checkpoint()
        ledger.add_many([failed(at) for at in range(2, 50)])
        shutil.copy(path, copy)
    with FileLedger.open(copy) as ledger:
        assert 2 <= len(ledger) <= 50
        assert ledger.dataset("toy").task == "binary"


def test_a_newer_file_is_refused_with_the_cure(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    for write in (False, True):
        with pytest.raises(StudyFileError, match=r"newer bakeoff .* upgrade bakeoff"):
            FileLedger.open(path, write=write)
    before = path.read_bytes()
    for door in (verify, repair):
        with pytest.raises(StudyFileError, match=r"newer bakeoff .* upgrade bakeoff"):
            door(path)
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == ["study.bakeoff"]


@pytest.mark.parametrize("mark", ["application_id", "user_version"])
def test_a_damaged_header_is_found_and_repaired(path: Path, mark: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA {mark} = 0")
    connection.close()
    assert [one.message for one in verify(path)] == ["its header is not as it was written"]
    repair(path)
    assert verify(path) == ()
    with FileLedger.open(path) as ledger:
        assert len(ledger) == 2


@pytest.mark.parametrize("content", [b"", b"hello, world\n" * 100])
def test_something_else_is_not_a_study_file(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other.bakeoff"
    other.write_bytes(content)
    with pytest.raises(StudyFileError, match=r"is not a bakeoff results file|is empty"):
        FileLedger.open(other)
    if content:
        with pytest.raises(StudyFileError, match="is not a bakeoff results file"):
            FileLedger.open(other, write=True)
        assert other.read_bytes() == content


def test_another_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    for write in (False, True):
        with pytest.raises(StudyFileError, match="not a bakeoff results file"):
            FileLedger.open(other, write=write)


def test_a_place_where_nobody_may_write(tmp_path: Path) -> None:
    with pytest.raises(StudyFileError, match="cannot write beside"):
        FileLedger.create(Path("/proc/study.bakeoff"))
    with pytest.raises(StudyFileError, match=r"there is no folder .*missing; make it first"):
        FileLedger.create(tmp_path / "missing" / "study.bakeoff")


def test_a_folder_is_called_a_folder(tmp_path: Path) -> None:
    for door in (FileLedger.open, FileLedger.resume):
        with pytest.raises(StudyFileError, match=r"is a folder; name a file in it, such as .*study\.bakeoff"):
            door(tmp_path)
    assert not tmp_path.with_name(f"{tmp_path.name}.lock").exists()


def test_a_damaged_unit_is_not_served(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE units SET status = 'done' WHERE fold = 1")
    connection.commit()
    connection.close()
    with FileLedger.open(path) as ledger:
        assert ledger.get(failed(0).key) is not None
        with pytest.raises(StudyFileError, match=r"d/l/s/0/1/test//0 .*damaged.*bakeoff verify"):
            ledger.get(failed(1).key)


def test_several_units_are_added_together_or_not_at_all(path: Path) -> None:
    with FileLedger.open(path, write=True) as ledger:
        broken = Run(key=failed(9).key, status=Status.DONE, content=object())
        with pytest.raises((StudyFileError, TypeError)):
            ledger.add_many([failed(8), broken])
        assert len(ledger) == 2


@pytest.mark.parametrize(
    "array",
    [
        np.zeros(0),
        np.arange(5),
        np.random.default_rng(0).random((1000, 3)),
        np.array(["ä", "bb"]),
        np.array(["x", 1, None, 2.5], dtype=object),
        np.array([True, False]),
        np.array(["2020-01-01"], dtype="datetime64[s]"),
    ],
    ids=str,
)
def test_arrays_survive_packing(array: np.ndarray) -> None:
    back = unpack(pack(array))
    assert back.dtype == array.dtype
    assert np.array_equal(back, array)


def test_large_arrays_come_in_pieces() -> None:
    array = np.random.default_rng(0).integers(0, 256, PIECE + 1000, dtype=np.uint8)
    pieces = pack(array)
    assert [len(one) <= PIECE for one in pieces] == [True, True]
    assert np.array_equal(unpack(pieces), array)
