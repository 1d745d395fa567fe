"""Newcombe's interval of a difference of shares, and the measures that take it: net benefit and the largest gap of two rates."""

from math import sqrt

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.estimates.analytic.share_difference import share_difference_ends
from bakeoff.estimates.resampling import intervals

# Newcombe (1998), table II, method 10 (square-and-add Wilson without continuity correction), to four digits.
PUBLISHED = {
    ((56, 70), (48, 80)): (0.0524, 0.3339),
    ((9, 10), (3, 10)): (0.1705, 0.8090),
    ((6, 7), (2, 7)): (0.0582, 0.8062),
    ((5, 56), (0, 29)): (-0.0381, 0.1926),
    ((0, 10), (0, 20)): (-0.1611, 0.2775),
    ((0, 10), (0, 10)): (-0.2775, 0.2775),
    ((10, 10), (0, 20)): (0.6791, 1.0),
    ((10, 10), (0, 10)): (0.6075, 1.0),
}


@pytest.mark.parametrize(("shares", "ends"), PUBLISHED.items(), ids=str)
def test_the_published_table(shares, ends):
    assert share_difference_ends(*shares, 0.95) == pytest.approx(ends, abs=5e-5)


def test_exchanging_the_shares_exchanges_the_ends():
    low, high = share_difference_ends((7, 30), (11, 25), 0.9)
    assert share_difference_ends((11, 25), (7, 30), 0.9) == pytest.approx((-high, -low))


def test_a_correlation_counts_as_in_the_variance_of_a_difference():
    """With many rows the reach is that of the normal interval of a trinomial difference."""
    n, a, b, factor = 400_000, 0.3, 0.1, 0.25
    correlation = -sqrt(a * b / ((1 - a) * (1 - b)))
    low, high = share_difference_ends((a * n, n), (b * n, n), 0.95, factor=factor, correlation=correlation)
    exact = sqrt((a + factor**2 * b - (a - factor * b) ** 2) / n)
    assert (high - low) / 2 == pytest.approx(1.959964 * exact, rel=1e-3)


def decisions(right, wrong, idle):
    """Rows that are rightly treated, wrongly treated and left alone (all of these negative)."""
    truth = [1] * right + [0] * (wrong + idle)
    return {"y_true": truth, "y_proba": [0.9] * (right + wrong) + [0.1] * idle, "labels": [0, 1], "positive": 1}


def test_net_benefit_has_an_interval_where_few_or_none_are_treated():
    none = bo.measure(**decisions(0, 0, 100), measures=["net_benefit(0.2)"])["net_benefit(0.2)"]
    wilson = 1.959964**2 / (100 + 1.959964**2)  # the upper end of 0 of 100
    assert (none.value, none.low, none.high) == pytest.approx((0.0, -wilson / 4, wilson))
    few = bo.measure(**decisions(2, 1, 97), measures=["net_benefit(0.5)"])["net_benefit(0.5)"]
    assert few.value == pytest.approx(0.01)
    assert few.low < 0 < few.value < few.high
    all_right = bo.measure(**decisions(40, 0, 0), measures=["net_benefit(0.5)"])["net_benefit(0.5)"]
    assert all_right.value == all_right.high == 1.0
    assert all_right.low == pytest.approx(1 - sqrt(2) * 1.959964**2 / (40 + 1.959964**2))


