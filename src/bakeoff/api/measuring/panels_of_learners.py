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
        measures = list(dict.fromkeys(name for panel in self.panels.values() for name in panel))
        rows = [tables.Row(cells=(Cell(text=name), *self._cells(name))) for name in measures]
        titles = ["measure", *self.panels]
        head = tables.Table.of(titles, [[""] * len(titles)], align="l" + "r" * len(self.panels))
        first = next(iter(self.panels.values()))
        table = tables.Table(columns=head.columns, rows=tuple(rows), caption=first.table().caption, notes=self._notes())
        bare = all(isnan(value.low) and isnan(value.high) for panel in self.panels.values() for value in panel.values())
        return tables.transpose(table, "learner") if bare else table

    def _notes(self) -> tuple[str, ...]:
        """Remarks of the panels; one that is about all learners is printed once."""
        texts_by_learner = {
            learner: (*panel.table().notes, *_undefined(panel)) for learner, panel in self.panels.items()
        }
        shared = [
            text
            for text in next(iter(texts_by_learner.values()))
            if all(text in notes for notes in texts_by_learner.values())
        ]
        own = [
            f"{learner}: {text}" for learner, notes in texts_by_learner.items() for text in notes if text not in shared
        ]
        return (*shared, *own)

    def _cells(self, name: str) -> list[Cell]:
        declared = measure_named(name)
        values = {learner: panel[name].value for learner, panel in self.panels.items() if name in panel}
        defined = [value for value in values.values() if not isnan(value)]
        best = [value for value in defined if not any(declared.better(other, value) for other in defined)]
        shown_best = not declared.unordered and len(best) < len(defined)
        cells = []
        for learner, panel in self.panels.items():
            estimate = panel.get(name)
            text = "–" if estimate is None or isnan(estimate.value) else four_places(estimate.value)
            if (
                estimate is not None
                and not isnan(estimate.value)
                and not (isnan(estimate.low) and isnan(estimate.high))
            ):
                text += f" [{four_places(estimate.low)}, {four_places(estimate.high)}]"
            cells.append(Cell(text=text, bold=shown_best and values.get(learner) in best))
        return cells

    def tables(self) -> tuple[tables.Table, ...]:
        """The table of all learners, then the confusion matrix of each where classes were predicted."""
        matrices = [
            replace(table, caption=f"{name}. {table.caption}")
            for name, panel in self.panels.items()
            for table in panel.tables()[1:]
        ]
        return (self.table(), *matrices)

    def to_json(self) -> dict[str, Any]:
        """The panel of each learner."""
        panels = {
            name: {k: v for k, v in panel.to_json().items() if k != "schema"} for name, panel in self.panels.items()
        }
        return {"schema": "bakeoff.measure/1", "learners": panels}


def _undefined(panel: Panel) -> list[str]:
    """Why measures have no value; one learner alone has that in a column of its table."""
    return [f"{name}: {reason_of(estimate)}" for name, estimate in panel.items() if isnan(estimate.value)]


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
        panels={
            str(name): measure(y_true, **{output: prediction}, **options) for name, prediction in predictions.items()
        }
    )
