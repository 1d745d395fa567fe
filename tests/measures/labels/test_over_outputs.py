"""Averages over outputs: equal to scikit-learn's with its weights, and what is refused."""

import numpy as np
import pytest
from sklearn import metrics

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.measures import measure_named

RNG = np.random.default_rng(3)
TRUTH = RNG.normal(size=(50, 3)) * [1.0, 10.0, 100.0]
ANSWER = TRUTH + RNG.normal(size=(50, 3)) * [0.5, 9.0, 20.0]
WEIGHTS = [0.2, 0.5, 0.3]
OURS = {
    "mae": metrics.mean_absolute_error,
    "mse": metrics.mean_squared_error,
    "rmse": metrics.root_mean_squared_error,
    "medae": metrics.median_absolute_error,
    "mape": metrics.mean_absolute_percentage_error,
    "r2": metrics.r2_score,
    "explained_variance": metrics.explained_variance_score,
    "pinball(0.5)": metrics.mean_pinball_loss,
    "d2_absolute_error": metrics.d2_absolute_error_score,
}


def value(name, truth=TRUTH, answer=ANSWER, **more):
    return bo.measure(truth, answer, task="multioutput", measures=[name], level=None, **more)


@pytest.mark.parametrize("name", OURS)
def test_stated_weights_are_those_of_scikit_learn(name):
    written = f'over_outputs("{name}", [0.2, 0.5, 0.3])'
    (only,) = value(written).values()
    assert only.value == pytest.approx(OURS[name](TRUTH, ANSWER, multioutput=WEIGHTS), rel=1e-12)


@pytest.mark.parametrize("name", ["r2", "explained_variance"])
@pytest.mark.parametrize("weighted", [False, True])
def test_weights_by_variance_are_those_of_scikit_learn(name, weighted):
    weight = RNG.random(50) if weighted else None
    (only,) = value(f'over_outputs("{name}", "variance")', sample_weight=weight).values()
    expected = OURS[name](TRUTH, ANSWER, multioutput="variance_weighted", sample_weight=weight)
    if name == "explained_variance" or not weighted:
        assert only.value == pytest.approx(expected, rel=1e-12)
    assert only.value == pytest.approx(expected, rel=1e-9)


def test_an_output_that_never_varies_has_no_weight():
    truth, answer = TRUTH.copy(), ANSWER.copy()
    truth[:, 0] = 4.0
    (only,) = value('over_outputs("r2", "variance")', truth, answer).values()
    assert only.value == pytest.approx(metrics.r2_score(truth, answer, multioutput="variance_weighted"), rel=1e-12)
    (none,) = value('over_outputs("r2", "variance")', np.ones((50, 3)), answer).values()
    assert np.isnan(none.value)


def test_two_learners_are_compared_by_it_and_a_mean_has_its_interval():
    comparison = bo.compare_predictions(
        TRUTH, {"near": TRUTH + 0.1, "far": ANSWER}, 'over_outputs("mae", [1, 0, 2])', task="multioutput"
    )
    assert comparison.verdict.winner == "near"
    panel = bo.measure(TRUTH, ANSWER, task="multioutput", measures=['over_outputs("mae", [1, 0, 2])'])
    (only,) = panel.values()
    assert only.low < only.value < only.high
    assert only.method.startswith("delta method")


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ('over_outputs("r2", "size")', 'weighs outputs by "variance" or by a list'),
        ('over_outputs("r2", [-1, 2, 3])', "one number of 0 or more for each"),
        ('over_outputs("r2", [0, 0, 0])', "one number of 0 or more for each"),
        ('over_outputs("accuracy", [1, 1, 1])', "takes a measure of numbers"),
        ("over_outputs(3, [1, 1, 1])", "the name of a measure in quotes"),
    ],
)
def test_what_it_cannot_be_is_refused_in_one_sentence(written, sentence):
    with pytest.raises(BadInput) as caught:
        measure_named(written)
    assert sentence in str(caught.value)


def test_weights_for_another_number_of_outputs_cost_one_sentence():
    (only,) = value('over_outputs("r2", [1, 2])').values()
    assert "2 weights for 3 outputs; state one for each output" in only.warnings[0]
    with pytest.raises(NotApplicable, match="2 weights for 3 outputs"):
        bo.compare_predictions(TRUTH, {"a": ANSWER, "b": TRUTH}, 'over_outputs("r2", [1, 2])', task="multioutput")
