"""Predictions of several labels or several numbers, from matrices, frames or lists of sets."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean, elide
from bakeoff.data.target_columns import are_label_sets
from bakeoff.data.tasks import TargetForm, TaskKind
from bakeoff.predictions.class_labels import ArgumentNames
from bakeoff.predictions.input.array_checks import check_matrix, check_squarable, check_unit_range, finite_table
from bakeoff.predictions.input.column_classes import column_names, in_class_order
from bakeoff.predictions.predictions import Predictions

__all__ = ["in_columns"]

ARGUMENTS = ("y_true", "y_pred", "y_score", "y_proba")


def in_columns(
    task: TaskKind,
    columns: Mapping[str, Any],
    labels: Sequence[Any] | None,
    shared: Mapping[str, Any],
    say: ArgumentNames,
) -> Predictions:
    """Predictions of one column per label or output, checked row by row.

    `labels` names the columns; without it the names of a frame's columns are taken, of sets of labels all that occur.
    """
    names = _names(columns, labels)
    stated = labels is not None
    tables = {
        name: _by_name(name, columns[name], _matrix(name, columns[name], names, say), names, say, stated=stated)
        for name in ARGUMENTS
        if columns.get(name) is not None
    }
    width = tables["y_true"].shape[1]
    for name, table in tables.items():
        if table.shape[1] != width:
            raise BadInput(
                f"{say('y_true')} has {width} columns, but {say(name)} has {table.shape[1]}; give one for each label or output"
            )
    if names and len(names) != width:
        raise BadInput(f"{say('labels')}: {len(names)} names for {width} columns; name each column once")
    if task.target is TargetForm.LABEL_MATRIX:
        tables.update(
            {name: _zeros_and_ones(name, tables[name], say) for name in ("y_true", "y_pred") if name in tables}
        )
    if "y_proba" in tables:
        check_unit_range("y_proba", tables["y_proba"].ravel(), say)
    classes = tuple(map(str, names)) if names else tuple(str(j) for j in range(width))
    return Predictions(
        task=task, truth=tables["y_true"], label=tables.get("y_pred"), score=tables.get("y_score"), proba=tables.get("y_proba"),
        classes=classes, **shared,
    )  # fmt: skip


def _names(columns: Mapping[str, Any], labels: Sequence[Any] | None) -> tuple[Any, ...]:
    if labels is not None:
        return tuple(labels)
    if are_label_sets(columns["y_true"]):
        every = set().union(
            *(
                set(row)
                for name in ("y_true", "y_pred")
                for row in (columns[name] if are_label_sets(columns[name]) else ())
            )
        )
        return tuple(sorted(every, key=str))
    return tuple(column_names(columns["y_true"]))


def _matrix(name: str, values: Any, names: Sequence[Any], say: ArgumentNames) -> Array:
    if are_label_sets(values):
        return _from_sets(name, values, names, say)
    table = check_matrix(name, values, say)
    if table.ndim != 2:
        raise BadInput(f"{say(name)} must be one column per label or output, but has shape {table.shape}")
    return check_squarable(name, finite_table(name, table, say), say)


def _by_name(name: str, values: Any, table: Array, names: Sequence[Any], say: ArgumentNames, *, stated: bool) -> Array:
    """The columns in the order of the labels or outputs, by the names of a frame; BadInput where some of its names are labels and others are not."""
    own, wanted = column_names(values), tuple(map(str, names))
    if not own or not wanted or len(own) != table.shape[1] or len(own) != len(wanted):
        return table
    strange = [column for column in own if column not in wanted]
    if strange and len(strange) < len(own):
        raise BadInput(
            f"{say(name)} has the column {elide(clean(strange[0]), 40)!r}, which is none of the labels or outputs of {say('y_true')}; give both the same columns",
        )
    order = in_class_order(name, own, wanted, say, stated=stated)
    return table if order is None else np.asarray(table[:, order])


def _from_sets(name: str, values: Sequence[Any], names: Sequence[Any], say: ArgumentNames) -> Array:
    place = {label: j for j, label in enumerate(names)}
    table = np.zeros((len(values), len(names)), dtype=np.int64)
    for i, row in enumerate(values):
        for label in row:
            if label not in place:
                raise BadInput(
                    f"{say.at(name, i)} has the label {label!s:.40}, which is not among the labels; name all of them with {say.asked('labels')}"
                )
            table[i, place[label]] = 1
    return table


def _zeros_and_ones(name: str, table: Array, say: ArgumentNames) -> Array:
    if table.dtype.kind in "iu" and table.size and table.min() >= 0 and table.max() <= 1:
        return table.astype(np.int64)
    right = (table == 0) | (table == 1)
    if not right.all():
        i, j = np.argwhere(~right)[0]
        raise BadInput(
            f"{say.at(name, int(i))} has {table[i, j]:g} in column {j}; several labels are 0 or 1 in each column"
        )
    return table.astype(np.int64)
