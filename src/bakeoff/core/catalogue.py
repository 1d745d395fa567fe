"""Look things up by name, with "did you mean"."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from bakeoff.core.errors import UnknownName

__all__ = ["Catalogue", "Named", "pick"]


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
    """An ordered, read-only list of declarations that can also be asked by name or alias."""

    def __init__(self, kind: str, entries: Iterable[T], aliases: Mapping[str, str] | None = None) -> None:
        self._kind = kind
        self._entries = tuple(entries)
        self._aliases = dict(aliases or {})

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._aliases or any(one.name == name for one in self._entries)

    def __getitem__(self, name: str) -> T:
        known = {one.name: one for one in self._entries}
        target = self._aliases.get(name, name)
        if target not in known:
            raise UnknownName(self._kind, name, [*known, *self._aliases])
        return known[target]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._entries)

    def __repr__(self) -> str:
        return f"<{len(self)} {self._kind}s: {', '.join(self.names)}>"
