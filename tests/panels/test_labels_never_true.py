"""A label that is predicted and that no row has is named in a note."""

import numpy as np

import bakeoff as bo
from bakeoff.core.notes import Note

TRUTH = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 1, 0]])


def notes_of(predicted: np.ndarray) -> list[Note]:
    """The notes of that kind."""
    panel = bo.measure(TRUTH, predicted, task="multilabel", labels=["sport", "politics", "weather"], level=None)
    return [note for note in panel.notes if note.code.endswith("never-true") or note.code.endswith("never_true")]


def test_the_label_is_named() -> None:
    predicted = TRUTH.copy()
    predicted[1, 2] = 1
    (note,) = notes_of(predicted)
    assert str(note) == "predicted, but never true in these rows: label weather"


def test_a_label_that_nobody_predicts_needs_no_note() -> None:
    assert notes_of(TRUTH) == []
