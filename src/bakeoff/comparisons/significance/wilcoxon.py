"""Wilcoxon's signed-rank test: two learners over independent blocks, by the ranks of their differences."""

from functools import lru_cache
from math import isnan, nan

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import Learners, PowerRule, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.effects import rank_biserial
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Alternative, Tally, TestResult
from bakeoff.comparisons.significance._checks import lopsided, one_scale, tied_differences, zero_differences
from bakeoff.comparisons.significance._reasons import GIVES_UP
from bakeoff.comparisons.significance.pseudo_median import pseudo_median
from bakeoff.comparisons.significance.signed_ranks import rank_sum_p, signed_rank_law, signed_ranks
from bakeoff.comparisons.significance.t import IDENTICAL, differences, power_t
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["WILCOXON", "wilcoxon", "wilcoxon_p_values"]


LISTED = 20  # ranks that are written out one by one: a line of a worked solution
NULL = "the differences are symmetric around zero"
ZEROS = {"drop": "zeros dropped", "pratt": "Pratt's zeros", "split": "zeros split"}


def wilcoxon(
    a: ArrayLike, b: ArrayLike, *, zeros: str = "drop", method: str = "auto", correction: bool = True,
    alternative: str = "two-sided", level: float = 0.95,
) -> TestResult:  # fmt: skip
    """Do two learners differ over independent data sets?  W+ is the rank sum of the differences in favour of a.

    Exact, conditional on ties, up to 50 differences ("auto"), else normal with tie and continuity correction.
    Zeros are dropped, kept while ranking ("pratt"), or split between the sums as Demšar does ("split").
    Equal differences that differ in the last bit are ties: differences are rounded to 12 significant digits (scipy
    issue 17667 shows what p does otherwise).  Reference: wilcoxon1945.

    >>> r = wilcoxon([85, 70, 65, 95, 80], [80, 75, 60, 85, 80])
    >>> r.statistic, r.p_value
    (8.0, 0.5)
    """
    if zeros not in ZEROS or method not in ("auto", "exact", "normal"):
        raise BadInput("zeros must be 'drop', 'pratt' or 'split', and method 'auto', 'exact' or 'normal'")
    d, side = differences(a, b), Alternative(alternative)
    signed = signed_ranks(d[None], zeros)
    (p,), (z,) = (values.tolist() for values in rank_sum_p(signed, side, method, correction=correction))
    (plus,), (minus,), ranks, signs = signed.plus.tolist(), signed.minus.tolist(), signed.ranks[0], signed.signs[0]
    wins, losses = int(np.count_nonzero(d > 0)), int(np.count_nonzero(d < 0))
    exact, differ = isnan(z), bool(signs.any())
    p, z = (p, z) if differ else (1.0, 0.0)
    law = "exact, conditional on ties" if exact else f"normal{', continuity corrected' if correction else ''}"
    working = (("W+", plus), ("W-", minus), ("T", min(plus, minus)), ("non-zero differences", wins + losses))
    listed = ranks[(signs > 0) & (ranks > 0)].tolist() if np.count_nonzero(ranks) <= LISTED else ()
    table = d.size <= LISTED and zeros != "split"
    return TestResult(
        test=WILCOXON.name, title=WILCOXON.title, variant=f"{law}, {ZEROS[zeros]}", null=NULL, statistic=plus, p_value=p,
        n=d.size, alternative=side, difference=pseudo_median(d, level), estimator="pseudo-median",
        effect=rank_biserial(a, b, level=level), reason="" if differ else IDENTICAL,
        working=working if exact else (*working, ("z", z)), law="z" if not exact else "signed-rank" if signed.untied[0] else "",
        lead=plus - minus, tally=Tally(wins=wins, ties=d.size - wins - losses, losses=losses),
        rank_sums=(plus, minus), counted=wins + losses, standardized=None if exact else z,
        ranked=tuple(zip(d.tolist(), (ranks * signs).tolist(), strict=True)) if table else (),
        filled=" + ".join(f"{rank:g}" for rank in listed),
    )  # fmt: skip


