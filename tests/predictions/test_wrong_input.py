"""Wrong input through both doors: one sentence, with the column and the row where there is one."""

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BakeoffError

NAN, INF = float("nan"), float("inf")
ARRAYS = {
    "lengths": ({"y_true": [0, 1, 1], "y_score": [0.1, 0.2]}, "lengths differ: y_true has 3, y_score has 2"),
    "weights' length": ({"y_true": [0, 1], "y_pred": [0, 1], "sample_weight": [1]}, "sample_weight has 1"),
    "label": ({"y_true": ["a", "b"], "y_pred": ["a", "c"], "labels": ["a", "b"]}, "y_pred, row 1: c is not one of"),
    "truth": ({"y_true": ["a", "x"], "y_pred": ["a", "b"], "labels": ["a", "b"]}, "y_true, row 1: x is not one of"),
    "NaN score": ({"y_true": [0, 1, 1], "y_score": [0.1, NAN, 0.2]}, "y_score, row 1 is missing"),
    "infinite score": ({"y_true": [0, 1, 1], "y_score": [0.1, INF, 0.2]}, "y_score, row 1 is inf"),
    "complex score": ({"y_true": [0, 1], "y_score": [1j, 2j]}, "y_score contains complex numbers"),
    "NaN probability": ({"y_true": [0, 1], "y_proba": [[0.1, 0.9], [NAN, 1.0]]}, "y_proba, row 1 is missing"),
    "sum": ({"y_true": [0, 1], "y_proba": [[0.4, 0.6], [0.5, 0.6]]}, "y_proba, row 1: the probabilities sum to 1.1"),
    "negative": ({"y_true": [0, 1], "y_proba": [-0.1, 0.5]}, "y_proba, row 0: -0.1 is not a probability"),
    "percent": ({"y_true": [0, 1], "y_proba": [0.1, 50]}, "y_proba, row 1: 50 is not a probability"),
    "words for probabilities": ({"y_true": [0, 1], "y_proba": [[0.1, 0.9], ["a", "b"]]}, "y_proba must be numbers, but row 1"),
    "ragged": ({"y_true": [0, 1], "y_proba": [[0.1, 0.9], [0.5]]}, "y_proba has rows of different lengths"),
    "one class": ({"y_true": ["a", "a"], "y_proba": [0.2, 0.3]}, "y_true contains one class only, a"),
    "three classes, one column": ({"y_true": [0, 1, 2], "y_proba": [0.1, 0.2, 0.3]}, "there are 3 classes"),
    "columns": ({"y_true": [0, 1, 2], "y_proba": [[0.5, 0.5]] * 3}, "y_proba: 2 columns for 3 classes"),
    "two scores": ({"y_true": [0, 1], "y_score": [[0.5, 0.5]] * 2}, "give the positive class's column only"),
    "missing truth": ({"y_true": ["a", None], "y_pred": ["a", "b"]}, "y_true, row 1 is missing"),
    "kinds": ({"y_true": ["a", "b"], "y_pred": [0, 1]}, "y_true contains words, but y_pred numbers"),
    "positive": ({"y_true": ["a", "b"], "y_pred": ["a", "b"], "positive": "z"}, "positive: z is not one of the classes a, b"),
    "negative weight": ({"y_true": [0, 1], "y_pred": [0, 1], "sample_weight": [1, -1]}, "sample_weight, row 1 is negative"),
    "no weight": ({"y_true": [0, 1], "y_pred": [0, 1], "sample_weight": [0, 0]}, "zero on every row"),
    "negative deviation": ({"y_true": [0.5, 1], "y_pred": [0.5, 1], "y_sd": [1, -1]}, "y_sd, row 1 is negative"),
    "words for numbers": ({"y_true": [0.5, 1.5], "y_pred": ["a", "b"]}, "y_pred must be numbers, but row 0 is not"),
    "numbers for classes": ({"y_true": [0, 1], "y_pred": [0, 0.7]}, "y_pred, row 1: 0.7 is not a class"),
    "shape": ({"y_true": [[1, 0], [0, 1]], "y_pred": [1, 0]}, "y_true must be one value per row"),
    "task": ({"y_true": [0, 1], "y_pred": [0, 1], "task": "binari"}, "no task called 'binari'; did you mean 'binary'"),
    "binary": ({"y_true": [0, 1, 2], "y_pred": [0, 1, 2], "task": "binary"}, "the task is binary, but there are 3"),
    "twice": ({"y_true": [0, 1], "y_pred": [0, 1], "labels": [0, 0, 1]}, "the class 0 is named twice"),
    "groups": ({"y_true": [0, 1], "y_pred": [0, 1], "groups": ["a", None]}, "groups, row 1 is missing"),
    "row ids": ({"y_true": [0, 1], "y_pred": [0, 1], "row_id": [3.0, NAN]}, "row_id, row 1 is missing"),
    "prior": ({"y_true": [0, 1], "y_proba": [0.2, 0.3], "prior": ["a", "b"]}, "prior must be numbers"),
    "level": ({"y_true": [0, 1], "y_pred": [0, 1], "level": "95"}, "level must lie strictly between 0 and 1, not '95'"),
    "resamples": ({"y_true": [0, 1], "y_pred": [0, 1], "n_resamples": 0}, "n_resamples must be a whole number"),
    "measures": ({"y_true": [0, 1], "y_pred": [0, 1], "measures": 3}, "a measure is a name such as 'accuracy'"),
    "score of numbers": ({"y_true": [0.5, 1.5], "y_score": [0.5, 1]}, "regression has no use for y_score"),
    "spread of classes": ({"y_true": [0, 1], "y_pred": [0, 1], "y_sd": [1, 1], "task": "binary"}, "classification has no use for y_sd"),
    "probabilities of clusters": ({"y_true": [0, 1], "y_proba": [0, 1], "task": "clustering"}, "clustering has no use for y_proba"),
}  # fmt: skip


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays(name):
    given, words = ARRAYS[name]
    with pytest.raises(BakeoffError) as told:
        bo.measure(**given)
    assert words in str(told.value)
    assert "\n" not in str(told.value)


