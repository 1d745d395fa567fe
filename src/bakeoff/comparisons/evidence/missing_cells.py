"""The note on empty cells of a table, which every door to a paired comparison gives."""

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import MISSING
from bakeoff.core.notes import Note

__all__ = ["missing_cells"]


def missing_cells(matrix: ScoreMatrix) -> tuple[Note, ...]:
    """Return the note on which learners have no score on which blocks; nothing where the table is full.

    >>> [str(note) for note in missing_cells(ScoreMatrix.of({"a": [1.0, 2.0], "b": [1.0, np.nan]}))]
    ['1 of 4 cells is missing: b on 2.']
    """
    gone = np.argwhere(np.isnan(matrix.values)).tolist()
    if not gone:
        return ()
    return (MISSING(cells=tuple((matrix.names[j], matrix.blocks[i]) for i, j in gone), of=matrix.values.size),)
