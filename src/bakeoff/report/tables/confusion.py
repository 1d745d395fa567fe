"""A confusion matrix as a table with named axes."""

from collections.abc import Mapping, Sequence

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import clean, elide
from bakeoff.report.tables.table import Cell, ColumnHeading, Row, Table

__all__ = ["matrix_table", "percent_or_count"]

HEAD = 20  # letters of a class above its column; the row beside it says the whole name


def matrix_table(
    classes: Sequence[str],
    matrix: Array,
    *,
    caption: str,
    shares: Mapping[str, Array] | None = None,
    terse: bool = False,
) -> Table:
    r"""Rows are the truth, columns what was predicted, the diagonal is right; `shares` adds columns of row shares.

    Each row and column says which axis it belongs to; of a `terse` table only the corner does.

    >>> from bakeoff.report.tables.plain_text import to_text
    >>> print(to_text(matrix_table(["a", "b"], np.array([[8, 2], [1, 4]]), caption="", terse=True)))
    truth \ predicted   a   b  recall
    ---------------------------------
    a                  *8   2   80.0%
    b                   1  *4   80.0%
    """
    corner, row_head, column_head = (r"truth \ predicted", "", "") if terse else ("Class", "truth: ", "predicted: ")
    columns = {"recall": np.diag(matrix), **(shares or {})}
    rows = []
    for row, name in enumerate(classes):
        cells = [
            Cell(text=percent_or_count(count), bold=row == other, value=float(count), tone="quiet" if not count else "")
            for other, count in enumerate(matrix[row])
        ]
        total = matrix[row].sum()
        ends = [Cell(text=f"{hits[row] / total:.1%}" if total else "–") for hits in columns.values()]
        rows.append(Row(cells=(Cell(text=row_head + clean(name)), *cells, *ends)))
    return Table(
        columns=(
            ColumnHeading(title=corner),
            *(
                ColumnHeading(title=column_head + (elide(clean(name), HEAD) if terse else clean(name)), align="right")
                for name in classes
            ),
            *(ColumnHeading(title=title, align="right") for title in columns),
        ),
        rows=tuple(rows),
        caption=caption,
    )


def percent_or_count(count: float) -> str:
    """Rows are counted in whole numbers, weights have fractions."""
    return f"{count:.0f}" if float(count).is_integer() else f"{count:.2f}"
