"""Rankings of parts, put together once: the ranking of the whole, and nothing is held twice."""

import numpy as np
import pytest

from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking import merge_buffer
from bakeoff.predictions.summaries.ranking.merge_buffer import MergeBuffer
from bakeoff.predictions.summaries.ranking.ranking import rank

HALVES = (slice(0, 150), slice(150, 400))


def rankings(**given):
    """Of all rows, and of two parts of them."""
    whole = predictions_of(**given)
    return rank(whole), [rank(whole.take(np.arange(400)[half]).ranked_by()) for half in HALVES]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_many_classes(kind, large, weighted, monkeypatch):
    rng = np.random.default_rng(0)
    truth, score = rng.integers(0, 3, 400), np.round(rng.normal(size=(400, 3)), 1).astype(kind)
    heavy = rng.random(400) if weighted else None
    whole, parts = rankings(y_true=truth, y_score=score, labels=range(3), sample_weight=heavy)
    monkeypatch.setattr(merge_buffer, "LARGE", 10 if large else 10_000)
    held = MergeBuffer(parts=parts)
    made = held.ranking
    assert (made.n, held.n, held.parts) == (400, 400, [])
    assert made.many.score.dtype == kind
    assert made.many.score.flags.f_contiguous == large
    for name in ("roc_auc_ovr", "roc_auc_ovo", "roc_auc_ovr_weighted"):
        measure = measure_named(name)
        assert measure.compute(made) == pytest.approx(measure.compute(whole), rel=1e-13)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_two_classes(kind):
    rng = np.random.default_rng(1)
    whole, parts = rankings(y_true=rng.integers(0, 2, 400), y_score=rng.normal(size=400).astype(kind))
    held = MergeBuffer(parts=parts[:1]).merge(MergeBuffer(parts=parts[1:]))
    made = held.ranking
    assert (made.n, held.n, held.parts) == (400, 400, [])
    assert made.positives.dtype == kind
    assert made.positives.tolist() == whole.positives.tolist()
    assert made.negatives.tolist() == whole.negatives.tolist()
