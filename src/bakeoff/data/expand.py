"""Expand a real data set artificially: more rows like those that are there, class by class.

"smoothed" draws rows of a class with replacement and adds a little noise with the covariance of the class (a smoothed
bootstrap, shrunk so that means and covariances stay; Silverman and Young 1987). "copula" keeps the distribution of every
column in a class and joins the columns by the correlations of their normal scores (a Gaussian copula).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.seeds import rng_for
from bakeoff.core.text import listed
from bakeoff.data.dataset import ColumnKind, Dataset
from bakeoff.data.profile import row_groups

__all__ = ["METHODS", "expand"]

METHODS = ("smoothed", "copula")
FEW = 5  # rows of a class below which its spread is hardly known
LARGEST = 100_000_000  # cells
SEVERAL = 10  # a column of numbers with no more different ones is treated like words
DECIMALS = 7
PILE = 0.1  # share of a class at an end of a column's range that is kept there
MANY_COPIES = 0.05  # share of artificial rows that equal a real one from which it is noted


def expand(
    data: Dataset,
    n: int,
    method: str = "smoothed",
    *,
    seed: int = 0,
    shares: Mapping[str, float] | None = None,
    keep: bool = False,
    bandwidth: float | None = None,
) -> Dataset:
    """Artificial rows like those of a data set; the same seed gives the same rows.

    Gaps stay where a drawn row has them, numbers keep their decimals and the range of their class, a pile at an end of that range (many zeros) stays a pile,
    and a column with few different numbers is treated like one of words.

    Parameters
    ----------
    data
        The data set to imitate.
    n
        How many rows are drawn.
    method
        How: "smoothed" draws real rows and adds noise within their class, "copula" draws from the columns and their dependence.
    seed
        Where the randomness comes from.
    shares
        The share of each class ({"ill": 0.05, "well": 0.95}); by default as in the data.
    keep
        Whether the real rows come before the new ones.
    bandwidth
        The noise of "smoothed" in standard deviations of a class; by default by Silverman's rule, 0 draws plain copies.

    Returns
    -------
    Dataset
        The new rows, with a note on where they come from.

    Examples
    --------
    >>> from bakeoff.data.load import load
    >>> more = expand(load("iris"), 300)
    >>> more, more.notes[0]
    (<Dataset 'iris expanded': 300 rows, 4 columns, multiclass, 3 classes>, "300 artificial rows made from 'iris' (smoothed, seed 0)")
    """
    n = count("n", n)
    data.require_columns("an expansion")
    labelled = data.task.classifies
    _check(data, n, method, bandwidth, shares if not labelled else None)
    rng = rng_for(seed, f"expand/{method}")
    parts = _classes(data, n, shares) if labelled else [(None, n)]
    joint = data.matrix if labelled else np.column_stack([data.matrix, data.target])
    kinds = [column.kind for column in data.columns] + ([] if labelled else [ColumnKind.NUMERIC])
    looks = [_ColumnModel.of(values, kind) for values, kind in zip(joint.T, kinds, strict=True)]
    made, codes, few = [], [], []
    for code, size in parts:
        own = joint if code is None else joint[data.target == code]
        if not size:
            continue
        if len(own) < FEW:
            few.append("all" if code is None else data.classes[code])
        draw = _Drawn(rows=own, looks=looks, rng=rng)
        made.append(draw.smoothed(size, bandwidth) if method == "smoothed" else draw.copula(size))
        codes.append(np.full(size, 0 if code is None else code))
    order = rng.permutation(n)
    rows = np.concatenate(made)[order]
    target = np.concatenate(codes)[order] if labelled else rows[:, -1]
    features = rows if labelled else rows[:, :-1]
    notes = [f"{n} artificial rows made from {data.name!r} ({method}, seed {seed})"]
    copied = _copied(data, features, target)
    if copied > MANY_COPIES:
        notes.append(f"{copied:.0%} of the artificial rows equal a real one")
    if few:
        notes.append(f"fewer than {FEW} real rows stand behind {listed(few)}")
    if keep:
        features, target = np.concatenate([data.matrix, features]), np.concatenate([data.target, target])
        notes.append(f"the first {len(data)} rows are the real ones")
    return replace(
        data, name=f"{data.name} expanded", features=features, target=target, rows=np.arange(len(target)),
        source=f"expanded: {data.source or data.name} ({method}, n={n}, seed={seed})", notes=(*data.notes, *notes),
    )  # fmt: skip


def _check(data: Dataset, n: int, method: str, bandwidth: float | None, shares: object) -> None:
    """Refuse what cannot be done."""
    if method not in METHODS:
        raise UnknownName("method", method, METHODS)
    if len(data) < 2:
        raise BadInput(f"{data.name!r} has {len(data)} rows; at least two are needed to make others like them")
    if n * (len(data.columns) + 1) > LARGEST:
        raise BadInput(f"{n} rows of {len(data.columns)} columns are more than {LARGEST} cells; ask for fewer rows")
    if bandwidth is not None and not (np.isfinite(bandwidth) and 0 <= bandwidth <= 10):
        raise BadInput(f"bandwidth is a number from 0 to 10, in standard deviations of a class, not {bandwidth!r}")
    if data.groups is not None or data.time is not None:
        raise BadInput(
            f"{data.name!r} has groups or times, which artificial rows would break; load it without them to expand it"
        )
    if shares is not None:
        raise BadInput("shares are those of classes; a regression has none")


def _classes(data: Dataset, n: int, shares: Mapping[str, float] | None) -> list[tuple[int | None, int]]:
    """How many rows of each class: shares of n, rounded so that they add up."""
    counts = np.bincount(data.target, minlength=len(data.classes)).astype(float)
    if shares is None:
        wanted = counts / counts.sum()
    else:
        for name in shares:
            if name not in data.classes:
                raise UnknownName(f"class of data set {data.name!r}", str(name), data.classes)
        wanted = np.array([float(shares.get(name, 0.0)) for name in data.classes])
        if not np.isfinite(wanted).all() or (wanted < 0).any() or abs(wanted.sum() - 1) > 1e-6:
            raise BadInput(f"shares are numbers of zero or more that add up to 1, not {wanted.sum():g}")
        empty = [name for name, share, has in zip(data.classes, wanted, counts, strict=True) if share > 0 and not has]
        if empty:
            raise BadInput(f"there is no real row of {listed(empty)} to make others from")
    whole = np.floor(wanted * n).astype(int)
    rest = wanted * n - whole
    whole[np.argsort(-rest, kind="stable")[: n - int(whole.sum())]] += 1
    return [(code, int(size)) for code, size in enumerate(whole)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _ColumnModel:
    """How a column looks: whether its numbers spread, or are few different ones like words, and their decimals."""

    numeric: bool
    decimals: int | None  # None: as many as there are

    @classmethod
    def of(cls, values: Array, kind: ColumnKind) -> "_ColumnModel":
        distinct = np.unique(values[np.isfinite(values)])
        spread = kind in {ColumnKind.NUMERIC, ColumnKind.DATE} and len(distinct) > max(SEVERAL, 0.02 * len(values))
        fits = (k for k in range(DECIMALS) if np.allclose(distinct, np.round(distinct, k), rtol=0, atol=1e-9))
        return cls(numeric=spread, decimals=next(fits, None))


class _Drawn:
    """Rows of one class, and new ones like them."""

    def __init__(self, *, rows: Array, looks: list[_ColumnModel], rng: np.random.Generator) -> None:
        self.rows, self.looks, self.rng = rows, looks, rng
        numeric = np.array([look.numeric for look in looks], dtype=bool)
        finite = np.where(np.isinf(rows), np.nan, rows)
        spread = np.array([np.nanstd(values) if np.isfinite(values).any() else 0.0 for values in finite.T])
        self.numeric = np.flatnonzero(numeric & (spread > 0))
        self.words = np.flatnonzero(~numeric)

    def smoothed(self, n: int, bandwidth: float | None) -> Array:
        """Drawn rows with noise in the numbers; now and then a word is drawn anew from the class."""
        m, d = len(self.rows), len(self.numeric)
        rule = (4 / ((d + 2) * m)) ** (1 / (d + 4)) if d else 0.0
        h = rule if bandwidth is None else float(bandwidth)
        drawn_rows = self.rows[self.rng.integers(0, m, n)].copy()
        if d and h and m > 1:
            X = np.where(np.isinf(self.rows), np.nan, self.rows)[:, self.numeric]
            root = _root(np.nan_to_num((X - np.nanmean(X, axis=0)) / np.nanstd(X, axis=0)))
            drawn = drawn_rows[:, self.numeric]
            piled = np.zeros(drawn.shape, dtype=bool)
            for place, values in enumerate(X.T):
                for end in _piles(values):
                    X[values == end, place] = np.nan
                    piled[:, place] |= drawn[:, place] == end
            alone = np.isfinite(X).sum(axis=0) > 1  # beside piles
            centre, spread = np.zeros(d), np.zeros(d)
            centre[alone], spread[alone] = np.nanmean(X[:, alone], axis=0), np.nanstd(X[:, alone], axis=0)
            noise = self.rng.standard_normal((n, d)) @ root.T * spread
            moved = centre + (drawn - centre + h * noise) / sqrt(1 + h * h)
            drawn_rows[:, self.numeric] = np.where(piled | ~alone, drawn, moved)
        if m > 1 and (h or bandwidth is None):  # words are drawn anew also where no column holds numbers
            swap = 1 / sqrt(m) if bandwidth is None else min(h, 1.0) / sqrt(m)
            for column in self.words:
                filled = np.flatnonzero(~np.isnan(self.rows[:, column]))
                anew = (self.rng.random(n) < swap) & ~np.isnan(drawn_rows[:, column])
                if filled.size:
                    drawn_rows[anew, column] = self.rows[self.rng.choice(filled, int(anew.sum())), column]
        return self._fitted(drawn_rows)

    def copula(self, n: int) -> Array:
        """Normal scores with the correlations of the class, turned back by the quantiles of each column; gaps as in drawn rows."""
        from scipy.special import ndtr, ndtri

        m, d = self.rows.shape
        generated = np.empty((n, d))
        scores = np.zeros((m, d))
        for column in range(d):
            values = self.rows[:, column]
            held = ~np.isnan(values)
            if held.sum() > 1:
                jittered = np.lexsort((self.rng.random(int(held.sum())), values[held]))
                place = np.empty(len(jittered))
                place[jittered] = np.arange(len(jittered))
                scores[held, column] = ndtri((place + 0.5) / len(place))
        drawn = ndtr(self.rng.standard_normal((n, d)) @ _root(scores).T)
        for column in range(d):
            ordered = np.sort(self.rows[~np.isnan(self.rows[:, column]), column])
            if not ordered.size:
                generated[:, column] = np.nan
            elif column in self.numeric and np.isfinite(ordered).all():
                generated[:, column] = np.interp(
                    drawn[:, column], (np.arange(len(ordered)) + 0.5) / len(ordered), ordered
                )
            else:
                generated[:, column] = ordered[
                    np.minimum((drawn[:, column] * len(ordered)).astype(int), len(ordered) - 1)
                ]
        gaps = np.isnan(self.rows)[self.rng.integers(0, m, n)]
        return self._fitted(np.where(gaps, np.nan, generated))

    def _fitted(self, generated: Array) -> Array:
        """Numbers keep their decimals and stay within the range of the class."""
        for column in self.numeric:
            real = self.rows[:, column]
            real = real[np.isfinite(real)]
            if (decimals := self.looks[column].decimals) is not None:
                generated[:, column] = np.where(
                    np.isfinite(generated[:, column]), np.round(generated[:, column], decimals), generated[:, column]
                )
            generated[:, column] = np.where(
                np.isfinite(generated[:, column]),
                np.clip(generated[:, column], real.min(), real.max()),
                generated[:, column],
            )
        return generated


def _piles(values: Array) -> list[float]:
    """The ends of the range at which many values lie, such as zeros of a column that is often empty; noise would smear them.

    >>> _piles(np.array([0.0] * 3 + [0.5, 1.2, 1.7, 2.0])), _piles(np.arange(9.0))
    ([0.0], [])
    """
    finite = values[np.isfinite(values)]
    ends = dict.fromkeys((float(finite.min()), float(finite.max()))) if len(finite) else {}
    return [end for end in ends if np.count_nonzero(finite == end) > max(PILE * len(finite), 1)]


def _copied(data: Dataset, features: Array, target: Array) -> float:
    """The share of artificial rows that equal a real one."""
    both = np.column_stack([np.concatenate([data.matrix, features]), np.concatenate([data.target, target])])
    groups = row_groups(both)
    return float(np.isin(groups[len(data) :], groups[: len(data)]).mean())


def _root(scores: Array) -> Array:
    """A matrix whose product with its transpose is the correlation matrix of the columns (1 on the diagonal where one does not vary)."""
    spread = scores.std(axis=0)
    standard = (scores - scores.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    correlation = standard.T @ standard / len(scores)
    np.fill_diagonal(correlation, 1.0)
    values, vectors = np.linalg.eigh(correlation)
    root: Array = vectors * np.sqrt(np.maximum(values, 0.0))
    scaled: Array = root / np.sqrt(np.square(root).sum(axis=1, keepdims=True))
    return scaled
