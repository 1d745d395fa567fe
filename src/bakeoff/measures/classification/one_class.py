"""Measures of hard decisions about one positive class: precision, recall and what is made of them."""

from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import MULTICLASS, MULTILABEL, ORDINAL
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import BINARY_ONLY, Caution, Direction, Measure, family
from bakeoff.predictions.kinds import CONFUSION
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.summaries.confusion import Counts, ratio

__all__ = ["ALL", "f1", "fbeta", "precision", "recall"]

BLIND = "ignores true negatives: it does not measure the recall of the negative class"
NO_PREDICTED = "no row was predicted positive"
NO_POSITIVE = "no row is positive"
NO_NEGATIVE = "no row is negative"


def _precision(c: Counts) -> Any:
    return ratio(c.tp, c.tp + c.fp)


def _recall(c: Counts) -> Any:
    return ratio(c.tp, c.tp + c.fn)


def _specificity(c: Counts) -> Any:
    return ratio(c.tn, c.tn + c.fp)


def _fpr(c: Counts) -> Any:
    return ratio(c.fp, c.tn + c.fp)


def _fnr(c: Counts) -> Any:
    return ratio(c.fn, c.tp + c.fn)


def _npv(c: Counts) -> Any:
    return ratio(c.tn, c.tn + c.fn)


def _f1(c: Counts) -> Any:
    return ratio(2 * c.tp, 2 * c.tp + c.fp + c.fn)


def _jaccard(c: Counts) -> Any:
    return ratio(c.tp, c.tp + c.fp + c.fn)


def _informedness(c: Counts) -> Any:
    return _recall(c) + _specificity(c) - 1.0


def _markedness(c: Counts) -> Any:
    return _precision(c) + _npv(c) - 1.0


def _lift(c: Counts) -> Any:
    return ratio(_precision(c), _prevalence(c))


def _likelihood_up(c: Counts) -> Any:
    return ratio(_recall(c), _fpr(c))


def _likelihood_down(c: Counts) -> Any:
    return ratio(_fnr(c), _specificity(c))


def _prevalence(c: Counts) -> Any:
    return ratio(c.tp + c.fn, c.total)


_of_positive = family(
    direction=Direction.HIGHER, bounds=(0.0, 1.0), tasks=BINARY_ONLY, needs=Output.LABEL, reads=CONFUSION,
    reference="japkowicz2011", needs_positive=True, family="threshold",
)  # fmt: skip


