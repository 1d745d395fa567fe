"""Kept scores are a copy: equal to what the predictions say, and ignored as soon as anything differs."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.measures import measure_named
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.splits import scheme_from
from bakeoff.study.analysis import study_scores as room
from bakeoff.study.analysis.analyse import analyse
from bakeoff.study.analysis.score_cube import POOLED
from bakeoff.study.analysis.stored_design import design_of
from bakeoff.study.analysis.study_scores import gather


def same_cube(a, b):
    assert (a.levels, a.measures, a.reasons) == (b.levels, b.measures, b.reasons)
    for name in ("values", "missing", "done", "failed"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    for name, column in (a.axes | a.costs).items():
        np.testing.assert_array_equal(column, (b.axes | b.costs)[name])


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
    same_cube(fresh.cube, again.cube)


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


def test_units_under_a_condition_are_kept_too(make, tmp_path):
    spec = make.spec(datasets=(make.data("a"),), scheme=scheme_from("5-fold"), measures=("accuracy", "kappa"))
    measures = [measure_named(name) for name in spec.measures]
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        for run in list(make.run(spec, ledger)):
            if run.key.fold != 3:
                ledger.add(replace(run, key=replace(run.key, condition="noise")))
        design = design_of(ledger)
        fresh = gather(ledger, design, measures)
        room.store_scores(ledger, design, measures)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(room, "gather", lambda *_: pytest.fail("the units were read again"))
            again = room.load_or_score(ledger, design, measures)
    same_cube(fresh.cube, again.cube)
    assert len(again.cube.at(condition="noise")) == 12
    assert again.unit_seconds == fresh.unit_seconds == 15 * 0.75


def test_pooled_repeats_under_a_condition_are_worked_out_again(make, tmp_path):
    spec = make.spec(datasets=(make.data("a", n=12),), scheme=scheme_from("loo"), measures=("accuracy", "roc_auc"))
    measures = [measure_named(name) for name in spec.measures]
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        for run in list(make.run(spec, ledger)):
            ledger.add(replace(run, key=replace(run.key, condition="noise")))
        design = design_of(ledger)
        room.store_scores(ledger, design, measures)
        found = room.load_or_score(ledger, design, measures).cube.at(condition="noise", fold=POOLED)
    assert not np.isnan(found.score("roc_auc")).any()
    assert len(found) == 3


@pytest.mark.parametrize(
    "measures", [("accuracy", "log_loss", "f1", "kappa", "fit_seconds"), ("accuracy", "roc_auc", "brier")]
)
def test_units_at_hand_are_scored_as_those_that_are_read_back(make, tmp_path, monkeypatch, measures):
    learners = (make.learner("one"), make.learner("mute", 0.2, proba=False))
    spec = make.spec(datasets=(make.data("a"), make.data("b", n=12)), learners=learners, measures=measures)
    wanted = [measure_named(name) for name in measures]
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        make.run(spec, ledger, fails=lambda key: make.failure() if (key.learner, key.fold) == ("mute", 1) else None)
        with monkeypatch.context() as patch:
            patch.setattr(FileLedger, "_read", lambda *_: pytest.fail("a unit was read back"))
            at_hand = [run.key for run in ledger]
    assert at_hand == sorted(at_hand)
    with FileLedger.create(tmp_path / "again.bakeoff") as ledger:
        make.run(spec, ledger, fails=lambda key: make.failure() if (key.learner, key.fold) == ("mute", 1) else None)
        fresh = gather(ledger, design_of(ledger), wanted)
        back = gather(ledger, design_of(ledger), wanted)  # each is at hand once
    assert (back.failures, back.warnings, back.unit_seconds) == (fresh.failures, fresh.warnings, fresh.unit_seconds)
    same_cube(fresh.cube, back.cube)
    assert fresh.cube.values.tobytes() == back.cube.values.tobytes()


def test_a_unit_that_was_replaced_or_dropped_is_not_at_hand(make, tmp_path):
    spec = make.spec(datasets=(make.data("a"),), measures=("accuracy",))
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        make.run(spec, ledger)
        first, second, *_ = ledger.keys()
        ledger.drop([first])
        ledger.add(replace(ledger.get(second), content="other"))
        found = list(ledger)
    assert first not in [run.key for run in found]
    assert [run.content for run in found if run.key == second] == ["other"]
