"""Declared bounds are reached, so that an interval is neither cut too early nor left too wide."""

import pytest

import bakeoff as bo
from bakeoff.measures import measure_named

WORST = {"y_true": [1, 1, 0, 0], "y_proba": [0.0, 0.0, 1.0, 1.0]}
BEST = {"y_true": [0, 0, 1, 1], "y_proba": [0.0, 0.0, 1.0, 1.0]}
ENDS = [
    *((name, 0, WORST) for name in ("roc_auc", "partial_auc(0.1)", "partial_auc(0.7)", "gini", "accuracy", "gmean")),
    *((name, 1, BEST) for name in ("roc_auc", "partial_auc(0.1)", "gini", "h_measure", "kappa", "mcc", "spherical")),
    *((name, 0, WORST) for name in ("kappa", "mcc", "kappa_quadratic", "informedness", "markedness", "spherical")),
    *((name, 1, WORST) for name in ("log_loss", "log_loss_clipped", "brier_two_columns", "rmse_proba", "ece", "error")),
    ("cost_curve_area", 1, {"y_true": [0, 1], "y_proba": [0.5, 0.5]}),
    ("complexity_scheme", 1, WORST),
    ("complexity_prior", 1, {"y_true": [0, 0], "y_proba": [0.5, 0.5], "labels": [0, 1], "prior": [0, 1]}),
    ("complexity_gain", 1, {"y_true": [0, 0], "y_proba": [0.0, 0.0], "labels": [0, 1], "prior": [0, 1]}),
    ("complexity_gain", 0, {"y_true": [0, 0], "y_proba": [1.0, 1.0], "labels": [0, 1], "prior": [1, 0]}),
    ("kb_information", 1, {"y_true": [0, 0], "y_proba": [0.0, 0.0], "labels": [0, 1], "prior": [0, 1]}),
    ("kb_information", 0, {"y_true": [0, 0], "y_proba": [1.0, 1.0], "labels": [0, 1], "prior": [1, 0]}),
    ("net_benefit(0.5)", 0, {"y_true": [0, 0], "y_proba": [1.0, 1.0], "labels": [0, 1]}),
    ("net_benefit(0.5)", 1, {"y_true": [1, 1], "y_proba": [1.0, 1.0], "labels": [0, 1]}),
    ("smape", 1, {"y_true": [0.0, 1.5], "y_pred": [1.0, -2.0]}),
    ("ari", 0, {"y_true": [0, 0, 1, 1], "y_pred": [0, 1, 0, 1], "task": "clustering"}),
    ("rand", 0, {"y_true": [0, 1, 2], "y_pred": [0, 0, 0], "task": "clustering"}),
    ("spearman", 0, {"y_true": [1.5, 2.5], "y_pred": [2.0, 1.0]}),
]


@pytest.mark.parametrize(("name", "end", "given"), ENDS)
def test_the_bound_is_reached(name, end, given):
    made = bo.measure(**given, measures=[name], level=None)[name].value
    assert made == pytest.approx(measure_named(name).bounds[end], abs=1e-12)
