"""StudySpec refuses what cannot be, all of it at once, before anything runs."""

import json

import pytest

from bakeoff.core.errors import Problems


def test_a_sound_study_draws_one_plan_per_data_set(make):
    spec = make.spec()
    assert [plan.dataset for plan in spec.plans()] == [data.fingerprint for data in spec.datasets]
    assert spec.plans() is spec.plans()
    assert len(spec.plans()[0]) == 10
    work = spec.work()
    assert list(work.learners) == ["sharp", "slack", "poor"]
    assert work.plans["blobs-0"] is spec.plans()[0]


def test_all_problems_are_told_at_once(make):
    with pytest.raises(Problems) as caught:
        make.spec(
            datasets=(make.data("one"), make.data("one")),
            learners=(make.learner("a"), make.learner("a")),
            measures=("acuracy", "kappa"),
            primary="accuracy",
            baseline="b",
            pairs=(("a", "a"), ("a", "c")),
            alpha=1.5,
            rope=-1,
            policy="ignore",
        )
    told = "\n".join(caught.value.problems)
    for part in (
        "2 data sets are called 'one'",
        "2 learners are called 'a'",
        "no measure called 'acuracy'; did you mean 'accuracy'",
        "the primary measure 'accuracy' is not among the measures",
        "baseline: no learner called 'b'",
        "no learner called 'c'",
        "'a' is compared with itself",
        "alpha must lie strictly between 0 and 1",
        "rope must be a number above 0",
        "no policy called 'ignore'",
    ):
        assert part in told, part


def test_an_empty_study_is_refused(make):
    with pytest.raises(Problems, match="at least one data set") as caught:
        make.spec(datasets=(), learners=())
    assert "at least one learner" in str(caught.value)


def test_a_plan_that_cannot_be_is_refused(make):
    from bakeoff.splits import scheme_from

    with pytest.raises(Problems, match="data set 'tiny'"):
        make.spec(datasets=(make.data("tiny", n=5),), scheme=scheme_from("10-fold"))


def test_the_primary_measure_must_fit_everything_the_others_something(make):
    data = (make.data("two"), make.data("three", classes=3))
    assert make.spec(datasets=data, measures=("accuracy", "f1")).measures == ("accuracy", "f1")
    with pytest.raises(
        Problems, match="F1 \\(f1\\) is for two classes, but data set 'three' has a target of more than two"
    ):
        make.spec(datasets=data, measures=("f1",), primary="f1")
    with pytest.raises(
        Problems, match="RMSE \\(rmse\\) is for numbers, and no data set of the study has such a target"
    ):
        make.spec(datasets=data, measures=("accuracy", "rmse"))


def test_a_learner_must_give_what_the_primary_measure_reads(make):
    mute = make.learner("mute", proba=False)
    with pytest.raises(
        Problems, match="log loss \\(log_loss\\) needs probabilities, which learner 'mute' does not give"
    ):
        make.spec(learners=(mute, make.learner("b")), measures=("log_loss",), primary="log_loss")
    assert make.spec(learners=(mute, make.learner("b")), measures=("accuracy", "log_loss"))


def test_a_positive_class_is_asked_for_never_guessed(make):
    from dataclasses import replace

    data = replace(make.data("two"), positive=None)
    with pytest.raises(Problems, match="F1 \\(f1\\) needs a positive class, and data set 'two' states none"):
        make.spec(datasets=(data,), measures=("f1",), primary="f1")
    assert make.spec(datasets=(data,), measures=("accuracy", "f1")), (
        "a gap in a secondary measure is shown, not refused"
    )


def test_aliases_become_names_and_the_primary_measure_comes_first(make):
    spec = make.spec(measures=("kappa", "sensitivity", "tpr"), primary="sensitivity")
    assert spec.measures == ("recall", "kappa")
    assert spec.primary == "recall"


def test_the_card_is_json_and_the_hash_follows_what_matters(make):
    spec = make.spec()
    assert json.loads(json.dumps(spec.spec_card())) == spec.spec_card()
    assert make.spec(title="another name").study_hash == spec.study_hash
    for changed in ({"seed": 2}, {"alpha": 0.01}, {"baseline": "poor"}, {"learners": (make.learner("sharp", 0.2),)}):
        assert make.spec(**changed).study_hash != spec.study_hash
