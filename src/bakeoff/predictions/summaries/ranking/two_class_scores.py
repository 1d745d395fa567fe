"""TwoClassScores: the scores of the positives and of the negatives, sorted when first asked for."""

from dataclasses import dataclass

from bakeoff.core.cached import cached_property
from bakeoff.core.checks import Array
from bakeoff.kernels import kernel
from bakeoff.kernels.compiled import CompiledRocSteps, sort_pair
from bakeoff.kernels.reference.ranking import RocSteps

__all__ = ["TwoClassScores"]


# Not slotted: results are kept.
@dataclass(frozen=True, kw_only=True, eq=False)
class TwoClassScores:
    """Scores of two classes, stored either as unsorted rows with a class code, or as two arrays: positives and negatives."""

    rows: tuple[Array, Array, int] | None = None  # scores, codes of the classes, the code of the positive one
    given: tuple[Array, Array] | None = None  # scores of the positives and of the negatives
    ascending: bool = True  # whether the given lists are

    @property
    def parted(self) -> tuple[Array, Array]:
        """The scores of the positives and of the negatives, in any order."""
        if self.given is not None:
            return self.given
        assert self.rows is not None
        sorted_lists = self._sorted_already()
        if sorted_lists is not None:
            return sorted_lists
        lists: tuple[Array, Array] = kernel("split_by_class")(*self.rows)
        return lists

    def _sorted_already(self) -> tuple[Array, Array] | None:
        sorted_lists: tuple[Array, Array] | None = self.__dict__.get("sorted")
        if sorted_lists is None and "steps" in self.__dict__:
            sorted_lists = self.steps.scores
        return sorted_lists

    @cached_property
    def sorted(self) -> tuple[Array, Array]:
        """The scores of the positives and of the negatives, each ascending.

        >>> import numpy as np
        >>> ups, downs = TwoClassScores(rows=(np.array([0.9, 0.1, 0.4]), np.array([1, 0, 1]), 1)).sorted
        >>> ups.tolist(), downs.tolist()
        ([0.4, 0.9], [0.1])
        """
        sorted_lists = self._sorted_already()
        if sorted_lists is not None:
            return sorted_lists
        lists = self.parted
        if self.given is None or not self.ascending:  # nobody else holds these lists
            sort_pair(*lists)
        return lists

    @cached_property
    def steps(self) -> RocSteps | CompiledRocSteps:
        """The steps of the ROC curve; for them the order of the scores is enough, which takes half the time of sorting."""
        unsorted = self.rows is not None and "sorted" not in self.__dict__
        steps: RocSteps | CompiledRocSteps
        steps = kernel("roc_steps_of_rows")(*self.rows) if unsorted and self.rows else kernel("roc_steps")(*self.sorted)
        return steps

    def settled(self) -> "TwoClassScores":
        """Return the same without the rows."""
        ready = self._sorted_already() is not None or (self.given is not None and self.ascending)
        return TwoClassScores(given=self.parted, ascending=ready)

    def in_order(self) -> "TwoClassScores":
        """Return the same without the rows; where only the order of the scores is known, whole numbers in that order."""
        steps = self.__dict__.get("steps")
        return TwoClassScores(given=steps.order[:2]) if isinstance(steps, CompiledRocSteps) else self.settled()
