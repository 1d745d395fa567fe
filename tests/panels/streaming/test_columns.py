"""Files read in parts have the intervals of the whole: the cells of a confusion matrix and sums of three suffice."""

import numpy as np
import pandas as pd
import pytest

from bakeoff.api.measuring.panel_by_group import measure_file
from bakeoff.panels.streaming.columns import Layout

NAMES = ["balanced_accuracy", "kappa", "mcc", "f1", "informedness", "log_loss", "brier", "complexity_gain"]


@pytest.mark.parametrize("wrong", [0.02, 0.3])
def test_parts_have_the_intervals_of_the_whole(tmp_path, wrong):
    rng = np.random.default_rng(1)
    y = (rng.random(150) < 0.2).astype(int)
    p = np.where(rng.random(150) < wrong, 1 - y, y) * 0.9 + rng.uniform(0.01, 0.09, 150)
    pd.DataFrame({"y": y, "p": p}).to_csv(tmp_path / "p.csv", index=False)
    layout = Layout(truth="y", proba=("p",), positive="1", prior=(0.8, 0.2), labels=("0", "1"))
    whole, parts = (measure_file(str(tmp_path / "p.csv"), layout, NAMES, rows=rows) for rows in (1000, 40))
    for name in NAMES:
        one, other = whole[name], parts[name]
        assert one.method == other.method
        assert one.low < one.value < one.high
        assert (other.low, other.high) == pytest.approx((one.low, one.high), rel=1e-7)
