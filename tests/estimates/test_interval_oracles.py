"""Intervals by name against statsmodels and pROC."""

import tomllib
from pathlib import Path

import pytest

from bakeoff.estimates import auc_interval, paired_difference, proportion
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
    made = paired_difference(a, b, "roc_auc")
    assert (made.low, made.high) == pytest.approx((case["low"], case["high"]), abs=KNOWN["tolerance"])
