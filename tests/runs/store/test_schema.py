"""The results file's tables, how it is opened, and what its errors mean in words."""

import sqlite3
from pathlib import Path

import pytest

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.schema import VERSION
from bakeoff.runs.unit import Run, Status, UnitKey


def failed(fold: int) -> Run:
    key = UnitKey(dataset="d", learner="l", scheme="s", repeat=0, fold=fold)
    return Run(key=key, status=Status.FAILED, content="c")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with FileLedger.create(tmp_path / "study.bakeoff") as ledger:
        ledger.add_many([failed(0), failed(1)])
    return tmp_path / "study.bakeoff"


def test_a_file_of_a_format_before_the_first_release_is_refused_with_the_cure(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION - 1}")
    connection.close()
    for write in (False, True):
        with pytest.raises(
            StudyFileError, match=rf"format {VERSION - 1}, which no released bakeoff .* run the study again"
        ):
            FileLedger.open(path, write=write)
