"""RANKING: the scores in order. A resample is one weighted walk along the order that all share."""

from collections.abc import Iterator
from enum import StrEnum

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.kernels import kernel
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.binned_row_groups import BinnedRowGroups, binned_rows
from bakeoff.predictions.resampling.draws import BLOCKS, SPARE, Resamples
from bakeoff.predictions.resampling.sorted_rows import RankedRows, is_positive_and_tied
from bakeoff.predictions.summaries.kind import Reader, SummaryKind
from bakeoff.predictions.summaries.means import GONE
from bakeoff.predictions.summaries.ranking.binned import binned
from bakeoff.predictions.summaries.ranking.merge_buffer import MergeBuffer
from bakeoff.predictions.summaries.ranking.ranking import Curve, Ranking, ResampledClasses, rank, ranking_score
from bakeoff.predictions.summaries.ranking.unsorted_scores import scored
from bakeoff.predictions.summaries.summaries import PARTS, SCORES, Summaries

__all__ = ["RANKING", "Sweep", "with_ranking"]


class Sweep(StrEnum):
    """Measures that one compiled walk along sorted scores gives for many resamples, splits or swaps at once."""

    AREA = "area"
    AVERAGE_PRECISION = "average precision"


_SWEPT = {Sweep.AREA: 0, Sweep.AVERAGE_PRECISION: 1}  # columns of what the walk gives


def _resampled(draws: Resamples, measure: Reader) -> Array:
    if _is_sweep(draws, measure):
        return _swept(draws, measure)
    values = draws.shared(
        measure,
        "ranking",
        lambda: ((1, ranking) for ranking in _rankings(draws)),
        alone=lambda other: _is_sweep(draws, other),
    )
    return values + _binning_bias(draws, measure)


def _is_sweep(draws: Resamples, measure: Reader) -> bool:
    """Whether one compiled walk along the sorted scores gives the measure on all resamples."""
    return draws.by_rows and measure.sweep is not None and _bins_of(draws) is None


def _swept(draws: Resamples, measure: Reader) -> Array:
    """The measure on all resamples, from such a walk; what it tells of others is kept."""
    kept: dict[int, Array] = draws.kept.setdefault("sweeps", {})
    assert measure.sweep is not None
    which = _SWEPT[measure.sweep]
    if which not in kept:
        totals = kernel("resampled_totals")(*is_positive_and_tied(draws.summaries.ranking.curve), draws.seeds(), which)
        kept.update({i: totals[:, i] for i in range(2) if i == which or not np.isnan(totals[:, i]).all()})
    return kept[which]


