"""Displays of fitted estimators: scikit-learn's own numbers, its convention of ax_, figure_ and plot(), and what is refused."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from sklearn.calibration import calibration_curve
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import RocCurveDisplay, roc_auc_score
from sklearn.model_selection import KFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeRegressor

import bakeoff as bo
from bakeoff.api.measuring.estimator_answers import named_estimators
from bakeoff.core.errors import BadInput, UnknownName

X, Y = load_breast_cancer(return_X_y=True)
TRAIN, TEST = slice(0, 400, 2), slice(1, 569, 2)
MODELS = {
    "nb": GaussianNB().fit(X[TRAIN], Y[TRAIN]),
    "svc": LinearSVC(dual=False, max_iter=5000).fit(X[TRAIN], Y[TRAIN]),
}


def test_areas_and_points_are_scikit_learns():
    shown = bo.CurveDisplay.from_estimators(MODELS, X[TEST], Y[TEST])
    scores = {"nb": MODELS["nb"].predict_proba(X[TEST])[:, 1], "svc": MODELS["svc"].decision_function(X[TEST])}
    assert [line.note for line in shown.numbers.lines] == [
        f"{roc_auc_score(Y[TEST], one):.3f}" for one in scores.values()
    ]
    theirs = RocCurveDisplay.from_estimator(MODELS["nb"], X[TEST], Y[TEST], ax=Figure().add_subplot())
    assert theirs.roc_auc == pytest.approx(roc_auc_score(Y[TEST], scores["nb"]))


def test_the_other_class_as_positive():
    """Scores are turned where the first class is the positive one."""
    names = np.array(["bad", "good"])[Y]
    models = {
        "nb": GaussianNB().fit(X[TRAIN], names[TRAIN]),
        "svc": LinearSVC(dual=False, max_iter=5000).fit(X[TRAIN], names[TRAIN]),
    }
    for positive in ("bad", "good"):
        shown = bo.CurveDisplay.from_estimators(models, X[TEST], names[TEST], positive=positive)
        usual = bo.CurveDisplay.from_estimators(MODELS, X[TEST], Y[TEST])
        assert [line.note for line in shown.numbers.lines] == [
            line.note for line in usual.numbers.lines
        ]  # the area is the same from both sides


def test_one_class_of_several():
    features, flowers = load_iris(return_X_y=True)
    model = GaussianNB().fit(features, flowers)
    shown = bo.CurveDisplay.from_estimators(model, features, flowers, positive=1)
    assert shown.numbers.lines[0].name == "GaussianNB"
    assert shown.numbers.lines[0].note == f"{roc_auc_score(flowers == 1, model.predict_proba(features)[:, 1]):.3f}"
    with pytest.raises(BadInput, match="there are 3 classes"):
        bo.CurveDisplay.from_estimators(model, features, flowers)
    with pytest.raises(UnknownName, match="no class called '7'"):
        bo.CurveDisplay.from_estimators(model, features, flowers, positive=7)


def test_calibration_of_estimators():
    shown = bo.CurveDisplay.from_estimators({"nb": MODELS["nb"]}, X[TEST], Y[TEST], kind="calibration")
    assert shown.plot().ax_.lines
    assert len(calibration_curve(Y[TEST], MODELS["nb"].predict_proba(X[TEST])[:, 1])[0]) > 0
    with pytest.raises(BadInput, match="svc gives no probabilities"):
        bo.CurveDisplay.from_estimators(MODELS, X[TEST], Y[TEST], kind="calibration")


@pytest.mark.parametrize("display", [bo.DifferenceDisplay, bo.MatrixDisplay])
def test_comparisons_of_estimators_and_predictions_agree(display):
    answers = {name: model.predict(X[TEST]) for name, model in MODELS.items()}
    by_models = display.from_estimators(MODELS, X[TEST], Y[TEST])
    by_answers = display.from_predictions(Y[TEST], answers)
    assert by_models.sentence == by_answers.sentence
    scores = {"nb": MODELS["nb"].predict_proba(X[TEST])[:, 1], "svc": MODELS["svc"].decision_function(X[TEST])}
    by_area = display.from_estimators(MODELS, X[TEST], Y[TEST], "roc_auc")
    assert by_area.finding == display.from_predictions(Y[TEST], scores, "roc_auc").finding
    with pytest.raises(BadInput, match="svc gives no probabilities"):
        display.from_estimators(MODELS, X[TEST], Y[TEST], "log_loss")
    with pytest.raises(BadInput, match="at least two estimators"):
        display.from_estimators(MODELS["nb"], X[TEST], Y[TEST])


def test_numbers_are_compared_by_rmse():
    trees = [DecisionTreeRegressor(max_depth=depth).fit(X[TRAIN], X[TRAIN, 0]) for depth in (1, 3)]
    shown = bo.DifferenceDisplay.from_estimators(trees, X[TEST], X[TEST, 0])
    assert shown.sentence.startswith(
        "Root mean squared error of DecisionTreeRegressor 2 minus that of DecisionTreeRegressor."
    )


def test_scikit_learns_convention():
    ax = Figure().add_subplot()
    shown = bo.CurveDisplay.from_estimators(MODELS, X[TEST], Y[TEST], ax=ax)
    assert shown.ax_ is ax
    assert shown.figure_ is ax.figure
    alone = bo.CurveDisplay.from_estimators(MODELS, X[TEST], Y[TEST])
    assert alone.ax_.figure is alone.figure_  # asked for before it was drawn
    assert alone.plot() is alone


def test_learning_curves_of_estimators():
    features, flowers = load_iris(return_X_y=True)
    shown = bo.LearningCurveDisplay.from_estimators(
        [GaussianNB(), LogisticRegression(max_iter=500)],
        features,
        flowers,
        train_sizes=[0.4],
        scheme="2-fold",
        n_jobs=1,
    )
    assert [line.name for line in shown.numbers.lines] == ["GaussianNB", "LogisticRegression"]


def test_what_is_refused():
    with pytest.raises(BadInput, match="nb is not fitted"):
        bo.DifferenceDisplay.from_estimators({"nb": GaussianNB(), "svc": MODELS["svc"]}, X[TEST], Y[TEST], "accuracy")
    with pytest.raises(BadInput, match="fit it first"):
        bo.CurveDisplay.from_estimators({"nb": GaussianNB()}, X[TEST], Y[TEST])
    with pytest.raises(BadInput, match="it has no predict"):
        bo.CurveDisplay.from_estimators({"nb": 3}, X[TEST], Y[TEST])
    with pytest.raises(BadInput, match="at least one fitted"):
        named_estimators({})


def test_dictionaries_of_cross_validate_show_themselves():
    splits = KFold(4, shuffle=True, random_state=0)
    runs = {
        name: cross_validate(model, X, Y, cv=splits, return_indices=True, scoring=["accuracy", "roc_auc"])
        for name, model in MODELS.items()
    }
    made = bo.from_cross_validate(runs)
    assert repr(made) == "<CrossValidated: 2 learners on 4 splits: test_accuracy, test_roc_auc>"
    first = str(made).splitlines()
    assert first[0].split() == ["Learner", "accuracy", "roc_auc"]
    values = runs["nb"]["test_accuracy"]
    assert f"{values.mean():.3f} ± {values.std(ddof=1):.3f}" in str(made)
    assert "<table" in made._repr_html_()
