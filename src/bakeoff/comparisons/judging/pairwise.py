"""Any test of two learners over all pairs, planned pairs or against a control, with an adjustment for asking often."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.evidence.types import Disagreement, PairedScores, ScoreMatrix
from bakeoff.comparisons.posthoc.adjust import ADJUSTMENTS, adjusted_name
from bakeoff.comparisons.posthoc.many_pairs import Pairs, raw_p_values
from bakeoff.comparisons.posthoc.ranks import adjusted_for, mean_ranks, pair_list
from bakeoff.comparisons.results import Alternative, PairResult, RankComparison, TestResult
from bakeoff.comparisons.significance.many_learners.friedman import Table
from bakeoff.comparisons.significance.permutation import permutation
from bakeoff.comparisons.significance.sign import sign
from bakeoff.comparisons.significance.wilcoxon import WILCOXON
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["pairwise", "smallest_adjusted_p"]


def pairwise(
    table: Table, test: str = WILCOXON.name, adjust: str = "holm", *, control: str | None = None,
    pairs: Sequence[tuple[str, str]] | None = None, test_share: float | None = None, alternative: str = "two-sided",
    by_signs: Sequence[str] = (), level: float = 0.95, options: Mapping[str, Any] | None = None,
) -> RankComparison:  # fmt: skip
    """Test two learners at a time on the blocks that have both, then adjust for the number of questions asked.

    `options` go to the test, such as {"zeros": "pratt"}.  `alternative` is about the first of each pair; the control comes first.  Pairs with a learner of `by_signs` are
    compared by the sign test: the sizes of its differences say nothing.  Where the differences of a pair on
    independent blocks are all equal the t has no p; the exact sign test is read in its place.  The omnibus result is
    the smallest adjusted p: it rejects exactly when some pair does.  Reference: garcia2008.

    >>> r = pairwise({"a": [9, 8, 9, 8, 9, 9], "b": [8, 7, 6, 7, 7, 6], "c": [7, 6, 7, 5, 6, 4]}, adjust="holm")
    >>> [round(one.p_adjusted, 4) for one in r.pairs]
    [0.0938, 0.0938, 0.1562]
    """
    matrix = ScoreMatrix.of(table)
    declared = {
        declared_test.name: declared_test
        for declared_test in tests
        if declared_test.takes in (PairedScores, Disagreement) and not declared_test.equivalence
    }
    if test not in declared:
        raise UnknownName("test of two learners", test, declared)
    columns = pair_list(matrix.names, control) if pairs is None else _columns(matrix.names, pairs)
    if not len(columns):
        raise BadInput("there is no pair to compare")
    asked = _PairTest(
        test=declared[test],
        matrix=matrix,
        test_share=test_share,
        alternative=Alternative(alternative),
        level=level,
        by_signs=frozenset(map(matrix.names.index, by_signs)),
        options=dict(options or {}),
    )
    together = len(columns) > 1 and not asked.options
    together_results = (
        raw_p_values(matrix, columns, asked.test, asked.alternative, asked.by_signs) if together else None
    )
    results = None if together_results is not None else [asked.of(i, j) for i, j in columns.tolist()]
    raw, favours = (
        together_results
        if together_results is not None
        else (np.array([result.p_value for result in results or ()]), None)
    )
    adjusted = adjusted_for(raw, adjust, len(matrix.names), every=pairs is None and control is None)

    def pair_result(place: int) -> PairResult:
        i, j = columns[place].tolist()
        result = asked.of(i, j) if results is None else results[place]
        a, b = matrix.names[i], matrix.names[j]
        return PairResult(a=a, b=b, result=result, p_adjusted=float(adjusted[place]), adjustment=adjust)

    pair_results = Pairs(pair_result, matrix.names, columns, raw, adjusted, favours=favours)
    return RankComparison(
        names=matrix.names, mean_ranks=mean_ranks(matrix), omnibus=smallest_adjusted_p(pair_results, test, adjust), pairs=pair_results,
        critical_difference=None, posthoc=adjusted_name(test, adjust, pairwise=True), n=len(matrix.blocks),
    )  # fmt: skip


def _columns(names: Sequence[str], pairs: Sequence[tuple[str, str]]) -> Array:
    for name in (name for pair in pairs for name in pair):
        if name not in names:
            raise UnknownName("learner", name, names)
    return np.array([[names.index(name) for name in pair] for pair in pairs], dtype=np.intp).reshape(-1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class _PairTest:
    """One test of two learners on the columns of one table."""

    test: SignificanceTest
    matrix: ScoreMatrix
    test_share: float | None
    alternative: Alternative
    level: float
    by_signs: frozenset[int] = frozenset()  # columns whose differences have no size
    options: Mapping[str, Any] = field(default_factory=dict)  # of the test

    def of(self, i: int, j: int) -> TestResult:
        """The result on the blocks that have both."""
        test, names = self.test, self.matrix.names
        first, second = self.matrix.of_pair(names[i], names[j])
        if not first.size:
            return TestResult(
                test=test.name, title=test.title, variant="no common block", null=test.null, statistic=nan, p_value=nan, n=0,
                reason="the two learners have no block in common",
            )  # fmt: skip
        if self.by_signs & {i, j}:
            alone = sign(first, second, alternative=self.alternative.value, level=self.level)
            return replace(alone, difference=None)
        options = {**self.options, **({"alternative": self.alternative.value} if test.sided else {})}
        pair = self.matrix.paired(names[i], names[j], self.test_share)
        result: TestResult = test.run(self._evidence(pair), level=self.level, **options)
        # Signs of overlapping splits are no coins: there p stays undefined where the variance is zero.
        if not isnan(result.p_value) or result.n < 2:
            return result
        if pair.horizon is not None:  # signs of rows in time are no independent coins
            return result
        if self.test_share is not None:
            return replace(result, reason="zero variance: every difference is the same, so p is undefined")
        side, grouped = self.alternative.value, pair.groups is not None or pair.weight is not None
        exact = (
            permutation(first, second, groups=pair.groups, sample_weight=pair.weight, alternative=side)
            if grouped
            else sign(first, second, alternative=side)
        )
        phrase = "the permutation test" if grouped else "the exact sign test"
        return replace(result, p_value=exact.p_value, variant=f"{result.variant}; p by {phrase}", stand_in=phrase)

    def _evidence(self, pair: PairedScores) -> PairedScores | Disagreement:
        if self.test.takes is not Disagreement:
            return pair
        if not (np.isin(pair.a, (0.0, 1.0)).all() and np.isin(pair.b, (0.0, 1.0)).all()):
            raise BadInput(f"{self.test.phrase} reads zeros and ones: 1 where a learner was right on a row")
        return Disagreement.of_hits(pair.a, pair.b)


def smallest_adjusted_p(pairs: Pairs[PairResult], test: str, adjustment: str) -> TestResult:
    """The global question, answered by the pair that stands out most."""
    defined = ~np.isnan(pairs.adjusted)
    first = pairs[int(np.argmin(np.where(defined, pairs.adjusted, np.inf))) if defined.any() else 0]
    if len(pairs) == 1:
        return replace(first.result, test=test, p_value=first.p_adjusted)
    adjusted = f" adjusted by {ADJUSTMENTS[adjustment]}" if adjustment in ADJUSTMENTS else ""
    return replace(
        first.result, test=test, variant=f"smallest of {len(pairs)} p-values{adjusted}: {first.a} against {first.b}",
        null="no pair of learners differs", p_value=first.p_adjusted,
    )  # fmt: skip
