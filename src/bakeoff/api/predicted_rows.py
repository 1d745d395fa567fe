"""Predictions of many units as columns, one entry per predicted row."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.predictions.outputs import OUTPUTS, Output, OutputForm, OutputWidth
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.quantiles import quantiles_of
from bakeoff.runs.unit import Run

__all__ = ["rows_of"]


def rows_of(runs: Iterable[Run]) -> dict[str, Any]:
    """One entry per predicted row; outputs that a learner does not give are missing (None or NaN)."""
    parts = [_columns(run, run.predictions) for run in runs if run.predictions is not None]
    if not parts:
        raise NotApplicable("there are no predictions yet; run the study first")
    names = list(dict.fromkeys(name for part in parts for name in part))
    return {name: np.concatenate([part.get(name, _missing(part)) for part in parts]) for name in names}


def _missing(part: dict[str, Array]) -> Array:
    return np.full(len(part["row"]), np.nan)


def _columns(run: Run, predictions: Predictions) -> dict[str, Array]:
    n = len(predictions)
    names = np.array(predictions.classes, dtype=object)
    classes = predictions.task.coded
    columns: dict[str, Array] = {
        "dataset": np.full(n, run.key.dataset, dtype=object),
        "learner": np.full(n, run.key.learner, dtype=object),
        "repeat": np.full(n, run.key.repeat),
        "fold": np.full(n, run.key.fold),
        "row": predictions.rows,
        "truth": predictions.task.spelled(predictions.truth, predictions.classes),
    }
    if predictions.label is not None:
        inside = classes and bool((predictions.label < len(names)).all() and (predictions.label >= 0).all())
        columns["label"] = names[predictions.label] if inside else predictions.label
    for form in OUTPUTS.values():
        values = getattr(predictions, form.name)
        if values is not None and form.name not in columns:
            columns |= _wide(form, values, predictions.classes)
    return columns


def _wide(form: OutputForm, values: Array, classes: tuple[str, ...]) -> dict[str, Array]:
    if form.output is Output.QUANTILES:
        table = quantiles_of(values)
        return {f"{form.prefix}{level:.10g}": table.values[:, at] for at, level in enumerate(table.levels.tolist())}
    if values.ndim == 1:
        return {form.name: values}
    ends = range(1, values.shape[1] + 1) if OutputWidth.ANY in form.columns else classes
    return {f"{form.prefix}{end}": values[:, index] for index, end in enumerate(ends)}
