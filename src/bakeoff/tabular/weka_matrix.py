"""The confusion matrix in a text that WEKA printed: classes across, counts, and the true class at the end of each line."""

import re
from collections.abc import Sequence

from bakeoff.core.errors import BadInput
from bakeoff.tabular.table import parse_number

__all__ = ["weka_matrix"]

_SIGN = re.compile(r"(?:<-{1,4}|←) ?classified as", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;|]+")


def weka_matrix(lines: Sequence[str], what: str) -> dict[str, list[str]] | None:
    """The columns of the matrix, the first with the true classes; None where WEKA did not print one.

    >>> weka_matrix(["  a  b   <-- classified as", " 14  6 |  a = bad", "  9 28 |  b = good"], "labor.txt")
    {'<-- classified as': ['bad', 'good'], 'bad': ['14', '9'], 'good': ['6', '28']}
    """
    headings = {i: head for i, line in enumerate(lines) if (head := _heading(line))}
    if not headings:
        return None
    if len(headings) > 1:
        raise BadInput(f"{what} contains {len(headings)} confusion matrices", cure="keep the one that you mean")
    ((start, heading),) = headings.items()
    letters = _BETWEEN.split(heading)
    filled = [(i + 1, line.strip()) for i, line in enumerate(lines) if i > start and line.strip()][: len(letters)]
    rows = [_BETWEEN.split(line, maxsplit=len(letters)) for _, line in filled]
    for (number, _), row in zip(filled, rows, strict=True):
        if len(row) != len(letters) + 1 or any(parse_number(cell) is None for cell in row[:-1]):
            raise BadInput(f"line {number} of {what} needs {len(letters)} counts and the name of a class")
    ends = [row[-1].strip() for row in rows]
    names = _class_names(ends, letters)
    columns = {name: [row[i] for row in rows] for i, name in enumerate(names or letters)}
    return {"<-- classified as": names or ends, **columns}


def _heading(line: str) -> str:
    """What stands before the sign of WEKA; empty where there is none."""
    text = " ".join(line.split())
    sign = _SIGN.search(text)
    return "" if sign is None else text[: sign.start()].strip(" ,;|")


def _class_names(ends: Sequence[str], letters: list[str]) -> list[str]:
    """The names that the ends of the lines give to the letters (a = bad); none where they give none, or one twice."""
    pairs = [end.partition("=")[::2] for end in ends]
    names = {letter.strip(): name.strip() for letter, name in pairs if name.strip()}
    return list(names.values()) if list(names) == letters and len(set(names.values())) == len(letters) else []