precision = _of_positive(
    "precision",
    "Precision",
    r"TP / (TP + FP)",
    _precision,
    undefined=NO_PREDICTED,
    caveats=(BLIND,),
    cautions=frozenset({Caution.NO_NEGATIVES}),
    proportion=lambda c: (c.tp, c.tp + c.fp),
    instead=dict.fromkeys((MULTICLASS, ORDINAL), ("precision_macro", "precision_micro", "precision_weighted"))
    | {MULTILABEL: ("precision_macro", "precision_micro", "precision_samples")},
)
recall = _of_positive(
    "recall",
    "Recall (sensitivity, true positive rate)",
    r"TP / (TP + FN)",
    _recall,
    undefined=NO_POSITIVE,
    caveats=(BLIND,),
    cautions=frozenset({Caution.NO_NEGATIVES}),
    proportion=lambda c: (c.tp, c.tp + c.fn),
    instead=dict.fromkeys((MULTICLASS, ORDINAL), ("recall_macro", "recall_micro", "recall_weighted"))
    | {MULTILABEL: ("recall_macro", "recall_micro", "recall_samples")},
)
specificity = _of_positive(
    "specificity",
    "Specificity (true negative rate)",
    r"TN / (TN + FP)",
    _specificity,
    undefined=NO_NEGATIVE,
    proportion=lambda c: (c.tn, c.tn + c.fp),
)
fpr = _of_positive(
    "fpr",
    "False positive rate",
    r"FP / (TN + FP)",
    _fpr,
    undefined=NO_NEGATIVE,
    direction=Direction.LOWER,
    proportion=lambda c: (c.fp, c.tn + c.fp),
)
fnr = _of_positive(
    "fnr",
    "False negative rate",
    r"FN / (TP + FN)",
    _fnr,
    undefined=NO_POSITIVE,
    direction=Direction.LOWER,
    proportion=lambda c: (c.fn, c.tp + c.fn),
)
npv = _of_positive(
    "npv",
    "Negative predictive value",
    r"TN / (TN + FN)",
    _npv,
    undefined="no row was predicted negative",
    proportion=lambda c: (c.tn, c.tn + c.fn),
)
f1 = _of_positive(
    "f1",
    "F1",
    r"2 TP / (2 TP + FP + FN)",
    _f1,
    undefined="no row is positive and none was predicted positive",
    caveats=(BLIND,),
    cautions=frozenset({Caution.NO_NEGATIVES}),
    reference="vanrijsbergen1979",
    instead=dict.fromkeys((MULTICLASS, ORDINAL), ("f1_macro", "f1_micro", "f1_weighted", "f1_of_averages"))
    | {MULTILABEL: ("f1_macro", "f1_micro", "f1_samples")},
)
jaccard = _of_positive(
    "jaccard",
    "Jaccard index",
    r"TP / (TP + FP + FN)",
    _jaccard,
    undefined="no row is positive and none was predicted positive",
    caveats=(BLIND,),
    cautions=frozenset({Caution.NO_NEGATIVES}),
    reference="jaccard1912",
    instead=dict.fromkeys((MULTICLASS, ORDINAL), ("jaccard_macro", "jaccard_micro", "jaccard_weighted")),
)
informedness = _of_positive(
    "informedness",
    "Informedness (Youden's J)",
    r"\mathrm{TPR} + \mathrm{TNR} - 1",
    _informedness,
    undefined="one of the classes does not occur",
    bounds=(-1.0, 1.0),
    reference="youden1950",
)
markedness = _of_positive(
    "markedness",
    "Markedness",
    r"\mathrm{precision} + \mathrm{NPV} - 1",
    _markedness,
    undefined="one of the classes was never predicted",
    bounds=(-1.0, 1.0),
    reference="powers2011",
)
lift = _of_positive(
    "lift",
    "Lift",
    r"\mathrm{precision} / \mathrm{prevalence}",
    _lift,
    undefined="no row is positive or none was predicted positive",
    bounds=(0.0, float("inf")),
    caveats=(
        "of the rows that were predicted positive; a lift chart shows it for any share of the rows with the highest scores",
        "at most one over the share of positives, so that data sets are not comparable",
    ),
)
positive_likelihood_ratio = _of_positive(
    "positive_likelihood_ratio",
    "Likelihood ratio of a positive prediction",
    r"\mathrm{TPR} / \mathrm{FPR}",
    _likelihood_up,
    undefined="one of the classes does not occur, or no negative was predicted positive",
    bounds=(0.0, float("inf")),
    reference="deeks2004",
    caveats=("the factor by which a positive prediction multiplies the odds; one means no information",),
)
negative_likelihood_ratio = _of_positive(
    "negative_likelihood_ratio",
    "Likelihood ratio of a negative prediction",
    r"\mathrm{FNR} / \mathrm{TNR}",
    _likelihood_down,
    undefined="one of the classes does not occur, or no negative was predicted negative",
    bounds=(0.0, float("inf")),
    direction=Direction.LOWER,
    reference="deeks2004",
    caveats=("the factor by which a negative prediction multiplies the odds; one means no information",),
)
prevalence = _of_positive(
    "prevalence",
    "Prevalence",
    r"(TP + FN) / n",
    _prevalence,
    undefined="there are no rows",
    proportion=lambda c: (c.tp + c.fn, c.total),
    direction=Direction.NEITHER,
    caveats=("a property of the rows, not of the predictions",),
)


_LARGEST_BETA = 1_000_000  # with more, precision no longer changes a digit


def fbeta(b: float) -> Measure:
    """F with recall b times as important as precision.

    >>> fbeta(2).name
    'fbeta(2)'
    """
    if not 0 <= b <= _LARGEST_BETA:
        raise BadInput(f"beta of fbeta must be zero or a positive number up to {_LARGEST_BETA:,}, not {b}")
    square = float(b) ** 2

    def compute(c: Counts) -> Any:
        return ratio((1 + square) * c.tp, (1 + square) * c.tp + square * c.fn + c.fp)

    return _of_positive(
        f"fbeta({parameter_text(b)})",
        f"F with beta = {parameter_text(b)}",
        r"(1+b^2) TP / ((1+b^2) TP + b^2 FN + FP)",
        compute,
        undefined="no row is positive and none was predicted positive",
        caveats=(BLIND,),
        cautions=frozenset({Caution.NO_NEGATIVES}),
        reference="vanrijsbergen1979",
    )


ALL: tuple[Measure, ...] = (
    precision, recall, specificity, fpr, fnr, npv, f1, fbeta(2), fbeta(0.5), jaccard, informedness, markedness, lift,
    positive_likelihood_ratio, negative_likelihood_ratio, prevalence,
)  # fmt: skip
