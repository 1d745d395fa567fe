"""Scores split by class, sorted and merged."""

import numpy as np
import pytest

from bakeoff.kernels import kernel
from bakeoff.kernels.reference import ranking, sorting

SHAPES = pytest.mark.parametrize(("n", "digits"), [(1, 2), (2, 0), (3, 0), (50, 0), (1000, 1), (3000, 9), (3000, 3)])


KINDS = pytest.mark.parametrize("dtype", [np.float64, np.float32])


def scored(n, digits, dtype=np.float64, seed=0):
    rng = np.random.default_rng(n + digits + seed)
    truth = rng.integers(0, 2, n)
    return truth, np.round(rng.normal(size=n) + truth, digits).astype(dtype)


@SHAPES
@KINDS
def test_walks_along_sorted_scores_along_arrays_and_along_the_curve(n, digits, dtype):
    truth, score = scored(n, digits, dtype)
    ups, downs = (np.sort(part) for part in sorting.split_by_class(score, truth, 1))
    _, tp, fp = sorting.threshold_counts(ups, downs)
    by_curve = ranking.steps_of_curve(tp.astype(float), fp.astype(float))
    for one in (kernel("roc_steps")(ups, downs), ranking.roc_steps(ups, downs)):
        assert one.totals() == pytest.approx(by_curve.totals(), rel=1e-12, nan_ok=True)
        for width in (0.0, 0.4, 0.1 * len(downs), 0.5 * len(downs), float(len(downs))):
            assert one.top_area(width) == pytest.approx(by_curve.top_area(width), rel=1e-12)
        assert one.interpolated() == pytest.approx(by_curve.interpolated(), rel=1e-11)
        for corner, known in zip(one.hull(), ranking.convex_hull(fp, tp), strict=True):
            assert corner.tolist() == known.tolist()
    assert by_curve.top_area(float(len(downs))) * 2 == pytest.approx(
        by_curve.totals().doubled_wins if len(ups) else 0.0
    )
