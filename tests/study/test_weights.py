"""Weights, groups and routing through a whole study: every fold as in scikit-learn's own `cross_validate`."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, get_scorer, make_scorer
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput

RNG = np.random.default_rng(3)
X = RNG.normal(size=(90, 3))
Y = (X[:, 0] + RNG.normal(size=90) > 0).astype(int)
WEIGHT, GROUPS = RNG.uniform(0.1, 5.0, 90), np.arange(90) % 9
LEARNERS: dict[str, Any] = {
    "lr": LogisticRegression(),
    "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
    "pipe": make_pipeline(StandardScaler(), LogisticRegression()),
    "search": GridSearchCV(
        DecisionTreeClassifier(random_state=0), {"max_depth": [1, 4]}, cv=GroupKFold(3), n_jobs=2
    ),
}  # fmt: skip
QUIET: dict[str, Any] = {"progress": False, "n_jobs": 1}


def folds(results: bo.Results, learner: str, measure: str = "accuracy") -> np.ndarray:
    frame = results.scores(measure)
    return frame[frame["learner"] == learner]["value"].to_numpy()


def direct(name: str, weights: str) -> np.ndarray:
    """Scores of scikit-learn: weights to fit by params, weights to score by a loop of its own."""
    params: dict[str, Any] = {}
    if weights != "score":
        params["logisticregression__sample_weight" if name == "pipe" else "sample_weight"] = WEIGHT
    one = clone(LEARNERS[name])
    if name == "search":
        params["groups"] = GROUPS
        one.set_params(n_jobs=None)  # the same, without processes
    found = cross_validate(
        one, X, Y, cv=list(GroupKFold(3).split(X, Y, GROUPS)), params=params, return_estimator=True, return_indices=True
    )  # fmt: skip
    if weights == "fit":
        return found["test_score"]
    return np.array(
        [
            accuracy_score(Y[test], model.predict(X[test]), sample_weight=WEIGHT[test])
            for model, test in zip(found["estimator"], found["indices"]["test"], strict=True)
        ]
    )


@pytest.mark.parametrize("weights", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("fit", "score")), "both"])
def test_every_fold_is_that_of_scikit_learn(weights: Any, tmp_path: Path) -> None:
    file = tmp_path / "weights.bakeoff"
    results = bo.evaluate(
        LEARNERS, X, Y, cv=GroupKFold(3), groups=GROUPS, sample_weight=WEIGHT, weights=weights, scoring="accuracy", file=file, **QUIET
    )  # fmt: skip
    for name in LEARNERS:
        np.testing.assert_allclose(folds(results, name), direct(name, weights), rtol=0, atol=1e-9, err_msg=name)
    codes = {note.code: note for note in results.notes}
    assert codes["study.weighted"].facts["weights"] == weights
    assert codes["study.serial_jobs"].facts["learners"] == ("search",)
    assert "study.params_left_out" not in codes
    with bo.open(file) as again:
        np.testing.assert_array_equal(folds(again, "pipe"), folds(results, "pipe"))
        weight = again.predictions("data", "lr").weight
        assert (weight is None) == (weights == "fit")


def test_with_routing_each_estimator_gets_what_it_requests() -> None:
    with sklearn.config_context(enable_metadata_routing=True):
        scorer = make_scorer(accuracy_score).set_score_request(sample_weight=True)
        learners = {
            "lr": LogisticRegression().set_fit_request(sample_weight=True),
            "scaled": make_pipeline(
                StandardScaler().set_fit_request(sample_weight=True), LogisticRegression().set_fit_request(sample_weight=True)
            ),
            "search": GridSearchCV(
                LogisticRegression().set_fit_request(sample_weight=True), {"C": [0.01, 1.0]}, cv=GroupKFold(3), scoring=scorer
            ),
        }  # fmt: skip
        results = bo.evaluate(
            learners, X, Y, cv=GroupKFold(3), groups=GROUPS, sample_weight=WEIGHT, scoring="accuracy", **QUIET
        )
        for name, one in learners.items():
            params = {"sample_weight": WEIGHT, "groups": GROUPS}
            oracle = cross_validate(one, X, Y, cv=GroupKFold(3), params=params, scoring=scorer)
            np.testing.assert_allclose(folds(results, name), oracle["test_score"], rtol=0, atol=1e-9, err_msg=name)


def test_params_are_those_of_cross_validate() -> None:
    learners = {"pipe": LEARNERS["pipe"], "tree": LEARNERS["tree"]}
    params = {"logisticregression__sample_weight": WEIGHT}
    results = bo.evaluate(learners, X, Y, cv=KFold(3), params=params, scoring="accuracy", **QUIET)
    oracle = cross_validate(LEARNERS["pipe"], X, Y, cv=KFold(3), params=params)
    np.testing.assert_allclose(folds(results, "pipe"), oracle["test_score"], rtol=0, atol=1e-9)
    (note,) = [note for note in results.notes if note.code == "study.params_left_out"]
    assert note.facts == {"name": "logisticregression__sample_weight", "learners": ("tree",)}
    with pytest.raises(BadInput, match="fit of no learner takes 'colour'"):
        bo.evaluate(learners, X, Y, params={"colour": WEIGHT}, **QUIET)
    with pytest.raises(BadInput, match="given twice"):
        bo.evaluate(learners, X, Y, params={"sample_weight": WEIGHT}, sample_weight=WEIGHT, **QUIET)


def test_a_learner_without_weights_is_named_once() -> None:
    learners = {"knn": KNeighborsClassifier(), "lr": LogisticRegression()}
    results = bo.evaluate(learners, X, Y, cv="3-fold", sample_weight=WEIGHT, scoring="accuracy", **QUIET)
    (note,) = [note for note in results.notes if note.code == "study.params_left_out"]
    assert str(note) == "knn learned without weights: fit takes no sample_weight."


def test_measures_of_a_study_are_weighted() -> None:
    measures = ["roc_auc", "neg_brier_score", "f1", "balanced_accuracy"]
    results = bo.evaluate(
        {"lr": LogisticRegression()}, X, Y, cv=KFold(3), sample_weight=WEIGHT, scoring=measures, **QUIET
    )
    models = [
        (LogisticRegression().fit(X[train], Y[train], sample_weight=WEIGHT[train]), test)
        for train, test in KFold(3).split(X)
    ]
    for measure in measures:
        scorer = get_scorer(measure)
        wanted = [abs(scorer(model, X[test], Y[test], sample_weight=WEIGHT[test])) for model, test in models]
        np.testing.assert_allclose(folds(results, "lr", measure), wanted, rtol=0, atol=1e-9, err_msg=measure)


def test_a_study_file_names_the_column_of_weights(tmp_path: Path) -> None:
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(target=X[:, 0] * 2 + RNG.normal(size=90), w=WEIGHT)
    frame.to_csv(tmp_path / "rows.csv", index=False)
    toml = tmp_path / "study.toml"
    toml.write_text(
        'measures = ["rmse"]\n[[datasets]]\nfile = "rows.csv"\ntarget = "target"\nweight = "w"\nweights = "WHICH"\n'
        '[learners.ridge]\nuse = "sklearn.linear_model.Ridge"\n'
        '[resampling]\nscheme = "kfold"\nfolds = 3\n'
    )
    text, found = toml.read_text(), {}
    for weights in ("fit", "both"):
        toml.write_text(text.replace("WHICH", weights))
        found[weights] = bo.Study.from_toml(toml).run(workers=1, progress=False)
    data = found["both"].spec.datasets[0]
    assert [column.name for column in data.columns] == ["a", "b", "c"]
    plan = found["both"].spec.plans()[0]
    wanted = []
    for split in plan.splits:
        model = Ridge().fit(X[split.train], data.target[split.train], sample_weight=WEIGHT[split.train])
        squares = (model.predict(X[split.test]) - data.target[split.test]) ** 2
        wanted.append((np.average(squares) ** 0.5, np.average(squares, weights=WEIGHT[split.test]) ** 0.5))
    for at, weights in enumerate(("fit", "both")):
        np.testing.assert_allclose(folds(found[weights], "ridge", "rmse"), np.array(wanted)[:, at], atol=1e-9)
    toml.write_text(text.replace('weight = "w"\n', "").replace("WHICH", "fit"))
    with pytest.raises(BadInput, match="weights needs weight"):
        bo.Study.from_toml(toml)


def test_weights_of_a_separate_test_set() -> None:
    learners = {"lr": LogisticRegression()}
    separate: dict[str, Any] = {"X_test": X[60:], "y_test": Y[60:], "sample_weight": WEIGHT[:60], "scoring": "accuracy"}
    with pytest.raises(BadInput, match='weights="fit"'):
        bo.evaluate(learners, X[:60], Y[:60], **separate, **QUIET)
    results = bo.evaluate(learners, X[:60], Y[:60], **separate, weights="fit", **QUIET)
    oracle = LogisticRegression().fit(X[:60], Y[:60], sample_weight=WEIGHT[:60]).score(X[60:], Y[60:])
    np.testing.assert_allclose(folds(results, "lr"), [oracle], atol=1e-9)
