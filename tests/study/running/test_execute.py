"""A changed study runs only what changed, and says so."""

from dataclasses import replace

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.splits import scheme_from
from bakeoff.study.analysis.analyse import analyse, design_of
from bakeoff.study.running.execute import changes, execute


def test_nothing_changed(make):
    spec = make.spec()
    found = changes(spec, make.run(spec))
    assert (found.kept, found.units, found.changed, found.missing, found.words) == (210, 210, (), (), ())


def test_a_learner_with_other_settings_is_run_again_alone(make):
    ledger = make.run(make.spec())
    spec = make.spec(learners=(make.learner("sharp"), make.learner("slack", 0.2), make.learner("poor", 0.4)))
    found = changes(spec, ledger)
    assert {key.learner for key in found.changed} == {"slack"}
    assert (found.kept, len(found.changed)) == (140, 70)
    assert "learner slack has changed: its units are run again" in found.words
    assert "70 units are run again, 140 are kept" in found.words


def test_a_changed_data_set_is_run_again_alone(make):
    ledger = make.run(make.spec())
    data = list(make.spec().datasets)
    data[3] = make.data("blobs-3", seed=99)
    found = changes(make.spec(datasets=tuple(data)), ledger)
    assert {key.dataset for key in found.changed} == {"blobs-3"}
    assert "data set blobs-3 has changed: its units are run again" in found.words


def test_another_seed_changes_every_unit(make):
    found = changes(make.spec(seed=2), make.run(make.spec()))
    assert len(found.changed) == 210
    assert found.words[0] == "the seed changed from 1 to 2: every unit is run again"


def test_another_scheme_leaves_the_old_units_hidden(make):
    ledger = make.run(make.spec())
    spec = make.spec(scheme=scheme_from("3-fold"))
    found = changes(spec, ledger)
    assert (len(found.missing), len(found.hidden)) == (63, 210)
    assert any("210 units of another splitting scheme stay in the file" in text for text in found.words)
    assert analyse(make.run(spec, ledger)).card.units_done == 63


def test_a_learner_that_left_is_kept_but_not_shown(make):
    ledger = make.run(make.spec())
    spec = make.spec(learners=make.spec().learners[:2])
    found = changes(spec, ledger)
    assert (found.kept, len(found.hidden)) == (140, 70)
    assert "learner poor is no longer in the study" in found.words
    assert "70 units of poor stay in the file and are not shown" in found.words
    shown = analyse(make.run(spec, ledger))
    assert set(shown.scores.learner) == {"sharp", "slack"}
    assert len(ledger) == 210


def test_units_that_left_and_units_of_another_scheme_are_counted_apart(make):
    ledger = make.run(make.spec())
    found = changes(make.spec(learners=make.spec().learners[:2], scheme=scheme_from("3-fold")), ledger)
    assert "70 units of poor stay in the file and are not shown" in found.words
    assert "140 units of another splitting scheme stay in the file and are not shown" in found.words


def test_a_new_learner_is_added_to_what_stands(make):
    ledger = make.run(make.spec())
    spec = make.spec(learners=(*make.spec().learners, make.learner("new", 0.3)))
    found = changes(spec, ledger)
    assert (found.kept, len(found.missing)) == (210, 70)
    assert found.words == ("learner new is new",)


def test_another_measure_or_level_runs_nothing(make):
    ledger = make.run(make.spec())
    found = changes(make.spec(alpha=0.01, measures=("kappa",), primary="kappa", title="other"), ledger)
    assert (found.kept, found.words) == (210, ())


def test_a_file_of_an_altogether_different_study_asks_for_fresh(make):
    spec = make.spec()
    ledger = make.run(spec)
    other = make.spec(datasets=(make.data("elsewhere"),))
    with pytest.raises(BadInput, match=r"contains another study, 'a small study'.*--fresh"):
        execute(other, ledger=ledger)
    assert len(ledger) == 210


def test_a_data_set_is_looked_at_once(make, monkeypatch):
    from bakeoff.study.running import execute as room

    asked = []
    look = room.study_profile
    monkeypatch.setattr(room, "study_profile", lambda data: asked.append(data.name) or look(data))
    spec = make.spec(datasets=(make.data("a"), make.data("b")))
    ledger = make.run(spec, only=lambda _: False)
    changed = replace(spec.datasets[1], features=spec.datasets[1].features.round())
    room.store_spec(make.spec(datasets=(spec.datasets[0], changed)), ledger)
    assert asked == ["a", "b", "b"]
    assert [domain.duplicated > 0 for domain in design_of(ledger).domains] == [False, True]


def test_a_missing_positive_class_is_told_only_if_a_measure_asks(make):
    data = replace(make.data("a"), positive=None)
    plain = analyse(make.run(make.spec(datasets=(data,), measures=("accuracy",)), only=lambda _: False))
    asking = analyse(make.run(make.spec(datasets=(data,), measures=("accuracy", "f1")), only=lambda _: False))
    assert not any("positive" in text for text in plain.card.datasets[0].warnings)
    assert any("positive" in text for text in asking.card.datasets[0].warnings)
