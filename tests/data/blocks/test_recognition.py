"""What is brought as X: recognised as a block, read as columns, or refused in one sentence."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from sklearn.naive_bayes import MultinomialNB

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.data.blocks import block_of
from tests.helpers import block_data as blocks

TWO = [0, 1]


@pytest.mark.parametrize(
    ("X", "words"),
    [
        (["a", "b"], "a list of texts"),
        (("a", "b"), "a list of texts"),
        (np.array(["a", "b"]), "an array of texts"),
        (np.array(["a", "b"], dtype=object), "an array of texts"),
        (pd.Series(["a", "b"]), "a pandas series of texts"),
        (pl.Series(["a", "b"]), "a polars series of texts"),
        (sp.csc_matrix(np.eye(2)), "a sparse matrix with 2 columns, 50 % filled"),
        (sp.coo_array(np.eye(2)), "a sparse matrix with 2 columns, 50 % filled"),
        (np.zeros((2, 8, 8), np.uint8), "an array of 8 x 8 values of type uint8 for each row"),
        ([{"a": 1}, {}], "a list of objects of type dict"),
        ([["a"], ["b", "c"]], "a list of objects of type list"),
        ([np.zeros((2, 2)), np.zeros((2, 2))], "a list of objects of type ndarray"),
        (pd.DataFrame.sparse.from_spmatrix(sp.eye(2)), "a pandas frame of 2 columns"),
        (pd.DataFrame({"x": [[1], [2]]}), "a pandas frame of 1 column"),
        (pl.DataFrame({"x": [[1], [2]], "z": [1, 2]}), "a polars frame of 2 columns"),
    ],
)  # fmt: skip
def test_blocks_are_described(X: Any, words: str) -> None:
    data = bo.load((X, TWO), name="two")
    assert data.block.describe() == words
    assert repr(data) == f"<Dataset 'two': 2 rows, {words}, binary, positive '1'>"
    assert (data.columns, len(data), data.frame) == ((), 2, "")
    assert bo.load((X, TWO)).fingerprint == data.fingerprint
    assert data.take([1]).fingerprint != data.take([0]).fingerprint


@pytest.mark.parametrize(
    "X", [[[1.0], [2.0]], np.eye(2), [["a"], ["b"]], pd.DataFrame({"x": ["a", "b"]}), np.eye(2, dtype=object)]
)
def test_tables_are_no_blocks(X: Any) -> None:
    assert block_of(X) is None
    assert bo.load((X, TWO)).has_columns


@pytest.mark.parametrize(
    ("X", "sentence"),
    [
        (["a", "b", "c"], "the target has 2 values for 3 rows of features"),
        (["a", None], "X contains texts, but row 1 is None, a NoneType; make every row a text"),
        ([None, "a"], "X contains texts, but row 0 is None"),
        (np.array(["a", 3], dtype=object), "X contains texts, but row 1 is 3, a int"),
        (pd.Series(["a", None]), "X contains texts, but row 1 is"),
        (np.zeros((2, 2, 2), dtype=object), r"X is an array of shape \(2, 2, 2\) and type object; convert it to numbers"),
        (np.array(3.0), r"X must have rows and columns, but has shape \(\); give one row for each value of the target"),
        (np.arange(2.0), r"X must have rows and columns, but has shape \(2,\); reshape it with X.reshape\(-1, 1\)"),
        ([1, 2], "reshape it"),
        (pd.Series([1.0, 2.0]), "reshape it"),
        ((text for text in ["a", "b"]), r"X is a generator, which can be read only once; give list\(X\)"),
        (sp.coo_array(np.arange(2)), r"X is a sparse array of shape \(2,\)"),
    ],
)  # fmt: skip
def test_bad_rows_are_one_sentence(X: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as caught:
        bo.load((X, TWO))
    assert "\n" not in str(caught.value)


def test_groups_of_a_block_are_values() -> None:
    with pytest.raises(
        BadInput, match="'site' is meant as a column, but X is a list of texts; give groups, time and weights as values"
    ):
        bo.load((["a", "b"], TWO), groups="site")
    assert bo.load((["a", "b"], TWO), groups=["x", "y"]).groups.tolist() == ["x", "y"]


def test_a_frame_with_objects_names_its_columns() -> None:
    frame = pd.DataFrame({"x": [[1], [2], [3]], "site": ["a", "b", "a"], "y": [0, 1, None]})
    data = bo.load(frame, target="y", groups="site", missing_target="drop")
    assert data.features.to_dict("list") == {"x": [[1], [2]]}
    assert data.groups.tolist() == ["a", "b"]
    with pytest.raises(BadInput, match="column 'x' contains a cell of type list"):
        bo.load(frame, target="site", groups="x")


def test_what_a_learner_cannot_read_is_its_failure() -> None:
    X = blocks.sparse().copy()
    X.data[3] = np.nan
    results = bo.evaluate({"nb": MultinomialNB()}, X, blocks.TARGET, cv=2, progress=False)
    assert "NaN" in str(results.failures["message"].iloc[0])


def test_what_needs_columns_says_so() -> None:
    data = bo.load((blocks.texts(), blocks.TARGET), name="news")
    options = {"datasets": data, "scheme": "2-fold"}
    for sentence, call in {
        "a profile needs columns; 'news' is a list of texts": lambda: bo.profile(data),
        "drift needs columns; 'news' is a list of texts": lambda: bo.drift(data, data),
        "X must have rows and columns, but is a list of texts": lambda: bo.drift((["a"], [0]), (["b"], [1])),
        "an expansion needs columns": lambda: bo.expand(data, n=100),
        r"only\(\) needs columns": lambda: data.only(["x"]),
        "condition 'noisy' needs columns": lambda: bo.Study(**options, learners=["majority"], conditions={"noisy": {"noise": 1.0}}).run(progress=False),
        "learner 'one-rule' makes a rule of one column": lambda: bo.Study(**options, learners=["one-rule"]).run(progress=False),
        "realism needs columns": lambda: bo.realism(data),
    }.items():  # fmt: skip
        with pytest.raises(BadInput, match=sentence):
            call()
