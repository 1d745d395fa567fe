"""Input of unusual kinds: what can be read is read right, and what cannot is refused in one sentence."""

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.predictions.from_arrays import predictions_of

DATES = np.array(["2020-01-01", "2021-01-01"], "M8[D]")
MASKED = np.ma.array([1, 0], mask=[False, True])
REFUSED = {
    "dates for classes": ({"y_true": DATES, "y_pred": [0, 1]}, "y_true contains dates"),
    "dates for scores": ({"y_true": [0, 1], "y_score": DATES}, "y_score contains dates"),
    "dates for weights": ({"y_true": [0, 1], "y_pred": [0, 1], "sample_weight": DATES}, "sample_weight contains dates"),
    "dates for numbers": ({"y_true": [0.5, 1.5], "y_pred": DATES}, "y_pred contains dates"),
    "complex truth": ({"y_true": [1j, 0], "y_pred": [1, 0]}, "y_true contains complex numbers"),
    "complex numbers": ({"y_true": [0.5, 1.5], "y_pred": [1j, 1]}, "y_pred contains complex numbers"),
    "complex prior": ({"y_true": [0, 1], "y_proba": [0.5, 0.5], "prior": [0.5j, 0.5]}, "prior"),
    "complex mean": ({"y_true": [0.5, 1], "y_pred": [0.5, 1], "prior": 1j}, "prior"),
    "bytes": ({"y_true": [b"a", b"b"], "y_pred": ["a", "b"]}, "y_true contains bytes"),
    "days": ({"y_true": DATES.astype(object), "y_pred": DATES.astype(object)}, "a class cannot be datetime.date(20"),
    "ragged truth": ({"y_true": [[0, 1], [1]], "y_pred": [0, 1]}, "y_true has rows of different lengths"),
    "lists for classes": ({"y_true": np.array([[0, 1], [1]], object), "y_pred": [0, 1]}, "a class is one value per row"),
    "masked truth": ({"y_true": MASKED, "y_pred": [1, 0]}, "y_true, row 1 is missing"),
    "masked score": ({"y_true": [1, 0], "y_score": MASKED}, "y_score, row 1 is missing"),
    "NA word": ({"y_true": pd.Series(["a", None], dtype="string"), "y_pred": ["a", "b"]}, "y_true, row 1 is missing"),
    "NA truth value": ({"y_true": pd.array([True, None]), "y_pred": [True, False]}, "y_true, row 1 is missing"),
    "too large a class": ({"y_true": [1e300, 1], "y_pred": [1, 1]}, "y_true, row 0: 1e+300 is not a class"),
    "infinite class": ({"y_true": [np.inf, 1], "y_pred": [1, 1]}, "y_true, row 0: inf is not a class"),
    "no label": ({"y_true": ["a", "a"], "y_pred": ["a", "a"], "labels": ["a", None]}, "a class cannot be None"),
    "lists for labels": ({"y_true": ["a", "a"], "y_pred": ["a", "a"], "labels": [["a"], ["b"]]}, "a class cannot be ['a']"),
    "equal labels": ({"y_true": [0, 1], "y_pred": [0, 1], "labels": [0, 1, True]}, "the class True is named twice"),
    "mixed labels": ({"y_true": [0, 1], "y_pred": [0, 1], "labels": [0, 1, "a"]}, "the classes mix text and numbers"),
    "several positives": ({"y_true": [0, 1], "y_pred": [0, 1], "positive": np.array([0, 1])}, "positive is one class"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused_in_one_sentence(name):
    given, words = REFUSED[name]
    with pytest.raises(BadInput) as told:
        bo.measure(**given, level=None)
    assert words in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64])
def test_classes_from_one_end_of_their_type_to_the_other(kind):
    ends = np.iinfo(np.int8)
    classes = np.array([ends.min, 3, ends.max], kind)
    pred = predictions_of(classes, classes[[0, 2, 2]])
    assert pred.classes == ("-128", "3", "127")
    assert pred.labels().tolist() == [0, 2, 2]


def test_words_of_every_type_are_the_same_words():
    words = ["b", "a", "b"]
    kinds = [np.array(words, np.dtypes.StringDType()), np.array(words, object), [np.str_(one) for one in words]]
    for one in (*kinds, pd.Series(words, dtype="string"), pd.Series(words, dtype="category")):
        assert predictions_of(words, one).labels().tolist() == [1, 0, 1]


def test_numbers_in_cells_of_objects():
    cells = np.array([np.int64(3), np.int64(1)], object)
    assert predictions_of(cells, [3, 1]).classes == ("1", "3")


def test_dates_tell_groups_apart():
    panel = bo.measure([0, 1, 0, 1], [0, 1, 1, 1], groups=np.repeat(DATES, 2), measures=["accuracy"])
    assert "by group" in panel["accuracy"].method


@pytest.mark.parametrize("names", [[0, 10**9, 5], [0, 2**62, 5], np.array([0, 2**63, 5], np.uint64), [-1, 7, 3]])
def test_numbers_of_clusters_may_be_as_large_as_ids(names):
    asked = ["purity", "nmi", "ari", "rand"]
    panel = bo.measure([0, 1, 1], names, task="clustering", measures=asked, level=None)
    small = bo.measure([0, 1, 1], [0, 2, 1], task="clustering", measures=asked, level=None)
    assert [one.value for one in panel.values()] == [one.value for one in small.values()]


def test_no_rows_to_cluster():
    panel = bo.measure([], [], task="clustering", measures=["purity", "nmi"], level=None)
    assert all("undefined" in one.warnings[0] for one in panel.values())
