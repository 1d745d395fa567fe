"""Values without intervals: many measures at once, of summaries that are made once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isnan, nan
from typing import Any

from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NOT_APPLICABLE, UNDEFINED
from bakeoff.kernels.threads import run_jobs
from bakeoff.measures.measure import Measure, misfits
from bakeoff.predictions.summaries.kind import SummaryKind
from bakeoff.predictions.summaries.summaries import Summaries

__all__ = ["Values", "values_only"]

SEVERAL = 6  # measures of probabilities from which one walk for all of them is the shortest
Kin = tuple[SummaryKind, tuple[Measure, ...]]  # measures that read one kind of summary


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Values(Mapping[str, Estimate]):
    """By the measure's name; an Estimate is made of a value when somebody looks at it: of seventy few are looked at.

    >>> Values(n=3, numbers={"r2": nan}, reasons={"r2": UNDEFINED(why="all rows are alike")})["r2"].warnings
    ('undefined: all rows are alike',)
    """

    n: int
    numbers: dict[str, float]
    reasons: dict[str, Note]  # of those that are undefined

    def __getitem__(self, name: str) -> Estimate:
        why = self.reasons.get(name)
        return Estimate.alone(self.numbers[name], self.n, *(() if why is None else (why,)))

    def __contains__(self, name: object) -> bool:
        return name in self.numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)


def values_only(wanted: Sequence[Measure], summaries: Summaries) -> Values:
    """Undefined is NaN with the reason. The long walks, along the ranking and along the rows, go side by side."""
    asked = tuple(wanted)
    values = Values(n=summaries.n, numbers=dict.fromkeys([measure.name for measure in asked], nan), reasons={})
    walks, several = _walks(asked)
    unfit = misfits(asked, summaries.source) if summaries.source is not None else {}
    for measure, why in unfit.items():
        values.reasons[measure.name] = NOT_APPLICABLE(why=why)
    for make, kind in several:
        make(summaries.get(kind))

    def walk(which: int) -> None:
        for reads, kin in walks[which]:
            fitting = [measure for measure in kin if measure not in unfit] if unfit else kin
            if fitting:
                _read(reads, fitting, summaries, values)

    run_jobs(walk, range(2), values.n if all(walks) else 0)
    return values


def _read(reads: SummaryKind, kin: Sequence[Measure], summaries: Summaries, to: Values) -> None:
    """What these measures say of one summary."""
    try:
        summary = summaries.get(reads)
    except NotApplicable as problem:
        to.reasons.update((measure.name, NOT_APPLICABLE(why=str(problem))) for measure in kin)
        return
    for measure in kin:
        try:
            value = to.numbers[measure.name] = float(measure.compute(summary))
        except NotApplicable as problem:
            to.reasons[measure.name] = NOT_APPLICABLE(why=str(problem))
        else:
            if isnan(value):
                to.reasons[measure.name] = UNDEFINED(why=measure.undefined)


@lru_cache(maxsize=256)
def _walks(
    wanted: tuple[Measure, ...],
) -> tuple[tuple[tuple[Kin, ...], tuple[Kin, ...]], list[tuple[Callable[[Any], None], SummaryKind]]]:
    """The measures that read the order of scores and those that do not, and what several will read and is made at once."""
    kin: dict[SummaryKind, list[Measure]] = {}
    for measure in wanted:
        kin.setdefault(measure.reads, []).append(measure)
    walks = [(kind, tuple(members)) for kind, members in kin.items()]
    ranked, others = (tuple(walk for walk in walks if walk[0].by_order is order) for order in (True, False))
    several = [(kind.several, kind) for kind, members in walks if kind.several is not None and len(members) > SEVERAL]
    return (ranked, others), several
