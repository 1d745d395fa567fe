"""The table `tune` of a learner in a study file: ranges of its parameters, and how they are searched."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.core.errors import BadInput, Problems
from bakeoff.learners.from_objects import value_from
from bakeoff.learners.hazards import check_parameters
from bakeoff.learners.learner import Learner
from bakeoff.tuning.suggest import suggest
from bakeoff.tuning.tuned import Tuned

__all__ = ["tuned_from"]

_OPTIONS = ("method", "trials", "seconds", "folds", "scheme", "measure", "space")


def tuned_from(base: Learner, table: Mapping[str, Any], allow: Sequence[str] = ()) -> Tuned:
    """The learner with its search. A key with a table or a list is a parameter; the others say how it is searched."""
    check_parameters(table)
    options = {key: value for key, value in table.items() if key in _OPTIONS and not isinstance(value, (Mapping, list))}
    ranges = {key: _range(value, allow) for key, value in table.items() if key not in options}
    if "folds" in options and "scheme" in options:
        raise BadInput("tune: folds and scheme say the same thing; give one of them")
    if "seconds" in options and "trials" in options:
        raise BadInput("tune: the budget is trials or seconds; give one of them")
    asked: dict[str, Any] = {
        name: options[name] for name in ("trials", "seconds", "scheme", "measure") if name in options
    }
    if "method" in options:
        asked["search"] = options["method"]
    if "folds" in options:
        asked["scheme"] = _folds(options["folds"])
    try:
        return Tuned(base, _suggested(base, options, ranges), name=base.name, **asked)
    except Problems as error:
        raise Problems("tune", [f"tune: {line}" for line in error.problems]) from None


def _range(value: Any, allow: Sequence[str]) -> Any:
    """A range as it is written; objects inside a list of choices are made."""
    if isinstance(value, Mapping) and "choice" in value and isinstance(value["choice"], list):
        return {**value, "choice": [value_from(item, allow) for item in value["choice"]]}
    return [value_from(item, allow) for item in value] if isinstance(value, list) else value


def _folds(folds: Any) -> str:
    if isinstance(folds, bool) or not isinstance(folds, int) or folds < 2:
        raise BadInput(f"tune: folds must be a whole number of 2 or more, not {folds!r}")
    return f"{folds}-fold"


def _suggested(base: Learner, options: Mapping[str, Any], ranges: dict[str, Any]) -> dict[str, Any]:
    if "space" not in options:
        return ranges
    if options["space"] != "suggest":
        raise BadInput(
            f'tune: space can only be "suggest", not {options["space"]!r}; or name parameters and their ranges'
        )
    return {**suggest(base), **ranges}
