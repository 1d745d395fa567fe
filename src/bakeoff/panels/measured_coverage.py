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
    wanted: Sequence[Measure], known: Mapping[str, Estimate], draws: Resamples, choice: IntervalChoice
) -> list[Note]:
    """Which intervals cover less than they say, and what those of unbounded losses assume.

    Measured were single rows of equal weight and the interval that a measure gets if nothing is chosen.
    """
    shown = [one for one in wanted if _has_end(known[one.name])]
    return [*_covers_less(shown, draws, choice), *_unseen_tail(shown, known, draws)]


def _has_end(made: Estimate) -> bool:
    return isfinite(made.low) or isfinite(made.high)


def _covers_less(shown: Sequence[Measure], draws: Resamples, choice: IntervalChoice) -> list[Note]:
    usual = all(getattr(choice, name) == getattr(_USUAL, name) for name in ("interval", "auc_interval", "bootstrap"))
    if not usual or not draws.by_rows:
        return []
    rare, (rarest, classes), found = rarer_rows(draws), rarest_rows(draws), {}
    for one in shown:
        by_rows = one.of_numbers or all(task.in_columns for task in one.tasks)  # several labels have no rarer class
        n = draws.rows if by_rows else rare
        rates = None if n is None else coverage_like(one.name, n, rarest, classes)
        if rates is not None:
            found[one.name] = list(rates)
    if not found:
        return []
    worst_first = dict(sorted(found.items(), key=lambda one: one[1]))
    n = draws.rows if rare is None else rare
    return [COVERS_LESS(n=n, measures=worst_first, classes=rare is not None, rarest=rarest, many=classes)]


def _unseen_tail(shown: Sequence[Measure], known: Mapping[str, Estimate], draws: Resamples) -> list[Note]:
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
    for one in shown:
        if not (one.of_numbers or numbers) or one.describes:
            continue
        heavy = any(note.kind is HEAVY_TAIL for note in known[one.name].notes)
        worst = worst_under_tails(one.name, rows, heavy)
        unbounded = one.reads.columns is not None and any(map(isinf, one.bounds))
        if unbounded or worst is not None:
            losses.append(one.name)
            rates |= {} if worst is None else {one.name: worst.rate}
    return [UNSEEN_TAIL(measures=losses, rates=rates, n=rows)] if losses else []
