"""The report as Markdown: the same blocks, the same numbers; a picture is told in words."""

from bakeoff.report.escape import markdown_text
from bakeoff.report.report import (
    Block,
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
    parts = [f"# {markdown_text(report.title)}", markdown_text(report.subtitle)]
    parts += [text for block in report.lead for text in _block(block, 3)]
    for number, section in enumerate(report.sections, start=1):
        parts.append(f"## {number} {markdown_text(section.title)}")
        parts += [text for block in section.blocks for text in _block(block, 3)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block, level: int) -> list[str]:
    if isinstance(block, Fold):
        inner = [text for one in block.blocks for text in _block(one, level + 1)]
        return [f"{'#' * level} {markdown_text(block.title)}", *inner]
    if isinstance(block, Columns):
        return [text for column in block.columns for one in column for text in _block(one, level)]
    return [_single(block, level)]


def _single(block: Block, level: int) -> str:
    match block:
        case Callout():
            return f"> **{markdown_text(block.title)}.** {_inline(block.parts)}"
        case Paragraph():
            return _inline(block.parts)
        case Heading():
            return f"{'#' * level} {markdown_text(block.text)}"
        case Table():
            return to_markdown(block)
        case Figure():
            return f"**Figure: {markdown_text(block.title)}.** {markdown_text(block.caption)} {markdown_text(block.description)}"
        case KeyValues():
            return "\n".join(f"- {markdown_text(key)}: {markdown_text(value)}" for key, value in block.items)
        case Notices():
            return "\n".join(f"- {markdown_text(text)}" for text in block.items)
        case Code():
            return _code(block)
        case Downloads():
            return ""
    raise TypeError(type(block).__name__)


def _inline(parts: tuple[Inline, ...]) -> str:
    shown = []
    for part in parts:
        if isinstance(part, str):
            lead, trail = part[: len(part) - len(part.lstrip())], part[len(part.rstrip()) :]
            shown.append(f"{lead}{markdown_text(part)}{trail}" if part.strip() else part)
        elif isinstance(part, Strong):
            space = " " if part.text.endswith(" ") else ""
            shown.append(f"**{markdown_text(part.text)}**{space}")
        else:
            shown.append(markdown_text(part.text))
    return "".join(shown)


def _code(block: Code) -> str:
    fence = "```"
    while fence in block.text:
        fence += "`"
    title = f"**{markdown_text(block.title)}**\n\n" if block.title else ""
    return f"{title}{fence}{block.language}\n{block.text}\n{fence}"
