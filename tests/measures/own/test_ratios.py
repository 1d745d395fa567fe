"""Ratios of sums: values, intervals of rows and groups, weights, streams, and what is refused."""

import math

import numpy as np
import pytest
from scipy import stats

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.estimates import bootstrap
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.summaries import summarize


def off(y, p):
    return np.abs(p - y)


def size(y, _):
    return np.abs(y)


SHARE = bo.ratio_measure("off_share", off, size, direction="lower", bounds=(0.0, math.inf))


def rows(n=120, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.gamma(2.0, 10.0, n)
    return y, y * rng.normal(1.0, 0.2, n)


def linearized(y, p, weight=None, groups=None):
    """The standard error of a ratio by hand: sums over units of w (a - R b), over the sum of w b."""
    weight, groups = np.ones(len(y)) if weight is None else weight, np.arange(len(y)) if groups is None else groups
    ratio = (weight * off(y, p)).sum() / (weight * size(y, p)).sum()
    parts = np.bincount(groups, weights=weight * (off(y, p) - ratio * size(y, p)))
    return ratio, math.sqrt((parts**2).sum()) / (weight * size(y, p)).sum()


def test_the_value_is_the_quotient_of_the_sums():
    y, p = rows()
    made = bo.measure(y, p, measures=[SHARE], sample_weight=np.arange(1.0, 121.0))["off_share"]
    weight = np.arange(1.0, 121.0)
    assert made.value == pytest.approx((weight * off(y, p)).sum() / (weight * size(y, p)).sum(), rel=1e-12)


@pytest.mark.parametrize("grouped", [False, True])
def test_the_interval_is_that_of_the_linearized_ratio(grouped):
    y, p = rows()
    groups = np.arange(120) // 3 if grouped else None
    made = bo.measure(y, p, measures=[SHARE], groups=groups)["off_share"]
    ratio, error = linearized(y, p, groups=groups)
    units = 40 if grouped else 120
    reach = stats.t.ppf(0.975, units - 2) * error * math.sqrt(units / (units - 2)) / ratio  # each sum costs a degree
    assert made.method.startswith("delta method, t, log scale")
    assert (math.log(made.low), math.log(made.high)) == pytest.approx(
        (math.log(ratio) - reach, math.log(ratio) + reach), rel=2e-2
    )


def test_resamples_of_groups_are_those_of_a_cluster_bootstrap_by_hand():
    y, p = rows()
    pred = predictions_of(y, p, task="regression").in_groups(np.arange(120) // 3)
    draws = Resamples(summaries=summarize(pred), n_resamples=50, seed=1, ordered=True)
    times = np.concatenate(list(draws.drawn_groups(40, [50])))
    above, below = (np.bincount(np.arange(120) // 3, weights=column(y, p)) for column in (off, size))
    np.testing.assert_allclose(draws.of(SHARE), times @ above / (times @ below), rtol=1e-12)


def test_the_bootstrap_is_near_scipys():
    y, p = rows()
    mine = bootstrap(predictions_of(y, p, task="regression"), SHARE, method="bca", n_resamples=4000)
    theirs = stats.bootstrap(
        (off(y, p), size(y, p)), lambda a, b, axis: a.sum(axis) / b.sum(axis), paired=True, n_resamples=4000,
        rng=np.random.default_rng(0),
    ).confidence_interval  # fmt: skip
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), rel=0.02)


def test_classes_come_by_their_names():
    precise = bo.ratio_measure(
        "hits_of_b", lambda y, p: (y == "b") & (p == "b"), lambda _, p: p == "b", direction="higher"
    )
    assert bo.measure(list("aabbb"), list("abbba"), measures=[precise])["hits_of_b"].value == pytest.approx(2 / 3)
    numbers = bo.ratio_measure("hits_of_1", lambda y, p: (y == 1) & (p == 1), lambda _, p: p == 1, direction="higher")
    y, p = [0, 0, 1, 1, 1], [0, 1, 1, 1, 0]
    assert bo.measure(y, p, measures=[numbers])["hits_of_1"].value == pytest.approx(2 / 3)


def test_values_along_a_stream_are_those_of_the_examples_so_far():
    y, p = rows()
    values = bo.prequential(y, p, measure=SHARE, task="regression")
    assert values[:3] == pytest.approx([off(y, p)[: i + 1].sum() / size(y, p)[: i + 1].sum() for i in range(3)])
    windowed = bo.prequential(y, p, measure=SHARE, window=10, task="regression")
    assert windowed[-1] == pytest.approx(off(y, p)[-10:].sum() / size(y, p)[-10:].sum())


def test_a_denominator_of_zero_is_undefined_with_the_reason():
    made = bo.measure([0.0, 0.0], [1.0, 2.0], measures=[SHARE])["off_share"]
    assert math.isnan(made.value)
    assert made.warnings == ("undefined: the denominator adds up to zero",)


def test_unbounded_sums_of_numbers_are_noted():
    y, p = rows()
    assert any("off_share" in str(note) for note in bo.measure(y, p, measures=[SHARE]).notes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "a measure needs a name"),
        ({"name": "mae"}, "another measure is called 'mae'; take another name"),
        ({"direction": "up"}, "the direction of a ratio is higher, lower or neither, not 'up'"),
        ({"numerator": 3}, "the numerator of 'x' is a function of the true and the predicted values, not 3"),
    ],
)
def test_what_is_no_ratio_is_refused(change, message):
    asked = {"name": "x", "numerator": off, "denominator": size, "direction": "lower", **change}
    with pytest.raises(BadInput, match=message):
        bo.ratio_measure(**asked)


@pytest.mark.parametrize(
    ("denominator", "message"),
    [
        (lambda y, p: 1.0, "the denominator of 'x' gives one number per row: 2 are expected"),
        (lambda y, p: y / np.array([1.0, 0.0]) - p, "x is not a number on row 1"),
        (lambda y, p: ["a", "b"], "the denominator of 'x' gives no numbers"),
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_functions_that_give_something_else_leave_the_other_measures_alone(denominator, message):
    measure = bo.ratio_measure("x", off, denominator, direction="lower")
    panel = bo.measure([1.0, 2.0], [1.0, 2.0], measures=[measure, "mae"])
    assert math.isnan(panel["x"].value)
    assert message in panel["x"].warnings[0]
    assert panel["mae"].value == 0.0
