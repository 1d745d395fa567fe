"""RowMeans: means of row quantities, each computed when first read; parts merge by adding."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.kernels import kernel
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.pivot import Pivot, pivot_of
from bakeoff.predictions.summaries.row_quantities import Column, RowQuantity

__all__ = ["GONE", "RowMeans", "means_of"]

GONE = (
    "it is resampled from the rows, which were read in parts and released; measure a sample of them, or leave "
    "out the choice of a bootstrap if there was one"
)

CUBED = 2  # columns of a mean over rows, whose products of three are kept too
HELD = 1 << 24  # numbers of row quantities that are held at a time
_COUNTED = (  # from the pivot, and their squares
    (row_quantities.truth, row_quantities.truth_squared),
    (row_quantities.predicted, row_quantities.predicted_squared),
    (row_quantities.signed_error, row_quantities.signed_error_squared),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowMeans:
    """Weighted means of row quantities: `means[column]` is a number, or an array over a batch of resamples.

    Computed means are kept in `means`, also when the rows are gone.
    """

    n: int
    weight: float  # sum of the row weights
    pivot: Pivot
    classes: int  # number of classes, 0 for regression
    source: Predictions | None = None
    means: dict[Column, Any] = field(default_factory=dict)
    products: dict[tuple[Column, ...], float] = field(default_factory=dict)  # of two columns, or of three

    def __getitem__(self, column: Column) -> Any:
        if column not in self.means:
            if self.source is None:
                raise BadInput(f"{column.__name__} was not read before the rows were released; read it on every part")
            self._make(column)
        return self.means[column]

    def _make(self, column: Column) -> None:
        assert self.source is not None
        pred = self.source
        alike = pred.weight is None and len(pred) > 0
        if alike and column is row_quantities.log_loss and pred.log_loss is not None:
            self.means[column] = pred.log_loss / len(pred)
        elif alike and (column in row_quantities.FUSED or column in row_quantities.CALIBRATION):
            self._make_fused(pred)
        elif len(pred) and self.weight and (kin := row_quantities.siblings(column, pred)) is not None:
            self.means.update(zip(kin[0], (kin[1] / self.weight).tolist(), strict=True))
        elif alike and isinstance(column, RowQuantity) and column.mean is not None:
            self.means[column] = column.mean(pred, *column.parameters)
        else:
            self.means[column] = _mean(column(pred, self.pivot), pred.weight)

    def _make_fused(self, pred: Predictions) -> None:
        """Take all means that one pass over the probabilities gives."""
        sums, n = kernel("fused_probability_sums")(pred.probabilities(), pred.truth), len(pred)
        self.means.update({column: getattr(sums, name) / n for column, name in row_quantities.FUSED.items()})
        self.means.update(zip(row_quantities.CALIBRATION, (sums.calibration / n).tolist(), strict=True))
        if len(pred.classes) == 2:
            second = float(sums.ones) / n
            self.means.update(zip(row_quantities.classes_of(2), (1.0 - second, second), strict=True))

    def read_most(self) -> None:
        """All sums that one walk over the probabilities gives, where most of them will be asked for."""
        if self.source is not None and self.source.proba is not None and row_quantities.gaps not in self.means:
            self._make(row_quantities.gaps)

    def rows(self, wanted: Mapping[Column, Any]) -> Array:
        """The row quantities themselves, (n, len(wanted))."""
        if self.source is None:
            raise NotApplicable(GONE)
        columns = [column(self.source, self.pivot) for column in wanted]
        return np.stack([np.broadcast_to(column, (self.n,)) for column in columns], axis=1)

    def blocks(self, wanted: Mapping[Column, Any]) -> Iterator[Array]:
        """The same some rows at a time, so that many rows of many quantities do not fill the memory."""
        step = max(1, HELD // max(len(wanted), 1))
        if self.source is None or self.n <= step:
            yield self.rows(wanted)
            return
        for start in range(0, self.n, step):
            part = self.source.take(slice(start, start + step))
            yield RowMeans(n=len(part), weight=0.0, pivot=self.pivot, classes=self.classes, source=part).rows(wanted)

    def keep_products(self, wanted: Mapping[Column, Any]) -> None:
        """Also keep the mean products of these columns, from which intervals follow when the rows are gone."""
        if self.source is not None and set(wanted) == set(row_quantities.CALIBRATION) and self.source.weight is None:
            squares = row_quantities.calibration_sums(self.source, 2) / max(self.weight, 1)
            table = np.diag(squares)  # a row falls into one bin
            wanted = dict.fromkeys(row_quantities.CALIBRATION)
        else:
            self._keep_shares(wanted)
            wanted = {column: None for column in wanted if not row_quantities.is_share(column)}
            table = self._products(wanted)
            if len(wanted) <= CUBED:
                self._keep_cubes(wanted)
        for i, column in enumerate(wanted):
            for j, other in enumerate(wanted):
                self.products[column, other] = float(table[i, j])

    def _keep_shares(self, wanted: Mapping[Column, Any]) -> None:
        """The products of class shares that are not zero: a row is of one class."""
        shares = [column for column in wanted if row_quantities.is_share(column)]
        if not shares or self.source is None:
            return
        for column in (column for column in wanted if not row_quantities.is_share(column)):
            values = np.broadcast_to(column(self.source, self.pivot), (self.n,))
            values = values if self.source.weight is None else weighted(values, self.source.weight)
            sums = np.bincount(self.source.truth, weights=values, minlength=self.classes) / self.weight
            products = dict(zip(row_quantities.classes_of(self.classes), sums.tolist(), strict=True))
            self.products.update({(column, share): products[share] for share in shares})
        self.products.update({(share, share): self[share] for share in shares})

    def _keep_cubes(self, wanted: Mapping[Column, Any]) -> None:
        """The same of three columns, from which skewness follows."""
        rows, heavy = self.rows(wanted), None if self.source is None else self.source.weight
        if heavy is not None:
            return
        with np.errstate(invalid="ignore", over="ignore"):
            cubes = np.einsum("ni,nj,nk->ijk", rows, rows, rows) / max(self.n, 1)
        self.products.update(zip(product(wanted, repeat=3), cubes.reshape(-1).tolist(), strict=True))

    def _products(self, wanted: Mapping[Column, Any]) -> Array:
        rows = self.rows(wanted)
        heavy = None if self.source is None else self.source.weight
        if heavy is not None and not np.all(heavy):
            rows, heavy = rows[heavy > 0], heavy[heavy > 0]
        with np.errstate(invalid="ignore"):
            return np.asarray(rows.T @ (rows if heavy is None else rows * np.asarray(heavy)[:, None]) / self.weight)

    def with_means(self, means: dict[Column, Any]) -> "RowMeans":
        """The same with other means, as a resample has them."""
        return RowMeans(n=self.n, weight=self.weight, pivot=self.pivot, classes=self.classes, means=means)

    def settled(self) -> "RowMeans":
        """Without the rows: what has been read so far is all there is."""
        return replace(self, source=None, means=dict(self.means), products=dict(self.products))

    def merge(self, other: "RowMeans") -> "RowMeans":
        """The means over both parts together, of what both have read."""
        mine, theirs = (self, other) if self.weight >= other.weight else (other, self)  # a light part may lie far off
        total = self.weight + other.weight
        share = theirs.weight / total if total else 0.0
        return replace(
            mine,
            n=self.n + other.n,
            weight=total,
            source=None,
            means=_together(mine.means, theirs.counted_from(mine.pivot), share),
            products=_together(mine.products, theirs.products if theirs.pivot == mine.pivot else {}, share),
        )

    def counted_from(self, pivot: Pivot) -> dict[Column, Any]:
        """The means as counted from another pivot."""
        by = (self.pivot.truth - pivot.truth, self.pivot.predicted - pivot.predicted, self.pivot.bias - pivot.bias)
        moved = dict(self.means)
        for i, (first, square) in enumerate(_COUNTED):
            if first in moved:
                moved[first] = self.means[first] + by[i]
            if square in moved:
                moved[square] = self.means[square] + 2 * by[i] * self.means[first] + by[i] ** 2
        if row_quantities.product in moved:
            t, f = self.means[row_quantities.truth], self.means[row_quantities.predicted]
            moved[row_quantities.product] = self.means[row_quantities.product] + by[0] * f + by[1] * t + by[0] * by[1]
        return moved


def _together(mine: dict[Any, Any], theirs: dict[Any, Any], share: float) -> dict[Any, Any]:
    """Means over both parts, of what both have; an infinite mean of an empty part must not spoil the other."""
    if share in {0.0, 1.0}:
        return {key: (theirs if share else mine)[key] for key in mine if key in theirs}
    return {key: value * (1 - share) + theirs[key] * share for key, value in mine.items() if key in theirs}


def _mean(values: Array, weight: Array | None) -> float:
    if not len(values):
        return float("nan")
    with np.errstate(invalid="ignore", divide="ignore"):  # infinite rows of both signs have no mean
        return float(values.mean() if weight is None else np.sum(weighted(values, weight)) / np.sum(weight))


def weighted(values: Array, weight: Array) -> Array:
    """Times the weight; of what weighs nothing even the infinite is nothing.

    >>> weighted(np.array([2.0, float("inf")]), np.array([3.0, 0.0])).tolist()
    [6.0, 0.0]
    """
    return np.asarray(np.where(weight > 0, values, 0.0) * weight)


def means_of(pred: Predictions, pivot: Pivot | None = None) -> RowMeans:
    """The means of these predictions; nothing is computed before it is read."""
    pivot = pivot_of(pred) if pivot is None else pivot
    weight = float(len(pred)) if pred.weight is None else float(np.sum(pred.weight))
    return RowMeans(n=len(pred), weight=weight, pivot=pivot, classes=len(pred.classes), source=pred)
