"""The intervals of a change, made by the one engine of resamples."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.shift import harm
from bakeoff.shift.density_ratio import density_ratio
from bakeoff.tabular.table import Column

NUMBERS = (Column(name="a"), Column(name="b"))


def answers(rng, n):
    truth = rng.integers(2, size=n)
    chance = np.clip(0.3 + 0.4 * truth + rng.normal(0, 0.2, n), 0.01, 0.99)
    return predictions_of(truth, y_proba=np.column_stack([1 - chance, chance]), labels=[0, 1], positive=1)


@pytest.mark.parametrize("name", ["error", "brier", "roc_auc", "f1"])
def test_a_resample_by_weights_is_the_measure_of_the_weighted_rows(name):
    rng = np.random.default_rng(2)
    pred, measure = answers(rng, 60), measure_named(name)
    weights = rng.poisson(1.0, (harm.RESAMPLES, 60)) * rng.uniform(0.2, 3, (harm.RESAMPLES, 60))
    kept = [np.flatnonzero(row) for row in weights[:5]]
    known = [measure(replace(pred.take(rows), weight=row[rows])) for rows, row in zip(kept, weights, strict=False)]
    assert harm._draws(measure, pred, 0, weights)[:5] == pytest.approx(known, rel=1e-12)


def test_expected_and_measured_values_are_of_the_same_resamples():
    rng = np.random.default_rng(3)
    pred, measure = answers(rng, 200), measure_named("brier")
    copies = harm._expected(pred)
    assert copies.weight.sum() == pytest.approx(len(pred))
    measured, expected = harm._draws(measure, pred.in_groups(np.arange(200)), 7), harm._draws(measure, copies, 7)
    assert (
        np.corrcoef(measured, expected)[0, 1] > 0.3
    )  # rows near 1/2 are costly in both; independent draws have 0 +- .07


def test_many_rows_have_the_interval_of_their_number():
    rng = np.random.default_rng(4)
    n = 20_000
    old, new = rng.standard_normal((2, n, 2))
    pred, measure = answers(rng, n), measure_named("error")
    change = harm.by_weighting(measure, pred, density_ratio(NUMBERS, old, new), n, 0, 0.95)
    error = measure(pred)
    assert change.old.half_width == pytest.approx(1.96 * np.sqrt(error * (1 - error) / n), rel=0.2)
    assert change.new.half_width == pytest.approx(change.old.half_width, rel=0.2)
