"""Intervals against statsmodels, pROC, auRoc, scipy's beta distribution and the cubic of Hall (1992)."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.estimates import auc_interval, paired_difference, proportion
from bakeoff.estimates.analytic.auc import newcombe_ends
from bakeoff.estimates.analytic.delta_method import skewed_quantile
from bakeoff.estimates.analytic.proportion import METHODS
from bakeoff.predictions.from_arrays import predictions_of

KNOWN = tomllib.loads((Path(__file__).parent.parent / "oracles" / "intervals.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", KNOWN["proportion"], ids=lambda case: f"{case['method']}-{case['x']}-{case['n']}")
def test_proportions(case):
    made = proportion(case["x"], case["n"], method=case["method"])
    assert (made.low, made.high) == pytest.approx((case["low"], case["high"]), abs=KNOWN["tolerance"])


def test_every_method_has_its_oracle():
    assert {case["method"] for case in KNOWN["proportion"]} == set(METHODS)


@pytest.mark.parametrize("case", KNOWN["area"], ids=["distinct", "tied"])
def test_areas(case):
    made = auc_interval(case["y_true"], case["y_score"], method=case["method"])
    assert (made.low, made.high) == pytest.approx((case["low"], case["high"]), abs=KNOWN["tolerance"])


@pytest.mark.parametrize("case", KNOWN["difference"])
def test_differences_of_areas(case):
    a, b = (predictions_of(case["y_true"], y_score=case[name]) for name in "ab")
    made, reach = paired_difference(a, b, "roc_auc"), (case["high"] - case["low"]) / 2
    assert made.value == pytest.approx((case["low"] + case["high"]) / 2, abs=KNOWN["tolerance"])
    few = min(np.bincount(case["y_true"])) < 10  # Student's t, which pROC does not take; test_auc.py has its oracle
    assert made.half_width > 1.05 * reach if few else made.half_width == pytest.approx(reach, abs=KNOWN["tolerance"])


@pytest.mark.parametrize("case", KNOWN["newcombe"], ids=lambda case: f"{case['area']}-{case['m']}-{case['n']}")
def test_newcombe(case):
    made = newcombe_ends(case["area"], case["m"], case["n"], 1.959963984540054)
    assert made == pytest.approx((case["low"], case["high"]), abs=KNOWN["tolerance"])


@pytest.mark.parametrize("case", KNOWN["recall"], ids=lambda case: f"{case['x']}-{case['n']}")
def test_the_recall_of_a_class_behind_dirichlet_draws(case):
    """The informedness less the recall of a class that is known exactly; draws give three digits."""
    x, n, many = case["x"], case["n"], 2_000_000
    truth = np.repeat([1, 0], [n, many])
    said = np.repeat([1, 0], [x, n - x + many])
    made = bo.measure(truth, said, measures=["informedness"], n_resamples=200_000)["informedness"]
    assert (made.low, made.high) == pytest.approx((case["low"], case["high"]), abs=3e-3)


@pytest.mark.parametrize("case", KNOWN["hall"], ids=lambda case: case["source"])
def test_halls_transformation_against_another_package(case):
    for t, skewness, n, expected in zip(case["t"], case["skewness"], case["n"], case["quantile"], strict=True):
        assert skewed_quantile(t, skewness / n**0.5) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("case", KNOWN["skewed"], ids=lambda case: f"{case['t']:.1f}-{case['skew']}")
def test_quantiles_of_skewed_means(case):
    assert skewed_quantile(case["t"], case["skew"]) == pytest.approx(case["quantile"], abs=1e-8)


@pytest.mark.parametrize("case", KNOWN["mean"])
def test_means_of_skewed_losses_and_their_roots(case):
    losses = np.array(case["losses"])
    made = bo.measure(losses, np.zeros(len(losses)), measures=["mae"])["mae"]
    assert (made.low, made.high) == pytest.approx((case["low"], case["high"]), abs=1e-8)
    root = bo.measure(np.sqrt(losses), np.zeros(len(losses)), measures=["rmse"])["rmse"]
    assert (root.low, root.high) == pytest.approx(np.sqrt([case["low"], case["high"]]), abs=1e-7)
