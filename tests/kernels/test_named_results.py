"""Sums of two parts of the rows are the sums of all."""

import numpy as np

from bakeoff.kernels.named_results import FusedSums


def test_every_field_of_both_parts_is_added() -> None:
    rng = np.random.default_rng(0)
    parts = [
        FusedSums(*[rng.random(10) if name == "calibration" else rng.random() for name in FusedSums._fields])
        for _ in range(2)
    ]
    both = parts[0].plus(parts[1])
    for name in FusedSums._fields:
        assert np.array_equal(getattr(both, name), getattr(parts[0], name) + getattr(parts[1], name)), name
    assert both.calibration.shape == (10,)
