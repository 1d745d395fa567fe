"""Which of many systems are shown to differ, for all pairs at once: signs of items are flipped, and the largest statistic of all pairs decides."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["Separation", "separate", "separate_estimates"]

MOST_DRAWS, FEWEST_DRAWS = 1999, 399
WORK = 2e9  # pairs times draws that take some seconds
MATRIX_WORK = 4e10  # the same where cells are missing: each draw multiplies two matrices
TAIL = 8  # draws beyond the critical value
EXACT = 10  # items whose signs are all tried
BATCH = 1 << 21  # numbers that are held at a time
SINGLE = 4_000_000  # cells from which sums of flipped items are held in single precision
NOISE = 1e-13  # of the squares of two columns: two systems whose difference is smaller gave the same scores
CLOSE = 1e-6  # below this share the squares of a difference are summed again without cancellation
TIE = 1e-5  # relative: statistics that agree so far are equal


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Separation:
    r"""The statistic of every ordered pair and the critical values that hold for all pairs at once.

    `lead[i, j]` is :math:`\sum_l d_l / \sqrt{\sum_l d_l^2}` of the differences of i and j on the items that both have; positive where i is better,
    NaN where they share none.
    """

    lead: Array  # (k, k)
    shared: Array  # (k, k) items that both systems have
    critical: float  # of all pairs
    best_critical: Array  # (k,) of all systems against this one
    maxima: Array  # largest statistic of each draw, smallest first
    exact: bool  # whether all signs were tried

    @property
    def separated(self) -> Array:
        """Where i is shown to be better than j."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.lead > self.critical * (1 + TIE))

    @property
    def best(self) -> Array:
        """Which systems may be the best: no other is shown to be better than they are."""
        rivals = np.where(np.isnan(self.lead), -inf, self.lead).max(axis=0)
        return np.asarray(rivals <= self.best_critical * (1 + TIE))

    def p_value(self, lead: Array) -> Array:
        """The adjusted p-value of statistics: how often the largest of all pairs is as large."""
        size = np.abs(np.asarray(lead, dtype=np.float64))
        larger = len(self.maxima) - np.searchsorted(self.maxima, size * (1 - TIE), side="left")
        p = larger / len(self.maxima) if self.exact else (larger + 1) / (len(self.maxima) + 1)
        return np.where(np.isnan(size), np.nan, p)


def separate(values: Array, *, groups: Array | None = None, level: float = 0.95, seed: int = 0) -> Separation:
    """Compare all columns of a matrix of items and systems in which more is better; NaN is a cell that nobody measured.

    Items of one group keep one sign. Where the differences of two equal systems are as often positive as negative, as those of answers that are right or
    wrong are, the statistic of a pair has exactly the law that flipped signs give.

    >>> values = np.column_stack([np.ones(20), np.zeros(20), np.zeros(20)])
    >>> separate(values).separated.sum(axis=0).tolist()
    [0, 1, 1]
    """
    present = ~np.isnan(values)
    filled = np.where(present, values, 0.0)
    if present.all():
        filled = _centred(filled)
        units = filled if groups is None else _sums(filled, groups)
        total = units.sum(axis=0)
        shared = np.full((values.shape[1],) * 2, len(values))
        return _separation(
            total[:, None] - total[None, :], _squares(units), shared, _flipped(units, seed, level), level, len(units)
        )
    weight = present.astype(np.float64)
    product = filled.T @ weight
    squares = _shared_squares(filled, weight, groups)
    codes = np.arange(len(values)) if groups is None else np.unique(groups, return_inverse=True)[1]
    draws = _flipped_shared(filled, weight, codes, seed, level)
    return _separation(product - product.T, squares, (weight.T @ weight).astype(np.int64), draws, level, int(codes.max()) + 1)  # fmt: skip


def separate_estimates(estimate: Array, influence: Array, *, level: float = 0.95, seed: int = 0) -> Separation:
    """Compare estimates by the influence of each unit (voter, vote) on them: rows of units, columns of systems."""
    shared = np.full((len(estimate),) * 2, len(influence))
    lead = estimate[:, None] - estimate[None, :]
    return _separation(lead, _squares(influence), shared, _flipped(influence, seed, level), level, len(influence))


def _centred(values: Array) -> Array:
    """Without what all systems share on an item, which cancels in differences; answers that are right or wrong stay whole numbers."""
    if np.array_equal(values, np.rint(values)):
        return values
    return np.asarray(values - values.mean(axis=1, keepdims=True))


def _sums(values: Array, groups: Array) -> Array:
    """Sums of the items of each group."""
    _, codes = np.unique(groups, return_inverse=True)
    sums = np.zeros((int(codes.max()) + 1, values.shape[1]))
    np.add.at(sums, codes, values)
    return sums


