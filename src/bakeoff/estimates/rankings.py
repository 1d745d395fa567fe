"""Resamples of two classes' rankings: walks along scores that were sorted once, or counts drawn for bins of scores."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.measures.measure import Measure
from bakeoff.predictions import kernels
from bakeoff.predictions.binned_units import BinnedUnits, binned_rows
from bakeoff.predictions.moments import GONE
from bakeoff.predictions.ranked import RankedRows, flags_of
from bakeoff.predictions.ranking import Ranking
from bakeoff.predictions.scored import scored

if TYPE_CHECKING:
    from bakeoff.estimates.draws import Draws

__all__ = ["bins_of", "ranked_rows", "rankings", "sweeps", "swept", "unseen"]

_SWEPT = {"roc_auc": 0, "average_precision": 1, "pr_auc": 2, "ks": 3}


def swept(draws: "Draws", measure: Measure) -> bool:
    """Whether one compiled walk along the sorted scores gives the measure on all resamples."""
    return draws.by_rows and measure.name in _SWEPT and bins_of(draws) is None


def sweeps(draws: "Draws", measure: Measure) -> Array:
    """The measure on all resamples, from such a walk; what it tells of others is kept."""
    kept: dict[int, Array] = draws.kept.setdefault("sweeps", {})
    which = _SWEPT[measure.name]
    if which not in kept:
        made = kernels.resampled_sweeps(*flags_of(draws.summaries.ranking.curve), draws.seeds(), which)
        kept.update({i: made[:, i] for i in range(4) if i == which or not np.isnan(made[:, i]).all()})
    return kept[which]


def rankings(draws: "Draws") -> Iterator[Ranking]:
    """Each resample as a curve of its own, on the sorted order (or the bins) that all share."""
    bins = bins_of(draws)
    if bins is not None:
        yield from _binned(draws, bins)
        return
    ranked = ranked_rows(draws)
    if draws.by_rows:
        yield from map(ranked.resampled, draws.seeds().tolist())
    else:
        yield from map(ranked.drawn, draws.each_drawn(draws.kept["many"]))


def _binned(draws: "Draws", bins: BinnedUnits) -> Iterator[Ranking]:
    """The same in bins: rows of one bin and class are alike, so that their numbers are drawn."""
    sizes = draws.sizes(max(len(bins.amounts), bins.amounts[0].size))
    if draws.by_rows:
        rng, chance = draws.rng("rows"), bins.amounts.reshape(-1) / bins.amounts.sum()
        for many in sizes:
            yield from bins.rankings(rng.multinomial(draws.summaries.ranking.n, chance, size=many))
        return
    for times in draws.drawn_groups(len(bins.amounts), sizes):
        yield from bins.drawn(times)


def unseen(draws: "Draws", measure: Measure) -> float:
    """How much larger the measure is than on the coarse bins that resamples are made of; 0 where there are none."""
    bins = bins_of(draws)
    if bins is None:
        return 0.0
    (coarse,) = bins.drawn(np.ones((1, len(bins.amounts))))
    return float(measure.compute(draws.summaries.ranking)) - float(measure.compute(coarse))


def bins_of(draws: "Draws") -> BinnedUnits | None:
    """What groups of rows that are gone score, or all rows, where that was ranked in bins."""
    if draws.units is not None or draws.summaries.source is not None:
        return None if draws.units is None else draws.units.bins
    if "bins" not in draws.kept:
        curve = draws.summaries.ranking.given
        draws.kept["bins"] = None if curve is None else binned_rows(curve)
    made: BinnedUnits | None = draws.kept["bins"]
    return made


def ranked_rows(draws: "Draws") -> RankedRows:
    """The rows in the order of falling scores, sorted once for all resamples."""
    if "ranked" not in draws.kept:
        if draws.by_rows:
            draws.kept["ranked"] = RankedRows.of_curve(draws.summaries.ranking.curve)
        else:
            of = draws.summaries.made.get("scores") if draws.units is not None else scored(draws.pred)
            if of is None:
                raise NotApplicable(GONE)
            draws.kept["ranked"] = of.ranked(draws.owner())
    made: RankedRows = draws.kept["ranked"]
    return made
