"""A confusion matrix as a file prints it: classes down and across, and in the corner perhaps what the rows are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bakeoff.api.measuring.counts import matched_classes
from bakeoff.comparisons.evidence.from_columns import is_numeric
from bakeoff.core.errors import BadInput, Problems
from bakeoff.predictions.confusion_axes import row_axis, settled_axis
from bakeoff.tabular.reading import read
from bakeoff.tabular.weka_matrix import weka_matrix

__all__ = ["PrintedMatrix", "read_matrix"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedMatrix:
    """Counts as printed; `rows` says what runs down: "true" or "predicted" classes, or None where nothing says it."""

    classes: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]
    rows: str | None


def read_matrix(path: str, rows: str | None = None) -> PrintedMatrix:
    """Read a confusion matrix from a file, or from standard input ("-")."""
    table = _columns(path)
    corner, down, across = _headings(table)
    axis = settled_axis(rows, row_axis(corner), f"the first cell ({corner!r}) of the matrix")
    problems = [
        f"column {name!r} contains a cell that is not a number" for name in across if not is_numeric(table[name])
    ]
    height = len(next(iter(table.values())))
    if height != len(down):
        problems.append(f"there are {height} rows for {len(across)} classes")
    classes: list[str] = []
    try:
        classes = matched_classes(down, across, axis)
    except BadInput as problem:
        problems.append(str(problem))
    if problems:
        raise Problems(
            path, [*problems, "a confusion matrix has a row for each true class and a column for each predicted class"]
        )
    cells = {(name, other): table[other][i].strip() for i, name in enumerate(down) for other in across}
    if not all(cell and float(cell).is_integer() for cell in cells.values()):
        raise BadInput("a confusion matrix counts cases: every cell is a whole number")
    counts = tuple(tuple(int(float(cells.get((name, other), "0"))) for other in classes) for name in classes)
    return PrintedMatrix(classes=tuple(classes), counts=counts, rows=axis)


def _columns(path: str) -> dict[str, list[str]]:
    """The columns of the file; a text of WEKA is known by its words "<-- classified as"."""
    file = read(path)
    lines = file.lines()
    printed = None if lines is None else weka_matrix(lines, path)
    return file.columns() if printed is None else printed


def _headings(table: Mapping[str, Sequence[str]]) -> tuple[str, list[str], list[str]]:
    """The corner cell, the classes of the rows and those of the columns; rows without names have those of the columns."""
    heads = list(table)
    first = table[heads[0]]
    named = len(first) == len(heads) - 1 or not is_numeric(first)
    return (heads[0], list(first), heads[1:]) if named else ("", heads, heads)
