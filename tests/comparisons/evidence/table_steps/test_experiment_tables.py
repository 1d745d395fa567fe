"""Tables of experiment tools are read without renaming a column."""

import numpy as np
import pytest
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier

import bakeoff as bo
from bakeoff.comparisons.evidence.score_table import score_table
from bakeoff.core.errors import BakeoffError

SETS = ["iris", "wine", "zoo"]
WEKA = {
    "Key_Dataset": np.repeat(SETS, 4),
    "Key_Run": np.ones(12, int),
    "Key_Fold": np.tile([1, 1, 2, 2], 3),
    "Key_Scheme": np.tile(["weka.classifiers.trees.J48", "weka.classifiers.bayes.NaiveBayes"], 6),
    "Key_Scheme_options": np.tile(["-C 0.25", ""], 6),
    "Key_Scheme_version_ID": np.full(12, -217),
    "Percent_correct": np.arange(12.0) + 60,
    "Kappa_statistic": np.linspace(0, 0.9, 12),
}


@pytest.mark.parametrize(("value", "measure"), [(None, "accuracy"), ("Kappa_statistic", "kappa")])
def test_wekas_experimenter(value: str | None, measure: str) -> None:
    table = score_table(WEKA, value=value)
    assert (table.matrix.names, table.measure) == (("J48", "NaiveBayes"), measure)
    assert set(table.matrix.blocks) == set(SETS)


def test_schemes_with_several_options_have_them_in_their_names() -> None:
    twice = WEKA | {"Key_Scheme": ["weka.classifiers.trees.J48"] * 12, "Key_Scheme_options": np.tile(["-U", "-C 1"], 6)}
    assert score_table(twice).matrix.names == ("J48 -U", "J48 -C 1")


def test_runs_of_mlflow() -> None:
    runs = {
        "run_id": list("abcdef"),
        "metrics.accuracy": [0.8, 0.7, 0.9, 0.6, 0.8, 0.5],
        "metrics.f1": [0.1] * 6,
        "params.learner": ["svm", "nb"] * 3,
        "params.fold": np.repeat([0, 1, 2], 2),
        "tags.mlflow.user": ["me"] * 6,
    }
    table = score_table(runs, learner="params.learner", value="metrics.accuracy", rows="folds")
    assert table.matrix.values.tolist() == [[0.8, 0.7], [0.9, 0.6], [0.8, 0.5]]
    assert table.measure == "accuracy"


def test_the_fold_column_of_mlflow_may_have_any_name() -> None:
    runs = {
        "run_id": list("abcdef"),
        "metrics.accuracy": [0.8, 0.7, 0.9, 0.6, 0.8, 0.5],
        "params.learner": ["svm", "nb"] * 3,
        "params.cv_part": np.repeat([0, 1, 2], 2),
    }
    table = score_table(runs, fold="params.cv_part", rows="folds")
    assert table.matrix.values.tolist() == [[0.8, 0.7], [0.9, 0.6], [0.8, 0.5]]
    with pytest.raises(BakeoffError, match=r"params\.cv_part"):
        score_table(runs, fold="params.cv_prt")
    with pytest.raises(BakeoffError, match="drop one"):
        score_table(runs | {"fold": runs["params.cv_part"]}, fold="params.cv_part")


def test_a_finished_search() -> None:
    data = bo.load("iris")
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, cv=3).fit(data.features, data.target)
    table = score_table(search.cv_results_, rows="folds")
    assert table.matrix.names == ("n_neighbors=1", "n_neighbors=9")
    assert np.allclose(table.matrix.values.mean(axis=0), search.cv_results_["mean_test_score"])


@pytest.mark.parametrize("name", ["Rep", "resample"])
def test_columns_of_repeats_are_no_learners(name: str) -> None:
    assert score_table({name: [1, 2], "a": [0.1, 0.2], "b": [0.3, 0.4]}, rows="folds").matrix.names == ("a", "b")
