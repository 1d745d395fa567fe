"""The baseline of a study is what its learner Majority or Mean scores, without a fit."""

from math import isnan

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeRegressor

import bakeoff as bo
from bakeoff.study.analysis import baseline as room

MEASURES = ["accuracy", "mcc", "roc_auc", "log_loss", "fit_seconds"]


def of(results, measure):
    (found,) = (one for one in results.findings.checks.baselines if one.measure == measure)
    return found


@pytest.fixture(scope="module")
def classes():
    study = bo.Study(
        datasets=bo.make("overlap", n=80, seed=1), learners={"nb": GaussianNB(), "prior": bo.Prior()}, scheme="kfold(4, repeats=2)", measures=MEASURES
    )  # fmt: skip
    return study.run(workers=1)


@pytest.mark.parametrize("measure", ["accuracy", "roc_auc", "log_loss"])
def test_it_scores_what_the_learner_prior_scores(classes, measure):
    data = classes.datasets[0]
    assert of(classes, measure).value == pytest.approx(classes.findings.cell(data, "prior", measure).estimate.value)


def test_it_is_outside_ranks_pairs_and_scores(classes):
    assert set(classes.compare().ranks) == {"nb", "prior"}
    assert {one.learner for one in classes.findings.cells} == {"nb", "prior"}
    assert "fit_seconds" not in {one.measure for one in classes.findings.checks.baselines}


def test_what_a_constant_answer_does_not_define_has_a_reason(classes):
    found = of(classes, "mcc")
    assert isnan(found.value)
    assert found.as_dict()["value"] is None
    assert found.reason


def test_numbers_have_the_mean():
    rng = np.random.default_rng(1)
    features, target = rng.normal(size=(60, 2)), rng.normal(size=60)
    learners = {"tree": DecisionTreeRegressor(max_depth=2), "mean": bo.Mean()}
    made = bo.evaluate(learners, features, target, cv="3-fold", scoring=["rmse", "r2"], n_jobs=1)
    assert of(made, "rmse").name == "mean"
    assert of(made, "rmse").value == pytest.approx(made.findings.cell(made.datasets[0], "mean", "rmse").estimate.value)


def test_very_many_rows_are_scored_in_the_first_repeat_only(classes, monkeypatch):
    monkeypatch.setattr(room, "MOST_ROWS", 100)
    found = room.study_baselines(classes.ledger, classes.design, [bo.measures["accuracy"]])
    assert 0.3 < found[0].value < 0.7
    assert not len(found[0].splits)
