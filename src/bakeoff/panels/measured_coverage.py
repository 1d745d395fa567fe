"""What simulations found about the intervals of a panel: the coverage of samples like this one, and under heavy tails."""

from collections.abc import Mapping, Sequence
from math import isfinite, isinf

from bakeoff.core.calibration import STANDARD, Kind, coverage_like, coverage_under_heavy_tails
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.resampling.draws import Resamples
from bakeoff.estimates.resampling.rarer_rows import rarer_rows, rarest_rows
from bakeoff.measures import Measure
from bakeoff.measures.measure import NUMBERS, Reads
from bakeoff.panels.notes import COVERS_LESS, UNSEEN_TAIL

__all__ = ["coverage_notes"]

_USUAL = IntervalChoice()
PROMISED = STANDARD[Kind.COVERAGE].band[0]


def coverage_notes(
    wanted: Sequence[Measure], known: Mapping[str, Estimate], draws: Resamples, choice: IntervalChoice
) -> list[Note]:
    """Which intervals cover less than they say, and what those of unbounded losses assume.

    Measured were single rows of equal weight and the interval that a measure gets if nothing is chosen.
    """
    shown = [one for one in wanted if _has_end(known[one.name])]
    return [*_covers_less(shown, draws, choice), *_unseen_tail(shown, draws)]


def _has_end(made: Estimate) -> bool:
    return isfinite(made.low) or isfinite(made.high)


def _covers_less(shown: Sequence[Measure], draws: Resamples, choice: IntervalChoice) -> list[Note]:
    usual = all(getattr(choice, name) == getattr(_USUAL, name) for name in ("interval", "auc_interval", "bootstrap"))
    if not usual or not draws.by_rows:
        return []
    rare, rarest, found = rarer_rows(draws), rarest_rows(draws), {}
    for one in shown:
        n = draws.rows if one.tasks <= NUMBERS else rare
        rates = None if n is None else coverage_like(one.name, n, rarest)
        if rates is not None:
            found[one.name] = list(rates)
    if not found:
        return []
    worst_first = dict(sorted(found.items(), key=lambda one: one[1]))
    n = draws.rows if rare is None else rare
    return [COVERS_LESS(n=n, measures=worst_first, classes=rare is not None, rarest=rarest)]


def _unseen_tail(shown: Sequence[Measure], draws: Resamples) -> list[Note]:
    """That intervals of unbounded losses, and what is made of them, rest on an assumption; what they cover where it fails."""
    if (draws.many_groups or draws.rows) < 2:
        return []
    rates: dict[str, list[float]] = {}
    losses = []
    for one in shown:
        if not one.tasks <= NUMBERS or one.describes:
            continue
        found = coverage_under_heavy_tails(one.name)
        unbounded = one.reads is Reads.MOMENTS and any(map(isinf, one.bounds))
        if unbounded or (found is not None and found[0] < PROMISED):
            losses.append(one.name)
            rates |= {} if found is None else {one.name: list(found)}
    return [UNSEEN_TAIL(measures=losses, rates=rates)] if losses else []
