"""Ranking: the sorted scores with class counts, in one class for each kind of what is known of them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from bakeoff.core.cached import cached_property
from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.kernels import kernel
from bakeoff.kernels.named_results import ThresholdTotals
from bakeoff.kernels.reference.ranking import steps_of_curve, weighted_class_wins
from bakeoff.kernels.reference.sorting import threshold_counts
from bakeoff.predictions.predictions import Predictions, pool
from bakeoff.predictions.summaries.ranking.two_class_scores import TwoClassScores

__all__ = [
    "Curve", "ManyClassRanking", "Ranking", "ResampledClasses", "ResampledRanking", "Steps", "ThresholdRanking",
    "TwoClassRanking", "rank", "ranking_score", "weighted_curve",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curve:
    """Distinct thresholds from the highest down, and how many of each class score at or above them."""

    threshold: Array
    tp: Array
    fp: Array


class Steps(Protocol):
    """The steps of a ROC curve, whatever they are computed from."""

    @property
    def positives(self) -> float:
        """Number, or weight, of the positives."""

    @property
    def negatives(self) -> float:
        """Number, or weight, of the negatives."""

    def totals(self) -> ThresholdTotals:
        """Return areas and distances, all at once."""

    def interpolated(self) -> float:
        """Return the area under precision over the positives found, false positives rising linearly within each step."""

    def top_area(self, width: float) -> float:
        """Return the area under the ROC curve in counts, up to `width` false positives."""

    def hull(self) -> Array:
        """Return (2, corners): false and true positives at those of the convex hull of the ROC points, from (0, 0)."""


class Ranking(ABC):
    """What measures of ranking read; results are kept when first asked for."""

    n: int  # the number of rows

    @property
    def many(self) -> Predictions | None:
        """The rows, where there are more than two classes: one column of scores each."""
        return None

    @property
    def given(self) -> Curve | None:
        """The counts per threshold, where the ranking was made from them."""
        return None

    @property
    @abstractmethod
    def scores(self) -> TwoClassScores:
        """The scores of the two classes."""

    @property
    @abstractmethod
    def steps(self) -> Steps:
        """The steps of the ROC curve."""

    @abstractmethod
    def merge(self, other: "Ranking") -> "Ranking":
        """Return the ranking of both parts together: exact, in memory that grows with the rows."""

    @property
    def positives(self) -> Array:
        """The scores of the positives, ascending."""
        return self.scores.sorted[0]

    @property
    def negatives(self) -> Array:
        """The scores of the negatives, ascending."""
        return self.scores.sorted[1]

    @cached_property
    def curve(self) -> Curve:
        """Counts at every threshold."""
        threshold, tp, fp = threshold_counts(*self.scores.sorted)
        return Curve(threshold=threshold, tp=tp, fp=fp)

    @cached_property
    def totals(self) -> ThresholdTotals:
        """Totals over all thresholds."""
        return self.steps.totals()

    @cached_property
    def hull(self) -> Array:
        """(2, corners): false and true positives at those of the convex hull of the ROC points, from (0, 0)."""
        return self.steps.hull()

    @cached_property
    def edges(self) -> Array:
        """(2, corners): how far each edge of the hull goes to the right and up, and last how far all of them go."""
        edges = self.hull.copy()
        edges[:, :-1] = edges[:, 1:] - self.hull[:, :-1]
        return edges

    @cached_property
    def positive_weight(self) -> float:
        """Number, or weight, of the positives."""
        return self.steps.positives

    @cached_property
    def negative_weight(self) -> float:
        """Number, or weight, of the negatives."""
        return self.steps.negatives

    @cached_property
    def wins(self) -> Array:
        """(K, K): twice how often a row of class i outscores, in column i, a row of class j; ties count once.

        With two classes it is the same table from the one score.
        """
        doubled = self.totals.doubled_wins
        return np.array([[0.0, doubled], [doubled, 0.0]])

    @cached_property
    def wins_over_rest(self) -> Array:
        """(K,): the sums of the rows of `wins`, which take less than the table itself."""
        return np.asarray(self.wins.sum(axis=1))

    @cached_property
    def sizes(self) -> Array:
        """Number, or weight, of the rows of each class, the negatives first where there are two."""
        return np.array([self.negative_weight, self.positive_weight])

    def settled(self) -> "Ranking":
        """Return the same without the rows, unless they are all there is."""
        return self

    def in_order(self) -> "Ranking":
        """Return the same for callers that ask for no thresholds: it holds no rows either, and nothing is sorted."""
        return self


# The classes below are not slotted: results are kept.
@dataclass(frozen=True, kw_only=True, eq=False)
class TwoClassRanking(Ranking):
    """Unweighted scores of two classes."""

    n: int
    lists: TwoClassScores

    @property
    def scores(self) -> TwoClassScores:
        """The scores of the two classes."""
        return self.lists

    @property
    def steps(self) -> Steps:
        """The steps of the ROC curve."""
        return self.lists.steps

    def merge(self, other: Ranking) -> Ranking:
        """Return the ranking of both parts together."""
        lists = kernel("merge")(self.positives, other.positives), kernel("merge")(self.negatives, other.negatives)
        return TwoClassRanking(n=self.n + other.n, lists=TwoClassScores(given=lists))

    def settled(self) -> Ranking:
        """Return the same without the rows."""
        return TwoClassRanking(n=self.n, lists=self.lists.settled())

    def in_order(self) -> Ranking:
        """Return the same without the rows, for callers that ask for no thresholds."""
        return TwoClassRanking(n=self.n, lists=self.lists.in_order())


@dataclass(frozen=True, kw_only=True, eq=False)
class ThresholdRanking(Ranking):
    """Counts, or weights, of two classes at each threshold: weighted rows, and bins of scores."""

    n: int
    counts: Curve

    @property
    def given(self) -> Curve:
        """The counts per threshold."""
        return self.counts

    @property
    def scores(self) -> TwoClassScores:
        """They are gone."""
        raise NotApplicable("a ranking with sample weights cannot be merged with one without")

    @cached_property
    def curve(self) -> Curve:
        """Counts at every threshold."""
        return self.counts

    @cached_property
    def steps(self) -> Steps:
        """The steps of the ROC curve."""
        return steps_of_curve(self.counts.tp, self.counts.fp)

    @cached_property
    def positive_weight(self) -> float:
        """Number, or weight, of the positives."""
        return float(self.counts.tp[-1]) if len(self.counts.tp) else 0.0

    @cached_property
    def negative_weight(self) -> float:
        """Number, or weight, of the negatives."""
        return float(self.counts.fp[-1]) if len(self.counts.fp) else 0.0

    def merge(self, other: Ranking) -> Ranking:
        """Return the ranking of both parts together."""
        return ThresholdRanking(n=self.n + other.n, counts=_joined(self.counts, _counts_of(other)))


@dataclass(frozen=True, kw_only=True, eq=False)
class ResampledRanking(Ranking):
    """A resample of the rows of two classes, of which only the steps are known."""

    n: int
    known: Steps

    @property
    def scores(self) -> TwoClassScores:
        """They are gone."""
        raise NotApplicable("the thresholds of a resample are not kept")

    @property
    def steps(self) -> Steps:
        """The steps of the ROC curve."""
        return self.known

    def merge(self, other: Ranking) -> Ranking:
        """Refuse: there are no scores."""
        raise NotApplicable("the thresholds of a resample are not kept")


@dataclass(frozen=True, kw_only=True, eq=False)
class ManyClassRanking(Ranking):
    """The rows of more than two classes, with one column of scores each."""

    n: int
    rows: Predictions

    @property
    def many(self) -> Predictions:
        """The rows."""
        return self.rows

    @property
    def scores(self) -> TwoClassScores:
        """There is no single list of scores."""
        raise NotApplicable("this question is for two classes; roc_auc_ovr and roc_auc_ovo are for more")

    @property
    def steps(self) -> Steps:
        """There is no single curve."""
        raise NotApplicable("this question is for two classes; roc_auc_ovr and roc_auc_ovo are for more")

    @cached_property
    def positive_weight(self) -> float:
        """No class is the positive one."""
        return 0.0

    @cached_property
    def negative_weight(self) -> float:
        """No class is the negative one."""
        return 0.0

    @cached_property
    def wins(self) -> Array:
        """(K, K): twice how often a row of class i outscores, in column i, a row of class j; ties count once."""
        table = (self.rows.scores(), self.rows.truth, len(self.rows.classes))
        if self.rows.weight is not None:
            return weighted_class_wins(*table, self.rows.weight)
        return np.asarray(kernel("class_wins")(*table))

    @cached_property
    def wins_over_rest(self) -> Array:
        """(K,): the sums of the rows of `wins`."""
        return np.asarray(self.wins.sum(axis=1))

    @cached_property
    def sizes(self) -> Array:
        """Number, or weight, of the rows of each class."""
        return np.bincount(self.rows.truth, weights=self.rows.weight, minlength=len(self.rows.classes)).astype(float)

    def merge(self, other: Ranking) -> Ranking:
        """Return the ranking of both parts together."""
        assert other.many is not None
        return ManyClassRanking(n=self.n + other.n, rows=pool((self.rows, other.many)))


@dataclass(frozen=True, kw_only=True, eq=False)
class ResampledClasses(ManyClassRanking):
    """A resample of these rows, of which only the wins and the sizes of the classes are known."""

    known_wins: Array
    known_sizes: Array

    @cached_property
    def wins(self) -> Array:
        """(K, K): twice how often a row of class i outscores, in column i, a row of class j; ties count once."""
        return self.known_wins

    @cached_property
    def wins_over_rest(self) -> Array:
        """(K,): the sums of the rows of `wins`."""
        return np.asarray(self.known_wins.sum(axis=1))

    @cached_property
    def sizes(self) -> Array:
        """Number, or weight, of the rows of each class."""
        return self.known_sizes


def _counts_of(ranking: Ranking) -> Curve:
    if ranking.given is None:
        raise NotApplicable("a ranking with sample weights cannot be merged with one without")
    return ranking.given


def _joined(a: Curve, b: Curve) -> Curve:
    """Return two weighted curves as one: the gains at each threshold are added up again."""
    score = np.concatenate([a.threshold, b.threshold])
    ups = np.concatenate([np.diff(curve.tp, prepend=0.0) for curve in (a, b)])
    downs = np.concatenate([np.diff(curve.fp, prepend=0.0) for curve in (a, b)])
    order = np.argsort(score, kind="stable")[::-1]
    last = np.flatnonzero(np.append(np.diff(score[order]) != 0, True)) if len(score) else order
    return Curve(threshold=score[order][last], tp=np.cumsum(ups[order])[last], fp=np.cumsum(downs[order])[last])


def ranking_score(pred: Predictions) -> Array:
    """Return the scores; without a stated positive class the second of two probability columns, which ranks the same way."""
    if pred.positive is None and len(pred.classes) == 2:
        if pred.proba is None:
            raise NotApplicable("the positive class was not stated")
        second: Array = pred.proba[:, 1]
        return second
    return pred.scores()


def rank(pred: Predictions) -> Ranking:
    """Return the ranking of these predictions; nothing is sorted before it is asked for."""
    score = ranking_score(pred)
    if score.ndim == 2:
        return ManyClassRanking(n=len(pred), rows=pred)
    code = 1 if pred.positive_code is None else pred.positive_code
    if pred.weight is not None:
        return ThresholdRanking(n=len(pred), counts=weighted_curve(score, pred.truth == code, pred.weight))
    return TwoClassRanking(n=len(pred), lists=TwoClassScores(rows=(score, pred.truth, code)))


def weighted_curve(score: Array, is_positive: Array, weight: Array) -> Curve:
    """Return the curve of rows that count more or less than once; rows without weight make no threshold."""
    order = np.argsort(score, kind="stable")[::-1]
    order = order[weight[order] > 0]
    values, heavy = score[order], np.asarray(weight, dtype=np.float64)[order]
    last = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.empty(0, dtype=np.int64)
    mark = is_positive[order]
    tp = np.cumsum(np.where(mark, heavy, 0.0))[last]
    fp = np.cumsum(np.where(mark, 0.0, heavy))[last]
    return Curve(threshold=values[last], tp=tp, fp=fp)
