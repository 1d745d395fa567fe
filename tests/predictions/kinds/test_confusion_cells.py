"""CONFUSION: how often each class was taken for which. Rows of one cell are alike, so that a resample is a draw of cells."""

import numpy as np
import pytest

import bakeoff as bo


def answers(classes, n, seed=0, *, weighted=False):
    rng = np.random.default_rng(seed)
    truth = rng.integers(classes, size=n)
    said = np.where(rng.random(n) < 0.6, truth, rng.integers(classes, size=n))
    return truth, said, rng.random(n) if weighted else None


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_many_classes_get_the_intervals_that_the_whole_matrix_would_give(monkeypatch, method):
    from bakeoff.predictions.kinds import confusion_cells
    from bakeoff.predictions.resampling import draws

    truth, said, _ = answers(120, 600)
    asked = {"measures": ["kappa", "f1_macro", "kappa_quadratic"], "task": "ordinal", "bootstrap": method}
    whole = bo.measure(truth, said, n_resamples=60, **asked)
    for room in (draws, confusion_cells):
        monkeypatch.setattr(room, "HELD", 7 * 120 * 120)
    blocks = bo.measure(truth, said, n_resamples=60, **asked)
    for name, one in whole.items():
        assert (blocks[name].low, blocks[name].high) == pytest.approx((one.low, one.high), rel=1e-12), name
