"""A learner again from the settings text that a study file keeps of it.

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

__all__ = ["learner_from_settings", "versions_in", "without_versions"]

_NUMBERS = {"nan": nan, "inf": inf, "-inf": -inf}


def learner_from_settings(name: str, settings: str, allow: Sequence[str] = ()) -> Learner:
    """The learner that these settings describe; what is no plain value (a function, an array) cannot be made again.

    >>> from bakeoff.learners.from_objects import learner_from
    >>> tree = learner_from("tree", "sklearn.tree.DecisionTreeClassifier", {"max_depth": 3})
    >>> learner_from_settings("tree", tree.settings).settings == tree.settings
    True
    """
    refused = f"learner {name!r} cannot be made again from the study file; give the study's TOML file, or deploy it in Python where the study is run"
    try:
        parts = json.loads(settings)
        check_parameters(parts)
        made = _learner(name, parts, tuple(allow))
    except (KeyError, LookupError, TypeError, ValueError, RecursionError) as error:
        why = f" ({error})" if isinstance(error, BakeoffError) else ""
        raise BadInput(refused + why) from None
    if without_versions(made.settings) != without_versions(settings):
        raise BadInput(refused)
    return made


def without_versions(settings: str) -> Any:
    """What the settings say of the learner itself."""
    try:
        parts = json.loads(settings)
    except ValueError:
        return settings
    return {key: value for key, value in parts.items() if key != "versions"} if isinstance(parts, dict) else parts


def versions_in(settings: str) -> dict[str, str]:
    """The packages of a learner, with their versions."""
    try:
        found = json.loads(settings).get("versions", {})
    except (ValueError, AttributeError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


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
        _value(parts["estimator"], allow),
        scale=parts["scale"],
        prepare=prepare if isinstance(prepare, str) else _value(prepare, allow),
        columns=tuple(parts["columns"]),
        caches=False,
    )


_CODE = ({"function", "code"}, {"array", "dtype", "shape"})  # keys of what settings name but do not hold


def _value(value: Any, allow: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        if any(keys <= set(value) for keys in _CODE) or set(value) in ({"partial"}, {"random"}):
            raise ValueError("it holds a function, an array or a generator")
        return _made(value, allow) if "class" in value else {key: _value(one, allow) for key, one in value.items()}
    if isinstance(value, list):
        made = [_value(one, allow) for one in value]
        named = bool(value) and isinstance(value[0], str) and any(isinstance(one, dict) for one in value)
        return tuple(made) if named else made  # a step of a pipeline is a name and an estimator
    return _NUMBERS.get(value, value) if isinstance(value, str) else value


def _made(value: Mapping[str, Any], allow: tuple[str, ...]) -> Any:
    """An estimator from its class and parameters; a class without parameters of its own is code, and refused."""
    params = {key: _value(one, allow) for key, one in value["params"].items()}
    methods = ("fit", "split", "get_params")  # estimators, splitters of a search, kernels
    try:
        return estimator_from(value["class"], params, allow, trained_by=methods)
    except BadInput:
        tuples = {key: tuple(one) if isinstance(one, list) else one for key, one in params.items()}
        if tuples == params:
            raise
        return estimator_from(value["class"], tuples, allow, trained_by=methods)
