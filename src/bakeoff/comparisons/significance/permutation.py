"""The paired permutation test: under the null, which of two numbers belongs to which learner is a coin toss."""

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.distributions import binomial_p
from bakeoff.comparisons.evidence.kinds import DATASETS, GROUPED_ROWS, ROWS, RUNS
from bakeoff.comparisons.evidence.types import PairedScores, significant_digits
from bakeoff.comparisons.results import Alternative, Tally, TestResult
from bakeoff.comparisons.significance._checks import few_group_notes, few_groups, one_scale
from bakeoff.comparisons.significance.rows.cluster_t import cluster_t, counted_pairs
from bakeoff.comparisons.significance.t import IDENTICAL, paired_t
from bakeoff.core.checks import Array, count
from bakeoff.kernels import kernel

__all__ = ["PERMUTATION", "flip_sums", "flipped_totals", "permutation", "permutation_p", "sign_flips"]

NULL = "the two learners are exchangeable on every pair"


def permutation(
    a: ArrayLike, b: ArrayLike, n_resamples: int = 10_000, seed: int = 0, *, groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None, alternative: str = "two-sided", level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Could the mean difference arise if the two learners were exchangeable?  Signs of the differences are drawn anew.

    Exact where all non-zero differences have one size (hits and misses: a binomial) and where all sign patterns are
    fewer than `n_resamples`; else :math:`p = (count + 1) / (B + 1)`, never zero.  The statistic is the mean difference.
    All pairs of a group change their signs together; of fewer than six groups no outcome reaches p = 0.05.
    Reference: edgington2007.

    >>> permutation([1, 1, 1, 1, 1, 0], [0, 0, 0, 0, 0, 0]).p_value
    0.0625
    """
    pairs = counted_pairs(a, b, groups, sample_weight)
    d, ids, weight = pairs.differences, pairs.groups, pairs.weight
    side = Alternative(alternative)
    flipped = flipped_totals(d, ids, weight)
    p, variant, reason = sign_flips(flipped, count("n_resamples", n_resamples), seed, side)
    plain = ids is None and weight is None
    plain_result = (paired_t if plain else partial(cluster_t, groups=ids, sample_weight=weight))(
        pairs.a, pairs.b, level=level
    )
    mean = float(d.mean()) if plain_result.difference is None or plain else plain_result.difference.value
    return TestResult(
        test=PERMUTATION.name, title=PERMUTATION.title, variant=_of_groups(variant, ids), null=NULL, statistic=mean, p_value=p, n=d.size, alternative=side,
        reason=reason, difference=plain_result.difference,
        formula=r"\bar d = \sum d_i / n, compared with its value under every (or many) patterns of signs",
        tally=Tally(wins=int(np.sum(d > 0)), ties=int(np.sum(d == 0)), losses=int(np.sum(d < 0))), counted=int(np.count_nonzero(flipped)),
        filled=f"{mean * d.size:.8g} / {d.size}",
        working=(("mean difference", mean), ("non-zero differences", int(np.count_nonzero(flipped)))), notes=few_group_notes(ids),
    )  # fmt: skip


def flipped_totals(d: Array, groups: Array | None, weight: Array | None) -> Array:
    """Return the parts of the (weighted) sum whose signs are drawn: rows, or the totals of groups, free of float noise.

    >>> flipped_totals(np.array([1.0, 0.5, -1.0]), np.array(["p", "p", "q"]), None).tolist()
    [1.5, -1.0]
    """
    if weight is not None:
        d = d * (weight * (len(d) / weight.sum()))
    if groups is not None:
        d = np.bincount(np.unique(groups, return_inverse=True)[1].reshape(-1), weights=d)
    return d if groups is None and weight is None else significant_digits(d)


def _of_groups(variant: str, groups: Array | None) -> str:
    return variant if groups is None else f"{variant} of {len(np.unique(groups))} groups"


def sign_flips(d: Array, draws: int, seed: int, side: Alternative) -> tuple[float, str, str]:
    """The p-value of a sum under random signs, how it was found, and why it says nothing where it does not."""
    moved = d[d != 0]
    if not moved.size:
        return 1.0, "nothing to permute", IDENTICAL
    if np.all(np.abs(moved) == abs(moved[0])):
        return binomial_p(int(np.sum(moved > 0)), moved.size, side), "exact binomial of equal differences", ""
    if moved.size <= 20 and 2**moved.size <= max(draws, 4096):
        p = _share(_every_sum(moved), float(moved.sum()), side, exact=True)
        return p, f"exact, all {2**moved.size} sign patterns", ""
    return permutation_p(flip_sums(moved, draws, seed), float(moved.sum()), side), f"{draws} random sign patterns", ""


def flip_sums(parts: Array, draws: int, seed: int) -> Array:
    """Sums under random signs, the same in whatever order the parts stand, and mirrored if all parts change their sign.

    >>> one, other = (flip_sums(np.array(parts), 3, 0) for parts in ([1.0, 2.0, -5.0], [5.0, -1.0, -2.0]))
    >>> bool((one == -other).all())
    True
    """
    turn = -1.0 if parts.sum() < 0 else 1.0
    return np.asarray(turn * kernel("sign_flip_sums")(np.sort(np.abs(parts)), draws, seed))


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
    for value in values:
        sums = np.concatenate([sums - value, sums + value])
    return sums


_ROWS_TAKEN = "one test set, row by row, with losses or weights instead of hits: signs of the differences are exchanged"
_ROWS_SECOND = "it gives McNemar's result on hits and misses, but with random signs that McNemar's test does not need"
_GROUPS_SECOND = (
    "it exchanges whole groups, and takes the learners to be exchangeable in each; below six groups it shows nothing"
)
PERMUTATION = SignificanceTest(
    name="permutation",
    symbols={"B": "number of draws", "#": "number of draws for which", "d̄^*": "mean difference after the signs of some differences were switched at random"},
    also=("permutation_test", "randomization", "randomisation", "randomization_test"), title="paired permutation test", formula=r"p = \frac{1 + \#\{|\bar d^*| \ge |\bar d|\}}{1 + B}",
    null=NULL, reference="edgington2007", design=(ProblemShape.TWO_ON_ONE, ProblemShape.TWO_ON_MANY), takes=PairedScores,
    run=lambda scores, **options: permutation(scores.a, scores.b, **({"groups": scores.groups, "sample_weight": scores.weight} | options)),
    compute=permutation, exact=True, table_checks=(one_scale, few_groups),
    uses=(
        Use(evidence=DATASETS, learners=Learners.TWO, place=4,
            second="it tests the mean difference, which one data set on a larger scale can dominate"),
        Use(evidence=RUNS, learners=Learners.TWO, place=4, second="it tests the same mean by random signs; Student's t needs no draws"),
        Use(evidence=ROWS, learners=Learners.TWO, place=1, taken=_ROWS_TAKEN, second=_ROWS_SECOND),
        Use(evidence=ROWS, learners=Learners.MANY, place=2, taken=_ROWS_TAKEN, second=_ROWS_SECOND),
        Use(evidence=GROUPED_ROWS, learners=Learners.TWO, place=1, second=_GROUPS_SECOND),
        Use(evidence=GROUPED_ROWS, learners=Learners.MANY, place=1, second=_GROUPS_SECOND),
    ),
    assumptions=("the pairs are independent", "the two would be exchangeable on each pair if they did not differ"),
)  # fmt: skip
