"""Look things up by name, with "did you mean"."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["Catalogue", "Named", "ask_room", "pick"]


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


def pick(name: str, known: Iterable[T], *, kind: str) -> T:
    """The entry of that name, or an UnknownName that suggests one."""
    table = {one.name: one for one in known}
    if name not in table:
        raise UnknownName(kind, name, table)
    return table[name]


class Catalogue(Generic[T]):
    """An ordered, read-only list of declarations that can also be asked by name or alias.

    `refused` are names that others have and this catalogue has not, each with the sentence that says why. With a
    `group`, declarations of installed packages (entry points of that group) are read when the catalogue is first asked.
    """

    def __init__(
        self,
        kind: str,
        entries: Iterable[T],
        aliases: Mapping[str, str] | None = None,
        refused: Mapping[str, str] | None = None,
        group: str = "",
    ) -> None:
        self._kind = kind
        self._own = tuple(entries)
        self._group = group
        self._aliases = dict(aliases or {})
        self._refused = dict(refused or {})

    @cached_property
    def _entries(self) -> tuple[T, ...]:
        if not self._group:
            return self._own
        found = sorted(entry_points(group=self._group), key=lambda point: point.name)
        return (*self._own, *(point.load() for point in found))

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._aliases or any(one.name == name for one in self._entries)

    def __getitem__(self, name: str) -> T:
        known = {one.name: one for one in self._entries}
        target = self._aliases.get(name, name)
        if target in self._refused:
            raise BadInput(self._refused[target])
        if target not in known:
            raise UnknownName(self._kind, name, self.understood)
        return known[target]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._entries)

    @property
    def understood(self) -> tuple[str, ...]:
        """The names and the aliases."""
        return *self.names, *self._aliases

    def __repr__(self) -> str:
        return f"<{len(self)} {self._kind}s: {', '.join(self.names)}>"


def ask_room(room: str, catalogue: Callable[[], Catalogue[Any]]) -> None:
    """Make a package subscriptable: `bo.data["iris"]`, `for entry in bo.data`.

    `bo.data` is the package `bakeoff.data` as soon as anything imported it, so a catalogue of the same name cannot stand
    beside it. Python's data model lets a module take a subclass of ModuleType as its class ("Customizing module attribute
    access"); that is the only way to give a module `__getitem__`. The catalogue is made when first asked.
    """

    class Room(ModuleType):
        def __iter__(self) -> Iterator[Any]:
            return iter(catalogue())

        def __len__(self) -> int:
            return len(catalogue())

        def __contains__(self, name: object) -> bool:
            return name in catalogue()

        def __getitem__(self, name: str) -> Any:
            return catalogue()[name]

        @property
        def names(self) -> tuple[str, ...]:
            return catalogue().names

        def __repr__(self) -> str:
            return repr(catalogue())

    sys.modules[room].__class__ = Room
