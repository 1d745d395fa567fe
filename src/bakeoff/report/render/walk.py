"""Blocks to text: one walk through a report, for every form of text that says how it shows each kind of block."""

from collections.abc import Callable, Iterator
from typing import Protocol

from bakeoff.core.notes import Citation, Emphasis, Name, Quiet, Sentence, Span
from bakeoff.core.text import clean
from bakeoff.report.blocks import (
    Alternatives,
    Bibliography,
    Block,
    Callout,
    Card,
    Code,
    Columns,
    Downloads,
    Figure,
    Fold,
    Heading,
    KeyValues,
    Notices,
    Paragraph,
)
from bakeoff.report.tables.plain_text import Table

__all__ = ["TextRenderer", "flat", "shown"]


class TextRenderer(Protocol):
    """How one form of text shows what a report is made of."""

    def text(self, text: str) -> str:
        """Somebody's words, harmless."""

    def strong(self, safe: str) -> str:
        """Harmless words that carry weight."""

    def citation(self, citation: Citation) -> str:
        """Sources in brackets."""

    def callout(self, title: str, safe: str) -> str:
        """A title and a paragraph already shown."""

    def heading(self, text: str) -> str:
        """A heading inside a section."""

    def table(self, table: Table) -> str:
        """A table."""

    def figure(self, figure: Figure) -> str:
        """A picture, or its words."""

    def facts(self, items: tuple[tuple[str, str], ...]) -> str:
        """Facts by name."""

    def notices(self, items: tuple[str, ...]) -> str:
        """A list of sentences."""

    def code(self, code: Code) -> str:
        """Text to copy as it is."""


Leaf = Callout | Code | Figure | Heading | KeyValues | Notices | Paragraph | Table


def flat(blocks: tuple[Block, ...]) -> Iterator[Leaf]:
    """Blocks in reading order, out of their folds and columns; files travel inside a page only."""
    for block in blocks:
        if isinstance(block, Fold):
            yield Heading(text=block.title)
            yield from flat(block.blocks)
        elif isinstance(block, Bibliography):
            yield from flat(block.blocks)
        elif isinstance(block, Card):
            yield Callout(title=block.title, parts=block.parts, tone=block.tone)
            yield KeyValues(items=block.facts)
            yield from flat(block.details)
        elif isinstance(block, Alternatives):
            for _, inner in block.items[: 1 if block.page_only else None]:
                yield from flat(inner)
        elif isinstance(block, Columns):
            for column in block.columns:
                yield from flat(column)
        elif not isinstance(block, Downloads):
            yield block


def shown(blocks: tuple[Block, ...], form: TextRenderer) -> list[str]:
    """The texts of these blocks, in reading order."""
    return [text for block in flat(blocks) if (text := _leaf(block, form))]


def _leaf(block: Leaf, form: TextRenderer) -> str:  # noqa: PLR0911 - one per kind of block
    match block:
        case Callout():
            return form.callout(block.title, _inline(block.parts, form))
        case Paragraph():
            return _inline(block.parts, form)
        case Heading():
            return form.heading(block.text)
        case Table():
            return form.table(block)
        case Figure():
            return form.figure(block)
        case KeyValues():
            return form.facts(block.items) if block.items else ""
        case Notices():
            return form.notices(block.items)
        case Code():
            return form.code(block)


def _inline(parts: Sentence, form: TextRenderer) -> str:
    """The spans one after another, each harmless in this form."""
    return "".join(_span(part, form) for part in parts)


def _span(part: Span, form: TextRenderer) -> str:
    if isinstance(part, Emphasis):
        return _outside(_inline(part.parts, form), form.strong)
    if isinstance(part, Quiet):
        return _inline(part.parts, form)
    if isinstance(part, Citation):
        return form.citation(part)
    return _outside(clean(part.text) if isinstance(part, Name) else part, form.text)


def _outside(text: str, mark: Callable[[str], str]) -> str:
    """Mark the text; spaces around it stay outside of the mark."""
    bare = text.strip()
    if not bare:
        return text
    start = text.index(bare)
    return text[:start] + mark(bare) + text[start + len(bare) :]
