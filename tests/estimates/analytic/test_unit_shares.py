"""Units that do not count alike: groups of very different sizes, rows with weights."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.estimates.analytic.clustered_mean import clustered_mean
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.estimates.resampling.tails import tails_of
from tests.helpers.cr2_by_matrices import cr2

N = 40
RNG = np.random.default_rng(3)
HALF = np.r_[np.zeros(N // 2, int), 1 + np.arange(N // 2) % 7]
WEIGHT = np.exp(RNG.normal(size=N))


@pytest.mark.parametrize(
    ("groups", "weight"), [(HALF, None), (None, WEIGHT), (HALF, WEIGHT), (HALF, np.where(HALF == 2, 0.0, WEIGHT))]
)
def test_variance_and_degrees_of_freedom_are_those_of_the_matrices(groups, weight):
    made = UnitShares.of_rows(groups, weight)
    heavy = np.ones(N) if weight is None else weight
    some = heavy > 0
    left, inflation, freedom = cr2(heavy[some], (np.arange(N) if groups is None else groups)[some])
    assert made.freedom == pytest.approx(freedom, rel=1e-9)
    assert made.inflation == pytest.approx(inflation, rel=1e-9)
    assert made.adjusted(np.ones(len(left))) == pytest.approx(1 / np.sqrt(left), rel=1e-9)


@pytest.mark.parametrize(("groups", "weight"), [(HALF, None), (None, WEIGHT), (np.arange(N) // 4, None)])
def test_the_mean_has_the_error_of_the_clustered_mean(groups, weight):
    values, made = RNG.normal(size=N), UnitShares.of_rows(groups, weight)
    heavy = np.ones(N) if weight is None else weight
    parts = heavy / heavy.sum() * (values - np.average(values, weights=heavy))
    parts = parts if groups is None else np.bincount(groups, weights=parts)
    want = clustered_mean(values, groups, weight)
    assert np.sqrt(np.sum(made.adjusted(parts) ** 2)) == pytest.approx(want.error)
    assert made.freedom == pytest.approx(want.df)


def test_units_that_count_alike_are_as_before():
    made = UnitShares.of_rows(np.arange(N) // 4, None)
    assert (made.freedom, made.inflation) == (9.0, pytest.approx(10 / 9))
    assert UnitShares.of_rows(None, None) is None


def test_ends_lie_beyond_the_resamples_where_few_units_have_most_of_the_weight():
    few, seen = tails_of(0.95, UnitShares.of_rows(HALF, None)), np.linspace(-1.0, 1.0, 2001)
    assert few.further > 1
    assert few.ends(seen)[0] < -1
    assert tails_of(0.9999).further == 1


def covered(draw, truth, repeats=300):
    rng, hits = np.random.default_rng(5), dict.fromkeys(truth, 0)
    for _ in range(repeats):
        made = bo.measure(**draw(rng), measures=list(truth), n_resamples=200)
        for name, value in truth.items():
            hits[name] += made[name].low <= value <= made[name].high
    return {name: one / repeats for name, one in hits.items()}


def test_a_group_with_half_of_the_rows_is_allowed_for():
    """Of intervals that took all groups for equal .68 covered."""
    groups = np.r_[np.zeros(60, int), 1 + np.arange(60) * 11 // 60]

    def draw(rng):
        errors = np.sqrt(0.5) * (rng.normal(size=120) + rng.normal(size=12)[groups])
        return {"y_true": errors + 5.5, "y_pred": np.full(120, 5.5), "groups": groups, "task": "regression"}

    assert min(covered(draw, {"mse": 1.0, "mae": np.sqrt(2 / np.pi)}).values()) > 0.84


def test_a_tenth_of_the_rows_with_most_of_the_weight_is_allowed_for():
    """Of percentile intervals .77 covered."""
    weight = np.where(np.arange(60) < 6, 20.5, 1.0)

    def draw(rng):
        y = rng.integers(0, 2, 60)
        return {"y_true": y, "y_pred": np.where(rng.random(60) < 0.8, y, 1 - y), "sample_weight": weight}

    assert covered(draw, {"accuracy": 0.8})["accuracy"] > 0.93


def test_a_weighted_proportion_has_the_interval_of_as_many_rows_as_tell_as_much():
    y, said = np.repeat([1, 0], 20), np.r_[np.ones(15, int), np.zeros(25, int)]
    light = np.full(40, 1.0)
    light[0] += 1e-9
    made, want = bo.measure(y, said, sample_weight=light)["accuracy"], proportion(35, 40)
    assert (made.low, made.high) == pytest.approx((want.low, want.high), abs=1e-8)
    heavy = np.where(np.arange(40) % 4 == 0, 3.0, 1.0)  # 60 in all, 10 * 9 + 30 squared
    made, rows = bo.measure(y, said, sample_weight=heavy)["accuracy"], 60**2 / 120
    share = float(heavy @ (y == said)) / 60
    spread = float(heavy**2 @ ((y == said) - share) ** 2)
    rows = min(rows, share * (1 - share) * 60**2 / spread)
    want = proportion(share * rows, rows)
    assert (made.low, made.high, made.method) == (
        pytest.approx(want.low), pytest.approx(want.high), "Wilson, effective rows",
    )  # fmt: skip
    assert bo.measure(y, y, sample_weight=heavy)["accuracy"].low == pytest.approx(proportion(30, 30).low)


def test_few_that_have_most_of_the_weight_are_told():
    y = np.tile([0, 1], 30)
    groups = np.r_[np.zeros(30, int), 1 + np.arange(30) % 14]
    panel = bo.measure(y, y[::-1], groups=groups, measures=["accuracy"], n_resamples=50)
    assert "15 groups of very unequal size tell as much as about 4 that count alike" in " ".join(panel.warnings)
    panel = bo.measure(y, y[::-1], sample_weight=np.r_[100.0, np.ones(59)], measures=["accuracy"])
    assert "60 rows of very unequal weight tell as much as about 2 that count alike" in " ".join(panel.warnings)
