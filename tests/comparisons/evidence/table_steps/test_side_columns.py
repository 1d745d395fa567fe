"""A column is left out only where its values prove that it is no learner."""

import pytest

from bakeoff.comparisons.evidence.score_table import score_table

SVM, TREE = [0.95, 0.91, 0.71, 0.83, 0.82, 0.90], [0.93, 0.92, 0.66, 0.74, 0.79, 0.85]
ROWS = {"data": list("abcdef"), "svm": SVM, "tree": TREE}
BETTER = [0.96, 0.94, 0.75, 0.85, 0.84, 0.93]


@pytest.mark.parametrize("name", ["svm_rank", "svm_mean", "mean", "best", "diff", "average", "svm_std", "rank", "time"])
def test_a_learner_by_its_values(name: str):
    assert score_table({**ROWS, name: BETTER}).matrix.names == ("svm", "tree", name)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("svm_rank", [1, 2, 1, 1, 1, 1]),
        ("mean", [0.94, 0.915, 0.685, 0.785, 0.805, 0.875]),
        ("best", [0.95, 0.92, 0.71, 0.83, 0.82, 0.90]),
        ("diff", [0.02, -0.01, 0.05, 0.09, 0.03, 0.05]),
        ("svm_std", [0.02, 0.01, 0.05, 0.03, 0.03, 0.05]),
        ("n_rows", [150, 178, 214, 208, 303, 57]),
        ("winner", ["svm", "tree", "svm", "svm", "svm", "svm"]),
    ],
)
def test_no_learner_by_its_values(name: str, values: list[object]):
    read = score_table({**ROWS, name: values})
    assert read.matrix.names == ("svm", "tree")
    assert [note.code for note in read.notes] == ["comparison.side_columns"]


def test_an_average_of_printed_cells_is_proved_by_their_first_numbers():
    printed = {name: [f"{value} ± 0.01" for value in values] for name, values in (("svm", SVM), ("tree", TREE))}
    mean = [f"{(a + b) / 2:.3f} ± 0.01" for a, b in zip(SVM, TREE, strict=True)]
    assert score_table({"data": list("abcdef"), **printed, "mean": mean}).matrix.names == ("svm", "tree")
