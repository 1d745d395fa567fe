"""Models of thirty usual pipelines are loaded without a word of trust and predict as before; damaged trees inside them are refused."""

import json
import zipfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor, make_column_selector
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    StackingClassifier,
    VotingRegressor,
)  # fmt: skip
from sklearn.feature_selection import RFE, SelectFromModel, SelectKBest, f_regression, mutual_info_classif
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.impute import KNNImputer, SimpleImputer
from sklearn.linear_model import ElasticNet, LogisticRegression, PoissonRegressor, Ridge, SGDClassifier
from sklearn.model_selection import GridSearchCV, TunedThresholdClassifierCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    KBinsDiscretizer,
    OneHotEncoder,
    OrdinalEncoder,
    PolynomialFeatures,
    QuantileTransformer,
    StandardScaler,
)  # fmt: skip
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.deployment.known_types import KNOWN
from bakeoff.deployment.model_file import dump, known_types_in, untrusted_types
from bakeoff.deployment.served_model import ServedModel
from bakeoff.learners.from_objects import as_learners
from bakeoff.learners.model_state import state_of

skops_io = pytest.importorskip("skops.io")
MEMORY = 1e9

RNG = np.random.default_rng(8)
FRAME = pd.DataFrame(
    {
        "a": RNG.normal(size=90),
        "b": np.where(RNG.random(90) < 0.1, np.nan, RNG.normal(size=90)),
        "city": pd.Categorical(RNG.choice(["Rome", "Oslo", "Lima"], 90)),
    }
)
SCORE = FRAME["a"] + FRAME["b"].fillna(0) + (FRAME["city"] == "Rome")
TRUTH = np.where(SCORE > 0.3, "yes", "no")
NUMBERS, CITY = ["a", "b"], ["city"]


def columns(numbers: Any = None) -> ColumnTransformer:
    words = OneHotEncoder(handle_unknown="ignore")
    return ColumnTransformer([("n", numbers or SimpleImputer(), NUMBERS), ("c", words, CITY)])


def selected() -> ColumnTransformer:
    numbers, words = make_column_selector(dtype_include=float), make_column_selector(dtype_include="category")
    return ColumnTransformer([("n", KNNImputer(), numbers), ("c", OrdinalEncoder(), words)])


CLASSIFIERS = {
    "imputer": make_pipeline(columns(), LogisticRegression()),
    "imputer and scaler": make_pipeline(columns(make_pipeline(SimpleImputer(strategy="median"), StandardScaler())), SVC()),
    "selected columns": make_pipeline(selected(), GaussianNB()),
    "histograms with categories": HistGradientBoostingClassifier(max_iter=4),
    "histograms": make_pipeline(columns(), HistGradientBoostingClassifier(max_iter=4)),
    "boosting": GradientBoostingClassifier(n_estimators=4),
    "forest": RandomForestClassifier(4),
    "forest of few leaves": make_pipeline(columns(), RandomForestClassifier(4, max_leaf_nodes=5)),
    "tree": DecisionTreeClassifier(ccp_alpha=0.01),
    "neighbours": KNeighborsClassifier(),
    "neighbours by city blocks": KNeighborsClassifier(p=1, weights="distance", algorithm="ball_tree"),
    "neighbours by Minkowski": make_pipeline(columns(), KNeighborsClassifier(p=3)),
    "calibrated": CalibratedClassifierCV(LinearSVC(), cv=2),
    "calibrated by steps": CalibratedClassifierCV(GaussianNB(), method="isotonic", cv=2),
    "stacking": StackingClassifier([("nb", GaussianNB()), ("tree", DecisionTreeClassifier(max_depth=2))], cv=2),
    "boosted stumps": AdaBoostClassifier(n_estimators=4),
    "bagged neighbours": BaggingClassifier(KNeighborsClassifier(), 3),
    "network": make_pipeline(columns(), StandardScaler(), MLPClassifier((4,), max_iter=400, tol=1e-2)),
    "Gaussian process": GaussianProcessClassifier(),
    "threshold": TunedThresholdClassifierCV(LogisticRegression(), cv=2),
    "best columns": make_pipeline(columns(), SelectKBest(mutual_info_classif, k=2), LogisticRegression()),
    "columns by elimination": make_pipeline(columns(), RFE(LogisticRegression(), n_features_to_select=2), SGDClassifier(loss="log_loss")),
    "columns of a model": make_pipeline(columns(), SelectFromModel(LinearSVC()), LinearDiscriminantAnalysis()),
    "bins": make_pipeline(columns(make_pipeline(SimpleImputer(), KBinsDiscretizer(3, encode="ordinal", quantile_method="averaged_inverted_cdf"))), LogisticRegression()),
    "search": GridSearchCV(make_pipeline(columns(), PCA(2), SVC()), {"svc__C": [1, 10]}, cv=2),
    "one against the rest": OneVsRestClassifier(make_pipeline(columns(), LinearSVC())),
}  # fmt: skip
REGRESSORS = {
    "forest of numbers": RandomForestRegressor(4),
    "random trees": ExtraTreesRegressor(4),
    "boosting of numbers": GradientBoostingRegressor(n_estimators=4, loss="huber"),
    "histograms of numbers": HistGradientBoostingRegressor(max_iter=4, loss="poisson"),
    "neighbours of numbers": KNeighborsRegressor(),
    "process of numbers": GaussianProcessRegressor(alpha=0.1),
    "vote": VotingRegressor([("ridge", Ridge()), ("net", ElasticNet())]),
    "powers": make_pipeline(columns(), PolynomialFeatures(), Ridge()),
    "logarithm": TransformedTargetRegressor(Ridge(), func=np.log, inverse_func=np.exp),
    "quantiles": make_pipeline(columns(make_pipeline(SimpleImputer(), QuantileTransformer(n_quantiles=10))), PoissonRegressor()),
    "best columns for numbers": make_pipeline(columns(), SelectKBest(f_regression, k=2), Ridge()),
}  # fmt: skip
PIPELINES = {**CLASSIFIERS, **REGRESSORS}


