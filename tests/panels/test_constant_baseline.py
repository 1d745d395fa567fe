"""Baseline: what a constant answer scores, the most frequent class or the mean; of predictions that of their own true values."""

import pytest

import bakeoff as bo
from bakeoff.panels.constant_baseline import baseline_of_predictions
from bakeoff.predictions.from_arrays import predictions_of


def test_of_predictions_it_counts_their_weights():
    pred = predictions_of([0, 0, 1, 1], y_pred=[0, 1, 0, 1])
    weighted = bo.Predictions(
        task=pred.task, rows=pred.rows, truth=pred.truth, classes=pred.classes, label=pred.label, weight=[1, 1, 3, 3]
    )
    found = baseline_of_predictions({"a": weighted}, bo.measures["accuracy"])
    assert found.value == pytest.approx(0.75)
    assert baseline_of_predictions({}, bo.measures["accuracy"]) is None
