"""Report: plain blocks of words, tables and pictures. Every renderer reads these and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bakeoff.comparisons.wording.leading_gap import LeadingGap
from bakeoff.core.notes import Note, Sentence
from bakeoff.core.references import Reference
from bakeoff.figures.drawing.theme import Theme
from bakeoff.report.tables.plain_text import Table

if TYPE_CHECKING:  # a table of scores is answered without that room
    from bakeoff.study.checks.check_results import CheckResults

__all__ = [
    "Alternatives",
    "Bibliography",
    "Block",
    "Callout",
    "Card",
    "Code",
    "Columns",
    "Download",
    "Downloads",
    "Figure",
    "Fold",
    "Heading",
    "KeyValues",
    "LearnerChip",
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
class LearnerChip:
    """A learner as the head of a page shows it: with its colour, its marker and its mean score."""

    name: str
    look: int
    score: str = ""
    group: str = ""  # "lead", "worse", "baseline", or nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The verdict for a hurried reader: one line, its size, how sure it is, and what would settle it; statistics behind a line."""

    title: str
    parts: Sentence
    facts: tuple[tuple[str, str], ...] = ()
    learners: tuple[LearnerChip, ...] = ()
    details: tuple["Block", ...] = ()
    tone: str = "open"  # as of a callout
    gap: LeadingGap | None = None  # what a page shows as one number on a scale; other forms have it in a fact


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
    """Remarks, most important first: problems that a reader has to act on, or notes on the method."""

    items: tuple[str, ...]
    tone: str = "note"  # or "problem"


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
    """Blocks behind one line, opened on demand; printed where they are open, or where the report is asked for in full."""

    title: str
    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternatives:
    """Blocks of which a page shows one at a time: the first, and the others behind a line or by a choice of `what`."""

    what: str  # "Measure"
    items: tuple[tuple[str, tuple["Block", ...]], ...]  # each with its title
    page_only: bool = False  # text, LaTeX and files show the first item alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Bibliography:
    """What a text cites; a LaTeX document that includes the text brings its own list."""

    references: tuple[Reference, ...]
    further: Sentence = ()  # which other parts of the report cite what

    @property
    def bibtex(self) -> str:
        """The entries of a LaTeX bibliography."""
        return "\n\n".join(reference.bibtex() for reference in self.references) + "\n"

    @property
    def blocks(self) -> tuple["Block", ...]:
        """The list for readers, and the entries to copy."""
        listed = KeyValues(items=tuple((reference.short, str(reference)) for reference in self.references))
        entries = Code(text=self.bibtex.rstrip(), language="bibtex")
        more = (Paragraph(parts=self.further),) if self.further else ()
        return (Heading(text="References"), *more, listed, Fold(title="References (BibTeX)", blocks=(entries,)))


Block = (
    Alternatives | Bibliography | Callout | Card | Code | Columns | Downloads | Figure | Fold | Heading | KeyValues | Notices
    | Paragraph | Table
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A titled part."""

    name: str  # unique in a report; the anchor on a page
    title: str
    blocks: tuple[Block, ...]
    folded: bool = False  # behind its heading on a page; printed as a fold is


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The whole, in reading order. The lead stands before the first section."""

    title: str
    subtitle: str
    lead: tuple[Block, ...]
    sections: tuple[Part, ...]
    notes: tuple[Note, ...] = ()
    checks: "CheckResults | None" = None  # None for pages of something else than a comparison
    full: bool = False  # print what a page holds behind a line as well
    fragment: bool = False  # to be included in another document: no head, and sources cited by their keys
    bibliography: str = ""  # the file of BibTeX entries beside it; empty: none
    figures: str = ""  # the folder of its figures as seen from the report, with a slash at the end; empty: beside it