def wilcoxon_p_values(d: Array, alternative: str = "two-sided") -> tuple[Array, Array]:
    """P of `wilcoxon` for each row of differences, and W+ less W-; NaN is a missing block, and in W where nothing differs.

    >>> p, lead = wilcoxon_p_values(np.array([[1.0, 2.0, -3.0, 4.0], [1.0, 0.0, np.nan, 2.0], [0.0, 0.0, 0.0, 0.0]]))
    >>> p.tolist(), lead.tolist()
    ([0.625, 0.5, 1.0], [4.0, 3.0, nan])
    """
    signed = signed_ranks(d)
    p, _ = rank_sum_p(signed, Alternative(alternative))
    p[np.isnan(d).all(axis=1)] = nan
    return p, np.where(signed.sizes > 0, signed.plus - signed.minus, nan)


EFFICIENCY = 3 / np.pi  # of the signed-rank test against t, under normal differences (Hodges and Lehmann 1956)
SIMULATED = 25  # pairs up to which power is simulated; beyond, that of t on 3/pi of the pairs has the same two digits
DRAWS = 10_000  # the standard error of a simulated power is at most .005


def power_wilcoxon(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of the exact signed-rank test on normal differences, simulated with the same draws every time.

    >>> round(power_wilcoxon(6, 2.0, 1.0, 0.05), 2)  # rejects where all six have one sign
    0.87
    """
    if n > SIMULATED:
        return power_t(EFFICIENCY * n, effect, sd, alpha)
    law = np.cumsum(signed_rank_law(2 * np.arange(1.0, int(n) + 1))[::2])
    most = int(np.searchsorted(law, alpha / 2 * (1 + 1e-12), "right")) - 1  # the largest T that rejects
    if most < 0:
        return 0.0
    d = _normal_draws(int(n)) + abs(effect) / sd
    wins = np.take_along_axis(d > 0, np.abs(d).argsort(axis=1), axis=1)  # smallest difference first
    plus = wins @ np.arange(1, int(n) + 1)
    return float(np.mean(np.minimum(plus, n * (n + 1) / 2 - plus) <= most))


@lru_cache(maxsize=8)
def _normal_draws(n: int) -> Array:
    return np.random.default_rng(n).standard_normal((DRAWS, n))


WILCOXON = SignificanceTest(
    name="wilcoxon",
    symbols={"W^+": "sum of the ranks of the positive differences", "rank": "place of a difference by its size, without its sign"},
    also=("signed_rank", "signed_rank_test", "wilcoxon_test"), orders=True, title="Wilcoxon signed-rank test", formula=r"W^+ = \sum_{d_i > 0} \mathrm{rank}|d_i|", null=NULL,
    reference="wilcoxon1945", design=(ProblemShape.TWO_ON_MANY, ProblemShape.TWO_ON_ONE), takes=PairedScores, min_blocks=6, run=lambda scores, **options: wilcoxon(scores.a, scores.b, **options), compute=wilcoxon, p_values=wilcoxon_p_values,
    continuous=True, exact=True, efficiency=EFFICIENCY, pair_checks=(zero_differences, tied_differences, lopsided), table_checks=(one_scale,),
    variants=(Variants(parameter="zeros", words=("drop", "pratt", "split")), Variants(parameter="method", words=("exact", "normal"))),
    power=PowerRule(unit="data sets", power=power_wilcoxon, effect="mean difference", sd="sd of the differences over data sets"),
    uses=(
        Use(evidence=DATASETS, learners=Learners.TWO, place=0,
            taken="two learners on independent data sets: signed ranks need no normality and let no single data set dominate"),
        Use(evidence=DATASETS, learners=Learners.MANY, place=0, taken=(
            "each pair of learners is compared by its own signed ranks, so the answer about two learners does not depend on "
            "which others are in the table, as it does with mean ranks (Benavoli et al. 2016)")),
        Use(evidence=RUNS, learners=Learners.TWO, place=1, second=GIVES_UP),
        Use(evidence=RUNS, learners=Learners.MANY, place=7, second=GIVES_UP),
    ),
    assumptions=("the blocks are independent", "differences on different data sets can be ranked against each other"),
)  # fmt: skip
