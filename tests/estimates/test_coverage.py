"""A quick check of every interval by its name: in 300 samples of a known population it covers what it claims.

The truth is known in closed form. A right method at 90 % covers 270 of 300 on average, with a standard deviation of 5;
the band leaves three of those and what small samples cost a method. Proportions need no simulation: their coverage is
summed exactly in tests/rules/test_every_interval.py.
"""

import numpy as np
import pytest
from scipy.stats import binom, norm

import bakeoff as bo
from bakeoff.estimates import auc_interval, bootstrap, paired_difference, proportion
from bakeoff.estimates.analytic.delta_method import delta_interval
from bakeoff.estimates.analytic.proportion import METHODS
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling import row_groups
from bakeoff.predictions.summaries.summaries import summarize

pytestmark = pytest.mark.slow


SAMPLES, LEVEL, SHIFT = 300, 0.9, 1.2


def drawn(rng, n=80, shift=SHIFT):
    """Two normal classes of equal shares, cut in the middle: accuracy, kappa and AUC are known."""
    y = rng.integers(0, 2, n)
    score = rng.normal(size=n) + shift * (y - 0.5)
    return y, score, predictions_of(y, (score > 0).astype(int), y_score=score, labels=[0, 1])


def area(shift):
    return float(norm.cdf(shift / np.sqrt(2)))


def hits(shift):
    return float(norm.cdf(shift / 2))


def covered(make, truth, samples=SAMPLES):
    rng = np.random.default_rng(7)
    ends = [make(rng) for _ in range(samples)]
    return float(np.mean([one.low <= truth <= one.high for one in ends]))


def areas(method):
    def make(rng):
        y, score, _ = drawn(rng)
        more = {"n_resamples": 200} if method == "bootstrap" else {}
        return auc_interval(y, score, LEVEL, method, **more)

    return make


def resampled(name, method):
    def make(rng):
        return bootstrap(drawn(rng)[2], name, level=LEVEL, method=method, n_resamples=300)

    return make


def mean_of_losses(rng):
    f = rng.normal(size=60)
    moments = summarize(predictions_of(f + rng.normal(size=60), f, task="regression")).means
    return delta_interval(measure_named("mae"), moments, level=LEVEL)


def students(rng):
    return mean_over_splits(rng.normal(0.7, 0.1, 10), None, LEVEL)


CASES = {
    "logit-DeLong": (areas("delong-logit"), area(SHIFT)),
    "DeLong": (areas("delong"), area(SHIFT)),
    "AUC by bootstrap": (areas("bootstrap"), area(SHIFT)),
    "percentile, counts": (resampled("kappa", "percentile"), 2 * hits(SHIFT) - 1),
    "percentile, ranking": (resampled("roc_auc", "percentile"), area(SHIFT)),
    "BCa, counts": (resampled("kappa", "bca"), 2 * hits(SHIFT) - 1),
    "BCa, ranking": (resampled("roc_auc", "bca"), area(SHIFT)),
    "delta method": (mean_of_losses, float(np.sqrt(2 / np.pi))),
    "t over splits": (students, 0.7),
}


@pytest.mark.parametrize("name", CASES)
def test_it_covers(name):
    make, truth = CASES[name]
    assert 0.84 <= covered(make, truth) <= 0.96


def pair(rng, n=80):
    """Two models that see the same noise in part."""
    y = rng.integers(0, 2, n)
    shared = rng.normal(size=n)
    scores = [0.8 * shared + 0.6 * rng.normal(size=n) + shift * (y - 0.5) for shift in (1.5, 1.0)]
    return [predictions_of(y, (one > 0).astype(int), y_score=one, labels=[0, 1]) for one in scores]


PAIRED = {
    "accuracy": ("paired t over rows", hits(1.5) - hits(1.0)),
    "roc_auc": ("paired DeLong", area(1.5) - area(1.0)),
    "kappa": ("paired Dirichlet, 300 draws", 2 * (hits(1.5) - hits(1.0))),
}


@pytest.mark.parametrize("name", PAIRED)
def test_paired_differences_cover(name):
    method, truth = PAIRED[name]

    def make(rng):
        made = paired_difference(*pair(rng), name, level=LEVEL, n_resamples=300)
        assert made.method.startswith(method)  # some samples have few rows of a class, and Student's t
        return made

    assert 0.84 <= covered(make, truth) <= 0.96


