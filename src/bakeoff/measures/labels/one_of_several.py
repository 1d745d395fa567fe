"""Any measure of two classes for one class against the rest or for one label, and any measure of numbers for one output."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.text import elide
from bakeoff.data.tasks import BINARY, MULTILABEL, MULTIOUTPUT, REGRESSION
from bakeoff.measures.measure import CLASSES, IntervalRule, Invariance, Measure
from bakeoff.predictions.kinds import ROWS
from bakeoff.predictions.predictions import Predictions

__all__ = ["against_others", "of_class", "of_output"]

Named = Callable[[str], Measure]


def of_class(measure: str, name: str | float, named: Named) -> Measure:
    """Measure one class against all others, or one of several labels, by a measure of two classes."""
    inner, text = _inner("of_class", measure, named), _text("of_class", name)
    if BINARY not in inner.tasks or inner.name.startswith("expected_cost"):
        raise BadInput(f"of_class takes a measure of two classes, such as recall or roc_auc, and {inner.name} is none")

    def compute(pred: Predictions) -> float:
        j = _place(text, pred, "class" if not pred.task.in_columns else "label")
        return inner(pred.column(j) if pred.task.in_columns else against_others(pred, j))

    return _one(
        inner,
        "of_class",
        text,
        compute,
        tasks=frozenset({*CLASSES, MULTILABEL}),
        title=f"{inner.title}, {text} against the rest",
    )


def of_output(measure: str, name: str | float, named: Named) -> Measure:
    """Measure one of several outputs by a measure of numbers."""
    inner, text = _inner("of_output", measure, named), _text("of_output", name)
    if REGRESSION not in inner.tasks:
        raise BadInput(f"of_output takes a measure of numbers, such as rmse or mae, and {inner.name} is none")

    def compute(pred: Predictions) -> float:
        return inner(pred.column(_place(text, pred, "output")))

    return _one(
        inner, "of_output", text, compute, tasks=frozenset({MULTIOUTPUT}), title=f"{inner.title}, output {text}"
    )


def _inner(maker: str, measure: Any, named: Named) -> Measure:
    if not isinstance(measure, str):
        raise BadInput(
            f'{maker} takes the name of a measure in quotes: {maker}("{"recall" if maker == "of_class" else "rmse"}", "name")'
        )
    inner = named(measure)
    if inner.needs is None:
        raise BadInput(f"{inner.name} is not a measure of predictions")
    return inner


def _text(maker: str, name: Any) -> str:
    if isinstance(name, bool) or not isinstance(name, (str, int, float)):
        raise BadInput(
            f"{maker} takes the name of one class, label or output after the measure, not {elide(repr(name), 40)}"
        )
    return str(name)


def _one(
    inner: Measure, maker: str, text: str, compute: Callable[[Predictions], float], *, tasks: frozenset[Any], title: str
) -> Measure:
    return replace(
        inner, name=f'{maker}("{inner.name}", "{text}")', title=title, short=f"{inner.short} of {text}", tasks=tasks, reads=ROWS, compute=compute,
        per_row=None, after=None, needs_positive=False, interval=IntervalRule.USUAL, paired_test="", on_two_classes=None, sweep=None, of_first=None,
        variants={}, instead={}, proportion=None, shares=None, fewest_rare=0, slopes=None, explains="", invariant=Invariance.NONE, cautions=frozenset(),
        caveats=(), undefined=f"{inner.undefined}, or there is no {text}", clipped="",
    )  # fmt: skip


def _place(text: str, pred: Predictions, what: str) -> int:
    names = tuple(pred.classes)
    if text not in names:
        raise NotApplicable(str(UnknownName(what, text, names)))
    return names.index(text)


def against_others(pred: Predictions, code: int) -> Predictions:
    """The answers as if there were two classes: this one, which is positive, and all others.

    >>> from bakeoff.data.tasks import MULTICLASS
    >>> pred = Predictions(task=MULTICLASS, rows=np.arange(3), truth=np.array([0, 1, 2]), classes=("a", "b", "c"), label=np.array([0, 2, 2]))
    >>> against_others(pred, 2).label.tolist()
    [0, 1, 1]
    """
    name, parts = pred.classes[code], dict[str, Any]()
    if pred.label is not None:
        parts["label"] = (pred.label == code).astype(np.int64)
    elif pred.proba is not None:
        parts["label"] = (pred.labels() == code).astype(np.int64)
    if pred.score is not None:
        if pred.score.ndim == 2:
            parts["score"] = pred.score[:, code]
        else:
            parts["score"] = pred.score if pred.positive_code == code else -pred.score
    if pred.proba is not None:
        column = np.asarray(pred.proba[:, code], dtype=np.float64)
        parts["proba"] = np.column_stack([1.0 - column, column])
    if pred.prior is not None:
        share = np.asarray(pred.prior, dtype=np.float64)[..., code]
        parts["prior"] = np.stack([1.0 - share, share], axis=-1)
    return Predictions(
        task=BINARY, rows=pred.rows, truth=(pred.truth == code).astype(np.int64), classes=(f"not {name}", name), positive=name,
        weight=pred.weight, group=pred.group, **parts,
    )  # fmt: skip
