"""The settings of a learner as parameters of a run, named as scikit-learn names them: `svc__C`."""

import json
from collections.abc import Iterator
from typing import Any

from bakeoff.api.tracking.logged_run import LONGEST_PARAM, safe_names
from bakeoff.core.text import clean, elide
from bakeoff.report.names import settings_words

__all__ = ["settings_params"]

MOST = 300  # parameters of one learner; a server takes a hundred at a time


def settings_params(settings: str) -> dict[str, str]:
    """Each setting by its name; what cannot be read is one text.

    >>> settings_params('{"estimator": {"class": "sklearn.svm._classes.SVC", "params": {"C": 1.0}}, "scale": true}')
    {'learner': 'sklearn.svm.SVC(C=1.0), scaled', 'estimator': 'sklearn.svm.SVC', 'C': '1.0', 'scale': 'True'}
    >>> settings_params('{"baseline": "majority"}')
    {'learner': 'baseline majority', 'baseline': 'majority'}
    """
    params = {"learner": settings_words(settings)}
    try:
        stored = json.loads(settings)
    except ValueError:
        stored = None
    pairs = list(_pairs(stored) if isinstance(stored, dict) else ())[:MOST]
    names = safe_names(name for name, _ in pairs)
    params |= {names[name]: str(value) for name, value in pairs if names[name] not in params}
    return {name: elide(clean(text), LONGEST_PARAM) for name, text in params.items() if text}


def _pairs(stored: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The class, its parameters, and what is done besides."""
    estimator = stored.get("estimator")
    if isinstance(estimator, dict):
        yield "estimator", _home(estimator)
        yield from _params(estimator, "")
    for name, value in stored.items():
        if name not in {"estimator", "versions"} and value not in (None, [], {}, False):
            yield name, json.dumps(value) if isinstance(value, (dict, list)) else value


def _params(estimator: dict[str, Any], before: str) -> Iterator[tuple[str, Any]]:
    """The parameters of an estimator; those of one inside it follow its name and two underscores."""
    for name, value in (estimator.get("params") or {}).items():
        steps = [step for step in value if _is_step(step)] if isinstance(value, list) else []
        if isinstance(value, dict) and "class" in value:
            yield f"{before}{name}", _home(value)
            yield from _params(value, f"{before}{name}__")
        elif steps and len(steps) == len(value):
            yield f"{before}{name}", ", ".join(str(step[0]) for step in steps)
            for step in steps:
                yield f"{before}{step[0]}", _home(step[1])
                yield from _params(step[1], f"{before}{step[0]}__")
        else:
            yield f"{before}{name}", value


def _is_step(step: Any) -> bool:
    """Whether this is a named step of a pipeline or another composition."""
    return isinstance(step, list) and len(step) >= 2 and isinstance(step[1], dict) and "class" in step[1]


def _home(estimator: dict[str, Any]) -> str:
    """The class, without the private modules that it is in."""
    return ".".join(part for part in str(estimator["class"]).split(".") if not part.startswith("_"))
