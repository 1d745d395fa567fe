"""A comparison along a stream that may be looked at after every example: a bet on paired losses."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bakeoff.comparisons.results import Alternative
from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.text import format_p
from bakeoff.streams.forgetting import Forgetting, RunningSums
from bakeoff.streams.losses import paired_losses

__all__ = ["AnytimeTest", "Capital", "anytime_test"]

BETS = np.geomspace(0.002, 0.9, 16)  # shares of the capital that are staked on the next difference
PART = 1 << 13  # examples whose bets are computed at a time


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnytimeTest:
    """The capital of a bet against "both lose equally on average", after every example."""

    alternative: Alternative
    bound: float
    difference: Array  # the mean of loss_a - loss_b so far
    log_e: Array  # natural logarithm of the capital, which begins at 1
    p_values: Array  # one over the largest capital so far, at most 1

    @property
    def e_values(self) -> Array:
        """The capital; infinite where it is too large for a float."""
        with np.errstate(over="ignore"):
            return np.exp(self.log_e)

    @property
    def p_value(self) -> float:
        """The p-value after the last example; NaN where there is none."""
        return float(self.p_values[-1]) if len(self.p_values) else float("nan")

    def first(self, alpha: float = 0.05) -> int | None:
        """The position of the first example at which the p-value is at most alpha; None if there is none."""
        below = np.flatnonzero(self.p_values <= probability("alpha", alpha))
        return int(below[0]) if below.size else None

    def __str__(self) -> str:
        n = len(self.p_values)
        if not n:
            return "no example yet"
        gap = float(self.difference[-1])
        e = float(self.e_values[-1])
        return (
            f"after {n:,} examples the mean loss of a minus that of b is {gap:+.4g}; e-value {e:.3g}, "
            f"anytime {format_p(self.p_value)} ({self.alternative.value})"
        )


def anytime_test(loss_a: Any, loss_b: Any, bound: float = 1.0, *, alternative: str = "two-sided") -> AnytimeTest:
    r"""Does one of two learners lose more, judged after every example as often as one likes?

    A gambler stakes shares :math:`\lambda` of a capital on the difference :math:`d_t` of the losses:
    :math:`E_n = \mathrm{mean}_\lambda \prod_{t \le n} (1 + \lambda d_t / bound)` over 16 stakes of each sign. If the expected
    difference at each example, given all before, is zero, the capital is a martingale, and the chance that it ever
    reaches :math:`1 / \alpha` is at most :math:`\alpha`. So :math:`p_n = 1 / \max_{t \le n} E_t` is valid at every
    example, also at one that was chosen by looking.  Reference: waudbysmith2024.

    Parameters
    ----------
    loss_a, loss_b
        The losses of both learners on the same examples, in the order of time, for example 0 and 1.
    bound
        The largest possible difference of the two losses; it must be known before the stream is seen.
    alternative
        "two-sided"; or "greater" (a loses more at some time) and "less" (a loses less at some time), which then bet on that side only.

    Returns
    -------
    An `AnytimeTest`: `p_values` and `e_values` with one value for each example, and `first(alpha)`.

    >>> result = anytime_test([0] * 40, [1, 0] * 20)
    >>> print(result)
    after 40 examples the mean loss of a minus that of b is -0.5; e-value 1.22e+04, anytime p < .001 (two-sided)
    >>> result.first(0.05)
    18
    """
    a, b = paired_losses(loss_a, loss_b)
    side = Alternative(alternative)
    if not 0 < bound < np.inf:
        raise BadInput(f"bound must be a number above 0, not {bound!r}")
    differences = (a - b) / float(bound)
    beyond = np.flatnonzero(np.abs(differences) > 1)
    if beyond.size:
        raise BadInput(
            f"the losses differ by {abs(a[beyond[0]] - b[beyond[0]]):g} at entry {beyond[0]}, more than the bound {bound:g}; "
            "give the largest possible difference as bound"
        )
    bets = {"greater": BETS, "less": -BETS}.get(side.value, np.concatenate([-BETS, BETS]))
    log_e = Capital(bets).push(differences)
    sums = RunningSums(forgetting=Forgetting()).push((a - b)[:, None])
    return AnytimeTest(
        alternative=side,
        bound=float(bound),
        difference=sums[:, 0] / np.arange(1, len(a) + 1) if len(a) else np.empty(0),
        log_e=log_e,
        p_values=np.exp(-np.maximum(np.maximum.accumulate(log_e), 0.0)) if len(a) else np.empty(0),
    )


@dataclass(slots=True)
class Capital:
    """The capital of a two-sided bet on differences between -1 and 1 that arrive in parts."""

    bets: Array = field(default_factory=lambda: np.concatenate([-BETS, BETS]))
    logs: Array = field(default_factory=lambda: np.zeros(1))  # of the capital of each bet
    largest: float = 0.0  # logarithm of the largest mean capital so far
    seen: int = 0
    first: int | None = None  # the first example at which the p-value is at most 0.05

    def push(self, differences: Array) -> Array:
        """The logarithm of the mean capital after each of these differences."""
        capital = np.empty(len(differences))
        for start in range(0, len(differences), PART):
            logs = (
                np.cumsum(np.log1p(np.multiply.outer(differences[start : start + PART], self.bets)), axis=0) + self.logs
            )
            self.logs = logs[-1]
            most = logs.max(axis=1)
            capital[start : start + PART] = most + np.log(np.exp(logs - most[:, None]).mean(axis=1))
        reached = np.flatnonzero(capital >= -np.log(0.05))
        if self.first is None and reached.size:
            self.first = self.seen + int(reached[0])
        self.largest = max(self.largest, float(capital.max(initial=0.0)))
        self.seen += len(differences)
        return capital

    def restore(self, logs: Any, largest: Any, count_seen: Any, first: Any) -> None:
        """Go on from what a checkpoint holds; raises ValueError for what no bet can have led to."""
        kept = np.array(logs, dtype=np.float64)
        if kept.shape not in {(1,), self.bets.shape} or not np.isfinite([*kept, float(largest)]).all() or largest < 0:
            raise ValueError("no capital of a bet")
        if (
            type(count_seen) is not int
            or count_seen < 0
            or not (first is None or (type(first) is int and 0 <= first < count_seen))
        ):
            raise ValueError("no number of examples")
        self.logs, self.largest, self.seen, self.first = kept, float(largest), count_seen, first

    @property
    def p_value(self) -> float:
        """One over the largest capital so far."""
        return float(np.exp(-self.largest))
