"""ScaleCurves: how time and memory of a study's learners grow with the training rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isnan, log
from typing import Any

import numpy as np

from bakeoff.api.figure_display import FigureDisplay
from bakeoff.api.shown import HasTables
from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.core.text import MISSING, clean, duration, listed, size
from bakeoff.estimates.over_splits.complexity import Complexity, StatedCost
from bakeoff.figures.learning_curves import draw_growth, growth_figure
from bakeoff.report.sections.costs import EXCESS, ends, outside_words, reading, scaling_plot
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.analysis.curves.learning import FLOORS, Scaling
from bakeoff.study.facts.costs import stated_costs

__all__ = ["CostCrossing", "ScaleCurves", "log_spaced", "scale_curves"]

AHEAD = 10  # times the largest size, up to which crossings of the fitted lines are named


@dataclass(frozen=True, slots=True, kw_only=True)
class CostCrossing:
    """Two learners whose fitted costs are equal at one number of rows."""

    cost: str
    cheap_before: str  # costs less below
    cheap_after: str
    rows: float
    seen: bool  # within the sizes that were run


@dataclass(frozen=True, slots=True, repr=False)
class ScaleCurves(HasTables):
    """Exponents of growth, stated complexities beside them, and where learners cross."""

    curves: tuple[Scaling, ...]
    stated: Mapping[tuple[str, str], StatedCost]  # learner, cost
    unmeasured: tuple[tuple[str, str], ...]  # learner, and why its memory or time is not shown

    @property
    def crossings(self) -> tuple[CostCrossing, ...]:
        """Where fitted costs cross, of pairs whose exponents differ clearly (their intervals do not overlap)."""
        return tuple(_crossings(self.curves))

    def tables(self) -> tuple[Table, ...]:
        """One row per learner and cost."""
        rows = tuple(self._row(curve) for curve in self.curves)
        titles = ("Learner", "Cost", "Rows", "At most", "Exponent", "Reading", "Stated", "Excess")
        right = {"Rows", "At most", "Exponent", "Excess"}
        return (
            Table(
                columns=tuple(
                    ColumnHeading(title=title, align="right" if title in right else "left") for title in titles
                ),
                rows=rows,
                caption="Growth with the number of training rows: the cost goes as rows to the power of the exponent",
                notes=tuple(self._notes()),
            ),
        )

    def _notes(self) -> Iterator[str]:
        yield "Exponent [95% interval] by least squares in log-log, on the medians over splits."
        if not self.curves[0].within:
            yield "One point per data set: data sets differ in more than their number of rows, so this is a tendency."
        if self.stated:
            yield EXCESS
        yield from (_crossing_words(crossing) for crossing in self.crossings)
        yield from (f"{clean(name)}: {why}." for name, why in self.unmeasured)

    def _row(self, scaling: Scaling) -> Row:
        law, top = scaling.law.exponent, max(point.cost for point in scaling.points)
        sizes = [point.size for point in scaling.points]
        words = words_for(scaling.cost)
        stated = self.stated.get((scaling.learner, scaling.cost))
        reading_text = reading(scaling, stated)
        return Row(
            cells=(
                Cell(text=scaling.learner),
                Cell(text=words.short),
                Cell(text=f"{min(sizes)} to {max(sizes)}"),
                Cell(text=duration(top) if words.kind == "seconds" else size(top), value=top),
                Cell(text=ends(law), value=None if isnan(law.value) else law.value),
                Cell(text=reading_text),
                Cell(text=MISSING if stated is None else stated.complexity.text),
                Cell(text=MISSING if stated is None else ends(stated.excess)),
            )
        )

    def plot(self, cost: str = "fit_seconds", ax: Any = None) -> FigureDisplay:
        """Draw one cost, "fit_seconds" or "peak_memory", over the training rows; stated complexities are dashed, in the colour of their learner."""
        if cost not in FLOORS:
            raise UnknownName("cost", cost, FLOORS)
        own = [curve for curve in self.curves if curve.cost == cost]
        if not own:
            raise NotApplicable(f"{cost} was not measured on enough sizes to be drawn")
        numbers = scaling_plot(own, cost, self.stated)
        return FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_growth, alone=growth_figure).plot(ax)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "curves": [
                {
                    "learner": curve.learner, "cost": curve.cost, "within": curve.within, "exponent": curve.law.exponent.as_dict(),
                    "factor": curve.law.factor,
                    "points": [{"dataset": point.dataset, "rows": point.size, "cost": point.cost} for point in curve.points],
                    "stated": None if (stated_cost := self.stated.get((curve.learner, curve.cost))) is None else {
                        "complexity": stated_cost.complexity.text, "factor": stated_cost.factor, "excess": stated_cost.excess.as_dict(), "reading": stated_cost.reading,
                    },
                }
                for curve in self.curves
            ],
            "crossings": [
                {"cost": crossing.cost, "cheap_before": crossing.cheap_before, "cheap_after": crossing.cheap_after, "rows": crossing.rows, "seen": crossing.seen}
                for crossing in self.crossings
            ],
            "unmeasured": [{"learner": name, "why": why} for name, why in self.unmeasured],
        }  # fmt: skip


def _crossings(curves: Sequence[Scaling]) -> Iterator[CostCrossing]:
    fitted = [curve for curve in curves if not isnan(curve.law.exponent.value)]
    for a, b in combinations(fitted, 2):
        slow, fast = (a, b) if a.law.exponent.value < b.law.exponent.value else (b, a)
        if a.cost != b.cost or slow.law.exponent.high >= fast.law.exponent.low:
            continue
        step = fast.law.exponent.value - slow.law.exponent.value
        rows = log(slow.law.factor / fast.law.factor) / step
        sizes = [point.size for curve in (a, b) for point in curve.points]
        if log(min(sizes)) <= rows <= log(AHEAD * max(sizes)):
            crossing_rows = float(np.exp(rows))
            yield CostCrossing(
                cost=a.cost,
                cheap_before=fast.learner,
                cheap_after=slow.learner,
                rows=crossing_rows,
                seen=crossing_rows <= max(sizes),
            )


def _crossing_words(crossing: CostCrossing) -> str:
    where = "" if crossing.seen else ", beyond the sizes that were run"
    return (
        f"{words_for(crossing.cost).short}: {clean(crossing.cheap_before)} takes less up to about {crossing.rows:.2g} rows and "
        f"{clean(crossing.cheap_after)} from there on{where}."
    )  # fmt: skip


def log_spaced(rows: int, steps: int = 5) -> list[int]:
    """Training sizes for a study of scaling: evenly spaced in the logarithm, the whole part left out.

    >>> log_spaced(1600)
    [50, 100, 200, 400, 800]
    """
    least = max(rows / 2**steps, 10.0)
    return sorted(
        {round(float(size)) for size in np.geomspace(least, rows, steps + 1)[:-1] if 2 <= round(float(size)) < rows}
    )


def scale_curves(
    found: Sequence[Scaling],
    learners: Mapping[str, str | None],
    complexity: Mapping[str, str] | str | None,
    rows: int,
) -> ScaleCurves:
    """The growth of costs, with complexities that users state; `learners` maps names to the file they were imported from."""
    if not found or all(isnan(scaling.law.exponent.value) for scaling in found):
        why = next(
            (str(scaling.law.exponent.notes[0]) for scaling in found if scaling.law.exponent.notes),
            "it has one training size",
        )
        raise NotApplicable(
            f"the study does not show how costs grow ({why}); run it with log-spaced sizes: train_sizes = {log_spaced(rows)}"
        )
    asked = dict.fromkeys(learners, complexity) if isinstance(complexity, str) else dict(complexity or {})
    for name in asked:
        if name not in learners:
            raise UnknownName("learner", name, learners)
    stated = stated_costs(found, {name: Complexity(text) for name, text in asked.items()})
    return ScaleCurves(tuple(found), stated, tuple(_unmeasured(found, learners)))


def _unmeasured(scalings: Sequence[Scaling], learners: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    timed = {scaling.learner for scaling in scalings if scaling.cost == "fit_seconds"}
    weighed = {scaling.learner for scaling in scalings if scaling.cost == "peak_memory"}
    for name, file in learners.items():
        if file is not None:
            yield name, outside_words(file)
        elif name not in timed:
            yield name, "its time was not measured"
    small = [name for name, file in learners.items() if file is None and name not in weighed]
    if small:
        yield (
            listed(small, most=4),
            "memory below 1 MiB, or not measured by the system, on most sizes: no growth can be given",
        )
