"""The delta method where it has nothing to go by, and the same variance from rows, weights, groups and parts."""

import math

import numpy as np
import pytest
from scipy.stats import t

import bakeoff as bo
from bakeoff.estimates.analytic import linearization
from bakeoff.estimates.analytic.delta_method import columns_of, delta_interval
from bakeoff.estimates.notes import NO_VARIATION
from bakeoff.measures import ALL, measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.kinds import MEANS
from bakeoff.predictions.summaries import means
from bakeoff.predictions.summaries.summaries import summarize
from tests.helpers.cr2_by_matrices import cr2

NUMBERS = ["mae", "mse", "rmse", "mape", "smape", "msle", "pinball(0.5)"]


def regression(n=40, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.gamma(3.0, 1.0, n) + 0.2
    return truth, truth * rng.lognormal(0.0, 0.25, n)


@pytest.mark.parametrize("more", [{}, {"sample_weight": np.full(10, 0.3)}, {"groups": np.arange(10) // 2}])
@pytest.mark.parametrize("off", [0.0, 0.1])
def test_rows_that_are_all_alike_tell_nothing(more, off):
    """A constant loss has no spread to learn from: no interval of width zero, no warning of NumPy's."""
    truth = np.arange(10) + 0.5
    panel = bo.measure(truth, truth + off, measures=["mae", "mse", "rmse"], **more)
    for one in panel.values():
        assert math.isnan(one.low)
        assert math.isnan(one.high)
        assert one.notes == (NO_VARIATION(),)


def test_what_only_rounding_moves_has_no_interval():
    """A constant prediction explains nothing in every sample: the interval is not 1e-8 wide, but none."""
    made = bo.measure(np.arange(10) + 0.5, np.full(10, 3.0), measures=["explained_variance"])["explained_variance"]
    assert made.value == pytest.approx(0.0, abs=1e-12)
    assert made.notes == (NO_VARIATION(),)


def test_two_rows_are_enough_for_every_measure():
    """Negative variances by rounding must not reach a root."""
    names = [one.name for one in ALL if one.reads is MEANS and one.family == "regression"]
    for seed in range(5):
        truth, guess = regression(2, seed)
        panel = bo.measure(truth, guess, y_sd=np.full(2, 0.8), measures=names, n_resamples=50)
        assert all(math.isnan(one.low) <= bool(one.warnings) for one in panel.values())


def test_coverage_is_a_proportion():
    panel = bo.measure([0.1, -0.2, 0.3, 0.05, 0.4], [0.0] * 5, y_sd=[1.0] * 5, measures=["coverage"])
    assert str(panel["coverage"]) == "1.000 [0.566, 1.000] (95%, Wilson, n = 5)"


@pytest.mark.parametrize("name", [*NUMBERS, "r2", "pearson"])
def test_equal_weights_and_groups_of_one_change_nothing(name):
    truth, guess = regression()
    plain, heavy = (
        summarize(predictions_of(truth, guess, sample_weight=weight)).means for weight in (None, np.full(40, 2.5))
    )
    what = measure_named(name)
    want = delta_interval(what, plain, level=0.95)
    for made in (
        delta_interval(what, heavy, level=0.95),
        delta_interval(what, plain, level=0.95, groups=np.arange(40)),
    ):
        assert (made.low, made.high) == pytest.approx((want.low, want.high), rel=1e-9)


def test_rows_of_no_weight_are_not_counted():
    truth, guess = regression()
    weight = np.r_[np.ones(30), np.zeros(10)]
    some, all_of = (
        bo.measure(truth[:30], guess[:30], measures=["mae"]),
        bo.measure(truth, guess, sample_weight=weight, measures=["mae"]),
    )
    assert (all_of["mae"].low, all_of["mae"].high) == pytest.approx((some["mae"].low, some["mae"].high), rel=1e-12)
    groups = np.r_[np.arange(30) // 3, np.full(10, 99)]
    some = bo.measure(truth[:30], guess[:30], groups=groups[:30], measures=["mae"])
    all_of = bo.measure(truth, guess, sample_weight=weight, groups=groups, measures=["mae"])
    assert (all_of["mae"].low, all_of["mae"].high) == pytest.approx((some["mae"].low, some["mae"].high), rel=1e-12)


def test_one_group_tells_nothing():
    truth, guess = regression(6)
    made = bo.measure(truth, guess, groups=[7] * 6, measures=["mae"])["mae"]
    assert math.isnan(made.low)
    assert made.warnings == ("one group has no variance",)


@pytest.mark.parametrize(("n", "known"), [(3, False), (5, False), (6, True)])
def test_a_logarithmic_scale_needs_three_degrees_of_freedom(n, known):
    truth, guess = regression(n)
    made = bo.measure(truth, guess, measures=["r2"])["r2"]
    assert math.isnan(made.low) is not known
    assert known or made.warnings == (f"{n} rows are too few for an interval, which needs 6",)


def classes(n=60, k=4, weighted=False):
    """Of five classes one does not occur."""
    rng = np.random.default_rng(k)
    y = np.append(rng.integers(0, k, n - k), np.arange(k))
    odds = np.exp(rng.normal(size=(n, k + 1)) + 1.5 * np.eye(k + 1)[y])
    weight = rng.integers(0, 3, n) if weighted else None
    return predictions_of(
        y, y_proba=odds / odds.sum(axis=1, keepdims=True), labels=list(range(k + 1)), sample_weight=weight
    )


TOLD = [one for one in ALL if one.slopes is not None]


@pytest.mark.parametrize("measure", TOLD, ids=lambda one: one.name)
def test_slopes_that_a_measure_tells_are_those_of_its_value(measure):
    made = summarize(classes()).means
    read = columns_of(measure, made)
    told = measure.slopes(made)
    assert told.keys() == read.keys()
    for one, mean in read.items():
        if mean > 0:  # a class that does not occur moves nothing
            ends = [measure.compute(made.with_means({**read, one: mean + by})) for by in (1e-6, -1e-6)]
            assert told[one] == pytest.approx((ends[0] - ends[1]) / 2e-6, abs=1e-7)


@pytest.mark.parametrize("groups", [None, np.arange(60) // 4])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("measure", TOLD, ids=lambda one: one.name)
def test_shares_looked_up_by_class_vary_as_columns_of_their_own(measure, weighted, groups):
    """Against the full table of ones and zeros, and the covariances of all its columns."""
    pred = classes(weighted=weighted)
    whole = summarize(pred).means
    made = delta_interval(measure, whole, level=0.95, groups=groups)
    read, told = columns_of(measure, whole), measure.slopes(whole)
    heavy = np.full(60, 1 / 60) if pred.weight is None else pred.weight / pred.weight.sum()
    away = (whole.rows(read) - list(read.values())) * heavy[:, None]
    units = (
        away[heavy > 0] if groups is None else np.array([away[groups == one].sum(axis=0) for one in np.unique(groups)])
    )
    slope = np.array([told[one] for one in read])
    left, _, freedom = cr2(heavy[heavy > 0], (np.arange(60) if groups is None else groups)[heavy > 0])
    error = math.sqrt(((units @ slope) ** 2 / left).sum())
    reach = float(t.ppf(0.975, freedom)) * error
    left, wide = 1 - made.value, reach / (1 - made.value)  # on the scale of the log of what is not explained
    assert (made.low, made.high) == pytest.approx((1 - left * math.exp(wide), 1 - left * math.exp(-wide)), rel=1e-9)


def test_very_many_rows_are_taken_some_at_a_time(monkeypatch):
    pred = classes(200)
    measure = measure_named("d2_log_loss")
    want = delta_interval(measure, summarize(pred).means, level=0.95)
    monkeypatch.setattr(linearization, "HELD", 30)
    monkeypatch.setattr(linearization, "FEW", 10)
    monkeypatch.setattr(means, "HELD", 30)
    made = delta_interval(measure, summarize(pred).means, level=0.95)
    assert (made.low, made.high) == pytest.approx((want.low, want.high), rel=1e-12)
