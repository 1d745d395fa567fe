"""Precision, recall, F1 and Jaccard averaged over classes: macro, micro and weighted by class size."""

from collections.abc import Callable
from typing import Any

import numpy as np

from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.classification.accuracy import mean_defined, recall_of
from bakeoff.measures.classification.one_class import fbeta
from bakeoff.measures.labels.label_averages import averaged_over_labels, averages_of_labels
from bakeoff.measures.measure import CLASSES, Direction, Measure, lowered
from bakeoff.predictions.kinds import CONFUSION
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.summaries.confusion import Counts, plain, ratio

__all__ = ["ALL", "fbeta_macro", "fbeta_micro", "fbeta_weighted"]

SUMMED = r" \text{, all counts summed over the classes}"
RULE = "classes for which the value is undefined (never predicted, or not in the truth) are left out of the mean"


Each = Callable[[Any, Any, Any], Any]  # of how often a class was true, predicted, and both


def _precision(_: Any, predicted: Any, right: Any) -> Any:
    return ratio(right, predicted)


def _f1(true: Any, predicted: Any, right: Any) -> Any:
    return ratio(2 * right, true + predicted)


def _jaccard(true: Any, predicted: Any, right: Any) -> Any:
    return ratio(right, true + predicted - right)


def _fbeta_of(b: float) -> Each:
    square = float(b) ** 2

    def each(true: Any, predicted: Any, right: Any) -> Any:
        return ratio((1 + square) * right, square * true + predicted)

    return each


def _micro(kind: str) -> Callable[[Counts], Any]:
    def compute(c: Counts) -> Any:
        return ratio(c.hits, c.total + c.misses) if kind == "jaccard" else ratio(c.hits, c.total)

    return compute


def _macro(form: Each) -> Callable[[Counts], Any]:
    return lambda c: mean_defined(c.by_class(form))


def _weighted(form: Each) -> Callable[[Counts], Any]:
    def compute(c: Counts) -> Any:
        values = c.by_class(form)
        if c.few is not None:
            defined = [(value, true) for value, (true, _, _) in zip(values, c.few, strict=True) if value == value]  # noqa: PLR0124
            return ratio(sum([value * true for value, true in defined]), sum([true for _, true in defined], 0.0))
        weight = np.where(np.isnan(values), 0.0, c.truth)
        return plain(np.asarray(ratio((np.where(np.isnan(values), 0.0, values) * weight).sum(-1), weight.sum(-1))))

    return compute


_KINDS: dict[str, tuple[str, str, Each]] = {
    "precision": ("Precision", r"\frac{TP_k}{TP_k + FP_k}", _precision),
    "recall": ("Recall", r"\frac{TP_k}{TP_k + FN_k}", recall_of),
    "f1": ("F1", r"\frac{2 TP_k}{2 TP_k + FP_k + FN_k}", _f1),
    "jaccard": ("Jaccard index", r"\frac{TP_k}{TP_k + FP_k + FN_k}", _jaccard),
}


_ACCURACIES = frozenset({"precision_micro", "recall_micro", "f1_micro", "recall_weighted"})  # by another name


def _hits(c: Counts) -> tuple[float, float]:
    return c.hits, c.total


def _declare(kind: str, how: str) -> Measure:
    title, formula, form = _KINDS[kind]
    words = {"macro": "mean over classes", "micro": "all decisions pooled", "weighted": "weighted by class size"}
    signs = {"macro": r"\frac{1}{K}\sum_k ", "weighted": r"\sum_k \frac{n_k}{n} "}
    make = {"macro": _macro(form), "micro": _micro(kind), "weighted": _weighted(form)}
    caveats = (
        (RULE,)
        if how != "micro"
        else ("for single-label classes the micro average of precision, recall and F1 is the accuracy",)
    )
    return Measure(
        name=f"{kind}_{how}",
        short=f"{how} {lowered(title)}",
        title=f"{title}, {words[how]}",
        formula=signs[how] + formula if how in signs else formula.replace("_k", "") + SUMMED,
        direction=Direction.HIGHER,
        bounds=(0.0, 1.0),
        tasks=CLASSES,
        needs=Output.LABEL,
        reads=CONFUSION,
        compute=make[how],
        proportion=_hits if f"{kind}_{how}" in _ACCURACIES else None,
        reference="opitz2019" if (kind, how) == ("f1", "macro") else "sokolova2009",
        undefined=f"there are no rows, or it is defined for no class{' that occurs' if how == 'weighted' else ''}",
        caveats=caveats,
        variants={"multilabel": averaged_over_labels(kind, how)},
        family="threshold",
    )


