"""Wilcoxon's signed-rank test: two learners over independent blocks, by the ranks of their differences."""

from functools import lru_cache
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import Learners, PowerRule, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.distributions import normal_p, normal_quantile
from bakeoff.comparisons.effects import rank_biserial
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.results import Alternative, Tally, TestResult
from bakeoff.comparisons.significance._checks import lopsided, one_scale, tied_differences, zero_differences
from bakeoff.comparisons.significance._reasons import GIVES_UP, PAIRS_ONLY
from bakeoff.comparisons.significance.t import IDENTICAL, differences, power_t
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import LOWER_LEVEL

__all__ = ["EXACT_UP_TO", "WILCOXON", "pseudo_median", "signed_rank_law", "wilcoxon"]


LISTED_UP_TO = 1000  # above, Walsh averages are counted instead of listed: n (n + 1) / 2 of them would not fit


def pseudo_median(d: Array, level: float = 0.95) -> Estimate:
    """The median of all pairwise means of the differences, with the interval of the signed-rank test.

    Exact up to fifty differences: the level reached is stated, which for few differences is below the one asked for.

    >>> print(pseudo_median(np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])))
    3.500 [1.000, 6.000] (96.88%, Hodges-Lehmann, n = 6)
    """
    n = d.size
    if n < 2:
        return Estimate(value=float(d[0]), low=nan, high=nan, level=level, method="Hodges-Lehmann", n=n)
    cut, reached = _cut(n, level)
    warning = () if reached >= level - 1e-12 or n > 50 else (LOWER_LEVEL(n=n, level=reached),)
    total = n * (n + 1) // 2
    if n <= LISTED_UP_TO:
        rows, columns = np.triu_indices(n)
        walsh = np.sort((d[rows] + d[columns]) / 2)
        value, low, high = float(np.median(walsh)), float(walsh[cut - 1]), float(walsh[total - cut])
    else:
        ordered = np.sort(d)
        value, low, high = (_walsh_quantile(ordered, at) for at in ((total + 1) // 2, cut, total + 1 - cut))
    return Estimate(value=value, low=low, high=high, level=reached, method="Hodges-Lehmann", n=n, notes=warning)


@lru_cache(maxsize=256)
def _cut(n: int, level: float) -> tuple[int, float]:
    """Which Walsh average from either end bounds the interval, and the level it reaches."""
    tail = (1 - level) / 2
    if n > 50:
        deviation = sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return max(1, int(n * (n + 1) / 4 + normal_quantile(tail) * deviation)), level

    below = np.cumsum(signed_rank_law(2 * np.arange(1, n + 1))[::2])
    cut = max(1, int(np.searchsorted(below, tail * (1 - 1e-12))))
    return cut, float(1 - 2 * below[cut - 1])


def _walsh_quantile(ordered: Array, position: int) -> float:
    """The Walsh average of that position, by bisection on a count that costs one pass of binary searches."""
    low, high = float(ordered[0]), float(ordered[-1])
    index = np.arange(ordered.size)
    for _ in range(60):
        middle = (low + high) / 2
        partners = np.searchsorted(ordered, 2 * middle - ordered, "right")
        if int(np.maximum(partners - index, 0).sum()) >= position:
            high = middle
        else:
            low = middle
    return high


EXACT_UP_TO = 50
LISTED = 20  # ranks that are written out one by one
NULL = "the differences are symmetric around zero"


def signed_rank_law(doubled_ranks: Array) -> Array:
    """Probability of every value of twice the positive rank sum when each rank's sign is a fair coin.

    Mid-ranks are halves, so twice the ranks are whole numbers and the law is a sum over them, ties and all.

    >>> signed_rank_law(np.array([2, 4, 6])).tolist()[::2]
    [0.125, 0.125, 0.125, 0.25, 0.125, 0.125, 0.125]
    """
    law = np.zeros(int(doubled_ranks.sum()) + 1)
    law[0], top = 1.0, 0
    for rank in np.sort(doubled_ranks).astype(int):
        top += rank
        shifted = law[: top + 1 - rank].copy()
        law[: top + 1] *= 0.5
        law[rank : top + 1] += 0.5 * shifted
    return law


def wilcoxon(
    a: ArrayLike, b: ArrayLike, *, zeros: str = "drop", method: str = "auto", correction: bool = True,
    alternative: str = "two-sided", level: float = 0.95,
) -> TestResult:  # fmt: skip
    """Do two learners differ over independent data sets?  W+ is the rank sum of the differences in favour of a.

    Exact, conditional on ties, up to 50 differences ("auto"), else normal with tie and continuity correction.
    Zeros are dropped, kept while ranking ("pratt"), or split between the sums as Demšar does ("split").
    Equal differences that differ in the last bit are ties: differences are rounded to 12 significant digits.
    Reference: wilcoxon1945.

    >>> r = wilcoxon([85, 70, 65, 95, 80], [80, 75, 60, 85, 80])
    >>> r.statistic, r.p_value
    (8.0, 0.5)
    """
    if zeros not in ("drop", "pratt", "split") or method not in ("auto", "exact", "normal"):
        raise BadInput("zeros must be 'drop', 'pratt' or 'split', and method 'auto', 'exact' or 'normal'")
    d = differences(a, b)
    ranks, signs = _signed_ranks(d, zeros)
    exact = method == "exact" or (method == "auto" and ranks.size <= EXACT_UP_TO)
    plus = float(ranks @ np.maximum(signs, 0.0))
    minus = float(ranks @ np.maximum(-signs, 0.0))
    side = Alternative(alternative)
    reason = "" if np.any(signs) else IDENTICAL
    if reason:
        p, z = 1.0, 0.0
    elif exact:
        p, z = _exact_p(plus, ranks, side), nan
    else:
        p, z = _normal_p(plus, ranks, side, correction=correction)
    words = {"drop": "zeros dropped", "pratt": "Pratt's zeros", "split": "zeros split"}[zeros]
    law = "exact, conditional on ties" if exact else f"normal{', continuity corrected' if correction else ''}"
    working = (("W+", plus), ("W-", minus), ("T", min(plus, minus)), ("non-zero differences", int(np.count_nonzero(d))))
    wins, ties, losses = int(np.sum(d > 0)), int(np.sum(d == 0)), int(np.sum(d < 0))
    listed = ranks[signs > 0] if ranks.size <= LISTED else ()
    return TestResult(
        test=WILCOXON.name, title=WILCOXON.title, variant=f"{law}, {words}", null=NULL, statistic=plus, p_value=p, n=d.size, alternative=side,
        difference=pseudo_median(d, level), effect=rank_biserial(a, b, level=level), reason=reason,
        working=(*working, *((("z", z),) if not exact else ())), law=_law(ranks) if exact else "z",
        lead=plus - minus, tally=Tally(wins=wins, ties=ties, losses=losses), rank_sums=(plus, minus), counted=wins + losses,
        standardized=None if exact else z, filled=" + ".join(f"{one:g}" for one in listed),
    )  # fmt: skip


def _law(ranks: Array) -> str:
    """The tabulated law where the ranks are 1, 2, ..., n; ties and kept zeros have a law of their own, in no table."""
    return "signed-rank" if np.array_equal(np.sort(ranks), np.arange(1, ranks.size + 1)) else ""


def _signed_ranks(d: Array, zeros: str) -> tuple[Array, Array]:
    """Ranks that carry a sign, and those signs; a zero that is split carries half a sign each way (0.5 and -0.5)."""
    if zeros == "drop":
        d = d[d != 0]
        return midranks(np.abs(d)), np.sign(d)
    if zeros == "pratt":
        ranks = midranks(np.abs(d))
        return ranks[d != 0], np.sign(d[d != 0])
    if np.sum(d == 0) % 2:
        d = np.delete(d, np.flatnonzero(d == 0)[0])  # an odd zero is left out
    ranks, signs = midranks(np.abs(d)), np.sign(d)
    at_zero = np.flatnonzero(d == 0)
    signs[at_zero] = np.where(np.arange(at_zero.size) % 2, 1.0, -1.0)
    return ranks, signs if np.any(d) else np.zeros(d.size)


def _exact_p(plus: float, ranks: Array, side: Alternative) -> float:
    law = signed_rank_law(np.rint(2 * ranks))
    at = int(np.rint(2 * plus))
    lower, upper = float(law[: at + 1].sum()), float(law[at:].sum())
    if side is Alternative.GREATER:
        return min(1.0, upper)
    return min(1.0, lower) if side is Alternative.LESS else min(1.0, 2 * min(lower, upper))


def _normal_p(plus: float, ranks: Array, side: Alternative, *, correction: bool) -> tuple[float, float]:
    centred = plus - float(ranks.sum()) / 2
    deviation = sqrt(float(ranks @ ranks) / 4)  # equals the textbook variance with its tie correction
    shift = 0.0
    if correction:
        shift = {"two-sided": 0.5 * float(np.sign(centred)), "greater": 0.5, "less": -0.5}[side.value]
    z = (centred - shift) / deviation
    if side is Alternative.TWO_SIDED and abs(centred) <= abs(shift):
        return 1.0, 0.0
    return normal_p(z, side), z


EFFICIENCY = 3 / np.pi  # of the signed-rank test against t, under normal differences


def power_wilcoxon(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of the signed-rank test: that of t on 3/pi of the pairs (normal differences); none below six pairs."""
    return 0.0 if 2 ** (1 - n) > alpha else power_t(max(EFFICIENCY * n, 2.0), effect, sd, alpha)


WILCOXON = SignificanceTest(
    name="wilcoxon", title="Wilcoxon signed-rank test", formula=r"W^+ = \sum_{d_i > 0} \mathrm{rank}|d_i|", null=NULL,
    reference="wilcoxon1945", design=(ProblemShape.TWO_ON_MANY, ProblemShape.TWO_ON_ONE), takes=PairedScores, min_blocks=6, run=lambda seen, **options: wilcoxon(seen.a, seen.b, **options), compute=wilcoxon,
    exact=True, efficiency=EFFICIENCY, pair_checks=(zero_differences, tied_differences, lopsided), table_checks=(one_scale,),
    variants=(Variants(parameter="zeros", words=("drop", "pratt", "split")), Variants(parameter="method", words=("exact", "normal"))),
    power=PowerRule(unit="data sets", power=power_wilcoxon, effect="mean difference", sd="sd of the differences over data sets"),
    uses=(
        Use(evidence=DATASETS, learners=Learners.TWO, place=0,
            taken="two learners on independent data sets: signed ranks need no normality and let no single data set dominate"),
        Use(evidence=DATASETS, learners=Learners.MANY, place=6, second=PAIRS_ONLY),
        Use(evidence=RUNS, learners=Learners.TWO, place=1, second=GIVES_UP),
        Use(evidence=RUNS, learners=Learners.MANY, place=7, second=GIVES_UP),
    ),
    assumptions=("the blocks are independent", "differences on different data sets can be ranked against each other"),
)  # fmt: skip
