"""The outcome of a gate: pass, fail or undecided, read from the interval of the difference."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite, isnan, nan
from typing import Any

from scipy.special import ndtri

from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction
from bakeoff.release_gate.law import Law
from bakeoff.release_gate.margin import Margin, ScoreScale

__all__ = ["BASE", "NEW", "Endpoint", "Outcome", "decide", "endpoint_of", "holm_steps", "joined", "rows_needed", "unknown_endpoint"]  # fmt: skip

BASE, NEW = "base", "new"  # what the two models are called until they have names
POWER = 0.9  # at which the number of rows of an undecided gate is stated


class Outcome(StrEnum):
    """What the evidence shows about the margin."""

    PASS = "pass"  # noqa: S105 - not a password: the new model is shown not to be worse by more than the margin
    FAIL = "fail"  # it is shown to be worse by more than the margin
    UNDECIDED = "undecided"  # the evidence cannot tell


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One question of a gate: a measure, its margin and what the evidence shows; `estimate` is the new model less the base.

    The interval of `estimate` decides: the gate is passed if and only if its worse end lies inside the margin. With a relative margin it is
    that of the new model less the base times a factor, and the bound is zero.
    """

    scale: ScoreScale
    margin: Margin
    base: float
    new: float
    estimate: Estimate
    outcome: Outcome
    p_value: float  # of "worse by the margin or more"
    p_worse: float  # of "not worse by more than the margin"
    rows: int
    needed: int | None = None  # rows that would decide it, if the two are equally good
    winner: str | None = None  # "new" or "base" where a comparison at alpha shows one to be better
    difference: Estimate | None = None  # of the new model less the base, as that comparison shows it

    @property
    def measure(self) -> str:
        """The name of the measure."""
        return self.scale.name

    @property
    def direction(self) -> Direction:
        """Whether more is better."""
        return self.scale.direction

    @property
    def bound(self) -> float:
        """The worst difference that is accepted."""
        return self.margin.bound(self.direction)

    @property
    def better(self) -> bool:
        """Whether a comparison at alpha shows that the new model is better."""
        return self.winner == NEW

    @property
    def worse(self) -> bool:
        """Whether a comparison at alpha shows that the new model is worse, by however little."""
        return self.winner == BASE

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "measure": self.measure, "direction": self.direction.value, "margin": self.margin.size, "relative": self.margin.relative,
            "base": self.base, "new": self.new, "estimate": self.estimate.as_dict(), "bound": self.bound, "outcome": self.outcome.value,
            "p_value": self.p_value, "p_worse": self.p_worse, "better": self.better, "worse": self.worse,
            "difference": None if self.difference is None else self.difference.as_dict(), "rows_needed": self.needed,
        }  # fmt: skip


def endpoint_of(law: Law, scale: ScoreScale, margin: Margin, *, base: float, new: float, rows: int, alpha: float) -> Endpoint:  # fmt: skip
    """What the evidence shows by one measure at a one-sided level; the interval ends where the measure does, which no margin reaches."""
    low, high = (scale.inside(end, margin.factor(scale.direction)) for end in law.ends(1 - 2 * alpha))
    bound = margin.bound(scale.direction)
    outcome = decide(low, high, bound, scale.direction)
    p_value, p_worse = one_sided(law, bound, scale.direction)
    undecided = outcome is Outcome.UNDECIDED
    return Endpoint(
        scale=scale, margin=margin, base=base, new=new, outcome=outcome, p_value=p_value, p_worse=p_worse, rows=rows,
        estimate=Estimate(value=law.value, low=low, high=high, level=1 - 2 * alpha, method=law.method, n=rows),
        needed=rows_needed(law, margin, rows=rows, base=base, alpha=alpha) if undecided else None,
    )  # fmt: skip


def unknown_endpoint(scale: ScoreScale, margin: Margin, *, base: float, new: float, rows: int, alpha: float) -> Endpoint:  # fmt: skip
    """Undecided, because there is no interval."""
    nothing = Estimate(
        value=new - margin.factor(scale.direction) * base, low=nan, high=nan, level=1 - 2 * alpha, method="none", n=rows
    )
    return Endpoint(
        scale=scale, margin=margin, base=base, new=new, outcome=Outcome.UNDECIDED, p_value=nan, p_worse=nan, rows=rows, estimate=nothing
    )  # fmt: skip


def decide(low: float, high: float, bound: float, direction: Direction) -> Outcome:
    """Whether an interval of differences lies inside the margin, beyond it, or across its end.

    >>> decide(-0.004, 0.012, -0.01, Direction.HIGHER).value, decide(0.02, 0.05, 0.01, Direction.LOWER).value
    ('pass', 'fail')
    """
    if isnan(low) or isnan(high):
        return Outcome.UNDECIDED
    low, high, bound = (low, high, bound) if direction is Direction.HIGHER else (-high, -low, -bound)
    return Outcome.PASS if low > bound else Outcome.FAIL if high < bound else Outcome.UNDECIDED


def one_sided(law: Law, bound: float, direction: Direction) -> tuple[float, float]:
    """The p-values of "worse than the bound or at it" and of "not worse than the bound"."""
    if direction is Direction.HIGHER:
        return law.p_above(bound), law.p_below(bound)
    return law.p_below(bound), law.p_above(bound)


def rows_needed(law: Law, margin: Margin, *, rows: int, base: float, alpha: float = 0.05, power: float = POWER) -> int | None:  # fmt: skip
    """How many rows like these would pass the gate in `power` of all cases, if the two models are equally good.

    The difference that was seen is never planned with: a study that was planned by its own result would be too small too often.
    """
    size = margin.size * abs(base) if margin.relative else margin.size
    low, high = law.ends(1 - 2 * alpha)
    width = (high - low) / 2
    if not (isfinite(width) and width > 0 and size > 0):
        return None
    tail = float(ndtri(1 - alpha))
    needed = rows * (width / size) ** 2 * ((tail + float(ndtri(power))) / tail) ** 2
    return int(needed) + 1 if needed < 1e15 else None


def holm_steps(endpoints: Sequence[Endpoint], ask: Callable[[int, float], Endpoint], alpha: float) -> tuple[Endpoint, ...]:  # fmt: skip
    """Each endpoint at the level of its step: the smallest p at alpha over all, the next at alpha over one less, until one does not pass.

    Later ones keep the level of that step. Their p-values are larger, so they do not pass it either, and each interval still decides. `ask`
    answers the question at a place again at another level.
    """
    order = sorted(range(len(endpoints)), key=lambda place: 2.0 if isnan(endpoints[place].p_value) else endpoints[place].p_value)  # fmt: skip
    steps, left = list(endpoints), len(order)
    for place in order:
        steps[place] = ask(place, alpha / left)
        left -= steps[place].outcome is Outcome.PASS and left > 1
    return tuple(steps)


def joined(outcomes: list[Outcome], *, some: bool = False) -> Outcome:
    """The outcome of several questions: all must pass, or with `some` at least one.

    >>> joined([Outcome.PASS, Outcome.UNDECIDED]).value, joined([Outcome.PASS, Outcome.FAIL], some=True).value
    ('undecided', 'pass')
    """
    first, last = (Outcome.PASS, Outcome.FAIL) if some else (Outcome.FAIL, Outcome.PASS)
    if first in outcomes:
        return first
    return last if all(outcome is last for outcome in outcomes) else Outcome.UNDECIDED
