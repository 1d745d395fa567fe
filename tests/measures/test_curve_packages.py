"""Curves, hull, cost curve, best threshold and decision curve against R's ROCR and pROC, and dcurves: run, not read."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.measures.curves.cost import cost_curve
from bakeoff.measures.curves.hull import operating_point
from bakeoff.measures.curves.points import decision_curve
from bakeoff.predictions.from_arrays import predictions_of

ORACLE = tomllib.loads((Path(__file__).parents[1] / "oracles" / "curves_packages.toml").read_text())
CLOSE = {"abs": ORACLE["tolerance"], "rel": ORACLE["tolerance"]}


@pytest.fixture
def pred():
    return predictions_of(ORACLE["y"], y_proba=ORACLE["p"])


@pytest.mark.parametrize("case", ORACLE["curve"], ids=lambda case: case["kind"])
def test_every_point(case):
    points = bo.curve(ORACLE["y"], ORACLE["p"], kind=case["kind"], level=None).curves[0].points
    for name in set(points) & set(case):
        known = ~np.isnan(case[name])  # a ratio of nothing, or an infinite threshold
        assert len(points[name]) == len(case[name])
        assert points[name][known] == pytest.approx(np.array(case[name])[known], **CLOSE), name
    assert len(set(points) & set(case)) == 3


def test_the_hull():
    hull = bo.curve(ORACLE["y"], ORACLE["p"], level=None).curves[0].hull
    assert hull["fpr"] == pytest.approx(ORACLE["hull"]["fpr"], **CLOSE)
    assert hull["tpr"] == pytest.approx(ORACLE["hull"]["tpr"], **CLOSE)


def test_the_cost_curve(pred):
    made, known = cost_curve(pred), ORACLE["cost"]
    assert made.at(known["x"]) == pytest.approx(known["cost"], **CLOSE)
    assert np.interp(made.x, known["x"], known["cost"]) == pytest.approx(made.cost, **CLOSE)


def test_the_best_threshold(pred):
    made = operating_point(pred, cost_fp=1, cost_fn=5)
    assert (made.fpr, made.tpr) == pytest.approx((ORACLE["best"]["fpr"], ORACLE["best"]["tpr"]), **CLOSE)


def test_the_decision_curve(pred):
    known = ORACLE["decision"]
    made = decision_curve(pred, np.array(known["threshold"]))
    assert made.net_benefit == pytest.approx(known["net_benefit"], **CLOSE)
    assert made.treat_all == pytest.approx(known["treat_all"], **CLOSE)
