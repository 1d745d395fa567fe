"""Scores of all learners on all splits of one data set, and why a score is missing: the dense view of a ScoreCube."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.study.analysis.stored_design import DomainDesign

__all__ = ["DatasetScores", "MissingScore"]


class MissingScore(IntEnum):
    """Why a learner has no value on a data set by a measure."""

    NONE = 0
    TASK = 1  # the measure is not for this kind of data set
    OUTPUT = 2  # the learner does not give what the measure reads
    UNFINISHED = 3  # units failed or have not run
    UNDEFINED = 4  # the measure is undefined, even over the pooled rows


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DatasetScores:
    """One data set. Axes: learners (L), splits (S), measures (M), repeats (R)."""

    domain: DomainDesign
    learners: tuple[str, ...]
    measures: tuple[str, ...]
    done: Array  # (L, S) bool
    failed: Array  # (L, S) bool
    values: Array  # (L, S, M); NaN where there is none
    reasons: dict[tuple[int, int], tuple[MissingScore, str]]  # (learner, measure): does not fit, and why
    pooled: dict[int, Array]  # measure: (L, R), scored over all test rows of a repeat
    seconds: Array  # (L, S), to fit; NaN where there is none
    memory: Array  # (L, S), bytes at the highest moment
    cpu: Array  # (L, S), processor seconds to fit and predict
    size: int = 0  # training rows; 0 is the whole training part

    @property
    def name(self) -> str:
        """The data set's name."""
        return self.domain.card.name

    def splits_of(self, measure: int) -> Array:
        """The (L, S) scores by one measure."""
        return np.asarray(self.values[:, :, measure])

    def hole(self, learner: int, measure: int) -> MissingScore:
        """Why there is no value, or NONE."""
        if (learner, measure) in self.reasons:
            return self.reasons[learner, measure][0]
        if not self.done[learner].all():
            return MissingScore.UNFINISHED
        return MissingScore.UNDEFINED if np.isnan(self._blocks(learner, measure)).any() else MissingScore.NONE

    def mean(self, learner: int, measure: int) -> float:
        """The mean over splits, or over repeats where rows are pooled; NaN where there is a hole."""
        blocks = self._blocks(learner, measure)
        return float(blocks.mean()) if self.hole(learner, measure) is MissingScore.NONE else np.nan

    def _blocks(self, learner: int, measure: int) -> Array:
        return self.pooled[measure][learner] if measure in self.pooled else self.values[learner, :, measure]
