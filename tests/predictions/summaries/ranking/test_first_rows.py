"""The first k rows by score, against brute force: of the rows themselves, and of resamples row by row."""

import numpy as np
import pytest

from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.ranking.first_rows import positives_among_first
from bakeoff.predictions.summaries.summaries import summarize


def some(n, seed, *, weighted=False, digits=2):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    y[:2] = 0, 1
    weight = rng.integers(0, 3, n).astype(float) if weighted else None
    return predictions_of(y, y_score=np.round(rng.normal(size=n) + 0.7 * y, digits), sample_weight=weight)


@pytest.mark.parametrize("n", [12, 70, 500, 5000, 30000])
@pytest.mark.parametrize("digits", [0, 1, 8])
def test_positives_among_the_first_rows_of_a_full_sort(n, digits):
    for seed, k in enumerate((1, 5, 11)):
        pred = some(n, seed, digits=digits)
        score, positive = pred.score, pred.truth == pred.positive_code
        last = np.sort(score)[-k]
        above, tied = score > last, score == last
        expected = positive[above].sum() + (k - above.sum()) * positive[tied].mean()
        assert positives_among_first(pred, k) == (pytest.approx(expected, rel=1e-12), positive.sum())


@pytest.mark.parametrize(
    ("n", "groups", "weighted"), [(300, 30, False), (300, 5, True), (300, None, True), (12, 4, False)]
)
@pytest.mark.parametrize("name", ["precision_at(10)", "recall_at(10)"])
def test_resampled_groups_as_if_their_rows_were_taken(n, groups, weighted, name):
    pred, measure = some(n, 3, weighted=weighted), measure_named(name)
    codes = None if groups is None else np.argsort(np.argsort(pred.score)) * groups // n  # the top is all of one group
    draws = Resamples(summaries=summarize(pred.in_groups(codes)), n_resamples=150, seed=1).in_order(measure)
    taken = [measure.compute(rows) for rows in draws.taken()]
    np.testing.assert_allclose(draws.of(measure), taken, rtol=0, atol=1e-12)


def test_resampled_rows_vary_as_rows_that_are_taken():
    pred = some(200, 4, digits=1)
    for name in ("precision_at(10)", "recall_at(10)"):
        measure = measure_named(name)
        made = Resamples(summaries=summarize(pred), n_resamples=20000, seed=2).of(measure)
        brute = np.array(
            [measure.compute(rows) for rows in Resamples(summaries=summarize(pred), n_resamples=2000, seed=2).taken()]
        )
        error = np.sqrt(made.var() / len(made) + brute.var() / len(brute))
        assert abs(made.mean() - brute.mean()) < 4 * error
        assert made.std() == pytest.approx(brute.std(), rel=0.1)
