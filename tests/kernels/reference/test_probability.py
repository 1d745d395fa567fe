"""Checks and sums of probabilities."""

import numpy as np
import pytest

from bakeoff.kernels import kernel
from bakeoff.kernels.reference import probability


def test_probabilities_of_zero_and_of_almost_zero():
    proba = np.array([[1.0, 0.0], [1.0, 5e-324], [0.5, 0.5]])
    assert kernel("fused_probability_sums")(proba, np.array([1, 0, 0])).log_loss == np.inf
    fast = kernel("fused_probability_sums")(proba, np.array([0, 1, 0]))
    slow = probability.fused_probability_sums(proba, np.array([0, 1, 0]))
    assert (fast.log_loss, fast.squares) == pytest.approx((slow.log_loss, slow.squares))
    assert fast.log_loss == pytest.approx(-np.log(5e-324) - np.log(0.5))
