"""Which classes a learner confuses: confusion matrices as tables with named axes, and in words."""

from collections.abc import Collection

from bakeoff.core.text import clean, elide, listed, plural
from bakeoff.data.tasks import task_named
from bakeoff.report.blocks import Block, Fold
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.tables.confusion import matrix_table
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.answers import AnswerPlots, Confusion
from bakeoff.study.facts.study_facts import BEST_FIRST, SHAPES

__all__ = [
    "CONFUSIONS",
    "confusion_table",
    "confusion_words",
    "confusions",
    "worst_classes",
    "worst_pairs",
]


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
            title=f"{clean(confusion.dataset)}: {confusion_words(confusion, ordered=confusion.dataset in ordered)}",
            blocks=(confusion_table(confusion, ordered=confusion.dataset in ordered),)
            if len(confusion.classes) <= _SQUARE
            else (worst_pairs(confusion), worst_classes(confusion)),
        )
        for confusion in shapes.confusions
        if confusion.learner == best
    ]


def confusion_table(confusion: Confusion, *, ordered: bool = False) -> Table:
    """Rows are the truth, columns what was predicted; the diagonal is right."""
    shares = {"within one step": confusion.near} if ordered else {}
    rows = f", test rows of {plural(confusion.splits, 'split')}" if confusion.splits > 1 else ""
    caption = f"Confusions of {clean(confusion.learner)} on {clean(confusion.dataset)}{rows}"
    return matrix_table(
        confusion.classes, confusion.matrix, caption=caption, shares=shares, terse=len(confusion.classes) > _NAMED
    )


def worst_pairs(confusion: Confusion) -> Table:
    """Of many classes, the most frequent confusions: a square of forty by forty would hide it."""
    rows = [
        (clean(pair.truth), clean(pair.predicted), f"{pair.rows}", f"{pair.share:.0%}")
        for pair in confusion.most_confused(_LISTED)
    ]
    caption = f"The most frequent confusions of {clean(confusion.learner)} on {clean(confusion.dataset)}"
    return Table.of(("Truth", "Predicted as", "Rows", "Share of the truth"), rows, align="llrr", caption=caption)


def worst_classes(confusion: Confusion) -> Table:
    """The classes with the lowest recall."""
    rows = [(clean(name), f"{size}", f"{recall:.0%}") for name, size, recall in confusion.lowest_recalls(_LISTED)]
    caption = f"Classes with the lowest recall, of {len(confusion.classes)}"
    return Table.of(("Class", "Rows", "Recall"), rows, align="lrr", caption=caption)


def confusion_words(confusion: Confusion, *, ordered: bool = False) -> str:
    """The most frequent confusions, and rare classes with low recall; of a scale, how far off."""
    pairs = confusion.most_confused(_PAIRS, least=0.1)
    if not pairs:
        return "no confusions"
    parts = [
        ", ".join(
            f"{pair.share:.0%} of {clean(pair.truth)} {'predicted ' if index == 0 else ''}as {clean(pair.predicted)}"
            for index, pair in enumerate(pairs)
        )
    ]
    if ordered and len(confusion.classes) > 2:
        parts.append(f"{confusion.near_share:.0%} of all rows lie within one step")
    missed = [clean(name) for name in confusion.missed]
    if missed:
        parts.append(f"of the rare {'class' if len(missed) == 1 else 'classes'} {listed(missed)} most rows are missed")
    return "; ".join(parts)


def _blocks(source: ReportSource) -> list[Block]:
    ordered = {dataset.name for dataset in source.study.card.datasets if task_named(dataset.task).ordered}
    return confusions(source.of(SHAPES), source.of(BEST_FIRST)[0], ordered)


CONFUSIONS = Section(
    name="confusions",
    title=lambda source: f"Confusions of {elide(clean(source.of(BEST_FIRST)[0]), 32)}",
    when=(is_study,),
    needs=(SHAPES, BEST_FIRST),
    blocks=_blocks,
    folded=True,
)
