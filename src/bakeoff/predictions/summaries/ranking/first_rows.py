"""The first k rows by score: how many of them are positive, of the rows themselves and of resamples of them.

Only rows near the top matter, so only these are sorted, and a resample is a draw of how often each of them occurs.
"""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.ranking import ranking_score, weighted_curve

__all__ = ["TopRows", "positives_among_first", "top_rows"]

SAMPLE = 2048  # scores of which a threshold for the top is guessed
NONE = float("nan"), float("nan")


def positives_among_first(pred: Predictions, k: int) -> tuple[float, float]:
    """The positives among the first k rows and among all, weights scaled to a mean of one; rows that tie share the last places.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> [float(one) for one in positives_among_first(predictions_of([1, 0, 1, 1], y_score=[0.9, 0.8, 0.8, 0.1]), 2)]
    [1.5, 3.0]
    """
    score = ranking_score(pred)
    if pred.weight is not None:
        return _weighted(score, pred.truth == pred.positive_code, np.asarray(pred.weight, dtype=np.float64), k)
    if len(score) < k:
        return NONE
    top = _highest(score, k)
    high, positive = score[top], pred.truth[top] == pred.positive_code
    last = np.partition(high, len(high) - k)[len(high) - k]
    above, tied = high > last, high == last
    share = np.count_nonzero(positive & tied) / np.count_nonzero(tied)
    hits = share * (k - np.count_nonzero(above)) + np.count_nonzero(positive & above)
    return hits, float(np.count_nonzero(pred.truth == pred.positive_code))


def _weighted(score: Array, positive: Array, weight: Array, k: int) -> tuple[float, float]:
    rows = np.count_nonzero(weight)  # a row without weight is as good as absent
    if rows < k:
        return NONE
    weight = weight * (rows / weight.sum())
    top = _highest(score, max(64, 8 * k))
    top = top if weight[top].sum() >= k else np.arange(len(score))
    curve = weighted_curve(score[top], positive[top], weight[top])
    taken = np.append(0.0, curve.tp + curve.fp)
    return float(np.interp(k, taken, np.append(0.0, curve.tp))), float(weight[positive].sum())


def _highest(score: Array, many: int) -> Array:
    """Indices of at least so many rows that score highest, with all rows that tie; of few rows, all."""
    n = len(score)
    if many >= n or n <= 64:
        return np.arange(n)
    sample = score[:: max(1, n // SAMPLE)]
    place = 8 + 4 * many * len(sample) // n
    if place < len(sample) // 4:
        top = np.flatnonzero(score >= np.partition(sample, len(sample) - place)[len(sample) - place])
        if len(top) >= many:
            return top
    return np.flatnonzero(score >= np.partition(score, n - many)[n - many])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TopRows:
    """Rows of one class and score are alike, and so are the rows of one class below the top: the kind of each row."""

    kind: Array  # (n,): from the highest score down, positives and negatives in turn; the last two kinds are all rows below
    kinds: int
    whole: bool  # whether no row is below

    def found(self, amounts: Array, rows: Array, k: int) -> tuple[Array, Array]:
        """Positives among the first k rows and among all, where there is so much of each kind, (resamples, kinds), in so many rows.

        Infinite where the first k reach below the top, which then has to be deeper.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            scaled = amounts * (rows / amounts.sum(axis=1))[:, None]
            positive, both = scaled[:, 0::2], scaled[:, 0::2] + scaled[:, 1::2]
            upto = np.cumsum(both[:, :-1], axis=1)
            taken = np.clip(k - (upto - both[:, :-1]), 0.0, both[:, :-1])  # of each score, what is among the first k
            hits = np.where(both[:, :-1] > 0, positive[:, :-1] * (taken / both[:, :-1]), 0.0).sum(axis=1)
        short = upto[:, -1] < k * (1 - 1e-12)
        hits = np.where(rows < k, np.nan, np.where(short & (not self.whole), np.inf, hits))
        return hits, positive.sum(axis=1)


def top_rows(pred: Predictions, many: int) -> TopRows:
    """The kinds of rows, with at least so many rows in the top.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> made = top_rows(predictions_of([1, 0, 1, 1], y_score=[0.9, 0.8, 0.8, 0.1]), 2)
    >>> made.kind.tolist(), [one.tolist() for one in made.found(np.ones((1, 8)), np.array([8.0]), 2)]
    ([0, 3, 2, 4], [[1.0], [4.0]])
    """
    score, positive = ranking_score(pred), pred.truth == pred.positive_code
    top = _highest(score, many)
    if many < len(top):  # each score more is a draw more for every resample
        top = top[score[top] >= np.partition(score[top], len(top) - many)[len(top) - many]]
    values, step = np.unique(score[top], return_inverse=True)
    steps = np.full(len(score), len(values))
    steps[top] = len(values) - 1 - step.reshape(-1)
    return TopRows(kind=2 * steps + ~positive, kinds=2 * len(values) + 2, whole=len(top) == len(score))
