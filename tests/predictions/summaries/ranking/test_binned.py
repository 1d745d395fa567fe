"""BinnedRanking: the ranking in bounded memory, with the error that the bins can make at most."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking.binned import bin_of, binned


def test_probabilities_near_one_are_distinguishable_as_those_near_zero():
    rng = np.random.default_rng(1)
    y, s = rng.integers(0, 2, 4000), 12 * rng.normal(size=4000)
    s += 9 * y
    for sign in (1, -1):
        made = binned(predictions_of(y if sign > 0 else 1 - y, y_score=1 / (1 + np.exp(-sign * s))))
        assert made.auc_error < 1e-4


def test_thresholds_are_the_least_scores_of_their_bins():
    score = np.unique(np.concatenate([np.linspace(-2, 3, 1001), 1 - np.geomspace(1e-12, 0.4, 300), [0.5, 1.0]]))
    made = binned(predictions_of(np.arange(len(score)) % 2, y_score=score))
    lows = made.ranking.curve.threshold[::-1]
    place = np.searchsorted(lows, score, "right") - 1
    assert np.array_equal(made.at[place], bin_of(score))


def test_three_classes_are_refused():
    pred = predictions_of([0, 1, 2], y_score=np.eye(3))
    with pytest.raises(BadInput, match="two classes"):
        binned(pred)


def test_scores_of_any_size_and_sign_keep_their_order():
    score = np.array([-np.inf, -1e300, -1.0, -1e-300, -0.0, 0.0, 5e-324, 1e-300, 0.5, 1.0, 1e300, np.inf])
    made = binned(predictions_of([0, 1] * 6, y_score=np.nan_to_num(score)))
    assert np.all(np.diff(made.ranking.curve.threshold) < 0)
    assert made.ranking.curve.tp[-1] == made.ranking.curve.fp[-1] == 6
