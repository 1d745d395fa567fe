"""The average precision's interval without resampling: against derivatives of scikit-learn's, and against the bootstrap."""

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from bakeoff.estimates import bootstrap, select
from bakeoff.estimates.analytic import average_precision
from bakeoff.estimates.analytic.average_precision import precision_of_ranking, precision_variance
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.ranking.ranking import rank
from bakeoff.predictions.summaries.summaries import summarize


@pytest.mark.parametrize("block", [3, 1 << 13])
@pytest.mark.parametrize("digits", [0, 1, 9])
def test_the_variance_is_the_sum_of_squared_derivatives_by_row_weights(digits, block, monkeypatch):
    monkeypatch.setattr(average_precision, "BLOCK", block)
    rng = np.random.default_rng(digits)
    y = np.append(rng.integers(0, 2, 28), [0, 1])
    s = np.round(rng.normal(size=30) + y, digits)
    total, step = 0.0, 1e-5
    for i in range(30):
        ends = [average_precision_score(y, s, sample_weight=1 + sign * step * (np.arange(30) == i)) for sign in (1, -1)]
        total += ((ends[0] - ends[1]) / (2 * step)) ** 2
    assert precision_variance(rank(predictions_of(y, y_score=s)).curve) == pytest.approx(total, rel=1e-6)


def test_near_the_bootstrap():
    rng = np.random.default_rng(3)
    y = rng.random(3000) < 0.3
    pred = predictions_of(y, y_score=np.round(rng.normal(size=3000) + 1.5 * y, 2))
    mine = precision_of_ranking(rank(pred))
    theirs = bootstrap(pred, "average_precision", n_resamples=3000)
    assert mine.value == pytest.approx(theirs.value)
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=0.1 * theirs.half_width)


def test_it_covers():
    rng = np.random.default_rng(4)

    def draw(n):
        y = rng.random(n) < 0.3
        return rank(predictions_of(y, y_score=rng.normal(size=n) + 1.5 * y))

    truth = draw(1_000_000).totals.average_precision
    made = [precision_of_ranking(draw(400), level=0.9) for _ in range(400)]
    assert 0.86 <= np.mean([one.low <= truth <= one.high for one in made]) <= 0.94


def test_only_where_rows_are_many_and_nothing_else_was_chosen(monkeypatch):
    monkeypatch.setattr(select, "MANY", 50)
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 60)
    draws = Resamples(summaries=summarize(predictions_of(y, y_score=rng.normal(size=60) + y)), n_resamples=20, seed=0)
    measure = measure_named("average_precision")
    assert "bootstrap logit" in select.estimate(measure, draws, IntervalChoice()).method  # too few of each class
    monkeypatch.setattr(select, "FEWEST", 10)
    assert select.estimate(measure, draws, IntervalChoice()).method == "delta method, logit"
    assert "percentile" in select.estimate(measure, draws, IntervalChoice(bootstrap="percentile")).method


def test_complete_separation_has_no_interval_and_says_why():
    made = precision_of_ranking(rank(predictions_of([0, 0, 1, 1], y_score=[1, 2, 3, 4])))
    assert made.value == 1.0
    assert np.isnan(made.low)
    assert made.warnings