def _squares(units: Array) -> Array:
    """Sums of squared differences of all pairs of columns."""
    gram = units.T @ units
    own = np.diag(gram)
    both = own[:, None] + own[None, :]
    squares = np.maximum(both - 2 * gram, 0.0)
    for i, j in _close_pairs(squares, both):
        difference = units[:, i] - units[:, j]
        squares[i, j] = squares[j, i] = difference @ difference
    return np.where(squares <= NOISE * both, 0.0, squares)


def _close_pairs(squares: Array, both: Array) -> list[tuple[int, int]]:
    """Pairs whose sum of squares lost its digits; equal columns (0 exactly) of whole numbers need no second look."""
    close = np.triu((squares < CLOSE * both) & (squares > 0), 1)
    return [(int(i), int(j)) for i, j in np.argwhere(close)]


def _shared_squares(filled: Array, weight: Array, groups: Array | None) -> Array:
    """The same on the items that both systems have."""
    if groups is None:
        own = (filled**2).T @ weight
        squares = np.maximum(own + own.T - 2 * filled.T @ filled, 0.0)
        return np.where(squares <= NOISE * (own + own.T), 0.0, squares)
    squares = np.zeros((filled.shape[1],) * 2)
    for group in np.unique(groups):
        rows = np.asarray(groups == group)
        product = filled[rows].T @ weight[rows]
        squares += (product - product.T) ** 2
    return squares


def _signs(units: int, draws: int, batch: int, seed: int) -> Iterator[Array]:
    """Signs of units, some draws at a time: all that there are of few units, else random ones."""
    if units <= EXACT:
        codes = np.arange(1 << units)
        yield 1.0 - 2.0 * ((codes[:, None] >> np.arange(units)) & 1)
        return
    rng = np.random.default_rng(seed)
    for start in range(0, draws, batch):
        count = min(batch, draws - start)
        yield 1.0 - 2.0 * rng.integers(0, 2, size=(count, units), dtype=np.int8)


def _draws(work: float, pairs: int, level: float) -> int:
    """How many draws: fewer where there are many pairs, more where only a small share of them may be larger."""
    enough = int(TAIL / (1 - level))
    return int(min(max(MOST_DRAWS, enough), max(FEWEST_DRAWS, min(enough, MOST_DRAWS), work // max(pairs, 1))))


def _flipped(units: Array, seed: int, level: float) -> Iterator[Array]:
    """For some draws at a time the sums of flipped units of all pairs: (draws, k, k) of i less j."""
    count, k = units.shape
    draws = _draws(WORK, k * k, level)
    kind = np.float32 if units.size > SINGLE else np.float64
    columns: Array = units.astype(kind)
    for signs in _signs(count, draws, max(1, min(256, BATCH // count)), seed):
        for sums in np.array_split(_product(signs.astype(kind), columns), max(1, len(signs) * k * k // BATCH)):
            yield np.subtract(sums[:, :, None], sums[:, None, :])


def _product(a: Array, b: Array) -> Array:
    return np.asarray(a @ b)


def _flipped_shared(filled: Array, weight: Array, codes: Array, seed: int, level: float) -> Iterator[Array]:
    """The same on shared items: items that the same systems have are added up before the pairs are formed."""
    k = filled.shape[1]
    patterns, place = np.unique(weight, axis=0, return_inverse=True)
    order = np.argsort(place.ravel(), kind="stable")
    starts = np.searchsorted(place.ravel()[order], np.arange(len(patterns)))
    rows, codes = filled[order], codes[order]
    draws = _draws(MATRIX_WORK, len(patterns) * k * k, level)
    for signs in _signs(int(codes.max()) + 1, draws, max(1, min(64, BATCH // max(rows.size, k * k))), seed):
        for draw in signs:
            sums = np.add.reduceat(draw[codes][:, None] * rows, starts, axis=0)
            product = sums.T @ patterns
            yield (product - product.T)[None]


def _separation(  # noqa: PLR0917 - private
    lead: Array, squares: Array, shared: Array, flipped: Iterator[Array], level: float, units: int
) -> Separation:
    """Statistics of all pairs, and critical values of their largest one."""
    root = np.sqrt(squares)
    scale = np.divide(1.0, root, out=np.zeros_like(root), where=root > 0)
    parts = []
    for sums in flipped:
        statistics = sums * scale.astype(sums.dtype)
        parts.append(statistics.max(axis=1))  # over i: how far the others are ahead of j
    rivals = np.concatenate(parts).astype(np.float64)
    exact = units <= EXACT
    count = len(rivals) if exact else len(rivals) + 1
    allowed = int((1 - level) * count + 1e-9) - (not exact)  # draws that may reach a statistic that separates
    overall = np.sort(rivals.max(axis=1))
    statistic = np.where(shared > 0, lead * scale, np.nan)
    if allowed < 0:
        critical, best = inf, np.full(len(lead), inf)
    else:
        critical = float(overall[len(overall) - 1 - allowed])
        best = np.partition(rivals, len(rivals) - 1 - allowed, axis=0)[len(rivals) - 1 - allowed]
    return Separation(lead=statistic, shared=shared, critical=critical, best_critical=best, maxima=overall, exact=exact)
