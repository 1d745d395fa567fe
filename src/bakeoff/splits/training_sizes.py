"""Smaller training parts for learning curves: nested, stratified, and fixed by the plan's seed."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.seeds import rng_for
from bakeoff.splits.plan import SplitPlan

__all__ = ["Size", "nested_order", "shown_size", "size_problems", "sizes_in_rows", "subset"]

Size = int | float  # a whole number counts rows, a fraction is a share of the training rows


def nested_order(strata: Array | None, rows: int, rng: np.random.Generator) -> Array:
    """The order in which training rows are taken in: the first n of them are the training part of n rows.

    Each class is spread evenly over the whole order, so that every beginning holds its share of each class, give or
    take the rounding to whole rows.

    >>> order = nested_order(np.array([0] * 8 + [1] * 4), 12, np.random.default_rng(0))
    >>> [int((order[:size] >= 8).sum()) for size in (3, 6, 9, 12)]
    [1, 2, 3, 4]
    """
    drawn = rng.permutation(rows)
    if strata is None:
        return drawn
    codes = strata[drawn].astype(np.min_scalar_type(int(strata.max(initial=0))))  # small numbers are sorted quickly
    counts = np.bincount(codes)
    within = np.empty(rows, dtype=np.int64)  # the how-manieth of its class
    within[np.argsort(codes, kind="stable")] = np.arange(rows) - np.repeat(np.cumsum(counts) - counts, counts)
    return drawn[np.argsort((within + 0.5) / counts[codes], kind="stable")]


def subset(plan: SplitPlan, repeat: int, fold: int, size: int, strata: Array | None) -> Array:
    """That many training positions of one split, in the order in which the whole part has them.

    `strata` are the classes of all rows of the data set, None for a regression.
    """
    train = plan.split(repeat, fold).train
    if size >= len(train):
        return train
    rng = rng_for(plan.seed, f"growth/{plan.dataset}/{plan.scheme}/{repeat}/{fold}")
    order = nested_order(None if strata is None else strata[train], len(train), rng)
    return np.asarray(train[np.sort(order[:size])])


def sizes_in_rows(plan: SplitPlan, asked: Iterable[Size]) -> tuple[int, ...]:
    """The sizes for one data set, ascending: the same number of rows in every split.

    Shares are of the smallest training part. The whole part is left out: the study has it already.

    >>> from bakeoff.splits.plan import Split
    >>> plan = SplitPlan(scheme="s", dataset="d", seed=0, splits=(Split(repeat=0, fold=0, test=range(10), rows=50),))
    >>> sizes_in_rows(plan, (0.5, 0.25, 8, 1.0))
    (8, 10, 20)
    """
    whole = min((split.n_train for split in plan.splits), default=0)
    rows = {size if isinstance(size, int) else max(round(size * whole), 1) for size in asked}
    return tuple(sorted(row_count for row_count in rows if row_count < whole))


def size_problems(asked: Sequence[Size]) -> Iterator[str]:
    """What cannot be a training size, whatever the data."""
    for size in asked:
        share = isinstance(size, float) and 0 < size <= 1
        if isinstance(size, bool) or not (share or (isinstance(size, int) and size >= 2)):
            yield (
                f"train_sizes: {size!r} is neither a share of the training rows (above 0, at most 1.0) nor a whole "
                "number of rows (2 or more)"
            )
    yield from (f"train_sizes: {size!r} is given twice" for size in dict.fromkeys(asked) if list(asked).count(size) > 1)


def shown_size(size: Size) -> str:
    """A size in words.

    >>> shown_size(0.25), shown_size(100)
    ('25%', '100 rows')
    """
    return f"{size} rows" if isinstance(size, int) else f"{100 * size:.4g}%"
