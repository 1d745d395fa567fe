"""The same names elsewhere mean something else: definitions of other sources, each under a name of its own."""

import pytest

import bakeoff as bo


def test_brier_of_two_columns():
    made = bo.measure([1, 0, 1, 0, 1], y_proba=[0.95, 0.6, 0.8, 0.75, 0.9], measures=["brier_two_columns"], level=None)
    assert made["brier_two_columns"].value == pytest.approx(0.39, abs=1e-12)  # the notes' example S002-rmse
