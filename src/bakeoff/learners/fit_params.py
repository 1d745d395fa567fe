"""What `fit` of an estimator is given besides rows and target: weights, groups, and further values of the user's own.

With scikit-learn's metadata routing the estimator states what it requests. Without it a keyword is found as scikit-learn would
want it: `sample_weight` of the estimator, `svc__sample_weight` of a pipeline's last step, `groups` of a search that splits by groups.
Rankers learn which rows are items of one list from the number of each query, or from the lengths of the lists.
"""

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Dataset

__all__ = ["GROUPS", "WEIGHT", "fit_params", "in_whole_lists", "left_out", "list_params", "unset_request"]

WEIGHT, GROUPS = "sample_weight", "groups"
_INNER = ("estimator", "regressor", "classifier", "base_estimator")  # whom a meta-estimator hands its keywords on to

_LENGTHS = "group"  # how many rows each query has, in the order of the rows, as LightGBM wants it
_QUERIES = ("qid", "group_id")  # the number of each row's query, as XGBoost and CatBoost want it


def in_whole_lists(estimator: Any, train: Dataset) -> Dataset:
    """The rows with those of a query side by side, queries in the order in which they come, where the estimator learns from lists."""
    if not train.task.in_lists or train.groups is None or not _list_keyword(estimator):
        return train
    place = _places(train.groups)
    return train if (np.diff(place) >= 0).all() else train.take(np.argsort(place, kind="stable"))


def list_params(estimator: Any, train: Dataset) -> dict[str, Any]:
    """The keyword of `fit` that says which rows are items of one list; none where the estimator has none."""
    keyword = _list_keyword(estimator) if train.task.in_lists and train.groups is not None else ""
    if not keyword:
        return {}
    place = _places(train.groups)
    return {keyword: np.bincount(place) if keyword.rpartition("__")[2] == _LENGTHS else place}


def _list_keyword(estimator: Any) -> str:
    """`qid`, `group_id` or `group` of the estimator, or of the last step of a pipeline; empty where its `fit` names none of them."""
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        inner = _list_keyword(steps[-1][1])
        return f"{steps[-1][0]}__{inner}" if inner else ""
    taken = _parameters(estimator)
    return next((keyword for keyword in (*_QUERIES, _LENGTHS) if keyword in taken), "")


def _places(groups: Any) -> Array:
    """A number for each query, in the order in which they come."""
    _, first, codes = np.unique(groups, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[codes.reshape(-1)])


def fit_params(estimator: Any, train: Dataset, *, routing: bool) -> dict[str, Any]:
    """The keywords of `fit` for these training rows; what the estimator does not take is left out."""
    fit_values = _given(train)
    keywords = _keywords(estimator, fit_values, routing=routing)
    return {keyword: fit_values[name] for name, keyword in keywords.items()}


def left_out(estimator: Any, data: Dataset, *, routing: bool) -> tuple[str, ...]:
    """What the user gave for `fit` and the estimator does not take; groups are for splits, so that nobody need take them."""
    fit_values = _given(data)
    keywords = _keywords(estimator, fit_values, routing=routing)
    return tuple(name for name in fit_values if name not in keywords and name != GROUPS)


def unset_request(estimator: Any, data: Dataset) -> str:
    """With routing, the first given value that the estimator neither requests nor declines; empty if there is none."""
    from sklearn.exceptions import UnsetMetadataPassedError
    from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping

    router = MetadataRouter(owner="bakeoff").add(
        estimator=estimator, method_mapping=MethodMapping().add(caller="fit", callee="fit")
    )
    for name, value in _given(data).items():
        try:
            if name != GROUPS:
                router.route_params(caller="fit", params={name: value})
        except UnsetMetadataPassedError:
            return name
    return ""


def _given(data: Dataset) -> dict[str, Any]:
    """All that a fit may be given, by name."""
    sides = {WEIGHT: data.fit_weight, GROUPS: data.groups}
    constants = {name: values if values.ndim else values.item() for name, values in data.params.items()}
    return {name: values for name, values in sides.items() if values is not None} | constants


def _keywords(estimator: Any, names: Iterable[str], *, routing: bool) -> dict[str, str]:
    """By name: the keyword under which `fit` takes it."""
    if routing:
        from sklearn.utils.metadata_routing import get_routing_for_object

        requested = get_routing_for_object(estimator).consumes("fit", set(names))
        return {name: name for name in names if name in requested}
    keyword_of = {name: _keyword(estimator, name) for name in names}
    return {name: keyword for name, keyword in keyword_of.items() if keyword is not None}


def _keyword(estimator: Any, name: str) -> str | None:
    """How `fit` takes it without routing; None if it does not."""
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        return _of_pipeline(dict(steps), steps[-1][0], name)
    taken = _parameters(estimator)
    if name == GROUPS and hasattr(estimator, "cv"):
        searches = GROUPS in taken or inspect.Parameter.VAR_KEYWORD in taken.values()
        return GROUPS if searches and _splits_by_groups(estimator.cv) else None
    if name in taken:
        return name
    if inspect.Parameter.VAR_KEYWORD not in taken.values():
        return None
    return _handed_on(estimator, name)


def _of_pipeline(steps: Mapping[str, Any], last: str, name: str) -> str | None:
    """The last step takes weights and groups; another value names its step, as scikit-learn has it."""
    if name not in {WEIGHT, GROUPS}:
        step, _, rest = name.partition("__")
        return name if rest and _keyword(steps.get(step), rest) == rest else None
    keyword = _keyword(steps[last], name)
    return None if keyword is None else f"{last}__{keyword}"


def _handed_on(estimator: Any, name: str) -> str | None:
    """The keyword of the estimator inside one that hands on whatever it is given; all of several must take the same."""
    inside = [getattr(estimator, attribute) for attribute in _INNER if getattr(estimator, attribute, None) is not None][
        :1
    ]
    several = getattr(estimator, "estimators", None)
    if not inside and isinstance(several, list):
        inside = [pair[1] for pair in several if isinstance(pair, tuple) and hasattr(pair[1], "fit")]
    if not inside:
        return name  # it takes any keyword, and nobody else is known to take it
    keywords = {_keyword(inner, name) for inner in inside}
    return keywords.pop() if len(keywords) == 1 else None


def _parameters(estimator: Any) -> dict[str, Any]:
    """The parameters of `fit` and their kinds; none where they cannot be read."""
    try:
        parameters = inspect.signature(estimator.fit).parameters
    except (AttributeError, TypeError, ValueError):
        return {}
    return {name: parameter.kind for name, parameter in parameters.items()}


def _splits_by_groups(cv: Any) -> bool:
    """Whether an inner splitter reads groups; those of scikit-learn that do not would warn of them."""
    if not hasattr(cv, "split"):
        return False
    if not hasattr(cv, "get_metadata_routing"):
        return True
    from sklearn.utils.metadata_routing import get_routing_for_object

    return GROUPS in get_routing_for_object(cv).consumes("split", {GROUPS})
