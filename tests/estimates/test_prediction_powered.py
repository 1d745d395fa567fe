"""Prediction-powered inference (PPI++): a mean from few labels of humans and many scores of a judge."""

from math import isnan

from bakeoff.estimates.prediction_powered import prediction_powered_mean


def test_degenerate_labels():
    assert isnan(prediction_powered_mean([1], [1], [0, 1]).estimate.value)
    assert prediction_powered_mean([1], [1], [0, 1]).reason
    assert prediction_powered_mean([1, 0, 1], [1, 1, 1], [1, 1]).power == 0  # a judge that always says the same
    assert prediction_powered_mean([1, 0, 1, 1], [1, 0, 1, 0], []).estimate.value == 0.75  # every item has a label
