"""DeLong's interval against a literal double loop, at the borders, and paired."""

import numpy as np
import pytest
from scipy.stats import t

from bakeoff.core.errors import BadInput
from bakeoff.estimates import auc_interval, paired_difference
from bakeoff.estimates.analytic.auc import auc_variance, placements
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking.ranking import rank


def by_definition(y, a, b):
    """DeLong, DeLong and Clarke-Pearson (1988), equations 4 to 6, with the kernel psi as a matrix."""
    placed = []
    for score in (a, b):
        ups, downs = score[y == 1], score[y == 0]
        psi = (ups[:, None] > downs).astype(float) + 0.5 * (ups[:, None] == downs)
        placed.append((psi.mean(axis=1), psi.mean(axis=0)))
    ten = np.cov([placed[0][0], placed[1][0]])
    one = np.cov([placed[0][1], placed[1][1]])
    return ten / (y == 1).sum() + one / (y == 0).sum()


@pytest.mark.parametrize("digits", [1, 9])
def test_variance_and_covariance(digits):
    rng = np.random.default_rng(digits)
    y = rng.integers(0, 2, 80)
    a, b = (np.round(rng.normal(size=80) + y, digits) for _ in range(2))
    table = by_definition(y, a, b)
    one, two = (predictions_of(y, y_score=score) for score in (a, b))
    assert auc_variance(rank(one)) == pytest.approx(table[0, 0], rel=1e-10)
    made = paired_difference(one, two, "roc_auc", level=0.9)
    error = np.sqrt(table[0, 0] + table[1, 1] - 2 * table[0, 1])
    assert made.half_width / 1.6448536269514722 == pytest.approx(error, rel=1e-10)
    assert made.method == "paired DeLong"


def test_borders_have_width():
    made = auc_interval([0] * 10 + [1] * 10, np.arange(20.0))
    assert made.value == made.high == 1.0
    assert made.low == pytest.approx(0.025 ** (1 / 10))
    worst = auc_interval([1] * 10 + [0] * 10, np.arange(20.0))
    assert (worst.value, worst.low) == (0.0, 0.0)
    assert worst.high == pytest.approx(1 - made.low)


def test_a_single_positive_has_a_value_but_no_interval():
    made = auc_interval([0, 0, 0, 1], [1.0, 2.0, 3.0, 2.5])
    assert made.value == pytest.approx(2 / 3)
    assert np.isnan(made.low)
    assert made.warnings


@pytest.mark.parametrize("method", ["delong-logit", "delong", "bootstrap"])
def test_scores_that_are_all_alike_tell_nothing(method):
    made = auc_interval([0, 1, 1, 0, 1, 0, 1], [0.5] * 7, method=method, n_resamples=50)
    assert made.value == 0.5
    assert np.isnan(made.low)
    assert made.warnings


def test_one_class_is_undefined_and_unknown_methods_are_refused():
    assert np.isnan(auc_interval([1, 1], [0.1, 0.2]).value)
    with pytest.raises(BadInput, match="no AUC interval called"):
        auc_interval([0, 1], [0.1, 0.2], method="wald")


def test_the_three_methods_agree_in_large_samples():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 4000)
    score = rng.normal(size=4000) + y
    made = [auc_interval(y, score, method=method) for method in ("delong-logit", "delong", "bootstrap")]
    for one in made[1:]:
        assert (one.low, one.high) == pytest.approx((made[0].low, made[0].high), abs=2e-3)


def test_identical_scores_differ_by_nothing():
    pred = predictions_of([0, 1, 0, 1, 1], y_score=[0.1, 0.5, 0.5, 0.9, 0.2])
    made = paired_difference(pred, pred, "roc_auc")
    assert (made.value, made.low, made.high) == (0.0, 0.0, 0.0)


def test_placements_average_to_the_area():
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 100).astype(bool)
    score = np.round(rng.normal(size=100), 1)
    placed = placements(score, y)
    assert placed[y].mean() == pytest.approx(placed[~y].mean())


def test_few_positives_take_students_t():
    """Placements of both classes are two samples that are taken to spread alike: the degrees of freedom depend on their sizes alone."""
    rng = np.random.default_rng(5)
    y = np.repeat([1, 0], [5, 40])
    a, b = (rng.normal(size=45) + y for _ in range(2))
    made = paired_difference(*(predictions_of(y, y_score=score) for score in (a, b)), "roc_auc")
    d = placements(a, y == 1) - placements(b, y == 1)
    parts = d[y == 1].var(ddof=1) / 5 + d[y == 0].var(ddof=1) / 40
    df = (1 / 5 + 1 / 40) ** 2 / (1 / 5**2 / 4 + 1 / 40**2 / 39)
    assert made.method == "paired DeLong, t"
    assert made.half_width == pytest.approx(t.ppf(0.975, df) * parts**0.5, rel=1e-10)
    many = paired_difference(
        *(predictions_of(np.tile(y, 6), y_score=rng.normal(size=270)) for _ in range(2)), "roc_auc"
    )
    assert many.method == "paired DeLong"


def test_few_positives_that_are_distinguishable_by_nothing_have_no_width():
    y, score = np.repeat([1, 0], [5, 40]), np.arange(45.0)
    made = paired_difference(*(predictions_of(y, y_score=score) for _ in range(2)), "roc_auc")
    assert (made.low, made.high) == (0.0, 0.0)
    assert made.notes[0].code == "estimates.no-difference"
