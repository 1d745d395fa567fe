"""Ranking: the sorted scores with class counts; every threshold's counts follow from one merge."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.kernels import kernel
from bakeoff.kernels.compiled import CompiledRocSteps, PrecomputedRocSteps
from bakeoff.kernels.reference.ranking import RocSteps, steps_of_curve, weighted_class_wins
from bakeoff.kernels.results import ThresholdTotals
from bakeoff.predictions.predictions import Predictions, pool
from bakeoff.predictions.summaries.ranking.two_class_scores import TwoClassScores

__all__ = ["Curve", "Ranking", "rank", "ranking_score", "weighted_curve"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curve:
    """Distinct thresholds from the highest down, and how many of each class score at or above them."""

    threshold: Array
    tp: Array
    fp: Array


# Not slotted: what has been computed once is kept.
@dataclass(frozen=True, kw_only=True, eq=False)
class Ranking:
    """The scores of two classes; or weighted counts per threshold, the rows of more classes, all of a resample."""

    n: int
    halves: TwoClassScores | None = None
    given: Curve | None = None
    many: Predictions | None = None  # more than two classes: one column of scores each
    walked: RocSteps | PrecomputedRocSteps | None = None  # all that is known of a resample

    @classmethod
    def of_wins(cls, many: Predictions, wins: Array, sizes: Array) -> "Ranking":
        """A resample of these rows of more than two classes, of which all that is known are its wins and class sizes."""
        made = cls(n=len(many), many=many)
        made.__dict__.update(wins=wins, sizes=sizes)
        return made

    @property
    def positives(self) -> Array:
        """Their scores, ascending."""
        return self._halves().sorted[0]

    @property
    def negatives(self) -> Array:
        """Their scores, ascending."""
        return self._halves().sorted[1]

    @property
    def parted(self) -> tuple[Array, Array]:
        """Both, in whatever order they are at hand."""
        return self._halves().parted

    @cached_property
    def curve(self) -> Curve:
        """Counts at every threshold."""
        if self.given is not None:
            return self.given
        threshold, tp, fp = kernel("threshold_counts")(*self._halves().sorted)
        return Curve(threshold=threshold, tp=tp, fp=fp)

    @cached_property
    def steps(self) -> RocSteps | CompiledRocSteps | PrecomputedRocSteps:
        """The steps of the ROC curve."""
        if self.walked is not None:
            return self.walked
        if self.given is not None:
            return steps_of_curve(self.given.tp, self.given.fp)
        return self._halves().steps

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
        made = self.hull.copy()
        made[:, :-1] = made[:, 1:] - self.hull[:, :-1]
        return made

    @cached_property
    def positive_weight(self) -> float:
        """Number, or weight, of the positives."""
        if self.given is not None:
            return float(self.given.tp[-1]) if len(self.given.tp) else 0.0
        return 0.0 if self.many is not None else self.steps.positives

    @cached_property
    def negative_weight(self) -> float:
        """Number, or weight, of the negatives."""
        if self.given is not None:
            return float(self.given.fp[-1]) if len(self.given.fp) else 0.0
        return 0.0 if self.many is not None else self.steps.negatives

    @cached_property
    def wins(self) -> Array:
        """(K, K): twice how often a row of class i outscores, in column i, a row of class j; ties count once.

        With two classes it is the same table from the one score.
        """
        if self.many is None:
            doubled = self.totals.doubled_wins
            return np.array([[0.0, doubled], [doubled, 0.0]])
        rows = (self.many.scores(), self.many.truth, len(self.many.classes))
        return np.asarray(
            kernel("class_wins")(*rows) if self.many.weight is None else weighted_class_wins(*rows, self.many.weight)
        )

    @cached_property
    def wins_over_rest(self) -> Array:
        """(K,): the sums of the rows of `wins`, which take less than the table itself."""
        if self.many is None or "wins" in self.__dict__ or self.many.weight is not None:
            return np.asarray(self.wins.sum(axis=1))
        return np.asarray(kernel("class_wins_over_rest")(self.many.scores(), self.many.truth, len(self.many.classes)))

    @cached_property
    def sizes(self) -> Array:
        """Number, or weight, of the rows of each class, the negatives first where there are two."""
        if self.many is None:
            return np.array([self.negative_weight, self.positive_weight])
        return np.bincount(self.many.truth, weights=self.many.weight, minlength=len(self.many.classes)).astype(float)

    def merge(self, other: "Ranking") -> "Ranking":
        """The ranking of both parts together: exact, in memory that grows with the rows."""
        if self.many is not None and other.many is not None:
            return replace(self, n=self.n + other.n, many=pool((self.many, other.many)))
        if self.given is not None and other.given is not None:
            return replace(self, n=self.n + other.n, given=_joined(self.given, other.given))
        ups = kernel("merge")(self.positives, other.positives)
        downs = kernel("merge")(self.negatives, other.negatives)
        return Ranking(n=self.n + other.n, halves=TwoClassScores(given=(ups, downs)))

    def settled(self) -> "Ranking":
        """Without the rows, unless they are all there is."""
        return self if self.halves is None else Ranking(n=self.n, halves=self.halves.settled())

    def in_order(self) -> "Ranking":
        """The same for whoever asks for no thresholds: it does not hold on to the rows either, and nothing is sorted."""
        return self if self.halves is None else Ranking(n=self.n, halves=self.halves.in_order())

    def _halves(self) -> TwoClassScores:
        if self.halves is not None:
            return self.halves
        if self.many is not None:
            raise NotApplicable("this question is for two classes; roc_auc_ovr and roc_auc_ovo are for more")
        if self.given is not None:
            raise NotApplicable("a ranking with sample weights cannot be merged with one without")
        raise NotApplicable("the thresholds of a resample are not kept")


def _joined(a: Curve, b: Curve) -> Curve:
    """Two weighted curves as one: the gains at each threshold are added up again."""
    score = np.concatenate([a.threshold, b.threshold])
    ups = np.concatenate([np.diff(one.tp, prepend=0.0) for one in (a, b)])
    downs = np.concatenate([np.diff(one.fp, prepend=0.0) for one in (a, b)])
    order = np.argsort(score, kind="stable")[::-1]
    last = np.flatnonzero(np.append(np.diff(score[order]) != 0, True)) if len(score) else order
    return Curve(threshold=score[order][last], tp=np.cumsum(ups[order])[last], fp=np.cumsum(downs[order])[last])


def ranking_score(pred: Predictions) -> Array:
    """The scores; without a stated positive class the second of two probability columns, which ranks the same way."""
    if pred.positive is None and len(pred.classes) == 2:
        if pred.proba is None:
            raise NotApplicable("the positive class was not stated")
        second: Array = pred.proba[:, 1]
        return second
    return pred.scores()


def rank(pred: Predictions) -> Ranking:
    """Ready to be sorted, once; what the rows are called is forgotten then unless they have weights."""
    score = ranking_score(pred)
    if score.ndim == 2:
        return Ranking(n=len(pred), many=pred)
    code = 1 if pred.positive_code is None else pred.positive_code
    if pred.weight is not None:
        curve = weighted_curve(score, pred.truth == code, pred.weight)
        return Ranking(n=len(pred), given=curve)
    return Ranking(n=len(pred), halves=TwoClassScores(rows=(score, pred.truth, code)))


def weighted_curve(score: Array, is_positive: Array, weight: Array) -> Curve:
    """The curve of rows that count more or less than once; those that do not count at all make no threshold."""
    order = np.argsort(score, kind="stable")[::-1]
    order = order[weight[order] > 0]
    values, heavy = score[order], np.asarray(weight, dtype=np.float64)[order]
    last = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.empty(0, dtype=np.int64)
    mark = is_positive[order]
    tp = np.cumsum(np.where(mark, heavy, 0.0))[last]
    fp = np.cumsum(np.where(mark, 0.0, heavy))[last]
    return Curve(threshold=values[last], tp=tp, fp=fp)
