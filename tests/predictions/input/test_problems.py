"""All that is wrong with the cells of the columns is told at once, each column by its first rows."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, Problems, UnknownName, collect_errors
from bakeoff.predictions.from_arrays import predictions_of


def refusal(**given):
    with pytest.raises(BadInput) as caught:
        predictions_of(**given)
    return caught.value


def test_every_column_is_named_once():
    said = refusal(
        y_true=["a", None, "b", "a"], y_proba=[0.5, 1.5, np.nan, -0.5], sample_weight=[1, -1, 1, np.inf], positive="a"
    )
    assert isinstance(said, Problems)
    assert [one.split(";")[0] for one in said.problems] == [
        "y_true, row 1 is missing",
        "y_proba, row 1: 1.5 is not a probability",
        "sample_weight, row 1 is negative",
    ]
    assert said.problems[1].endswith("also wrong: rows 2, 3")
    assert said.problems[2].endswith("also wrong: row 3")


def test_a_long_list_of_rows_is_cut():
    said = str(refusal(y_true=[0, 1] * 500, y_score=["x"] * 1000))
    assert said == "y_score must be numbers, but row 0 is not: x; also wrong: rows 1, 2, 3, ..."


def test_what_is_wrong_with_the_columns_together_comes_first():
    said = refusal(y_true=[0, 1, 1], y_score=[0.5, np.inf])
    assert said.problems[0] == "lengths differ: y_true has 3, y_score has 2"
    assert said.problems[1] == "y_score, row 1 is inf; give a finite number"


def test_other_refusals_stay_what_they_are():
    assert isinstance(refusal(y_true=[0, 1], y_pred=[0, 1], task="binry"), UnknownName)
    assert (
        str(refusal(y_true=[0, 1], y_pred=[0, 1], labels=[0, 0])) == "the class 0 is named twice; name each class once"
    )
    assert str(refusal(y_true=np.array([b"a", b"b"]), y_pred=["a", "b"])).count("also wrong") == 0


def test_rows_of_numbers_and_classes_that_were_not_named():
    said = refusal(y_true=["a", "x", "b"], y_proba=[[0.5, 0.5], [0.5, 0.6], [0.2, 0.9]], labels=["a", "b"])
    assert said.problems == (
        "y_true, row 1: x is not one of the classes a, b",
        "y_proba, row 1: the probabilities sum to 1.1, not to 1; divide each row by its sum; also wrong: row 2",
    )
    numbers = refusal(y_true=[1.5, np.inf], y_pred=[np.nan, 1], y_sd=[-1.0, 1.0], task="regression")
    assert [one[:13] for one in numbers.problems] == ["y_true, row 1", "y_pred, row 0", "y_sd, row 0 i"]
    draws = refusal(y_true=[1.5, 2.0, 1.0], y_draws=[[1, 2], [np.nan, 1], [1, np.inf]])
    assert str(draws) == "y_draws, row 1 is missing or infinite; drop the row or fill it in; also wrong: row 2"


def test_every_curve_is_looked_at():
    with pytest.raises(Problems) as caught:
        bo.curve([0, 1, None], {"a": [0.5, np.nan, 1], "b": [0.5, 1, np.inf]})
    assert [one.split(",")[0] for one in caught.value.problems] == ["y_true", "y_score 'a'", "y_score 'b'"]


def test_together_raises_one_refusal_as_it_is():
    def refused():
        raise UnknownName("measure", "x", ["y"])

    with pytest.raises(UnknownName):
        collect_errors("the table", {"a": lambda: 1, "b": refused, "c": refused})


def test_what_only_follows_from_a_misfit_is_not_told():
    said = refusal(y_true=["a", "b", "c"], y_proba=[[0.1, 0.2], [0.1, 0.2], [0.1, 0.3]])
    assert str(said).startswith("y_proba: 2 columns for 3 classes"), "of other classes' columns no sum can be expected"
    assert "one column for 3 classes ('ill', 'ill ', 'well')" in str(
        refusal(y_true=["ill", "ill ", "well"], y_score=[1, 2, 3])
    )
