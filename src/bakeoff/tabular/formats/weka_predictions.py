"""Predictions as WEKA prints them (`-p`): one line for each row, with the true and the predicted class."""

import re
from collections.abc import Sequence

from bakeoff.core.errors import BadInput
from bakeoff.tabular.cells import Cells, Record
from bakeoff.tabular.encoding import first_lines
from bakeoff.tabular.formats.format import FileContent, Format

__all__ = ["WEKA_PREDICTIONS"]

_HEADING = re.compile(r"\s*+inst#\s*+(?:,\s*+)?actual\s*+(?:,\s*+)?predicted\s*+(?:,\s*+)?error", re.IGNORECASE)
_CLASS = re.compile(r"\d+:(.*)")
_AT_LEAST = 3  # the number of the row, the true and the predicted value


def _start(lines: Sequence[str]) -> int | None:
    """Where the heading is; None if there is none."""
    return next((place for place, line in enumerate(lines) if _HEADING.match(line)), None)


def _sniff(head: bytes) -> bool:
    return _start(first_lines(head)) is not None


def _cells(file: FileContent) -> Cells:
    """The row, the true and the predicted value; of classes also the probability of the predicted one, of numbers the error."""
    lines = file.lines()
    start = _start(lines)
    if start is None:
        raise BadInput(f"{file.what} contains no predictions of WEKA; make them with -p 0")
    rows: list[Record] = []
    for number, line in enumerate(lines[start + 1 :], start + 2):
        parts = line.replace(",", " ").split() if "," in lines[start] else line.split()
        if len(parts) < _AT_LEAST or not parts[0].isdigit():
            if rows and line.strip() and not line.startswith("="):
                raise BadInput(
                    f"{file.what}: line {number} does not contain a prediction: {line.strip()!r:.60}; remove it"
                )
            continue
        last = "" if parts[-1] == "+" or len(parts) == _AT_LEAST else parts[-1].partition(",")[0].lstrip("*")
        rows.append((number, [parts[0], *map(_value, parts[1:3]), last]))
    return Cells(what=file.what, records=[(start + 1, ["row", "actual", "predicted", "prediction"]), *rows])


def _value(cell: str) -> str:
    """A class without its number, or a number as it is.

    >>> _value("2:ill"), _value("1.25"), _value("1:?")
    ('ill', '1.25', '?')
    """
    class_match = _CLASS.fullmatch(cell)
    return cell if class_match is None else class_match[1]


WEKA_PREDICTIONS = Format(
    name="weka-predictions",
    title="WEKA predictions",
    endings=(),
    about="What `-p 0` prints, as the columns row, actual, predicted and prediction; text before it is skipped.",
    bounds="one list of predictions; class names without spaces",
    cost="read whole",
    sniff=_sniff,
    cells=_cells,
)
