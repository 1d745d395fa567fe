"""Predictions on one test set: what cannot be compared on the rows at hand is refused with one sentence."""

from math import isnan

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import NotApplicable


@pytest.mark.parametrize("measure", ["roc_auc", "average_precision", "gini", "ks"])
def test_areas_that_rest_on_one_positive_row_are_not_compared(measure):
    """One row above or below all others is an AUC of 1 against 0, and shows nothing."""
    truth = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    up, down = np.linspace(1, 0, 12), np.linspace(0, 1, 12)
    with pytest.raises(NotApplicable, match=r"class '1' has a single row among these.*no p-value and no interval"):
        bo.compare_predictions(truth, {"up": up, "down": down}, measure)
    with pytest.raises(NotApplicable, match="class '0' has a single row among these"):
        bo.compare_predictions([1 - one for one in truth], {"up": up, "down": down}, measure)


@pytest.mark.parametrize("measure", ["recall", "informedness", "mcc"])
def test_shares_that_rest_on_one_row_are_not_compared(measure):
    truth, said = [1] + [0] * 11, {"a": [1] + [0] * 11, "b": [0] * 10 + [1, 0]}
    with pytest.raises(NotApplicable, match="single row"):
        bo.compare_predictions(truth, said, measure, positive=1)


def test_two_rows_of_a_class_and_measures_that_do_without_it_are_compared():
    up, down = np.linspace(1, 0, 12), np.linspace(0, 1, 12)
    made = bo.compare_predictions([1, 1] + [0] * 10, {"up": up, "down": down}, "roc_auc")
    assert not isnan(made.omnibus.p_value)
    labels = {"a": [1] + [0] * 11, "b": [0] * 12}
    assert not isnan(bo.compare_predictions([1] + [0] * 11, labels, "accuracy").omnibus.p_value)


def test_an_area_over_classes_names_the_class_with_one_row():
    truth = ["a"] * 5 + ["b"] * 5 + ["c"]
    rng = np.random.default_rng(0)
    probabilities = {name: rng.dirichlet([1, 1, 1], 11) for name in ("one", "two")}
    with pytest.raises(NotApplicable, match="class 'c' has a single row"):
        bo.compare_predictions(truth, probabilities, "roc_auc_ovr")