def test_net_benefit_of_groups_and_weights_is_not_taken_for_single_rows():
    given = decisions(20, 10, 70) | {"groups": np.arange(100) // 4}
    assert "by group" in bo.measure(**given, measures=["net_benefit(0.5)"])["net_benefit(0.5)"].method
    given = decisions(20, 10, 70) | {"sample_weight": 1 + np.arange(100) % 3}
    assert "Newcombe" not in bo.measure(**given, measures=["net_benefit(0.5)"])["net_benefit(0.5)"].method


def ranked(positives, negatives, **more):
    given = {"y_true": [1] * len(positives) + [0] * len(negatives), "y_score": [*positives, *negatives], "positive": 1}
    return bo.measure(**given, **more)


def test_classes_that_are_apart_leave_the_largest_gap_an_interval():
    ks = ranked([5, 6, 7, 8], range(-20, 0), measures=["ks"])["ks"]
    low, high = share_difference_ends((4, 4), (0, 20), 0.95)
    assert (ks.value, ks.low, ks.high) == pytest.approx((1.0, low, high))
    turned = ranked([-5, -6, -7, -8], range(20), measures=["ks"])["ks"]  # the gap has no sign
    assert (turned.value, turned.low) == pytest.approx((1.0, low))
    one = ranked([9], range(-20, 0), measures=["ks"])["ks"]
    assert not np.isfinite(one.low), "a class of one row has no interval"


def test_the_largest_gap_reaches_at_least_as_far_as_at_a_fixed_threshold():
    rng = np.random.default_rng(3)
    for m in (4, 12, 60):
        positives, negatives = rng.normal(1.5, 1, m), rng.normal(size=100)
        ks = ranked(positives, negatives, measures=["ks"])["ks"]
        at = max(np.r_[positives, negatives], key=lambda t: np.mean(positives >= t) - np.mean(negatives >= t))
        rates = ((np.sum(positives >= at), m), (np.sum(negatives >= at), 100))
        low, high = share_difference_ends(*rates, 0.95)
        assert ks.low <= low < high <= ks.high
        assert ks.method.startswith("bootstrap or Newcombe")


@pytest.mark.parametrize("name", ["ks", "h_measure", "cost_curve_area"])
def test_the_interval_is_the_same_in_a_panel_and_alone(name):
    rng = np.random.default_rng(4)
    positives, negatives = rng.normal(1, 1, 8), rng.normal(size=60)
    alone = ranked(positives, negatives, measures=[name])[name]
    beside = ranked(positives, negatives, measures=["h_measure", "cost_curve_area", "roc_auc", "ks"])[name]
    assert (alone.low, alone.high) == (beside.low, beside.high)
    named = ranked(positives, negatives, measures=[name], bootstrap="percentile")[name]
    assert (named.low, named.high) != (alone.low, alone.high), "a named bootstrap is what it says"


def rare(positives, rows=120, seed=2):
    rng = np.random.default_rng(seed)
    y = np.r_[np.ones(positives, int), np.zeros(rows - positives, int)]
    proba = 1 / (1 + np.exp(-(rng.normal(size=rows) + 2 * y - 3)))
    return {
        "y_true": y,
        "y_proba": proba,
        "labels": [0, 1],
        "positive": 1,
        "prior": [1 - positives / rows, positives / rows],
    }


def test_gains_over_the_prior_need_five_rows_of_the_rarer_class():
    few, enough = (bo.measure(**rare(n), measures=["complexity_gain"])["complexity_gain"] for n in (4, 5))
    assert np.isfinite(few.value)
    assert not np.isfinite(few.low)
    assert [one.code for one in few.notes] == ["estimates.few-in-class"]
    assert enough.low < enough.value < enough.high


@pytest.mark.parametrize("name", ["d2_brier", "d2_log_loss", "rrse_proba", "rae_proba", "kb_relative"])
def test_ratios_have_the_degrees_of_freedom_of_twice_the_rarer_rows(name):
    """On the scale of the interval both ends lie equally far; the ratio of two levels gives Student's degrees of freedom."""
    from scipy.stats import t as student

    positives = 6
    given = rare(positives)
    value = bo.measure(**given, measures=[name], level=None)[name].value
    scale = {"rrse_proba": np.log, "rae_proba": np.log, "kb_relative": lambda x: x}.get(name, lambda x: -np.log1p(-x))
    reach = [scale(bo.measure(**given, measures=[name], level=level)[name].high) - scale(value) for level in (0.5, 0.8)]
    df = 2 * positives - 1
    assert reach[1] / reach[0] == pytest.approx(student.ppf(0.9, df) / student.ppf(0.75, df), rel=1e-6)


@pytest.mark.parametrize(
    ("name", "worse", "better"), [("h_measure", "low", "high"), ("cost_curve_area", "high", "low")]
)
def test_measures_that_seek_thresholds_reach_further_where_resamples_of_the_gap_do_not(
    name, worse, better, monkeypatch
):
    """All positives lie beyond the best threshold: the worse end goes out as many times further as that of the largest gap."""
    negatives = np.random.default_rng(5).normal(size=60)
    above = np.sort(negatives)[-6] + np.array([0.01, 0.4, 0.8, 1.2])
    further, ks = (ranked(above, negatives, measures=[one])[one] for one in (name, "ks"))
    assert ks.low == pytest.approx(share_difference_ends((4, 4), (5, 60), 0.95)[0]), "Newcombe's end lies further out"
    monkeypatch.setattr(intervals, "FURTHEST", 1.0)
    plain = ranked(above, negatives, measures=[name])[name]
    monkeypatch.setattr(intervals, "largest_gap_ends", lambda *_: (1.0, -1.0))  # of the gap: resamples alone
    resampled = ranked(above, negatives, measures=["ks"])["ks"]
    times = (ks.value - ks.low) / (ks.value - resampled.low)
    assert 1 < times < 5
    assert getattr(further, better) == getattr(plain, better)
    bound = bo.measures[name].bounds[worse == "high"]
    wanted = plain.value + times * (getattr(plain, worse) - plain.value)
    assert getattr(further, worse) == pytest.approx(max(wanted, bound) if worse == "low" else min(wanted, bound))
