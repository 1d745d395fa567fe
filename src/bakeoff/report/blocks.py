"""Report: plain blocks of words, tables and pictures. Every renderer reads these and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bakeoff.core.notes import Note, Sentence
from bakeoff.figures.theme import Theme
from bakeoff.report.tables.plain_text import Table

__all__ = [
    "Block",
    "Callout",
    "Code",
    "Columns",
    "Download",
    "Downloads",
    "Figure",
    "Fold",
    "Heading",
    "KeyValues",
    "Notices",
    "Paragraph",
    "Part",
    "Report",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Prose."""

    parts: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Callout:
    """The verdict: what a hurried reader takes away."""

    title: str
    parts: Sentence
    tone: str = "open"  # "clear" where something is shown, "open" where not, "bad" where it had to be withheld


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading inside a section."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A picture with its title, its content in words, and a caption."""

    name: str  # unique in a report; also the file name of a download
    ink: Callable[[], str] = field(repr=False, compare=False)  # draws when asked: text reports need no picture
    title: str
    description: str
    caption: str = ""
    draw: Callable[[Theme], Any] | None = field(default=None, repr=False, compare=False)  # the same for paper

    @property
    def svg(self) -> str:
        """The picture in the colours of the page."""
        return self.ink()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyValues:
    """Facts by name."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notices:
    """Warnings, most important first."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Text to copy as it is."""

    text: str
    language: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """A file that travels inside the report."""

    name: str
    media: str
    make: Callable[[], str] = field(repr=False, compare=False)  # called where files can travel along

    @property
    def content(self) -> str:
        """The file's text."""
        return self.make()


@dataclass(frozen=True, slots=True, kw_only=True)
class Downloads:
    """Files inside the report."""

    files: tuple[Download, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Blocks side by side where there is room."""

    columns: tuple[tuple["Block", ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """Blocks behind one line, opened on demand and always printed."""

    title: str
    blocks: tuple["Block", ...]


Block = Callout | Code | Columns | Downloads | Figure | Fold | Heading | KeyValues | Notices | Paragraph | Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A titled part."""

    name: str  # unique in a report; the anchor on a page
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The whole, in reading order. The lead stands before the first section."""

    title: str
    subtitle: str
    lead: tuple[Block, ...]
    sections: tuple[Part, ...]
    notes: tuple[Note, ...] = ()
