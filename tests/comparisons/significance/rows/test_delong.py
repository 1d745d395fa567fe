"""DeLong's test: two areas under the ROC curve on the same rows."""

from math import isnan

import bakeoff as bo
from bakeoff.comparisons import delong


def test_areas_without_variance_are_compared_by_exchanging_rows():
    truth = [0] * 10 + [1] * 10
    up = [float(i) for i in range(20)]
    assert isnan(delong(truth, up, up[::-1]).p_value)
    c = bo.compare_predictions(truth, {"up": up, "down": up[::-1]}, "roc_auc")
    assert c.verdict.winner == "up"
    assert "by permutation, because the variance is zero" in c.verdict.sentence
