"""What a learner takes for what: confusion matrices as tables with named axes, and in words."""

from collections.abc import Collection

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import clean
from bakeoff.report.report import Block, Fold
from bakeoff.report.table import Table
from bakeoff.report.taken import confused_pairs, matrix_table, most_confused
from bakeoff.report.words import listed, plural
from bakeoff.study.shapes import Confusion, Shapes

__all__ = ["confusion_table", "confusion_words", "confusions"]

_RARE = 0.1  # share of the rows below which a class is called rare
_PAIRS = 3  # confused pairs that are named


def confusions(shapes: Shapes, best: str, ordered: Collection[str] = ()) -> list[Block]:
    """The best learner's confusions on each data set, behind a line that says the most important.

    On the data sets named in `ordered` the classes are steps of a scale.
    """
    return [
        Fold(
            title=f"{clean(one.dataset)}: {confusion_words(one, ordered=one.dataset in ordered)}",
            blocks=(confusion_table(one, ordered=one.dataset in ordered),),
        )
        for one in shapes.confusions
        if one.learner == best
    ]


def confusion_table(one: Confusion, *, ordered: bool = False) -> Table:
    """Rows are the truth, columns what was predicted; the diagonal is right."""
    shares = {"within one step": _near(one.matrix).sum(axis=1)} if ordered else {}
    rows = f", test rows of {plural(one.splits, 'split')}" if one.splits > 1 else ""
    caption = f"Confusions of {clean(one.learner)} on {clean(one.dataset)}{rows}"
    return matrix_table(one.classes, one.matrix, caption=caption, shares=shares)


def _near(matrix: Array) -> Array:
    """Only what lies on the diagonal or beside it."""
    return np.triu(np.tril(matrix, 1), -1)


def confusion_words(one: Confusion, *, ordered: bool = False) -> str:
    """The most frequent confusions, and rare classes that are not recognised; of a scale, how far off."""
    pairs = most_confused(one.matrix, _PAIRS, least=0.1)
    if not pairs:
        return "no confusions"
    parts = [confused_pairs(one.classes, one.matrix, pairs)]
    if ordered and len(one.classes) > 2:
        parts.append(f"{_near(one.matrix).sum() / one.matrix.sum():.0%} of all rows lie within one step")
    sizes = one.matrix.sum(axis=1)
    rare = [
        clean(name)
        for at, name in enumerate(one.classes)
        if 0 < sizes[at] < _RARE * sizes.sum() and one.matrix[at, at] < 0.5 * sizes[at]
    ]
    if rare:
        parts.append(f"of the rare {'class' if len(rare) == 1 else 'classes'} {listed(rare)} most rows are missed")
    return "; ".join(parts)
