"""Theme: the colours, dashes and markers of every figure, for paper and for a page; PageStyle: font and width that figures are made for."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean

__all__ = [
    "DASHES",
    "MARKERS",
    "PAGE",
    "PAPER",
    "SCREEN",
    "VARIABLES",
    "PageStyle",
    "Theme",
    "for_paper",
    "inches",
    "inches_asked",
    "learner_id",
    "learner_looks",
    "look_of",
    "page_style",
    "sheet",
    "sized",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Colours by role; a series also has a dash and a marker, so that colour never carries a meaning alone."""

    ink: str
    quiet: str
    grid: str
    paper: str
    accent: str
    contrast: str
    series: tuple[str, ...]

    def color(self, number: int) -> str:
        """The colour of the series with this number."""
        return self.series[number % len(self.series)]

    def neutral(self, number: int) -> str:
        """The colour of a line that is no learner: a class, a data set."""
        return (self.ink, self.quiet)[number % 2]


def learner_id(look: int) -> str:
    """The name of what a figure draws for one learner; a page hides all of it at once.

    >>> learner_id(3)
    'learner-3'
    """
    return f"learner-{look}"


DASHES = ("-", (0, (5, 1.6)), (0, (1.2, 1.4)), (0, (6, 1.5, 1.2, 1.5)), (0, (3, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*")

# Okabe and Ito's palette, told apart with any colour vision; its yellow is too light for white paper and left out.
PAPER = Theme(
    ink="#1b1f24",
    quiet="#59636e",
    grid="#d5dae0",
    paper="#ffffff",
    accent="#0072b2",
    contrast="#d55e00",
    series=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6b4fa0", "#7a5c3e"),
)

# Matplotlib takes no CSS variable, so a page's figures are drawn in these stand-ins and renamed afterwards.
PAGE = Theme(
    ink="#fe0101",
    quiet="#fe0102",
    grid="#fe0103",
    paper="#fe0104",
    accent="#fe0105",
    contrast="#fe0106",
    series=tuple(f"#fe02{number:02x}" for number in range(len(PAPER.series))),
)

VARIABLES: dict[str, tuple[str, str]] = {  # stand-in -> (CSS variable, colour where variables are unknown)
    **{getattr(PAGE, role): (f"--{role}", getattr(PAPER, role)) for role in ("ink", "quiet", "grid", "paper")},
    **{getattr(PAGE, role): (f"--{role}", getattr(PAPER, role)) for role in ("accent", "contrast")},
    **{PAGE.series[number]: (f"--series-{number + 1}", color) for number, color in enumerate(PAPER.series)},
}


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
    length = _GIVEN.fullmatch(plain)
    inches = _WIDTHS.get(plain, float(length[1]) * _INCHES[length[2]] if length else 0.0)
    if not _NARROWEST <= inches <= _WIDEST:
        raise BadInput(
            f'{width!r} is not a width for a figure; write "column", "text", or one from 5 to 50 cm such as "8.4cm" or "3.3in"'
        )
    return PageStyle(family="STIXGeneral", fallback="Times New Roman, serif", width=inches)


_LOOKS: ContextVar[Mapping[str, int]] = ContextVar("looks of learners")


@contextmanager
def learner_looks(looks: Mapping[str, int]) -> Iterator[None]:
    """Inside the block every figure gives these learners the colour and marker of these numbers."""
    token = _LOOKS.set({**{clean(name): look for name, look in looks.items()}, **looks})
    try:
        yield
    finally:
        _LOOKS.reset(token)


def look_of(name: str, default: int | None = None) -> int | None:
    """The number of a learner's colour and marker in the figures that are made now.

    >>> with learner_looks({"svm": 3}):
    ...     look_of("svm"), look_of("tree"), look_of("tree", 1)
    (3, None, 1)
    """
    return _LOOKS.get({}).get(name, default)


def sheet() -> PageStyle:
    """The sheet that figures are drawn on now."""
    return _SHEET.get()


@contextmanager
def page_style(style: PageStyle) -> Iterator[None]:
    """Everything drawn inside the block is made for this sheet; other threads do not notice."""
    token = _SHEET.set(style)
    try:
        yield
    finally:
        _SHEET.reset(token)


_INCHES_ASKED: ContextVar[float | None] = ContextVar("inches of a figure", default=None)


@contextmanager
def inches(width: float) -> Iterator[None]:
    """Figures that measure themselves in inches are that wide inside the block."""
    token = _INCHES_ASKED.set(width)
    try:
        yield
    finally:
        _INCHES_ASKED.reset(token)


def inches_asked(usual: float) -> float:
    """The width that was asked for, else the usual one."""
    asked = _INCHES_ASKED.get()
    return usual if asked is None else asked


def sized(width: float, height: float = 0.0) -> tuple[float, float]:
    """Width and height on the sheet of a figure that would by itself be so large; a narrow one is less tall as well."""
    asked = sheet().width
    return (width, height) if asked is None else (asked, height * min(max(asked / width, 0.75), 1.3))
