"""Panels of several learners on the same rows, side by side: measures down, learners across."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

from bakeoff.api.measuring.panel import Panel, measure, reason_of
from bakeoff.api.shown import HasTables
from bakeoff.core.errors import BadInput
from bakeoff.core.text import four_places
from bakeoff.measures import measure_named
from bakeoff.report.tables import plain_text as tables
from bakeoff.report.tables.table import Cell

__all__ = ["LearnerPanels", "measure_learners"]

OUTPUTS = ("y_pred", "y_score", "y_proba")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class LearnerPanels(HasTables):
    """`panels[name]` is the panel of a learner. Intervals are those of single values; whether learners differ, `compare_predictions` tests."""

    panels: Mapping[str, Panel]

    def __getitem__(self, name: str) -> Panel:
        return self.panels[name]

    def __iter__(self) -> Any:
        return iter(self.panels)

    def __len__(self) -> int:
        return len(self.panels)

    def table(self) -> tables.Table:
        """Measures down, learners across, the best value of each in bold, intervals in brackets; without intervals learners down, as papers print it."""
        measures = list(dict.fromkeys(name for one in self.panels.values() for name in one))
        rows = [tables.Row(cells=(Cell(text=name), *self._cells(name))) for name in measures]
        titles = ["measure", *self.panels]
        head = tables.Table.of(titles, [[""] * len(titles)], align="l" + "r" * len(self.panels))
        first = next(iter(self.panels.values()))
        table = tables.Table(columns=head.columns, rows=tuple(rows), caption=first.table().caption, notes=self._notes())
        bare = all(isnan(value.low) and isnan(value.high) for panel in self.panels.values() for value in panel.values())
        return tables.transpose(table, "learner") if bare else table

    def _notes(self) -> tuple[str, ...]:
        """Remarks of the panels; one that is about all learners is printed once."""
        each = {learner: (*panel.table().notes, *_undefined(panel)) for learner, panel in self.panels.items()}
        shared = [text for text in next(iter(each.values())) if all(text in notes for notes in each.values())]
        own = [f"{learner}: {text}" for learner, notes in each.items() for text in notes if text not in shared]
        return (*shared, *own)

    def _cells(self, name: str) -> list[Cell]:
        declared = measure_named(name)
        values = {learner: panel[name].value for learner, panel in self.panels.items() if name in panel}
        known = [value for value in values.values() if not isnan(value)]
        best = [value for value in known if not any(declared.better(other, value) for other in known)]
        shown_best = not declared.unordered and len(best) < len(known)
        cells = []
        for learner, panel in self.panels.items():
            one = panel.get(name)
            text = "–" if one is None or isnan(one.value) else four_places(one.value)
            if one is not None and not isnan(one.value) and not (isnan(one.low) and isnan(one.high)):
                text += f" [{four_places(one.low)}, {four_places(one.high)}]"
            cells.append(Cell(text=text, bold=shown_best and values.get(learner) in best))
        return cells

    def tables(self) -> tuple[tables.Table, ...]:
        """The table of all learners, then the confusion matrix of each where classes were predicted."""
        matrices = [
            replace(one, caption=f"{name}. {one.caption}")
            for name, panel in self.panels.items()
            for one in panel.tables()[1:]
        ]
        return (self.table(), *matrices)

    def to_json(self) -> dict[str, Any]:
        """The panel of each learner."""
        each = {name: {k: v for k, v in one.to_json().items() if k != "schema"} for name, one in self.panels.items()}
        return {"schema": "bakeoff.measure/1", "learners": each}


def _undefined(panel: Panel) -> list[str]:
    """Why measures have no value; one learner alone has that in a column of its table."""
    return [f"{name}: {reason_of(one)}" for name, one in panel.items() if isnan(one.value)]


def measure_learners(
    y_true: Any, predictions: Mapping[str, Any], *, output: str = "y_pred", **options: Any
) -> LearnerPanels:
    """Measure several learners on the same rows.

    Parameters
    ----------
    y_true
        The truth of each row.
    predictions
        What each learner predicted, by its name.
    output
        What that is: "y_pred" (classes or numbers), "y_score" or "y_proba".
    options
        Other arguments of `bo.measure`.

    Returns
    -------
    LearnerPanels
        A panel for each learner, and one table of all.

    Examples
    --------
    >>> both = measure_learners([1, 0, 1, 1], {"a": [1, 0, 0, 1], "b": [1, 0, 1, 1]}, measures=["accuracy"], level=None)
    >>> [cell.text for cell in both.table().rows[1].cells]
    ['b', '1.0000']
    """
    if output not in OUTPUTS:
        raise BadInput(f"output is one of {', '.join(OUTPUTS)}, not {output!r}")
    if not predictions or not hasattr(predictions, "items"):
        raise BadInput(
            "predictions map the name of each learner to what it predicted", cure='write {"svm": ..., "tree": ...}'
        )
    return LearnerPanels(
        panels={str(name): measure(y_true, **{output: one}, **options) for name, one in predictions.items()}
    )
