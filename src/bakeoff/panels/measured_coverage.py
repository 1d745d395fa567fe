"""What simulations found about the intervals of a panel: the coverage of samples like this one, and under heavy tails."""

from collections.abc import Mapping, Sequence
from math import isfinite, isinf

from bakeoff.core.calibration import coverage_like, worst_under_tails
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.notes import HEAVY_TAIL
from bakeoff.estimates.resampling.rarer_rows import rarer_rows, rarest_rows
from bakeoff.measures import Measure
from bakeoff.panels.notes import COVERS_LESS, UNSEEN_TAIL
from bakeoff.predictions.resampling.draws import Resamples

__all__ = ["coverage_notes"]

_USUAL = IntervalChoice()


def coverage_notes(
    wanted: Sequence[Measure], estimates: Mapping[str, Estimate], draws: Resamples, choice: IntervalChoice
) -> list[Note]:
    """Which intervals cover less than they say, and what those of unbounded losses assume.

    Measured were single rows of equal weight and the interval that a measure gets if nothing is chosen.
    """
    shown = [measure for measure in wanted if _has_end(estimates[measure.name])]
    return [*_covers_less(shown, draws, choice), *_unseen_tail(shown, estimates, draws)]


def _has_end(estimate: Estimate) -> bool:
    return isfinite(estimate.low) or isfinite(estimate.high)


def _covers_less(shown: Sequence[Measure], draws: Resamples, choice: IntervalChoice) -> list[Note]:
    usual = all(getattr(choice, name) == getattr(_USUAL, name) for name in ("interval", "auc_interval", "bootstrap"))
    if not usual or not draws.by_rows:
        return []
    rare, (rarest, classes), rates_by_measure = rarer_rows(draws), rarest_rows(draws), {}
    for measure in shown:
        by_rows = measure.of_numbers or all(
            task.in_columns for task in measure.tasks
        )  # several labels have no rarer class
        n = draws.rows if by_rows else rare
        rates = None if n is None else coverage_like(measure.name, n, rarest, classes)
        if rates is not None:
            rates_by_measure[measure.name] = list(rates)
    if not rates_by_measure:
        return []
    worst_first = dict(sorted(rates_by_measure.items(), key=lambda item: item[1]))
    n = draws.rows if rare is None else rare
    return [COVERS_LESS(n=n, measures=worst_first, classes=rare is not None, rarest=rarest, many=classes)]


def _unseen_tail(shown: Sequence[Measure], estimates: Mapping[str, Estimate], draws: Resamples) -> list[Note]:
    """That intervals of unbounded losses, and what is made of them, rest on an assumption; what they cover where it fails.

    The coverage is that of the worst setting that the check of the tail does not exclude in samples of this size.
    """
    rows = draws.many_groups or draws.rows
    if rows < 2:
        return []
    source = draws.summaries.source
    numbers = source is not None and source.task.numeric  # some measures are for numbers and for classes
    rates: dict[str, float] = {}
    losses = []
    for measure in shown:
        if not (measure.of_numbers or numbers) or measure.describes:
            continue
        heavy = any(note.kind is HEAVY_TAIL for note in estimates[measure.name].notes)
        worst = worst_under_tails(measure.name, rows, heavy)
        unbounded = measure.reads.columns is not None and any(map(isinf, measure.bounds))
        if unbounded or worst is not None:
            losses.append(measure.name)
            rates |= {} if worst is None else {measure.name: worst.rate}
    return [UNSEEN_TAIL(measures=losses, rates=rates, n=rows)] if losses else []
