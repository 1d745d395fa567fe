"""Column and Table: columns as read, all of them coded alike, before anybody said which one is the target."""

import re
from dataclasses import dataclass
from enum import StrEnum

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems

__all__ = ["Column", "ColumnKind", "Table", "refuse"]

SHOWN = 20  # so many problems of one file are told; the rest are counted


class ColumnKind(StrEnum):
    """What a column's numbers stand for."""

    NUMERIC = "numeric"
    NOMINAL = "nominal"  # codes into levels
    TEXT = "text"  # codes into levels, each level a whole text
    DATE = "date"  # seconds since 1970-01-01 UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The name and meaning of one feature."""

    name: str
    kind: ColumnKind = ColumnKind.NUMERIC
    levels: tuple[str, ...] = ()
    stored: str = ""  # how a frame held it ("integer", "boolean", "string", ...), so that it can be given back alike


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table:
    """Named columns of equal length, each a float64 vector: numbers, codes into levels, or seconds; NaN is missing.

    `measured` names the numeric columns that their source itself declares as quantities (ARFF does), `ordered` the
    nominal ones whose order of levels was stated (an ordered categorical).
    """

    name: str
    columns: tuple[Column, ...]
    values: tuple[Array, ...]
    source: str = ""
    frame: str = ""
    measured: frozenset[str] = frozenset()
    ordered: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.values[0]) if self.values else 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    def at(self, name: str) -> int:
        """The position of the column of that name."""
        return self.names.index(name)


def refuse(what: str, problems: list[str]) -> None:
    """Raise if there is anything to complain about: one sentence for one problem, a list for several.

    >>> refuse("x.csv", [])
    >>> refuse("x.csv", ["line 2: 3 values for 4 columns"])
    Traceback (most recent call last):
    bakeoff.core.errors.BadInput: x.csv: line 2: 3 values for 4 columns
    """
    if len(problems) == 1:
        raise BadInput(f"{what}: {problems[0]}")
    if problems:
        shown = sorted(problems, key=_line)[:SHOWN]
        if len(problems) > SHOWN:
            shown.append(f"and {len(problems) - SHOWN} more of the kind")
        raise Problems(what, shown)


def _line(problem: str) -> int:
    found = re.match(r"line (\d+)", problem)
    return int(found[1]) if found else 0
