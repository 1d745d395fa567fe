"""Judgements to the numbers of estimation plots: learners against a reference, and one pair over all data sets."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, nan

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS, ROWS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.results import format_p
from bakeoff.core.text import clean, elide
from bakeoff.figures.canvas import fit_labels_apart
from bakeoff.figures.differences import Difference, DifferencePlot
from bakeoff.measures.measure import Direction
from bakeoff.report.sections.verdict import favour_first, leading_pair, sort_best_first
from bakeoff.report.text.difference_format import DifferenceFormat
from bakeoff.report.text.names import MeasureNames, words_of

__all__ = ["against_reference", "mixed_scales", "over_datasets", "reference_of"]

_DOTS = 1200  # of one figure; more would only hide each other
_LINES = 20
_MIXED = 20.0  # times the smallest typical score


def reference_of(judgement: Judgement) -> str:
    """The baseline if there is one, else the best learner."""
    return judgement.baseline or sort_best_first(judgement)[0]


def mixed_scales(judgement: Judgement) -> bool:
    """Whether some data sets have scores many times those of others, as errors in the unit of a target have."""
    typical = np.nanmean(judgement.matrix.values, axis=1) if judgement.evidence is DATASETS else np.ones(1)
    known = typical[np.isfinite(typical)]
    return len(known) > 1 and bool((known > 0).all()) and float(known.max()) > _MIXED * float(known.min())


def against_reference(judgement: Judgement) -> DifferencePlot:
    """Every other learner minus the reference, best first."""
    words = words_of(judgement)
    reference = reference_of(judgement)
    others = [name for name in sort_best_first(judgement) if name != reference][:_LINES]
    lines = [
        _line(judgement, name, reference, words.factor, name=clean(name), limit=_DOTS // len(others)) for name in others
    ]
    how = "relative to" if judgement.relative else "minus"
    return _plot(judgement, lines, words, f"{how} that of {elide(clean(reference), 24)}")


def over_datasets(
    per_dataset: Sequence[tuple[str, Judgement]], a: str, b: str, *, relative: bool = False
) -> DifferencePlot | None:
    """One minus the other on each data set, over its splits; None if no data set has both.

    `relative`: in percent of the other's mean score, for data sets that differ in scale.
    """
    both = [(name, one) for name, one in per_dataset if {a, b} <= set(one.matrix.names)]
    if not both:
        return None
    first = both[0][1]
    words = words_of(first)
    limit = _DOTS // len(both)
    one, two = fit_labels_apart([clean(a), clean(b)], 1.25)
    what = f"of {one} minus {two}"
    if not relative:
        return _plot(
            first, [_line(one, a, b, words.factor, name=clean(name), limit=limit) for name, one in both], words, what
        )
    lines = [_line(one, a, b, 100.0 / _mean_of(one, b), name=clean(name), limit=limit) for name, one in both]
    return replace(_plot(first, lines, words, f"{what} (% of the latter)"), rope=None)  # a region in raw units


def _mean_of(judgement: Judgement, name: str) -> float:
    return float(np.nanmean(judgement.matrix.values[:, judgement.matrix.names.index(name)]))


def _plot(judgement: Judgement, lines: Sequence[Difference], words: MeasureNames, what: str) -> DifferencePlot:
    unit = " (points)" if words.percent else " (%)" if judgement.relative else ""
    side = "right" if words.direction is Direction.HIGHER else "left"
    return DifferencePlot(
        lines=tuple(lines),
        rope=None if judgement.rope is None else judgement.rope * (100.0 if judgement.relative else words.factor),
        axis=f"{words.short} {what}{unit}",
        better=f"better to the {side}",
        thinned=len(lines) > 0 and len(lines[0].dots) < len(judgement.matrix.blocks) // 2,
    )


def _line(judgement: Judgement, a: str, b: str, factor: float, *, name: str, limit: int) -> Difference:
    """Dots and interval in percent where ratios were compared, else in the unit of `factor`."""
    at, other = judgement.matrix.names.index(a), judgement.matrix.names.index(b)
    one, two = judgement.matrix.values[:, at], judgement.matrix.values[:, other]
    every = 100.0 * (one / two - 1.0) if judgement.relative else (one - two) * factor
    known = every[np.isfinite(every)]
    dots = known if judgement.evidence is not ROWS else known[:0]  # a row is right or wrong
    judged = leading_pair(judgement, a, b)
    seen = None if judged is None else favour_first(judged, a)
    value, low, high = (
        float(known.mean()) if len(known) else nan,
        nan,
        nan,
    )  # a pair that was not planned: the mean alone
    if seen is not None:
        gap = DifferenceFormat.of(judgement, [seen])
        value, low, high = (
            gap.number(end) if judgement.relative else end * factor for end in (seen.value, seen.low, seen.high)
        )
    return Difference(
        name=name,
        detail="" if judged is None else format_p(judged.pair.p_adjusted),
        dots=dots[:: ceil(len(dots) / limit)] if len(dots) else dots,
        value=value,
        low=low,
        high=high,
        clear=judged is not None and judged.verdict.winner is not None,
    )
