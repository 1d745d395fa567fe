"""What a test takes for granted, checked on the evidence. A check qualifies the conclusion; it never switches the test."""

import numpy as np

from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.evidence.kinds import ROWS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.significance._checks import CHECKABLE, HUGE, check_normality, too_few
from bakeoff.core.checks import Array
from bakeoff.core.text import format_p

__all__ = ["check_matrix", "check_pair", "check_unpaired"]

MINUTE = 1e-6  # of the scores: no data set can bear a difference this small


def check_pair(a: Array, b: Array, test: SignificanceTest) -> tuple[str, ...]:
    """Doubts about one pair under this test, one sentence each."""
    d = noise_free_difference(a, b)
    if d.size < 2 or not np.any(d):
        return ()
    doubts = [check(d) for check in test.pair_checks]
    if d.size >= HUGE:
        doubts.append(
            f"{d.size} pairs make the smallest difference significant: read its size; found data may be biased however large"
        )
    return tuple(doubt for doubt in doubts if doubt)


def check_unpaired(a: Array, b: Array) -> tuple[str, ...]:
    """Equal spread of two samples (Levene, around the median), and normality of each where it matters."""
    from scipy.stats import levene

    doubts = []
    if min(a.size, b.size) > 2 and np.ptp(a) > 0 and np.ptp(b) > 0:
        p = float(levene(a, b, center="median").pvalue)
        if p < 0.05:
            doubts.append(f"the spreads differ (Levene, {format_p(p)}); Welch's degrees of freedom allow for it")
    if min(a.size, b.size) < CHECKABLE:
        return (*doubts, too_few(min(a.size, b.size), "scores"))
    return (*doubts, *(doubt for doubt in (check_normality(a), check_normality(b)) if doubt))


def check_matrix(matrix: ScoreMatrix, test: SignificanceTest, evidence: Evidence) -> tuple[str, ...]:
    """Doubts about a whole table under this test."""
    complete = matrix.complete_blocks()
    n, k = complete.values.shape
    doubts = []
    if n and 0 < _largest_gap(complete.values) < MINUTE:
        doubts.append("the scores differ by less than a millionth of their size: name what would matter (rope)")
    doubts += [doubt for check in test.table_checks if (doubt := check(matrix, evidence))]
    if n and k > 2 and evidence is not ROWS:
        tied = float(np.mean(np.isclose(complete.ranks() % 1, 0.5)))
        if tied > 0.3:
            doubts.append(f"{tied:.0%} of the ranks are ties; more digits or another measure would tell more")
    return tuple(doubts)


def _largest_gap(values: Array) -> float:
    """The largest difference within a block, as a share of the scores beside it.

    >>> _largest_gap(np.array([[1.0, 1.5], [2.0, 2.0]]))
    0.3333333333333333
    """
    sizes = np.abs(values).max(axis=1)
    return float(np.max(np.ptp(values, axis=1) / np.where(sizes, sizes, 1.0)))
