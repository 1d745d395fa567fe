"""The sign test: who wins more often?"""

from math import inf, isnan, nan, pi

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.comparisons.declaration import Learners, PowerRule, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.distributions import binomial_p
from bakeoff.comparisons.effects import CLIFF, magnitude
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Alternative, Effect, Tally, TestResult
from bakeoff.comparisons.significance._checks import zero_differences
from bakeoff.comparisons.significance._reasons import SIGNS_ONLY
from bakeoff.comparisons.significance.critical_values import sign_critical
from bakeoff.comparisons.significance.rows.two_proportions import exact_bounds
from bakeoff.comparisons.significance.t import IDENTICAL, differences
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import TOO_FEW_PAIRS

__all__ = ["SIGN", "sign", "win_tie_loss"]

NULL = "each learner wins with probability one half"


def sign(
    a: ArrayLike, b: ArrayLike, *, ties: str = "split", alternative: str = "two-sided", level: float = 0.95
) -> TestResult:
    r"""Does one learner win on more blocks than chance allows?  Wins are :math:`Bin(n, 1/2)` under the null.

    Ties are split evenly, an odd one left out ("split": the notes, Demšar), or all left out ("drop").  The statistic is
    the number of wins of a that enter the binomial.  Reference: demsar2006.

    >>> r = sign([9, 8, 7, 6, 9, 8, 7, 6, 9, 5], [8, 7, 6, 5, 8, 7, 6, 5, 8, 6])
    >>> r.statistic, r.p_value
    (9.0, 0.021484375)
    """
    if ties not in ("split", "drop"):
        raise BadInput(f"ties must be 'split' or 'drop', not {ties!r}")
    d = differences(a, b)
    wins, even, losses = win_tie_loss(d)
    half = even // 2 if ties == "split" else 0
    k, n = wins + half, wins + losses + 2 * half
    side = Alternative(alternative)
    words = "ties are shared, an odd tie is dropped" if ties == "split" else "ties are dropped"
    p = binomial_p(k, n, side) if n and wins + losses else 1.0
    return TestResult(
        test=SIGN.name, title=SIGN.title, variant=f"exact binomial, {words}", null=NULL, statistic=float(k), p_value=p, n=d.size,
        alternative=side, difference=median_difference(d, level), estimator="median", effect=_share(k, n, level), law="binomial",
        reason="" if wins + losses else IDENTICAL, tally=Tally(wins=wins, ties=even, losses=losses),
        lead=float(wins - losses), counted=n, formula=r"w = wins + ties / 2,\ w \sim Bin(n, 1/2)" if half else "",
        filled=f"{wins} + {2 * half} / 2" if half else "",
        working=(("wins of a", wins), ("ties", even), ("wins of b", losses), ("blocks counted", n)),
    )  # fmt: skip


def sign_p_values(d: Array, alternative: str = "two-sided") -> tuple[Array, Array]:
    """P of `sign` for each row of differences, and wins less losses; NaN is a missing block, and the lead where all tie.

    >>> p, lead = sign_p_values(np.array([[1.0, 2.0, 3.0, 4.0], [1.0, 0.0, np.nan, 2.0], [0.0, 0.0, 0.0, 0.0]]))
    >>> p.tolist(), lead.tolist()
    ([0.125, 0.5, 1.0], [4.0, 2.0, nan])
    """
    wins, even, losses = (np.sum(mask, axis=1) for mask in (d > 0, d == 0, d < 0))
    counts = np.column_stack([wins + even // 2, wins + losses + even // 2 * 2, wins + losses, wins + even + losses])
    distinct, which = np.unique(counts, axis=0, return_inverse=True)
    p_values = [
        binomial_p(k, n, alternative) if apart else 1.0 if blocks else nan for k, n, apart, blocks in distinct.tolist()
    ]
    return np.array(p_values)[which.ravel()], np.where(wins + losses > 0, wins - losses, nan)


def win_tie_loss(d: Array) -> tuple[int, int, int]:
    """Positive, zero and negative differences.

    >>> win_tie_loss(np.array([0.1, 0.0, -0.2, 0.3]))
    (2, 1, 1)
    """
    return int(np.sum(d > 0)), int(np.sum(d == 0)), int(np.sum(d < 0))


def median_difference(d: Array, level: float = 0.95) -> Estimate:
    """The median with the interval of order statistics that the binomial allows; the level reached is stated.

    >>> print(median_difference(np.arange(1.0, 11.0)))
    5.500 [2.000, 9.000] (97.85%, order statistics, n = 10)
    """
    n, ordered = d.size, np.sort(d)
    cut = int(
        np.searchsorted(special.bdtr(np.arange(n // 2 + 1), n, 0.5), (1 - level) / 2, "right")
    )  # first k above the tail
    reached = float(1 - 2 * special.bdtr(cut - 1, n, 0.5)) if cut else 1.0
    low, high = (float(ordered[cut - 1]), float(ordered[n - cut])) if cut else (-inf, inf)
    warning = () if cut else (TOO_FEW_PAIRS(n=n),)
    if n < 2:
        low, high, reached = nan, nan, level
    return Estimate(
        value=float(np.median(ordered)), low=low, high=high, level=reached, method="order statistics", n=n,
        notes=warning,
    )  # fmt: skip


def _share(k: int, n: int, level: float) -> Effect | None:
    """The share of wins as an effect."""
    if not n:
        return None
    low, high = exact_bounds(k, n, level)
    return Effect(name="share of wins", value=k / n, low=low, high=high, magnitude=magnitude(2 * k / n - 1, CLIFF))


def power_sign(n: float, effect: float, sd: float, alpha: float) -> float:
    """Exact power of the sign test where a difference is positive with the probability a normal law gives it."""
    wins = sign_critical(int(n), alpha)
    if isnan(wins):
        return 0.0
    p = float(special.ndtr(abs(effect) / sd))
    return float(special.bdtrc(wins - 1, int(n), p) + special.bdtr(int(n) - wins, int(n), p))


SIGN = SignificanceTest(
    name="sign",
    symbols={"w": "blocks on which the first learner is better", "wins": "blocks on which the first learner is better", "n": "blocks on which the two differ", "Bin": "binomial distribution"},
    orders=True, title="sign test", formula=r"w = wins,\ w \sim Bin(n, 1/2)", null=NULL, reference="demsar2006",
    design=(ProblemShape.TWO_ON_MANY, ProblemShape.TWO_ON_ONE), takes=PairedScores, min_blocks=6,
    run=lambda scores, **options: sign(scores.a, scores.b, **options), compute=sign, p_values=sign_p_values,
    exact=True, efficiency=2 / pi, pair_checks=(zero_differences,), variants=(Variants(parameter="ties", words=("split", "drop")),),
    power=PowerRule(
        unit="data sets", power=power_sign, effect="mean difference", sd="sd of the differences over data sets", fewest=5,
    ),
    uses=(
        Use(evidence=DATASETS, learners=Learners.TWO, place=1, second=SIGNS_ONLY),
        Use(evidence=DATASETS, learners=Learners.MANY, place=7, second=SIGNS_ONLY),
        Use(evidence=RUNS, learners=Learners.TWO, place=2, second=SIGNS_ONLY),
        Use(evidence=RUNS, learners=Learners.MANY, place=8, second=SIGNS_ONLY),
    ),
    assumptions=("the blocks are independent",),
)  # fmt: skip
