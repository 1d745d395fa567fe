"""A batch of units scores exactly as each unit alone, for every measure that reads counts."""

import numpy as np
import pytest

from bakeoff.core.errors import NotApplicable
from bakeoff.data.tasks import BINARY, CLUSTERING, MULTICLASS, ORDINAL, REGRESSION
from bakeoff.measures import ALL
from bakeoff.predictions.kinds import CONFUSION, MEANS
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.study.analysis.score import pool, score_pooled, score_units

COUNTED = [one for one in ALL if one.reads is CONFUSION and one.tasks - {CLUSTERING}]


def runs(task, k, seed=0):
    """Units of several sizes: rich ones, one with one true class, one with one predicted class, a single row."""
    rng = np.random.default_rng(seed)
    made = []
    for at, n in enumerate((40, 7, 12, 12, 1, 25)):
        truth, label = rng.integers(k, size=n), rng.integers(k, size=n)
        if at == 2:
            truth[:] = 0
        if at == 3:
            label[:] = k - 1
        said = Predictions(
            task=task,
            rows=np.arange(n),
            truth=truth,
            label=label,
            classes=tuple("abcd"[:k]),
            positive="b" if k == 2 else None,
        )
        key = UnitKey(dataset="d", learner="l", scheme="s", repeat=at // 3, fold=at % 3)
        made.append(Run(key=key, status=Status.DONE, content="", predictions=said))
    return made


@pytest.mark.parametrize("measure", COUNTED, ids=lambda one: one.name)
@pytest.mark.parametrize(("task", "k"), [(BINARY, 2), (MULTICLASS, 4), (ORDINAL, 3)])
def test_a_batch_is_scored_as_its_units(measure, task, k):
    units = runs(task, k)
    if measure.fits(units[0].predictions):
        assert task not in measure.tasks or measure.needs_positive
        return
    together = score_units(units, [measure], [True])[:, 0]
    try:
        alone = np.array([measure(run.predictions) for run in units])
    except NotApplicable:
        alone = np.full(len(units), np.nan)
    np.testing.assert_allclose(together, alone, rtol=1e-13, atol=0)


def test_measures_that_do_not_fit_stay_empty():
    units = runs(BINARY, 2)
    accuracy = next(one for one in ALL if one.name == "accuracy")
    values = score_units(units, [accuracy, accuracy], [False, True])
    assert np.isnan(values[:, 0]).all()
    assert not np.isnan(values[:, 1]).any()


def test_pooling_joins_rows_and_spreads_priors():
    first, second = (run.predictions for run in runs(BINARY, 2)[:2])
    from dataclasses import replace

    first, second = replace(first, prior=np.array([0.4, 0.6])), replace(second, prior=np.array([0.5, 0.5]))
    both = pool([first, second])
    assert len(both) == 47
    assert both.prior.shape == (47, 2)
    assert both.prior[0].tolist() == [0.4, 0.6]
    assert both.prior[-1].tolist() == [0.5, 0.5]
    assert both.proba is None


def test_pooled_scores_are_one_per_repeat():
    units = runs(BINARY, 2)
    accuracy = next(one for one in ALL if one.name == "accuracy")
    scored = score_pooled(units, [accuracy])
    assert scored.shape == (2, 1)
    said = pool([run.predictions for run in units[:3]])
    assert scored[0, 0] == pytest.approx(np.mean(said.truth == said.label))


def probable(k, seed=0):
    """Units that state probabilities, one of them with a single class, one with ties."""
    rng = np.random.default_rng(seed)
    made = []
    for at, n in enumerate((30, 30, 31, 12, 2)):
        proba = rng.dirichlet(np.ones(k), n)
        if at == 1:
            proba = np.round(proba * 4) / 4 + 1e-3
            proba /= proba.sum(axis=1, keepdims=True)
        truth = np.zeros(n, dtype=int) if at == 3 else rng.integers(k, size=n)
        said = Predictions(
            task=BINARY if k == 2 else MULTICLASS,
            rows=np.arange(n),
            truth=truth,
            label=proba.argmax(axis=1),
            proba=proba,
            prior=np.full(k, 1 / k) if at % 2 else rng.dirichlet(np.ones(k)),
            classes=tuple("abcd"[:k]),
            positive="b" if k == 2 else None,
        )
        key = UnitKey(dataset="d", learner="l", scheme="s", repeat=at, fold=0)
        made.append(Run(key=key, status=Status.DONE, content="", predictions=said))
    return made


def numbers(seed=0):
    """Units of a regression with standard deviations, at very different levels."""
    rng = np.random.default_rng(seed)
    made = []
    for at, n in enumerate((20, 20, 21, 2)):
        truth = rng.normal(1e3 * at, 2.0, n) ** (2 if at == 1 else 1)
        said = Predictions(
            task=REGRESSION,
            rows=np.arange(n),
            truth=truth,
            label=truth + rng.normal(size=n),
            sd=rng.gamma(2.0, size=n),
        )
        key = UnitKey(dataset="d", learner="l", scheme="s", repeat=at, fold=0)
        made.append(Run(key=key, status=Status.DONE, content="", predictions=said))
    return made


AVERAGED = [one for one in ALL if one.reads is MEANS or one.name == "roc_auc"]


@pytest.mark.parametrize("measure", AVERAGED, ids=lambda one: one.name)
@pytest.mark.parametrize("units", [probable(2), probable(3), numbers()], ids=["binary", "three", "numbers"])
def test_means_and_areas_of_a_batch_are_those_of_its_units(measure, units):
    if measure.fits(units[0].predictions):
        return
    together = score_units(units, [measure], [True])[:, 0]
    alone = np.array([measure(run.predictions) for run in units])
    np.testing.assert_allclose(together, alone, rtol=1e-9, atol=1e-12)
