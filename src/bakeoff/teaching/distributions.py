"""Tables of distributions, and experiments drawn from one: `bo.table` and `bo.sampling`."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf, isnan
from typing import Any

import numpy as np

from bakeoff.api.figure_display import FigureDisplay
from bakeoff.api.shown import HasTables
from bakeoff.comparisons.significance.critical_values import (
    TABLES,
    CriticalTable,
    areas_of,
    binomial_table,
    critical_table,
)
from bakeoff.comparisons.wording.null_law import NullLaw, binomial_law, law_of_statistic
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.terminology.spelling import fold
from bakeoff.core.text import fixed
from bakeoff.estimates.analytic.sampling_distribution import NORMAL_SHARES, RateExperiment, draw_experiments
from bakeoff.figures.null_law import NullLawPlot, draw_null_law, null_law_figure
from bakeoff.figures.sampling_distribution import SamplingPanel, SamplingPlot, draw_sampling, sampling_figure
from bakeoff.report.tables.plain_text import Table

__all__ = ["DistributionTable", "Sampling", "sampling", "table"]

_WHOLE = ("sign", "wilcoxon")
_BINOMIAL = ("P(X = k)", "P(X <= k)", "P(X >= k)")
_AREAS = {
    "p": "p", "below": "below it", "above": "above it", "within": "between minus it and it", "from_zero": "between 0 and it",
    "at_most": "at most it", "at_least": "at least it",
}  # fmt: skip
LEVEL = 0.05  # of the region of rejection that a statistic is drawn with, unless another is stated
_LISTED = 10  # experiments that are printed one by one


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class DistributionTable(HasTables):
    """Critical values or probabilities: `rows`, `columns`, `values`; with a statistic `areas`."""

    name: str
    made: CriticalTable | None = None
    statistic: float | None = None
    row: float | None = None
    areas: dict[str, float] = field(default_factory=dict)
    trials: tuple[int, float] | None = None  # of a binomial table: n and p
    level: float | None = None  # of a statistic, where one was stated
    one_sided: bool = False

    @property
    def rows(self) -> tuple[float, ...]:
        """Degrees of freedom, numbers of rows, of learners or of successes."""
        return self.made.rows if self.made is not None else ()

    @property
    def columns(self) -> tuple[Any, ...]:
        """Levels, or what the probabilities are of."""
        return () if self.made is None else self.made.levels or _BINOMIAL

    @property
    def values(self) -> tuple[tuple[float, ...], ...]:
        """Row by row; NaN where no outcome reaches the level."""
        return self.made.values if self.made is not None else ()

    def tables(self) -> tuple[Table, ...]:
        """The one table."""
        if self.made is None:
            lines = [[_AREAS[key], f"{value:.4g}"] for key, value in self.areas.items()]
            return (Table.of(["area", "probability"], lines, align="lr", caption=self._region()),)
        heads = [column if isinstance(column, str) else f"{column:g}" for column in self.columns]
        digits = 0 if self.name in _WHOLE else 4
        body = [
            [f"{row:g}" if self.made.row_name else "", *(fixed(value, digits, minus="-") for value in values)]
            for row, values in zip(self.rows, self.values, strict=True)
        ]
        return (Table.of([self.made.row_name, *heads], body, align="r" * (len(heads) + 1), caption=self.made.title),)

    def _region(self) -> str:
        """The region of rejection of a statistic, where a level or a side was stated."""
        if self.level is None and not self.one_sided:
            return ""
        law = self._law()
        inside = bool(np.any(law.rejected[np.argmin(np.abs(law.x - law.statistic))]))
        return f"Region of rejection at level {law.alpha:g}: {law.region}. The statistic lies {'inside' if inside else 'outside'}."

    def _law(self) -> NullLaw:
        """The law of the statistic, or the binomial one."""
        if self.trials is not None:
            return binomial_law(*self.trials)
        if self.statistic is None:
            raise NotApplicable(
                "a table of critical values has no picture; give a statistic (--statistic), or take the binomial table"
            )
        return law_of_statistic(
            self.name, self.statistic, self.row, alpha=self.level or LEVEL, one_sided=self.one_sided
        )

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        if self.made is None:
            region = {"region": text} if (text := self._region()) else {}
            return {"name": self.name, "statistic": self.statistic, "row": self.row, "areas": self.areas, **region}
        return {
            "name": self.name, "title": self.made.title, "rows": ["inf" if row == inf else row for row in self.rows],
            "levels": self.columns, "values": self.values,
        }  # fmt: skip

    def plot(self, ax: Any = None) -> FigureDisplay:
        """Draw a binomial distribution, or the distribution of a statistic with its region of rejection."""
        law = self._law()
        numbers = NullLawPlot(**{name: getattr(law, name) for name in NullLawPlot.__dataclass_fields__})
        shown = FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_null_law, alone=null_law_figure)
        return shown.plot(ax)


@suggest_arguments
def table(
    name: str,
    *,
    rows: Sequence[float] | None = None,
    levels: Sequence[float] | None = None,
    one_sided: bool = False,
    statistic: float | None = None,
    n: int | None = None,
    p: float | None = None,
    k: Sequence[int] | None = None,
    confidence: float | None = None,
) -> DistributionTable:
    """Critical values and probabilities, computed; or, with a statistic, its p-value.

    Parameters
    ----------
    name
        t, z, chi2, sign (fewest wins), wilcoxon (largest T), q (Nemenyi), z-cumulative, z-from-zero, z-upper or binomial.
    rows, levels
        Only these rows (degrees of freedom, n, k or z) and levels.
    one_sided
        The levels are those of one side.
    statistic
        Give the areas of this value instead; the row is in `rows`. `plot()` draws its region of rejection at the level in `levels`.
    n, p, k
        Of the binomial table: trials, probability of a success, and the counts to show (all).
    confidence
        The column of this confidence instead of a level: 85.3 or 0.853 is the level 0.147.

    Returns
    -------
    DistributionTable
        `rows`, `columns`, `values` (or `areas`), and `plot()` of a binomial table or of a statistic.

    Examples
    --------
    >>> print(table("binomial", n=20, p=0.3, k=[5, 8]))
    Binomial distribution, n = 20, p = 0.3: mean 6, variance 4.2, sd 2.049
    k  P(X = k)  P(X <= k)  P(X >= k)
    ---------------------------------
    5    0.1789     0.4164     0.7625
    8    0.1144     0.8867     0.2277
    >>> round(table("chi2", rows=[1], statistic=7.1).areas["p"], 4)
    0.0077
    >>> round(table("z", confidence=85.3).values[0][0], 3)
    1.45
    """
    wanted = tuple(rows or ())
    if confidence is not None:
        levels = [_level_of(confidence, levels)]
    if statistic is not None:
        return _of_statistic(name, statistic, wanted, tuple(levels or ()), one_sided=one_sided)
    if fold(name) != "binomial":
        if n is not None or p is not None or k is not None:
            raise BadInput("--n, --p and --k belong to the binomial table")
        critical_values = critical_table(name, rows=wanted or None, levels=levels, one_sided=one_sided)
        if confidence is not None:
            text = f"{critical_values.title}; {confidence if confidence > 1 else 100 * confidence:g}% confidence is the level {critical_values.levels[0]:g}"
            critical_values = replace(critical_values, title=text)
        elif large := [
            level for level in levels or () if level > 0.5 and critical_values.name != "chi2"
        ]:  # chi2 tables print lower tails too
            critical_values = replace(critical_values, title=f"{critical_values.title}; {_as_confidence(large[0])}")
        return DistributionTable(name=critical_values.name, made=critical_values)
    if n is None or p is None:
        raise BadInput("the binomial table needs --n, the number of trials, and --p, the probability of a success")
    if levels or one_sided:
        raise BadInput("the binomial table has no levels; --k chooses the counts to show")
    return DistributionTable(name="binomial", made=binomial_table(n, p, wanted or k), trials=(n, p))


def _as_confidence(level: float) -> str:
    """What a large level means, for a reader who typed a confidence.

    >>> _as_confidence(0.853)
    'level 0.853 is 14.7% confidence; for 85.3% confidence give the confidence, 85.3 (--confidence 85.3)'
    """
    percent = f"{round(100 * level, 10):g}"
    return f"level {level:g} is {round(100 * (1 - level), 10):g}% confidence; for {percent}% confidence give the confidence, {percent} (--confidence {percent})"


def _level_of(confidence: float, levels: Sequence[float] | None) -> float:
    """The level that leaves this confidence."""
    if levels:
        raise BadInput("a confidence is 1 less the level; give --confidence or --level, not both")
    if isinstance(confidence, bool) or not 0 < confidence < 100 or confidence == 1:
        raise BadInput(f"confidence is a share below 1 or a percentage above 1 and below 100, not {confidence!r}")
    return round(
        1 - (confidence / 100 if confidence > 1 else confidence), 12
    )  # 1 - .853 is .147, not .14700000000000002


def _of_statistic(
    name: str, statistic: float, rows: tuple[float, ...], levels: tuple[float, ...], *, one_sided: bool
) -> DistributionTable:
    """The areas of one statistic; a level and a side describe its region of rejection."""
    if len(rows) > 1 or len(levels) > 1:
        raise BadInput(
            f"a statistic has one {'row' if len(rows) > 1 else 'level'}; give --{'row' if len(rows) > 1 else 'level'} once"
        )
    row, level = (values[0] if values else None for values in (rows, levels))
    if level is not None:
        probability("level", level)
    areas = areas_of(name, statistic, row)
    kind = TABLES[name]
    if one_sided and kind.one_sided is None:
        raise BadInput(f"the table {kind.name} has no one-sided form")
    return DistributionTable(
        name=kind.name, statistic=statistic, row=row, areas=areas, level=level, one_sided=one_sided
    )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Sampling(HasTables):
    """Experiments with a known true rate, one entry of `experiments` for each number of rows."""

    experiments: tuple[RateExperiment, ...]

    def tables(self) -> tuple[Table, ...]:
        """Observed and expected spread, then how good the normal approximation is."""
        first = self.experiments[0]
        draws = f"{first.errors.size} experiments" if first.errors.size > 1 else "1 experiment"
        spread = [
            [
                str(experiment.n),
                fixed(experiment.mean, 4),
                _four(experiment.sd),
                fixed(experiment.expected_sd, 4),
                *map(_percent, experiment.within),
            ]
            for experiment in self.experiments
        ]
        heads = ["n", "mean rate", "sd", "sd expected", "within 1 sd", "2 sd", "3 sd"]
        observed = Table.of(
            heads, spread, align="r" * len(heads), caption=f"{draws}, true rate {first.p:g}: what was observed"
        )
        law = [
            [
                str(experiment.n), *map(_percent, experiment.expected_within), _four(experiment.normal_gap), _percent(experiment.coverage("wald")),
                _percent(experiment.coverage("wilson")),
            ]
            for experiment in self.experiments
        ]  # fmt: skip
        law.append(["normal", *map(_percent, NORMAL_SHARES), "0.0000", *[_percent(first.level)] * 2])
        titles = ["n", "within 1 sd", "2 sd", "3 sd", "gap to normal", "Wald covers p", "Wilson covers p"]
        exact = Table.of(
            titles, law, align="r" * len(titles),
            caption=f"Exact, by the binomial distribution ({100 * first.level:g}% intervals)",
        )  # fmt: skip
        return observed, exact

    def __str__(self) -> str:
        first = self.experiments[0]
        shown = first.errors[:_LISTED].tolist()
        more = ", ..." if first.errors.size > _LISTED else ""
        drawn = f"Errors in the first experiments of {first.n} rows: {', '.join(map(str, shown))}{more}"
        return "\n\n".join([drawn, HasTables.__str__(self)])

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "p": self.experiments[0].p,
            "experiments": self.experiments[0].errors.size,
            "sizes": [
                {
                    "n": experiment.n, "errors": experiment.errors[:1000], "mean": experiment.mean, "sd": experiment.sd, "expected_sd": experiment.expected_sd,
                    "within": experiment.within, "expected_within": experiment.expected_within, "normal_gap": experiment.normal_gap,
                    "coverage": {"level": experiment.level, "wald": experiment.coverage("wald"), "wilson": experiment.coverage("wilson")},
                }
                for experiment in self.experiments
            ],
        }  # fmt: skip

    def plot(self, ax: Any = None) -> FigureDisplay:
        """Draw bars (observed), dots (exact) and a line (normal); on your own axes one number of rows only."""
        if ax is not None and len(self.experiments) > 1:
            raise NotApplicable("your axes contain one number of rows; call plot() without axes to see all of them")
        return self._display().plot(ax)

    def _display(self) -> FigureDisplay:
        panels = tuple(
            SamplingPanel(
                n=experiment.n, p=experiment.p, sd=experiment.expected_sd, rates=np.arange(experiment.n + 1) / experiment.n,
                observed=np.bincount(experiment.errors, minlength=experiment.n + 1) / experiment.errors.size, expected=experiment.probabilities,
            )
            for experiment in self.experiments
        )  # fmt: skip
        numbers = SamplingPlot(panels=panels, experiments=self.experiments[0].errors.size)
        return FigureDisplay(
            numbers=numbers,
            sentence=numbers.sentence(),
            on=lambda plot, axes, theme: draw_sampling(plot.panels[0], axes, theme),
            alone=sampling_figure,
        )

    def _repr_html_(self) -> str:
        return self._display()._repr_html_() + HasTables._repr_html_(self)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _four(value: float) -> str:
    return "-" if isnan(value) else fixed(value, 4)


@suggest_arguments
def sampling(
    p: float, n: int | Sequence[int], *, experiments: int = 1000, seed: int = 0, level: float = 0.95
) -> Sampling:
    """How far do error rates of single test sets lie from the true rate?

    Each experiment draws n rows, each of them an error with probability p, as n tosses of a coin. With several n the central
    limit theorem can be seen: the rates spread like the root of 1 / n, and their distribution comes close to a normal one.

    Parameters
    ----------
    p
        The true error rate; 0.5 for a fair coin.
    n
        Rows of an experiment, or several such numbers.
    experiments
        How often to draw.
    seed
        The same seed gives the same counts.
    level
        Confidence level of the intervals whose exact coverage is shown.

    Returns
    -------
    Sampling
        `experiments` (errors, mean, sd, within, normal_gap, coverage), tables and `plot()`.

    Examples
    --------
    >>> found = sampling(0.5, 10, experiments=100)
    >>> found.experiments[0].errors.size, round(found.experiments[0].expected_sd, 4)
    (100, 0.1581)
    """
    return Sampling(experiments=draw_experiments(p, n, experiments=experiments, seed=seed, level=level))
