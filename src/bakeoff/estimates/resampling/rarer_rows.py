"""How many rows are outside the most frequent class: what intervals of measures of classes rest on."""

from bakeoff.estimates.resampling.draws import Resamples
from bakeoff.predictions.summaries.class_counts import ClassCounts

__all__ = ["rarer_rows"]


def rarer_rows(draws: Resamples) -> int | None:
    """The rows outside the most frequent class; None where the truth is numbers, or no summary that is left knows it."""
    pred, known = draws.summaries.source, draws.summaries.known
    if pred is not None and not pred.classes:
        return None
    if known.classes is not None:
        return known.classes.rarer
    if known.counts is not None and known.counts.total == known.counts.n:
        return known.counts.n - int(known.counts.truth.max(initial=0))
    if known.ranking is not None and known.ranking.many is None:
        return int(min(known.ranking.positive_weight, known.ranking.negative_weight))
    return None if pred is None else ClassCounts.of(pred).rarer
