"""Resamples of rankings: walks along scores that were sorted once, or counts drawn for bins of scores."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.kernels import dispatch
from bakeoff.measures.measure import Measure, Sweep
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.batches import drawn_rows, resampled_class_wins
from bakeoff.predictions.resampling.binned_row_groups import BinnedRowGroups, binned_rows
from bakeoff.predictions.resampling.sorted_rows import RankedRows, is_positive_and_tied
from bakeoff.predictions.summaries.means import GONE
from bakeoff.predictions.summaries.ranking.ranking import Ranking
from bakeoff.predictions.summaries.ranking.unsorted_scores import scored

if TYPE_CHECKING:
    from bakeoff.estimates.resampling.draws import Resamples

__all__ = ["binning_bias", "bins_of_groups", "is_threshold_sweep", "ranked_rows", "rankings", "resampled_values"]

_SWEPT = {Sweep.AREA: 0, Sweep.AVERAGE_PRECISION: 1}  # columns of what the walk gives
SPARE = 16  # of the numbers that may be held: walks are quick where all they read stays in the processor's cache


def is_threshold_sweep(draws: "Resamples", measure: Measure) -> bool:
    """Whether one compiled walk along the sorted scores gives the measure on all resamples."""
    return draws.by_rows and measure.sweep is not None and bins_of_groups(draws) is None


def resampled_values(draws: "Resamples", measure: Measure) -> Array:
    """The measure on all resamples, from such a walk; what it tells of others is kept."""
    kept: dict[int, Array] = draws.kept.setdefault("sweeps", {})
    assert measure.sweep is not None
    which = _SWEPT[measure.sweep]
    if which not in kept:
        made = dispatch.resampled_sweeps(*is_positive_and_tied(draws.summaries.ranking.curve), draws.seeds(), which)
        kept.update({i: made[:, i] for i in range(2) if i == which or not np.isnan(made[:, i]).all()})
    return kept[which]


def rankings(draws: "Resamples") -> Iterator[Ranking]:
    """Each resample as a curve of its own, on the sorted order (or the bins) that all share."""
    bins = bins_of_groups(draws)
    if bins is not None:
        yield from _binned(draws, bins)
        return
    if draws.summaries.ranking.many is not None:
        yield from _of_classes(draws, draws.summaries.ranking.many)
        return
    ranked = ranked_rows(draws)
    for drawn in _drawn(draws, len(ranked.unit) // 8 + 3 * len(ranked.stops)):
        yield from ranked.rankings(drawn)


def _drawn(draws: "Resamples", each: int) -> Iterator[Array]:
    """The seeds of resamples of rows, or how often each unit is drawn; so many at a time that each may take so many numbers."""
    sizes = draws.sizes(SPARE * each)
    if draws.by_rows:
        yield from np.split(draws.seeds(), np.cumsum(sizes)[:-1])
        return
    draws.owner()
    yield from draws.drawn_groups(draws.kept["many"], sizes)


def _of_classes(draws: "Resamples", pred: Predictions) -> Iterator[Ranking]:
    """The same of more than two classes: each column of scores is sorted once."""
    score, k = pred.scores(), len(pred.classes)
    order = np.array([np.argsort(-score[:, i], kind="stable") for i in range(k)], dtype=np.int32)
    last = np.ones(order.shape, dtype=np.uint8)
    for i, rows in enumerate(order):
        last[i, :-1] = score[rows[1:], i] != score[rows[:-1], i]
    truth = np.ascontiguousarray(pred.truth, dtype=np.int64)
    for drawn in _drawn(draws, order.size // 8 + k * k + len(pred)):
        often = drawn_rows(len(pred), drawn) if draws.by_rows else drawn[:, draws.owner()]
        often = np.ascontiguousarray(often if pred.weight is None else often * pred.weight)
        for wins, one in zip(resampled_class_wins(often, truth, order, last), often, strict=True):
            yield Ranking.of_wins(pred, wins, np.bincount(truth, weights=one, minlength=k))


def _binned(draws: "Resamples", bins: BinnedRowGroups) -> Iterator[Ranking]:
    """The same in bins: rows of one bin and class are alike, so that their numbers are drawn."""
    sizes = draws.sizes(max(len(bins.amounts), bins.amounts[0].size))
    if draws.by_rows:
        rng, chance = draws.rng("rows"), bins.amounts.reshape(-1) / bins.amounts.sum()
        for many in sizes:
            yield from bins.rankings(rng.multinomial(draws.summaries.ranking.n, chance, size=many))
        return
    for times in draws.drawn_groups(len(bins.amounts), sizes):
        yield from bins.drawn(times)


def binning_bias(draws: "Resamples", measure: Measure) -> float:
    """How much larger the measure is than on the coarse steps that resamples are made of; 0 where all are fine."""
    if draws.summaries.ranking.many is not None:
        return 0.0
    if "coarse" not in draws.kept:
        draws.kept["coarse"] = _coarse(draws)
    coarse: Ranking | None = draws.kept["coarse"]
    return 0.0 if coarse is None else float(measure.compute(draws.summaries.ranking)) - float(measure.compute(coarse))


def _coarse(draws: "Resamples") -> Ranking | None:
    """All rows in these steps, if they are coarse."""
    bins = bins_of_groups(draws)
    if bins is not None:
        return bins.drawn(np.ones((1, len(bins.amounts))))[0]
    ranked = ranked_rows(draws)
    return ranked.whole() if ranked.coarse else None


def bins_of_groups(draws: "Resamples") -> BinnedRowGroups | None:
    """What groups of rows that are gone score, or all rows, where that was ranked in bins."""
    if draws.units is not None or draws.summaries.source is not None:
        return None if draws.units is None else draws.units.bins
    if "bins" not in draws.kept:
        curve = draws.summaries.ranking.given
        draws.kept["bins"] = None if curve is None else binned_rows(curve)
    made: BinnedRowGroups | None = draws.kept["bins"]
    return made


def ranked_rows(draws: "Resamples") -> RankedRows:
    """The rows in the order of falling scores, sorted once for all resamples."""
    if "ranked" not in draws.kept:
        if draws.by_rows:
            draws.kept["ranked"] = RankedRows.of_curve(draws.summaries.ranking.curve).affordable()
        else:
            of = draws.summaries.made.get("scores") if draws.units is not None else scored(draws.pred)
            if of is None:
                raise NotApplicable(GONE)
            draws.kept["ranked"] = of.ranked(draws.owner()).affordable()
    made: RankedRows = draws.kept["ranked"]
    return made
