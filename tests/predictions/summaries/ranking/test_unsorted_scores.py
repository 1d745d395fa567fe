"""ScoredRows: scores in the order of the rows, as long as it matters which row a score belongs to."""

import numpy as np
import pytest

from bakeoff.kernels import kernel
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking.unsorted_scores import scored
from bakeoff.predictions.summaries.summaries import summarize

SEEDS = np.array([1, 2, 3], dtype=np.uint64)


RANKED = ["roc_auc", "average_precision", "pr_auc", "ks", "h_measure", "partial_auc(0.1)", "pr_auc_interpolated",
          "h_measure_2014", "h_measure_symmetric", "cost_curve_area"]  # fmt: skip


def two(n, digits=9, seed=0):
    rng = np.random.default_rng(n + digits + seed)
    truth = np.append([0, 1], rng.integers(0, 2, n - 2))
    return truth, np.round(rng.normal(size=n) + truth, digits)


def test_a_resample_is_what_its_rows_would_give():
    truth, score = two(90, 1)
    pred = predictions_of(truth, y_score=score)
    times = kernel("resample_counts")(90, SEEDS)
    rows = scored(pred).ranked(np.arange(90))
    for made, drawn in zip(rows.rankings(times), times, strict=True):
        some = summarize(pred.take(np.repeat(np.arange(90), drawn))).ranking
        for name in RANKED:
            measure = measure_named(name)
            assert measure.compute(made) == pytest.approx(measure.compute(some), rel=1e-12), name