def _fbeta(b: float, how: str) -> Measure:
    """An average of F-beta over classes, or over labels."""
    checked = fbeta(b)
    parameter = f"({parameter_text(b)})"
    words = {"macro": "mean over {}", "micro": "all {} pooled", "weighted": "weighted by {} size"}[how]
    signs = {"macro": r"\frac{1}{K}\sum_k ", "micro": "", "weighted": r"\sum_k \frac{n_k}{n} "}[how]
    formula = r"\frac{(1+b^2) TP_k}{(1+b^2) TP_k + b^2 FN_k + FP_k}"
    each = _fbeta_of(b)
    make: dict[str, Callable[[Counts], Any]] = {
        "macro": _macro(each),
        "micro": lambda c: ratio(c.hits, c.total),
        "weighted": _weighted(each),
    }
    return Measure(
        name=f"fbeta_{how}{parameter}",
        short=f"{how} F with beta = {parameter_text(b)}",
        title=f"{checked.title}, {words.format('class' if how == 'weighted' else 'classes')}",
        formula=signs + (formula if how != "micro" else formula.replace("_k", "") + SUMMED),
        direction=Direction.HIGHER,
        bounds=(0.0, 1.0),
        tasks=CLASSES,
        needs=Output.LABEL,
        reads=CONFUSION,
        compute=make[how],
        proportion=_hits if how == "micro" else None,
        reference="vanrijsbergen1979",
        undefined=f"there are no rows, or it is defined for no class{' that occurs' if how == 'weighted' else ''}",
        caveats=(RULE,) if how != "micro" else ("for single-label classes the micro average is the accuracy",),
        variants={
            "multilabel": averages_of_labels(
                "fbeta", how, checked.title, "(1+b^2) TP / ((1+b^2) TP + b^2 FN + FP)", each, parameter=parameter
            )
        },
        family="threshold",
    )


def fbeta_macro(b: float) -> Measure:
    """The mean of F-beta over classes or labels.

    >>> fbeta_macro(2).name
    'fbeta_macro(2)'
    """
    return _fbeta(b, "macro")


def fbeta_micro(b: float) -> Measure:
    """F-beta of all decisions pooled.

    >>> fbeta_micro(0.5).name
    'fbeta_micro(0.5)'
    """
    return _fbeta(b, "micro")


def fbeta_weighted(b: float) -> Measure:
    """The mean of F-beta over classes or labels, each weighted by how often it is true.

    >>> fbeta_weighted(2).name
    'fbeta_weighted(2)'
    """
    return _fbeta(b, "weighted")


def _f1_of_averages(c: Counts) -> Any:
    precision, recall = mean_defined(c.by_class(_precision)), mean_defined(c.by_class(recall_of))
    nothing = (precision == 0) & (recall == 0)  # of two that are nothing so is the mean
    f1 = np.where(nothing, 0.0, ratio(2 * precision * recall, precision + recall))
    return plain(f1)


f1_of_averages = Measure(
    name="f1_of_averages",
    title="F1 of the macro averages of precision and recall",
    formula=r"2 P R / (P + R),\; P = \frac{1}{K}\sum_k \frac{TP_k}{TP_k + FP_k},\; R = \frac{1}{K}\sum_k \frac{TP_k}{TP_k + FN_k}",
    direction=Direction.HIGHER,
    bounds=(0.0, 1.0),
    tasks=CLASSES,
    needs=Output.LABEL,
    reads=CONFUSION,
    compute=_f1_of_averages,
    reference="sokolova2009",
    undefined="there are no rows",
    caveats=(
        "also called macro F1; never below f1_macro, the mean of the classes' F1, where every class occurs and is predicted",
        RULE,
    ),
    family="threshold",
)

ALL: tuple[Measure, ...] = (
    *(_declare(kind, how) for kind in _KINDS for how in ("macro", "micro", "weighted")),
    f1_of_averages,
    fbeta_macro(2),
    fbeta_micro(2),
    fbeta_weighted(2),
)
