"""cached_property as of Python 3.12, without the lock of Python 3.11, which takes longer than most of what is kept here."""

import sys

__all__ = ["cached_property"]

if sys.version_info >= (3, 12):
    from functools import cached_property
else:
    from collections.abc import Callable
    from typing import Any, Generic, TypeVar, overload

    T = TypeVar("T")

    class cached_property(Generic[T]):  # noqa: N801  # the name of the standard library
        """Two threads that ask at once may both compute the value; they get the same, and one of them is kept."""

        def __init__(self, compute: Callable[[Any], T]) -> None:
            self.compute = compute
            self.name = compute.__name__
            self.__doc__ = compute.__doc__

        @overload
        def __get__(self, instance: None, owner: Any = None) -> "cached_property[T]": ...

        @overload
        def __get__(self, instance: object, owner: Any = None) -> T: ...

        def __get__(self, instance: object | None, owner: Any = None) -> "cached_property[T] | T":
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.compute(instance)
            return value
