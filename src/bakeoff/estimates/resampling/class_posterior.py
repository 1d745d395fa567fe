"""Intervals of measures of a confusion matrix: what the cells may be, drawn for each class from its Dirichlet distribution."""

# docs/intervals.md, "Functions of a confusion matrix: Dirichlet draws", derives what is computed here.

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import FEW_IN_CLASS, SAME_VALUE
from bakeoff.measures.measure import Measure
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.sparse_confusion import SparseConfusion

__all__ = ["LEAST", "class_prior", "has_posterior", "posterior_interval", "too_few_in_class"]

LEAST = 5  # rows outside the most frequent class, below which a measure of single classes has no interval
BETWEEN = 1 / 3  # of a row: Jeffreys's prior has 1/2 on either side, the exact (Clopper-Pearson) ends have 0 and 1
MOST = 16  # classes; of more, with few rows each, resamples cover better (simulated: macro F1 of 50 classes 97 %, not 78 %)


def has_posterior(measure: Measure, draws: Resamples) -> bool:
    """Whether the measure reads a table of few classes, of single rows of equal weight."""
    if not measure.reads.tabulated or not draws.by_rows:
        return False
    counts = draws.summaries.counts
    return bool(counts.right.size) and int(np.count_nonzero(counts.seen)) <= MOST


def posterior_interval(measure: Measure, draws: Resamples, level: float) -> Estimate:
    r"""The central share of the measure on tables that may be behind the one that was seen.

    Each class has one row more: a third of it right and two thirds spread over its mistakes, then the other way round,
    and the wider end of both is taken. The recall of one of two classes is thus drawn from :math:`Beta(x + 1/3, n - x + 2/3)` and
    :math:`Beta(x + 2/3, n - x + 1/3)`, between Jeffreys's interval and the exact one. References: brown2001, goutte2005.
    """
    value = float(measure.compute(draws.summaries.counts))
    values = draws.shared(measure, "posterior", lambda: _tables(draws))
    tails = [(1 - level) / 2, (1 + level) / 2]
    ends = [value, *np.nanquantile(values[::2], tails).tolist(), *np.nanquantile(values[1::2], tails).tolist()]
    low, high = np.clip([min(ends), max(ends)], *measure.bounds).tolist()
    name = f"Dirichlet, {draws.n_resamples} draws"
    if not low < high:
        return Estimate.alone(value, draws.rows, SAME_VALUE(), level=level)
    return Estimate(value=value, low=low, high=high, level=level, method=name, n=draws.rows)


def too_few_in_class(measure: Measure, draws: Resamples, level: float) -> Estimate | None:
    """The value without an interval, where too few rows are not of the most frequent class; a mean over rows needs none."""
    if not measure.reads.tabulated or measure.proportion is not None or measure.per_row is not None:
        return None
    counts = draws.summaries.counts
    rare = counts.n - int(counts.truth.max(initial=0)) if counts.total == counts.n else None
    if rare is None or not counts.right.size or rare >= LEAST:
        return None
    note = FEW_IN_CLASS(n=rare, least=LEAST)
    return Estimate.alone(float(measure.compute(counts)), draws.rows, note, level=level)


def _tables(draws: Resamples) -> Iterator[tuple[int, Counts]]:
    """Tables of either kind in turn."""
    whole, rng, start = draws.summaries.counts, draws.rng("posterior"), 0
    cells = class_prior(whole, BETWEEN)
    kinds = np.stack([cells.amounts, class_prior(whole, 1 - BETWEEN).amounts])
    for many in draws.sizes(cells.size):
        table = replace(cells, amounts=rng.standard_gamma(kinds[np.arange(start, start + many) % 2]))
        yield many, Counts.of_cells(table, classes=whole.classes, positive=whole.positive, n=whole.n)
        start += many


def class_prior(counts: Counts, share: float) -> SparseConfusion:
    """The cells with some rows more for each class that occurs: this share of them right, the rest spread over its mistakes.

    It is one row for each of two classes, and two rows in all for more: many classes would add up to more than was seen.

    >>> class_prior(Counts.of(np.array([[5, 0], [2, 3]]), classes=("a", "b")), 0.5).amounts.tolist()
    [5.5, 0.5, 2.5, 3.5]
    """
    here, predicted, k = np.flatnonzero(counts.truth), np.flatnonzero(counts.seen), counts.table.shape[1]
    predicted = (
        predicted if len(predicted) > 1 else np.union1d(here, np.arange(min(k, MOST)))
    )  # any other may be a mistake
    wrong = here[:, None] != predicted
    more = np.where(wrong, (1 - share) / max(len(predicted) - 1, 1), share) * min(1.0, 2 / len(here))
    positions, amounts, filled = (here[:, None] * k + predicted).reshape(-1), more.reshape(-1), counts.table.filled()
    assert filled.at is not None
    amounts[np.searchsorted(positions, filled.at)] += filled.amounts
    return SparseConfusion(shape=counts.table.shape, at=positions, amounts=amounts)
