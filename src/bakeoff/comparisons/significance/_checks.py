"""Rules that say why a test cannot run on a table, and checks of what it takes for granted. Tests declare which they have."""

from math import sqrt

import numpy as np

from bakeoff.comparisons.evidence.commensurable import APART, spans_magnitudes
from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.midranks import tie_sizes
from bakeoff.core.checks import Array
from bakeoff.core.text import format_p

__all__ = [
    "CHECKABLE", "HUGE", "check_normality", "commensurable", "few_data_sets", "few_disagreements", "lopsided", "needs_every_score",
    "needs_hits", "normal_differences", "one_scale", "outliers", "tied_differences", "ties_among", "too_few", "zero_differences",
]  # fmt: skip

HUGE = 2000  # from here on a check reports sizes, not p-values: everything is significant
CHECKABLE = 8  # below, Shapiro-Wilk sees almost nothing and any value looks far from so few others


# Why a test cannot run on this table: rules (score matrix, scheme) -> reason or ""


def needs_every_score(matrix: ScoreMatrix, _scheme: str) -> str:
    """The rule of tests that rank all learners within each block."""
    return "" if matrix.complete else "cells are missing, and it needs every score"


def needs_hits(matrix: ScoreMatrix, _scheme: str) -> str:
    """The rule of tests that count who was right on a row."""
    if np.isin(matrix.values, (0.0, 1.0)).all():
        return ""
    return "it reads hits and misses (1 and 0), which accuracy and error have and other measures do not"


# Doubts about one pair: checks (differences) -> doubt or ""


def normal_differences(d: Array) -> str:
    """Check that differences look normal, where they are enough to look at."""
    return check_normality(d) if d.size >= CHECKABLE else too_few(d.size)


def too_few(n: int, what: str = "differences") -> str:
    """The doubt about what cannot be checked."""
    return f"{n} {what} are too few to check whether they are normal or hold outliers"


def check_normality(d: Array) -> str:
    """Check by Shapiro and Wilk's test; of very many values the skewness is reported instead."""
    from scipy.stats import shapiro

    if np.ptp(d) == 0:
        return ""
    if d.size >= HUGE:
        skew = _skewness(d)
        return f"the differences are skewed ({skew:.2g})" if abs(skew) > 1 else ""
    p = float(shapiro(d).pvalue)
    if p >= 0.05:
        return ""
    many = "; with this many pairs the mean is still close to normal" if d.size >= 30 else ""
    return f"the differences do not look normal (Shapiro-Wilk, {format_p(p)}, n = {d.size}){many}"


def _skewness(d: Array) -> float:
    return float(np.mean(((d - d.mean()) / d.std()) ** 3))


def outliers(d: Array) -> str:
    """Check for differences far from the rest, which weigh on a mean."""
    if d.size < CHECKABLE:
        return ""
    middle = np.median(d)
    scale = 1.4826 * float(np.median(np.abs(d - middle)))
    far = int(np.sum(np.abs(d - middle) > 5 * scale)) if scale else 0
    verbs = "lies far from the rest and weighs" if far == 1 else "lie far from the rest and weigh"
    return f"{far} of {d.size} differences {verbs} on the mean" if far else ""


def zero_differences(d: Array) -> str:
    """Check for blocks on which the two tie."""
    zeros = int(np.sum(d == 0))
    return f"{zeros} of {d.size} differences {'is' if zeros == 1 else 'are'} zero" if zeros else ""


def tied_differences(d: Array) -> str:
    """Check for differences of the same size, which share a rank."""
    tied = ties_among(d)
    return f"{tied} of {d.size} differences share their size with another; mid-ranks are used" if tied else ""


def ties_among(d: Array) -> int:
    """How many non-zero differences share their size with another.

    >>> ties_among(np.array([1.0, -1.0, 2.0]))
    2
    """
    sizes = tie_sizes(np.abs(d[d != 0]))
    return int(sizes[sizes > 1].sum())


def lopsided(d: Array) -> str:
    """Check for a long tail on one side: signed ranks then answer about the pseudo-median, not the median."""
    if d.size < 10 or np.std(d) == 0:
        return ""
    skew, error = _skewness(d), sqrt(6 / d.size)
    return (
        "the differences are lopsided; the test then speaks of their pseudo-median"
        if abs(skew) > 2.5 * error and abs(skew) > 1
        else ""
    )


def few_disagreements(d: Array) -> str:
    """Check that enough rows tell the two apart."""
    apart = np.count_nonzero(d)
    return f"only {apart} rows on which exactly one is right" if apart < 10 else ""


# Doubts about a whole table: checks (score matrix, evidence) -> doubt or ""


def few_data_sets(matrix: ScoreMatrix, evidence: Evidence) -> str:
    """Check that there are enough data sets for a chi-squared law."""
    n = len(matrix.complete_blocks().blocks)
    if evidence is not DATASETS or n >= 10:
        return ""
    if n > 1:
        return f"{n} data sets are few: the chi-squared law is rough below ten; Iman-Davenport's F is the better guide"
    return "one data set says nothing about another"


def commensurable(_matrix: ScoreMatrix, evidence: Evidence) -> str:
    """The doubt of every test that compares sizes across data sets."""
    return (
        "scores are compared in size across data sets, which takes them to be commensurable"
        if evidence is DATASETS
        else ""
    )


def one_scale(matrix: ScoreMatrix, evidence: Evidence) -> str:
    """Check that the scores of the data sets are of one size, where differences are ranked or added."""
    apart = spans_magnitudes(matrix) if evidence is DATASETS else 1.0
    if apart <= APART:
        return ""
    return (
        f"scores of the data sets differ in size by a factor of {apart:.3g}: if they have units of their own, name the "
        "measure or take the sign test"
    )
