"""Does a comparison over repeated splits react to single training rows, relative to how much the test rows differ?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isnan, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.distributions import t_quantile
from bakeoff.comparisons.significance.t import MOST_DF, corrected_t
from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.terminology.explanation import Explained, Explanation, explained
from bakeoff.estimates.estimate import Estimate

__all__ = ["CHECKS", "RELATIVE_STABILITY", "RelativeStability", "StabilityCheck", "relative_stability"]

LIMIT = 0.2  # of the ratio: simulated, naive Bayes 0.11 and 1-NN 0.35 with 400 rows; a convention, no theorem gives a number
FEWEST = 2  # repeats: one tests each row once, with one training set


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StabilityCheck(Explained):
    """A check of what an interval takes for granted, as `bakeoff explain` tells it."""

    name: str
    title: str
    formula: str
    text: str
    assumptions: tuple[str, ...]
    reference: str

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        return explained(self, "check", command="bakeoff stability study.bakeoff")


RELATIVE_STABILITY = StabilityCheck(
    name="relative_stability", title="relative stability of a comparison (lower bound of its instability)",
    formula=r"\hat r = 2 \hat V / \hat\sigma^2",
    text=(
        "h is the loss of learner a less that of b on a test row, less its mean over the rows of a repeat. V is the variance of h of one "
        "row between repeats, whose training sets differ, mean over rows; sigma squared is the variance between rows of the mean of h over "
        "repeats, less V over the number of repeats. After Bayle, Janson and Mackey a comparison is relatively stable where n times the mean "
        "squared change of h after one training row is replaced is small beside sigma squared; then the interval over test rows that "
        "cross-validation gives is exact for many rows. By the inequality of Efron and Stein that quantity is at least r: a large r shows "
        "that the comparison reacts to single rows, a small one proves nothing. From r = 0.2 on the conservative interval (corrected t over "
        "splits) is given. The definition, the bound from stored splits and the limit are our reading of that work."
    ),
    assumptions=(
        "every row is tested in two repeats or more", "the measure is a mean over rows", "rows are independent of each other",
    ),
    reference="bayle2026",
)  # fmt: skip
CHECKS = (RELATIVE_STABILITY,)


@dataclass(frozen=True, slots=True, kw_only=True)
class RelativeStability:
    """How far a comparison reacts to its training rows, and the interval that this leaves."""

    ratio: float  # estimated lower bound of the relative instability; NaN where nothing differs
    between_repeats: float  # the variance of a row's difference between repeats
    between_rows: float  # the variance between rows that is left
    rows: int
    repeats: int
    difference: Estimate  # of mean losses, a less b
    a: str = "a"
    b: str = "b"
    measure: str = ""
    dataset: str = ""

    @property
    def unstable(self) -> bool:
        """Whether the comparison was seen to react to single rows."""
        return self.ratio >= LIMIT

    def __str__(self) -> str:
        where = f" on {self.dataset}" if self.dataset else ""
        what = f"{self.measure} of " if self.measure else ""
        if isnan(self.ratio):
            return f"{self.a} and {self.b} do not differ on any row{where}: there is nothing to react."
        finding = (
            f"The comparison of {self.a} and {self.b}{where} reacts to single training rows (ratio {self.ratio:.2f}, limit {LIMIT:g}): "
            "the interval over rows would be too narrow, so the conservative one over splits is given."
            if self.unstable
            else f"The comparison of {self.a} and {self.b}{where} was not seen to react to single training rows "
            f"(ratio {self.ratio:.2f}, limit {LIMIT:g})."
        )
        return f"{finding}\n{what}{self.a} minus {self.b}: {self.difference}"

    def to_dict(self) -> dict[str, Any]:
        """For JSON; NaN is None."""
        numbers = {name: json_safe(getattr(self, name)) for name in ("ratio", "between_repeats", "between_rows")}
        return {
            "schema": "bakeoff.relative_stability/1", "a": self.a, "b": self.b, "measure": self.measure, "dataset": self.dataset,
            **numbers, "limit": LIMIT, "unstable": self.unstable, "rows": self.rows, "repeats": self.repeats,
            "difference": {name: json_safe(value) for name, value in self.difference.as_dict().items()},
        }  # fmt: skip


def relative_stability(
    a: ArrayLike, b: ArrayLike, folds: ArrayLike, *, level: float = 0.95, names: Sequence[str] = ("a", "b")
) -> RelativeStability:
    """Does the comparison of two learners by repeated cross-validation react to single training rows?

    `bakeoff explain relative_stability` describes what is computed. References: bayle2026, bayle2020, efron1981.

    Parameters
    ----------
    a, b
        The loss (or the score) of each test row, one line for each repeat and one column for each row.
    folds
        In the same shape, in which fold of the repeat a row was tested.
    level
        The confidence of the interval.
    names
        How the learners are called.

    Returns
    -------
    RelativeStability
        The ratio, whether the comparison is unstable, and the difference with its interval.

    Examples
    --------
    >>> folds = [[0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 0, 1]]
    >>> found = relative_stability([[1, 0, 1, 0, 0, 1], [1, 0, 1, 0, 0, 1]], [[0, 0, 1, 0, 0, 0], [0, 0, 1, 0, 0, 0]], folds)
    >>> found.ratio, found.unstable, found.difference.method
    (0.0, False, 't over rows, mean over repeats')
    """
    probability("level", level)
    first, second, fold = (_numbers(table) for table in (a, b, folds))
    _check(first, second, fold)
    h = np.subtract(first, second, dtype=np.float64)
    repeats, rows = h.shape
    differ, largest, means = bool(np.any(h)), float(max(h.max(), -h.min())), h.mean(axis=0)
    h -= h.mean(
        axis=1, keepdims=True
    )  # in its place: with many repeats of many rows this is the largest array of a report
    within = float(h.var(axis=0, ddof=1).mean())
    between = max(float(h.mean(axis=0).var(ddof=1)) - within / repeats, 0.0)
    scale = max(1.0, largest) ** 2
    ratio = nan if not differ else 0.0 if within <= 1e-15 * scale else 2 * within / between if between else inf
    over_rows = _over_rows(means, level)
    estimate = _over_splits(first, second, fold, level) if ratio >= LIMIT else over_rows
    return RelativeStability(
        ratio=ratio, between_repeats=within, between_rows=between, rows=rows, repeats=repeats, difference=estimate,
        a=names[0], b=names[1],
    )  # fmt: skip


def _numbers(values: ArrayLike) -> Array:
    """Whole numbers as they are, whatever their size in memory; all else as floats."""
    array = np.asarray(values)
    return array if array.dtype.kind in "iu" else np.asarray(array, dtype=np.float64)


def _check(a: Array, b: Array, folds: Array) -> None:
    """Refuse other shapes, one repeat, rows that were not tested."""
    if a.ndim != 2 or a.shape != b.shape or a.shape != folds.shape:
        shapes = ", ".join(" x ".join(map(str, table.shape)) or "one number" for table in (a, b, folds))
        raise BadInput(f"a, b and folds must have one shape, repeats x rows; they have {shapes}")
    if a.shape[0] < FEWEST:
        raise BadInput(
            "one repeat tests each row once, so nothing shows how it reacts; give two repeats or more (10x10, 5x2)"
        )
    if a.shape[1] < 3:
        raise BadInput(f"{a.shape[1]} rows are too few; give three or more")
    for name, table in (("a", a), ("b", b), ("folds", folds)):
        if not np.isfinite(table).all():
            repeat, row = np.argwhere(~np.isfinite(table))[0].tolist()
            raise BadInput(
                f"{name} has no finite value for row {row} in repeat {repeat}; every row must be tested in every repeat"
            )


def _over_rows(means: Array, level: float) -> Estimate:
    """Student's interval over rows, as if the learners were fixed: what relative stability would make exact."""
    n = len(means)
    value, reach = float(means.mean()), t_quantile((1 + level) / 2, n - 1) * float(means.std(ddof=1)) / sqrt(n)
    low, high = (value - reach, value + reach) if reach > 0 else (nan, nan)
    return Estimate(value=value, low=low, high=high, level=level, method="t over rows, mean over repeats", n=n)


def _over_splits(a: Array, b: Array, folds: Array, level: float) -> Estimate:
    """The corrected t over all splits, as verdicts take it."""
    means, shares = [], []
    for mine, theirs, fold in zip(a, b, folds, strict=True):
        for number in np.unique(fold):
            test = fold == number
            means.append((float(mine[test].mean()), float(theirs[test].mean())))
            shares.append(test.sum() / max(len(fold) - test.sum(), 1))
    mine, theirs = np.array(means).T
    result = corrected_t(mine, theirs, float(np.mean(shares)), df=MOST_DF, level=level)
    assert result.difference is not None
    return result.difference
