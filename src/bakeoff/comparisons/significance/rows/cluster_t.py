"""The t-test of a mean difference over rows that come in groups: patients, documents, questions asked several times."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.evidence.kinds import GROUPED_ROWS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Tally, TestResult
from bakeoff.comparisons.significance.t import EQUAL_MEANS, differences, summary_ratio
from bakeoff.estimates.analytic.clustered_mean import clustered_mean
from bakeoff.predictions.group_ids import check_groups, check_row_weights, uneven

__all__ = ["CLUSTER_T", "cluster_t", "counted_pairs"]

NO_SPREAD = (
    "every group has the same mean difference, so the statistic has no scale; read the permutation test of groups"
)
SUMS_ZERO = "the differences of every group add up to zero"


def cluster_t(
    a: ArrayLike, b: ArrayLike, groups: ArrayLike | None = None, sample_weight: ArrayLike | None = None, *,
    alternative: str = "two-sided", level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Do two learners differ in mean score over rows that depend on each other within groups?  :math:`t = \bar d / s_{CR2}`.

    The mean counts every row (by its weight), whatever group it is in. The standard error allows any dependence within
    groups and none between them: CR2, with the degrees of freedom of Bell and McCaffrey, which are C - 1 for C groups of
    one size and fewer where sizes differ. Without groups every row is a group of its own, which is the paired t-test.
    References: bell2002, pustejovsky2018.

    >>> r = cluster_t([1, 1, 1, 0, 1, 1], [0, 1, 0, 0, 0, 0], groups=["p", "p", "q", "q", "r", "r"])
    >>> round(r.statistic, 3), r.df, round(r.p_value, 3)
    (4.0, (2.0,), 0.057)
    """
    pairs = counted_pairs(a, b, groups, sample_weight)
    d = pairs.differences
    mean = clustered_mean(d, pairs.groups, pairs.weight)
    size = "" if pairs.groups is None else f", {mean.groups} groups"
    ratio = replace(
        summary_ratio(CLUSTER_T, f"CR2{size}", mean.value, mean.error, mean.df if mean.groups > 1 else 0.0, d.size),
        flat=NO_SPREAD,
        working=(("mean difference", mean.value), ("standard error (CR2)", mean.error), ("groups", mean.groups)),
    ).result(alternative, level)
    idle = mean.error == 0 and mean.value == 0 and bool(np.any(d))
    return replace(
        ratio,
        counted=mean.groups,
        reason=SUMS_ZERO if idle else ratio.reason,
        tally=Tally(wins=int(np.sum(d > 0)), ties=int(np.sum(d == 0)), losses=int(np.sum(d < 0))),
    )


def counted_pairs(
    a: ArrayLike, b: ArrayLike, groups: ArrayLike | None, sample_weight: ArrayLike | None
) -> PairedScores:
    """The pairs that count, with their groups and weights; a row of no weight is no row, and one weight for all is none.

    >>> counted_pairs([1, 0, 1], [0, 0, 1], None, [2, 2, 0]).a.tolist()
    [1.0, 0.0]
    """
    n = differences(a, b).size
    ids = None if groups is None else check_groups(groups, n)
    scores = PairedScores(a=np.asarray(a), b=np.asarray(b), groups=ids)
    if sample_weight is None:
        return scores
    weight = check_row_weights(sample_weight, n)
    kept = weight > 0
    ids = None if ids is None else check_groups(ids[kept], int(kept.sum()))
    return PairedScores(
        a=scores.a[kept], b=scores.b[kept], groups=ids, weight=weight[kept] if uneven(weight[kept]) else None
    )


_TAKEN = "rows of one group depend on each other: the standard error of their mean difference accounts for the groups"
CLUSTER_T = SignificanceTest(
    name="cluster_t",
    symbols={"s_CR2": "standard error over groups, corrected for few of them", "w_j": "weights of group j", "e_j": "residuals of group j", "B_j^(-1/2)": "correction of group j for its own influence on the mean", "W": "sum of all weights"},
    title="cluster-robust t-test", formula=r"t = \bar d / s_{CR2},\ s_{CR2}^2 = \sum_j (w_j' B_j^{-1/2} e_j)^2 / W^2",
    null=EQUAL_MEANS, reference="pustejovsky2018", design=(ProblemShape.TWO_ON_ONE,), takes=PairedScores, parametric=True,
    run=lambda scores, **options: cluster_t(scores.a, scores.b, **({"groups": scores.groups, "sample_weight": scores.weight} | options)), compute=cluster_t,
    uses=(
        Use(evidence=GROUPED_ROWS, learners=Learners.TWO, place=0, taken=_TAKEN),
        Use(evidence=GROUPED_ROWS, learners=Learners.MANY, place=0, taken=f"{_TAKEN}, pair by pair"),
    ),
    assumptions=("the groups are independent of each other", "group totals are not far from normal, or groups are many",
                 "one training set: variation of training is not seen"),
)  # fmt: skip
