"""What the stored settings of a learner show: which classes it is made of, whether it scales, whether it was tuned."""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

__all__ = ["classes_in", "has_settings_to_tune", "is_scaled", "is_tuned", "reads_scale"]

SCALERS = frozenset({
    "StandardScaler", "MinMaxScaler", "RobustScaler", "MaxAbsScaler", "Normalizer", "QuantileTransformer", "PowerTransformer", "KBinsDiscretizer", "TableVectorizer",
})  # fmt: skip
BY_DISTANCE_OR_PENALTY = ("sklearn.linear_model.", "sklearn.svm.", "sklearn.neighbors.", "sklearn.neural_network.", "sklearn.kernel_ridge.", "sklearn.gaussian_process.", "sklearn.cluster.")  # fmt: skip
SCALE_FREE = frozenset({
    "LinearRegression", "TheilSenRegressor", "RANSACRegressor",
})  # least squares without a penalty fit the same line on any scale  # fmt: skip
NOTHING_TO_TUNE = frozenset({"LinearRegression", "GaussianNB", "LinearDiscriminantAnalysis", "GaussianProcessClassifier", "GaussianProcessRegressor"})  # fmt: skip
SEARCHES = ("SearchCV", "LogisticRegressionCV", "RidgeCV", "LassoCV", "ElasticNetCV", "RidgeClassifierCV", "LarsCV", "LassoLarsCV")  # fmt: skip


@lru_cache(maxsize=512)
def _tree(settings: str) -> Any:
    try:
        return json.loads(settings)
    except (ValueError, RecursionError):  # an imported learner has words instead
        return {}


def classes_in(settings: str) -> tuple[str, ...]:
    """The paths of all classes in the settings of a learner, those of a pipeline in their order.

    >>> classes_in('{"estimator":{"class":"sklearn.svm._classes.SVC","params":{"C":1.0}},"scale":false}')
    ('sklearn.svm._classes.SVC',)
    """
    return tuple(_classes(_tree(settings)))


def _classes(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("class"), str):
            yield part["class"]
        for value in part.values():
            yield from _classes(value)
    elif isinstance(part, list):
        for value in part:
            yield from _classes(value)


def _short(path: str) -> str:
    return path.rpartition(".")[2]


def is_scaled(settings: str) -> bool:
    """Whether some step puts the columns on one scale.

    >>> is_scaled('{"estimator":{"class":"sklearn.svm._classes.SVC"},"scale":true}'), is_scaled('{"scale":false}')
    (True, False)
    """
    return _switch(_tree(settings), "scale") or any(_short(path) in SCALERS for path in classes_in(settings))


def _switch(part: Any, name: str) -> bool:
    """Whether the settings, or those of the learner inside a search, have this switch on."""
    if not isinstance(part, dict):
        return False
    return part.get(name) is True or _switch(part.get("tuned"), name)


def reads_scale(settings: str) -> bool:
    """Whether an estimator of scikit-learn inside reads distances, or penalises coefficients, so that units of columns matter.

    >>> reads_scale('{"estimator":{"class":"sklearn.svm._classes.SVC"}}'), reads_scale('{"estimator":{"class":"sklearn.tree._classes.DecisionTreeClassifier"}}')
    (True, False)
    """
    paths = [path for path in classes_in(settings) if _short(path) not in SCALE_FREE]
    return any(path.startswith(BY_DISTANCE_OR_PENALTY) for path in paths)


def is_tuned(settings: str) -> bool:
    """Whether a search chooses the settings on the training part.

    >>> is_tuned('{"tuned":{}}'), is_tuned('{"estimator":{"class":"sklearn.svm._classes.SVC"}}')
    (True, False)
    """
    tree = _tree(settings)
    searched = isinstance(tree, dict) and "tuned" in tree
    return searched or any(_short(path).endswith(SEARCHES) for path in classes_in(settings))


def has_settings_to_tune(settings: str) -> bool:
    """Whether the learner is an estimator whose settings people search for."""
    paths = classes_in(settings)
    return bool(paths) and _short(paths[-1]) not in NOTHING_TO_TUNE
