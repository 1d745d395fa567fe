"""Results in the user's hands: frames of the data's own kind, studies from a file, and what is asked in vain."""

import numpy as np
import polars as pl
import pytest

import bakeoff as bo
from bakeoff.api.results import Results
from bakeoff.core.errors import NotApplicable, StudyFileError, UnknownName
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.study.running.execute import store_spec

TOML = """
title = "from a file"
seed = 4
measures = ["accuracy", "kappa"]
[learners.zero]
use = "majority"
[learners.nb]
use = "sklearn.naive_bayes.GaussianNB"
[[datasets]]
name = "iris"
[resampling]
scheme = "kfold"
folds = 5
repeats = 2
"""


@pytest.fixture(scope="module")
def from_polars():
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"x": rng.normal(size=30), "kind": ["red", "blue", "green"] * 10})
    y = pl.Series("y", rng.normal(size=30))
    return bo.evaluate(["mean", "median"], frame, y, cv="2x5", n_jobs=1, progress=False)


def test_frames_are_of_the_kind_the_data_came_in(from_polars):
    assert isinstance(from_polars.scores(), pl.DataFrame)
    assert isinstance(from_polars.failures, pl.DataFrame)
    assert set(from_polars.scores()["measure"]) == {"rmse", "mae", "r2", "fit_seconds"}
    assert from_polars.scores("mae", kind="pandas").shape == (20, 6)


def test_regression_predictions_are_numbers(from_polars):
    rows = from_polars.predictions_frame()
    assert rows.shape[0] == 2 * 2 * 30
    assert rows["truth"].dtype == pl.Float64
    assert "label" in rows.columns


def test_lower_is_better_is_respected(from_polars):
    text = str(from_polars)
    assert "lower is better" in text
    assert from_polars.compare("rmse").judgement.matrix.direction == "lower"


def test_a_study_read_from_a_file_and_not_yet_run(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(TOML, encoding="utf-8")
    study = bo.Study.from_toml(path)
    assert repr(study) == "<Study 'from a file': 2 learners, 1 data set, kfold(5, repeats=2), by accuracy>"
    ledger = MemoryLedger()
    store_spec(study.spec, ledger)
    results = Results(ledger)
    assert results.verdict is None
    assert "0 of 20 units" in repr(results)
    assert str(results).startswith("No verdict. Accuracy")
    with pytest.raises(NotApplicable, match="there are no predictions yet"):
        results.predictions_frame()
    with pytest.raises(UnknownName, match="no unit called"):
        results.predictions("iris", "nb")


def test_what_is_no_study_file_is_said_in_words(tmp_path):
    with pytest.raises(StudyFileError, match="there is no results file"):
        bo.open(tmp_path / "none.bakeoff")
    path = tmp_path / "notes.txt"
    path.write_text("hello, this is not a database at all\n" * 50, encoding="utf-8")
    with pytest.raises(StudyFileError, match="not a bakeoff results file"):
        bo.open(path)
