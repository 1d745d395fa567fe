"""Names of arguments: a misspelt one is refused with the name that was meant."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from bakeoff.core.errors import UnknownName

__all__ = ["UnknownArgument", "suggest_arguments"]

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
    """
    code = call.__code__
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    title = call.__qualname__.removesuffix(".__init__")

    @wraps(call)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        for name in kwargs:
            if name not in known:
                raise UnknownArgument(f"argument of {title}", name, [one for one in known if one != "self"])
        return call(*args, **kwargs)

    return checked
