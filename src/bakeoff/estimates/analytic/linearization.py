"""Variance of a smooth function of means, from what single rows or groups of rows add to the means (delta method).

Class shares are means too, one for each class, but a row is of one class: what it adds is looked up by its class, so
that thousands of classes cost no more than one.
"""

# docs/intervals.md, "Functions of means: the delta method", derives what is computed here.

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import nan
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.predictions.resampling.row_groups import RowGroups
from bakeoff.predictions.summaries.means import HELD, RowMeans
from bakeoff.predictions.summaries.row_quantities import Column, is_share

__all__ = ["ROUNDING", "RowInfluence", "Spread", "linear"]

FEW = 20_000  # rows of equal weight whose parts are told one by one
ROUNDING = 1e-12  # of a variance: what is smaller beside the variances it is made of is rounding


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowInfluence:
    """What so many independent units add to the means that a measure reads; `along` takes a slope for each mean."""

    units: int
    scale: Array  # how much each quantity varies between units; zero where only rounding moves it
    along: Callable[[Array], "Spread"]
    shares: UnitShares | None = None  # how much each counts, where they are groups or have weights

    @property
    def freedom(self) -> float:
        """The degrees of freedom of the variances."""
        return self.units - 1 if self.shares is None else self.shares.freedom


class Spread(NamedTuple):
    """How much the sum of the units' parts varies: its variance, the sum of their cubes, and the parts where they are told."""

    variance: float
    cubes: float = nan
    parts: Array | None = None

    @classmethod
    def of(cls, moved: Array, shares: UnitShares | None = None) -> "Spread":
        """Of so many independent parts, of units that count alike or have these shares."""
        with np.errstate(invalid="ignore", over="ignore"):
            squared = moved * moved
            if shares is None or len(moved) < 2:
                variance = float(squared.sum()) * len(moved) / max(len(moved) - 1, 1)
            else:
                variance = float((shares.adjusted(moved) ** 2).sum())
            return cls(variance, float(squared @ moved), moved)


def linear(moments: RowMeans, read: dict[Column, Any], groups: Array | RowGroups | None) -> RowInfluence:
    """From groups whose rows are gone, from products that parts kept, or from rows with their weights and groups."""
    if isinstance(groups, RowGroups):
        return _of_sums(groups, read)
    if moments.source is None:
        return _of_products(moments, read)
    return _of_rows(moments, read, groups)


def _of_sums(groups: RowGroups, read: dict[Column, Any]) -> RowInfluence:
    """NaN where the sums were not kept."""
    if any(column not in groups.sums for column in read):
        return _unknown(len(groups), read)
    table, means = groups.table(read)[groups.weight > 0], _means(read)
    shares = UnitShares.of(groups.weight, groups.squares)
    with np.errstate(invalid="ignore", over="ignore"):
        away = (table[:, :-1] - means * table[:, -1:]) / groups.weight.sum()
        squares, m = np.einsum("ij,ij->j", away, away), len(away)
    scale = np.where(squares * m > (ROUNDING * means) ** 2, np.sqrt(squares) * m, 0.0)
    scale[np.isnan(squares)] = nan

    def along(slope: Array) -> Spread:
        used = _used(slope, scale)
        return Spread.of(away[:, used] @ slope[used], shares)

    return RowInfluence(units=m, scale=scale, along=along, shares=shares)


def _of_products(moments: RowMeans, read: dict[Column, Any]) -> RowInfluence:
    """From mean products; those of different classes are zero, and not kept."""
    products, n = moments.products, moments.n
    if any((column, column) not in products for column in read):
        return _unknown(n, read)
    means, share = _means(read), np.array([is_share(column) for column in read])
    plain, shares = ([column for column, of in zip(read, share, strict=True) if of == kind] for kind in (False, True))
    x, p = means[~share], means[share]
    table = np.array([[products[a, b] for b in plain] for a in plain]).reshape(len(plain), len(plain))
    spread = table - x[:, None] * x
    kept = (np.diag(spread) > ROUNDING * np.diag(table)) | np.isnan(np.diag(spread))
    across = (
        np.array([[products[a, c] for c in shares] for a in plain]).reshape(len(plain), len(shares)) - x[:, None] * p
    )
    scale = np.empty(len(means))
    scale[~share], scale[share] = np.where(kept, np.sqrt(np.maximum(np.diag(spread), 0.0)), 0.0), _scale_of_shares(p)

    def along(slope: Array) -> Spread:
        a, b = np.where(_used(slope, scale), slope, 0.0)[~share], slope[share]
        some = a != 0
        own = a[some] @ spread[np.ix_(some, some)] @ a[some] + p @ b**2 - (p @ b) ** 2
        cubes = nan if shares else _third_moment(moments, plain, a) / n**2
        return Spread(float(own + 2 * (a[some] @ across[some] @ b)) / max(n - 1, 1), cubes)

    return RowInfluence(units=n, scale=scale, along=along)


