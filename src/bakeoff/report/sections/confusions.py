"""Which classes a learner confuses: confusion matrices as tables with named axes, and in words."""

from collections.abc import Collection, Sequence

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import clean, elide, listed, plural
from bakeoff.data.tasks import task_named
from bakeoff.report.blocks import Block, Fold
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.tables.confusion import matrix_table
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.analysis.study_facts import BEST_FIRST, SHAPES
from bakeoff.study.answers import AnswerPlots, Confusion

__all__ = [
    "CONFUSIONS",
    "confused_pairs",
    "confusion_table",
    "confusion_words",
    "confusions",
    "most_confused",
    "worst_classes",
    "worst_pairs",
]


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
    '20% of a predicted as b'
    """
    return ", ".join(
        f"{matrix[truth, predicted] / matrix[truth].sum():.0%} of {clean(classes[truth])} "
        f"{'predicted ' if at == 0 else ''}as {clean(classes[predicted])}"
        for at, (truth, predicted) in enumerate(pairs)
    )


_RARE = 0.1  # share of the rows below which a class is called rare
_SQUARE = 12  # classes up to which the whole matrix is shown
_NAMED = 4  # classes up to which every row and column says which axis it belongs to
_LISTED = 12  # confusions and classes of a larger matrix
_PAIRS = 3  # confused pairs that are named


def confusions(shapes: AnswerPlots, best: str, ordered: Collection[str] = ()) -> list[Block]:
    """The best learner's confusions on each data set, behind a line that says the most important.

    On the data sets named in `ordered` the classes are steps of a scale.
    """
    return [
        Fold(
            title=f"{clean(one.dataset)}: {confusion_words(one, ordered=one.dataset in ordered)}",
            blocks=(confusion_table(one, ordered=one.dataset in ordered),)
            if len(one.classes) <= _SQUARE
            else (worst_pairs(one), worst_classes(one)),
        )
        for one in shapes.confusions
        if one.learner == best
    ]


def confusion_table(one: Confusion, *, ordered: bool = False) -> Table:
    """Rows are the truth, columns what was predicted; the diagonal is right."""
    shares = {"within one step": _near(one.matrix).sum(axis=1)} if ordered else {}
    rows = f", test rows of {plural(one.splits, 'split')}" if one.splits > 1 else ""
    caption = f"Confusions of {clean(one.learner)} on {clean(one.dataset)}{rows}"
    return matrix_table(one.classes, one.matrix, caption=caption, shares=shares, terse=len(one.classes) > _NAMED)


def worst_pairs(one: Confusion) -> Table:
    """Of many classes, the most frequent confusions: a square of forty by forty would hide it."""
    rows = []
    for truth, predicted in most_confused(one.matrix, _LISTED):
        count = int(one.matrix[truth, predicted])
        share = count / one.matrix[truth].sum()
        rows.append((clean(one.classes[truth]), clean(one.classes[predicted]), f"{count}", f"{share:.0%}"))
    caption = f"The most frequent confusions of {clean(one.learner)} on {clean(one.dataset)}"
    return Table.of(("Truth", "Predicted as", "Rows", "Share of the truth"), rows, align="llrr", caption=caption)


def worst_classes(one: Confusion) -> Table:
    """The classes with the lowest recall."""
    sizes = one.matrix.sum(axis=1)
    shares = np.divide(np.diag(one.matrix), sizes, out=np.ones(len(sizes)), where=sizes > 0)
    order = np.argsort(shares, kind="stable")[:_LISTED]
    rows = [(clean(one.classes[at]), f"{int(sizes[at])}", f"{shares[at]:.0%}") for at in order if sizes[at]]
    caption = f"Classes with the lowest recall, of {len(one.classes)}"
    return Table.of(("Class", "Rows", "Recall"), rows, align="lrr", caption=caption)


def _near(matrix: Array) -> Array:
    """Only what lies on the diagonal or beside it."""
    return np.triu(np.tril(matrix, 1), -1)


def confusion_words(one: Confusion, *, ordered: bool = False) -> str:
    """The most frequent confusions, and rare classes with low recall; of a scale, how far off."""
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


def _blocks(source: ReportSource) -> list[Block]:
    ordered = {one.name for one in source.study.card.datasets if task_named(one.task).ordered}
    return confusions(source.of(SHAPES), source.of(BEST_FIRST)[0], ordered)


CONFUSIONS = Section(
    name="confusions",
    title=lambda source: f"Confusions of {elide(clean(source.of(BEST_FIRST)[0]), 32)}",
    when=(is_study,),
    needs=(SHAPES, BEST_FIRST),
    blocks=_blocks,
    folded=True,
)
