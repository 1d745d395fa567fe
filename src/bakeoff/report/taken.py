"""A confusion matrix as a table with named axes, and its most frequent mistakes in words."""

from collections.abc import Mapping, Sequence

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import clean, elide
from bakeoff.report.table import Cell, Column, Row, Table

__all__ = ["amount", "confused_pairs", "matrix_table", "most_confused"]

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

    >>> from bakeoff.report.table import to_text
    >>> print(to_text(matrix_table(["a", "b"], np.array([[8, 2], [1, 4]]), caption="", terse=True)))
    truth \ predicted   a   b  recognised
    -------------------------------------
    a                  *8   2       80.0%
    b                   1  *4       80.0%
    """
    corner, row_head, column_head = (r"truth \ predicted", "", "") if terse else ("Class", "truth: ", "predicted: ")
    columns = {"recognised": np.diag(matrix), **(shares or {})}
    rows = []
    for at, name in enumerate(classes):
        cells = [
            Cell(text=amount(count), bold=at == other, value=float(count), tone="quiet" if not count else "")
            for other, count in enumerate(matrix[at])
        ]
        total = matrix[at].sum()
        ends = [Cell(text=f"{hits[at] / total:.1%}" if total else "–") for hits in columns.values()]
        rows.append(Row(cells=(Cell(text=row_head + clean(name)), *cells, *ends)))
    return Table(
        columns=(
            Column(title=corner),
            *(
                Column(title=column_head + (elide(clean(name), HEAD) if terse else clean(name)), align="right")
                for name in classes
            ),
            *(Column(title=title, align="right") for title in columns),
        ),
        rows=tuple(rows),
        caption=caption,
    )


def amount(count: float) -> str:
    """Rows are counted in whole numbers, weights have fractions."""
    return f"{count:.0f}" if float(count).is_integer() else f"{count:.2f}"


def most_confused(matrix: Array, most: int, least: float = 0.0) -> list[tuple[int, int]]:
    """Pairs (truth, predicted) from the most rows down, as long as they are that share of all mistakes.

    >>> most_confused(np.array([[7, 5, 1], [2, 9, 0], [0, 0, 8]]), 2)
    [(0, 1), (1, 0)]
    """
    truth, predicted = np.nonzero(matrix)
    wrong = truth != predicted
    truth, predicted = truth[wrong], predicted[wrong]
    rows = matrix[truth, predicted]
    order = np.argsort(-rows, kind="stable")[:most]
    kept = [at for rank, at in enumerate(order.tolist()) if rank == 0 or rows[at] >= least * rows.sum()]
    return [(int(truth[at]), int(predicted[at])) for at in kept]


def confused_pairs(classes: Sequence[str], matrix: Array, pairs: Sequence[tuple[int, int]]) -> str:
    """The pairs in words, each with its share of the rows of the true class.

    >>> confused_pairs(["a", "b"], np.array([[8, 2], [1, 4]]), [(0, 1)])
    'a is taken for b in 20% of its rows'
    """
    return ", ".join(
        f"{clean(classes[truth])} {'is taken ' if at == 0 else ''}for {clean(classes[predicted])} "
        f"in {matrix[truth, predicted] / matrix[truth].sum():.0%}{' of its rows' if at == 0 else ''}"
        for at, (truth, predicted) in enumerate(pairs)
    )
