"""Tables of laws, computed, never typed in: critical values, normal and binomial probabilities, and from a statistic to p."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import Any

import numpy as np
from scipy import special

from bakeoff.comparisons.distributions import (
    binomial_at_least,
    binomial_at_most,
    binomial_p,
    chi2_quantile,
    chi2_tail,
    normal_quantile,
    range_quantile,
    range_tail,
    t_quantile,
)
from bakeoff.comparisons.results import Alternative
from bakeoff.comparisons.significance.signed_ranks import signed_rank_law
from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.terminology.spelling import fold

__all__ = [
    "TABLES",
    "CriticalTable",
    "TableKind",
    "areas_of",
    "binomial_table",
    "critical_table",
    "sign_critical",
    "wilcoxon_critical",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalTable:
    """Rows by size or degrees of freedom, columns by level, or a table of probabilities."""

    name: str
    title: str
    row_name: str
    rows: tuple[float, ...]
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
class TableKind:
    """One kind of table: its rows, its columns and how a value is computed."""

    name: str
    title: str
    row_name: str
    rows: tuple[float, ...]
    levels: tuple[float, ...]
    value: Callable[[Any, float], float]
    one_sided: Callable[[Any, float], float] | None = None  # the same at a one-sided level
    areas: Callable[[float, Any], dict[str, float]] | None = None  # statistic and row -> probabilities
    also: tuple[str, ...] = ()  # other names for it


def _symmetric(below: float, above: float) -> dict[str, float]:
    """Areas of a law around zero."""
    inside = abs(below - above)
    return {
        "p": min(1.0, 2 * min(below, above)),
        "below": below,
        "above": above,
        "within": inside,
        "from_zero": inside / 2,
    }


def _student(t: float, df: float) -> dict[str, float]:
    below, above = (float(special.ndtr(x) if df == inf else special.stdtr(df, x)) for x in (t, -t))
    return _symmetric(below, above)


def _coin(wins: float, n: int) -> dict[str, float]:
    if not float(wins).is_integer() or not 0 <= wins <= n:
        raise BadInput(f"wins are a whole number from 0 to {n}, not {wins:g}")
    sides = {side.value: binomial_p(int(wins), int(n), side) for side in Alternative}
    return {"p": sides["two-sided"], "at_most": sides["less"], "at_least": sides["greater"]}


def _rank_sum(smaller: float, n: int) -> dict[str, float]:
    if not float(smaller).is_integer() or not 0 <= smaller <= n * (n + 1) / 2:
        raise BadInput(f"a rank sum of {n} differences is a whole number from 0 to {n * (n + 1) // 2}, not {smaller:g}")
    below = float(signed_rank_law(2 * np.arange(1.0, n + 1))[::2][: int(smaller) + 1].sum())
    return {"p": min(1.0, 2 * below), "at_most": below}


_LEVELS = (0.2, 0.1, 0.05, 0.02, 0.01)
_TENTHS = tuple(i / 10 for i in range(36))
_HUNDREDTHS = tuple(i / 100 for i in range(10))
TABLES: Catalogue[TableKind] = Catalogue(
    "table",
    (
        TableKind(
            name="t",
            also=("student", "t_table"),
            title="Student's t, two-sided",
            row_name="df",
            rows=(*range(1, 31), 40, 60, 80, 100, 1000, inf),
            levels=(0.8, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001),
            value=lambda df, a: t_quantile(1 - a / 2, df),
            one_sided=lambda df, a: t_quantile(1 - a, df),
            areas=_student,
        ),
        TableKind(
            name="z",
            also=("normal", "gaussian", "z_table"),
            title="Standard normal, two-sided",
            row_name="",
            rows=(0,),
            levels=(0.5, 0.32, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001),
            value=lambda _, a: normal_quantile(1 - a / 2),
            one_sided=lambda _, a: normal_quantile(1 - a),
            areas=lambda z, _: _student(z, inf),
        ),
        TableKind(
            name="chi2",
            also=("chi_squared", "chi_square", "chisq"),
            title="Chi-squared, upper tail",
            row_name="df",
            rows=tuple(range(1, 31)),
            levels=(0.1, 0.05, 0.02, 0.01, 0.001),
            value=lambda df, a: chi2_quantile(1 - a, df),
            areas=lambda x, df: {"p": chi2_tail(x, df), "below": float(special.chdtr(df, x))},
        ),
        TableKind(
            name="sign",
            also=("sign_test",),
            title="Sign test, fewest wins out of n, two-sided",
            row_name="n",
            rows=tuple(range(5, 51)),
            levels=_LEVELS,
            value=sign_critical,
            one_sided=lambda n, a: sign_critical(n, a, two_sided=False),
            areas=_coin,
        ),
        TableKind(
            name="wilcoxon",
            also=("signed_rank", "wilcoxon_test"),
            title="Wilcoxon signed ranks, largest T, two-sided",
            row_name="n",
            rows=tuple(range(5, 51)),
            levels=_LEVELS,
            value=wilcoxon_critical,
            one_sided=lambda n, a: wilcoxon_critical(n, a, two_sided=False),
            areas=_rank_sum,
        ),
        TableKind(
            name="q",
            also=("nemenyi", "studentized_range"),
            title="Nemenyi's q (studentized range, infinite df, over the root of 2)",
            row_name="k",
            rows=tuple(range(2, 21)),
            levels=(0.1, 0.05, 0.01),
            value=lambda k, a: range_quantile(1 - a, k) / sqrt(2),
            areas=lambda q, k: {"p": float(range_tail(q * sqrt(2), k))},
        ),
        TableKind(
            name="z-cumulative",
            title="Standard normal, P(Z <= z); the column adds hundredths",
            row_name="z",
            rows=_TENTHS,
            levels=_HUNDREDTHS,
            value=lambda row, more: float(special.ndtr(row + more)),
        ),
        TableKind(
            name="z-from-zero",
            title="Standard normal, P(0 <= Z <= z); the column adds hundredths",
            row_name="z",
            rows=_TENTHS,
            levels=_HUNDREDTHS,
            value=lambda row, more: float(special.ndtr(row + more)) - 0.5,
        ),
        TableKind(
            name="z-upper",
            title="Standard normal, P(Z >= z); the column adds hundredths",
            row_name="z",
            rows=_TENTHS,
            levels=_HUNDREDTHS,
            value=lambda row, more: float(special.ndtr(-row - more)),
        ),
    ),
)


def _table(name: str) -> TableKind:
    """The table of that name; the binomial one, which has no levels, is known beside it."""
    if not TABLES.candidates(name):
        raise UnknownName("table", name, [*TABLES.names, "binomial"])
    return TABLES[name]


def critical_table(
    name: str, *, rows: Sequence[float] | None = None, levels: Sequence[float] | None = None, one_sided: bool = False
) -> CriticalTable:
    """One table by name; `one_sided` reads the levels as those of one side.

    >>> critical_table("q", rows=[4], levels=[0.05]).values[0][0].__round__(3)
    2.569
    """
    kind = _table(name)
    value, title = kind.value, kind.title
    if one_sided:
        if kind.one_sided is None:
            raise BadInput(f"the table {kind.name} has no one-sided form")
        value, title = kind.one_sided, title.replace("two-sided", "one-sided")
    chosen, chosen_levels = tuple(rows or kind.rows), tuple(levels or kind.levels)
    return CriticalTable(
        name=kind.name, title=title, row_name=kind.row_name, rows=chosen, levels=chosen_levels,
        values=tuple(tuple(value(row, level) for level in chosen_levels) for row in chosen),
    )  # fmt: skip


def binomial_table(n: int, share: float, rows: Sequence[float] | None = None) -> CriticalTable:
    """Probabilities of k successes in n, of at most k and of at least k.

    >>> [round(one, 3) for one in binomial_table(4, 0.5, rows=[2]).values[0]]
    [0.375, 0.688, 0.688]
    """
    probability("share", share)
    every = tuple(rows) if rows else tuple(range(count("n", n) + 1))
    if not all(float(k).is_integer() and 0 <= k <= n for k in every):
        raise BadInput(f"successes are whole numbers from 0 to {n}")
    k = np.asarray(every, dtype=float)
    ways = special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1)
    exactly = np.exp(ways + special.xlogy(k, share) + special.xlog1py(n - k, -share))
    at_most = [binomial_at_most(int(row), n, share) for row in every]
    at_least = [binomial_at_least(int(row), n, share) for row in every]
    mean, variance = n * share, n * share * (1 - share)
    return CriticalTable(
        name="binomial", title=f"Binomial distribution, n = {n}, p = {share:g}: mean {mean:g}, variance {variance:g}, sd {sqrt(variance):.4g}",
        row_name="k", rows=every, levels=(), values=tuple(zip(exactly.tolist(), at_most, at_least, strict=True)),
    )  # fmt: skip


def areas_of(name: str, statistic: float, row: float | None = None) -> dict[str, float]:
    """From a statistic to probabilities: p (two-sided for t, z, sign and wilcoxon; the upper tail for chi2 and q) and others.

    `row` is the row of the table: degrees of freedom, the number of blocks or of learners.

    >>> round(areas_of("chi2", 7.1, 1)["p"], 4), round(areas_of("z", 1.0)["within"], 3)
    (0.0077, 0.683)
    """
    if fold(name) == "binomial":
        raise BadInput("the binomial table takes counts of successes, not a statistic; name them with --k")
    kind = _table(name)
    if kind.areas is None:
        raise BadInput(f"the table {kind.name} contains probabilities already; z takes a statistic")
    if row is None and kind.row_name:
        raise BadInput(f"a statistic of {kind.name} needs its row (--row), here {kind.row_name}")
    if row is not None and row <= 0 and kind.row_name:
        raise BadInput(f"{kind.row_name} must be positive, not {row:g}")
    return kind.areas(statistic, row)
