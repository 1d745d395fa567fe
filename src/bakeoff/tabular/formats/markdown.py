"""The table of a Markdown text."""

import re
from collections.abc import Sequence

from bakeoff.core.errors import BadInput
from bakeoff.tabular.cells import Cells, with_points
from bakeoff.tabular.encoding import first_lines
from bakeoff.tabular.formats.csv import csv_cells
from bakeoff.tabular.formats.format import FileContent, Format

__all__ = ["MARKDOWN"]

_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")  # what stands below the heading of a table
_BAR = re.compile(r"(?<!\\)\|")


def _rules(lines: Sequence[str]) -> list[int]:
    """Where a line of dashes and bars is below a line with bars."""
    return [
        i for i, line in enumerate(lines) if i and "|" in line and "|" in lines[i - 1] and _RULE.fullmatch(line.strip())
    ]


def _sniff(head: bytes) -> bool:
    """Whether a table begins in the text; one inside a quoted cell of a CSV file does not count."""
    lines = first_lines(head)
    rules = _rules(lines)
    return bool(rules) and not any('"' in line for line in lines[: rules[0] - 1])


def _cells(file: FileContent) -> Cells:
    """The rows of the only table, without the text around it."""
    lines = file.lines()
    rules = _rules(lines)
    if not rules:
        return csv_cells(file)
    if len(rules) > 1:
        raise BadInput(f"{file.what} contains {len(rules)} Markdown tables", cure="keep the one that you mean")
    end = next((i for i in range(rules[0] + 1, len(lines)) if lines[i].strip() and "|" not in lines[i]), len(lines))
    rows = [(i + 1, _row(lines[i])) for i in range(rules[0] - 1, end) if i != rules[0]]
    filled = [(line, cells) for line, cells in rows if any(cells)]
    note = "the file is read as a Markdown table"
    return Cells(what=file.what, records=with_points(filled, file.what), notes=(note,))


def _row(line: str) -> list[str]:
    r"""Return the cells of a row, without the marks of bold letters and code.

    >>> _row("| a\\|b | **0.9** |")
    ['a|b', '0.9']
    """
    bare = line.strip().removeprefix("|")
    if bare.endswith("|") and not bare.endswith("\\|"):
        bare = bare[:-1]
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(bare)]
    return [_without_marks(cell) for cell in cells]


def _without_marks(cell: str) -> str:
    for mark in ("**", "`"):
        if len(cell) > 2 * len(mark) and cell.startswith(mark) and cell.endswith(mark):
            return cell[len(mark) : -len(mark)].strip()
    return cell


MARKDOWN = Format(
    name="markdown",
    title="Markdown table",
    endings=(".md", ".markdown"),
    about="The only table of a text; bold cells and code lose their marks.",
    bounds="one table; texts without a table are read as CSV",
    cost="read whole",
    example=b"Scores:\n\n| a | b |\n|---|---|\n| 1 | **x** |\n| 2.5 | y |\n",
    sniff=_sniff,
    cells=_cells,
)
