"""PageStyle: what figures are made for. A report has a look of its own; a paper has a serif font and a column to fill."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from bakeoff.core.errors import BadInput

__all__ = ["SCREEN", "PageStyle", "for_paper", "page_style", "sheet", "sized"]

_WIDTHS = {"column": 8.4 / 2.54, "text": 17.4 / 2.54}  # inches; journals differ by a few millimetres
_INCHES = {"cm": 1 / 2.54, "mm": 0.1 / 2.54, "in": 1.0, "pt": 1 / 72.27}  # a point of TeX
_GIVEN = re.compile(r"(\d+(?:\.\d+)?)\s*(cm|mm|in|pt)")
_NARROWEST, _WIDEST = 2.0, 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageStyle:
    """The typeface of all text, and the width in inches that every figure takes (None: each its own)."""

    family: str
    fallback: str  # for browsers that do not know the typeface
    width: float | None = None


SCREEN = PageStyle(family="DejaVu Sans", fallback="Verdana, sans-serif")
_SHEET: ContextVar[PageStyle] = ContextVar("sheet", default=SCREEN)


def for_paper(width: str) -> PageStyle:
    """A sheet for a paper: "column" (8.4 cm), "text" (17.4 cm), or a width such as "3.3in", "12.2 cm" or "345pt".

    The typeface is STIX, a Times that comes with Matplotlib and has every sign; Matplotlib's Computer Modern shows
    an underscore as an accent and `<` as an exclamation mark.

    >>> round(for_paper("column").width, 2), round(for_paper("345pt").width, 2)
    (3.31, 4.77)
    """
    plain = width.strip().lower()
    found = _GIVEN.fullmatch(plain)
    inches = _WIDTHS.get(plain, float(found[1]) * _INCHES[found[2]] if found else 0.0)
    if not _NARROWEST <= inches <= _WIDEST:
        raise BadInput(
            f'{width!r} is no width for a figure; write "column", "text", or one from 5 to 50 cm such as "8.4cm" or "3.3in"'
        )
    return PageStyle(family="STIXGeneral", fallback="Times New Roman, serif", width=inches)


def sheet() -> PageStyle:
    """The sheet that figures are drawn on now."""
    return _SHEET.get()


@contextmanager
def page_style(one: PageStyle) -> Iterator[None]:
    """Everything drawn inside the block is made for this sheet; other threads do not notice."""
    token = _SHEET.set(one)
    try:
        yield
    finally:
        _SHEET.reset(token)


def sized(width: float, height: float = 0.0) -> tuple[float, float]:
    """Width and height on the sheet of a figure that would by itself be so large; a narrow one is less tall as well."""
    asked = sheet().width
    return (width, height) if asked is None else (asked, height * min(max(asked / width, 0.75), 1.3))
