"""Any test of two learners over all pairs, planned pairs or against a control, with an adjustment for asking often."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

import numpy as np

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.evidence.types import Disagreement, PairedScores, ScoreMatrix
from bakeoff.comparisons.posthoc.adjust import ADJUSTMENTS, adjusted_name
from bakeoff.comparisons.posthoc.ranks import adjusted_for, mean_ranks, pair_list
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.comparisons.significance.friedman import Table
from bakeoff.comparisons.significance.sign import sign
from bakeoff.comparisons.significance.wilcoxon import WILCOXON
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["pairwise", "smallest_adjusted_p"]


def pairwise(
    table: Table, test: str = WILCOXON.name, adjust: str = "holm", *, control: str | None = None,
    pairs: Sequence[tuple[str, str]] | None = None, test_share: float | None = None, level: float = 0.95,
) -> RankComparison:  # fmt: skip
    """Test two learners at a time on the blocks that have both, then adjust for the number of questions asked.

    Where the differences of a pair are all equal the t has no p; the exact sign test is read in its place, and said.
    The omnibus result is the smallest adjusted p: it rejects exactly when some pair does.  Reference: garcia2008.

    >>> r = pairwise({"a": [9, 8, 9, 8, 9, 9], "b": [8, 7, 6, 7, 7, 6], "c": [7, 6, 7, 5, 6, 4]}, adjust="holm")
    >>> [round(one.p_adjusted, 4) for one in r.pairs]
    [0.0938, 0.0938, 0.1562]
    """
    matrix = ScoreMatrix.of(table)
    declared = {one.name: one for one in tests if one.takes in (PairedScores, Disagreement) and not one.equivalence}
    if test not in declared:
        raise UnknownName("test of two learners", test, declared)
    wanted = list(pairs) if pairs is not None else [
        (matrix.names[i], matrix.names[j]) for i, j in pair_list(matrix.names, control).tolist()
    ]  # fmt: skip
    if not wanted:
        raise BadInput("there is no pair to compare")
    results = [_one(declared[test], matrix, a, b, test_share, level) for a, b in wanted]
    raw = np.array([one.p_value for one in results])
    adjusted = adjusted_for(raw, adjust, len(matrix.names), every=pairs is None and control is None)
    found = tuple(
        PairResult(a=a, b=b, result=one, p_adjusted=float(p), adjustment=adjust)
        for (a, b), one, p in zip(wanted, results, adjusted, strict=True)
    )
    return RankComparison(
        names=matrix.names, mean_ranks=mean_ranks(matrix), omnibus=smallest_adjusted_p(found, test, adjust), pairs=found,
        critical_difference=None, posthoc=adjusted_name(test, adjust, pairwise=True), n=len(matrix.blocks),
    )  # fmt: skip


def _one(  # noqa: PLR0917 - private
    test: SignificanceTest, matrix: ScoreMatrix, a: str, b: str, test_share: float | None, level: float
) -> TestResult:
    for name in (a, b):
        if name not in matrix.names:
            raise UnknownName("learner", name, matrix.names)
    first, second = matrix.of_pair(a, b)
    if not first.size:
        return TestResult(
            test=test.name, title=test.title, variant="no common block", null=test.null, statistic=np.nan, p_value=np.nan, n=0,
            reason="the two learners have no block in common",
        )  # fmt: skip
    result: TestResult = test.run(_evidence(test, first, second, test_share), level=level)
    if not isnan(result.p_value) or result.n < 2:
        return result
    exact = sign(first, second)
    return replace(
        result,
        p_value=exact.p_value,
        variant=f"{result.variant}; p by the exact sign test",
        stand_in="the exact sign test",
    )


def _evidence(test: SignificanceTest, a: Array, b: Array, test_share: float | None) -> PairedScores | Disagreement:
    if test.takes is not Disagreement:
        return PairedScores(a=a, b=b, test_share=test_share)
    if not (np.isin(a, (0.0, 1.0)).all() and np.isin(b, (0.0, 1.0)).all()):
        raise BadInput(f"{test.phrase} reads zeros and ones: 1 where a learner was right on a row")
    return Disagreement.of_hits(a, b)


def smallest_adjusted_p(pairs: tuple[PairResult, ...], test: str, adjustment: str) -> TestResult:
    """The global question, answered by the pair that stands out most."""
    defined = [one for one in pairs if not isnan(one.p_adjusted)]
    first = min(defined, key=lambda one: one.p_adjusted) if defined else pairs[0]
    if len(pairs) == 1:
        return replace(first.result, test=test, p_value=first.p_adjusted)
    adjusted = f" adjusted by {ADJUSTMENTS[adjustment]}" if adjustment in ADJUSTMENTS else ""
    return replace(
        first.result, test=test, variant=f"smallest of {len(pairs)} p-values{adjusted}: {first.a} against {first.b}",
        null="no pair of learners differs", p_value=first.p_adjusted,
    )  # fmt: skip
