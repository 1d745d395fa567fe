"""What a learner takes for what: confusion matrices as tables with named axes, and in words."""

from collections.abc import Collection

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import clean
from bakeoff.report.report import Block, Fold
from bakeoff.report.table import Cell, Column, Row, Table
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
    shares = [("recognised", np.diag(one.matrix))]
    if ordered:
        shares.append(("within one step", _near(one.matrix).sum(axis=1)))
    rows = []
    for at, name in enumerate(one.classes):
        cells = [
            Cell(text=f"{int(count)}", bold=at == other, value=float(count), tone="quiet" if not count else "")
            for other, count in enumerate(one.matrix[at])
        ]
        total = one.matrix[at].sum()
        ends = [Cell(text=f"{hits[at] / total:.1%}" if total else "–") for _, hits in shares]
        rows.append(Row(cells=(Cell(text=f"truth: {clean(name)}"), *cells, *ends)))
    return Table(
        columns=(
            Column(title="Class"),
            *(Column(title=f"predicted: {clean(name)}", align="right") for name in one.classes),
            *(Column(title=title, align="right") for title, _ in shares),
        ),
        rows=tuple(rows),
        caption=f"Confusions of {clean(one.learner)} on {clean(one.dataset)}, test rows of {plural(one.splits, 'split')}",
    )


def _near(matrix: Array) -> Array:
    """Only what lies on the diagonal or beside it."""
    return np.triu(np.tril(matrix, 1), -1)


def confusion_words(one: Confusion, *, ordered: bool = False) -> str:
    """The most frequent confusions, and rare classes that are not recognised; of a scale, how far off."""
    off = np.array(one.matrix, dtype=float)
    np.fill_diagonal(off, 0.0)
    if not off.any():
        return "no confusions"
    parts = [_pairs(one, off)]
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


def _pairs(one: Confusion, off: Array) -> str:
    """Pairs from the most rows down, as long as they are a tenth of all confusions."""
    order = [divmod(int(at), off.shape[1]) for at in np.argsort(-off, axis=None, kind="stable")[:_PAIRS]]
    named = [place for at, place in enumerate(order) if at == 0 or off[place] >= 0.1 * off.sum()]
    said = [
        f"{clean(one.classes[truth])} {'is taken ' if at == 0 else ''}for {clean(one.classes[predicted])} "
        f"in {off[truth, predicted] / one.matrix[truth].sum():.0%}{' of its rows' if at == 0 else ''}"
        for at, (truth, predicted) in enumerate(named)
    ]
    return ", ".join(said)
