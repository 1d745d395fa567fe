"""Build Predictions from a user's arrays; each problem is one sentence that names column and row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.data.tasks import BINARY, MULTICLASS, RANKED_LISTS, REGRESSION, TaskKind
from bakeoff.kernels import kernel
from bakeoff.predictions.class_labels import ArgumentNames, ClassLabels, as_column, category_order
from bakeoff.predictions.input.array_checks import (
    SUM_SLACK,
    check_complete,
    check_group_ids,
    check_matrix,
    check_not_underflow,
    check_squarable,
    check_unit_range,
    check_weights,
    deviations,
    finite_table,
    floats,
    numbers,
    one_kind,
    parse_task,
    refuse_shares,
    refuse_unread,
    training_mean,
    training_shares,
    whole_numbers,
)  # fmt: skip
from bakeoff.predictions.input.column_classes import column_names, in_class_order
from bakeoff.predictions.input.from_matrices import in_columns
from bakeoff.predictions.input.problems import collect_problems
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.quantiles import quantiles_of, read as read_quantiles
from bakeoff.predictions.row_ids import row_numbers

__all__ = ["guess_task", "predictions_of"]

_PYTHON = ArgumentNames()
ByClass = Callable[[str, Sequence[str]], Any]  # what an argument holds, its columns in the order of these classes
NOISE = -1  # the cluster of rows that belong to none


@collect_problems
def predictions_of(
    y_true: Any,
    y_pred: Any = None,
    y_score: Any = None,
    y_sd: Any = None,
    *,
    y_proba: Any = None,
    y_draws: Any = None,
    y_quantiles: Any = None,
    task: TaskKind | str | None = None,
    labels: Sequence[Any] | None = None,
    positive: Any = None,
    prior: Any = None,
    sample_weight: Any = None,
    row_id: Any = None,
    query: Any = None,
    names: ArgumentNames | None = None,
    proba_names: Sequence[str] = (),
    score_names: Sequence[str] = (),
) -> Predictions:
    """Predictions from plain arrays, Series, frames or lists; raises BadInput with the cure, in the words of `names`.

    One column of probabilities or scores per class: the names of the columns (of a frame, or `proba_names` and `score_names`) say which
    class each belongs to; without names they stand in the order of the classes.

    >>> predictions_of(["a", "b", "a"], ["a", "b", "b"]).classes
    ('a', 'b')
    """
    say = _PYTHON if names is None else names
    if task is not None and parse_task(task).in_columns:
        columns = {
            "y_true": y_true,
            "y_pred": y_pred,
            "y_score": y_score,
            "y_proba": y_proba,
            "y_sd": y_sd,
            "y_draws": y_draws,
            "y_quantiles": y_quantiles,
        }
        _same_length({**columns, "y_quantiles": None, "sample_weight": sample_weight, "row_id": row_id}, say)
        refuse_unread(parse_task(task), {**columns, "labels": labels, "positive": positive, "query": query}, say)
        return in_columns(parse_task(task), columns, labels, _of_rows(len(y_true), row_id, sample_weight, say), say)
    truth = check_complete("y_true", y_true, say)
    label = None if y_pred is None else check_complete("y_pred", y_pred, say)
    quantiles = None if y_quantiles is None else read_quantiles(y_quantiles, say)
    columns = {
        "y_true": truth,
        "y_pred": label,
        "y_score": y_score,
        "y_proba": y_proba,
        "y_sd": y_sd,
        "y_draws": y_draws,
        "y_quantiles": quantiles,
    }
    _same_length({**columns, "sample_weight": sample_weight, "row_id": row_id, "query": query}, say)
    spread = any(output is not None for output in (y_sd, y_draws, y_quantiles))  # only numbers come with a spread
    what = (
        parse_task(task)
        if task is not None
        else RANKED_LISTS
        if query is not None
        else REGRESSION
        if spread
        else guess_task(truth)
    )
    named = {
        "y_proba": tuple(proba_names) or column_names(y_proba),
        "y_score": tuple(score_names) or column_names(y_score),
    }
    stated = labels is not None
    labels = category_order(y_true) if labels is None and what.ordered else labels
    refuse_unread(what, {**columns, "labels": labels, "positive": positive, "query": query}, say)
    shared = _of_rows(len(truth), row_id, sample_weight, say)

    def by_class(argument: str, classes: Sequence[str]) -> Any:
        order = in_class_order(argument, named[argument], classes, say, stated=stated)
        return columns[argument] if order is None else check_matrix(argument, columns[argument], say)[:, order]

    if what.in_lists:
        return _lists(what, columns, query, shared, say)
    if what.numeric:
        return _numbers(what, columns, prior=prior, shared=shared, say=say)
    if what.clusters:
        return _clusters(truth, label, labels, {"task": what, **shared}, say)
    return _classes(
        columns,
        task=None if task is None else what,
        labels=labels,
        positive=positive,
        prior=prior,
        shared=shared,
        say=say,
        by_class=by_class,
    )


def _of_rows(n: int, row_id: Any, sample_weight: Any, say: ArgumentNames) -> dict[str, Any]:
    """The id and the weight of each row."""
    return {
        "rows": row_numbers(say.first_row, n) if row_id is None else check_group_ids("row_id", row_id, say),
        "weight": None
        if sample_weight is None
        else check_weights(numbers("sample_weight", sample_weight, say).astype(np.float64, copy=False), say),
    }


def guess_task(truth: Array) -> TaskKind:
    """Regression for numbers with fractions, classes for everything else; two or more is seen later.

    >>> guess_task(np.array([0.5, 1.0])), guess_task(np.array(["a", "b"]))
    (<TaskKind regression>, <TaskKind multiclass>)
    """
    if truth.dtype.kind == "f" and not np.array_equal(truth, np.round(truth)):
        return REGRESSION
    return MULTICLASS


def _same_length(columns: Mapping[str, Any], say: ArgumentNames) -> None:
    lengths = {say(name): len(values) for name, values in columns.items() if values is not None}
    if len(set(lengths.values())) > 1:
        raise BadInput("lengths differ: " + ", ".join(f"{name} has {size}" for name, size in lengths.items()))


def _numbers(
    task: TaskKind, columns: Mapping[str, Any], *, prior: Any, shared: dict[str, Any], say: ArgumentNames
) -> Predictions:
    sd = None if columns["y_sd"] is None else deviations(columns["y_sd"], say)
    draws = None if columns["y_draws"] is None else _draws(columns["y_draws"], say)
    quantiles = columns["y_quantiles"]
    prediction = columns["y_pred"] if columns["y_pred"] is not None or draws is None else draws.mean(axis=1)
    if prediction is None and quantiles is not None:
        prediction = _median(quantiles)
    truth = check_squarable("y_true", numbers("y_true", columns["y_true"], say), say).astype(np.float64, copy=False)
    label = (
        None
        if prediction is None
        else check_squarable("y_pred", numbers("y_pred", prediction, say), say).astype(float, copy=False)
    )
    if task.target_problem is not None and (problem := task.target_problem(truth)):
        raise BadInput(f"{say('y_true')}: {problem}")
    check_not_underflow({"y_true": truth, "y_pred": label}, say)
    return Predictions(
        task=task,
        truth=truth,
        label=label,
        sd=sd,
        draws=draws,
        quantiles=quantiles,
        prior=None if prior is None else training_mean(prior, len(columns["y_true"])),
        **shared,
    )


def _lists(
    task: TaskKind, columns: Mapping[str, Any], query: Any, shared: dict[str, Any], say: ArgumentNames
) -> Predictions:
    """Items of ranked lists: their gains, and the scores that order them."""
    if query is None:
        raise BadInput(f"ranked lists need the query of each item; give it with {say.asked('query')}")
    ids = check_group_ids("query", query, say)
    score = columns["y_pred"] if columns["y_score"] is None else columns["y_score"]
    pred = _numbers(task, {**columns, "y_pred": score}, prior=None, shared=shared, say=say)
    return replace(pred, query=ids, group=ids)


def _median(quantiles: Array) -> Array | None:
    """The predicted median, which is the prediction where none is given; None where it is not among the levels."""
    try:
        return quantiles_of(quantiles).at(0.5)
    except NotApplicable:
        return None


def _draws(values: Any, say: ArgumentNames) -> Array:
    table = check_matrix("y_draws", values, say)
    if table.ndim != 2 or not table.shape[1]:
        raise BadInput(f"{say('y_draws')} must be one column per draw, but has shape {table.shape}")
    return check_squarable("y_draws", finite_table("y_draws", table, say), say)


def _clusters(
    truth: Array,
    label: Array | None,
    labels: Sequence[Any] | None,
    shared: dict[str, Any],
    say: ArgumentNames,
) -> Predictions:
    class_labels = ClassLabels.found({"y_true": truth}) if labels is None else ClassLabels.given(labels)
    codes = None
    if label is not None:
        if label.dtype.kind in "ui" and int(label.min(initial=0)) < NOISE:
            row = int(np.argmax(label < NOISE))
            raise BadInput(
                f"{say.at('y_pred', row)} is {label[row]}; clusters are numbered from 0, with {NOISE} for noise"
            )
        codes = ClassLabels.found({"y_pred": label}).encode("y_pred", label, say)  # a number may be as large as an id
    return Predictions(
        truth=class_labels.encode("y_true", truth, say), label=codes, classes=class_labels.texts, **shared
    )


def _classes(
    columns: Mapping[str, Any],
    *,
    task: TaskKind | None,
    labels: Sequence[Any] | None,
    positive: Any,
    prior: Any,
    shared: dict[str, Any],
    say: ArgumentNames,
    by_class: ByClass,
) -> Predictions:
    truth, label = whole_numbers("y_true", columns["y_true"], say), columns["y_pred"]
    label = None if label is None else whole_numbers("y_pred", label, say)
    if labels is None and label is not None:
        one_kind(truth, label, say)
    class_labels = _known(truth, label, labels, positive)
    if task is not None and task.most_classes is not None and len(class_labels.values) > task.most_classes:
        raise BadInput(
            f"the task is {task}, but there are {len(class_labels.values)} classes: {', '.join(class_labels.texts[:8])}"
        )
    positive = _positive(class_labels, positive, say)
    right, codes = (
        class_labels.encode("y_true", truth, say),
        None if label is None else class_labels.encode("y_pred", label, say),
    )
    wide, loss = (
        (None, None)
        if columns["y_proba"] is None
        else _proba(by_class("y_proba", class_labels.texts), right, class_labels, positive, say)
    )
    two = len(class_labels.values) == 2
    what = task if task is not None and not task.takes_positive else BINARY if two else MULTICLASS
    return Predictions(
        task=what,
        truth=right,
        classes=class_labels.texts,
        positive=positive,
        label=codes,
        score=None
        if columns["y_score"] is None
        else _scores(by_class("y_score", class_labels.texts), class_labels, say),
        proba=wide,
        prior=None if prior is None else training_shares(prior, len(truth), len(class_labels.values)),
        known_log_loss=loss,
        **shared,
    )


def _known(truth: Array, label: Array | None, labels: Sequence[Any] | None, positive: Any) -> ClassLabels:
    if labels is not None:
        return ClassLabels.given(labels)
    class_labels = ClassLabels.found({"y_true": truth} if label is None else {"y_true": truth, "y_pred": label})
    if len(class_labels.values) < 2:  # one class only: the other is known where the pair is a usual one
        for pair in ((False, True), (0, 1), (-1, 1)):
            if set(class_labels.values) <= set(pair) and (positive is None or positive in pair):
                same = all(isinstance(value, bool) for value in class_labels.values)
                return ClassLabels(
                    values=(False, True) if same and class_labels.values else tuple(int(value) for value in pair)
                )
    return class_labels


def _positive(class_labels: ClassLabels, positive: Any, say: ArgumentNames) -> str | None:
    if positive is not None:
        if np.ndim(positive):
            raise BadInput(f"{say('positive')} is one class, not several")
        for value, text in zip(class_labels.values, class_labels.texts, strict=True):
            if value == positive or text == str(positive):
                return text
        raise BadInput(f"{say('positive')}: {class_labels.unknown(positive)}")
    if class_labels.values in ((0, 1), (-1, 1), (False, True)):
        return class_labels.texts[1]
    return None


def _proba(
    values: Any, truth: Array, class_labels: ClassLabels, positive: str | None, say: ArgumentNames
) -> tuple[Array, float | None]:
    """(n, K) probabilities in the order of the classes, checked row by row; and the sum of the log loss, if known."""
    table = check_matrix("y_proba", values, say)
    k = len(class_labels.values)
    if table.ndim == 1 or (table.ndim == 2 and table.shape[1] == 1):
        if k == 1:
            cure = say.cure("name both with", "labels")
            raise BadInput(f"{say('y_true')} contains one class only, {class_labels.texts[0]}{cure}")
        if k != 2:
            raise BadInput(
                f"{say('y_proba')} is one column, but there are {k} classes ({_few(class_labels)}); give one column per class, in the order of "
                f"{say.asked('labels')}"
            )
        if positive is None:
            raise BadInput(
                f"{say('y_proba')} is one column, so the positive class must be stated with {say.asked('positive')}"
            )
        column = floats("y_proba", as_column("y_proba", table, say), say)
        wide, valid = _two_columns(column, class_labels.texts.index(positive))
        if not valid:
            check_unit_range("y_proba", numbers("y_proba", table, say), say)
        return wide, None
    if table.shape[1] != k:
        cure = say.cure("give one column per class, and name all classes in order with", "labels")
        raise BadInput(f"{say('y_proba')}: {table.shape[1]} columns for {k} classes{cure}")
    wide = table.astype(np.float64) if table.dtype.kind != "f" or table.dtype.itemsize < 4 else table
    check = kernel("check_probabilities")(wide, truth)
    if not (check.valid and check.largest_gap <= SUM_SLACK):
        refuse_shares(wide, say)
    return wide, check.log_loss


def _two_columns(column: Array, positive: int) -> tuple[Array, bool]:
    """Return (n, 2) probabilities of one class and of the other, each column in one piece, and whether all are valid.

    Doubles, since 1 - p loses digits in float32.
    """
    wide = np.empty((2, len(column)))
    wide[positive] = column
    np.subtract(1.0, wide[positive], out=wide[1 - positive])
    return wide.T, bool(len(column)) and bool(column.min() >= 0) and bool(column.max() <= 1)


def _few(class_labels: ClassLabels) -> str:
    """Some of the classes; in quotes a blank at the end can be seen."""
    return ", ".join(
        [*(repr(text) for text in class_labels.texts[:4]), *(["..."] if len(class_labels.texts) > 4 else [])]
    )


def _scores(values: Any, class_labels: ClassLabels, say: ArgumentNames) -> Array:
    table = check_matrix("y_score", values, say)
    if table.ndim == 2 and table.shape[1] > 1:
        if table.shape[1] != len(class_labels.values):
            raise BadInput(
                f"{say('y_score')}: {table.shape[1]} columns for {len(class_labels.values)} classes; give one for each"
            )
        if len(class_labels.values) == 2:
            raise BadInput(f"{say('y_score')} has two columns for two classes; give the positive class's column only")
        return finite_table("y_score", table, say)
    if len(class_labels.values) > 2:
        raise BadInput(
            f"{say('y_score')} is one column for {len(class_labels.values)} classes ({_few(class_labels)}); give one column per class, in the order of "
            f"{say.asked('labels')}"
        )
    return numbers("y_score", table, say)
