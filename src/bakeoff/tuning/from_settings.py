"""A tuned learner again from the settings text that a results file keeps of it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.learners.from_settings import learner_from_settings, not_again, value_from_settings, without_versions
from bakeoff.learners.hazards import check_parameters
from bakeoff.learners.learner import Learner
from bakeoff.tuning.tuned import Tuned

__all__ = ["any_learner_from_settings"]


def any_learner_from_settings(name: str, settings: str, allow: Sequence[str] = ()) -> Learner:
    """The learner that these settings describe, tuned or not.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> tuned = Tuned(DecisionTreeClassifier(), {"max_depth": [1, 2, 4]}, search="grid", name="tree")
    >>> any_learner_from_settings("tree", tuned.settings).settings == tuned.settings
    True
    """
    try:
        parts = json.loads(settings)
    except ValueError:
        parts = None
    if not isinstance(parts, dict) or "tuned" not in parts:
        return learner_from_settings(name, settings, allow)
    base = learner_from_settings(name, json.dumps(parts["tuned"]), allow)
    try:
        check_parameters(parts["space"])
        space = {str(key): _range(part, tuple(allow)) for key, part in parts["space"].items()}
        search_settings = {key: parts[key] for key in ("search", "trials", "seconds", "scheme", "measure")}
        learner = Tuned(base, space, **search_settings, name=name)
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError, BakeoffError) as error:
        raise not_again(name, error) from None
    if without_versions(learner.settings) != without_versions(settings):
        raise not_again(name)
    return learner


def _range(card: Mapping[str, Any], allow: tuple[str, ...]) -> Any:
    """As a study file writes it, with estimators in place of what describes them."""
    if set(card) != {"choice"}:
        return dict(card)
    return {"choice": [value_from_settings(item, allow) for item in card["choice"]]}
