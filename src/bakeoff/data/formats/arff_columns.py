"""One attribute of an ARFF file, and its column as it grows while the rows are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Column, ColumnKind
from bakeoff.data.formats.arff_tokens import QUOTED_MARK, DateReader
from bakeoff.tabular.columns import numbers, parse_number

__all__ = ["Attribute", "ColumnBuilder"]

_MISSING = frozenset({"?"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """What the header says of one column."""

    name: str
    kind: ColumnKind
    line: int
    levels: tuple[str, ...] = ()
    dates: DateReader | None = None

    @property
    def default(self) -> str:
        """The cell that a sparse row leaves out: zero, or the first level."""
        if self.kind is ColumnKind.NUMERIC:
            return "0"
        if self.kind is ColumnKind.NOMINAL:
            first = self.levels[0] if self.levels else "?"
            return QUOTED_MARK if self.levels and first == "?" else first
        return self.dates.epoch if self.dates else ""


class ColumnBuilder:
    """Collects the cells of one attribute, chunk by chunk, and complains with line numbers."""

    def __init__(self, attribute: Attribute) -> None:
        self._attribute = attribute
        self._values: list[Array] = []
        self._texts: dict[str, int] = {}
        self._codes = {level: float(code) for code, level in enumerate(attribute.levels)}
        if "?" in self._codes:
            self._codes[QUOTED_MARK] = self._codes["?"]
        self._codes["?"] = nan

    def add(self, cells: Sequence[str], lines: Sequence[int], problems: list[str]) -> None:
        """Take the next cells of the column."""
        match self._attribute.kind:
            case ColumnKind.NUMERIC:
                self._add_numbers(cells, lines, problems)
            case ColumnKind.NOMINAL:
                self._add_levels(cells, lines, problems)
            case ColumnKind.TEXT:
                self._add_texts(cells)
            case ColumnKind.DATE:
                self._add_dates(cells, lines, problems)

    def finish(self) -> tuple[Column, Array]:
        """The column and its values."""
        one = self._attribute
        levels = tuple(self._texts) if one.kind is ColumnKind.TEXT else one.levels
        values = np.concatenate(self._values) if self._values else np.empty(0)
        return Column(name=one.name, kind=one.kind, levels=levels), values

    def _add_numbers(self, cells: Sequence[str], lines: Sequence[int], problems: list[str]) -> None:
        values = numbers(cells, _MISSING)
        if values is not None:
            self._values.append(values)
            return
        for cell, line in zip(cells, lines, strict=True):
            if cell.strip() != "?" and parse_number(cell) is None:
                self._complain(line, cell, "is no number", problems)

    def _add_levels(self, cells: Sequence[str], lines: Sequence[int], problems: list[str]) -> None:
        codes = self._codes
        try:
            self._values.append(np.fromiter(map(codes.__getitem__, cells), np.float64, len(cells)))
        except KeyError:
            values = np.array([codes.get(cell, -1.0) for cell in cells])
            for at in np.flatnonzero(values == -1.0).tolist():
                self._complain(lines[at], cells[at], "is not among the values declared", problems)
            self._values.append(values)

    def _add_texts(self, cells: Sequence[str]) -> None:
        texts = self._texts
        values = [
            nan if cell == "?" else texts.setdefault("?" if cell == QUOTED_MARK else cell, len(texts)) for cell in cells
        ]
        self._values.append(np.array(values, dtype=np.float64))

    def _add_dates(self, cells: Sequence[str], lines: Sequence[int], problems: list[str]) -> None:
        assert self._attribute.dates is not None
        values = np.full(len(cells), nan)
        for at, cell in enumerate(cells):
            if cell.strip() == "?":
                continue
            try:
                values[at] = self._attribute.dates.seconds(cell.strip())
            except ValueError:
                self._complain(lines[at], cell, "is no date in the declared format", problems)
        self._values.append(values)

    def _complain(self, line: int, cell: str, what: str, problems: list[str]) -> None:
        shown = repr("?" if cell == QUOTED_MARK else cell.strip()[:40])
        cure = "; write ? for a missing value" if not cell.strip() else ""
        problems.append(f"line {line}: {shown} {what} for {self._attribute.name!r}{cure}")
