"""What a panel shows of the classes: the confusion matrix where they are few, the main mistakes where they are many."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

import numpy as np

from bakeoff.core.text import clean, counted
from bakeoff.measures.classification.weka import ClassLine
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.report.sections.confusions import matrix_table, percent_or_count
from bakeoff.report.tables.plain_text import Table, without_empty

__all__ = ["by_class", "mistakes"]

GRID = 12  # classes up to which a table can be read
LISTED = 10  # pairs that are named where classes are more


def mistakes(counts: Counts) -> Table:
    r"""A table with named axes, or the most frequent mistakes.

    >>> from bakeoff.report.tables.plain_text import to_text
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
    wrong = percent_or_count(float(counts.total) - float(counts.hits))
    return Table.of(
        ["truth", "predicted", "rows", "of that class"],
        _pairs(counts),
        align="llrr",
        caption=f"Most frequent mistakes: {many} classes, {wrong} of {_rows(float(counts.total))} mistaken",
    )


def _rows(total: float) -> str:
    """The number of rows, or their weight."""
    return counted(int(total), "row") if total.is_integer() else f"a weight of {percent_or_count(total)}"


def _pairs(counts: Counts) -> list[list[str]]:
    """From the filled cells: the matrix of thousands of classes would fill the memory."""
    cells = counts.table.filled()
    truth, predicted = cells.corners
    wrong = np.flatnonzero(truth != predicted)
    most = wrong[np.argsort(-cells.amounts[wrong], kind="stable")[:LISTED]]
    return [
        [clean(counts.classes[i]), clean(counts.classes[j]), percent_or_count(rows), f"{rows / counts.truth[i]:.1%}"]
        for i, j, rows in zip(truth[most].tolist(), predicted[most].tolist(), cells.amounts[most].tolist(), strict=True)
    ]


def by_class(lines: Sequence[ClassLine]) -> Table:
    """One row per class; areas have a column only where scores were given."""
    titles = {
        "tp_rate": "TP rate", "fp_rate": "FP rate", "precision": "precision", "f1": "F1", "mcc": "MCC",
        "auc": "ROC area", "average_precision": "PR area",
    }  # fmt: skip
    rows = [
        [clean(one.name), percent_or_count(one.n), *("–" if isnan(value := getattr(one, name)) else f"{value:.4f}" for name in titles)]
        for one in lines
    ]  # fmt: skip
    made = Table.of(
        ["class", "rows", *titles.values()],
        rows,
        align="l" + "r" * (1 + len(titles)),
        caption="Each class against the rest",
    )
    return without_empty(replace(made, rows=(*made.rows[:-1], replace(made.rows[-1], summary=True))))
