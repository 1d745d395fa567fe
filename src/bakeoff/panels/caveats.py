"""What a reader of a panel should know before believing it: caveats that these very predictions call for."""

from collections.abc import Mapping
from math import isinf, isnan

import numpy as np

from bakeoff.core.text import is_number
from bakeoff.estimates.estimate import Estimate
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.summaries import Summaries

__all__ = ["advice"]

RARE = 0.1  # a share of positives below this is heavy imbalance
ORDERED = ("mae_ordinal", "mse_ordinal", "kappa_linear", "kappa_quadratic")  # they count steps from class to class
BLIND = frozenset({"precision", "recall", "f1", "jaccard"})
CHANCE = {"roc_auc": (0.5, "one half"), "gini": (0.0, "zero")}  # what scores give that know nothing
MAJORITY = 0.75  # from this share on the trivial classifier looks good


def advice(summaries: Summaries, estimates: Mapping[str, Estimate]) -> tuple[str, ...]:
    """One sentence for each thing that could mislead."""
    looks = (_imbalance, _never_true, _blind, _scale, _areas, _impossible)
    return tuple(text for look in looks for text in look(summaries, estimates))


def _imbalance(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    counts = summaries.made.get("counts")
    if (
        counts is None
        or not counts.right.size
        or not counts.total
        or not ("accuracy" in estimates or "error" in estimates)
    ):
        return []
    largest = int(counts.truth.argmax())
    share = float(counts.truth[largest]) / counts.total
    if share < MAJORITY:
        return []
    if share == 1:
        return [
            f"every row is of class {counts.classes[largest]}: how well other classes are told from it cannot be seen"
        ]
    return [
        (
            f"class {counts.classes[largest]} makes up {share:.0%} of the rows: saying it always would be {share:.1%} "
            "accurate; read balanced_accuracy, kappa or mcc beside the accuracy"
        )
    ]


def _never_true(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    counts = summaries.made.get("counts")
    if counts is None or not counts.right.size or len(counts.classes) < 2 or counts.truth.all():
        return []
    strange = [counts.classes[i] for i in np.flatnonzero((counts.predicted > 0) & ~(counts.truth > 0))]
    if not strange or not estimates:
        return []
    more = f" and {len(strange) - 5} more" if len(strange) > 5 else ""
    return [f"predicted, but never true in these rows: class {', '.join(strange[:5])}{more}"]


def _blind(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    """Measures of the positive class alone, with nothing beside them that sees the true negatives."""
    sees = any(name not in BLIND and not name.startswith("fbeta(") for name in estimates)
    if sees or not estimates or "counts" not in summaries.made or summaries.counts.positive is None:
        return []
    one = len(estimates) == 1
    return [
        f"{', '.join(estimates)} {'does' if one else 'do'} not see the {summaries.counts.tn:g} true negatives: "
        "read specificity or mcc beside " + ("it" if one else "them")
    ]


def _scale(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    """Words that stand in the order of the alphabet were hardly meant as a scale: high < low < mid."""
    asked = [one for one in ORDERED if one in estimates]
    classes = summaries.counts.classes if asked and "counts" in summaries.made else ()
    if len(classes) < 3 or list(classes) != sorted(classes) or all(map(is_number, classes)):
        return []
    shown = [one for one in asked if not isnan(estimates[one].value)]
    if not shown:
        return []
    few = " < ".join(classes[:4]) + (" < ..." if len(classes) > 4 else "")
    return [f"{shown[0]} counts steps on the scale {few}: if that is not the order of the classes, name them in theirs"]


def _areas(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    shown = next((one for one in CHANCE if one in estimates), None)
    if shown is None or isnan((area := estimates[shown]).value):
        return []
    ranking = summaries.ranking
    share = ranking.positive_weight / (ranking.positive_weight + ranking.negative_weight)
    said = []
    least, spoken = CHANCE[shown]
    if area.high >= least > area.value:
        said.append(f"{shown} lies below {spoken}, but no further than chance may bring it")
    elif area.value < least:
        said.append(
            f"{shown} lies below {spoken}: the classes may be reversed (which one is positive, or the sign of the scores)"
        )
    if share < RARE:
        said.append(
            f"only {share:.1%} of the rows are positive: {shown} flatters under such imbalance; "
            "average_precision tells more"
        )
    return said


def _impossible(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    if "log_loss" not in estimates or not isinf(estimates["log_loss"].value):
        return []
    seen = summaries.moments
    heavy = seen[row_quantities.impossible] * seen.weight
    rows = (
        f"rows of weight {heavy:g}"
        if seen.weight != seen.n
        else "1 row"
        if round(heavy) == 1
        else f"{round(heavy)} rows"
    )
    return [f"{rows} had probability zero for the class that came true: log_loss is infinite (log_loss_clipped is not)"]
