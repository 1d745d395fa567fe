"""Kept scores are a copy: equal to what the predictions say, and ignored as soon as anything differs."""

import numpy as np
import pytest

from bakeoff.measures import measure_named
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.splits import scheme_from
from bakeoff.study.analysis import score_cache as room
from bakeoff.study.analysis.analyse import analyse
from bakeoff.study.analysis.gather import gather
from bakeoff.study.analysis.stored_design import design_of


@pytest.fixture
def kept(make, tmp_path):
    data = (make.data("a"), make.data("b", n=12, classes=3))
    learners = (make.learner("one"), make.learner("mute", 0.2, proba=False))
    spec = make.spec(
        datasets=data, learners=learners, scheme=scheme_from("2x2"), measures=("accuracy", "f1", "log_loss")
    )
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        make.run(spec, ledger, fails=lambda key: make.failure() if (key.learner, key.fold) == ("mute", 1) else None)
        room.store_scores(ledger, design_of(ledger), [measure_named(name) for name in spec.measures])
        yield ledger


def test_what_is_kept_equals_what_is_gathered(kept):
    design = design_of(kept)
    measures = [measure_named(name) for name in design.measures]
    fresh, again = gather(kept, design, measures), room.load_or_score(kept, design, measures)
    assert (again.failures, again.warnings, again.unit_seconds) == (fresh.failures, fresh.warnings, fresh.unit_seconds)
    for a, b in zip(fresh.boards, again.boards, strict=True):
        assert (a.domain, a.learners, a.measures, a.reasons) == (b.domain, b.learners, b.measures, b.reasons)
        assert set(a.pooled) == set(b.pooled)
        for name in ("done", "failed", "values"):
            np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
        for at in a.pooled:
            np.testing.assert_array_equal(a.pooled[at], b.pooled[at])


def test_kept_scores_save_the_reading(kept, monkeypatch):
    monkeypatch.setattr(FileLedger, "__iter__", lambda _: pytest.fail("the units were read again"))
    assert analyse(kept).card.units_done == 12


def test_a_changed_unit_or_measure_makes_them_void(kept, monkeypatch):
    read = []
    monkeypatch.setattr(room, "gather", lambda *given: read.append(1) or gather(*given))
    analyse(kept)
    assert read == []
    analyse(kept, measure="kappa")
    assert read == [1]
    kept.drop(list(kept.keys())[:1])
    assert analyse(kept).card.units_done == 11
    assert read == [1, 1]
