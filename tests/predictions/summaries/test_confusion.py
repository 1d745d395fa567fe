"""Counts: the confusion matrix, for one set of predictions or for a batch of resamples."""

import pickle

import numpy as np
import pytest

from bakeoff.core.errors import NotApplicable
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.confusion import count


def answers(classes, n, seed=0, *, weighted=False):
    rng = np.random.default_rng(seed)
    truth = rng.integers(classes, size=n)
    said = np.where(rng.random(n) < 0.6, truth, rng.integers(classes, size=n))
    return truth, said, rng.random(n) if weighted else None


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("classes", [1000, 5000])
def test_what_is_kept_of_many_classes_is_small(classes, weighted):
    truth, said, weight = answers(classes, 300, weighted=weighted)
    pred = predictions_of(truth, said, labels=range(classes), sample_weight=weight)
    kept = count(pred).settled()
    assert len(pickle.dumps(kept.cells)) < 10_000
    table, made = count(pred).table.filled(), kept.table
    assert np.array_equal(made.at, table.at)
    assert np.array_equal(made.amounts, table.amounts)


def test_more_classes_than_a_matrix_can_hold_are_merged_all_the_same():
    halves = [count(predictions_of(*answers(30_000, 400, seed)[:2], labels=range(30_000))) for seed in (0, 1)]
    both = halves[0].settled().merge(halves[1].settled())
    assert both.hits == halves[0].hits + halves[1].hits
    with pytest.raises(NotApplicable, match="30000 classes is too large"):
        both.matrix  # noqa: B018
