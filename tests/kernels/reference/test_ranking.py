"""Walks along sorted scores: areas, hulls, wins of classes, placements."""

import numpy as np
import pytest

from bakeoff.kernels import kernel
from bakeoff.kernels.reference.ranking import weighted_class_wins

SEEDS = np.array([1, 2, 3], dtype=np.uint64)


@pytest.mark.parametrize("digits", [0, 9])
def test_wins_over_classes_of_a_resample(digits):
    rng = np.random.default_rng(digits)
    truth, score = rng.integers(0, 4, 120), np.round(rng.normal(size=(120, 4)), digits)
    order = np.array([np.argsort(-score[:, i], kind="stable") for i in range(4)], dtype=np.int32)
    last = np.ones(order.shape, dtype=np.uint8)
    for i, rows in enumerate(order):
        last[i, :-1] = np.diff(score[rows, i]) != 0
    times = kernel("resample_counts")(120, SEEDS)
    for often in (times, times * 0.5):
        for wins, one in zip(kernel("resampled_class_wins")(often, truth, order, last), often, strict=True):
            assert wins == pytest.approx(weighted_class_wins(score, truth, 4, one.astype(float)), rel=1e-12)
