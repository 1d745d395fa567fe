"""How corrections, settings and learners are named in a report."""

import json
from typing import Any

from bakeoff.comparisons.test_names import ADJUSTMENTS, phrase_of_test
from bakeoff.core.text import clean
from bakeoff.learners.baselines import BASELINES

__all__ = ["adjusted_words", "learner_code", "settings_words"]


def adjusted_words(adjustment: str) -> str:
    """How p-values were kept honest over many pairs; a test such as Nemenyi's does it by itself.

    >>> adjusted_words("holm"), adjusted_words("none"), adjusted_words("nemenyi")
    ("adjusted by Holm's method", 'not adjusted', 'from the Nemenyi test')
    """
    from bakeoff.comparisons import tests

    if adjustment == "none":
        return "not adjusted"
    if adjustment in tests:
        return f"from {phrase_of_test(adjustment)}"
    return f"adjusted by {ADJUSTMENTS.get(adjustment, clean(adjustment))}"


_NO_NUMBERS = {"nan", "inf", "-inf"}  # as JSON has to write them


def settings_words(text: str) -> str:
    """An estimator as one would type it; whatever else a learner says of itself is shown as it is.

    >>> settings_words('{"estimator": {"class": "sklearn.svm._classes.SVC", "params": {"C": 1.0}}, "scale": true}')
    'sklearn.svm.SVC(C=1.0), scaled'
    >>> settings_words('{"baseline": "one-rule", "bucket": 6}')
    'baseline one-rule, bucket=6'
    """
    settings = _read(text)
    if "baseline" in settings:
        options = (f"{key}={value!r}" for key, value in settings.items() if key != "baseline")
        return clean(", ".join([f"baseline {settings['baseline']}", *options]))
    return ", ".join(part for part in learner_code(text) if part)


def learner_code(text: str) -> tuple[str, str]:
    """The call that makes the learner, and what was done besides; what cannot be read is taken for a call.

    >>> learner_code('{"baseline": "majority"}')
    ('bo.Majority()', '')
    >>> learner_code('{"estimator": {"class": "a.B", "params": {"of": {"class": "a._c.D", "params": {"x": "nan"}}}}, "scale": true}')
    ("a.B(of=a.D(x=float('nan')))", 'scaled')
    """
    settings = _read(text)
    if settings.get("baseline") in BASELINES:
        kind = BASELINES[settings.pop("baseline")].__name__
        return clean(f"bo.{kind}({_options(settings)})"), ""
    if "tuned" in settings and isinstance(settings.get("space"), dict):
        return _tuned_code(settings)
    if not isinstance(settings.get("estimator"), dict):
        return clean(text), ""
    columns = [f"columns {', '.join(map(str, settings['columns']))}"] if settings.get("columns") else []
    besides = [*(["scaled"] if settings.get("scale") else []), *columns]
    return clean(_value(settings["estimator"])), clean(", ".join(besides))


def _read(text: str) -> dict[str, Any]:
    try:
        settings = json.loads(text)
    except ValueError:
        return {}
    return settings if isinstance(settings, dict) else {}


def _value(value: Any) -> str:
    """An estimator inside another is a call as well; of a class without a package, a hash tells which code it was."""
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if not isinstance(value, dict):
        return f"float({value!r})" if value in _NO_NUMBERS else repr(value)
    if "class" in value:
        home = ".".join(part for part in str(value["class"]).split(".") if not part.startswith("_"))
        first = [_value(argument) for argument in value["args"]] if isinstance(value.get("args"), list) else []
        named = value.get("params")
        return f"{home}({', '.join([*first, *_named(named)])})" if isinstance(named, dict) else home
    return str(value["function"]) if "function" in value else f"{{{', '.join(_items(value))}}}"


def _items(value: dict[str, Any]) -> list[str]:
    return [f"{key!r}: {_value(item)}" for key, item in value.items()]


def _options(params: dict[str, Any]) -> str:
    return ", ".join(_named(params))


def _named(params: dict[str, Any]) -> list[str]:
    return [f"{name}={_value(param)}" for name, param in params.items()]


def _tuned_code(settings: dict[str, Any]) -> tuple[str, str]:
    """The call of a tuned learner: the learner inside it, the ranges as they were written, the search."""
    base, besides = learner_code(json.dumps(settings["tuned"]))
    space = ", ".join(f"{name!r}: {_range_code(range_settings)}" for name, range_settings in settings["space"].items())
    names = ("search", "trials", "seconds", "scheme", "measure")
    options = ", ".join(f"{name}={settings[name]!r}" for name in names if settings.get(name) is not None)
    return clean(f"bo.Tuned({base}, {{{space}}}, {options})"), besides


def _range_code(range_settings: Any) -> str:
    """A range as one would type it.

    >>> _range_code({"int": [1, 50], "log": True}), _range_code({"log": [0.01, 100.0]})
    ('bo.integers(1, 50, log=True)', 'bo.log_uniform(0.01, 100.0)')
    """
    if not isinstance(range_settings, dict) or len(range_settings) not in (1, 2):
        return repr(range_settings)
    kind = next(iter(set(range_settings) & {"choice", "int", "uniform"}), "log")
    if kind == "choice":
        return f"bo.choice({_value(range_settings[kind])})"
    name = {"int": "integers", "uniform": "uniform", "log": "log_uniform"}[kind]
    return f"bo.{name}({', '.join(map(repr, range_settings[kind]))}{', log=True' if kind == 'int' and range_settings.get('log') else ''})"
