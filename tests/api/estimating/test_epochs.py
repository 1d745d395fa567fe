"""Learning by steps: the answers of a fit of its own, learning rates, best steps, refusals."""

import numpy as np
import pytest
from sklearn.ensemble import (
    AdaBoostClassifier,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression, Ridge, SGDClassifier, SGDRegressor
from sklearn.metrics import accuracy_score, log_loss, mean_squared_error
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.splits.catalogue import scheme_from


@pytest.fixture(scope="module")
def iris():
    return bo.load("iris")


def parts(data, scheme="3-fold", seed=0):
    for split in scheme_from(scheme).plan(data, seed).splits:
        yield data.features[split.train], data.target[split.train], data.features[split.test], data.target[split.test]


@pytest.mark.parametrize("stages", [1, 3, 8])
def test_a_stage_is_a_fit_with_so_many_stages(iris, stages):
    found = bo.epoch_curve(GradientBoostingClassifier(n_estimators=8, random_state=1), iris, scheme="3-fold").curves[0]
    alone = [
        (log_loss(y, one.predict_proba(x), labels=[0, 1, 2]), log_loss(t, one.predict_proba(u), labels=[0, 1, 2]))
        for x, y, u, t in parts(iris)
        for one in [GradientBoostingClassifier(n_estimators=stages, random_state=1).fit(x, y)]
    ]
    train, test = np.mean(alone, axis=0)
    at = found.epochs.index(stages)
    assert found.training[at].value == pytest.approx(train)
    assert found.validation[at].value == pytest.approx(test)


def test_regression_stages_and_early_stopping_switched_off():
    data = bo.make("friedman1", n=120, seed=1)
    model = GradientBoostingRegressor(n_estimators=15, random_state=1, n_iter_no_change=1)
    found = bo.epoch_curve(model, data, scheme="3-fold").curves[0]
    alone = [
        mean_squared_error(t, GradientBoostingRegressor(n_estimators=15, random_state=1).fit(x, y).predict(u))
        for x, y, u, t in parts(data)
    ]
    assert found.epochs[-1] == 15
    assert found.validation[-1].value == pytest.approx(np.mean(alone))


def test_passes_without_shuffling_are_those_of_one_fit(iris):
    model = SGDClassifier(shuffle=False, random_state=0, learning_rate="constant", eta0=0.01, tol=None)
    found = bo.epoch_curve(model, iris, scheme="3-fold", epochs=6, measure="accuracy").curves[0]
    assert found.way == "epochs"
    for passes in (1, 6):
        alone = [
            accuracy_score(t, SGDClassifier(**model.get_params()).set_params(max_iter=passes).fit(x, y).predict(u))
            for x, y, u, t in parts(iris)
        ]
        assert found.validation[passes - 1].value == pytest.approx(np.mean(alone))


def test_trees_and_iterations_go_on(iris):
    forest = bo.epoch_curve(
        RandomForestClassifier(n_estimators=5, random_state=2), iris, scheme="3-fold", measure="accuracy"
    )
    alone = [
        accuracy_score(t, RandomForestClassifier(n_estimators=5, random_state=2).fit(x, y).predict(u)) for x, y, u, t in parts(iris)
    ]  # fmt: skip
    assert forest.curves[0].way == "trees"
    assert forest.curves[0].validation[-1].value == pytest.approx(np.mean(alone))
    steps = bo.epoch_curve(LogisticRegression(), iris, scheme="3-fold", epochs=4).curves[0]
    assert steps.way == "iterations"
    assert steps.training[-1].value < steps.training[0].value


def test_infinite_scores_are_named(iris):
    found = bo.epoch_curve(RandomForestClassifier(n_estimators=2, random_state=2), iris, scheme="3-fold")
    assert any(note.code == "study.epochs_infinite" for note in found.notes)


def test_one_curve_per_learning_rate_in_a_pipeline(iris):
    model = make_pipeline(StandardScaler(), MLPClassifier((6,), early_stopping=True, random_state=1))
    found = bo.epoch_curve(model, iris, scheme="3-fold", epochs=12, over={"learning_rate_init": [0.0001, 0.05]})
    assert list(found.best_epoch) == ["learning_rate_init=0.0001", "learning_rate_init=0.05"]
    slow, fast = (one.validation[-1].value for one in found.curves)
    assert fast < slow
    assert [note.code for note in found.curves[0].notes] == ["study.best_at_last_step"]
    assert "more may be better" in str(found)
    assert len(found.frame(kind="pandas")) == 2 * 2 * 12
    assert "<svg" in found._repr_html_()
    assert found.plot().ax_.get_xlabel() == "Epochs (lines: learning_rate_init)"


def test_the_same_call_gives_the_same_numbers(iris):
    model = MLPClassifier((4,), max_iter=5)
    a, b = (bo.epoch_curve(model, iris, scheme="3-fold", epochs=[1, 4], seed=3).to_dict() for _ in range(2))
    assert a == b
    assert [one["epoch"] for one in a["curves"][0]["points"]] == [1, 4]


def test_boosting_that_ends_early_keeps_its_last_answers(iris):
    found = bo.epoch_curve(
        AdaBoostClassifier(n_estimators=4), iris.features, iris.target % 2, scheme="3-fold", measure="accuracy"
    )
    assert len(found.curves[0].validation) == 4
    assert not any(np.isnan(one.value) for one in found.curves[0].validation)


class Exploding(SGDRegressor):
    """Raises at the third pass, as a network does whose weights are no longer finite."""

    def partial_fit(self, X, y, sample_weight=None):
        self.passes = getattr(self, "passes", 0) + 1
        if self.passes > 2:
            raise ValueError("Solver produced non-finite parameter weights")
        return super().partial_fit(X, y)


def test_weights_that_are_no_longer_finite_are_reported():
    found = bo.epoch_curve(Exploding(eta0=1e-4), bo.make("friedman1", n=60, seed=1), scheme="3-fold", epochs=5)
    assert [np.isnan(one.value) for one in found.curves[0].validation] == [False, False, True, True, True]
    assert "ended on 3 of 3 splits: Solver produced non-finite" in str(found)
    assert found.plot().figure_ is not None


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda d: bo.epoch_curve(Ridge(), bo.make("friedman1", n=60, seed=1)),
            NotApplicable,
            "not trained step by step",
        ),
        (lambda d: bo.epoch_curve(SGDClassifier(), d, epochs=0), BadInput, "epochs"),
        (lambda d: bo.epoch_curve(SGDClassifier(), d, epochs=[]), BadInput, "epochs is empty"),
        (lambda d: bo.epoch_curve(SGDClassifier(), d, epochs=10**6), BadInput, "at most 10000"),
        (lambda d: bo.epoch_curve(SGDClassifier(), d, over={"alfa": [1]}), UnknownName, "alpha"),
        (lambda d: bo.epoch_curve(SGDClassifier(), d, over={"alpha": []}), BadInput, "has no values"),
        (lambda d: bo.epoch_curve(SGDClassifier(), d, over={"alpha": [1], "eta0": [1]}), BadInput, "one parameter"),
        (lambda d: bo.epoch_curve(SGDClassifier(), d, [1]), BadInput, "leave y out"),
        (lambda d: bo.epoch_curve(SGDClassifier(), bo.make("friedman1", n=60, seed=1)), BadInput, "is a classifier"),
    ],
)
def test_bad_input(iris, call, error, words):
    with pytest.raises(error, match=words):
        call(iris)
