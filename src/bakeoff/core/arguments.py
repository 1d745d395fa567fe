"""Names of arguments: a misspelt one is refused with the name that was meant."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["MissingArgument", "UnknownArgument", "suggest_arguments"]

# Words of other packages, and the word here.
SYNONYMS = {
    "metric": ("measure", "measures"), "metrics": ("measures", "measure"), "score": ("measures", "measure"), "scorer": ("measure", "measures"), "scoring": ("measures", "measure"),
    "primary": ("measures", "measure"), "measure": ("measures",), "measures": ("measure",), "lower_is_better": ("direction",),
    "higher_is_better": ("direction",), "greater_is_better": ("direction",), "models": ("learners",), "estimators": ("learners",),
    "estimator": ("learners", "learner"), "cv": ("scheme",), "splits": ("scheme",), "folds": ("scheme",), "random_state": ("seed",),
    "pos_label": ("positive",), "ci": ("level",), "confidence": ("level",), "weight": ("sample_weight",), "weights": ("sample_weight",),
    "times": ("time",), "run": ("runs",), "truth": ("y_true",), "significance": ("alpha",),
}  # fmt: skip

P = ParamSpec("P")
T = TypeVar("T")


class UnknownArgument(UnknownName, TypeError):
    """An argument that a function does not have; a TypeError, as Python's own."""


class MissingArgument(BadInput, TypeError):
    """An argument without which a function cannot be called; a TypeError, as Python's own.

    >>> str(MissingArgument("evaluate", ["y"], ["learners", "X", "y"]))
    'evaluate needs y; call it as evaluate(learners, X, y, ...)'
    """

    def __init__(self, title: str, missing: Sequence[str], required: Sequence[str]) -> None:
        super().__init__(
            f"{title} needs {' and '.join(missing)}", cure=f"call it as {title}({', '.join(required)}, ...)"
        )


def suggest_arguments(call: Callable[P, T]) -> Callable[P, T]:
    """Make a function refuse an argument that it does not have with "did you mean".

    >>> @suggest_arguments
    ... def evaluate(X, *, measures=None): ...
    >>> evaluate([], measurs="rmse")
    Traceback (most recent call last):
    ...
    bakeoff.core.arguments.UnknownArgument: no argument of evaluate called 'measurs'; did you mean 'measures'?
    >>> evaluate([], metrics=["rmse"])
    Traceback (most recent call last):
    ...
    bakeoff.core.arguments.UnknownArgument: no argument of evaluate called 'metrics'; did you mean 'measures'?
    >>> evaluate()
    Traceback (most recent call last):
    ...
    bakeoff.core.arguments.MissingArgument: evaluate needs X; call it as evaluate(X, ...)
    """
    code = call.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    title = call.__qualname__.removesuffix(".__init__")
    positional = names[: code.co_argcount - len(call.__defaults__ or ())]
    by_name = [name for name in names[code.co_argcount :] if name not in (call.__kwdefaults__ or {})]

    @wraps(call)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        for name in kwargs:
            if name not in names:
                meant = [parameter for parameter in SYNONYMS.get(name, ()) if parameter in names][:1] or None
                others = [parameter for parameter in names if parameter != "self"]
                raise UnknownArgument(f"argument of {title}", name, others, meant=meant)
        missing = [name for name in (*positional[len(args) :], *by_name) if name not in kwargs]
        if missing:
            required = [*(name for name in positional if name != "self"), *(f"{name}=..." for name in by_name)]
            raise MissingArgument(title, missing, required)
        return call(*args, **kwargs)

    return checked
