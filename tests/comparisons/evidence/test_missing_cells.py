"""Cells without a score are named."""

import numpy as np

from bakeoff.comparisons.evidence.missing_cells import missing_cells
from bakeoff.comparisons.evidence.types import ScoreMatrix


def test_a_full_table_has_no_note() -> None:
    assert missing_cells(ScoreMatrix.of({"a": [1.0, 2.0], "b": [1.0, 3.0]})) == ()


def test_every_missing_cell_is_a_learner_on_a_block() -> None:
    matrix = ScoreMatrix.of({"a": [np.nan, 2.0, 3.0], "b": [1.0, np.nan, np.nan]})
    (note,) = missing_cells(matrix)
    text = str(note)
    assert text.startswith("3 of 6 cells are missing")
    assert "a on 1" in text
    assert "b on 2" in text
