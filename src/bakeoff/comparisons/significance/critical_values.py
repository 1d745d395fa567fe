"""Critical-value tables, computed, never typed in: `bakeoff table t|z|chi2|sign|wilcoxon|q`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from scipy import special

from bakeoff.comparisons.distributions import chi2_quantile, normal_quantile, range_quantile, t_quantile
from bakeoff.comparisons.significance.wilcoxon import signed_rank_law
from bakeoff.core.errors import UnknownName

__all__ = ["TABLES", "CriticalTable", "critical_table", "sign_critical", "wilcoxon_critical"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalTable:
    """Rows by size or degrees of freedom, columns by two-sided level (upper level for chi2 and q)."""

    name: str
    title: str
    row_name: str
    rows: tuple[int, ...]
    levels: tuple[float, ...]
    values: tuple[tuple[float, ...], ...]  # NaN where no outcome reaches the level


def sign_critical(n: int, alpha: float, *, two_sided: bool = True, mid: bool = False) -> float:
    """The fewest wins out of n that reach the level; NaN where not even n wins do.  `mid` counts the outcome half.

    >>> sign_critical(10, 0.05), sign_critical(10, 0.05, two_sided=False)
    (9.0, 9.0)
    """
    tail = alpha / 2 if two_sided else alpha
    wins = np.arange(1.0, n + 1)
    beyond = special.bdtrc(wins - 1, n, 0.5)
    if mid:
        beyond = (beyond + np.append(beyond[1:], 0.0)) / 2
    reached = np.flatnonzero(beyond <= tail * (1 + 1e-12)) if n else np.array([])
    return float(reached[0] + 1) if reached.size else nan


def wilcoxon_critical(n: int, alpha: float, *, two_sided: bool = True) -> float:
    """The largest T = min(W+, W-) that reaches the level without ties; NaN where not even T = 0 does.

    >>> wilcoxon_critical(10, 0.05), wilcoxon_critical(9, 0.05, two_sided=False)
    (8.0, 8.0)
    """
    tail = alpha / 2 if two_sided else alpha
    if not n:
        return nan
    below = np.cumsum(signed_rank_law(2 * np.arange(1, n + 1))[::2])
    reached = np.flatnonzero(below <= tail * (1 + 1e-12))
    return float(reached[-1]) if reached.size else nan


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    title: str
    row_name: str
    rows: tuple[int, ...]
    levels: tuple[float, ...]
    value: Callable[[int, float], float]


_LEVELS = (0.2, 0.1, 0.05, 0.02, 0.01)
TABLES: dict[str, _Kind] = {
    "t": _Kind(
        title="Student's t, two-sided", row_name="df", rows=(*range(1, 31), 40, 60, 80, 100, 1000),
        levels=(0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.002, 0.001), value=lambda df, a: t_quantile(1 - a / 2, df),
    ),
    "z": _Kind(
        title="Standard normal, two-sided", row_name="", rows=(0,),
        levels=(0.5, 0.32, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001), value=lambda _, a: normal_quantile(1 - a / 2),
    ),
    "chi2": _Kind(
        title="Chi-squared, upper tail", row_name="df", rows=tuple(range(1, 31)), levels=(0.1, 0.05, 0.02, 0.01, 0.001),
        value=lambda df, a: chi2_quantile(1 - a, df),
    ),
    "sign": _Kind(
        title="Sign test, fewest wins out of n, two-sided", row_name="n", rows=tuple(range(5, 51)), levels=_LEVELS,
        value=sign_critical,
    ),
    "wilcoxon": _Kind(
        title="Wilcoxon signed ranks, largest T, two-sided", row_name="n", rows=tuple(range(5, 51)), levels=_LEVELS,
        value=wilcoxon_critical,
    ),
    "q": _Kind(
        title="Nemenyi's q (studentized range, infinite df, over the root of 2)", row_name="k", rows=tuple(range(2, 21)),
        levels=(0.1, 0.05, 0.01), value=lambda k, a: range_quantile(1 - a, k) / sqrt(2),
    ),
}  # fmt: skip


def critical_table(
    name: str, *, rows: Sequence[int] | None = None, levels: Sequence[float] | None = None
) -> CriticalTable:
    """One table by name.

    >>> critical_table("q", rows=[4], levels=[0.05]).values[0][0].__round__(3)
    2.569
    """
    if name not in TABLES:
        raise UnknownName("table", name, TABLES)
    kind = TABLES[name]
    chosen, at = tuple(rows or kind.rows), tuple(levels or kind.levels)
    return CriticalTable(
        name=name, title=kind.title, row_name=kind.row_name, rows=chosen, levels=at,
        values=tuple(tuple(kind.value(row, level) for level in at) for row in chosen),
    )  # fmt: skip
