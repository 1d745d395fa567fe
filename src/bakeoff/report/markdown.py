"""The report as Markdown: the same blocks, the same numbers; a picture is told in words."""

from functools import singledispatch

from bakeoff.report.escape import markdown_text
from bakeoff.report.report import (
    Callout,
    Code,
    Columns,
    Downloads,
    Figure,
    Fold,
    Heading,
    Inline,
    KeyValues,
    Notices,
    Paragraph,
    Report,
    Strong,
)
from bakeoff.report.table import Table, to_markdown

__all__ = ["render"]


def render(report: Report) -> str:
    """The whole text, ending in a newline."""
    parts = [f"# {markdown_text(report.title)}", markdown_text(report.subtitle), *map(_show, report.lead)]
    for number, section in enumerate(report.sections, start=1):
        parts += [f"## {number} {markdown_text(section.title)}", *map(_show, section.blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"


@singledispatch
def _show(block: object) -> str:
    """One function per kind of block."""
    raise TypeError(type(block).__name__)


@_show.register
def _(block: Callout) -> str:
    return f"> **{markdown_text(block.title)}.** {_inline(block.parts)}"


@_show.register
def _(block: Paragraph) -> str:
    return _inline(block.parts)


@_show.register
def _(block: Heading) -> str:
    return f"### {markdown_text(block.text)}"


@_show.register
def _(block: Table) -> str:
    return to_markdown(block)


@_show.register
def _(block: Figure) -> str:
    words = dict.fromkeys(markdown_text(text) for text in (block.caption, block.description))
    return f"**Figure: {markdown_text(block.title)}.** {' '.join(words)}"


@_show.register
def _(block: KeyValues) -> str:
    return "\n".join(f"- {markdown_text(key)}: {markdown_text(value)}" for key, value in block.items)


@_show.register
def _(block: Notices) -> str:
    return "\n".join(f"- {markdown_text(text)}" for text in block.items)


@_show.register
def _(block: Code) -> str:
    fence = "```"
    while fence in block.text:
        fence += "`"
    title = f"**{markdown_text(block.title)}**\n\n" if block.title else ""
    return f"{title}{fence}{block.language}\n{block.text}\n{fence}"


@_show.register
def _(block: Fold) -> str:
    return "\n\n".join([f"### {markdown_text(block.title)}", *map(_show, block.blocks)])


@_show.register
def _(block: Columns) -> str:
    return "\n\n".join(_show(one) for column in block.columns for one in column)


@_show.register
def _(_: Downloads) -> str:
    return ""  # files travel inside the page only


def _inline(parts: tuple[Inline, ...]) -> str:
    shown = []
    for part in parts:
        text = part if isinstance(part, str) else part.text
        before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        safe = markdown_text(text)
        safe = f"**{safe}**" if isinstance(part, Strong) and safe else safe
        shown.append(before + safe + (after if safe else ""))
    return "".join(shown)
