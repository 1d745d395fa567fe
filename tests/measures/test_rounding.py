"""Inputs in which differences drown in rounding unless they are taken the right way; others' programs are the oracle."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sk

import bakeoff as bo
from bakeoff.kernels.reference import probability
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.summaries import summarize

OF_SPREAD = ("r2", "r2_regression", "explained_variance", "rrse", "pearson")


@pytest.mark.parametrize("bias", [0.0, 1e3, 1e6, 1e8, -1e10])
def test_predictions_far_from_the_truth_keep_their_correlation(bias):
    rng = np.random.default_rng(0)
    y = rng.normal(size=1000)
    f = y + 0.5 * rng.normal(size=1000) + bias
    panel = bo.measure(y, f, measures=["pearson", "explained_variance"], level=None)
    assert panel["pearson"].value == pytest.approx(stats.pearsonr(y, f)[0], abs=1e-11)
    assert panel["explained_variance"].value == pytest.approx(sk.explained_variance_score(y, f), abs=1e-11)


def merged(pred, cuts):
    whole = None
    for low, high in zip([0, *cuts], [*cuts, len(pred)], strict=True):
        part = summarize(pred.take(np.arange(low, high)))
        for name in OF_SPREAD:
            measure_named(name).compute(part.means)
        whole = part.settled() if whole is None else whole.merge(part.settled())
    return whole.means


@pytest.mark.parametrize("cuts", [[0], [0, 5], [1], [3, 3, 7], [10]])
@pytest.mark.parametrize("weighted", [False, True])
def test_an_empty_or_light_part_does_not_decide_where_numbers_are_counted_from(cuts, weighted):
    rng = np.random.default_rng(1)
    y = 1e8 + rng.normal(size=10)
    weight = np.where(np.arange(10) == 0, 1e-12, 1.0) if weighted else None
    y[0] += 1e4 if weighted else 0.0
    pred = predictions_of(y, y + rng.normal(size=10), sample_weight=weight, task="regression")
    made = merged(pred, cuts)
    for name in OF_SPREAD:
        assert measure_named(name).compute(made) == pytest.approx(measure_named(name)(pred), rel=1e-9), name


def exact(truth, label, weight):
    """The four cells of two classes, and kappa and the Matthews correlation of them, in fractions."""
    cells = {(i, j): Fraction(0) for i in (0, 1) for j in (0, 1)}
    for t, p, w in zip(truth, label, weight, strict=True):
        cells[t, p] += Fraction(w)
    d, b, c, a = cells[0, 0], cells[0, 1], cells[1, 0], cells[1, 1]
    above = a * d - b * c
    return {
        "npv": d / (d + c),
        "negative_likelihood_ratio": (c / (a + c)) / (d / (b + d)),
        "error": (b + c) / (a + b + c + d),
        "kappa": 2 * above / ((a + b) * (b + d) + (a + c) * (c + d)),
        "mcc": float(above) / (sqrt((a + b) * (c + d)) * sqrt((a + c) * (b + d))),
    }


@pytest.mark.parametrize("heavy", [0, 1, 2, 3])
@pytest.mark.parametrize("ratio", [1e3, 1e9, 1e17])
def test_weights_that_differ_very_much_leave_the_small_cells_alone(heavy, ratio):
    truth, label = [0, 0, 1, 1, 0, 1], [0, 1, 0, 1, 0, 1]
    weight = [0.3, 0.7, 0.2, 0.9, 0.6, 0.1]
    weight[heavy] *= ratio
    panel = bo.measure(truth, label, sample_weight=weight, measures="all", level=None)
    for name, value in exact(truth, label, weight).items():
        assert panel[name].value == pytest.approx(float(value), rel=1e-9), name


@pytest.mark.parametrize("k", [2, 3, 70])
@pytest.mark.parametrize("slip", [1e-6, 1e-9, 1e-12])
def test_answers_that_are_nearly_right_have_a_distance_from_the_truth(k, slip):
    """Of weighted rows; unweighted ones are summed by the kernels."""
    truth = np.arange(12) % k
    proba = np.full((12, k), slip / (k - 1))
    proba[np.arange(12), truth] = 1 - slip
    panel = bo.measure(
        truth, y_proba=proba, labels=range(k), sample_weight=np.full(12, 2.0), measures="all", level=None
    )
    left = 1 - proba[0, 0]  # what rounding makes of the slip
    square = left**2 + slip**2 / (k - 1)
    assert panel["rmse_proba"].value == pytest.approx(np.sqrt(square / k), rel=1e-12)
    assert panel["mae_proba"].value == pytest.approx((left + slip) / k, rel=1e-12)
    assert probability.fused_probability_sums(proba, truth).squares == pytest.approx(12 * square, rel=1e-12)


@pytest.mark.parametrize("ratio", [1.0, 1e9, 1e17])
def test_the_same_of_three_classes(ratio):
    truth, label = [0, 0, 1, 1, 2, 2, 2], [0, 1, 1, 2, 2, 0, 2]
    weight = [Fraction(one) for one in [0.3 * ratio, 0.7, 0.2, 0.9, 0.6, 0.1, 0.4]]
    rows = list(zip(truth, label, weight, strict=True))
    true, said = ([sum(w for *both, w in rows if both[side] == c) for c in range(3)] for side in (0, 1))
    total, hits = sum(weight), sum(w for t, p, w in rows if t == p)
    above = hits * total - sum(t * p for t, p in zip(true, said, strict=True))
    spread = [
        total * total - sum(a * b for a, b in zip(*both, strict=True))
        for both in ((true, said), (true, true), (said, said))
    ]
    panel = bo.measure(
        truth, label, sample_weight=[float(w) for w in weight], measures=["error", "kappa", "mcc"], level=None
    )
    assert panel["error"].value == pytest.approx(float((total - hits) / total), rel=1e-12)
    assert panel["kappa"].value == pytest.approx(float(above / spread[0]), rel=1e-12)
    assert panel["mcc"].value == pytest.approx(float(above) / sqrt(spread[1]) / sqrt(spread[2]), rel=1e-12)


def test_one_class_of_many_has_no_correlation_however_its_weights_add_up():
    weight = np.random.default_rng(2).random(50)
    panel = bo.measure(
        [3] * 50, [3] * 25 + [4] * 25, labels=range(70), sample_weight=weight, measures="all", level=None
    )
    assert np.isnan(panel["mcc"].value)
    assert panel["kappa"].value == pytest.approx(0.0, abs=1e-15)
    both = bo.measure([3] * 50, [3] * 50, labels=range(70), sample_weight=weight, measures="all", level=None)
    assert np.isnan(both["kappa"].value)


def test_a_row_that_weighs_nearly_all_leaves_the_others_their_distance():
    truth, weight = [1.0, 1.5, 3.0], [1.0, 1e15, 1.0]
    made = bo.measure(truth, [2.0, 1.5, 2.0], sample_weight=weight, task="regression", measures=["rae"], level=None)
    w = [Fraction(one) for one in weight]
    mean = sum(a * Fraction(b) for a, b in zip(w, truth, strict=True)) / sum(w)
    away = sum(a * abs(Fraction(b) - mean) for a, b in zip(w, truth, strict=True))
    assert made["rae"].value == pytest.approx(float(200 / away), rel=1e-12)


@pytest.mark.parametrize("k", [2, 3, 20, 70])
@pytest.mark.parametrize("weight", [None, [1.0, 0.5, 2.0]])
def test_a_part_without_rows_can_be_counted(k, weight):
    pred = predictions_of([0, 1, 0], [1, 0, 0], labels=range(k), sample_weight=weight)
    nothing, all_rows = (summarize(pred.take(np.arange(n))).counts for n in (0, 3))
    for name in ("kappa", "mcc", "accuracy", "f1_macro", "f1_of_averages"):
        assert np.isnan(measure_named(name).compute(nothing))
        together = measure_named(name).compute(nothing.merge(all_rows))
        assert together == pytest.approx(measure_named(name).compute(all_rows), nan_ok=True)


@pytest.mark.parametrize("k", [3, 4, 9, 40])
@pytest.mark.parametrize("off", [1e-3, 1e-9, 1e-12])
def test_answers_of_many_classes_that_are_nearly_right_keep_their_digits(k, off):
    truth = np.arange(4 * k) % k
    proba = np.full((4 * k, k), off / (k - 1))
    proba[np.arange(4 * k), truth] = 1.0 - off
    away = [
        [Fraction(p) - (j == t) for j, p in enumerate(row)]
        for t, row in zip(truth.tolist(), proba.tolist(), strict=True)
    ]
    panel = bo.measure(truth, y_proba=proba, measures=["brier", "rmse_proba", "mae_proba"], level=None)
    squares = sum(one * one for row in away for one in row) / len(truth)
    assert panel["brier"].value == pytest.approx(float(squares), rel=1e-9)
    assert panel["rmse_proba"].value == pytest.approx(sqrt(squares / k), rel=1e-9)
    gaps = sum(abs(one) for row in away for one in row) / len(truth)
    assert panel["mae_proba"].value == pytest.approx(float(gaps / k), rel=1e-9)
