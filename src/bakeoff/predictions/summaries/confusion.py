"""Counts: the confusion matrix, for one set of predictions or for a batch of resamples."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import sqrt
from operator import mul
from typing import Any

import numpy as np

from bakeoff.core.cached import cached_property
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.text import clean
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.sparse_confusion import SparseConfusion, cells_of, confusion_table

__all__ = ["Counts", "count", "only_class", "plain", "ratio", "root"]

DENSE = 64  # up to this many classes the whole matrix is the cheapest thing to count
FEW = 16  # classes of which plain numbers are quicker than arrays; sums may then differ in their last digit
LARGEST = 20_000  # a full matrix of more classes than this would not fit


def ratio(above: Any, below: Any) -> Any:
    """Above over below, NaN where below is zero; numbers and arrays alike.

    >>> ratio(1.0, 2.0), ratio(1.0, 0.0)
    (0.5, nan)
    """
    if isinstance(below, float) and isinstance(above, float):
        return above / below if below else float("nan")
    if np.count_nonzero(below) == np.size(below):
        return np.divide(above, below)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.not_equal(below, 0), np.divide(above, below), np.nan)


def root(value: Any) -> Any:
    """The square root; of a number and of an array alike."""
    return sqrt(value) if isinstance(value, float) and value >= 0 else np.sqrt(value)


def plain(value: Array) -> Any:
    """A Python number where there is only one: its arithmetic is ten times faster than NumPy's."""
    return value.item() if value.ndim == 0 else value


def _wide(value: Any) -> Any:
    """A number, or those of a batch each beside its classes."""
    return value[..., None] if isinstance(value, np.ndarray) else value


