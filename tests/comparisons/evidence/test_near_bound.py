"""The caveat on a bounded measure looks at the scores, not at the name of the measure."""

import numpy as np
import pytest

import bakeoff as bo

SCORES = {
    "a": np.array([0.22, 0.25, 0.3, 0.27, 0.26, 0.24, 0.28, 0.23, 0.25, 0.26]),
    "b": np.array([0.2, 0.22, 0.28, 0.25, 0.25, 0.21, 0.26, 0.2, 0.22, 0.24]),
}


@pytest.mark.parametrize(
    ("shift", "factor", "word"),
    [
        (0.0, 1, ""),
        (0.0, 100, ""),
        (0.4, 1, ""),
        (0.71, 1, "close to one"),
        (0.71, 100, "close to one"),
        (-0.2, 1, "close to zero"),
    ],
)
def test_a_bound_is_near_where_the_scores_are(shift, factor, word):
    table = {name: np.clip(values + shift, 0, 1) * factor for name, values in SCORES.items()}
    for measure in ("roc_auc", "average_precision"):
        made = bo.compare(table, rows="folds", scheme="10-fold", measure=measure)
        notes = [str(note) for note in made.judgement.notes if note.code == "comparison.bounded"]
        assert len(notes) == bool(word)
        assert all(word in note for note in notes)
