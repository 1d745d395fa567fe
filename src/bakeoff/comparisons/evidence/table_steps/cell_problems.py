"""What is wrong with the cells of a column of scores, for all of them at once, and what to write instead."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.cells import CellColumn, CellKind
from bakeoff.core.text import listed

__all__ = ["column_problems", "words_instead_of_numbers", "words_only"]

LARGEST = 1e100  # beyond, sums of squares overflow
SHOWN = 5  # cells that are named one by one


def words_only(column: CellColumn) -> bool:
    """Whether no cell of several is a number."""
    return len(column.raw) > 1 and sum(1 for _ in column.of_kind(CellKind.WORD)) == len(column.raw)


def column_problems(column: CellColumn, labels: Sequence[str]) -> list[str]:
    """What is wrong with each cell; `labels` name the rows where they have names.

    >>> from bakeoff.comparisons.evidence.cells import parse_column
    >>> column_problems(parse_column("svm", ["0.8", "0,9"]), [])
    ["column 'svm' contains '0,9' in row 2, which is not a number; write 0.9 with a decimal point"]
    """
    if words_only(column):
        return [words_instead_of_numbers([column])]
    words = {row for row, _ in column.of_kind(CellKind.WORD)}
    large = set(np.flatnonzero(np.abs(column.numbers) > LARGEST).tolist())
    problems = list[str]()
    for row in sorted(words | large)[:SHOWN]:
        where, cell = f"row {row + 1}" + (f" ({labels[row]})" if labels else ""), column.raw[row]
        if row in words:
            problem = f"contains {cell!r} in {where}, which is not a number; {_cure(str(cell))}"
        else:
            number = column.numbers[row]
            problem = (
                f"is {'infinite' if np.isinf(number) else f'{number:g}'} in {where}; leave the cell empty or correct it"
            )
        problems.append(f"column {column.name!r} {problem}")
    more = len(words | large) - SHOWN
    return [*problems, *([f"column {column.name!r} has {more} more such cells"] if more > 0 else [])]


def words_instead_of_numbers(columns: Sequence[CellColumn]) -> str:
    """One sentence about columns without numbers, with the cure for the first of them."""
    named, several = listed([repr(column.name) for column in columns], most=3), len(columns) > 1
    cells = columns[0].raw
    return (
        f"column{'s' if several else ''} {named} contain{'' if several else 's'} no numbers but {cells[0]!r} and the like; "
        f"{_column_cure(cells)}"
    )


_GROUPED = re.compile(
    r"[+-]?\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?|(?:[ '’]\d{3})+(?:[.,]\d+)?)"
)  # thousands
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)? ?%?")
RIGHT_OR_WRONG = (
    {"true", "false"},
    {"yes", "no"},
    {"y", "n"},
    {"t", "f"},
    {"✓", "✗"},
    {"✓", "x"},
    {"correct", "incorrect"},
    {"right", "wrong"},
)


def _column_cure(cells: Sequence[Any]) -> str:
    """What to do about a column without numbers."""
    seen = {str(cell).strip().lower() for cell in cells} - {""}
    if all(word[:1] == word[-1:] == "'" for word in seen):
        return "remove the single quotes around the cells"
    if all(_GROUPED.fullmatch(str(cell).strip()) for cell in cells):
        return "write numbers without separators of thousands and with a decimal point"
    if all(_DECIMAL_COMMA.fullmatch(str(cell).strip()) for cell in cells):
        return "write numbers with a decimal point, or put semicolons between the cells"
    if any(seen <= words for words in RIGHT_OR_WRONG):
        return "if they say whether an answer was right, write 1 and 0; predictions are compared beside the truth (--truth COLUMN)"
    return "predictions are compared beside the truth: --truth COLUMN, in Python compare_predictions"


def _cure(cell: str) -> str:
    """What to write instead."""
    text = cell.strip()
    if "±" in text or "+-" in text or "+/-" in text:
        return "means with standard deviations go into columns learner, mean, sd, n (--published)"
    if text[:1] in {"<", ">", "~", "≈", "≤", "≥"}:
        return "write the number itself, or timeout or failed if the learner did not finish"
    if _GROUPED.fullmatch(text) and not re.fullmatch(r"[+-]?0?[.,]\d+", text) and (len(text) > 5 or " " in text):
        return "write it without separators of thousands"
    try:
        return f"write {float(text.replace(',', '.', 1)):g} with a decimal point"
    except ValueError:
        return "leave the cell empty if there is no score, or write failed if the learner failed"
