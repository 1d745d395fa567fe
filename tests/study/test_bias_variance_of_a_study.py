"""Bias and variance of learners: fresh training sets of made data against a simulation by hand, shared rows, all learners in one table."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor

import bakeoff as bo
from bakeoff.core.errors import NotApplicable

ROWS = 60
DATA = bo.make("friedman1", n=ROWS, seed=5)
LEARNERS = {"tree": DecisionTreeRegressor(random_state=0), "line": LinearRegression()}


def study(scheme: str = "kfold(5, repeats=4)", data: object = DATA) -> bo.Study:
    return bo.Study(datasets=data, learners=LEARNERS, scheme=scheme, measures="rmse")


@pytest.fixture(scope="module")
def fresh() -> dict[str, object]:
    return {parts.learner: parts for parts in bo.bias_variance(study(), trainings=60).learners}


def by_hand(learner: object) -> tuple[float, float, float]:
    """Error, bias and variance on the rows of DATA over 150 training sets drawn here; the formulas are written out."""
    rng = np.random.default_rng(1)
    clean = bo.make("friedman1", n=ROWS, seed=5, noise=0).target
    answers = []
    for _ in range(150):
        x = rng.random((ROWS, DATA.features.shape[1]))
        signal = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]
        answers.append(learner.fit(x, signal + rng.standard_normal(ROWS)).predict(DATA.features))
    table = np.array(answers)
    middle = sum(table) / len(table)
    return (
        float(np.mean((table - DATA.target) ** 2)),
        float(np.mean((middle - clean) ** 2)),
        float(np.mean((table - middle) ** 2)),
    )


@pytest.mark.parametrize("name", ["tree", "line"])
def test_fresh_training_sets_of_made_data_give_the_truth(fresh: dict[str, object], name: str) -> None:
    error, bias, variance = by_hand(LEARNERS[name])
    parts = fresh[name]
    assert parts.error == pytest.approx(error, rel=0.06)
    assert parts.bias == pytest.approx(bias, rel=0.15)
    assert parts.variance == pytest.approx(variance, rel=0.12)
    assert (parts.rows, parts.trainings) == (ROWS, 60)
    assert "estimates.shared-rows" not in {note.code for note in parts.notes}


def test_repeated_folds_count_variance_as_bias_and_a_note_reports_it(fresh: dict[str, object]) -> None:
    made = bo.bias_variance(study().run(progress=False))
    folds = {parts.learner: parts for parts in made.learners}
    assert folds["line"].variance < 0.5 * fresh["line"].variance
    assert folds["tree"].bias > 1.3 * fresh["tree"].bias
    (note,) = (note for note in made.notes if note.code == "estimates.shared-rows")
    assert note.facts["share"] == pytest.approx(0.8, abs=0.05)
    assert "counted as bias" in str(note)
    assert "bo.bias_variance(study)" in str(note)


def test_other_data_are_trained_on_bootstrap_samples(fresh: dict[str, object]) -> None:
    rows = bo.make("friedman1", n=ROWS + 1, seed=5).take(np.arange(ROWS))  # no longer what make gave
    made = {parts.learner: parts for parts in bo.bias_variance(study(data=rows), trainings=40).learners}
    for name, parts in made.items():
        assert 0.7 < parts.variance / fresh[name].variance < 2  # of repeated folds it is a tenth for the line
        assert parts.trainings < 40  # rows that are in a sample are not predicted
        (note,) = (note for note in parts.notes if note.code == "estimates.shared-rows")
        assert note.facts["share"] == pytest.approx(0.632, abs=0.05)


class Fails(LinearRegression):
    """Fits nothing."""

    def fit(self, X: object, y: object) -> "Fails":
        raise ValueError("no")


def test_a_learner_without_predictions_is_a_row_with_the_reason() -> None:
    described = bo.Study(
        datasets=DATA, learners={"line": LinearRegression(), "bad": Fails()}, scheme="bootstrap(4)", measures="rmse"
    )
    made = bo.bias_variance(described.run(progress=False))
    assert [parts.learner for parts in made.learners] == ["line", "bad"]
    assert np.isnan(made.learners[1].error)
    (note,) = (note for note in made.notes if note.code == "estimates.no-parts")
    assert "no bias and variance of bad on friedman1: there are no predictions" in str(note)
    assert "bad" in str(made.tables()[0])
    with pytest.raises(NotApplicable, match="there are no predictions"):
        bo.bias_variance(described.run(progress=False), "bad")
