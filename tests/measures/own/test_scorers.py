"""scikit-learn's scorers and metric functions: every name, what `make_scorer` returns, and metrics handed in as they are."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import make_classification, make_regression
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import (
    accuracy_score,
    cohen_kappa_score,
    d2_pinball_score,
    f1_score,
    fbeta_score,
    get_scorer,
    get_scorer_names,
    log_loss,
    make_scorer,
    mean_absolute_error,
    mean_pinball_loss,
    roc_auc_score,
)

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.predictions.outputs import Output

CLUSTERS = {
    "adjusted_mutual_info_score", "adjusted_rand_score", "completeness_score", "fowlkes_mallows_score", "homogeneity_score",
    "mutual_info_score", "normalized_mutual_info_score", "rand_score", "v_measure_score",
}  # fmt: skip


def fitted(classes: int):
    """A fitted estimator with the rows that it predicts: classes, or numbers where there are none."""
    if not classes:
        x, y = make_regression(120, 4, noise=20.0, random_state=0)
        y = np.abs(y) + 1.0
        model = LinearRegression().fit(x[:60], y[:60])
        model.coef_, model.intercept_ = model.coef_ * 0.05, 30.0  # all predictions positive, as deviances ask
        return model, x[60:], y[60:]
    x, y = make_classification(160, 6, n_informative=4, n_classes=classes, flip_y=0.2, random_state=0)
    return LogisticRegression().fit(x[:80], y[:80]), x[80:], y[80:]


def panel(name, model, x, y):
    """The measure of that name of the predictions of a fitted estimator."""
    measure = measure_named(name)
    if measure.of_numbers or name in CLUSTERS:
        return bo.measure(y, model.predict(x), measures=[name], level=None)
    proba = model.predict_proba(x)
    proba = proba[:, 1] if proba.shape[1] == 2 else proba
    return bo.measure(y, model.predict(x), y_proba=proba, measures=[name], level=None, task=None)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", get_scorer_names())
def test_every_scorer_name_is_equal_up_to_its_sign_or_refused(name):
    if name.endswith("_samples"):
        return  # rows of several labels each: test_multilabel.py
    measure = measure_named(name)
    scorer = get_scorer(name)
    compared = 0
    for classes in (0,) if measure.of_numbers else (2, 3):
        model, x, y = fitted(classes)
        made = panel(name, model, x, y)[measure.name]
        if np.isnan(made.value):
            continue  # for another number of classes; refused with the reason
        assert made.value == pytest.approx(scorer._sign * scorer(model, x, y), rel=1e-12, abs=1e-14)
        assert (measure.direction is Direction.LOWER) == (scorer._sign < 0)
        compared += 1
    assert compared


@pytest.mark.parametrize(
    "name", sorted(set(get_scorer_names()) - {one for one in get_scorer_names() if "samples" in one})
)
def test_a_scorer_object_is_the_measure_of_its_name_or_a_function(name):
    made = measure_named(get_scorer(name))
    same = measure_named(name)
    assert made is same or (made.own is not None and made.direction is same.direction and made.needs is not None)


def two_classes(n=150, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    return y, np.where(rng.random(n) < 0.8, y, 1 - y), np.clip(0.5 * y + rng.random(n) * 0.5, 0, 1)


def test_a_scorer_with_settings_is_the_function_with_them():
    y, label, _ = two_classes()
    made = bo.measure(y, label, measures=[make_scorer(fbeta_score, beta=3)])
    assert made["fbeta_score, beta=3"].value == pytest.approx(fbeta_score(y, label, beta=3), rel=1e-12)
    assert made["fbeta_score, beta=3"].method.startswith("bootstrap percentile, 2000")


def test_a_loss_scorer_shows_the_loss_and_less_is_better():
    rng = np.random.default_rng(0)
    y = rng.normal(size=80)
    measure = measure_named(make_scorer(mean_pinball_loss, greater_is_better=False, alpha=0.9))
    assert measure.direction is Direction.LOWER
    made = bo.measure(y, y + 0.3, measures=[measure], level=None)
    assert made[measure.name].value == pytest.approx(mean_pinball_loss(y, y + 0.3, alpha=0.9))


def test_a_scorer_asks_for_what_its_metric_reads():
    assert (
        measure_named(make_scorer(roc_auc_score, response_method="decision_function", max_fpr=0.3)).needs
        is Output.SCORE
    )
    assert measure_named(make_scorer(log_loss, response_method="predict_proba", labels=[0, 1])).needs is Output.PROBA


@pytest.mark.parametrize(
    ("metric", "name"),
    [(accuracy_score, "accuracy"), (f1_score, "f1"), (mean_absolute_error, "mae"), (log_loss, "log_loss_sklearn")],
)
def test_a_known_metric_is_the_measure_of_the_catalogue(metric, name):
    assert measure_named(metric).name == name


def test_other_metrics_have_the_direction_of_their_names():
    assert measure_named(d2_pinball_score).direction is Direction.HIGHER
    assert measure_named(mean_pinball_loss).direction is Direction.LOWER


def test_a_metric_with_weights_gets_them():
    y, label, _ = two_classes()
    weight = np.linspace(1, 2, len(y))
    scorer = make_scorer(cohen_kappa_score, weights="linear")
    made = bo.measure(y, label, measures=[scorer], sample_weight=weight, level=None)
    expected = cohen_kappa_score(y, label, weights="linear", sample_weight=weight)
    assert next(iter(made.values())).value == pytest.approx(expected)


def test_log_loss_of_scikit_learn_is_finite_where_a_class_had_probability_zero():
    y, proba = [0, 1, 1], [0.0, 1.0, 0.0]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = bo.measure(y, y_proba=proba, measures=["neg_log_loss"], level=None)
    assert made["log_loss_sklearn"].value == pytest.approx(log_loss(y, proba), rel=1e-12)


def test_a_scorer_of_an_estimator_is_refused_in_one_sentence():
    def by_model(estimator, X, y):
        return 0.0

    with pytest.raises(BadInput, match="scorer of a fitted estimator, which is not kept; give a function"):
        measure_named(by_model)
