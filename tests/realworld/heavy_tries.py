"""Learners of networks, additive models, streams and time series, whose packages need an environment of their own: the tries by name."""

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd

from tests.realworld.package_tries import CODES, FEATURES, LABELS, NUMERIC, THREE, Try, imported
from tests.realworld.test_same_as_by_hand import AMOUNTS, CLASSES, NUMBERS, RNG, ROWS, Y

__all__ = ["HEAVY_TRIES"]

SHORT = NUMBERS.astype(np.float32)
SERIES = np.cumsum(RNG.normal(size=(ROWS, 2, 30)), axis=2) + (CLASSES == "yes")[:, None, None]
ONE_SERIES = SERIES[:, 0]
NESTED = pd.DataFrame({"first": [pd.Series(row) for row in ONE_SERIES]})
SERIES_KINDS = {
    "array": ONE_SERIES,
    "one channel": SERIES[:, :1],
    "two channels": SERIES,
    "float32": ONE_SERIES.astype(np.float32),
}
SERIES_LABELS = {"0 and 1": CODES, "three classes": THREE, "words": CLASSES, "series of words": Y}


def _network(outputs: int, kind: str = "NeuralNetClassifier", **settings: Any) -> Callable[[], Any]:
    """A small network with the same first weights in every fold."""

    def make() -> Any:
        torch, skorch = importlib.import_module("torch"), importlib.import_module("skorch")
        torch.manual_seed(0)
        layers = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, outputs))
        criterion = {"criterion": torch.nn.CrossEntropyLoss} if kind == "NeuralNetClassifier" else {}
        return getattr(skorch, kind)(layers, max_epochs=2, batch_size=16, verbose=0, **criterion, **settings)

    return make


def _streamed(module: str, name: str) -> Callable[[], Any]:
    """A learner of river that scikit-learn can fit."""
    return lambda: importlib.import_module("river.compat").convert_river_to_sklearn(imported(module, name)())


GAMS = {"LogisticGAM": (CODES, "0 and 1"), "LinearGAM": (AMOUNTS, "amounts")}
FEW = {"n_splines": 5, "max_iter": 20}
STREAMED = {
    "logistic regression": _streamed("river.linear_model", "LogisticRegression"),
    "naive Bayes": _streamed("river.naive_bayes", "GaussianNB"),
    "Hoeffding tree": _streamed("river.tree", "HoeffdingTreeClassifier"),
}
OF_SERIES = {
    "time series forest": (
        "aeon", "aeon.classification.interval_based", "TimeSeriesForestClassifier", {"n_estimators": 5, "random_state": 0}
    ),
    "nearest series": (
        "aeon", "aeon.classification.distance_based", "KNeighborsTimeSeriesClassifier", {"distance": "euclidean"}
    ),
    "majority of sktime": (
        "sktime", "sktime.classification.dummy", "DummyClassifier", {}
    ),
    "composable forest": (
        "sktime", "sktime.classification.feature_based", "SummaryClassifier", {"random_state": 0}
    ),
}  # fmt: skip


def _tries() -> Iterator[tuple[str, Try]]:
    for kind, X in FEATURES.items():
        yield f"network: {kind}", Try("skorch", _network(2), X, CODES)
    for kind, y in LABELS.items():
        yield f"network, float32: {kind}", Try("skorch", _network(3 if kind.startswith("three") else 2), SHORT, y)
    amounts = AMOUNTS.astype(np.float32)[:, None]
    yield "network, amounts: float32", Try("skorch", _network(1, "NeuralNetRegressor"), SHORT, amounts)
    yield "network on a device that is not there", Try("skorch", _network(2, device="cuda"), SHORT, CODES)
    for name, (y, kind) in GAMS.items():
        for features in ("array", "float32 array", "array with gaps", "pandas", "sparse"):
            yield (
                f"{name}, {kind}: {features}",
                Try("pygam", lambda name=name: imported("pygam", name)(**FEW), FEATURES[features], y),
            )
    yield "LogisticGAM: words", Try("pygam", lambda: imported("pygam", "LogisticGAM")(**FEW), NUMBERS, CLASSES)
    yield (
        "LogisticGAM: truth values",
        Try("pygam", lambda: imported("pygam", "LogisticGAM")(**FEW), NUMBERS, CLASSES == "yes"),
    )
    for name, make in STREAMED.items():
        for features in ("array", "float32 array", "pandas"):
            yield f"{name} of river: {features}", Try("river", make, FEATURES[features], CODES)
        for kind, y in LABELS.items():
            yield f"{name} of river: {kind}", Try("river", make, NUMBERS, y)
    yield (
        "linear regression of river",
        Try("river", _streamed("river.linear_model", "LinearRegression"), NUMBERS, AMOUNTS),
    )
    yield (
        "linear regression of river: pandas",
        Try("river", _streamed("river.linear_model", "LinearRegression"), NUMERIC, AMOUNTS),
    )
    for learner, (package, module, name, settings) in OF_SERIES.items():

        def make(module: str = module, name: str = name, settings: Any = settings) -> Any:
            return imported(module, name)(**settings)

        for kind, X in SERIES_KINDS.items():
            yield f"{learner}: {kind}", Try(package, make, X, CODES)
        for kind, y in SERIES_LABELS.items():
            yield f"{learner}: {kind}", Try(package, make, SERIES[:, :1], y)
        if package == "sktime":
            yield f"{learner}: nested frame", Try(package, make, NESTED, CODES)


HEAVY_TRIES: dict[str, Try] = dict(_tries())
