"""What a test takes for granted, checked on the evidence. A check qualifies the conclusion; it never switches the test."""

import numpy as np

from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.evidence.kinds import ROWS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.notes import HUGE_SAMPLE, MINUTE, SPREADS_DIFFER, TIED_RANKS, TOO_FEW_TO_CHECK
from bakeoff.comparisons.significance._checks import CHECKABLE, HUGE, check_normality
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note

__all__ = ["check_matrix", "check_pair", "check_unpaired"]

SMALLEST_SHARE = 1e-6  # of the scores: no data set can bear a difference this small


def check_pair(a: Array, b: Array, test: SignificanceTest) -> tuple[Note, ...]:
    """Return the doubts about one pair under this test."""
    d = noise_free_difference(a, b)
    if d.size < 2 or not np.any(d):
        return ()
    doubts = [check(d) for check in test.pair_checks]
    doubts += [HUGE_SAMPLE(n=d.size)] if d.size >= HUGE else []
    return tuple(doubt for doubt in doubts if doubt is not None)


def check_unpaired(a: Array, b: Array) -> tuple[Note, ...]:
    """Equal spread of two samples (Levene, around the median), and normality of each where it matters."""
    from scipy.stats import levene

    doubts: list[Note | None] = []
    if min(a.size, b.size) > 2 and np.ptp(a) > 0 and np.ptp(b) > 0:
        p = float(levene(a, b, center="median").pvalue)
        if p < 0.05:
            doubts.append(SPREADS_DIFFER(p_value=p))
    if min(a.size, b.size) < CHECKABLE:
        doubts.append(TOO_FEW_TO_CHECK(n=min(a.size, b.size), what="scores"))
    else:
        doubts += [check_normality(a), check_normality(b)]
    return tuple(doubt for doubt in doubts if doubt is not None)


def check_matrix(matrix: ScoreMatrix, test: SignificanceTest, evidence: Evidence) -> tuple[Note, ...]:
    """Return the doubts about a whole table under this test."""
    complete = matrix.complete_blocks()
    n, k = complete.values.shape
    doubts = [MINUTE()] if n and 0 < _largest_gap(complete.values) < SMALLEST_SHARE else []
    doubts += [doubt for check in test.table_checks if (doubt := check(matrix, evidence)) is not None]
    if n and k > 2 and evidence is not ROWS:
        tied = float(np.mean(np.isclose(complete.ranks() % 1, 0.5)))
        if tied > 0.3:
            doubts.append(TIED_RANKS(share=tied))
    return tuple(doubts)


def _largest_gap(values: Array) -> float:
    """The largest difference within a block, as a share of the scores beside it.

    >>> _largest_gap(np.array([[1.0, 1.5], [2.0, 2.0]]))
    0.3333333333333333
    """
    sizes = np.abs(values).max(axis=1)
    return float(np.max(np.ptp(values, axis=1) / np.where(sizes, sizes, 1.0)))
