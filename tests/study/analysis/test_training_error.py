"""The error on training rows out of a study: the same models, the same digest otherwise, and what a bootstrap makes of it."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BakeoffError
from bakeoff.study.facts.study_facts import ERROR_PARTS

DATA = bo.make("xor", n=60, seed=1)
LEARNERS = {"near": KNeighborsClassifier(1), "random tree": DecisionTreeClassifier(splitter="random", max_depth=3)}


def study(scheme: str, **options: object) -> bo.Results:
    return bo.Study(datasets=DATA, learners=LEARNERS, scheme=scheme, measures="accuracy", **options).run(progress=False)


@pytest.fixture(scope="module")
def folds() -> bo.Results:
    return study("kfold(3, repeats=2)", training_error=True)


def test_training_rows_are_predicted_by_the_same_models(folds: bo.Results) -> None:
    gaps = {one.learner: one for one in folds.errors.training().gaps}
    assert gaps["near"].training.value == 1.0
    scores = folds.scores(kind="pandas")
    near = scores[scores.learner == "near"]
    assert gaps["near"].gap.value == pytest.approx(1 - near.value.mean())
    plain = study("kfold(3, repeats=2)")
    assert np.array_equal(plain.scores(kind="pandas").value, scores.value)  # the study itself stays as it is
    assert plain.findings.card.study_hash == folds.findings.card.study_hash
    assert plain.findings.card.units_planned == folds.findings.card.units_planned


def test_a_study_that_did_not_ask_says_how_to() -> None:
    with pytest.raises(BakeoffError, match="training_error=True"):
        study("kfold(2)").errors.training()


def test_a_bootstrap_gives_e0_632_and_632plus_by_hand() -> None:
    found = study("bootstrap(15)", training_error=True)
    made = {one.learner: one for one in found.errors.training().bootstrap}["near"]
    errors: dict[int, list[bool]] = {}
    for part in found.parts("xor", "near"):
        for row, wrong in zip(part.rows.tolist(), (part.label != part.truth).tolist(), strict=True):
            errors.setdefault(row, []).append(wrong)
    e0 = np.mean([np.mean(one) for one in errors.values()])
    assert made.e0 == pytest.approx(e0)
    whole = KNeighborsClassifier(1).fit(DATA.features, DATA.target).predict(DATA.features)
    training = np.mean(whole != DATA.target)
    assert made.training == pytest.approx(training)
    assert made.e632 == pytest.approx(0.632 * e0 + 0.368 * training)
    p, q = np.mean(DATA.target == 1), np.mean(whole == 1)
    gamma = p * (1 - q) + (1 - p) * q
    overfitting = (e0 - training) / (gamma - training)
    weight = 0.632 / (1 - 0.368 * overfitting)
    assert made.e632plus == pytest.approx((1 - weight) * training + weight * e0)
    assert {"estimates.memorised-rows", "estimates.few-samples"} <= {one.code for one in made.notes}


def test_632_takes_the_training_error_of_the_model_of_all_rows() -> None:
    """mlxtend takes the error of each model on its own sample; err(f) of the book is that of one model trained on all rows."""
    learner = LogisticRegression()
    found = bo.Study(
        datasets=DATA, learners={"line": learner}, scheme="bootstrap(15)", measures="accuracy", training_error=True
    ).run(progress=False)
    (made,) = found.errors.training().bootstrap
    X, y = DATA.features, DATA.target
    err = np.mean(learner.fit(X, y).predict(X) != y)
    plan = found.spec.plans()[0] if found.spec is not None else None
    assert plan is not None
    own, outside = [], np.full((len(plan.splits), len(y)), np.nan)
    for at, split in enumerate(plan.splits):
        model = LogisticRegression().fit(X[split.train], y[split.train])
        own.append(np.mean(model.predict(X[split.train]) != y[split.train]))
        outside[at, split.test] = model.predict(X[split.test]) != y[split.test]
    e0 = np.nanmean(np.nanmean(outside, axis=0))
    assert 0 < err != pytest.approx(np.mean(own))
    assert made.training == pytest.approx(err)
    assert made.e0 == pytest.approx(e0)
    assert made.e632 == pytest.approx(0.632 * e0 + 0.368 * err)
    assert made.e632 != pytest.approx(0.632 * e0 + 0.368 * np.mean(own))


def test_it_is_stored_resumed_and_in_the_report(tmp_path: Path) -> None:
    toml = """
    measures = ["accuracy"]
    [learners.tree]
    use = "sklearn.tree.DecisionTreeClassifier"
    [learners.zero]
    use = "majority"
    [[datasets]]
    name = "iris"
    [resampling]
    scheme = "kfold"
    folds = 2
    repeats = 2
    [curves]
    training_error = true
    """
    (tmp_path / "s.toml").write_text(toml)
    described = bo.Study.from_toml(tmp_path / "s.toml")
    described.run(tmp_path / "s.bakeoff", progress=False).close()
    with described.run(tmp_path / "s.bakeoff", progress=False) as found:
        page = found.report(tmp_path / "r.md").read_text()
    assert "Training error beside test error" in page
    assert "Bias and variance" in page


def test_bias_and_variance_of_a_study(folds: bo.Results) -> None:
    made = bo.bias_variance(folds, "random tree")
    parts = made.parts
    assert parts.error == pytest.approx(parts.noise_effect + parts.bias + parts.hurts - parts.helps)
    assert "noise of the targets is not known" not in str(made)  # made data knows its truth
    assert [one.noise for one in folds.fact(ERROR_PARTS)] == [parts.noise] * 2  # as in the report
    clean = bo.bias_variance(folds, "random tree", y_true=bo.make("xor", n=60, seed=1, noise=0)).parts
    flipped = np.mean(DATA.target != bo.make("xor", n=60, seed=1, noise=0).target)
    assert clean.noise == pytest.approx(flipped) == parts.noise > 0
    with pytest.raises(BakeoffError, match="did you mean 'near'"):
        bo.bias_variance(folds, "naer")
    both = bo.bias_variance(folds)
    assert [one.learner for one in both.learners] == ["near", "random tree"]
    assert len(both.tables()) == 1
    with pytest.raises(BakeoffError, match="there are 2 rows"):
        _ = both.parts
    with pytest.raises(BakeoffError, match="one value for each row"):
        bo.bias_variance(folds, "near", y_true=[1, 2, 3])


def test_chosen_rows_of_made_data_have_no_known_truth() -> None:
    some = DATA.take(np.arange(40))
    found = bo.Study(datasets=some, learners=LEARNERS, scheme="kfold(2, repeats=2)", measures="accuracy").run(
        progress=False
    )
    made = bo.bias_variance(found, "random tree")
    assert np.isnan(made.parts.noise)
    assert "noise of the targets is not known" in str(made)


def test_replicated_rows_tell_the_noise() -> None:
    x = np.repeat(np.arange(20.0), 3)[:, None]
    y = x[:, 0] + np.tile([-1.0, 0.0, 1.0], 20)
    found = bo.evaluate(
        {"ridge": Ridge()}, x, y, cv="kfold(3, repeats=2)", scoring="rmse", task="regression", progress=False
    )
    assert bo.bias_variance(found).parts.noise == pytest.approx(2 / 3)


def test_classes_may_be_named() -> None:
    found = bo.evaluate(
        {"lr": LogisticRegression()},
        DATA.features,
        np.where(DATA.target == 1, "yes", "no"),
        cv="kfold(2, repeats=2)",
        progress=False,
    )
    truth = np.where(DATA.target == 1, "yes", "no")
    assert bo.bias_variance(found, y_true=truth).parts.noise == 0
    with pytest.raises(BakeoffError, match="no class called 'perhaps'"):
        bo.bias_variance(found, y_true=np.where(DATA.target == 1, "yes", "perhaps"))
