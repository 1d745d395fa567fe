"""Halves: scores of the positives and of the negatives. Their order alone is found in half the time of sorting them."""

from dataclasses import dataclass
from functools import cached_property

from bakeoff.core.checks import Array
from bakeoff.kernels import dispatch
from bakeoff.predictions.summaries.ranking.roc_steps import CompiledRocSteps, RocSteps, roc_steps
from bakeoff.predictions.summaries.ranking.sort_keys import order_by_keys

__all__ = ["TwoClassScores"]


# Not slotted: what has been made is kept.
@dataclass(frozen=True, kw_only=True, eq=False)
class TwoClassScores:
    """Either the rows, or both lists."""

    rows: tuple[Array, Array, int] | None = None  # scores, codes of the classes, the code of the positive one
    given: tuple[Array, Array] | None = None
    ascending: bool = True  # whether the lists are

    @property
    def parted(self) -> tuple[Array, Array]:
        """Scores of the positives and of the negatives, in whatever order they are at hand."""
        if self.given is not None:
            return self.given
        assert self.rows is not None
        made: tuple[Array, Array] | None = self.__dict__.get("sorted")
        return dispatch.split(*self.rows) if made is None else made

    @cached_property
    def sorted(self) -> tuple[Array, Array]:
        """Scores of the positives and of the negatives, each ascending.

        >>> import numpy as np
        >>> ups, downs = TwoClassScores(rows=(np.array([0.9, 0.1, 0.4]), np.array([1, 0, 1]), 1)).sorted
        >>> ups.tolist(), downs.tolist()
        ([0.4, 0.9], [0.1])
        """
        ups, downs = self.parted
        if self.given is None or not self.ascending:  # they are nobody else's
            dispatch.sort_both(ups, downs)
        return ups, downs

    @cached_property
    def rises(self) -> RocSteps | CompiledRocSteps:
        """What stands above each positive."""
        if self.rows is not None and "sorted" not in self.__dict__:
            order = order_by_keys(*self.rows)
            if order is not None:
                return CompiledRocSteps(scores=order, by=dispatch.walks(*order[:2]))
        return roc_steps(*self.sorted)

    def settled(self) -> "TwoClassScores":
        """Without the rows."""
        ready = "sorted" in self.__dict__ or (self.given is not None and self.ascending)
        return TwoClassScores(given=self.parted, ascending=ready)

    def in_order(self) -> "TwoClassScores":
        """Without the rows and, where they are not at hand, without the scores: whole numbers in the same order."""
        known = self.__dict__.get("rises")
        return TwoClassScores(given=known.scores[:2]) if isinstance(known, CompiledRocSteps) else self.settled()