# Not slotted: the matrix and the four cells are kept when first asked for.
@dataclass(frozen=True, kw_only=True, eq=False)
class Counts:
    """How often each class was taken for which: `matrix[..., truth, predicted]`, weighted where rows have weights.

    Leading axes are a batch (bootstrap replicates); every measure is written for the last axes and so works on both.
    Many classes need no matrix: margins and diagonal answer most questions.
    """

    classes: tuple[str, ...]
    positive: int | None
    n: int
    truth: Array  # (..., K) weight of each true class
    predicted: Array  # (..., K) weight of each predicted class
    right: Array  # (..., K) the diagonal; empty for clusters, whose numbers are not classes
    cells: SparseConfusion | Callable[[], SparseConfusion]  # the table itself, or how it is made if somebody asks

    @classmethod
    def of(
        cls, matrix: Array, *, classes: tuple[str, ...], positive: int | None = None, n: int | None = None
    ) -> "Counts":
        """From a matrix whose rows are the truth and whose columns are what was predicted.

        >>> Counts.of(np.array([[60, 50, 10], [10, 100, 40], [30, 10, 90]]), classes=("A", "B", "C")).total
        400.0
        """
        table = np.asarray(matrix, dtype=np.float64)
        n = round(float(table.sum())) if n is None else n
        return cls.of_cells(SparseConfusion.of(table), classes=classes, positive=positive, n=n)

    @classmethod
    def of_cells(
        cls,
        cells: SparseConfusion,
        *,
        classes: tuple[str, ...],
        positive: int | None = None,
        n: int,
        clusters: bool = False,
    ) -> "Counts":
        """From the cells of such a matrix; the columns may be clusters, which have no names."""
        truth, predicted, right = cells.margins()
        right = right[..., :0] if clusters else right
        return cls(classes=classes, positive=positive, n=n, truth=truth, predicted=predicted, right=right, cells=cells)

    def __str__(self) -> str:
        r"""The matrix with its axes named, if it is one that a page can hold.

        >>> print(Counts.of(np.array([[8, 2], [6, 24]]), classes=("ill", "well")))
        truth \ predicted  ill  well
        ill                  8     2
        well                 6    24
        """
        if self.truth.ndim > 1 or not 0 < self.right.size <= FEW:
            return f"confusion matrix of {len(self.classes)} classes and {self.n} rows"
        body = [[f"{cell:.6g}" for cell in line] for line in self.matrix.tolist()]
        names = [clean(name) for name in self.classes]
        lines = [["truth \\ predicted", *names], *([name, *line] for name, line in zip(names, body, strict=True))]
        first, *widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join([name.ljust(first), *map(str.rjust, cells, widths)]) for name, *cells in lines)

    @cached_property
    def table(self) -> SparseConfusion:
        """The cells, all or only the filled ones."""
        return self.cells() if callable(self.cells) else self.cells

    @cached_property
    def matrix(self) -> Array:
        """The matrix itself, (..., K, K)."""
        if len(self.classes) > LARGEST:
            raise NotApplicable(f"a confusion matrix of {len(self.classes)} classes is too large to hold")
        return self.table.dense()

    @cached_property
    def few(self) -> list[tuple[float, float, float]] | None:
        """True, predicted and right of each class, where it is one table of few classes: NumPy takes longer for them."""
        if self.truth.ndim > 1 or not 0 < self.right.size <= FEW:
            return None
        return list(zip(self.truth.tolist(), self.predicted.tolist(), self.right.tolist(), strict=True))

    @cached_property
    def lines(self) -> list[list[float]]:
        """The matrix of few classes as plain numbers, line by line."""
        lines: list[list[float]] = self.matrix.tolist()
        return lines

    def by_class(self, value: Callable[[Any, Any, Any], Any]) -> Any:
        """What this function of true, predicted and right says of each class: a list of few, else an array."""
        few = self.few
        if few is None:
            return value(self.truth, self.predicted, self.right)
        return [value(true, predicted, right) for true, predicted, right in few]

    def summed(self, value: Callable[[Any, Any], Any]) -> Any:
        """The sum over classes of this function of true and predicted."""
        if self.few is None:
            return plain(np.add.reduce(value(self.truth, self.predicted), axis=-1))
        return sum([value(true, predicted) for true, predicted, _ in self.few])

    @cached_property
    def total(self) -> Any:
        """The sum over all cells."""
        few = self.few
        return plain(np.add.reduce(self.truth, axis=-1)) if few is None else sum([true for true, _, _ in few])

    @cached_property
    def hits(self) -> Any:
        """The sum over the diagonal."""
        few = self.few
        return plain(np.add.reduce(self.right, axis=-1)) if few is None else sum([right for _, _, right in few])

    @cached_property
    def apart(self) -> bool:
        """Whether sums go cell by cell: weights may differ so much that differences fail, while those of whole numbers
        lose nothing; two classes have hardly any cells.
        """
        return self.few is not None and (len(self.few) == 2 or self.total != self.n)

    @cached_property
    def misses(self) -> Any:
        """The sum off the diagonal."""
        if not self.apart:
            return self.total - self.hits
        return sum([sum(row[:i], 0.0) + sum(row[i + 1 :]) for i, row in enumerate(self.lines)])

    @cached_property
    def crossed(self) -> tuple[Any, Any, Any]:
        """Summed over all pairs of unlike classes: true times predicted, true times true, predicted times predicted."""
        if not self.apart:
            t, p = (
                _wide(self.total),
                _wide(self.summed(lambda _, predicted: predicted)),
            )  # less the only class: exactly nothing
            both, of_truth = (
                self.summed(lambda true, predicted: true * (p - predicted)),
                self.summed(lambda true, _: true * (t - true)),
            )
            return both, of_truth, self.summed(lambda _, predicted: predicted * (p - predicted))
        pairs = list(combinations(self.few or (), 2))
        both = sum([first[0] * two[1] + two[0] * first[1] for first, two in pairs], 0.0)
        true, predicted = (2 * sum([first[side] * two[side] for first, two in pairs], 0.0) for side in (0, 1))
        return both, true, predicted

    @cached_property
    def chance(self) -> Any:
        """The sum over classes of true times predicted."""
        return self.summed(lambda true, predicted: true * predicted)

    @cached_property
    def beyond_chance(self) -> Any:
        """Hits beyond those by chance, times the total: summed over classes, what is right with each minus what is wrong."""
        if not self.apart:
            return self.hits * self.total - self.chance
        tables = [self.against_rest(code) for code in range(len(self.classes))]
        return sum([hits * left - missed * false for hits, missed, false, left in tables], 0.0)

    def against_rest(self, code: int) -> tuple[Any, Any, Any, Any]:
        """Rows of a class found and missed, others taken for it and left alone, each read off its own cells."""
        table = np.moveaxis(self.matrix, (-2, -1), (0, 1)) if self.few is None else self.lines
        if len(self.classes) == 2:  # as nearly always: nothing to add up
            mine, other = table[code], table[1 - code]
            return mine[code], mine[1 - code], other[code], other[1 - code]
        rest = [other for other in range(len(self.classes)) if other != code]
        missed, false = sum([table[code][j] for j in rest]), sum([table[i][code] for i in rest])
        return table[code][code], missed, false, sum([table[i][j] for i in rest for j in rest])

    @cached_property
    def of_positive(self) -> tuple[Any, Any, Any, Any]:
        """The same of the positive class."""
        if self.positive is None:
            raise NotApplicable("the positive class was not stated")
        return self.against_rest(self.positive)

    @cached_property
    def tp(self) -> Any:
        """True positives."""
        return self.of_positive[0]

    @cached_property
    def fn(self) -> Any:
        """Positives that were missed."""
        return self.of_positive[1]

    @cached_property
    def fp(self) -> Any:
        """Negatives taken for positives."""
        return self.of_positive[2]

    @cached_property
    def tn(self) -> Any:
        """True negatives."""
        return self.of_positive[3]

    def priced(self, prices: Array) -> Any:
        """The sum over all cells, each times its price."""
        if self.few is not None:
            return sum(map(mul, chain.from_iterable(self.lines), prices.ravel().tolist()))
        paid = prices.reshape(-1)
        cells = self.table
        return plain(np.einsum("...i,i->...", cells.amounts, paid if cells.at is None else paid[cells.at]))

    @property
    def seen(self) -> Array:
        """Which classes occur, in truth or predictions."""
        return (self.truth > 0) | (self.predicted > 0)

    def settled(self) -> "Counts":
        """Without the rows: the table is made now, in the form that takes less memory."""
        return replace(self, cells=self.table.smaller())

    def merge(self, other: "Counts") -> "Counts":
        """The counts of both parts together."""
        return Counts.of_cells(
            self.table.merge(other.table),
            classes=self.classes,
            positive=self.positive,
            n=self.n + other.n,
            clusters=not self.right.shape[-1],
        )


