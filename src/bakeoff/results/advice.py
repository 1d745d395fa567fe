"""What a reader of a panel should know before believing it: caveats that these very predictions call for."""

from collections.abc import Mapping

import numpy as np

from bakeoff.estimates.estimate import Estimate
from bakeoff.predictions import columns
from bakeoff.predictions.summary import Summaries

__all__ = ["advice"]

RARE = 0.1  # a share of positives below this is heavy imbalance
MAJORITY = 0.75  # from this share on the trivial classifier looks good


def advice(summaries: Summaries, estimates: Mapping[str, Estimate]) -> tuple[str, ...]:
    """One sentence for each thing that could mislead."""
    said = [*_imbalance(summaries, estimates), *_areas(summaries, estimates), *_impossible(summaries, estimates)]
    return tuple(said)


def _imbalance(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    if "counts" not in summaries.made or not {"accuracy", "error"} & set(estimates):
        return []
    counts = summaries.counts
    if not counts.right.size or not counts.total:
        return []
    largest = int(np.argmax(counts.truth))
    share = float(counts.truth[largest]) / counts.total
    if share < MAJORITY:
        return []
    return [
        (
            f"class {counts.classes[largest]} makes up {share:.0%} of the rows: saying it always would be {share:.1%} "
            "accurate; read balanced_accuracy, kappa or mcc beside the accuracy"
        )
    ]


def _areas(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    if "roc_auc" not in estimates or np.isnan(estimates["roc_auc"].value):
        return []
    ranking = summaries.ranking
    share = ranking.positive_weight / (ranking.positive_weight + ranking.negative_weight)
    said = []
    if estimates["roc_auc"].value < 0.5:
        said.append("roc_auc lies below one half: the classes may be reversed (pos_label, or the sign of the scores)")
    if share < RARE:
        said.append(
            f"only {share:.1%} of the rows are positive: roc_auc flatters under such imbalance; "
            "average_precision tells more"
        )
    return said


def _impossible(summaries: Summaries, estimates: Mapping[str, Estimate]) -> list[str]:
    if "log_loss" not in estimates or not np.isinf(estimates["log_loss"].value):
        return []
    rows = round(summaries.moments[columns.impossible] * summaries.moments.weight)
    return [
        f"{rows} {'row' if rows == 1 else 'rows'} had probability zero for the class that came true: log_loss is infinite (log_loss_clipped is not)"
    ]
