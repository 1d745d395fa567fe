"""What a test takes for granted, checked on the evidence. A check qualifies the conclusion; it never switches the test."""

from math import sqrt

import numpy as np

from bakeoff.comparisons.evidence.commensurable import APART, spans_magnitudes
from bakeoff.comparisons.evidence.kinds import DATASETS, ROWS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.results import format_p
from bakeoff.comparisons.significance.anova import mauchly
from bakeoff.comparisons.significance.wilcoxon import ties_among
from bakeoff.core.checks import Array

__all__ = ["check_matrix", "check_pair", "check_unpaired"]

MEANS = ("paired_t", "corrected_t", "wald", "five_by_two_t", "five_by_two_f", "ten_by_ten", "tost")
SIZES = ("wilcoxon", "permutation", "quade", "aligned_ranks", "rm_anova", "paired_t", "wald")  # rank or add differences
HUGE = 2000  # from here on a check reports sizes, not p-values: everything is significant
MINUTE = 1e-6  # of the scores: no data set can bear a difference this small
CHECKABLE = 8  # below, Shapiro-Wilk sees almost nothing and any value looks far from so few others


def check_pair(a: Array, b: Array, test: str) -> tuple[str, ...]:
    """Doubts about one pair under this test, one sentence each."""
    d = noise_free_difference(a, b)
    said = []
    if d.size < 2 or not np.any(d):
        return ()
    if test in MEANS:
        said += [_normality(d), _outliers(d)] if d.size >= CHECKABLE else [_too_few(d.size)]
    if test in ("wilcoxon", "sign"):
        zeros, tied = int(np.sum(d == 0)), ties_among(d)
        if zeros:
            said.append(f"{zeros} of {d.size} differences {'is' if zeros == 1 else 'are'} zero")
        if test == "wilcoxon" and tied:
            said.append(f"{tied} of {d.size} differences share their size with another; mid-ranks are used")
        if test == "wilcoxon":
            said.append(_symmetry(d))
    if test == "mcnemar" and np.count_nonzero(d) < 10:
        said.append(f"only {np.count_nonzero(d)} rows on which exactly one is right")
    if d.size >= HUGE:
        said.append(
            f"{d.size} pairs make the smallest difference significant: read its size; found data may be biased however large"
        )
    return tuple(one for one in said if one)


def check_unpaired(a: Array, b: Array) -> tuple[str, ...]:
    """Equal spread of two samples (Levene, around the median), and normality of each where it matters."""
    from scipy.stats import levene

    said = []
    if min(a.size, b.size) > 2 and np.ptp(a) > 0 and np.ptp(b) > 0:
        p = float(levene(a, b, center="median").pvalue)
        if p < 0.05:
            said.append(f"the spreads differ (Levene, {format_p(p)}); Welch's degrees of freedom allow for it")
    if min(a.size, b.size) < CHECKABLE:
        return (*said, _too_few(min(a.size, b.size), "scores"))
    return (*said, *(one for one in (_normality(a), _normality(b)) if one))


def check_matrix(matrix: ScoreMatrix, test: str, evidence: Evidence) -> tuple[str, ...]:
    """Doubts about a whole table under this test."""
    said = []
    values = matrix.complete_blocks().values
    n, k = values.shape
    if n and 0 < _largest_gap(values) < MINUTE:
        said.append("the scores differ by less than a millionth of their size: name what would matter (rope)")
    if evidence is DATASETS and n < 10 and test in ("friedman", "iman_davenport"):
        said.append(
            f"{n} data sets are few: the chi-squared law is rough below ten; Iman-Davenport's F is the better guide"
            if n > 1
            else "one data set says nothing about another"
        )
    if test == "rm_anova" and n > k:
        w, p = mauchly(values)
        if p < 0.05:
            said.append(f"differences do not spread alike (Mauchly W = {w:.2f}, {format_p(p)}); use correction 'gg'")
    if evidence is DATASETS and test in ("quade", "aligned_ranks", "rm_anova", "paired_t", "wald"):
        said.append("scores are compared in size across data sets, which takes them to be commensurable")
    apart = spans_magnitudes(matrix) if evidence is DATASETS and test in SIZES else 1.0
    if apart > APART:
        said.append(
            f"scores of the data sets differ in size by a factor of {apart:.3g}: if they have units of their own, name the "
            "measure or take the sign test"
        )
    if n and k > 2 and evidence is not ROWS:
        tied = float(np.mean(np.isclose(matrix.complete_blocks().ranks() % 1, 0.5)))
        if tied > 0.3:
            said.append(f"{tied:.0%} of the ranks are ties; more digits or another measure would tell more")
    return tuple(said)


def _too_few(n: int, what: str = "differences") -> str:
    return f"{n} {what} are too few to check whether they are normal or hold outliers"


def _normality(d: Array) -> str:
    from scipy.stats import shapiro

    if np.ptp(d) == 0:
        return ""
    if d.size >= HUGE:
        z = (d - d.mean()) / d.std()
        skew = float(np.mean(z**3))
        return f"the differences are skewed ({skew:.2g})" if abs(skew) > 1 else ""
    p = float(shapiro(d).pvalue)
    if p >= 0.05:
        return ""
    many = "; with this many pairs the mean is still close to normal" if d.size >= 30 else ""
    return f"the differences do not look normal (Shapiro-Wilk, {format_p(p)}, n = {d.size}){many}"


def _largest_gap(values: Array) -> float:
    """The largest difference within a block, as a share of the scores beside it.

    >>> _largest_gap(np.array([[1.0, 1.5], [2.0, 2.0]]))
    0.3333333333333333
    """
    sizes = np.abs(values).max(axis=1)
    return float(np.max(np.ptp(values, axis=1) / np.where(sizes, sizes, 1.0)))


def _outliers(d: Array) -> str:
    middle = np.median(d)
    scale = 1.4826 * float(np.median(np.abs(d - middle)))
    far = int(np.sum(np.abs(d - middle) > 5 * scale)) if scale else 0
    verbs = "lies far from the rest and weighs" if far == 1 else "lie far from the rest and weigh"
    return f"{far} of {d.size} differences {verbs} on the mean" if far else ""


def _symmetry(d: Array) -> str:
    """A long tail on one side: signed ranks then answer about the pseudo-median, not the median."""
    if d.size < 10 or np.std(d) == 0:
        return ""
    z = (d - d.mean()) / d.std()
    skew, error = float(np.mean(z**3)), sqrt(6 / d.size)
    return (
        "the differences are lopsided; the test then speaks of their pseudo-median"
        if abs(skew) > 2.5 * error and abs(skew) > 1
        else ""
    )
