"""The public names of `import bakeoff as bo` with their signatures, one line each: what a release promises."""

import enum
import inspect
from collections.abc import Callable, Iterator
from types import FunctionType, MethodType
from typing import Any

import bakeoff as bo
from bakeoff.api.noun import NOUNS
from bakeoff.core.catalogue import Catalogue

__all__ = ["page", "public_lines"]

INTRO = """# Public names

Every name that `import bakeoff as bo` promises, with its parameters and their defaults, one line each; a test compares the list with the code.
A parameter that is new and has a default breaks nobody. A name or a parameter that goes, moves or gets another default is a line that changes here; the
[release notes](../releases/0.2.0.md) state it with its new spelling. After a change that is meant, `make docs` records the list anew.

Names that begin with `_`, and modules that are imported from inside the package, may change at any time. Commands and their options are on [a page of their own](command-line.md),
and so are [measures](measures.md), [tests](tests.md), [keys of study files](study-file.md) and [codes of notes](notes.md).
"""
LONGEST = 60  # characters of a default


def public_lines() -> list[str]:
    """Every public name, in the order of the alphabet: functions, classes with their methods, nouns of results, catalogues.

    >>> [line for line in public_lines() if line.startswith("bo.uniform(")]
    ['bo.uniform(low, high)']
    """
    lines = [line for name in bo.__all__ if not name.startswith("_") for line in _of(f"bo.{name}", getattr(bo, name))]
    nouns = [
        line for noun in NOUNS for name, answer in noun.answers() for line in _call(f"results.{name}", answer, skip=1)
    ]
    return lines + nouns


def page() -> str:
    """The page: the lines in a block of text, so that a difference shows the name that changed."""
    lines = public_lines()
    return "\n".join([INTRO, f"{len(lines)} names.\n", "```text", *lines, "```", ""])


def _of(name: str, thing: Any) -> Iterator[str]:
    if isinstance(thing, Catalogue):
        yield f"{name}: catalogue of {', '.join(sorted(thing.names))}"
    elif inspect.isclass(thing):
        yield from _class(name, thing)
    elif callable(thing):
        yield from _call(name, thing)
    else:
        yield f"{name}: {type(thing).__name__}"


def _class(name: str, kind: type[Any]) -> Iterator[str]:
    """The constructor, then fields, properties and methods, those of parents inside the package included."""
    yield from _call(name, kind)
    members: dict[str, Any] = {}
    for parent in reversed(kind.__mro__):
        if parent.__module__.startswith("bakeoff."):
            members |= dict.fromkeys(getattr(parent, "__annotations__", {})) | vars(parent)
    for key in sorted(member for member in members if not member.startswith("_")):
        yield from _member(f"{name}.{key}", members[key])


def _member(name: str, member: Any) -> Iterator[str]:
    if isinstance(member, staticmethod):
        yield from _call(name, member.__func__)
    elif isinstance(member, classmethod):
        yield from _call(name, member.__func__, skip=1)
    elif isinstance(member, (FunctionType, MethodType)):
        yield from _call(name, member, skip=1)
    else:  # a field, a property, a slot
        yield name


def _call(name: str, function: Callable[..., Any], *, skip: int = 0) -> Iterator[str]:
    try:
        parameters = list(inspect.signature(function).parameters.values())[skip:]
    except (TypeError, ValueError):  # built in another language, or no constructor of its own
        yield name
        return
    plain = [each.replace(annotation=each.empty, default=_default(each)) for each in parameters]
    yield f"{name}{inspect.Signature(plain)}"


class _Text:
    """A default as it is printed."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _default(parameter: inspect.Parameter) -> Any:
    """The default in a form that is the same in every Python and on every machine."""
    value = parameter.default
    if value is parameter.empty:
        return value
    if isinstance(value, enum.Enum):
        return _Text(repr(value.value))
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if (
        isinstance(value, (tuple, list, dict, frozenset))
        and len(repr(value)) <= LONGEST
        and " at 0x" not in repr(value)
    ):
        return value if not isinstance(value, frozenset) else _Text(f"{{{', '.join(sorted(map(repr, value)))}}}")
    return _Text("...")
