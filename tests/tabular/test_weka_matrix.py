"""The confusion matrix that WEKA printed."""

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.tabular.weka_matrix import weka_matrix

LINES = [
    "=== Confusion Matrix ===", "", "  a  b  c   <-- classified as", " 49  1  0 |  a = Iris-setosa", "  0 47  3 |  b = Iris-versicolor",
    "  0  2 48 |  c = Iris-virginica", "", "Time taken: 0 seconds",
]  # fmt: skip
NAMES = ["Iris-setosa", "Iris-versicolor", "Iris-virginica"]


def test_counts_stand_under_the_class_that_was_predicted() -> None:
    columns = weka_matrix(LINES, "j48.txt")
    assert columns == {
        "<-- classified as": NAMES, NAMES[0]: ["49", "0", "0"], NAMES[1]: ["1", "47", "2"], NAMES[2]: ["0", "3", "48"],
    }  # fmt: skip


def test_a_text_without_one_is_none_of_wekas() -> None:
    assert weka_matrix(["a,b", "1,2"], "t.csv") is None


def test_two_matrices_and_rows_that_are_none_are_refused() -> None:
    with pytest.raises(BadInput, match=r"j48\.txt contains 2 confusion matrices"):
        weka_matrix(LINES + LINES, "j48.txt")
    with pytest.raises(BadInput, match=r"line 5 of j48\.txt needs 3 counts and the name of a class"):
        weka_matrix([*LINES[:4], "  0 many 3 |  b = Iris-versicolor", *LINES[5:]], "j48.txt")


def test_classes_of_one_name_keep_their_letters() -> None:
    columns = weka_matrix([line.replace("versicolor", "setosa") for line in LINES], "j48.txt")
    assert list(columns) == ["<-- classified as", "a", "b", "c"]