def data_for(name: str) -> bo.Dataset:
    return bo.load((FRAME, TRUTH if name in CLASSIFIERS else SCORE - SCORE.min() + 1))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory):
    """One child for all models."""
    first = tmp_path_factory.mktemp("first") / "first.skops"
    dump({"kind": "constant", "label": np.array([0]), "proba": None}, first)
    with ServedModel(first, trusted=(), timeout=120, memory=MEMORY) as child:

        def load(path: Path, *trusted: str) -> ServedModel:
            child._path = path
            child._load(trusted, MEMORY)
            return child

        yield load


@pytest.mark.parametrize("name", PIPELINES)
def test_a_usual_model_is_loaded_without_trust_and_predicts_the_same(served, tmp_path: Path, name: str) -> None:
    data = data_for(name).coded()  # as a deployed model is trained
    model = as_learners({"m": PIPELINES[name]})[0].fit(data, np.random.default_rng(1))
    path = tmp_path / "model.skops"
    dump(state_of(model), path)
    assert untrusted_types(path) == ()
    there, here = served(path).predict(data.block, {}, len(data.classes)), model.predict(data.features)
    for output in ("label", "proba", "score", "sd"):
        ours, theirs = getattr(here, output), getattr(there, output)
        assert (ours is None) is (theirs is None)
        assert ours is None or np.allclose(np.asarray(ours, float), theirs, rtol=1e-9, atol=1e-12)


def test_thirty_pipelines_are_tried() -> None:
    assert len(PIPELINES) >= 30


