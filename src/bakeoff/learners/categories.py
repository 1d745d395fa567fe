"""Which estimators handle categories of a frame themselves, so that these are handed on and not one-hot coded.

Recognised by public parameters and names, as none of these packages need be installed:

- scikit-learn's HistGradientBoosting: `categorical_features` is "from_dtype" (its default), or names columns;
- XGBoost: `enable_categorical=True`;
- CatBoost: `cat_features` names columns;
- LightGBM: every estimator of the package, which takes the categories of a frame without being asked.
"""

from collections.abc import Sequence
from typing import Any

from bakeoff.data.dataset import Column, ColumnKind

__all__ = ["takes_categories"]

# Estimators around another that give it the frame as it is, and the name of their parameter for it.
_AROUND = {
    "CalibratedClassifierCV": "estimator",
    "FixedThresholdClassifier": "estimator",
    "FrozenEstimator": "estimator",
    "GridSearchCV": "estimator",
    "HalvingGridSearchCV": "estimator",
    "HalvingRandomSearchCV": "estimator",
    "RandomizedSearchCV": "estimator",
    "TransformedTargetRegressor": "regressor",
    "TunedThresholdClassifierCV": "estimator",
}


def takes_categories(estimator: Any, columns: Sequence[Column]) -> bool:
    """Whether the estimator handles the categories among these columns of a frame, and takes the other columns too."""
    if not any(column.kind is ColumnKind.NOMINAL for column in columns):
        return False
    inner = estimator
    while type(inner).__name__ in _AROUND and getattr(inner, _AROUND[type(inner).__name__], None) is not None:
        inner = getattr(inner, _AROUND[type(inner).__name__])
    named = _named(inner)
    if named is not None and len(named):
        return True  # these columns may be words as well, and places count the columns of the frame
    return _by_type(inner) and all(_is_native(column) for column in columns)


def _named(estimator: Any) -> Any:
    """The columns that the parameters of the estimator name as categories, by name or place."""
    for parameter in ("categorical_features", "cat_features"):
        value = _parameters(estimator).get(parameter)
        if value is not None and not isinstance(value, str):
            return value
    return None


def _by_type(estimator: Any) -> bool:
    """Whether the type of a column tells the estimator that it holds categories."""
    params = _parameters(estimator)
    if params.get("categorical_features") == "from_dtype" or params.get("enable_categorical") is True:
        return True
    return any(kind.__module__.partition(".")[0] == "lightgbm" for kind in type(estimator).__mro__)


def _parameters(estimator: Any) -> dict[str, Any]:
    return estimator.get_params(deep=False) if callable(getattr(estimator, "get_params", None)) else {}


def _is_native(column: Column) -> bool:
    """Whether the frame holds it as numbers, truth values or categories: words, texts and dates these estimators refuse."""
    if column.kind is ColumnKind.NOMINAL:
        return column.stored in {"", "boolean"}
    return column.kind is ColumnKind.NUMERIC
