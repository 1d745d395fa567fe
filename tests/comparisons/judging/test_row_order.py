"""Neighbours that are alike in the order of the file: when the note comes, and how often without a reason."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.judging.row_order import FALSE_ALARMS, neighbour_notes

CODE = "comparison.neighbours_alike"


def _autoregression(rng, n, phi=0.7):
    values = rng.standard_normal(n)
    for row in range(1, n):
        values[row] += phi * values[row - 1]
    return values


def test_a_series_without_times_gets_the_note_and_with_times_none():
    rng = np.random.default_rng(2)
    truth = rng.standard_normal(150)
    made = {"a": truth + _autoregression(rng, 150), "b": truth + 0.2}
    codes = [note.code for note in bo.compare_predictions(truth, made, "mae").notes]
    timed = [note.code for note in bo.compare_predictions(truth, made, "mae", time=np.arange(150)).notes]
    table = bo.compare({name: np.abs(pred - truth) for name, pred in made.items()}, rows="rows", measure="mae")
    assert CODE in codes
    assert CODE not in timed
    assert CODE in [note.code for note in table.notes]


@pytest.mark.parametrize("shape", ["normal", "lognormal", "hits", "rare hits", "groups"])
def test_false_alarms_are_rare(shape):
    rng, files, n = np.random.default_rng(6), 2000, 120
    alarms = 0
    for _ in range(files):
        groups = None
        if shape == "normal":
            a = rng.standard_normal(n)
        elif shape == "lognormal":
            a = np.exp(1.5 * rng.standard_normal(n))
        elif shape == "groups":
            groups = np.repeat(np.arange(40), 3)
            a = rng.standard_normal(40)[groups] + rng.standard_normal(n)
        else:
            a = (rng.random(n) < (0.3 if shape == "hits" else 0.1)).astype(float)
        alarms += bool(neighbour_notes({"a": a, "b": np.zeros(n)}, groups=groups))
    assert alarms / files <= FALSE_ALARMS + 3 * np.sqrt(FALSE_ALARMS / files)


def test_sorted_files_get_no_note():
    rng = np.random.default_rng(3)
    numbers = np.sort(rng.standard_normal(100))
    assert not neighbour_notes({"a": numbers, "b": np.zeros(100)}, truth=numbers)
    classes = np.repeat([0, 1, 0], [70, 60, 70])
    hits = (rng.random(200) < np.where(classes == 1, 0.9, 0.3)).astype(float)
    assert not neighbour_notes({"a": hits, "b": np.zeros(200)}, truth=classes, coded=True)


def test_few_rows_and_equal_learners_get_no_note():
    assert not neighbour_notes({"a": np.arange(20.0), "b": np.zeros(20)})
    assert not neighbour_notes({"a": np.ones(100), "b": np.ones(100)})
    assert not neighbour_notes({"a": np.r_[np.zeros(95), np.ones(5)], "b": np.zeros(100)})
