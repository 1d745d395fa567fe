"""MergeBuffer: the rankings of parts of the rows, merged once when all of them have been read."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from bakeoff.core.cached import cached_property
from bakeoff.core.checks import Array
from bakeoff.kernels.compiled import LARGE, sort_pair
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.ranking import ManyClassRanking, Ranking, TwoClassRanking
from bakeoff.predictions.summaries.ranking.two_class_scores import TwoClassScores

__all__ = ["MergeBuffer"]


# Not slotted: the ranking is kept when first asked for.
@dataclass(frozen=True, kw_only=True, eq=False)
class MergeBuffer:
    """The rankings of parts that wait to be merged: merging a hundred of them one by one would copy all scores seven times.

    Computing the ranking empties the buffer: each part is dropped as soon as it was copied, so that no score is held twice.
    """

    parts: list[Ranking]

    @property
    def n(self) -> int:
        """Rows of all parts."""
        return sum(part.n for part in self.parts) if self.parts else self.ranking.n

    def merge(self, other: "MergeBuffer") -> "MergeBuffer":
        """Return both buffers as one."""
        return MergeBuffer(parts=self.parts + other.parts)

    @cached_property
    def ranking(self) -> Ranking:
        """All parts together.

        >>> from bakeoff.predictions.from_arrays import predictions_of
        >>> from bakeoff.predictions.summaries.ranking.ranking import rank
        >>> halves = [rank(predictions_of([0, 1], y_score=score)) for score in ([0.3, 0.9], [0.8, 0.7])]
        >>> MergeBuffer(parts=halves).ranking.positives.tolist()
        [0.7, 0.9]
        """
        n, many = self.n, [part.many for part in self.parts if part.many is not None]
        if len(self.parts) == 1:
            return self.parts[0]
        if many:
            self.parts.clear()
            return ManyClassRanking(n=n, rows=_of_many(many))
        lists = [list(scores) for scores in zip(*(part.scores.parted for part in self.parts), strict=True)]
        self.parts.clear()
        positives, negatives = (_joined(scores) for scores in lists)
        sort_pair(positives, negatives)
        return TwoClassRanking(n=n, lists=TwoClassScores(given=(positives, negatives)))


def _of_many(parts: list[Predictions]) -> Predictions:
    """What a ranking of more than two classes reads. Large classes are sorted one column of scores at a time, so that
    these are laid out one after the other; of small ones whole rows are looked up.
    """
    first, truth = parts[0], np.concatenate([part.truth for part in parts])
    rows = np.concatenate([part.rows for part in parts])
    weight = (
        None if first.weight is None else np.concatenate([part.weight for part in parts if part.weight is not None])
    )
    scores = [part.scores() for part in parts]
    parts.clear()
    large = np.bincount(truth).max(initial=0) > LARGE
    return Predictions(
        task=first.task, classes=first.classes, positive=first.positive, rows=rows, truth=truth, weight=weight,
        score=_joined(scores, "F" if large else "C"),
    )  # fmt: skip


def _joined(parts: list[Array], order: Literal["C", "F"] = "C") -> Array:
    """All one after the other; each is let go when it was copied."""
    joined = np.empty((sum(map(len, parts)), *parts[0].shape[1:]), dtype=np.result_type(*parts), order=order)
    start = 0
    while parts:
        part = parts.pop(0)
        joined[start : start + len(part)] = part
        start += len(part)
    return joined
