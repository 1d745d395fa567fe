"""Scores in the units of a target, or in seconds: their differences cannot be pooled over data sets, their ratios can."""

from dataclasses import replace

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import NO_RATIOS, RATIOS
from bakeoff.core.notes import Note
from bakeoff.measures.naming import resolve

__all__ = ["averages_mislead", "has_units", "mixed_scales", "poolable", "spans_magnitudes"]

APART = 30.0  # data sets whose scores differ in size by such a factor have units of their own
MIXED = 20.0  # times the smallest typical score


def has_units(measure: str) -> bool:
    """Whether the measure's values depend on the units of the data set; a measure nobody declared says nothing.

    >>> has_units("rmse"), has_units("pinball(0.9)"), has_units("r2")
    (True, True, False)
    """
    declared = resolve(measure)
    return declared is not None and declared.in_units


def mixed_scales(matrix: ScoreMatrix) -> bool:
    """Whether some data sets have scores many times those of others, as errors in the unit of a target have."""
    defined = matrix.values[np.isfinite(matrix.values).any(axis=1)]
    typical = np.nanmean(defined, axis=1) if defined.size else np.ones(1)
    return len(typical) > 1 and bool((typical > 0).all()) and float(typical.max()) > MIXED * float(typical.min())


def averages_mislead(matrix: ScoreMatrix, measure: str) -> bool:
    """Whether a mean over data sets would add values of different units; of a measure nobody declared the scores tell."""
    return mixed_scales(matrix) if resolve(measure) is None else has_units(measure)


def poolable(matrix: ScoreMatrix, measure: str, evidence: Evidence) -> tuple[ScoreMatrix, Note | None]:
    """Return the matrix to test, with a note where it does not hold the scores themselves or their sizes do not count.

    Over data sets a difference in one target's units says nothing about another's. Logarithms turn differences into
    ratios, which do. A score of zero has none: it stays below all others, and of a learner with such a score only ranks
    and signs are left (the fact `zeros` of the note).
    """
    if evidence is not DATASETS or not has_units(measure):
        return matrix, None
    values = matrix.values
    zeros = tuple(name for name, low in zip(matrix.names, np.any(values <= 0, axis=0).tolist(), strict=True) if low)
    if len(matrix.names) - len(zeros) < 2 or not (values > 0).any():
        return matrix, NO_RATIOS(measure=measure)
    positive = values > 0
    logs = np.log(values, out=np.full_like(values, np.nan), where=positive)
    below = np.nanmin(logs) - 1.0 + values / (1.0 + np.abs(values))  # in the order of the scores
    tested = np.where(positive | np.isnan(values), logs, below)
    return replace(matrix, values=tested), RATIOS(measure=measure, zeros=zeros)


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
