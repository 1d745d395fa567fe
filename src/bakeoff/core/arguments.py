"""Names of arguments: a misspelt one is refused with the name that was meant."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from bakeoff.core.errors import UnknownName

__all__ = ["UnknownArgument", "suggest_arguments"]

# What other packages call an argument, and how it may be called here.
SYNONYMS = {
    "metric": ("scoring", "measure", "measures"), "metrics": ("scoring", "measures", "measure"), "scorer": ("scoring", "measure"),
    "measure": ("scoring", "measures"), "measures": ("scoring", "measure"), "scoring": ("measures", "measure"), "lower_is_better": ("direction",),
    "higher_is_better": ("direction",), "greater_is_better": ("direction",), "models": ("learners",), "estimators": ("learners",), "estimator": ("learners", "learner"),
    "cv": ("scheme", "resampling"), "splits": ("cv", "scheme"), "folds": ("cv", "scheme"), "seed": ("random_state",), "random_state": ("seed",), "weights": ("sample_weight",),
    "positive": ("pos_label",), "pos_label": ("positive",), "confidence": ("ci", "level"), "level": ("ci",), "significance": ("alpha",),
}  # fmt: skip

P = ParamSpec("P")
T = TypeVar("T")


class UnknownArgument(UnknownName, TypeError):
    """An argument that a function does not have; a TypeError, as Python's own."""


def suggest_arguments(call: Callable[P, T]) -> Callable[P, T]:
    """Make a function refuse an argument that it does not have with "did you mean".

    >>> @suggest_arguments
    ... def evaluate(X, *, scoring=None): ...
    >>> evaluate([], score="rmse")
    Traceback (most recent call last):
    ...
    bakeoff.core.arguments.UnknownArgument: no argument of evaluate called 'score'; did you mean 'scoring'?
    >>> evaluate([], metrics=["rmse"])
    Traceback (most recent call last):
    ...
    bakeoff.core.arguments.UnknownArgument: no argument of evaluate called 'metrics'; did you mean 'scoring'?
    """
    code = call.__code__
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    title = call.__qualname__.removesuffix(".__init__")

    @wraps(call)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        for name in kwargs:
            if name not in known:
                meant = [one for one in SYNONYMS.get(name, ()) if one in known][:1] or None
                others = [one for one in known if one != "self"]
                raise UnknownArgument(f"argument of {title}", name, others, meant=meant)
        return call(*args, **kwargs)

    return checked
