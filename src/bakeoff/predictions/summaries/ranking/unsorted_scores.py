"""ScoredRows: scores in the order of the rows, as long as it matters which row a score belongs to."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.sorted_rows import RankedRows
from bakeoff.predictions.summaries.ranking.ranking import (
    Ranking,
    ThresholdRanking,
    TwoClassRanking,
    ranking_score,
    weighted_curve,
)
from bakeoff.predictions.summaries.ranking.two_class_scores import TwoClassScores

__all__ = ["UnsortedScores", "scored"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UnsortedScores:
    """Score, class and weight of each row of two classes."""

    score: Array
    positive: Array  # bool
    weight: Array | None = None

    @property
    def n(self) -> int:
        """How many rows."""
        return len(self.score)

    @property
    def ranking(self) -> Ranking:
        """All of them, sorted.

        >>> from bakeoff.predictions.from_arrays import predictions_of
        >>> scored(predictions_of([0, 1, 1], y_score=[0.2, 0.9, 0.1])).ranking.positives.tolist()
        [0.1, 0.9]
        """
        if self.weight is not None:
            curve = weighted_curve(self.score, self.positive, self.weight)
            return ThresholdRanking(n=self.n, counts=curve)
        ups, downs = self.score[self.positive], self.score[~self.positive]
        ups.sort()
        downs.sort()
        return TwoClassRanking(n=self.n, lists=TwoClassScores(given=(ups, downs)))

    def ranked(self, owner: Array) -> RankedRows:
        """In the order of falling scores, with the unit that each row belongs to."""
        return RankedRows.of_rows(self.score, self.positive, self.weight, owner)

    def merge(self, other: "UnsortedScores") -> "UnsortedScores":
        """Both parts, one after the other."""
        both = self.weight is not None and other.weight is not None
        return UnsortedScores(
            score=np.concatenate([self.score, other.score]),
            positive=np.concatenate([self.positive, other.positive]),
            weight=np.concatenate([self.weight, other.weight]) if both else None,
        )


def scored(pred: Predictions) -> UnsortedScores:
    """The scores of two classes."""
    code = 1 if pred.positive_code is None else pred.positive_code
    return UnsortedScores(
        score=np.ascontiguousarray(ranking_score(pred)), positive=pred.truth == code, weight=pred.weight
    )
