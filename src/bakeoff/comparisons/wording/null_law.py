"""The law of a statistic under the null hypothesis as points, with the region of rejection: numbers for a picture."""

from dataclasses import dataclass
from math import inf, isfinite, isnan
from typing import Any

import numpy as np

from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance.critical_values import TABLES, areas_of, binomial_table
from bakeoff.comparisons.significance.signed_ranks import signed_rank_law
from bakeoff.comparisons.wording.worked_solution import LETTERS, region_of
from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable

__all__ = ["NullLaw", "binomial_law", "law_of_statistic", "null_law"]

POINTS = 401


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NullLaw:
    """Values of the statistic, how likely each is under the null, and which of them reject."""

    x: Array
    height: Array
    rejected: Array
    statistic: float
    letter: str
    discrete: bool
    region: str
    critical: tuple[float, ...] = ()  # where the region begins
    alpha: float | None = None
    p_value: float | None = None


def null_law(result: TestResult, alpha: float = 0.05) -> NullLaw:
    """The law that this result was judged by.

    >>> from bakeoff.comparisons import paired_t
    >>> law = null_law(paired_t([85, 70, 65, 95], [80, 75, 60, 85]))
    >>> law.letter, bool(law.rejected[0]), bool(law.rejected[200])
    ('t', True, False)
    """
    region = region_of(result, alpha)
    if region is None or isnan(region.critical) or not isfinite(result.statistic):
        raise NotApplicable(
            "this result has no region of rejection to draw: its distribution is not tabulated, or no outcome reaches the level"
        )
    if result.law in ("binomial", "mid-p", "signed-rank"):
        return _discrete(result, region.critical, region.text, alpha)
    value = result.standardized if result.standardized is not None else result.statistic
    two = result.law in ("t", "z")
    reach = 1.15 * max(abs(value), region.critical, 4.0)
    x = np.linspace(-reach if two else 0.0, reach, POINTS)
    side = result.alternative
    above = (region.critical,) if not two or side is not Alternative.LESS else ()
    below = (-region.critical,) if two and side is not Alternative.GREATER else ()
    rejected = np.any([*(x >= end for end in above), *(x <= end for end in below)], axis=0)
    return NullLaw(
        x=x, height=_density(result, x), rejected=rejected, statistic=value, letter=LETTERS[result.law], discrete=False,
        region=region.text, critical=(*below, *above), alpha=alpha, p_value=result.p_value,
    )  # fmt: skip


def law_of_statistic(
    table: str, statistic: float, row: float | None, *, alpha: float = 0.05, one_sided: bool = False
) -> NullLaw:
    """The law of a statistic that somebody else computed, by the name of its table; `row` is the row of that table.

    >>> law = law_of_statistic("chi2", 7.1, 1, alpha=0.01)
    >>> law.region, round(law.p_value, 4)
    ('χ² >= 6.635', 0.0077)
    """
    areas = areas_of(table, statistic, row)
    side = Alternative.TWO_SIDED
    count = 0 if row is None or row == inf else int(row)
    whole = count * (count + 1) / 2
    if one_sided:
        side = Alternative.LESS if areas.get("below", areas.get("at_most", 0.0)) < 0.5 else Alternative.GREATER
        areas = {"p": min(areas.get(name, 1.0) for name in ("below", "above", "at_most", "at_least"))}
    facts: dict[str, dict[str, Any]] = {
        "t": {"law": "z"} if row == inf else {"law": "t", "df": (row,)},
        "z": {"law": "z"},
        "chi2": {"law": "chi2", "df": (row,)},
        "sign": {"law": "binomial", "counted": count},
        "wilcoxon": {"law": "signed-rank", "counted": count, "rank_sums": (statistic, whole - statistic)},
    }
    name = TABLES[table].name
    if name not in facts:
        raise NotApplicable(f"the distribution of {name} is not drawn; t, z, chi2, sign, wilcoxon and binomial are")
    result = TestResult(
        test=name,
        variant="",
        null="",
        statistic=statistic,
        p_value=areas["p"],
        n=count,
        alternative=side,
        **facts[name],
    )
    return null_law(result, alpha)


def binomial_law(n: int, share: float) -> NullLaw:
    """The law of successes in n trials, with nothing tested."""
    table = binomial_table(n, share)
    height = np.array([row[0] for row in table.values])
    none = np.zeros(height.size, dtype=bool)
    return NullLaw(
        x=np.arange(float(height.size)),
        height=height,
        rejected=none,
        statistic=n * share,
        letter="successes",
        discrete=True,
        region="",
    )


def _density(result: TestResult, x: Array) -> Array:
    from scipy import stats

    law = {"t": stats.t, "z": stats.norm, "chi2": stats.chi2, "F": stats.f}[result.law]
    height = law.pdf(x, *result.df)
    return np.where(np.isfinite(height), height, np.nan)


def _discrete(result: TestResult, critical: float, text: str, alpha: float) -> NullLaw:
    n, side = result.counted or 0, result.alternative
    if result.law == "signed-rank":
        height = signed_rank_law(2 * np.arange(1.0, n + 1))[::2]
        x = np.arange(height.size, dtype=float)
        low, high, letter = critical, x[-1] - critical, "W+"
    else:
        from scipy import stats

        x = np.arange(n + 1.0)
        height = stats.binom.pmf(x, n, 0.5)
        low, high, letter = n - critical, critical, "wins"
    below, above = x <= low, x >= high
    rejected = {Alternative.GREATER: above, Alternative.LESS: below}.get(side, below | above)
    ends = {Alternative.GREATER: (high,), Alternative.LESS: (low,)}.get(side, (low, high))
    return NullLaw(
        x=x, height=height, rejected=rejected, statistic=result.statistic, letter=letter, discrete=True, region=text,
        critical=tuple(map(float, ends)), alpha=alpha, p_value=result.p_value,
    )  # fmt: skip
