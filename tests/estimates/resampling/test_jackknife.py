"""Leave-one-out values: as the kind of summary gives them, else without blocks of rows or groups."""

import numpy as np
import pytest

from bakeoff.estimates.resampling.jackknife import jackknife
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.summaries import summarize


def made(n=150, seed=0, **more):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    p = np.round(1 / (1 + np.exp(-rng.normal(size=n) - 1.2 * y)), 3)
    return predictions_of(y, (p > 0.5).astype(int), y_proba=p, **more)


@pytest.mark.parametrize("name", ["kappa", "f1", "log_loss", "brier", "roc_auc", "rmse_proba"])
def test_the_jackknife_in_closed_form_equals_leaving_rows_out(name):
    pred, measure = made(40), measure_named(name)
    values, many = jackknife(measure, Resamples(summaries=summarize(pred), n_resamples=2, seed=0))
    fast = np.repeat(values, many.astype(int))
    slow = [measure(pred.take(np.delete(np.arange(40), i))) for i in range(40)]
    assert np.sort(fast) == pytest.approx(np.sort(slow), rel=1e-9)


@pytest.mark.parametrize("name", ["spearman", "rae", "medae"])
def test_the_jackknife_of_what_needs_its_rows_leaves_rows_out(name):
    rng = np.random.default_rng(3)
    truth = rng.normal(size=40)
    pred, measure = predictions_of(truth, truth + rng.normal(size=40), task="regression"), measure_named(name)
    values, many = jackknife(measure, Resamples(summaries=summarize(pred), n_resamples=2, seed=0))
    slow = [measure(pred.take(np.delete(np.arange(40), i))) for i in range(40)]
    assert np.sort(values) == pytest.approx(np.sort(slow), rel=1e-9)
    assert many.tolist() == [1.0] * 40
