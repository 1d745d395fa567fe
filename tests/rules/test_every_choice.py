"""For every design of evidence: exactly one test is recommended, and every other gets one sentence that is true of it."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons import judge, tests
from bakeoff.comparisons.choosing.choose import choose
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, GROUPED_ROWS, ROWS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix
from bakeoff.comparisons.question import Question
from bakeoff.core.errors import NotApplicable


def matrix(evidence, learners, scheme, holes):
    rng = np.random.default_rng(7)
    n = {"5x2": 10, "10x10": 100}.get(scheme, 40 if scheme == "many" else 12)
    values = rng.normal(0.8, 0.05, (n, learners))
    if evidence.single_rows and scheme != "losses":
        values = (values > 0.8).astype(float)
    if holes:
        values[0, 0] = np.nan
    return replace(ScoreMatrix.of(values), groups=np.arange(n) // 2 if evidence is GROUPED_ROWS else None)


DESIGNS = [
    (evidence, learners, scheme, holes)
    for evidence, schemes in {
        DATASETS: ("", "many"), FOLDS: ("10-fold", "5x2", "10x10"), RUNS: ("", "many"),
        ROWS: ("", "losses"), GROUPED_ROWS: ("", "losses"),
    }.items()
    for learners in (2, 4)
    for scheme in schemes
    for holes in ((False,) if evidence.single_rows else (False, True))
]  # fmt: skip
RECOMMENDED = {
    (DATASETS, 2, False): "wilcoxon", (DATASETS, 2, True): "wilcoxon",
    (DATASETS, 4, False): "wilcoxon", (DATASETS, 4, True): "wilcoxon",
    (FOLDS, 2, False): "corrected_t", (FOLDS, 2, True): "corrected_t",
    (FOLDS, 4, False): "corrected_t", (FOLDS, 4, True): "corrected_t",
    (RUNS, 2, False): "paired_t", (RUNS, 2, True): "paired_t",
    (RUNS, 4, False): "paired_t", (RUNS, 4, True): "paired_t",
    (ROWS, 2, False): "mcnemar", (ROWS, 4, False): "cochran_q",
    (GROUPED_ROWS, 2, False): "cluster_t", (GROUPED_ROWS, 4, False): "cluster_t",
}  # fmt: skip
ALL = tuple(tests)  # of installed packages too
each = pytest.mark.parametrize(
    ("evidence", "learners", "scheme", "holes"), DESIGNS, ids=lambda one: str(one) if one is not False else "complete"
)


def plan_of(evidence, learners, scheme, holes, **more):
    named = scheme if evidence is FOLDS else ""
    return choose(matrix(evidence, learners, scheme, holes), Question(evidence=evidence, scheme=named, **more))


@each
def test_one_is_recommended_and_every_other_has_its_sentence(evidence, learners, scheme, holes):
    choice = plan_of(evidence, learners, scheme, holes).choice
    wanted = RECOMMENDED[evidence, learners, holes]
    assert choice.test == ("permutation" if scheme == "losses" and evidence is ROWS else wanted)
    assert choice.why
    told = [choice.test, *choice.alternatives, *(name for name, _ in choice.refused)]
    assert sorted(told) == sorted(one.name for one in ALL), "each exactly once"
    for _, reason in (*choice.beside, *choice.refused):
        assert reason.startswith(("it ", "its ", "cells ", "no cell ")), reason
        assert not reason.endswith("."), "the printer ends the sentence"


@each
def test_what_may_be_run_runs_and_what_is_refused_is_refused(evidence, learners, scheme, holes):
    choice = plan_of(evidence, learners, scheme, holes).choice
    seen = matrix(evidence, learners, scheme, holes)
    named = scheme if evidence is FOLDS else ""
    for name in (choice.test, *choice.alternatives):
        made = judge(seen, Question(evidence=evidence, scheme=named, test=name, brief=True))
        assert made.choice.test == name
        assert len(made.choice.beside) + len(made.choice.refused) == len(ALL) - 1
    for name, reason in choice.refused:
        with pytest.raises(NotApplicable, match="does not fit") as caught:
            judge(seen, Question(evidence=evidence, scheme=named, test=name, brief=True))
        assert reason in str(caught.value) or "post-hoc test" in reason


@each
def test_the_reasons_are_true(evidence, learners, scheme, holes):
    """Sentences are held against the declarations they speak of."""
    for name, reason in plan_of(evidence, learners, scheme, holes).choice.refused:
        test = tests[name]
        if "more than two learners" in reason:
            assert learners == 2
            assert any(one.value.startswith("many") for one in test.design)
        if "compares two learners" in reason:
            assert learners > 2
            assert all(one.value.startswith("two") for one in test.design)
        if "training sets overlap" in reason:
            assert evidence is FOLDS
            assert FOLDS not in test.evidence
        if "cells are missing" in reason:
            assert holes
        if "no cell is missing" in reason:
            assert not holes
        if "splits or rows of one data set" in reason:
            assert evidence is DATASETS
            assert DATASETS not in test.evidence
        if "follows" in reason:
            assert test.posthoc or name == "mcnemar"
        if "sameness" in reason:
            assert test.equivalence
        if "unpaired" in reason or "share no row" in reason:
            assert test.takes not in (PairedScores, ScoreMatrix)


@each
def test_a_named_test_leaves_the_usual_one_among_the_others(evidence, learners, scheme, holes):
    usual = plan_of(evidence, learners, scheme, holes).choice
    for name in usual.alternatives:
        choice = plan_of(evidence, learners, scheme, holes, test=name).choice
        assert "usual choice" in dict(choice.beside)[usual.test]


@pytest.mark.parametrize("measure", ["accuracy", "roc_auc", "f1", "log_loss"])
def test_predictions_of_one_test_set(measure):
    rng = np.random.default_rng(1)
    truth = np.arange(60) % 2
    raw = [np.clip(truth * 0.3 + rng.random(60) * 0.7, 0.01, 0.99) for _ in range(2)]
    given = {
        name: (one > 0.5).astype(int) if measure in ("accuracy", "f1") else one
        for name, one in zip("ab", raw, strict=True)
    }
    choice = bo.compare_predictions(truth, given, measure).judgement.choice
    assert choice.test == {"accuracy": "mcnemar", "roc_auc": "delong"}.get(measure, "permutation")
    told = [choice.test, *choice.alternatives, *(name for name, _ in choice.refused)]
    assert sorted(told) == sorted(one.name for one in ALL)
    if measure != "accuracy":
        assert "accuracy and error" in dict(choice.refused)["mcnemar"]


NAIVE = [
    one.name for one in ALL
    if one.takes is PairedScores and FOLDS not in one.evidence
]  # fmt: skip


@pytest.mark.parametrize("name", NAIVE)
def test_naive_tests_on_overlapping_splits_need_force(name):
    seen = matrix(FOLDS, 2, "10-fold", holes=False)
    with pytest.raises(NotApplicable, match="force"):
        judge(seen, Question(evidence=FOLDS, scheme="10-fold", test=name))