FRAME = pd.DataFrame({
    "y": [0, 1, 1, 0], "said": [0, 1, 0, 0], "word": ["a", "b", "b", "a"], "other": ["a", "c", "b", "a"],
    "p": [0.2, 0.9, 0.4, 0.1], "q": [0.8, 0.1, 0.7, 0.9], "gap": [0.2, np.nan, 0.4, 0.1], "big": [0.2, 0.9, 4.0, 0.1],
    "value": [1.5, 2.5, 3.5, 4.0], "sd": [1.0, 1.0, -1.0, 1.0], "w": [1, 1, -1, 1], "same": ["a"] * 4,
    "fold": ["x", None, "x", "y"],
})  # fmt: skip
FILES = {
    "unknown column": (("--truth", "yy", "--pred", "said"), "no column of"),
    "label": (("--truth", "word", "--pred", "other", "--labels", "a,b"), "column 'other', row 1: c is not one of"),
    "NaN score": (("--truth", "y", "--score", "gap"), "column 'gap', row 1 is missing"),
    "probability": (("--truth", "y", "--proba", "big"), "column 'big', row 2: 4 is not a probability"),
    "sum": (("--truth", "y", "--proba", "q,p"), "columns 'q, p', row 2: the probabilities sum to 1.1"),
    "words": (("--truth", "y", "--proba", "q,word"), "column 'word' must be numbers, but row 0 is not"),
    "one class": (("--truth", "same", "--proba", "p"), "column 'same' contains one class only, a"),
    "positive": (("--truth", "word", "--proba", "p"), "the positive class must be stated"),
    "unknown positive": (("--truth", "word", "--pred", "word", "--positive", "z"), "--positive: z is not one of the classes a, b"),
    "kinds": (("--truth", "word", "--pred", "said"), "column 'word' contains words, but column 'said' numbers"),
    "numbers for classes": (("--truth", "y", "--pred", "p"), "column 'p', row 0: 0.2 is not a class"),
    "deviation": (("--truth", "value", "--pred", "value", "--sd", "sd"), "column 'sd', row 2 is negative"),
    "weight": (("--truth", "y", "--pred", "said", "--sample-weight", "w"), "column 'w', row 2 is negative"),
    "draws": (("--truth", "value", "--draws", "p,gap"), "columns 'p, gap', row 1 is missing or infinite"),
    "words for numbers": (("--truth", "value", "--pred", "word"), "column 'word' must be numbers, but row 0 is not"),
    "group": (("--truth", "y", "--pred", "said", "--by", "fold"), "column 'fold', row 1 is missing"),
    "row id": (("--truth", "y", "--pred", "said", "--row", "gap"), "column 'gap', row 1 is missing"),
    "share": (("--truth", "y", "--pred", "said", "--test-share", "0.1"), "name their column with --by"),
    "measure": (("--truth", "y", "--pred", "said", "--measures", "acuracy"), "did you mean 'accuracy'"),
    "parameter": (("--truth", "y", "--pred", "said", "--measures", "fbeta(x)"), "fbeta"),
    "score of numbers": (("--truth", "value", "--score", "p"), "regression has no use for column 'p'"),
}  # fmt: skip


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("name", FILES)
def test_files(tmp_path, name, suffix):
    options, words = FILES[name]
    path = tmp_path / f"p.{suffix}"
    FRAME.to_csv(path, index=False) if suffix == "csv" else FRAME.to_parquet(path)
    done = CliRunner().invoke(cli, ["measure", str(path), *options])
    assert done.exit_code == 2
    assert words in done.output
    assert done.output.count("\n") == 1