def test_whole_groups_cover_where_rows_fall_short():
    """Forty patients with six rows each, alike within a patient."""

    def make(rng, *, grouped=True):
        rate = np.repeat(rng.beta(1.4, 0.6, 40), 6)
        right = rng.random(240) < rate
        pred = predictions_of(np.ones(240, dtype=int), right.astype(int), labels=[0, 1])
        groups = np.repeat(np.arange(40), 6) if grouped else None
        return bootstrap(pred, "accuracy", level=LEVEL, n_resamples=300, groups=groups)

    assert 0.84 <= covered(make, 0.7) <= 0.96
    assert covered(lambda rng: make(rng, grouped=False), 0.7) < 0.75


@pytest.mark.parametrize("method", [name for name in METHODS if name != "wald"])
@pytest.mark.parametrize("side", ["upper", "lower"])
def test_one_sided_bounds_cover(method, side):
    """Exactly, averaged over shares."""
    n, shares = 25, np.linspace(0.05, 0.95, 91)
    ends = [proportion(x, n, LEVEL, method, side) for x in range(n + 1)]
    cover = [sum(binom.pmf(x, n, p) for x, e in enumerate(ends) if e.low <= p <= e.high) for p in shares]
    assert np.mean(cover) >= LEVEL - 0.015
    assert all(one.high == 1.0 if side == "lower" else one.low == 0.0 for one in ends)


def test_corrected_splits_cover_where_plain_ones_fall_short():
    """Splits that share their training rows move together: with the correlation of ten folds the plain interval fails."""
    share = 1 / 9

    def make(rng, test_share):
        common = rng.normal(0, np.sqrt(share / (1 + share)))
        values = 0.7 + 0.1 * (common + rng.normal(0, np.sqrt(1 / (1 + share)), 10))
        return mean_over_splits(values, test_share, LEVEL)

    assert 0.84 <= covered(lambda rng: make(rng, share), 0.7) <= 0.97
    assert covered(lambda rng: make(rng, None), 0.7) < 0.84


@pytest.mark.parametrize("name", ["accuracy", "brier"])
def test_random_buckets_of_weighted_rows_cover(name, monkeypatch):
    """Heavy rows are no surer than light ones: the weighted share covers the truth that does not depend on weights."""
    monkeypatch.setattr(row_groups, "MANY", 100)
    monkeypatch.setattr(row_groups, "BUCKETS", 64)
    truth = {"accuracy": 0.7, "brier": 0.7 * 0.2**2 + 0.3 * 0.8**2}[name]

    def make(rng):
        right = rng.random(300) < 0.7
        proba = np.where(right, 0.8, 0.2)
        weight = rng.gamma(2.0, 1.0, 300)
        ones = np.ones(300, dtype=int)
        panel = bo.measure(
            ones, y_proba=proba, labels=[0, 1], sample_weight=weight, measures=[name], level=LEVEL, n_resamples=200
        )
        return panel[name]

    assert 0.84 <= covered(make, truth) <= 0.96


@pytest.mark.parametrize("name", ["groups", "weights"])
def test_areas_of_rows_that_are_drawn_together_cover(name, monkeypatch):
    """Rows of a group share half of their score: the area is that of single rows, but less is known of it."""
    monkeypatch.setattr(row_groups, "MANY", 50)
    monkeypatch.setattr(row_groups, "BUCKETS", 64)

    def make(rng):
        y, heavy, groups = rng.integers(0, 2, 150), rng.gamma(2.0, 1.0, 150), np.repeat(np.arange(75), 2)
        together = rng.normal(size=75)[groups] if name == "groups" else rng.normal(size=150)
        score = (together + rng.normal(size=150)) / np.sqrt(2) + SHIFT * (y - 0.5)
        more = {"groups": groups} if name == "groups" else {"sample_weight": heavy}
        made = bo.measure(y, y_score=score, measures=["roc_auc"], level=LEVEL, n_resamples=100, **more)
        assert made["roc_auc"].method.endswith("in random buckets")
        return made["roc_auc"]

    assert 0.81 <= covered(make, area(SHIFT), samples=120) <= 0.97
