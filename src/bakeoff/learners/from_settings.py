"""A learner again from the settings text that a results file keeps of it.

The file may be a stranger's: classes come from scikit-learn, or from packages that the user allows, as in a study file.
"""

import json
from collections.abc import Mapping, Sequence
from math import inf, nan
from typing import Any

from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.learners.baselines import BASELINES
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.from_objects import estimator_from, learner_from
from bakeoff.learners.hazards import check_parameters
from bakeoff.learners.learner import Learner

__all__ = ["learner_from_settings", "not_again", "value_from_settings", "versions_in", "without_versions"]

_NUMBERS = {"nan": nan, "inf": inf, "-inf": -inf}


def learner_from_settings(name: str, settings: str, allow: Sequence[str] = ()) -> Learner:
    """The learner that these settings describe; what is no plain value (a function, an array) cannot be made again.

    >>> from bakeoff.learners.from_objects import learner_from
    >>> tree = learner_from("tree", "sklearn.tree.DecisionTreeClassifier", {"max_depth": 3})
    >>> learner_from_settings("tree", tree.settings).settings == tree.settings
    True
    """
    try:
        parts = json.loads(settings)
        check_parameters(parts)
        learner = _learner(name, parts, tuple(allow))
    except (KeyError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise not_again(name, error) from None
    if without_versions(learner.settings) != without_versions(settings):
        raise not_again(name)
    return learner


def not_again(name: str, error: BaseException | None = None) -> BadInput:
    """The refusal of a learner that settings do not describe wholly."""
    why = f" ({error})" if isinstance(error, BakeoffError) else ""
    return BadInput(
        f"learner {name!r} cannot be made again from the results file; give the study's TOML file, or deploy it in Python where the study is run{why}"
    )


def without_versions(settings: str) -> Any:
    """What the settings say of the learner itself."""
    try:
        parts = json.loads(settings)
    except ValueError:
        return settings
    return _unversioned(parts)


def _unversioned(parts: Any) -> Any:
    """A tuned learner holds the settings of the learner that it tunes."""
    if not isinstance(parts, dict):
        return parts
    rest = {key: value for key, value in parts.items() if key != "versions"}
    return rest | {"tuned": _unversioned(rest["tuned"])} if "tuned" in rest else rest


def versions_in(settings: str) -> dict[str, str]:
    """The packages of a learner, with their versions."""
    try:
        parts = json.loads(settings)
        versions = parts.get("tuned", parts).get("versions", {})
    except (ValueError, AttributeError):
        return {}
    return {str(key): str(value) for key, value in versions.items()} if isinstance(versions, dict) else {}


def _learner(name: str, parts: Mapping[str, Any], allow: tuple[str, ...]) -> Learner:
    if "baseline" in parts:
        kind = str(parts["baseline"])
        rest = {key: value for key, value in parts.items() if key not in {"baseline", "versions"}}
        if kind not in BASELINES:
            raise KeyError(kind)
        return learner_from(name, kind, rest)
    prepare = parts["prepare"]
    return SklearnLearner(
        name,
        value_from_settings(parts["estimator"], allow),
        scale=parts["scale"],
        prepare=prepare if isinstance(prepare, str) else value_from_settings(prepare, allow),
        columns=tuple(parts["columns"]),
        caches=False,
    )


_CODE = ({"function", "code"}, {"array", "dtype", "shape"})  # keys of what settings name but do not hold


def value_from_settings(value: Any, allow: tuple[str, ...]) -> Any:
    """A parameter as it was; ValueError where settings only name it."""
    if isinstance(value, dict):
        if any(keys <= set(value) for keys in _CODE) or set(value) in ({"partial"}, {"random"}):
            raise ValueError("it contains a function, an array or a generator")
        return (
            _made(value, allow)
            if "class" in value
            else {key: value_from_settings(item, allow) for key, item in value.items()}
        )
    if isinstance(value, list):
        items = [value_from_settings(item, allow) for item in value]
        named = bool(value) and isinstance(value[0], str) and any(isinstance(item, dict) for item in value)
        return tuple(items) if named else items  # a step of a pipeline is a name and an estimator
    return _NUMBERS.get(value, value) if isinstance(value, str) else value


def _made(value: Mapping[str, Any], allow: tuple[str, ...]) -> Any:
    """An estimator from its class and parameters; a class without parameters of its own is code, and refused."""
    params = {key: value_from_settings(item, allow) for key, item in value["params"].items()}
    methods = ("fit", "split", "get_params")  # estimators, splitters of a search, kernels
    try:
        return estimator_from(value["class"], params, allow, trained_by=methods)
    except BadInput:
        tuples = {key: tuple(item) if isinstance(item, list) else item for key, item in params.items()}
        if tuples == params:
            raise
        return estimator_from(value["class"], tuples, allow, trained_by=methods)
