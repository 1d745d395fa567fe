"""Models of several labels and several numbers: saved, loaded in a process of their own, and asked for new rows."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import make_multilabel_classification, make_regression
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier

import bakeoff as bo


def of_file(results: bo.Results, path: Path, rows: np.ndarray) -> dict[str, list]:
    """The answers of the model of the best learner, after it was saved and loaded."""
    results.deploy().save(path, card=False)
    with bo.load_model(path) as model:
        return model.predict(rows).columns()


def test_a_model_of_several_labels_answers_as_the_estimator_does(tmp_path: Path) -> None:
    X, Y = make_multilabel_classification(n_samples=80, n_classes=3, n_features=5, random_state=0)
    results = bo.evaluate({"knn": KNeighborsClassifier()}, X, Y, cv=2, n_jobs=1, progress=False)
    answers = of_file(results, tmp_path / "labels.skops", X[:10])
    expected = KNeighborsClassifier().fit(X, Y).predict(X[:10])
    assert [answers[name] for name in ("0", "1", "2")] == expected.T.tolist()


def test_a_model_of_several_numbers_answers_as_the_estimator_does(tmp_path: Path) -> None:
    X, Y = make_regression(60, 4, n_targets=2, noise=1.0, random_state=0)
    results = bo.evaluate({"line": LinearRegression()}, X, Y, cv=2, n_jobs=1, progress=False)
    answers = of_file(results, tmp_path / "numbers.skops", X[:10])
    expected = LinearRegression().fit(X, Y).predict(X[:10])
    assert [answers[name] for name in ("0", "1")] == [pytest.approx(column, abs=1e-9) for column in expected.T]
