"""Repeats of the same items (seeds, epochs, trials): pass@k, pass^k, flip rate, and the variance of items and runs apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput
from bakeoff.estimates.analytic.clustered_mean import clustered_mean
from bakeoff.estimates.analytic.proportion import METHODS
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import ONE_UNIT

__all__ = ["Repeats", "VarianceParts", "flip_rate", "pass_at_k", "pass_hat_k", "repeats", "variance_parts"]

OVER_ITEMS = "Korn-Graubard over items"
OVER_GROUPS = "Korn-Graubard over groups"


def pass_at_k(correct: Any, k: int, *, groups: Any = None, level: float = 0.95) -> Estimate:
    r"""How likely does at least one of k runs of an item succeed?  The mean over items of :math:`1 - \binom{n-c}{k} / \binom{n}{k}`.

    The estimate is unbiased; the interval assumes independent items, or independent groups of items.  Reference: chen2021.

    Parameters
    ----------
    correct
        Items x runs of 0 and 1 (NaN where an item has fewer runs): c of the n runs of an item succeed.
    k
        How many runs.
    groups
        The group of each item (passage, file, person), where items of one group depend on each other.
    level
        The confidence of the interval.

    Returns
    -------
    Estimate
        The mean with its interval.

    Examples
    --------
    >>> pass_at_k([[1, 0, 0, 0], [1, 1, 0, 1], [0, 0, 0, 0]], 2).value
    0.5
    """
    runs, right = _counts(correct, k)
    return _over_items(1 - _all_of(runs - right, runs, k), int(runs.sum()) // k, level, groups)


def pass_hat_k(correct: Any, k: int, *, groups: Any = None, level: float = 0.95) -> Estimate:
    r"""How likely do all of k runs of an item succeed (pass^k)?  The mean over items of :math:`\binom{c}{k} / \binom{n}{k}`.

    Reference: yao2024.

    Parameters
    ----------
    correct
        Items x runs of 0 and 1, as for `pass_at_k`.
    k
        How many runs.
    groups
        The group of each item (passage, file, person), where items of one group depend on each other.
    level
        The confidence of the interval.

    Returns
    -------
    Estimate
        The mean with its interval.

    Examples
    --------
    >>> pass_hat_k([[1, 0, 0, 0], [1, 1, 0, 1], [0, 0, 0, 0]], 2).value
    0.16666666666666666
    """
    runs, right = _counts(correct, k)
    return _over_items(_all_of(right, runs, k), int(runs.sum()) // k, level, groups)


def flip_rate(correct: Any, k: int | None = None, *, groups: Any = None, level: float = 0.95) -> Estimate:
    """How likely do k runs of an item disagree?  Without `k`: as many runs as every item has.

    It is pass@k less pass^k; where all items have k runs, the share of items on which some run succeeds and some fails.

    >>> flip_rate([[1, 0, 0, 0], [1, 1, 0, 1], [0, 0, 0, 0]]).value
    0.6666666666666666
    """
    runs, right = _counts(correct, 1)
    k = int(runs.min()) if k is None else k
    runs, right = _counts(correct, k)
    agree = _all_of(right, runs, k) + _all_of(runs - right, runs, k)
    return _over_items(1 - agree, int(runs.sum()) // k, level, groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class VarianceParts:
    """The variance of one score, apart: how much items differ, and how much runs of one item do."""

    items: float
    runs: float  # NaN where no item has two runs

    @property
    def share_of_runs(self) -> float:
        """The share that lies between runs of one item; NaN where nothing varies."""
        total = self.items + self.runs
        return self.runs / total if total > 0 else nan

    def error(self, items: int, runs: float) -> float:
        """The standard error of a mean over so many items with so many runs each."""
        return sqrt((self.items + self.runs / runs) / items)


def variance_parts(scores: Any) -> VarianceParts:
    """Return the variance between items and between runs of one item, by the analysis of variance.

    `scores` is items x runs of any numbers; NaN where an item has fewer runs. A negative estimate is zero.
    Reference: searle1992.

    >>> variance_parts([[1.0, 3.0], [5.0, 7.0]])
    VarianceParts(items=7.0, runs=2.0)
    """
    table = _table(scores)
    there = ~np.isnan(table)
    size = there.sum(axis=1)
    n, total = len(table), int(size.sum())
    if n < 2:
        return VarianceParts(items=nan, runs=float(np.nanvar(table, ddof=1)) if total > 1 else nan)
    mean = np.nansum(table, axis=1) / size
    grand = float(np.nansum(table)) / total
    between = float(size @ (mean - grand) ** 2) / (n - 1)
    if total == n:
        return VarianceParts(items=between, runs=nan)
    within = float(np.nansum((table - mean[:, None]) ** 2)) / (total - n)
    per_item = (total - float(size @ size) / total) / (n - 1)
    return VarianceParts(items=max(0.0, (between - within) / per_item), runs=within)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """What repeated runs of the same items say: the mean, its variance apart, and whether items succeed reliably."""

    items: int
    runs: tuple[int, int]  # the fewest and the most of an item
    mean: Estimate  # over items
    variance: VarianceParts
    flips: Estimate | None = None  # None where scores are not 0 and 1, or an item has a single run
    pass_at: tuple[Estimate, ...] = ()  # pass@1, pass@2, ...
    pass_hat: tuple[Estimate, ...] = ()  # pass^1, pass^2, ...

    def __str__(self) -> str:
        fewest, most = self.runs
        lines = [
            f"{self.items} items, {fewest if fewest == most else f'{fewest} to {most}'} runs each: mean {self.mean}"
        ]
        share = self.variance.share_of_runs
        if not isnan(share):
            lines.append(
                f"variance of one score: {self.variance.items:.3g} between items, {self.variance.runs:.3g} between runs ({share:.0%} of it)"
            )
        if self.flips is not None:
            lines.append(f"items whose runs disagree: {self.flips}")
        pairs = enumerate(zip(self.pass_at, self.pass_hat, strict=True), start=1)
        return "\n".join([*lines, *(f"k = {k}: pass@k {estimate}, pass^k {hat}" for k, (estimate, hat) in pairs)])


def repeats(scores: Any, k: int | None = None, *, groups: Any = None, level: float = 0.95) -> Repeats:
    """How much do items differ, and how much do runs of one item?

    Scores of 0 and 1 also get the flip rate, pass@k and pass^k.

    Parameters
    ----------
    scores
        Items x runs.
    k
        The largest number of runs of pass@k and pass^k; by default as many as every item has.
    groups
        The group of each item (passage, file, person), where items of one group depend on each other; intervals are then over groups.
    level
        The confidence of the intervals.

    Returns
    -------
    Repeats
        The mean, both variances and these rates.

    Examples
    --------
    >>> found = repeats([[1, 1], [1, 0], [0, 0], [0, 0]])
    >>> found.mean.value, found.flips.value, [one.value for one in found.pass_hat]
    (0.375, 0.25, [0.375, 0.25])
    """
    probability("level", level)
    table = _table(scores)
    size = (~np.isnan(table)).sum(axis=1)
    hits = bool(np.isin(table[~np.isnan(table)], (0.0, 1.0)).all())
    if k is not None and not hits:
        raise BadInput(f"pass@k and pass^k read 0 and 1, and the scores contain {_no_hit(table):g}; leave k out")
    most = count("k", k) if k is not None else int(size.min())
    if hits:
        _counts(table, most)  # too large a k is refused as it was given
    mean = np.nansum(table, axis=1) / size
    ks = range(1, most + 1) if hits else ()
    return Repeats(
        items=len(table), runs=(int(size.min()), int(size.max())), variance=variance_parts(table),
        mean=_over_items(mean, int(size.sum()), level, groups) if hits else _student(mean, level, groups),
        flips=flip_rate(table, groups=groups, level=level) if hits and size.min() > 1 else None,
        pass_at=tuple(pass_at_k(table, draws, groups=groups, level=level) for draws in ks),
        pass_hat=tuple(pass_hat_k(table, draws, groups=groups, level=level) for draws in ks),
    )  # fmt: skip


def _table(scores: Any) -> Array:
    """Items x runs as floats; items may have different numbers of runs."""
    try:
        if isinstance(scores, Sequence) and len({np.size(score) for score in scores}) > 1:
            wide = max(np.size(score) for score in scores)
            scores = [[*np.ravel(score).tolist(), *[nan] * (wide - np.size(score))] for score in scores]
        table = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput("runs of items are numbers, one row for each item and one column for each run") from None
    if table.ndim != 2 or not table.size:
        raise BadInput(
            f"runs of items are a table of items and runs, and this has shape {table.shape}; give one row for each item"
        )
    if np.isinf(table).any():
        item, run = np.argwhere(np.isinf(table))[0]
        raise BadInput(f"run {run + 1} of item {item + 1} is infinite; leave it out or correct it")
    empty = np.isnan(table).all(axis=1)
    if empty.any():
        raise BadInput(f"item {int(np.argmax(empty)) + 1} has no run; leave the item out")
    return table


def _counts(correct: Any, k: int) -> tuple[Array, Array]:
    """How many runs each item has, and how many of them succeed; refuses other scores than 0 and 1, and too few runs."""
    table = _table(correct)
    if not np.isin(table[~np.isnan(table)], (0.0, 1.0)).all():
        raise BadInput(f"pass@k and pass^k read 0 and 1 (failed or succeeded), and the runs contain {_no_hit(table):g}")
    runs = (~np.isnan(table)).sum(axis=1)
    if count("k", k) > runs.min():
        raise BadInput(
            f"k is {k}, and item {int(np.argmin(runs)) + 1} has {runs.min()} run{'s' if runs.min() > 1 else ''} only; "
            "take a smaller k or leave that item out"
        )
    return runs, np.nansum(table, axis=1)


def _no_hit(table: Array) -> float:
    present = table[~np.isnan(table)]
    return float(present[~np.isin(present, (0.0, 1.0))][0])


def _all_of(good: Array, runs: Array, k: int) -> Array:
    """The chance that k of the runs, drawn without replacement, are all good ones."""
    steps = np.arange(k)
    return np.asarray(np.prod(np.maximum(good[:, None] - steps, 0.0) / (runs[:, None] - steps), axis=1))


def _over_items(values: Array, trials: int, level: float, groups: Any = None) -> Estimate:
    """A mean of shares over items with the exact interval of so many trials as the spread between items, or groups of them, is worth.

    Never more than the trials there are, each of k runs; their number is reduced as the spread is itself estimated.
    Reference: korn1998.
    """
    from scipy.special import stdtrit

    ids = _group_ids(groups, len(values))
    mean_of_items, n = clustered_mean(values, ids), len(values)
    mean, units = min(max(mean_of_items.value, 0.0), 1.0), mean_of_items.groups
    tail, most = (1 - probability("level", level)) / 2, max(trials, n)
    if units < 2:
        return Estimate.alone(mean, n, ONE_UNIT(unit="item" if ids is None else "group"), level=level)
    spread = mean_of_items.error**2
    worth = min(mean * (1 - mean) / spread, float(most)) if spread > 0 else float(units if mean in {0.0, 1.0} else most)
    worth *= (float(stdtrit(most - 1, tail)) / float(stdtrit(mean_of_items.df, tail))) ** 2
    low, high = METHODS["clopper-pearson"](mean * worth, worth, tail)
    return Estimate(value=mean, low=low, high=high, level=level, method=OVER_ITEMS if ids is None else OVER_GROUPS, n=n)


def _student(means: Array, level: float, groups: Any = None) -> Estimate:
    """The mean of any scores with the t interval over items, or over groups of them."""
    from scipy.special import stdtrit

    ids = _group_ids(groups, len(means))
    mean, n = clustered_mean(means, ids), len(means)
    if mean.groups < 2:
        return Estimate.alone(mean.value, n, ONE_UNIT(unit="item" if ids is None else "group"), level=level)
    reach = float(stdtrit(mean.df, (1 + level) / 2)) * mean.error
    method = "t over items" if ids is None else "t over groups, CR2"
    return Estimate(value=mean.value, low=mean.value - reach, high=mean.value + reach, level=level, method=method, n=n)


def _group_ids(groups: Any, items: int) -> Array | None:
    """The group of each item as a number."""
    if groups is None:
        return None
    names = np.ravel(np.asarray(groups))
    if len(names) != items:
        raise BadInput(f"there are {items} items and {len(names)} groups; name the group of each item")
    return np.unique(names.astype(str), return_inverse=True)[1]
