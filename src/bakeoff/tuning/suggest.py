"""Suggest: wide ranges, spread over orders of magnitude where that is right, for the well-known estimators of scikit-learn."""

from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.from_objects import estimator_from
from bakeoff.tuning.space import Parameter, choice, integers, log_uniform, uniform

__all__ = ["NO_SETTINGS", "SPACES", "suggest"]

_LINEAR: dict[str, Parameter] = {"C": log_uniform(1e-4, 1e4)}
_KERNEL: dict[str, Parameter] = {"C": log_uniform(1e-2, 1e4), "gamma": log_uniform(1e-5, 1e1)}
_TREE: dict[str, Parameter] = {"max_depth": integers(1, 30, log=True), "min_samples_leaf": integers(1, 100, log=True)}
_FOREST: dict[str, Parameter] = {"max_features": uniform(0.05, 1.0), "min_samples_leaf": integers(1, 50, log=True)}
_BOOSTED: dict[str, Parameter] = {
    "learning_rate": log_uniform(1e-3, 0.5),
    "n_estimators": integers(10, 500, log=True),
    "max_depth": integers(1, 8),
}
_HIST: dict[str, Parameter] = {
    "learning_rate": log_uniform(1e-3, 0.5),
    "max_iter": integers(10, 500, log=True),
    "max_leaf_nodes": integers(4, 128, log=True),
}
_NEAREST: dict[str, Parameter] = {"n_neighbors": integers(1, 100, log=True), "weights": choice(["uniform", "distance"])}
_NET: dict[str, Parameter] = {
    "alpha": log_uniform(1e-6, 1e1),
    "learning_rate_init": log_uniform(1e-4, 1e-1),
    "hidden_layer_sizes": choice([(16,), (64,), (256,), (64, 64)]),
}

SPACES: dict[str, dict[str, Parameter]] = {
    "LogisticRegression": _LINEAR,
    "LinearSVC": _LINEAR,
    "LinearSVR": {**_LINEAR, "epsilon": log_uniform(1e-3, 1e1)},
    "SVC": _KERNEL,
    "SVR": {**_KERNEL, "epsilon": log_uniform(1e-3, 1e1)},
    "NuSVC": {"nu": uniform(0.05, 0.5), "gamma": log_uniform(1e-5, 1e1)},
    "Ridge": {"alpha": log_uniform(1e-6, 1e6)},
    "RidgeClassifier": {"alpha": log_uniform(1e-6, 1e6)},
    "KernelRidge": {"alpha": log_uniform(1e-6, 1e2), "gamma": log_uniform(1e-5, 1e1)},
    "Lasso": {"alpha": log_uniform(1e-5, 1e2)},
    "ElasticNet": {"alpha": log_uniform(1e-5, 1e2), "l1_ratio": uniform(0.05, 1.0)},
    "SGDClassifier": {"alpha": log_uniform(1e-7, 1e0), "penalty": choice(["l2", "l1", "elasticnet"])},
    "SGDRegressor": {"alpha": log_uniform(1e-7, 1e0), "penalty": choice(["l2", "l1", "elasticnet"])},
    "DecisionTreeClassifier": {**_TREE, "ccp_alpha": log_uniform(1e-5, 1e-1)},
    "DecisionTreeRegressor": _TREE,
    "ExtraTreeClassifier": _TREE,
    "ExtraTreeRegressor": _TREE,
    "RandomForestClassifier": _FOREST,
    "RandomForestRegressor": _FOREST,
    "ExtraTreesClassifier": _FOREST,
    "ExtraTreesRegressor": _FOREST,
    "GradientBoostingClassifier": _BOOSTED,
    "GradientBoostingRegressor": _BOOSTED,
    "HistGradientBoostingClassifier": _HIST,
    "HistGradientBoostingRegressor": _HIST,
    "AdaBoostClassifier": {"n_estimators": integers(5, 500, log=True), "learning_rate": log_uniform(1e-2, 2.0)},
    "AdaBoostRegressor": {"n_estimators": integers(5, 500, log=True), "learning_rate": log_uniform(1e-2, 2.0)},
    "BaggingClassifier": {"max_samples": uniform(0.2, 1.0), "max_features": uniform(0.2, 1.0)},
    "BaggingRegressor": {"max_samples": uniform(0.2, 1.0), "max_features": uniform(0.2, 1.0)},
    "KNeighborsClassifier": _NEAREST,
    "KNeighborsRegressor": _NEAREST,
    "MLPClassifier": _NET,
    "MLPRegressor": _NET,
    "GaussianNB": {"var_smoothing": log_uniform(1e-12, 1e0)},
    "BernoulliNB": {"alpha": log_uniform(1e-3, 1e2)},
    "MultinomialNB": {"alpha": log_uniform(1e-3, 1e2)},
    "ComplementNB": {"alpha": log_uniform(1e-3, 1e2)},
    "LinearDiscriminantAnalysis": {"solver": choice(["lsqr"]), "shrinkage": uniform(0.0, 1.0)},
    "QuadraticDiscriminantAnalysis": {"reg_param": uniform(0.0, 1.0)},
    "HuberRegressor": {"alpha": log_uniform(1e-6, 1e2), "epsilon": uniform(1.05, 3.0)},
    "PLSRegression": {"n_components": integers(1, 5)},
    "GaussianProcessRegressor": {"alpha": log_uniform(1e-10, 1e0)},
}
NO_SETTINGS = (
    "LinearRegression",
    "GaussianProcessClassifier",
    "BayesianRidge",
    "ARDRegression",
    "TheilSenRegressor",
    "IsotonicRegression",
)


def suggest(estimator: Any) -> dict[str, Parameter]:
    """A wide space for an estimator, a pipeline (its last step) or an import path; a mapping that you may change.

    >>> from sklearn.svm import SVC
    >>> {name: str(one) for name, one in suggest(SVC()).items()}
    {'C': '0.01 to 10000 (log scale)', 'gamma': '1e-05 to 10 (log scale)'}
    """
    if isinstance(estimator, str):
        estimator = estimator_from(estimator, {}, ())
    if isinstance(estimator, SklearnLearner):
        estimator = estimator.estimator
    prefix = ""
    while isinstance(getattr(estimator, "steps", None), list) and estimator.steps:
        name, last = estimator.steps[-1]
        prefix, estimator = f"{prefix}{name}__", last
    kind = estimator.__name__ if isinstance(estimator, type) else type(estimator).__name__
    if kind in NO_SETTINGS:
        raise BadInput(f"{kind} has no settings worth a search; use it as it is")
    if kind not in SPACES:
        raise BadInput(
            f"no space is known for {kind}; write one, such as {{'parameter': bo.log_uniform(0.01, 100)}}; known are {', '.join(sorted(SPACES))}"
        )
    return {f"{prefix}{name}": parameter for name, parameter in SPACES[kind].items()}
