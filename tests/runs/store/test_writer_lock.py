"""WriterLock: one writer per results file, freed by the system the moment its process ends, however it ends."""

import os
import socket
from pathlib import Path

import pytest

from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.writer_lock import writer_of
from bakeoff.runs.unit import Run, Status, UnitKey


def failed(fold: int) -> Run:
    key = UnitKey(dataset="d", learner="l", scheme="s", repeat=0, fold=fold)
    return Run(key=key, status=Status.FAILED, content="c")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with FileLedger.create(tmp_path / "study.bakeoff") as ledger:
        ledger.add_many([failed(0), failed(1)])
    return tmp_path / "study.bakeoff"


def test_a_process_with_the_number_of_a_dead_one_is_not_taken_for_it(path: Path) -> None:
    lock = path.with_name("study.bakeoff.lock")
    with FileLedger.open(path, write=True):
        said = lock.read_text()
        assert writer_of(path) == f"process {os.getpid()} on {socket.gethostname()}"
    first, since = said.splitlines()
    lock.write_text(f"{first}\n{int(since) - 1}\n")  # as if we had been given the number of one that was killed
    assert writer_of(path) == ""
    lock.write_text(f"{first}\n")
    assert writer_of(path) == first  # an earlier version wrote no more than that
    with FileLedger.open(path, write=True) as ledger:
        assert len(ledger) == 2
