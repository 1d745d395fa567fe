"""Look things up by name, with "did you mean"."""

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from bakeoff.core.errors import BadInput, PackageLeftOut, UnknownName
from bakeoff.core.text import clean

__all__ = ["GROUPS", "Catalogue", "Named", "Plugin", "ask_room", "plugins"]

GROUPS = (
    "bakeoff.tasks",
    "bakeoff.measures",
    "bakeoff.tests",
    "bakeoff.sections",
    "bakeoff.verbs",
    "bakeoff.readers",
)  # entry points of packages that add to bakeoff


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


class Catalogue(Generic[T]):
    """An ordered, read-only list of declarations that can also be asked by name or alias.

    `refused` are names that others have and this catalogue has not, each with the sentence that says why. With a
    `group`, declarations of installed packages (entry points of that group) are read when the catalogue is first asked
    for more than bakeoff's own: all of them, because they are installed, never one because a file names it.
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
        self._by_name = {one.name: one for one in self._own}
        self._group = group
        self._aliases = dict(aliases or {})
        self._refused = dict(refused or {})

    @cached_property
    def _entries(self) -> tuple[T, ...]:
        """All declarations: bakeoff's own, then those of installed packages."""
        if not self._group:
            return self._own
        known = {one.name: one for one in self._own}
        for point in sorted(entry_points(group=self._group), key=lambda point: point.name):
            entry = _load(point, self._kind, type(self._own[0]) if self._own else object, known)
            if entry is not None:
                known[entry.name] = entry
        return tuple(known.values())

    def _find(self, name: object) -> T | None:
        """The declaration of that name; packages outside are read only where bakeoff itself has none."""
        own = self._by_name.get(name) if isinstance(name, str) else None
        return own if own is not None else next((one for one in self._entries if one.name == name), None)

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._aliases or self._find(name) is not None

    def __getitem__(self, name: str) -> T:
        target = self._aliases.get(name, name)
        if target in self._refused:
            raise BadInput(self._refused[target])
        found = self._find(target)
        if found is None:
            raise UnknownName(self._kind, name, self.understood)
        return found

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self._entries)

    @property
    def understood(self) -> tuple[str, ...]:
        """The names and the aliases."""
        return *self.names, *self._aliases

    def __repr__(self) -> str:
        return f"<{len(self)} {self._kind}s: {', '.join(self.names)}>"


def _load(point: EntryPoint, kind: str, wanted: type[Any], known: Mapping[str, Any]) -> Any | None:
    """The declaration behind an entry point; where there is none to use, one sentence warns and None is returned."""
    package = point.dist.name if point.dist is not None else point.value
    try:
        entry = point.load()
    except Exception as error:  # noqa: BLE001 - whatever a stranger's module does at import, the others must work
        problem = f"it cannot be loaded ({type(error).__name__}: {clean(str(error))})"
    else:
        if not isinstance(entry, wanted):
            problem = f"{point.value} is no {wanted.__name__}"
        elif entry.name in known:
            problem = f"another {kind} has that name"
        else:
            return entry
    text = f"the {kind} {point.name!r} of the package {package} is left out: {problem}"
    warnings.warn(text, PackageLeftOut, stacklevel=2)
    return None


@dataclass(frozen=True, slots=True)
class Plugin:
    """What an installed package adds, known without importing it."""

    group: str
    name: str
    package: str
    version: str


def plugins() -> tuple[Plugin, ...]:
    """What installed packages add to bakeoff's catalogues."""
    found = [point for group in GROUPS for point in entry_points(group=group)]
    return tuple(
        Plugin(point.group, point.name, point.dist.name, point.dist.version)
        if point.dist is not None
        else Plugin(point.group, point.name, point.value, "")
        for point in found
    )


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
