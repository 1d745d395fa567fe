"""Studies of several labels and several numbers: equal to a plain loop with scikit-learn, stored, resumed, reported."""

import numpy as np
import pytest
from sklearn.datasets import make_multilabel_classification, make_regression
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, MultiTaskLasso, Ridge
from sklearn.metrics import f1_score, hamming_loss, mean_absolute_error, root_mean_squared_error
from sklearn.model_selection import KFold
from sklearn.multioutput import ClassifierChain
from sklearn.neighbors import KNeighborsClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput

LABELS = {"knn": KNeighborsClassifier(), "chain": ClassifierChain(LogisticRegression())}
NUMBERS = {"ridge": Ridge(), "lasso": MultiTaskLasso()}
CV = KFold(4, shuffle=True, random_state=1)


def _loop(estimator, X, Y, score):
    return [score(Y[test], estimator.fit(X[train], Y[train]).predict(X[test])) for train, test in CV.split(X)]


def _values(results, learner, measure):
    table = results.scores()
    return table[(table.learner == learner) & (table.measure == measure)].value.to_numpy()


def test_labels_equal_a_plain_loop_with_scikit_learn(tmp_path):
    X, Y = make_multilabel_classification(160, n_classes=4, random_state=0)
    file = tmp_path / "labels.bakeoff"
    study = {"cv": CV, "measures": ["hamming_loss", "f1_macro"], "progress": False, "file": file}
    results = bo.evaluate(LABELS, X, Y, **study)
    for name, estimator in LABELS.items():
        for measure, score in (
            ("hamming_loss", hamming_loss),
            ("f1_macro", lambda y, p: f1_score(y, p, average="macro")),
        ):
            want = _loop(estimator, X, Y, score)
            assert np.allclose(_values(results, name, measure), want, atol=1e-12)
    again = bo.evaluate(LABELS, X, Y, **study)
    assert again.scores().equals(results.scores())
    page = tmp_path / "labels.html"
    results.report(page)
    assert "Hamming" in page.read_text()


def test_numbers_equal_a_plain_loop_with_scikit_learn(tmp_path):
    X, Y = make_regression(120, n_targets=3, noise=20, random_state=0)
    results = bo.evaluate(NUMBERS, X, Y, cv=CV, measures=["rmse", "mae"], progress=False)
    for name, estimator in NUMBERS.items():
        for measure, score in (("rmse", root_mean_squared_error), ("mae", mean_absolute_error)):
            assert np.allclose(_values(results, name, measure), _loop(estimator, X, Y, score), atol=1e-12)
    page = tmp_path / "numbers.html"
    results.report(page)
    assert page.stat().st_size


def test_a_label_that_training_never_shows_is_certain_to_stay_as_it_was():
    X, Y = np.arange(40.0).reshape(-1, 1), np.zeros((40, 3), dtype=int)
    Y[::2, 0], Y[:, 2] = 1, 1
    results = bo.evaluate(
        {"forest": RandomForestClassifier(3), "knn": KNeighborsClassifier()},
        X,
        Y,
        cv=4,
        measures="hamming_loss",
        progress=False,
    )
    assert len(results.scores()) == 8
    assert results.scores().value.notna().all()


@pytest.mark.parametrize(
    ("Y", "task", "words"),
    [
        ([[0, 1], [1, 2]] * 10, "multilabel", "labels are 0 or 1"),
        ([[0.5, "a"], [1, "b"]] * 10, None, "no words"),
        ([[0, 1], [1]] * 10, None, "different lengths"),
        ([0, 1] * 10, "multilabel", "need several target columns"),
        ([[0, 1], [1, 0]] * 10, "binary", "has one target column"),
    ],
)
def test_a_bad_matrix_is_refused_in_one_sentence(Y, task, words):
    with pytest.raises(BadInput, match=words):
        bo.load((np.arange(20.0).reshape(-1, 1), Y), task=task)


def test_labels_come_as_sets_frames_and_columns_of_a_file(tmp_path):
    pandas = pytest.importorskip("pandas")
    X = np.arange(6.0).reshape(-1, 1)
    sets = [{"news"}, {"sport", "news"}, set(), {"sport"}, {"news"}, set()]
    matrix = [[int("news" in row), int("sport" in row)] for row in sets]
    frame = pandas.DataFrame(matrix, columns=["news", "sport"])
    whole = frame.assign(x=X[:, 0])
    whole.to_csv(tmp_path / "tags.csv", index=False)
    sources = [
        bo.load((X, sets)),
        bo.load((X, frame)),
        bo.load(tmp_path / "tags.csv", target=["news", "sport"]),
        bo.load(whole, target=["news", "sport"]),
    ]
    for data in sources:
        assert data.task == "multilabel"
        assert data.classes == ("news", "sport")
        assert data.target.tolist() == matrix
        assert len(data.columns) == 1
