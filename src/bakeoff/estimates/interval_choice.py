"""IntervalChoice: which interval each kind of measure gets, and which of its ends are wanted."""

from dataclasses import dataclass, replace
from math import nan

from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput, Problems
from bakeoff.estimates.analytic.auc import AREAS
from bakeoff.estimates.analytic.proportion import METHODS, IntervalEnds
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.resampling.intervals import BOOTSTRAPS

__all__ = ["INTERVALS", "IntervalChoice"]

RESAMPLED = "bootstrap"
INTERVALS = (*METHODS, RESAMPLED)
_KNOWN = {"interval": INTERVALS, "auc_interval": AREAS, "bootstrap": BOOTSTRAPS, "side": tuple(IntervalEnds)}


@dataclass(frozen=True, slots=True, kw_only=True)
class IntervalChoice:
    """`interval` is for proportions, or "bootstrap" for all measures alike; `auc_interval` for the area under the ROC
    curve; `bootstrap` for what is resampled (None: percentile, or the delta method where rows are many).

    A one-sided bound at a level is an end of the two-sided interval at twice that level minus one, whatever the method.

    >>> IntervalChoice(side="upper").both_sided
    0.9
    """

    level: float = 0.95
    interval: str = "wilson"
    auc_interval: str = "delong-newcombe"
    bootstrap: str | None = None
    side: str = "both"

    def __post_init__(self) -> None:
        probability("level", self.level)
        choices = {name: getattr(self, name) for name in _KNOWN}
        wrong = [
            f"no {name} called {value!r}; known are {', '.join(_KNOWN[name])}"
            for name, value in choices.items()
            if value not in _KNOWN[name] and not (name == "bootstrap" and value is None)
        ]
        if not wrong and self.one_sided and self.level <= 0.5:
            wrong = [f"one-sided bounds need a level above one half, not {self.level:g}"]
        if wrong:
            raise BadInput(wrong[0]) if len(wrong) == 1 else Problems("the choice of intervals", wrong)

    @property
    def one_sided(self) -> bool:
        """Whether one end is left open."""
        return self.side != IntervalEnds.BOTH

    @property
    def both_sided(self) -> float:
        """The level of the two-sided interval of which one end, or both, are shown."""
        return round(2 * self.level - 1, 12) if self.one_sided else self.level

    @property
    def resamples_all(self) -> bool:
        """Whether formulas are left aside."""
        return self.interval == RESAMPLED

    def shown(self, estimate: Estimate) -> Estimate:
        """The ends that are wanted of an interval at the level `both_sided`; the other end is open, which is NaN."""
        if not self.one_sided:
            return estimate
        named = estimate.method if estimate.method == "none" else f"{estimate.method}, {self.side} bound"
        low, high = (nan, estimate.high) if self.side == IntervalEnds.UPPER else (estimate.low, nan)
        return replace(estimate, low=low, high=high, level=self.level, method=named)
