"""Flipped bits are found, intact units are kept, a single unit can be repeated."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.runs.local import rerun, run_local
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import digest
from bakeoff.runs.store.verify import repair, verify
from bakeoff.runs.unit import UnitKey
from bakeoff.runs.work import Limits, units
from tests.helpers import odd_learners


def test_an_intact_file_has_no_damage(tmp_path: Path) -> None:
    odd_learners.stored_study(tmp_path / "s.bakeoff")
    assert verify(tmp_path / "s.bakeoff") == ()
    with FileLedger.open(tmp_path / "s.bakeoff") as ledger:
        assert verify(ledger) == ()


def test_repair_keeps_what_is_intact_and_the_run_makes_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "s.bakeoff"
    work = odd_learners.work_of(odd_learners.Noisy(), folds=4)
    with FileLedger.create(path) as ledger:
        run_local(work, ledger, workers=1)
        before = digest(ledger)
    with closing(sqlite3.connect(path)) as opened:
        opened.execute(
            "UPDATE blobs SET data = zeroblob(length(data)) WHERE owner = 2 AND name = 'proba' AND kind = 'unit'"
        )
        opened.commit()
    damaged = verify(path)
    assert [one.what for one in damaged] == ["unit"]
    assert damaged[0].key == units(work)[1]
    assert "does not match its checksum" in str(damaged[0])
    assert repair(path) == damaged
    assert verify(path) == ()
    assert path.with_name("s.bakeoff.damaged").exists()
    with FileLedger.open(path, write=True) as ledger:
        outcome = run_local(work, ledger, workers=1)
        assert (outcome.done, outcome.skipped) == (1, 3)
        assert digest(ledger) == before
    assert repair(path) == ()


def test_units_that_vanish_are_missed(tmp_path: Path) -> None:
    path = tmp_path / "s.bakeoff"
    odd_learners.stored_study(path)
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("DELETE FROM blobs WHERE kind = 'unit' AND owner = 3")
        opened.execute("DELETE FROM units WHERE id = 3")
        opened.commit()
    assert ["20 units were written and 19 are there" in one.message for one in verify(path)] == [True]
    repair(path)
    assert verify(path) == ()


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_wreck_is_reported_as_such(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wreck.bakeoff"
    path.write_bytes(content)
    assert [one.what for one in verify(path)][:1] == ["file"]


def test_a_unit_that_ran_out_of_time_is_not_waited_for_without_end(tmp_path: Path) -> None:
    work = odd_learners.work_of(odd_learners.Does(name="asleep", what=lambda: time.sleep(600)))
    key = units(work)[0]
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        run_local(work, ledger, workers=2, timeout=0.3)
        assert ledger.get(key).failure.kind == "timeout"
        assert rerun(work, ledger, key, Limits(seconds=0.3))


def test_one_unit_again(tmp_path: Path) -> None:
    def unsteady() -> None:
        if os.path.exists(marker):
            raise ValueError("second time")
        open(marker, "w").close()

    marker = str(tmp_path / "marker")
    work = odd_learners.work_of(
        odd_learners.Noisy(),
        odd_learners.Does(name="bad", what=lambda: 1 / 0),
        odd_learners.Does(name="unsteady", what=unsteady),
    )
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        keys = {key.learner: key for key in reversed(units(work))}
        run_local(work, ledger, workers=1, order=[keys["unsteady"]])
        assert rerun(work, ledger, keys["noisy"])
        assert rerun(work, ledger, keys["bad"])
        assert not rerun(work, ledger, keys["unsteady"])
        with pytest.raises(BadInput, match="no unit"):
            rerun(work, ledger, UnitKey(dataset="toy", learner="noisy", scheme="x", repeat=0, fold=0))
        changed = odd_learners.work_of(odd_learners.Noisy(settings="new"))
        with pytest.raises(BadInput, match="have changed"):
            rerun(changed, ledger, keys["noisy"])


def _sums(opened: sqlite3.Connection) -> list[tuple[int, str]]:
    return [(1, one) for (one,) in opened.execute("SELECT sha256 FROM units")]


def test_equal_damages_to_two_units_break_the_seal(tmp_path: Path) -> None:
    path = tmp_path / "s.bakeoff"
    odd_learners.stored_study(path)
    with closing(sqlite3.connect(path)) as opened:
        for at, text in opened.execute("SELECT id, sha256 FROM units LIMIT 2").fetchall():
            opened.execute("UPDATE units SET sha256 = ? WHERE id = ?", (f"{int(text, 16) ^ 1:064x}", at))
        opened.commit()
    assert [one.what for one in verify(path)] == ["unit", "unit", "file"]


def test_damaged_scores_are_found_and_never_read(tmp_path: Path) -> None:
    path = tmp_path / "s.bakeoff"
    odd_learners.stored_study(path)
    with FileLedger.open(path) as ledger:
        stored = ledger.scores("drawn")
    assert stored is not None
    assert len(stored.table.by_unit["accuracy"].values) == 20
    with closing(sqlite3.connect(path)) as opened:
        opened.execute("UPDATE scores SET value = 0.5 WHERE measure = 'accuracy' AND unit = 3")
        opened.commit()
    assert [one.what for one in verify(path)] == ["file"]
    with FileLedger.open(path) as ledger:
        assert ledger.scores("drawn") is None
    repair(path)
    assert verify(path) == ()


def test_a_changed_unit_empties_the_scores(tmp_path: Path) -> None:
    path = tmp_path / "s.bakeoff"
    work = odd_learners.stored_study(path)
    with FileLedger.open(path, write=True) as ledger:
        ledger.drop(units(work)[:1])
        assert not ledger.has_scores("drawn")
    with closing(sqlite3.connect(path)) as opened:
        assert opened.execute("SELECT count(*) FROM scores").fetchone() == (0,)
    assert verify(path) == ()
