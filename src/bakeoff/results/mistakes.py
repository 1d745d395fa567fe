"""What a panel shows of its confusion matrix: the matrix itself where classes are few, words where they are many."""

from dataclasses import replace

from bakeoff.core.text import clean, counted
from bakeoff.predictions.counts import Counts
from bakeoff.report.table import Table
from bakeoff.report.taken import amount, matrix_table, most_confused

__all__ = ["mistakes"]

GRID = 12  # classes up to which a table can be read
LISTED = 10  # pairs that are named where classes are more
HELD = 2000  # classes beyond which a square table would fill the memory


def mistakes(counts: Counts) -> Table:
    r"""A table with named axes, or the most frequent mistakes.

    >>> import numpy as np
    >>> from bakeoff.report.table import to_text
    >>> print(to_text(mistakes(Counts.of(np.array([[8, 2], [1, 4]]), classes=("a", "b")))))
    Confusion matrix: rows are the truth, columns what was predicted
    truth \ predicted   a   b  recognised
    -------------------------------------
    a                  *8   2       80.0%
    b                   1  *4       80.0%
    """
    many = len(counts.classes)
    if many <= GRID:
        caption = "Confusion matrix: rows are the truth, columns what was predicted"
        return matrix_table(counts.classes, counts.matrix, caption=caption, terse=True)
    wrong = amount(float(counts.total) - float(counts.hits))
    listed = [] if many > HELD else _pairs(counts)
    table = Table.of(
        ["truth", "predicted", "rows", "of that class"],
        listed,
        align="llrr",
        caption=f"Most frequent mistakes: {many} classes, {wrong} of {_rows(float(counts.total))} mistaken",
    )
    return (
        table if many <= HELD else replace(table, notes=("so many classes are not listed by what is taken for which",))
    )


def _rows(total: float) -> str:
    """The number of rows, or their weight."""
    return counted(int(total), "row") if total.is_integer() else f"a weight of {amount(total)}"


def _pairs(counts: Counts) -> list[list[str]]:
    return [
        [
            clean(counts.classes[truth]),
            clean(counts.classes[predicted]),
            amount(counts.matrix[truth, predicted]),
            f"{counts.matrix[truth, predicted] / counts.truth[truth]:.1%}",
        ]
        for truth, predicted in most_confused(counts.matrix, LISTED)
    ]
