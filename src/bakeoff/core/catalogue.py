"""Look things up by name, with "did you mean"."""

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from bakeoff.core.errors import AmbiguousName, BadInput, PackageLeftOut, UnknownName
from bakeoff.core.terminology.spelling import fold, title_spellings
from bakeoff.core.text import clean

__all__ = ["GROUPS", "Catalogue", "Named", "Plugin", "ask_room", "imported", "plugins"]

GROUPS = (
    "bakeoff.tasks",
    "bakeoff.measures",
    "bakeoff.tests",
    "bakeoff.sections",
    "bakeoff.results",
    "bakeoff.verbs",
    "bakeoff.readers",
    "bakeoff.checks",
)  # entry points of packages that add to bakeoff


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


def imported(home: str) -> Any:
    """The object behind an import string, its module and its name after a colon.

    >>> imported("math:pi")
    3.141592653589793
    """
    module, _, name = home.partition(":")
    return getattr(import_module(module), name)


class Catalogue(Generic[T]):
    """An ordered, read-only list of declarations that can also be asked by name, alias or title, in any spelling.

    An entry may be an import string, "module:NAME": a feature's declaration, which is imported when the list is read.
    Other names are those in the field `also` of an entry and the `aliases`. One that two entries have is a question: whoever
    types it is asked which of them is meant. `refused` are names that others have and this catalogue has not, each with the
    sentence that says why. With a
    `group`, declarations of installed packages (entry points of that group) are read when the catalogue is first asked
    for more than bakeoff's own: all of them, because they are installed, never one because a file names it.
    """

    def __init__(
        self,
        kind: str,
        entries: Iterable[T | str],
        aliases: Mapping[str, str] | None = None,
        refused: Mapping[str, str] | None = None,
        group: str = "",
        *,
        beside: tuple[type[Any], ...] = (),
    ) -> None:
        self._kind = kind
        self._listed = tuple(entries)
        self._by_name = {entry.name: entry for entry in self._listed if not isinstance(entry, str)}
        self._group = group
        self._beside = beside  # other declarations that packages may list under the same group, for another catalogue
        self._aliases = dict(aliases or {})
        self._refused = {fold(name): why for name, why in (refused or {}).items()}

    @cached_property
    def _entries(self) -> tuple[T, ...]:
        """All declarations: bakeoff's own, then those of installed packages."""
        own: list[T] = [imported(entry) if isinstance(entry, str) else entry for entry in self._listed]
        if not self._group:
            return tuple(own)
        entries_by_name = {entry.name: entry for entry in own}
        for point in sorted(entry_points(group=self._group), key=lambda point: point.name):
            entry = _load(point, self._kind, type(own[0]) if own else object, entries_by_name, self._beside)
            if entry is not None:
                entries_by_name[entry.name] = entry
        return tuple(entries_by_name.values())

    @cached_property
    def _own_index(self) -> "tuple[Spellings, Spellings]":
        """The spellings of bakeoff's own names and other names, then of its titles."""
        return _index(tuple(self._by_name.values()), self._aliases)

    def candidates(self, name: object, *, titles: bool = True) -> tuple[str, ...]:
        """The names that may be meant: one, several where the name is ambiguous, none where it is unknown.

        Names and other names count before titles. Packages outside are read only where bakeoff itself has no such name.
        """
        if not isinstance(name, str):
            return ()
        if name in self._by_name:  # most names are written as the catalogue has them, and need no index of spellings
            return (name,)
        key = fold(name)
        names, own_titles = self._own_index
        if key in names:
            return names[key]
        names, other_titles = _index([entry for entry in self._entries if entry.name not in self._by_name], {})
        if key in names or not titles:
            return names.get(key, ())
        return own_titles.get(key) or other_titles.get(key, ())

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return len(self.candidates(name)) == 1

    def __getitem__(self, name: str | T) -> T:
        if not isinstance(name, str):
            return self._declared(name)
        meant = self.candidates(name)
        if len(meant) == 1:
            own = self._by_name.get(meant[0])
            return own if own is not None else next(entry for entry in self._entries if entry.name == meant[0])
        if why := self._refused.get(fold(name)):
            raise BadInput(why)
        if meant:
            raise AmbiguousName(self._kind, name, meant)
        raise UnknownName(self._kind, name, self.understood)

    def _declared(self, entry: object) -> T:
        """The declaration itself, where one is given instead of its name."""
        declaration = next((own for own in self._entries if own is entry), None)
        if declaration is None:
            raise BadInput(f"a {self._kind} is asked for by its name, a text, not by {type(entry).__name__}")
        return declaration

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entry.name for entry in self._entries)

    def aliases_of(self, name: str) -> tuple[str, ...]:
        """Other names for the entry of this name, in order of the alphabet."""
        entry = self[name]
        own = {alias for alias, target in self._aliases.items() if target == entry.name}
        return tuple(sorted({*own, *getattr(entry, "also", ())}))

    @property
    def understood(self) -> tuple[str, ...]:
        """The names and the aliases."""
        return *self.names, *self._aliases, *(name for entry in self._entries for name in getattr(entry, "also", ()))

    def __repr__(self) -> str:
        return f"<{len(self)} {self._kind}s: {', '.join(self.names)}>"


Spellings = dict[str, tuple[str, ...]]  # a folded spelling and the names that it may mean


def _index(entries: Sequence[Named], aliases: Mapping[str, str]) -> tuple[Spellings, Spellings]:
    """The spellings of names and of other names, then those of titles."""
    named = [(spelling, entry.name) for entry in entries for spelling in (entry.name, *getattr(entry, "also", ()))]
    titled = [(spelling, entry.name) for entry in entries for spelling in title_spellings(getattr(entry, "title", ""))]
    return _folded([*named, *aliases.items()]), _folded(titled)


def _folded(pairs: Iterable[tuple[str, str]]) -> Spellings:
    spellings: Spellings = {}
    for spelling, name in pairs:
        if key := fold(spelling):
            spellings[key] = tuple(dict.fromkeys((*spellings.get(key, ()), name)))
    return spellings


def _load(
    point: EntryPoint,
    kind: str,
    wanted: type[Any],
    entries_by_name: Mapping[str, Any],
    beside: tuple[type[Any], ...] = (),
) -> Any | None:
    """The declaration behind an entry point; where there is none to use, one sentence warns and None is returned."""
    package = point.dist.name if point.dist is not None else point.value
    try:
        entry = point.load()
    except Exception as error:  # noqa: BLE001 - whatever a stranger's module does at import, the others must work
        problem = f"it cannot be loaded ({type(error).__name__}: {clean(str(error))})"
    else:
        if isinstance(entry, beside):
            return None
        if not isinstance(entry, wanted):
            problem = f"{point.value} is no {wanted.__name__}"
        elif entry.name in entries_by_name:
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
    points = [point for group in GROUPS for point in entry_points(group=group)]
    return tuple(
        Plugin(point.group, point.name, point.dist.name, point.dist.version)
        if point.dist is not None
        else Plugin(point.group, point.name, point.value, "")
        for point in points
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