def _rankings(draws: Resamples) -> Iterator[Ranking]:
    """Each resample as a curve of its own, on the sorted order (or the bins) that all share."""
    bins = _bins_of(draws)
    if bins is not None:
        yield from _binned(draws, bins)
        return
    if draws.summaries.ranking.many is not None:
        yield from _of_classes(draws, draws.summaries.ranking.many)
        return
    ranked = _ranked_rows(draws)
    for drawn in _drawn(draws, len(ranked.unit) // 8 + 3 * len(ranked.stops)):
        yield from ranked.rankings(drawn)


def _drawn(draws: Resamples, numbers: int) -> Iterator[Array]:
    """The seeds of resamples of rows, or how often each unit is drawn; so many at a time that each may take so many numbers."""
    sizes = draws.sizes(SPARE * numbers)
    if draws.by_rows:
        yield from np.split(draws.seeds(), np.cumsum(sizes)[:-1])
        return
    draws.owner()
    yield from draws.drawn_groups(draws.kept["many"], sizes)


def _of_classes(draws: Resamples, pred: Predictions) -> Iterator[Ranking]:
    """The same of more than two classes: each column of scores is sorted once."""
    score, k = pred.scores(), len(pred.classes)
    order = np.array([np.argsort(-score[:, i], kind="stable") for i in range(k)], dtype=np.int32)
    last = np.ones(order.shape, dtype=np.uint8)
    for i, rows in enumerate(order):
        last[i, :-1] = score[rows[1:], i] != score[rows[:-1], i]
    truth = np.ascontiguousarray(pred.truth, dtype=np.int64)
    for drawn in _drawn(draws, order.size // 8 + k * k + len(pred)):
        often = kernel("resample_counts")(len(pred), drawn) if draws.by_rows else drawn[:, draws.owner()]
        often = np.ascontiguousarray(often if pred.weight is None else often * pred.weight)
        for wins, times in zip(kernel("resampled_class_wins")(often, truth, order, last), often, strict=True):
            yield ResampledClasses(
                n=len(pred), rows=pred, known_wins=wins, known_sizes=np.bincount(truth, weights=times, minlength=k)
            )


def _binned(draws: Resamples, bins: BinnedRowGroups) -> Iterator[Ranking]:
    """The same in bins: rows of one bin and class are alike, so that their numbers are drawn."""
    sizes = draws.sizes(max(len(bins.amounts), bins.amounts[0].size))
    if draws.by_rows:
        rng, chance = draws.rng("rows"), bins.amounts.reshape(-1) / bins.amounts.sum()
        for many in sizes:
            yield from bins.rankings(rng.multinomial(draws.summaries.ranking.n, chance, size=many))
        return
    for times in draws.drawn_groups(len(bins.amounts), sizes):
        yield from bins.drawn(times)


def _binning_bias(draws: Resamples, measure: Reader) -> float:
    """How much larger the measure is than on the coarse steps that resamples are made of; 0 where all are fine."""
    if draws.summaries.ranking.many is not None:
        return 0.0
    if "coarse" not in draws.kept:
        draws.kept["coarse"] = _coarse(draws)
    coarse: Ranking | None = draws.kept["coarse"]
    return 0.0 if coarse is None else float(measure.compute(draws.summaries.ranking)) - float(measure.compute(coarse))


def _coarse(draws: Resamples) -> Ranking | None:
    """All rows in these steps, if they are coarse."""
    bins = _bins_of(draws)
    if bins is not None:
        return bins.drawn(np.ones((1, len(bins.amounts))))[0]
    ranked = _ranked_rows(draws)
    return ranked.whole() if ranked.coarse else None


def _bins_of(draws: Resamples) -> BinnedRowGroups | None:
    """What groups of rows that are gone score, or all rows, where that was ranked in bins."""
    if draws.units is not None or draws.summaries.source is not None:
        return None if draws.units is None else draws.units.bins
    if "bins" not in draws.kept:
        curve = draws.summaries.ranking.given
        draws.kept["bins"] = None if curve is None else binned_rows(curve)
    bins: BinnedRowGroups | None = draws.kept["bins"]
    return bins


def _ranked_rows(draws: Resamples) -> RankedRows:
    """The rows in the order of falling scores, sorted once for all resamples."""
    if "ranked" not in draws.kept:
        if draws.by_rows:
            draws.kept["ranked"] = RankedRows.of_curve(draws.summaries.ranking.curve).affordable()
        else:
            of = draws.summaries.known.get(SCORES) if draws.units is not None else scored(draws.pred)
            if of is None:
                raise NotApplicable(GONE)
            draws.kept["ranked"] = of.ranked(draws.owner()).affordable()
    ranked: RankedRows = draws.kept["ranked"]
    return ranked


def _left_out(draws: Resamples, measure: Reader) -> tuple[Array, Array] | None:
    """Without each row: in closed form of the area, of rows in bins, else without blocks of rows on the order that all share."""
    if not draws.by_rows:
        return None
    if measure.sweep is Sweep.AREA:
        return _area_left_out(draws.summaries.ranking.curve)
    if (bins := _bins_of(draws)) is not None:
        return _bins_left_out(measure, bins)
    if draws.summaries.ranking.many is not None:
        return None
    codes, ranked = draws.blocks(draws.rows, BLOCKS), _ranked_rows(draws)
    left = ((codes != block).astype(np.uint8)[None] for block in range(int(codes.max(initial=-1)) + 1))
    values = np.array([float(measure.compute(ranking)) for times in left for ranking in ranked.rankings(times)])
    return values, np.ones(len(values))


def _area_left_out(curve: Curve) -> tuple[Array, Array]:
    """Rows of a class with the same score are alike; each wins against those of the other class below it."""
    ups, downs = np.diff(curve.tp, prepend=0.0), np.diff(curve.fp, prepend=0.0)
    m, n = ups.sum(), downs.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        up_wins, down_wins = (n - curve.fp + downs / 2) / n, (curve.tp - ups / 2) / m
        area = (ups * up_wins).sum() / m
        values = np.concatenate([(area * m - up_wins) / (m - 1), (area * n - down_wins) / (n - 1)])
    rows = np.concatenate([ups, downs])
    return values[rows > 0], rows[rows > 0]


def _bins_left_out(measure: Reader, bins: BinnedRowGroups) -> tuple[Array, Array]:
    """Rows of one class in one bin are alike."""
    rows = bins.amounts.reshape(-1)
    some = np.flatnonzero(rows)
    less = np.repeat(rows[None], len(some), axis=0)
    less[np.arange(len(some)), some] -= 1
    return np.array([float(measure.compute(ranking)) for ranking in bins.rankings(less)]), rows[some]


def _cost(draws: Resamples, _: Reader) -> float:
    """A walk along the rows, one for each class where they have columns of their own; bins cost the same however many the rows."""
    if _bins_of(draws) is not None:
        return 0.0
    many = draws.summaries.ranking.many
    return draws.rows * (1 if many is None else len(many.classes))


def _keep_part(pred: Predictions, summaries: Summaries, bins: bool, together: bool) -> None:
    """Keep the sorted scores, or those of two classes as they come where rows have weights or are drawn together."""
    if PARTS in summaries.known or SCORES in summaries.known:
        return
    if bins:
        summaries.known[PARTS] = binned(pred)
    elif (together or pred.weight is not None) and ranking_score(pred).ndim == 1:
        summaries.known[SCORES] = scored(pred)
    else:
        part = rank(pred.ranked_by() if len(pred.classes) > 2 else pred).settled()
        summaries.known[PARTS] = MergeBuffer(parts=[part])


def with_ranking(summaries: Summaries) -> Summaries:
    """The summaries of all parts of a file, with the ranking that its parts add up to."""
    parts = summaries.known.get(PARTS) or summaries.known.get(SCORES)
    return summaries if parts is None else summaries.knowing(**{RANKING.name: parts.ranking, PARTS: None})


RANKING = SummaryKind(
    name="ranking",
    title="the scores in order",
    outputs=frozenset({Output.SCORE, Output.PROBA}),
    compute=lambda pred, _: rank(pred),
    resample=_resampled,
    leave_out=_left_out,
    by_content=lambda draws, _: draws.summaries.ranking.many is None,
    cost=_cost,
    part=_keep_part,
    by_order=True,
)