def count(pred: Predictions) -> Counts:
    """The counts of these predictions, in one pass."""
    truth, label, k = pred.truth, pred.labels(), len(pred.classes)
    if pred.task.clusters:
        label = label + 1  # clusters may be numbered from -1 (noise); an empty column changes nothing
        if int(label.min(initial=0)) < 0:
            raise BadInput("clusters are numbered from 0, with -1 for noise")
        width = int(label.max(initial=0)) + 1
        cells = cells_of(truth, label, (k, width), pred.weight)
        return Counts.of_cells(cells, classes=pred.classes, n=len(pred), clusters=True)
    if k <= DENSE:
        table = confusion_table(truth, label, k, k, pred.weight)
        return Counts.of(table, classes=pred.classes, positive=pred.positive_code, n=len(pred))
    if pred.weight is not None:
        cells = cells_of(truth, label, (k, k), pred.weight)
        return Counts.of_cells(cells, classes=pred.classes, positive=pred.positive_code, n=len(pred))
    margins = [np.bincount(codes, minlength=k).astype(np.float64) for codes in (truth, label, truth[truth == label])]
    return Counts(
        classes=pred.classes,
        positive=pred.positive_code,
        n=len(pred),
        truth=margins[0],
        predicted=margins[1],
        right=margins[2],
        cells=lambda: cells_of(truth, label, (k, k)),
    )


def only_class(pred: Predictions) -> str:
    """The class that all predictions name, where the truth holds several; empty otherwise.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> only_class(predictions_of(["a", "b", "a"], y_pred=["a", "a", "a"])), only_class(predictions_of(["a", "b"], y_pred=["a", "b"]))
    ('a', '')
    """
    if not pred.task.classifies or Output.LABEL not in pred.gives or not len(pred):
        return ""
    named, true_codes = np.unique(pred.labels()), np.unique(pred.truth)
    return str(pred.classes[int(named[0])]) if len(named) == 1 and len(true_codes) > 1 else ""
