"""Learners as one would type them, read from what they say of themselves."""

import json
from typing import Any

from bakeoff.core.text import clean
from bakeoff.learners.baselines import BASELINES

__all__ = ["learner_code", "settings_words"]

_NO_NUMBERS = {"nan", "inf", "-inf"}  # as JSON has to write them


def settings_words(text: str) -> str:
    """An estimator as one would type it; whatever else a learner says of itself is shown as it is.

    >>> settings_words('{"estimator": {"class": "sklearn.svm._classes.SVC", "params": {"C": 1.0}}, "scale": true}')
    'sklearn.svm.SVC(C=1.0), scaled'
    >>> settings_words('{"baseline": "one-rule", "bucket": 6}')
    'baseline one-rule, bucket=6'
    """
    found = _read(text)
    if "baseline" in found:
        options = (f"{key}={value!r}" for key, value in found.items() if key != "baseline")
        return clean(", ".join([f"baseline {found['baseline']}", *options]))
    return ", ".join(part for part in learner_code(text) if part)


def learner_code(text: str) -> tuple[str, str]:
    """The call that makes the learner, and what was done besides; what cannot be read is taken for a call.

    >>> learner_code('{"baseline": "majority"}')
    ('bo.Majority()', '')
    >>> learner_code('{"estimator": {"class": "a.B", "params": {"of": {"class": "a._c.D", "params": {"x": "nan"}}}}, "scale": true}')
    ("a.B(of=a.D(x=float('nan')))", 'scaled')
    """
    found = _read(text)
    if found.get("baseline") in BASELINES:
        kind = BASELINES[found.pop("baseline")].__name__
        return clean(f"bo.{kind}({_options(found)})"), ""
    if not isinstance(found.get("estimator"), dict):
        return clean(text), ""
    columns = [f"columns {', '.join(map(str, found['columns']))}"] if found.get("columns") else []
    besides = [*(["scaled"] if found.get("scale") else []), *columns]
    return clean(_value(found["estimator"])), clean(", ".join(besides))


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _value(value: Any) -> str:
    """An estimator inside another is a call as well; of a class without a package, a hash tells which code it was."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if not isinstance(value, dict):
        return f"float({value!r})" if value in _NO_NUMBERS else repr(value)
    if "class" in value:
        home = ".".join(part for part in str(value["class"]).split(".") if not part.startswith("_"))
        return f"{home}({_options(value['params'])})" if isinstance(value.get("params"), dict) else home
    return str(value["function"]) if "function" in value else f"{{{', '.join(_items(value))}}}"


def _items(value: dict[str, Any]) -> list[str]:
    return [f"{key!r}: {_value(one)}" for key, one in value.items()]


def _options(params: dict[str, Any]) -> str:
    return ", ".join(f"{name}={_value(one)}" for name, one in params.items())
