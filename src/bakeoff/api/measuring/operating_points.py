"""ROC points of any setting (a depth, a cost parameter, another learner): which are worth using, and which is best."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import nan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.api.measuring.curve_export import FIGURES, writable, write_figure, write_numbers
from bakeoff.core.checks import Array, same_length, vector
from bakeoff.core.errors import BadInput, collect_errors
from bakeoff.core.notes import Note, texts
from bakeoff.core.text import clean, counted, significant
from bakeoff.figures.curves import CurveLine, CurvePlot
from bakeoff.measures.curves.hull import Hull, roc_hull
from bakeoff.panels.curves.kinds import KINDS, CurveOptions
from bakeoff.panels.notes import BELOW_DIAGONAL, NO_PRIOR, SAME_ANSWER_CHEAPER
from bakeoff.predictions.class_labels import missing
from bakeoff.report.render.escape import csv_field
from bakeoff.report.tables import plain_text as tables
from bakeoff.tabular.reading import chunks

__all__ = ["OperatingPoints", "settings_of", "settings_of_file"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OperatingPoints:
    """Points by the name of their setting, their convex hull, and the cheapest one if a prior is given."""

    names: tuple[str, ...]
    fpr: Array
    tpr: Array
    hull: Hull
    ask: CurveOptions
    cost: Array | None  # expected cost of a row, by setting

    @property
    def best(self) -> str | None:
        """The setting of least expected cost."""
        return None if self.cost is None else self.names[int(np.argmin(self.cost))]

    @property
    def useful(self) -> list[bool]:
        """Which settings are corners of the hull, several on one included: best for some costs and class shares."""
        corners = set(zip(self.hull.fpr.tolist(), self.hull.tpr.tolist(), strict=True))
        return [point in corners for point in zip(self.fpr.tolist(), self.tpr.tolist(), strict=True)]

    @property
    def without(self) -> tuple[Note, ...]:
        """That saying the same of every row costs less than the best setting, where it does."""
        if self.cost is None or self.ask.prior is None:
            return ()
        same = {"negative": self.ask.cost_fn * self.ask.prior, "positive": self.ask.cost_fp * (1 - self.ask.prior)}
        word = min(same, key=lambda answer: same[answer])
        return (SAME_ANSWER_CHEAPER(answer=word, cost=significant(same[word])),) if same[word] < self.cost.min() else ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader should know."""
        turned = tuple(name for name, a, b in zip(self.names, self.fpr, self.tpr, strict=True) if b < a)
        below = (BELOW_DIAGONAL(settings=turned),) if turned else ()
        return (*self.without, *below, *(() if self.cost is not None else (NO_PRIOR(),)))

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return texts(self.notes)

    def table(self) -> tables.Table:
        """One row per setting, from the lowest false positive rate up."""
        order = np.lexsort((self.tpr, self.fpr)).tolist()
        costs = [] if self.cost is None else [significant(cost) for cost in self.cost.tolist()]
        on = self.useful
        rows = [
            [clean(self.names[i]), significant(float(self.fpr[i])), significant(float(self.tpr[i])), "yes" if on[i] else "no", *costs[i : i + 1]]
            for i in order
        ]  # fmt: skip
        titles = ["setting", "fpr", "tpr", "on the hull", *(["cost of a row"] if costs else [])]
        caption = f"Convex hull of {counted(len(rows), 'ROC point')}: area {significant(self.hull.area)}"
        return tables.Table.of(titles, rows, align="lrrlr"[: len(titles)], caption=caption)

    def shown(self) -> tuple[list[tables.Table], list[str]]:
        """The table and the sentences of which the text is made."""
        best = [] if self.best is None else [f"cheapest at {self._costs()}: {self.best}"]
        return [self.table()], [clean(text) for text in (*best, *self.warnings)]

    def __str__(self) -> str:
        return "\n".join([tables.to_text(self.table()), *self.shown()[1]])

    __repr__ = __str__

    def _costs(self) -> str:
        return f"costs {self.ask.cost_fp:g}:{self.ask.cost_fn:g} and {self.ask.prior:.3g} positive"

    def to_json(self) -> dict[str, Any]:
        """As `bakeoff curve hull --json` prints it."""
        columns = zip(self.names, self.fpr.tolist(), self.tpr.tolist(), self.useful, strict=True)
        return {
            "schema": "bakeoff.curve/1",
            "curve": "hull",
            "n": len(self.names),
            "area": self.hull.area,
            "cost": [self.ask.cost_fp, self.ask.cost_fn],
            "prior": self.ask.prior,
            "best": self.best,
            "settings": [{"name": a, "fpr": b, "tpr": c, "on_hull": d} for a, b, c, d in columns],
            "hull": {"fpr": self.hull.fpr.tolist(), "tpr": self.hull.tpr.tolist()},
            "warnings": list(self.warnings),
            "notes": [note.as_dict() for note in self.notes],
        }

    def save(self, path: Any) -> None:
        """Write the settings (.csv, .json) or the figure with the hull (.svg, .pdf, .png, .html), by suffix."""
        file = writable(path)
        if file.suffix.lower() in FIGURES:
            write_figure([self._plot()], "ROC points and their convex hull", file, self.shown())
        else:
            write_numbers(file, self._lines(), self.to_json())

    def _lines(self) -> Iterator[str]:
        yield "setting,fpr,tpr,on_hull\r\n"
        for name, fpr, tpr, on in zip(self.names, self.fpr.tolist(), self.tpr.tolist(), self.useful, strict=True):
            yield f"{csv_field(name)},{fpr!r},{tpr!r},{str(on).lower()}\r\n"

    def _plot(self) -> CurvePlot:
        return CurvePlot(
            lines=(
                CurveLine(name="convex hull", x=self.hull.fpr, y=self.hull.tpr, note=f"{self.hull.area:.3f}"),
                CurveLine(name="settings", x=self.fpr, y=self.tpr, joined=False),
            ),
            x_label=KINDS["roc"].x_label, y_label=KINDS["roc"].y_label, reference=KINDS["roc"].reference, unit=True,
        )  # fmt: skip


