"""What a test takes for granted, checked on the evidence. A check qualifies the conclusion; it never switches the test."""

import numpy as np

from bakeoff.comparisons.assumption_notes import (
    ASSUMPTIONS,
    GROUP_ASSUMPTIONS,
    HUGE_SAMPLE,
    MINUTE,
    SPREADS_DIFFER,
    TIED_RANKS,
    TOO_FEW_TO_CHECK,
    WHOLE_NUMBERS,
)
from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.evidence.kinds import Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.significance._checks import CHECKABLE, HUGE, check_normality, normality_p
from bakeoff.comparisons.significance.permutation import flipped_totals
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note

__all__ = ["assumptions_of", "check_continuous", "check_matrix", "check_pair", "check_unpaired"]

SMALLEST_SHARE = 1e-6  # of the scores: no data set can bear a difference this small


def check_pair(a: Array, b: Array, test: SignificanceTest) -> tuple[Note, ...]:
    """Return the doubts about one pair under this test."""
    d = noise_free_difference(a, b)
    if d.size < 2 or not np.any(d):
        return ()
    doubts = [check(d) for check in test.pair_checks]
    doubts += [HUGE_SAMPLE(n=d.size)] if d.size >= HUGE else []
    return tuple(doubt for doubt in doubts if doubt is not None)


def assumptions_of(
    a: Array,
    b: Array,
    test: SignificanceTest,
    *,
    paired: bool = True,
    groups: Array | None = None,
    weight: Array | None = None,
) -> tuple[Note, ...]:
    """All that a test on means takes for granted, checked, whatever the outcome; of rows in groups, the totals of groups.

    No test here takes the variances of two learners to be equal: paired tests read differences, Welch's allows for it.
    """
    if not test.parametric or min(a.size, b.size) < 2:
        return ()
    if groups is not None:
        totals = flipped_totals(noise_free_difference(a, b), groups, weight)
        return (GROUP_ASSUMPTIONS(phrase=test.phrase, normal=normality_p(totals), groups=totals.size),)
    samples = (noise_free_difference(a, b),) if paired else (a, b)
    facts = {
        "normal": tuple(map(normality_p, samples)),
        "whole": _all_whole(a, b),
        "n": min(a.size, b.size),
    }
    return (ASSUMPTIONS(test=test.name, phrase=test.phrase, **facts),)


def check_continuous(test: SignificanceTest, *scores: Array) -> tuple[Note, ...]:
    """The doubt about counts, of a test that adds scores or ranks them."""
    return (WHOLE_NUMBERS(),) if test.continuous and _all_whole(*scores) else ()


def _all_whole(*scores: Array) -> bool:
    values = np.concatenate([score[~np.isnan(score)] for score in scores])
    return values.size > 0 and bool((values % 1 == 0).all())


def _levene(a: Array, b: Array) -> float | None:
    """Levene's p around the median; None where a sample does not vary."""
    from scipy.stats import levene

    return (
        float(levene(a, b, center="median").pvalue)
        if min(a.size, b.size) > 2 and np.ptp(a) > 0 and np.ptp(b) > 0
        else None
    )


def check_unpaired(a: Array, b: Array) -> tuple[Note, ...]:
    """Equal spread of two samples (Levene, around the median), and normality of each where it matters."""
    p = _levene(a, b)
    doubts: list[Note | None] = [SPREADS_DIFFER(p_value=p)] if p is not None and p < 0.05 else []
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
    doubts += [] if evidence.single_rows else check_continuous(test, matrix.values.ravel())
    if n and k > 2 and not evidence.single_rows:
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