def _of_rows(moments: RowMeans, read: dict[Column, Any], groups: Array | None) -> RowInfluence:
    """From the rows, each with its weight; rows of a group count as one."""
    assert moments.source is not None
    weight, means = moments.source.weight, _means(read)
    heavy = None if weight is None else np.asarray(weight) / moments.weight
    some = slice(None) if heavy is None else np.flatnonzero(heavy)
    codes = None if groups is None else np.unique(groups[some], return_inverse=True)[1].reshape(-1)
    shares = UnitShares.of_rows(None if groups is None else groups[some], None if heavy is None else heavy[some])
    share = np.array([is_share(column) for column in read])
    blocks = InfluenceBlocks(moments, {column: mean for column, mean in read.items() if not is_share(column)})
    scale = np.empty(len(means))
    scale[~share], scale[share] = blocks.scale(heavy), _scale_of_shares(means[share])

    def along(slope: Array) -> Spread:
        slope = np.where(_used(slope, scale), slope, 0.0)
        moves = blocks.along(slope[~share], slope[share] if share.any() else None, float(means[share] @ slope[share]))
        if codes is None and heavy is None and moments.n > FEW:
            sums = np.sum([[move @ move, (move * move) @ move] for move in moves], axis=0)
            return Spread(float(sums[0]) / moments.n / (moments.n - 1), float(sums[1]) / moments.n**3)
        moved = np.concatenate([*moves, np.empty(0)])
        moved = moved / moments.n if heavy is None else moved[some] * heavy[some]
        moved = moved if codes is None else np.bincount(codes, weights=moved)
        return Spread.of(moved, shares)

    rows = moments.n if heavy is None else int(np.count_nonzero(heavy))
    units = rows if codes is None else int(codes.max(initial=-1)) + 1
    return RowInfluence(units=units, scale=scale, along=along, shares=shares)


class InfluenceBlocks:
    """Row quantities counted from their means; of very many rows some at a time, made anew whenever they are read."""

    def __init__(self, moments: RowMeans, read: dict[Column, Any]) -> None:
        assert moments.source is not None
        self.moments, self.read, self.means, self.truth = moments, read, _means(read), moments.source.truth
        self.held = [self._away(moments.rows(read))] if read and moments.n * len(read) <= HELD else None

    def _away(self, rows: Array) -> Array:
        with np.errstate(invalid="ignore"):
            return np.asarray(rows - self.means)

    def __iter__(self) -> Iterator[tuple[Array, Array]]:
        """The quantities, and the truth of the same rows."""
        start = 0
        if not self.read:
            yield np.empty((self.moments.n, 0)), self.truth
            return
        for rows in self.held or map(self._away, self.moments.blocks(self.read)):
            yield rows, self.truth[start : start + len(rows)]
            start += len(rows)

    def scale(self, heavy: Array | None) -> Array:
        """How much they vary, zero where only rounding moves them."""
        squares, start = np.zeros(len(self.means)), 0
        with np.errstate(invalid="ignore", over="ignore"):
            for rows, _ in self:
                if heavy is None:
                    squares += np.einsum("ij,ij->j", rows, rows) / len(self.truth)
                else:
                    some = heavy[start : start + len(rows)] > 0  # without weight even what is infinite is nothing
                    squares += heavy[start : start + len(rows)][some] @ rows[some] ** 2
                start += len(rows)
        return np.where(squares <= (ROUNDING * self.means) ** 2, 0.0, np.sqrt(squares))

    def along(self, slope: Array, shares: Array | None, less: float) -> Iterator[Array]:
        """Their sum by these slopes, and by that of the class of each row."""
        used = slope != 0
        for rows, truth in self:
            moved = rows @ slope if used.all() else rows[:, used] @ slope[used]
            yield moved if shares is None else moved + (shares[truth] - less)


def _unknown(units: int, read: dict[Column, Any]) -> RowInfluence:
    return RowInfluence(units=units, scale=np.full(len(read), nan), along=lambda _: Spread(nan))


def _used(slope: Array, scale: Array) -> Array:
    """Whether a mean matters: it has a slope, and it is not only rounding that moves it."""
    return np.asarray((slope != 0) & (scale != 0))


def _third_moment(moments: RowMeans, columns: Sequence[Column], slope: Array) -> float:
    """The third central moment of a sum of columns by these slopes, where their products were kept; else NaN."""
    products, used = moments.products, [column for column, by in zip(columns, slope, strict=True) if by]
    by = slope[slope != 0]
    if not used or any((column, column, column) not in products for column in used):
        return nan
    m = len(used)
    pairs = np.array([products[pair] for pair in product(used, repeat=2)]).reshape(m, m)
    threes = np.array([products.get(three, nan) for three in product(used, repeat=3)]).reshape(m, m, m)
    mean = float(by @ _means({column: moments.means[column] for column in used}))
    return float(threes @ by @ by @ by - 3 * mean * (by @ pairs @ by) + 2 * mean**3)


def _scale_of_shares(p: Array) -> Array:
    """How much it varies whether a row is of a class with that share."""
    return np.asarray(np.sqrt(p * np.maximum(1 - p, 0.0)))


def _means(read: dict[Column, Any]) -> Array:
    return np.array(list(read.values()), dtype=np.float64)