def rewritten(source: Path, target: Path, change: Callable[[str], str]) -> Path:
    """The file with another schema."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for part in old.namelist():
            new.writestr(part, change(old.read(part).decode()) if part == "schema.json" else old.read(part))
    return target


def test_a_known_function_may_not_be_called_by_a_file(tmp_path: Path) -> None:
    """A type is known only in the way it is saved: here one lies in the file as a function, one as a call."""
    name, path = "sklearn.feature_selection._univariate_selection.f_regression", tmp_path / "good.skops"
    dump({"model": SelectKBest(f_regression, k=1).fit(np.eye(3), [1, 2, 3])}, path)
    assert known_types_in(path) == {name}
    bad = rewritten(path, tmp_path / "b", lambda text: text.replace("FunctionNode", "ConstructorFromReduceNode"))
    assert known_types_in(bad) == frozenset()


def test_every_known_type_is_there() -> None:
    for name in KNOWN:
        module, _, attribute = name.rpartition(".")
        assert hasattr(import_module(module), attribute), name


def _nodes_of(tree: Any) -> tuple[Any, np.ndarray]:
    state = tree.__getstate__()
    return state, state["nodes"].copy()


def lost_child(estimator: Any) -> None:
    state, nodes = _nodes_of(estimator.tree_)
    nodes["left_child"][0] = 10_000_000
    estimator.tree_.__setstate__({**state, "nodes": nodes})


def circle(estimator: Any) -> None:
    state, nodes = _nodes_of(estimator.tree_)
    nodes["left_child"][1] = nodes["right_child"][1] = 0
    estimator.tree_.__setstate__({**state, "nodes": nodes})


def lost_column(estimator: Any) -> None:
    state, nodes = _nodes_of(estimator.tree_)
    nodes["feature"][0] = 10_000_000
    estimator.tree_.__setstate__({**state, "nodes": nodes})


X, Y = FRAME[["a"]].to_numpy(), (SCORE > 0).to_numpy().astype(int)
WIDE = np.column_stack([X, X[:, 0] ** 2, -X[:, 0]])


def grown(kind: Any = DecisionTreeClassifier, rows: np.ndarray = X, **settings: Any) -> Any:
    return kind(**settings).fit(rows, Y)


def _damaged(change: Any) -> Any:
    model = grown(max_depth=3)
    change(model)
    return model


def histogram(field: str, value: int, node: int = 0) -> Any:
    model = grown(HistGradientBoostingClassifier, max_iter=2, min_samples_leaf=5)
    model._predictors[0][0].nodes[field][node] = value
    return model


def wrong_stages() -> Any:
    model = grown(GradientBoostingClassifier, n_estimators=2)
    model.estimators_ = np.hstack([model.estimators_] * 50)
    return model


def wide_stage() -> Any:
    model, other = (
        grown(GradientBoostingClassifier, n_estimators=2),
        grown(GradientBoostingClassifier, WIDE, n_estimators=2),
    )
    model.estimators_[1, 0] = other.estimators_[1, 0]
    return model


def wide_tree_in_forest() -> Any:
    model, other = grown(RandomForestClassifier, n_estimators=3), grown(RandomForestClassifier, WIDE, n_estimators=3)
    model.estimators_[2] = other.estimators_[2]
    model.estimators_[2].n_features_in_ = 1
    return model


def loose_tree() -> Any:
    model = grown()
    model.class_weight = {"tree": model.tree_}
    return model


DAMAGED = {
    "a child outside": (lambda: _damaged(lost_child), "nodes lead outside"),
    "a circle": (lambda: _damaged(circle), "nodes lead outside"),
    "a column outside": (lambda: _damaged(lost_column), "columns which are not there"),
    "a tree in a table": (loose_tree, "outside of an estimator"),
    "a tree of a forest for more columns": (wide_tree_in_forest, "another number of columns"),
    "stages for more classes": (wrong_stages, "another number of classes"),
    "a stage for more columns": (wide_stage, "another number of columns"),
    "a histogram child outside": (lambda: histogram("left", 10_000_000), "nodes lead outside"),
    "a histogram column outside": (lambda: histogram("feature_idx", 10_000_000), "columns which are not there"),
    "a histogram set outside": (lambda: histogram("is_categorical", 1), "nodes lead outside"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_tree_is_refused_before_it_is_followed(served, tmp_path: Path, name: str) -> None:
    make, words = DAMAGED[name]
    learner = as_learners({"m": GaussianNB()})[0]
    data = bo.load((X, Y), positive=1)
    state = state_of(learner.fit(data, np.random.default_rng(1))) | {"estimator": make()}
    path = tmp_path / "bad.skops"
    dump(state, path)
    with pytest.raises(BadInput, match=words):
        served(path).predict(data.block, {}, 2)


def false_count(text: str) -> str:
    schema = json.loads(text)
    tree = schema["content"]["estimator"]["content"]["content"]["tree_"]
    tree["content"]["content"]["node_count"] |= {"content": "3", "__id__": 1}
    return json.dumps(schema)


def test_a_tree_with_more_nodes_than_it_counts_is_refused(served, tmp_path: Path) -> None:
    path = tmp_path / "good.skops"
    dump({"kind": "estimator", "estimator": grown()}, path)
    with pytest.raises(BadInput, match="nodes lead outside"):
        served(rewritten(path, tmp_path / "bad.skops", false_count))
