"""bo.gate: may the new model replace the one in use? From predictions, from scores per item, or from a study."""

import numpy as np
import pytest
from scipy.special import ndtri

import bakeoff as bo


def _columns():
    i = np.arange(1, 401)

    def normal(k):
        return ndtri(np.clip((i * k) % 1, 1e-6, 1 - 1e-6))

    y = ((i * 0.6180339887498949) % 1 < 0.4).astype(int)
    a = y * 0.9 + normal(0.4142135623730951)
    return y, a, y * 0.8 + 0.8 * normal(0.4142135623730951) + 0.6 * normal(0.7320508075688772)


def test_two_areas_against_proc():
    y, a, b = _columns()
    gate = bo.gate(y, base=a, new=b, measure="roc_auc", margin=0.05, positive=1)
    assert (gate.first.base, gate.first.new) == pytest.approx((0.747540384665571, 0.720321511521699), abs=1e-12)
    ends = gate.estimate.low, gate.estimate.high
    # pROC takes the normal law; ours is that of Student with 262 degrees of freedom and a small skewness: a little wider.
    assert ends == pytest.approx((-0.05563482628629983, 0.00119707999855727), abs=6e-4)
    assert ends[0] < -0.05563482628629983
    assert ends[1] > 0.00119707999855727
    assert gate.p_value == pytest.approx(0.0936376456936095, abs=2e-3)
