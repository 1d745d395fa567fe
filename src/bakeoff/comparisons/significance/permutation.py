"""The paired permutation test: under the null, which of two numbers belongs to which learner is a coin toss."""

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.distributions import binomial_p
from bakeoff.comparisons.evidence.kinds import DATASETS, ROWS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Alternative, Tally, TestResult
from bakeoff.comparisons.significance._checks import one_scale
from bakeoff.comparisons.significance.t import IDENTICAL, differences, paired_t
from bakeoff.core.checks import Array, count
from bakeoff.kernels import kernel

__all__ = ["PERMUTATION", "permutation", "permutation_p", "sign_flips"]

NULL = "the two learners are exchangeable on every pair"


def permutation(
    a: ArrayLike, b: ArrayLike, n_resamples: int = 10_000, random_state: int = 0, *, alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Could the mean difference arise if the two learners were exchangeable?  Signs of the differences are drawn anew.

    Exact where all non-zero differences have one size (hits and misses: a binomial) and where all sign patterns are
    fewer than `n_resamples`; else :math:`p = (count + 1) / (B + 1)`, never zero.  The statistic is the mean difference.
    Reference: edgington2007.

    >>> permutation([1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0]).p_value
    0.0625
    """
    d = differences(a, b)
    side = Alternative(alternative)
    p, variant, reason = sign_flips(d, count("n_resamples", n_resamples), random_state, side)
    return TestResult(
        test=PERMUTATION.name, title=PERMUTATION.title, variant=variant, null=NULL, statistic=float(d.mean()), p_value=p, n=d.size, alternative=side,
        reason=reason, difference=paired_t(a, b, level=level).difference,
        formula=r"\bar d = \sum d_i / n, compared with its value under every (or many) patterns of signs",
        tally=Tally(wins=int(np.sum(d > 0)), ties=int(np.sum(d == 0)), losses=int(np.sum(d < 0))), counted=int(np.count_nonzero(d)),
        filled=f"{float(d.sum()):.8g} / {d.size}",
        working=(("mean difference", float(d.mean())), ("non-zero differences", int(np.count_nonzero(d)))),
    )  # fmt: skip


def sign_flips(d: Array, draws: int, seed: int, side: Alternative) -> tuple[float, str, str]:
    """The p-value of a sum under random signs, how it was found, and why it says nothing where it does not."""
    seen = d[d != 0]
    if not seen.size:
        return 1.0, "nothing to permute", IDENTICAL
    if np.all(np.abs(seen) == abs(seen[0])):
        return binomial_p(int(np.sum(seen > 0)), seen.size, side), "exact binomial of equal differences", ""
    if seen.size <= 20 and 2**seen.size <= max(draws, 4096):
        p = _share(_every_sum(seen), float(seen.sum()), side, exact=True)
        return p, f"exact, all {2**seen.size} sign patterns", ""
    sums = kernel("sign_flip_sums")(seen, draws, seed)
    return permutation_p(sums, float(seen.sum()), side), f"{draws} random sign patterns", ""


def permutation_p(drawn: Array, observed: float, side: Alternative) -> float:
    """The Monte Carlo p-value: the observed outcome counts as one of the draws, so it is never zero.

    >>> permutation_p(np.array([-1.0, 0.0, 1.0]), 5.0, Alternative.TWO_SIDED)
    0.5
    """
    return _share(drawn, observed, side, exact=False)


def _share(drawn: Array, observed: float, side: Alternative, *, exact: bool) -> float:
    """Two-sided is twice the smaller tail; outcomes that differ in the last bits are ties."""
    slack = 1e-9 * max(abs(observed), float(np.abs(drawn).max(initial=0.0)))
    extra = 0 if exact else 1
    upper = (int(np.sum(drawn >= observed - slack)) + extra) / (drawn.size + extra)
    lower = (int(np.sum(drawn <= observed + slack)) + extra) / (drawn.size + extra)
    if side is Alternative.GREATER:
        return upper
    return lower if side is Alternative.LESS else min(1.0, 2 * min(upper, lower))


def _every_sum(values: Array) -> Array:
    """The sum under each of the 2^n sign patterns."""
    sums = np.zeros(1)
    for one in values:
        sums = np.concatenate([sums - one, sums + one])
    return sums


_ROWS_TAKEN = "one test set, row by row, with losses instead of hits: signs of the differences are exchanged"
_ROWS_SECOND = "it comes to McNemar's answer on hits and misses, by random signs that McNemar does without"
PERMUTATION = SignificanceTest(
    name="permutation", title="paired permutation test", formula=r"p = \frac{1 + \#\{|\bar d^*| \ge |\bar d|\}}{1 + B}",
    null=NULL, reference="edgington2007", design=(ProblemShape.TWO_ON_ONE, ProblemShape.TWO_ON_MANY), takes=PairedScores,
    run=lambda seen, **options: permutation(seen.a, seen.b, **options), compute=permutation,
    exact=True, table_checks=(one_scale,),
    uses=(
        Use(evidence=DATASETS, learners=Learners.TWO, place=4,
            second="it tests the mean difference, which one data set on a larger scale can dominate"),
        Use(evidence=RUNS, learners=Learners.TWO, place=4, second="it tests the same mean by random signs; Student's t needs no draws"),
        Use(evidence=ROWS, learners=Learners.TWO, place=1, taken=_ROWS_TAKEN, second=_ROWS_SECOND),
        Use(evidence=ROWS, learners=Learners.MANY, place=2, taken=_ROWS_TAKEN, second=_ROWS_SECOND),
    ),
    assumptions=("the pairs are independent", "the two would be exchangeable on each pair if they did not differ"),
)  # fmt: skip
