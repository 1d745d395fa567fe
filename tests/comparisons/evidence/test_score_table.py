# ruff: noqa: PD011  (the values of a ScoreMatrix are an array, not a pandas column)
"""Reading score tables: every kind of frame, long tables, and all that is wrong told at once."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.score_table import columns_of, score_table
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.notes import AVERAGED, CONSTANT, MISSING, ROW_NUMBERS
from bakeoff.comparisons.question import Question
from bakeoff.core.errors import BadInput, Problems
from bakeoff.tabular.reading import read

WIDE = {"data": ["x", "y", "z"], "a": [0.9, 0.8, 0.7], "b": [0.6, 0.5, 0.4]}


@pytest.mark.parametrize(
    "kind", [dict, pd.DataFrame, pl.DataFrame, pa.table], ids=["dict", "pandas", "polars", "pyarrow"]
)
def test_every_kind_of_frame(kind):
    seen = score_table(kind(WIDE)).matrix
    assert seen.names == ("a", "b")
    assert seen.blocks == ("x", "y", "z")
    assert seen.values.tolist() == [[0.9, 0.6], [0.8, 0.5], [0.7, 0.4]]


def test_arrays_and_direction():
    seen = score_table(np.ones((3, 2)), direction="lower").matrix
    assert seen.names == ("learner 1", "learner 2")
    assert seen.direction.value == "lower"
    with pytest.raises(BadInput, match="higher"):
        score_table(np.ones((3, 2)), direction="up")
    with pytest.raises(BadInput, match="rows and columns"):
        score_table(np.ones(3))


def test_all_problems_at_once():
    table = {"data": ["x", "x", "z", "w"], "a": ["0.9", "high", "0.7", "inf"], "b": ["1", "", "?", "n/a"]}
    with pytest.raises(Problems) as caught:
        score_table(table, source="scores.csv")
    text = str(caught.value)
    assert "scores.csv has 3 problems" in text
    assert "'x' occurs 2 times" in text
    assert "column 'a' contains 'high' in row 2 (x)" in text
    assert "infinite" in text


def test_one_column_only():
    with pytest.raises(Problems, match="one column"):
        score_table({"data": ["x", "y"], "a": [1, 2]})


def test_missing_cells_and_constants_are_told():
    seen = score_table({"a": [1, None, 3, 4], "b": [5, 5, 5, 5], "c": [1, 2, float("nan"), ""]})
    judged = judge(seen.matrix, Question(evidence=DATASETS))
    assert MISSING(cells=(("a", "2"), ("c", "3"), ("c", "4")), of=12) in judged.notes
    assert seen.notes == (CONSTANT(learner="b", value=5.0),)


def test_percent_signs_and_separators(tmp_path):
    file = tmp_path / "s.csv"
    for mark in ",;\t":
        file.write_text(f"data{mark}a{mark}b\nx{mark}90%{mark}80%\ny{mark}70{mark}60\n", encoding="utf-8-sig")
        assert score_table(read(file).columns()).matrix.values.tolist() == [[90, 80], [70, 60]]


def test_bad_files(tmp_path):
    file = tmp_path / "s.csv"
    file.write_text("a,b\n1,2,3\n4\n")
    with pytest.raises(Problems, match="line 2 has 3 cells"):
        read(file).columns()
    file.write_text("a,a\n1,2\n")
    with pytest.raises(BadInput, match="called 'a'"):
        read(file).columns()
    file.write_text("a,b\n")
    with pytest.raises(BadInput, match="no rows"):
        read(file).columns()
    file.write_bytes(b"a,b\n\xe9,2\n")
    with pytest.raises(BadInput, match="UTF-8"):
        read(file).columns()


def long(**more):
    rows = [
        (d, l, f, i + j + f / 10) for i, d in enumerate("xy") for j, l in enumerate(["nb", "svm"]) for f in range(3)
    ]
    columns = dict(zip(("dataset", "learner", "fold", "score"), map(list, zip(*rows, strict=True)), strict=True))
    return columns | more


def test_long_tables():
    seen = score_table(long()).matrix
    assert seen.names == ("nb", "svm")
    assert seen.blocks == ("x", "y")
    assert seen.values[:, 0] == pytest.approx([0.1, 1.1])
    with pytest.raises(BadInput, match="2 values of dataset, but folds belong to one"):
        score_table(long(), rows="folds")
    one = {name: column[:6] for name, column in long().items()}
    assert score_table(one, rows="folds").matrix.blocks == ("0", "1", "2")
    with pytest.raises(BadInput, match="--value"):
        score_table(long(time=[1.0] * 12))
    assert score_table(long(time=[1.0] * 12), value="time", direction="lower").matrix.values.tolist() == [
        [1, 1],
        [1, 1],
    ]
    broken = long()
    broken["score"][0] = None
    assert np.isnan(score_table(broken).matrix.values[0, 0]), "no mean over survivors"
    without = {name: column for name, column in long().items() if name != "fold"}
    with pytest.raises(Problems, match="nb has two scores on dataset x"):
        score_table(without)


def test_the_column_of_a_long_table_names_the_measure():
    columns = long()
    columns["kappa"] = columns.pop("score")
    assert score_table(columns).measure == "kappa"
    assert score_table(long()).measure == ""
    columns["log_loss"] = columns.pop("kappa")
    assert score_table(columns).matrix.direction.value == "lower", "the measure knows which way is better"
    assert score_table(columns, direction="higher").notes[0].code == "comparison.direction"


def test_a_column_of_measures_is_asked_for_one():
    tidy = {
        "dataset": list("xxxxyyyy"), "learner": ["nb", "nb", "svm", "svm"] * 2, "measure": ["auc", "mcc"] * 4,
        "value": [0.9, 0.8, 0.8, 0.7, 0.7, 0.6, 0.6, 0.5],
    }  # fmt: skip
    with pytest.raises(BadInput, match=r"2 measures; choose one .*: auc, mcc"):
        score_table(tidy)
    assert score_table(tidy, measure="auc").measure == "auc"
    with pytest.raises(BadInput, match="no measure in the table called 'acc'"):
        score_table(tidy, measure="acc")


def test_wide_tables_of_folds():
    wide = {"repeat": [1, 1, 2, 2], "fold": [1, 2, 1, 2], "a": [0.9, 0.8, 0.7, 0.6], "b": [0.8, 0.7, 0.6, 0.5]}
    assert score_table(wide, rows="folds").matrix.blocks == ("1 / 1", "1 / 2", "2 / 1", "2 / 2")
    with pytest.raises(BadInput, match="differ by repeat and fold, so they are not data sets"):
        score_table(wide)
    seen = score_table({"dataset": ["x", "x", "y", "y"], **wide})
    assert seen.matrix.values[:, 0] == pytest.approx([0.85, 0.65])
    assert seen.notes == (AVERAGED(fewest=2, most=2, columns=("repeat", "fold")),)


def test_the_index_that_pandas_writes_is_no_learner():
    assert score_table({"": ["0", "1"], "a": [0.9, 0.8], "b": [0.8, 0.7]}).matrix.names == ("a", "b")


def test_decimal_commas_where_commas_do_not_separate():
    made = read(b"data;a;b\nx;0,9;80,5%\n", name="x.csv").columns()
    assert made == {"data": ["x"], "a": ["0.9"], "b": ["80.5%"]}
    with pytest.raises(BadInput, match="one decimal mark throughout"):
        read(b"data;a;b\nx;0,9;0.8\n", name="x.csv").columns()


@pytest.mark.parametrize("name", ["row_no", "idx", "Unnamed: 0.1", "#"])
@pytest.mark.parametrize("first", [0, 1])
def test_a_first_column_that_counts_the_rows_is_no_learner(name, first):
    numbers = [str(first + i) for i in range(4)]
    seen = score_table({name: numbers, "a": [0.9, 0.8, 0.7, 0.9], "b": [0.8, 0.7, 0.6, 0.6]})
    assert seen.matrix.names == ("a", "b")
    assert seen.matrix.blocks == tuple(numbers), "it names the rows"
    assert seen.notes == (ROW_NUMBERS(column=name),)


def test_row_numbers_before_names_and_in_long_tables():
    wide = {"k": [1, 2, 3], "dataset": ["x", "y", "z"], "a": [0.9, 0.8, 0.7], "b": [0.8, 0.7, 0.6]}
    assert score_table(wide).matrix.blocks == ("x", "y", "z")
    numbered = score_table({"": list(range(12))} | long())
    assert numbered.matrix.names == ("nb", "svm")
    assert score_table({"k": list(range(12))} | long()).notes[0] == ROW_NUMBERS(column="k")
    with pytest.raises(Problems, match="one column of scores beside the row numbers in column 'k'"):
        score_table({"k": [1, 2, 3], "a": [0.9, 0.8, 0.7]})


def test_columns_of_folds_are_no_learners_wherever_they_stand():
    scores = {"a": [0.9, 0.8, 0.7, 0.6], "b": [0.8, 0.7, 0.6, 0.5]}
    folds = {"fold": [1, 2, 1, 2]}
    seen = score_table({"name": list("xxyy")} | folds | scores)
    assert seen.matrix.names == ("a", "b")
    assert seen.matrix.values[:, 0] == pytest.approx([0.85, 0.65]), "a first column of words names data sets"
    last = score_table(scores | {"fold": [1, 2, 3, 4]}, rows="folds").matrix
    assert (last.names, last.blocks) == (("a", "b"), ("1", "2", "3", "4"))


def test_a_table_of_predictions_is_told_where_to_go():
    with pytest.raises(Problems) as caught:
        score_table({"row": [1, 2, 3], "nb": ["ill", "well", "ill"], "svm": ["ill", "ill", "well"], "knn": [1, 2, 3]})
    assert any("'svm' contains no numbers but 'ill' and the like" in one for one in caught.value.problems)
    assert sum("--truth COLUMN" in one for one in caught.value.problems) == 1, "a first column of words names the rows"


def test_a_failure_is_no_value_missing_at_random():
    seen = score_table({"dataset": ["x", "y", "z"], "a": ["0.9", "OUT OF MEMORY", "0.8"], "b": ["0.7", "0.6", ""]})
    assert np.isnan(seen.matrix.values).tolist() == [[False, False], [True, False], [False, True]]
    (note,) = [one for one in seen.notes if one.code == "comparison.failed_cells"]
    assert note.facts["rows"] == ("y",)


def test_words_in_the_index_of_a_frame_name_the_rows():
    frame = pd.DataFrame({"a": [0.9, 0.8], "b": [0.7, 0.6]}, index=["iris", "wine"])
    assert score_table(frame).matrix.blocks == ("iris", "wine")
    assert score_table(frame.to_dict()).matrix.blocks == ("iris", "wine")
    assert list(columns_of(frame.reset_index(drop=True))) == ["a", "b"]
    assert list(columns_of(frame.set_axis(["x", "x"]))) == ["a", "b"]  # not names, as they repeat
    assert list(columns_of(frame.assign(site="s"))) == ["a", "b", "site"]  # which has words of its own
    ranked = bo.efficiency(pd.DataFrame({"accuracy": [0.9, 0.8], "fit_seconds": [3, 1]}, index=["svm", "tree"]))
    assert list(ranked.scores) == ["svm", "tree"]


def test_columns_of_a_frame_that_are_numbers_or_twice_the_same():
    values = np.random.default_rng(0).random((8, 3))
    frame = pd.DataFrame(values)
    assert list(columns_of(frame)) == list(columns_of(values)) == ["learner 1", "learner 2", "learner 3"]
    assert (
        bo.compare(frame, rows="datasets").verdict.p_adjusted == bo.compare(values, rows="datasets").verdict.p_adjusted
    )
    assert list(columns_of(pd.DataFrame(values, columns=[2024, 2025, 2026]))) == ["2024", "2025", "2026"]
    with pytest.raises(BadInput, match="two columns of the table are called 'a'"):
        columns_of(pd.DataFrame(values, columns=["a", "b", "a"]))
