"""Study files with composite and foreign learners on CSV and Parquet: they run, or are refused with the cure."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.pipeline import Pipeline

from bakeoff.core.errors import BakeoffError
from bakeoff.learners.learner import predicted
from bakeoff.study.spec.read_toml import read_study
from tests.realworld.churn import churn

HEAD = """title = "tries"
measures = ["accuracy"]
[[datasets]]
file = "{file}"
target = "left"
positive = "yes"
ignore = {ignore}
[resampling]
scheme = "kfold"
folds = 2
[learners.m]
"""
LOGISTIC = 'use = "sklearn.linear_model.LogisticRegression"'
BOOSTING = 'use = "sklearn.ensemble.HistGradientBoostingClassifier"\nparams = {max_iter = 3, min_samples_leaf = 4}'
ENCODER = '{use = "sklearn.preprocessing.OneHotEncoder", params = {handle_unknown = "ignore"}}'
COLUMNS = f'{{use = "sklearn.compose.ColumnTransformer", params = {{transformers = [["w", {ENCODER}, ["plan"]], ["n", {{use = "sklearn.preprocessing.StandardScaler"}}, ["age"]]]}}}}'
TWO = '[["nb", {use = "sklearn.naive_bayes.GaussianNB"}], ["knn", {use = "sklearn.neighbors.KNeighborsClassifier"}]]'
IMPUTED = '[["i", {use = "sklearn.impute.SimpleImputer"}], ["lr", {use = "sklearn.linear_model.LogisticRegression"}]]'
RUNS = {
    "bare": LOGISTIC,
    "column transformer by names": f"{LOGISTIC}\nsteps = [{COLUMNS}]",
    "column transformer as preparation": f"{LOGISTIC}\nprepare = {COLUMNS}",
    "steps on words": f'{LOGISTIC}\nsteps = ["sklearn.preprocessing.StandardScaler"]',
    "stacking": f'use = "sklearn.ensemble.StackingClassifier"\nparams = {{estimators = {TWO}, cv = 2}}',
    "vote": f'use = "sklearn.ensemble.VotingClassifier"\nparams = {{estimators = {TWO}}}',
    "search": 'use = "sklearn.model_selection.GridSearchCV"\nparams = {estimator = {use = "sklearn.naive_bayes.GaussianNB"}, param_grid = {var_smoothing = [1e-9, 1e-3]}, cv = 2}',
    "boosting": BOOSTING,
    "frames of its own": 'use = "ownpackage.ReadsFrames"',
    "sampler as a step": f'{LOGISTIC}\nsteps = ["ownpackage.Sampler", "sklearn.preprocessing.StandardScaler"]\ncolumns = ["age"]',
}


class ReadsFrames(ClassifierMixin, BaseEstimator):
    """Picks columns by name, words among them."""

    def fit(self, X: Any, y: Any) -> "ReadsFrames":
        self.classes_, self.plan_ = np.unique(y), min(X["plan"])
        return self

    def predict(self, X: Any) -> Any:
        return self.classes_[(X["plan"] == self.plan_).astype(int)]


class Sampler(BaseEstimator):
    """Stands in for SMOTE: it has `fit_resample` and no `transform`."""

    def fit_resample(self, X: Any, y: Any) -> tuple[Any, Any]:
        return X, y

    def fit(self, X: Any, y: Any) -> "Sampler":
        return self


class SamplingPipeline(Pipeline):
    """Stands in for the pipeline of imbalanced-learn."""

    def __init__(self, *steps: Any) -> None:
        super().__init__([(str(place), step) for place, step in enumerate(steps) if not hasattr(step, "fit_resample")])


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> None:
    own, pipeline = ModuleType("ownpackage"), ModuleType("imblearn.pipeline")
    for kind in (ReadsFrames, Sampler):
        monkeypatch.setattr(kind, "__module__", "ownpackage")
        setattr(own, kind.__name__, kind)
    pipeline.make_pipeline = lambda *steps: Pipeline(SamplingPipeline(*steps).steps)  # type: ignore[attr-defined]
    for module in (own, ModuleType("imblearn"), pipeline):
        monkeypatch.setitem(sys.modules, module.__name__, module)


def read(folder: Path, learner: str, file: str = "c.csv", ignore: str = "[]") -> Any:
    X, y = churn(60)
    frame = X.assign(left=y)
    frame.to_csv(folder / "c.csv", index=False)
    frame.to_parquet(folder / "c.parquet")
    (folder / "s.toml").write_text(HEAD.format(file=file, ignore=ignore) + learner + "\n")
    return read_study(folder / "s.toml", ("ownpackage",))


def answers(spec: Any) -> Any:
    (learner,), (data,) = spec.learners, spec.datasets
    model = learner.fit(data.take(range(40)), np.random.default_rng(0))
    return predicted(model, data.block.take(np.arange(40, 60))).label


@pytest.mark.parametrize("file", ["c.csv", "c.parquet"])
@pytest.mark.parametrize("name", RUNS)
@pytest.mark.usefixtures("packages")
def test_it_runs(tmp_path: Path, name: str, file: str) -> None:
    assert set(answers(read(tmp_path, RUNS[name], file)).tolist()) <= {0, 1}


def test_categories_of_parquet_are_categories_and_not_codes(tmp_path: Path) -> None:
    spec = read(tmp_path, f"{BOOSTING}\nprepare = false", "c.parquet", '["customer_id", "signup", "last_seen"]')
    model = spec.learners[0].fit(spec.datasets[0], np.random.default_rng(0))
    assert model.estimator.is_categorical_.tolist() == [True, False, False, False]


@pytest.mark.parametrize("learner", [f"{LOGISTIC}\nprepare = false", f"{BOOSTING}\nprepare = false"])
def test_words_that_nobody_prepares_fail_in_the_words_of_the_estimator(tmp_path: Path, learner: str) -> None:
    with pytest.raises(ValueError, match="could not convert string to float"):
        answers(read(tmp_path, learner))


def test_a_sampler_without_its_package_is_refused_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = ModuleType("ownpackage")
    own.Sampler = Sampler  # type: ignore[attr-defined]
    monkeypatch.setattr(Sampler, "__module__", "ownpackage")
    monkeypatch.setitem(sys.modules, "ownpackage", own)
    monkeypatch.setitem(sys.modules, "imblearn.pipeline", None)
    with pytest.raises(BakeoffError, match="pip install imbalanced-learn"):
        read(tmp_path, RUNS["sampler as a step"])
