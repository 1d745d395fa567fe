"""The table of labels or outputs: what a learner scores on each of them."""

from collections.abc import Sequence
from math import isnan

from bakeoff.core.text import clean, four_places
from bakeoff.measures.labels.by_column import ColumnLine
from bakeoff.report.tables.confusion import percent_or_count
from bakeoff.report.tables.plain_text import Table

__all__ = ["by_column"]

TITLES = {
    "precision": "precision", "recall": "recall", "f1": "F1", "roc_auc": "ROC area", "average_precision": "PR area", "rmse": "RMSE",
    "mae": "MAE", "r2": "R²",
}  # fmt: skip


def by_column(lines: Sequence[ColumnLine], caption: str, *, labels: bool) -> Table:
    """One row for each label or output; undefined values are dashes."""
    names = list(dict.fromkeys(name for line in lines for name in line.scores))
    rows = [
        [
            clean(line.name),
            percent_or_count(line.n),
            *("–" if isnan(value := line.scores[name]) else four_places(value) for name in names),
        ]
        for line in lines
    ]
    heads = ["label", "true in rows"] if labels else ["output", "rows"]
    return Table.of(
        [*heads, *(TITLES.get(name, name) for name in names)], rows, align="l" + "r" * (1 + len(names)), caption=caption
    )
