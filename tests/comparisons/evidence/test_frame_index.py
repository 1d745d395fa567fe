"""The index of a pandas frame names data sets and learners, as the first column of a file does."""

import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput

pd = pytest.importorskip("pandas")
NAMES = ["iris", "wine", "glass", "sonar", "vote", "zoo", "heart"]
SCORES = {
    "nb": [0.81, 0.71, 0.92, 0.65, 0.77, 0.83, 0.59],
    "svm": [0.86, 0.75, 0.95, 0.70, 0.79, 0.84, 0.66],
    "tree": [0.80, 0.72, 0.9, 0.66, 0.7, 0.8, 0.6],
}


def blocks(table, **options):
    return list(bo.compare(table, **options).judgement.matrix.blocks)


@pytest.mark.parametrize("name", [None, "dataset", "data"])
def test_words_in_the_index_name_the_data_sets(name):
    frame = pd.DataFrame(SCORES, index=pd.Index(NAMES, name=name))
    assert blocks(frame) == NAMES
    by_column = bo.compare({"dataset": NAMES, **SCORES})
    assert bo.compare(frame).to_dict()["pairs"] == by_column.to_dict()["pairs"]


def test_a_pivoted_table_keeps_its_names():
    long = pd.DataFrame(SCORES, index=NAMES).rename_axis("dataset").reset_index()
    long = long.melt("dataset", var_name="learner", value_name="accuracy")
    wide = long.pivot_table(index="dataset", columns="learner", values="accuracy")
    assert blocks(wide) == sorted(NAMES)


def test_words_in_the_index_name_learners_too():
    frame = pd.DataFrame(SCORES, index=NAMES).T
    made = bo.compare(frame, columns="datasets")
    assert list(made.judgement.matrix.names) == list(SCORES)
    assert list(made.judgement.matrix.blocks) == NAMES
    costs = pd.DataFrame({"accuracy": [0.9, 0.8], "seconds": [2.0, 1.0]}, index=["svm", "nb"])
    assert set(bo.efficiency(costs, positive=["accuracy"], negative=["seconds"]).scores) == {"svm", "nb"}


@pytest.mark.parametrize("index", [range(7), ["x"] * 7, [*NAMES[:6], 7], pd.MultiIndex.from_product([["a"], NAMES])])
def test_an_index_of_numbers_or_of_repeated_names_names_nothing(index):
    frame = pd.DataFrame(SCORES, index=index)
    with pytest.raises(BadInput, match="nothing says what the 7 rows of the table are; state it: rows='datasets'"):
        blocks(frame)
    assert blocks(frame, rows="datasets") == list("1234567")


def test_a_column_of_names_comes_before_the_index():
    frame = pd.DataFrame({"dataset": NAMES, **SCORES}, index=[f"row {at}" for at in range(7)])
    assert blocks(frame) == NAMES
