"""Rules that say why a test cannot run on a table, and checks of what it takes for granted. Tests declare which they have."""

from math import sqrt

import numpy as np

from bakeoff.comparisons.assumption_notes import (
    COMMENSURABLE,
    FEW_DATASETS,
    FEW_GROUPS,
    LOPSIDED,
    MAGNITUDES,
    MANY,
    NOT_NORMAL,
    NOT_NORMAL_OF_MANY,
    OUTLIERS,
    SKEWED,
    TIED_DIFFERENCES,
    TOO_FEW_TO_CHECK,
    ZERO_DIFFERENCES,
)
from bakeoff.comparisons.evidence.commensurable import APART, spans_magnitudes
from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.midranks import tie_sizes
from bakeoff.comparisons.notes import FEW_FOR_NORMAL
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note

__all__ = [
    "CHECKABLE", "HUGE", "check_normality", "commensurable", "few_data_sets", "few_for_normal", "few_group_notes", "few_groups", "few_to_exchange", "lopsided", "needs_every_score",
    "needs_hits", "normal_differences", "normality_p", "one_scale", "outliers", "tied_differences", "ties_among", "zero_differences",
]  # fmt: skip

HUGE = 2000  # from here on a check reports sizes, not p-values: everything is significant
SIX = 6  # groups: of five, the two most telling sign patterns of 32 have p = 0.0625
CHECKABLE = 8  # below, Shapiro-Wilk sees almost nothing and any value looks far from so few others


# Why a test cannot run on this table: rules (score matrix, scheme) -> reason or ""


def needs_every_score(matrix: ScoreMatrix, _scheme: str) -> str:
    """The rule of tests that rank all learners within each block."""
    return "" if matrix.ranked.all() else "cells are missing, and it needs every score"


def needs_hits(matrix: ScoreMatrix, _scheme: str) -> str:
    """The rule of tests that count who was right on a row."""
    if np.isin(matrix.values, (0.0, 1.0)).all():
        return ""
    return "it reads hits and misses (1 and 0), which accuracy and error have and other measures do not"


NORMAL = 30  # numbers from which the notes take a mean for normal


def few_for_normal(n: int, what: str, cure: str) -> tuple[Note, ...]:
    """The note on a normal law for few numbers."""
    return (FEW_FOR_NORMAL(n=n, what=what, cure=cure),) if n < NORMAL else ()


# Doubts about one pair: checks (differences) -> note or None


def normal_differences(d: Array) -> Note | None:
    """Check that differences look normal, where they are enough to look at."""
    return check_normality(d) if d.size >= CHECKABLE else TOO_FEW_TO_CHECK(n=d.size, what="differences")


def normality_p(values: Array) -> float | None:
    """Shapiro and Wilk's p; None where there are too few or too many numbers, or all are equal."""
    from scipy.stats import shapiro

    return float(shapiro(values).pvalue) if CHECKABLE <= values.size < HUGE and np.ptp(values) > 0 else None


def check_normality(d: Array) -> Note | None:
    """Check by Shapiro and Wilk's test; of very many values the skewness is reported instead."""
    from scipy.stats import shapiro

    if np.ptp(d) == 0:
        return None
    if d.size >= HUGE:
        skew = _skewness(d)
        return SKEWED(skewness=skew) if abs(skew) > 1 else None
    p = float(shapiro(d).pvalue)
    kind = NOT_NORMAL_OF_MANY if d.size >= MANY else NOT_NORMAL
    return kind(p_value=p, n=d.size) if p < 0.05 else None


def _skewness(d: Array) -> float:
    return float(np.mean(((d - d.mean()) / d.std()) ** 3))


def outliers(d: Array) -> Note | None:
    """Check for differences far from the rest, which weigh on a mean."""
    if d.size < CHECKABLE:
        return None
    middle = np.median(d)
    scale = 1.4826 * float(np.median(np.abs(d - middle)))
    far = int(np.sum(np.abs(d - middle) > 5 * scale)) if scale else 0
    return OUTLIERS(outliers=far, n=d.size) if far else None


def zero_differences(d: Array) -> Note | None:
    """Check for blocks on which the two tie."""
    zeros = int(np.sum(d == 0))
    return ZERO_DIFFERENCES(zeros=zeros, n=d.size) if zeros else None


def tied_differences(d: Array) -> Note | None:
    """Check for differences of the same size, which share a rank."""
    tied = ties_among(d)
    return TIED_DIFFERENCES(tied=tied, n=d.size) if tied else None


def ties_among(d: Array) -> int:
    """How many non-zero differences share their size with another.

    >>> ties_among(np.array([1.0, -1.0, 2.0]))
    2
    """
    sizes = tie_sizes(np.abs(d[d != 0]))
    return int(sizes[sizes > 1].sum())


def lopsided(d: Array) -> Note | None:
    """Check for a long tail on one side: signed ranks then answer about the pseudo-median, not the median."""
    if d.size < 10 or np.std(d) == 0:
        return None
    skew, error = _skewness(d), sqrt(6 / d.size)
    return LOPSIDED(skewness=skew) if abs(skew) > 2.5 * error and abs(skew) > 1 else None


# Doubts about a whole table: checks (score matrix, evidence) -> note or None


def few_data_sets(matrix: ScoreMatrix, evidence: Evidence) -> Note | None:
    """Check that there are enough data sets for a chi-squared law."""
    n = len(matrix.complete_blocks().blocks)
    return FEW_DATASETS(n=n) if evidence is DATASETS and n < 10 else None


def few_groups(matrix: ScoreMatrix, _evidence: Evidence) -> Note | None:
    """Check that there are enough groups for sign patterns to reach p = 0.05."""
    return few_to_exchange(matrix.group_count)


def few_to_exchange(groups: int | None) -> Note | None:
    """The same of a number of groups; None where rows come in none."""
    return FEW_GROUPS(groups=groups, needed=SIX) if groups is not None and groups < SIX else None


def few_group_notes(groups: Array | None) -> tuple[Note, ...]:
    """The same of what each row belongs to, as notes of a result."""
    few = None if groups is None else few_to_exchange(len(np.unique(groups)))
    return () if few is None else (few,)


def commensurable(_matrix: ScoreMatrix, evidence: Evidence) -> Note | None:
    """The doubt of every test that compares sizes across data sets."""
    return COMMENSURABLE() if evidence is DATASETS else None


def one_scale(matrix: ScoreMatrix, evidence: Evidence) -> Note | None:
    """Check that the scores of the data sets are of one size, where differences are ranked or added."""
    factor = spans_magnitudes(matrix) if evidence is DATASETS else 1.0
    return MAGNITUDES(factor=factor) if factor > APART else None
