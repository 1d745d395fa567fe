"""The report as Markdown: the same blocks, the same numbers; a picture is told in words."""

import re

from bakeoff.core.notes import Citation
from bakeoff.report.blocks import Code, Figure, Report
from bakeoff.report.render.escape import markdown_text
from bakeoff.report.render.walk import shown
from bakeoff.report.tables.plain_text import Table, to_markdown

__all__ = ["render"]


def render(report: Report) -> str:
    """The whole text, ending in a newline."""
    form = _Markdown()
    head = [] if report.fragment else [f"# {markdown_text(report.title)}", markdown_text(report.subtitle)]
    parts = [*head, *shown(report.lead, form)]
    for number, section in enumerate(report.sections, start=1):
        mark = "" if report.fragment else f"{number} "
        parts += [f"## {mark}{markdown_text(section.title)}", *shown(section.blocks, form)]
    return "\n\n".join(part for part in parts if part) + "\n"


class _Markdown:
    """Each kind of block."""

    def text(self, text: str) -> str:
        return markdown_text(text)

    def strong(self, safe: str) -> str:
        return f"**{safe}**"

    def citation(self, citation: Citation) -> str:
        return markdown_text(citation.text)

    def callout(self, title: str, safe: str) -> str:
        return f"> **{markdown_text(title)}.** {safe}"

    def heading(self, text: str) -> str:
        return f"### {markdown_text(text)}"

    def table(self, table: Table) -> str:
        return to_markdown(table)

    def figure(self, figure: Figure) -> str:
        """A caption often holds a sentence of the description; it is said once."""
        sentences = dict.fromkeys(re.split(r"(?<=\.) ", f"{figure.caption} {figure.description}".strip()))
        return f"**Figure: {markdown_text(figure.title)}.** {markdown_text(' '.join(sentences))}"

    def facts(self, items: tuple[tuple[str, str], ...]) -> str:
        return "\n".join(f"- {markdown_text(key)}: {markdown_text(value)}" for key, value in items)

    def notices(self, items: tuple[str, ...]) -> str:
        return "\n".join(f"- {markdown_text(text)}" for text in items)

    def code(self, code: Code) -> str:
        fence = "```"
        while fence in code.text:
            fence += "`"
        title = f"**{markdown_text(code.title)}**\n\n" if code.title else ""
        return f"{title}{fence}{code.language}\n{code.text}\n{fence}"
