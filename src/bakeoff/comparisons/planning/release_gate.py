"""How many rows a release gate needs: the chance that a harmless new model is shown not to be worse than the margin.

The rows on which one model alone is right are counted exactly: their number is binomial, so is the part of the new model, and Tango's score
test of the margin decides.
"""

from collections.abc import Callable
from math import ceil, inf, isfinite, sqrt

import numpy as np
from scipy import special

from bakeoff.comparisons.planning.power import MOST, SampleSizeAnswer, smallest
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.text import plural
from bakeoff.estimates.analytic.paired_proportions import paired_score_z

__all__ = ["GATE", "gate_power", "plan_gate"]

GATE = "gate"
SPREADS = 7.0  # standard deviations of the number of disagreements that are summed over
EXACT = 200_000  # rows up to which the sum is exact; above, the normal law differs by less than .001
FEWEST = 5  # rows


def gate_power(n: int, margin: float, disagree: float, alpha: float, difference: float = 0.0) -> float:
    """The chance to pass with n rows.

    Parameters
    ----------
    n
        Rows.
    margin
        How much worse is accepted.
    disagree
        Share of rows on which one model alone is right.
    alpha
        One-sided level.
    difference
        True share of rows that the new model alone gets right, less that of the base.

    Returns
    -------
    float
        The power.

    Examples
    --------
    >>> round(gate_power(2000, 0.02, 0.06, 0.05), 2)
    0.97
    """
    z = float(special.ndtri(1 - alpha))
    if n > EXACT:
        bound = _margin_error(margin, disagree)
        return float(special.ndtr(((difference + margin) * sqrt(n) - z * bound) / sqrt(disagree - difference**2)))
    middle, spread = n * disagree, sqrt(n * disagree * (1 - disagree))
    counts = np.arange(max(0, int(middle - SPREADS * spread)), min(n, ceil(middle + SPREADS * spread)) + 1)
    weights = np.exp(_log_binomial(counts, n, disagree))
    share = (1 + difference / disagree) / 2 if disagree else 0.5
    reached = np.array([_least(int(count), n, margin, z) for count in counts])
    return float(weights @ special.bdtrc(reached - 1.0, counts, share))


def _log_binomial(counts: Array, n: int, p: float) -> Array:
    return np.asarray(
        special.gammaln(n + 1)
        - special.gammaln(counts + 1)
        - special.gammaln(n - counts + 1)
        + special.xlogy(counts, p)
        + special.xlog1py(n - counts, -p)
    )


def _least(count: int, n: int, margin: float, z: float) -> int:
    """The fewest of these disagreements that must be in favour of the new model; one more than there are where none passes."""
    low, high = 0, count + 1
    while low < high:
        half = (low + high) // 2
        low, high = (low, half) if paired_score_z(half, count - half, n, -margin) > z else (half + 1, high)
    return low


def _margin_error(margin: float, disagree: float) -> float:
    """The standard deviation of one row where the new model is worse by the margin."""
    expected = disagree / 2
    linear = -2 * expected - 2 * margin
    constant = expected * margin * (1 + margin)
    chance = (sqrt(max(linear * linear - 8 * constant, 0.0)) - linear) / 4
    return sqrt(2 * chance - margin * (1 + margin))


def plan_gate(  # noqa: PLR0917 - private to the planner
    margin: float | None, disagree: float | None, sd: float | None, n: int | None, power: float, alpha: float
) -> SampleSizeAnswer:
    """Rows for a gate by accuracy (`disagree`) or by a mean over rows (`sd`), if both models are equally good."""
    problems = []
    if margin is None or not 0 < margin < inf:
        problems.append("a gate needs its margin (--margin 0.01): how much worse is accepted")
    if (disagree is None) == (sd is None):
        problems.append(
            "give disagree (--disagree 0.06), the share of rows on which one model alone is right; or, for a mean over rows, sd (--sd) of the differences"
        )
    if disagree is not None and not 0 < disagree < 1:
        problems.append(f"disagree (--disagree) is a share between 0 and 1, not {disagree:g}")
    if sd is not None and not (isfinite(sd) and sd > 0):
        problems.append(f"sd must be positive, not {sd:g}")
    if problems:
        raise Problems("the plan", problems) if len(problems) > 1 else BadInput(problems[0])
    assert margin is not None

    def reach(size: int) -> float:
        if disagree is not None:
            return gate_power(size, margin, disagree, alpha)
        assert sd is not None
        return _mean_power(size, margin, sd, alpha)

    spread = f"one model alone is right on {disagree:.4g} of the rows" if disagree is not None else f"differences of rows have the standard deviation {sd:g}"  # fmt: skip
    level = f"at a one-sided alpha of {alpha:g}, if both models are equally good and {spread}"
    if n is not None:
        reached = reach(n)
        text = f"With {plural(n, 'row')} a gate with the margin {margin:g} is passed with {reached:.0%} power {level}."
        return _answer(n, reached, margin, alpha, text)
    needed = _needed(reach, margin, disagree, power, alpha)
    if needed == inf:
        return _answer(
            inf,
            power,
            margin,
            alpha,
            f"A gate with the margin {margin:g} needs more than {plural(MOST, 'row')} {level}.",
        )
    text = (
        f"A gate with the margin {margin:g} needs {plural(int(needed), 'row')} to pass with {power:.0%} power {level}."
    )
    return _answer(needed, power, margin, alpha, text)


def _mean_power(n: int, margin: float, sd: float, alpha: float) -> float:
    """Of Student's t test of a mean against the margin."""
    df, shift = n - 1, margin * sqrt(n) / sd
    return float(1 - special.nctdtr(df, shift, special.stdtrit(df, 1 - alpha)))


def _needed(reach: Callable[[int], float], margin: float, disagree: float | None, power: float, alpha: float) -> float:
    if disagree is None:
        return smallest(reach, power, 2)
    # The power of a discrete test goes up and down by one row; near the size of the normal law it is looked for downwards.
    z, more = float(special.ndtri(1 - alpha)), float(special.ndtri(power))
    start = ((z * _margin_error(margin, disagree) + more * sqrt(disagree)) / margin) ** 2
    if not start < MOST:
        return inf
    size = max(FEWEST, int(start))
    step = max(1, size // 200)
    while reach(size) < power:
        size += step
    while size > FEWEST and reach(size - step) >= power:
        size -= step
    return float(size)


def _answer(n: float, power: float, margin: float, alpha: float, text: str) -> SampleSizeAnswer:
    return SampleSizeAnswer(
        test=GATE, unit="rows", n=n, power=power, effect=margin, alpha=alpha, method="exact", sentence=text
    )  # fmt: skip
