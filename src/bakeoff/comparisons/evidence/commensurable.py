"""Scores in the units of a target, or in seconds: their differences cannot be pooled over data sets, their ratios can."""

from dataclasses import replace

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import NO_RATIOS, RATIOS
from bakeoff.core.notes import Note
from bakeoff.measures.naming import resolve

__all__ = ["has_units", "poolable", "spans_magnitudes"]

APART = 30.0  # data sets whose scores differ in size by such a factor have units of their own


def has_units(measure: str) -> bool:
    """Whether the measure's values depend on the units of the data set; a measure nobody declared says nothing.

    >>> has_units("rmse"), has_units("pinball(0.9)"), has_units("r2")
    (True, True, False)
    """
    declared = resolve(measure)
    return declared is not None and declared.in_units


def poolable(matrix: ScoreMatrix, measure: str, evidence: Evidence) -> tuple[ScoreMatrix, Note | None]:
    """Return the matrix to test, with a note where it does not hold the scores themselves or their sizes do not count.

    Over data sets a difference in one target's units says nothing about another's. Logarithms turn differences into
    ratios, which do; a score of zero has none, and then only ranks and signs are left.
    """
    if evidence is not DATASETS or not has_units(measure):
        return matrix, None
    seen = matrix.values[~np.isnan(matrix.values)]
    if seen.size and seen.min() > 0:
        return replace(matrix, values=np.log(matrix.values)), RATIOS(measure=measure)
    return matrix, NO_RATIOS(measure=measure)


def spans_magnitudes(matrix: ScoreMatrix) -> float:
    """The factor between the data sets of largest and smallest scores; 1 where scores are not all positive, or are shares.

    >>> spans_magnitudes(ScoreMatrix.of([[1.0, 2.0], [500.0, 700.0]]))
    350.0
    """
    values = matrix.complete_blocks().values
    if not values.size or values.min() <= 0 or values.max() <= 1:
        return 1.0
    sizes = values.max(axis=1)
    return float(sizes.max() / sizes.min())
