"""A property that is worked out when first asked for and then kept."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["kept"]

T = TypeVar("T")


class kept(Generic[T]):  # noqa: N801  # it is written as a decorator, as `property` is
    """As `functools.cached_property`, without its lock, which takes longer than most of what is kept here.

    Two threads that ask at once may both work it out; they come to the same answer, and one of them is kept.

    >>> class Box:
    ...     @kept
    ...     def size(self) -> int:
    ...         print("measured")
    ...         return 3
    >>> box = Box()
    >>> box.size, box.size
    measured
    (3, 3)
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, one: None, of: Any = None) -> "kept[T]": ...

    @overload
    def __get__(self, one: object, of: Any = None) -> T: ...

    def __get__(self, one: object | None, of: Any = None) -> "kept[T] | T":
        if one is None:
            return self
        value = one.__dict__[self.name] = self.make(one)
        return value
