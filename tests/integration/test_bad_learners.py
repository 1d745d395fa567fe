"""Learners that raise or answer rubbish are recorded, the rest goes on, and nothing is averaged over survivors."""

from math import isnan

import numpy as np

import bakeoff as bo
from tests.helpers.moody_classifier import Moody


def test_failures_are_recorded_and_the_comparison_withheld(clouds):
    moods = ("good", "raises sometimes", "too short", "unseen", "nan")
    learners = {mood: Moody(mood) for mood in moods} | {"zero": "majority"}
    study = bo.Study(datasets=[clouds("a"), clouds("b", seed=2)], learners=learners, scheme="2x3", measures="accuracy")
    results = study.run(workers=2, progress=False)
    found = results.findings
    assert found.card.units_planned == 72
    by_learner = {mood: [one for one in found.failures if one.learner == mood] for mood in moods}
    assert not by_learner["good"]
    assert 0 < len(by_learner["raises sometimes"]) < 12
    assert {one.status for one in by_learner["raises sometimes"]} == {"failed"}
    assert all("not today" in one.message for one in by_learner["raises sometimes"])
    for mood in ("too short", "unseen", "nan"):
        assert len(by_learner[mood]) == 12, mood
        assert {one.status for one in by_learner[mood]} == {"invalid"}, mood
    assert results.verdict is None
    assert "No verdict" in str(results)
    cell = found.cell("a", "too short", "accuracy")
    assert isnan(cell.estimate.value)
    assert (cell.done, cell.planned) == (0, 6)
    assert not isnan(found.cell("a", "good", "accuracy").estimate.value)
    assert np.isfinite(found.scores.value).all()
    assert len(results.failures) == len(found.failures)


def test_a_stated_policy_compares_what_is_complete(clouds):
    data = [clouds("a"), clouds("b", seed=2), clouds("c", seed=3, gap=-8)]
    learners = {"good": Moody(), "moody": Moody("raises sometimes"), "zero": "majority"}
    study = bo.Study(datasets=data, learners=learners, scheme="3-fold", measures="accuracy", policy="worst")
    results = study.run(workers=2, progress=False)
    assert results.verdict is not None
    assert any("the worst score of others counts" in text for text in results.warnings)