def settings_of(names: Sequence[object], fpr: ArrayLike, tpr: ArrayLike, ask: CurveOptions) -> OperatingPoints:
    """From rates that were measured anywhere.

    >>> settings_of(["a", "b", "c"], [0.2, 0.5, 0.4], [0.6, 0.9, 0.5], CurveOptions(prior=0.3)).best
    'a'
    """
    false, true = vector("fpr", fpr), vector("tpr", tpr)
    same_length(settings=names, fpr=false, tpr=true)
    prior = ask.prior
    cost = None if prior is None else ask.cost_fp * (1 - prior) * false + ask.cost_fn * prior * (1 - true)
    hull = roc_hull(false, true)
    return OperatingPoints(names=tuple(map(str, names)), fpr=false, tpr=true, hull=hull, ask=ask, cost=cost)


def settings_of_file(
    path: str, ask: CurveOptions, *, fpr: str, tpr: str, setting: str | None = None
) -> OperatingPoints:
    """From the columns of a file; without names the settings are numbered from 0."""
    wanted = list(dict.fromkeys([fpr, tpr, *([setting] if setting else [])]))
    parts = list(chunks(path, wanted))
    if not parts:
        raise BadInput(f"{path} has no rows")
    table = {name: np.concatenate([part[name] for part in parts]) for name in wanted}
    rates = collect_errors("the input", {column: partial(_rates, column, table[column]) for column in (fpr, tpr)})
    names = table[setting].tolist() if setting else range(len(table[fpr]))
    return settings_of(names, rates[fpr], rates[tpr], ask)


def _rates(name: str, cells: Array) -> Array:
    """The column as numbers from 0 to 1; the first cell that is none is named."""
    rates = np.array([_rate(cell) for cell in cells.tolist()])
    bad = np.flatnonzero(np.isnan(rates))
    if bad.size:
        cell = cells[bad[0]]
        gone = missing(cells)[bad[0]]
        problem = (
            " is missing; drop the row or fill it in"
            if gone
            else f": {cell!s:.40} is not a rate; rates lie between 0 and 1"
        )
        raise BadInput(f"column {name!r}, row {bad[0]}{problem}")
    return rates


def _rate(cell: Any) -> float:
    try:
        rate = float(cell)
    except (TypeError, ValueError):
        return nan
    return rate if 0 <= rate <= 1 else nan
