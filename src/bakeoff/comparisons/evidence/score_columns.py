"""Cells of one column as the scores of a learner: numbers, or what to write instead, for all of its cells at once."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.score_cells import floats_only
from bakeoff.core.checks import Array
from bakeoff.core.text import listed
from bakeoff.tabular.table import FAILED, MISSING, MISSING_AMONG_NUMBERS

__all__ = ["ReadColumn", "is_numeric", "read_column", "words_instead_of_numbers"]

LARGEST = 1e100  # beyond, sums of squares overflow
SHOWN = 5  # cells that are named one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadColumn:
    """The numbers of a column, NaN where there is none, and what is wrong with its cells."""

    name: str
    numbers: Array
    cells: Sequence[Any]
    problems: tuple[str, ...] = ()
    only_words: bool = False


def _number(cell: Any) -> float:
    """The cell as a number, NaN where it is empty; raises ValueError for anything else."""
    if cell is None:
        return nan
    if isinstance(cell, str):
        text = cell.strip()
        if text in MISSING or text in MISSING_AMONG_NUMBERS or text.lower() in FAILED:
            return nan
        return float(text.removesuffix("%"))
    return float(cell)


def is_numeric(cells: Sequence[Any]) -> bool:
    """Whether every cell is a number, or says that there is none."""
    if floats_only(cells):
        return True
    try:
        for cell in cells:
            _number(cell)
    except (TypeError, ValueError):
        return False
    return True


def read_column(name: str, cells: Sequence[Any], labels: Sequence[str]) -> ReadColumn:
    """Read every cell; `labels` name the rows where they have names.

    >>> read_column("svm", ["0.8", "0,9"], []).problems
    ("column 'svm' holds '0,9' in row 2, which is not a number; write 0.9 with a decimal point",)
    """
    if floats_only(cells) and not (np.abs(numbers := np.array(cells)) > LARGEST).any():
        return ReadColumn(name=name, numbers=numbers, cells=cells)
    made, wrong = list[float](), list[str]()

    def where(i: int) -> str:
        return f"row {i + 1}" + (f" ({labels[i]})" if labels else "")

    for i, cell in enumerate(cells):
        try:
            made.append(_number(cell))
        except (TypeError, ValueError):
            wrong.append(f"column {name!r} holds {cell!r} in {where(i)}, which is not a number; {_cure(str(cell))}")
            made.append(nan)
        if abs(made[-1]) > LARGEST:
            what = "infinite" if np.isinf(made[-1]) else f"{made[-1]:g}"
            wrong.append(f"column {name!r} is {what} in {where(i)}; leave the cell empty or correct it")
    read = ReadColumn(name=name, numbers=np.array(made), cells=cells, problems=tuple(wrong))
    if len(wrong) == len(cells) > 1 and np.isnan(made).all():
        read = replace(read, only_words=True)
        return replace(read, problems=(words_instead_of_numbers([read]),))
    more = (f"column {name!r} has {len(wrong) - SHOWN} more such cells",) if len(wrong) > SHOWN else ()
    return replace(read, problems=(*wrong[:SHOWN], *more))


def words_instead_of_numbers(columns: Sequence[ReadColumn]) -> str:
    """One sentence about columns without numbers, with the cure for the first of them."""
    named, several = listed([repr(one.name) for one in columns], most=3), len(columns) > 1
    cells = columns[0].cells
    return (
        f"column{'s' if several else ''} {named} hold{'' if several else 's'} no numbers but {cells[0]!r} and the like; "
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
    if all(one[:1] == one[-1:] == "'" for one in seen):
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
