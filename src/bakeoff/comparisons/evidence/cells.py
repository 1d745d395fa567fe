"""Cells of a table of scores, each parsed once: a number, a number as papers print it, a duration, a gap, a failure or a word."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.tabular.latex import without_markup
from bakeoff.tabular.table import DASH_SIGNS, FAILED, MISSING, MISSING_AMONG_NUMBERS

__all__ = ["CellColumn", "CellColumns", "CellKind", "TypedCell", "parse_cell", "parse_column"]

_EMPTY = frozenset((*MISSING, *MISSING_AMONG_NUMBERS))
_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_MARK_SIGNS = "*†‡§◊●○★°•∘"
_MARKS = rf"[{_MARK_SIGNS}]{{0,5}}"
_RANGE = rf"{_NUMBER} ?%? ?(?:,|;|-|–|to) ?{_NUMBER} ?%?"  # an interval
_AMOUNT = r"\d+(?:\.\d*)?|\.\d+"
_UNIT = r"''|\"|″|secs?|seconds?|s|'|′|mins?|minutes?|hours?|hrs?|h|ms|days?|d"
_PRINTED = re.compile(
    rf"(?P<first>{_NUMBER}) ?(?P<percent>%?) ?{_MARKS} ?(?:(?:±|\+/?-) ?(?P<deviation>{_NUMBER}) ?%?)? ?"
    rf"(?:\((?P<bracket>{_NUMBER} ?(?:%|{_UNIT})? ?{_MARKS}|{_RANGE})\)|\[(?P<interval>{_RANGE})\])? ?{_MARKS}"
)
_DURATION = re.compile(
    rf"(?P<amount>{_NUMBER}) ?(?P<unit>{_UNIT})"
    rf"|(?:(?P<hours>{_AMOUNT}) ?(?:h|hours?|hrs?) ?)?(?P<minutes>{_AMOUNT}) ?(?:m|mins?|minutes?|'|′)(?: ?(?P<seconds>{_AMOUNT}) ?(?:s|secs?|''|\"|″))?"
    r"|(?P<clock>\d{1,3}:[0-5]\d:[0-5]\d(?:\.\d+)?)"
)
_SECONDS = {"''": 1, '"': 1, "″": 1, "s": 1, "'": 60, "′": 60, "ms": 0.001, "se": 1, "mi": 60, "h": 3600, "ho": 3600, "hr": 3600, "d": 86400, "da": 86400}  # fmt: skip
_EMPHASIS = re.compile(r"(\*\*|__|\*|_|`|~~)(?P<inner>[^*_`~].*[^*_`~]|[^*_`~])\1(?P<after> ?[†‡§◊●○★°•]{0,5})")
_TAG = re.compile(r"</?(?:b|strong|u|i|em|mark|sub|sup)>")


class CellKind(StrEnum):
    """What a cell holds."""

    NUMBER = "number"
    PRINTED = "printed"  # a number with a deviation, an interval, a bracket or marks
    DURATION = "duration"
    MISSING = "missing"
    FAILURE = "failure"
    WORD = "word"


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedCell:
    """One cell, without the marks of bold and other letters."""

    kind: CellKind
    text: str = ""
    value: float = nan  # the first number; of a duration its seconds
    percent: bool = False
    deviation: float = nan  # after ±
    bracket: str = ""  # what the parentheses or brackets hold
    marks: str = ""  # signs such as * and †

    @property
    def has_spread(self) -> bool:
        """Whether more than marks follow the number."""
        return not isnan(self.deviation) or bool(self.bracket)

    @property
    def dash(self) -> bool:
        """Whether it is a dash, which leaves open why there is no score."""
        return self.text in DASH_SIGNS


def parse_cell(cell: Any) -> TypedCell:
    r"""Return what the cell holds.

    >>> made = parse_cell("93.9 ± 1.9 (0.02*)")
    >>> made.kind.value, made.value, made.deviation, made.bracket
    ('printed', 93.9, 1.9, '0.02*')
    >>> [parse_cell(text).kind.value for text in (r"\textbf{0.9}", "-", "OUT OF MEMORY", "1m 20s", "good")]
    ['number', 'missing', 'failure', 'duration', 'word']
    """
    if not isinstance(cell, str):
        return _parse_object(cell)
    text = cell.strip()
    if text in _EMPTY:
        return TypedCell(kind=CellKind.MISSING, text=text)
    if text.lower() in FAILED:
        return TypedCell(kind=CellKind.FAILURE, text=text)
    bare = _bare(text)
    try:
        value = float(bare)
    except ValueError:
        return _parse_printed(bare, text)
    return TypedCell(kind=CellKind.MISSING if isnan(value) else CellKind.NUMBER, text=bare, value=value)


def _parse_object(cell: Any) -> TypedCell:
    """A cell of a frame that is no text."""
    try:
        value = nan if cell is None else float(cell)
    except (TypeError, ValueError):
        return TypedCell(kind=CellKind.WORD, text=str(cell))
    return TypedCell(kind=CellKind.MISSING if isnan(value) else CellKind.NUMBER, value=value)


def _parse_printed(bare: str, text: str) -> TypedCell:
    """A duration, a number with more beside it, or a word."""
    if duration := _DURATION.fullmatch(bare):
        return TypedCell(kind=CellKind.DURATION, text=bare, value=_seconds(duration))
    printed = _PRINTED.fullmatch(bare)
    if printed is None:
        return TypedCell(kind=CellKind.WORD, text=text)
    percent = bool(printed["percent"])
    alone = printed.end("percent") == len(bare)
    return TypedCell(
        kind=CellKind.NUMBER if alone else CellKind.PRINTED, text=bare, value=float(printed["first"]), percent=percent,
        deviation=float(printed["deviation"] or nan), bracket=printed["bracket"] or printed["interval"] or "",
        marks="".join(sign for sign in bare if sign in _MARK_SIGNS),
    )  # fmt: skip


def _bare(text: str) -> str:
    r"""The cell without marks of bold and other letters, in Markdown, HTML or LaTeX, and with a plain minus sign.

    >>> [_bare(text) for text in ("**0.9**", "<b>0.9</b>", r"\textbf{0.9} $\pm$ 0.1", "−0.5")]
    ['0.9', '0.9', '0.9 ± 0.1', '-0.5']
    """
    if "\\" in text or "$" in text:
        text = without_markup(text)
    if "<" in text:
        text = _TAG.sub("", text).strip()
    emphasis = _EMPHASIS.fullmatch(text)
    if emphasis is not None:
        text = (emphasis["inner"].strip() + emphasis["after"]).strip()
    return text.replace("−", "-")


def _seconds(duration: re.Match[str]) -> float:
    """How long, in seconds.

    >>> [parse_cell(text).value for text in ("1m 20s", "1h 5min", "00:02:10", "1.2'", "300ms", "2 hours")]
    [80.0, 3900.0, 130.0, 72.0, 0.3, 7200.0]
    """
    if duration["clock"]:
        hours, minutes, seconds = duration["clock"].split(":")
    elif duration["minutes"]:
        hours, minutes, seconds = duration["hours"] or "0", duration["minutes"], duration["seconds"] or "0"
    else:
        return float(duration["amount"]) * (_SECONDS.get(duration["unit"]) or _SECONDS[duration["unit"][:2]])
    return 3600 * float(hours) + 60 * float(minutes) + float(seconds)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CellColumn:
    """A column whose cells are parsed: numbers, and what else its cells hold, by their rows."""

    name: str
    raw: Sequence[Any]  # as they came
    numbers: Array  # NaN where a cell holds none
    odd: Mapping[int, TypedCell]  # the cells that are no plain numbers

    def of_kind(self, *kinds: CellKind) -> Iterator[tuple[int, TypedCell]]:
        """The odd cells of these kinds, with their rows."""
        return ((row, cell) for row, cell in self.odd.items() if cell.kind in kinds)

    def has(self, *kinds: CellKind) -> bool:
        """Whether an odd cell is of one of these kinds."""
        return any(True for _ in self.of_kind(*kinds))

    @property
    def durations_only(self) -> bool:
        """Whether every cell that holds anything is a duration."""
        filled = len(self.raw) - sum(1 for _ in self.of_kind(CellKind.MISSING, CellKind.FAILURE))
        return 0 < sum(1 for _ in self.of_kind(CellKind.DURATION)) == filled

    @property
    def scores_only(self) -> bool:
        """Whether every cell is a number, alone or as papers print it, or states that there is none."""
        return not self.has(CellKind.WORD, CellKind.DURATION)

    def take(self, rows: Sequence[int], name: str | None = None) -> "CellColumn":
        """The column of these rows; a row of -1 is an empty cell."""
        empty = TypedCell(kind=CellKind.MISSING)
        odd = {i: empty if row < 0 else self.odd[row] for i, row in enumerate(rows) if row < 0 or row in self.odd}
        places = np.asarray(rows, dtype=np.intp)
        return CellColumn(
            name=self.name if name is None else name, raw=[None if row < 0 else self.raw[row] for row in rows],
            numbers=np.where(places < 0, nan, self.numbers[places]) if len(self.numbers) else self.numbers, odd=odd,
        )  # fmt: skip


CellColumns = Mapping[str, CellColumn]


def parse_column(name: str, raw: Sequence[Any]) -> CellColumn:
    """Parse every cell of a column once.

    >>> column = parse_column("svm", ["0.9", "OUT OF MEMORY", "-"])
    >>> column.numbers.tolist(), {row: cell.kind.value for row, cell in column.odd.items()}
    ([0.9, nan, nan], {1: 'failure', 2: 'missing'})
    """
    try:  # most columns hold plain numbers
        return CellColumn(name=name, raw=raw, numbers=np.array([float(cell) for cell in raw], dtype=np.float64), odd={})
    except (TypeError, ValueError):
        pass
    texts = {cell: parse_cell(cell) for cell in raw if isinstance(cell, str)}
    cells = [texts[cell] if isinstance(cell, str) else parse_cell(cell) for cell in raw]
    odd = {row: cell for row, cell in enumerate(cells) if cell.kind is not CellKind.NUMBER or cell.percent}
    return CellColumn(name=name, raw=raw, numbers=np.array([cell.value for cell in cells], dtype=np.float64), odd=odd)
