"""The same names elsewhere mean something else: definitions of other sources, each under a name of its own."""

from collections.abc import Callable
from dataclasses import replace
from math import log
from typing import Any

import numpy as np

from bakeoff.measures.areas import h_measure, h_of_hull, pr_auc
from bakeoff.measures.clustering import TRIVIAL, information, nmi
from bakeoff.measures.measure import Measure, mean_of
from bakeoff.measures.probabilities.probability import brier, log_loss_clipped
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.confusion import Counts, ratio
from bakeoff.predictions.summaries.pivot import ORIGIN
from bakeoff.predictions.summaries.ranking.ranking import Ranking

__all__ = ["ALL"]

EITHER = "the classes or the clusters are one single group"


def _interpolated(r: Ranking) -> float:
    return r.steps.interpolated() / r.positive_weight if r.positive_weight else float("nan")


def _nmi(mean: Callable[[Any, Any], Any]) -> Callable[[Counts], Any]:
    def compute(c: Counts) -> Any:
        h_class, h_cluster, mutual = information(c)
        share = np.minimum(ratio(mutual, mean(h_class, h_cluster)), 1.0)
        return float(share) if np.ndim(share) == 0 else share

    return compute


def _h_by_share(r: Ranking) -> float:
    total = r.positive_weight + r.negative_weight
    if not r.positive_weight or not r.negative_weight:
        return float("nan")
    return h_of_hull(r.edges, alpha=1 + r.positive_weight / total, beta=1 + r.negative_weight / total)


def _h_symmetric(r: Ranking) -> float:
    return h_of_hull(r.edges, alpha=2.0, beta=2.0)


def _nmi_by(
    word: str, words: str, sign: str, mean: Callable[[Any, Any], Any], *, undefined: str, short: str
) -> Measure:
    return replace(
        nmi,
        name=f"nmi_{word}",
        title=f"Normalized mutual information, {words} of the entropies",
        formula=rf"I(C;K) / {sign}",
        short=f"NMI by the {short}",
        compute=_nmi(mean),
        undefined=undefined,
    )


pr_auc_interpolated = replace(
    pr_auc,
    name="pr_auc_interpolated",
    title="Area under the precision-recall curve, Davis and Goadrich's interpolation",
    formula=r"\int P\,dR,\; FP \text{ linear in } TP \text{ between points}",
    compute=_interpolated,
    caveats=("the achievable area between points; average_precision takes steps instead",),
    short="interpolated PR AUC",
)
h_measure_2014 = replace(
    h_measure,
    name="h_measure_2014",
    title="H-measure with costs from Beta(1 + share of positives, 1 + share of negatives)",
    formula=r"1 - L / L_{\max},\; c \sim \mathrm{Beta}(1 + \pi_1, 1 + \pi_0)",
    compute=_h_by_share,
    reference="hand2014",
    caveats=("the later recommendation of Hand and Anagnostopoulos; h_measure is the older default",),
    short="H-measure of 2014",
)
h_measure_symmetric = replace(
    h_measure,
    name="h_measure_symmetric",
    title="H-measure with costs from Beta(2, 2)",
    formula=r"1 - L / L_{\max},\; c \sim \mathrm{Beta}(2, 2)",
    compute=_h_symmetric,
    caveats=("both kinds of mistake are taken as equally severe, as in the paper of 2009",),
    short="symmetric H-measure",
)
brier_two_columns = replace(
    brier,
    name="brier_two_columns",
    title="Brier score summed over all classes, also for two",
    formula=r"\frac1n\sum_i\sum_k (p_{ik} - y_{ik})^2",
    compute=lambda m: m[row_quantities.squares],
    per_row=lambda pred: row_quantities.squares(pred, ORIGIN),
    caveats=("twice the usual score of two classes",),
    short="Brier score over all classes",
)
log_loss_sklearn = replace(
    log_loss_clipped,
    name="log_loss_sklearn",
    title="Log loss with probabilities clipped at the rounding unit",
    formula=r"-\frac1n \sum_i \ln \min(\max(p_i(y_i), \epsilon), 1 - \epsilon)",
    **mean_of(row_quantities.rounded_log_loss),
    bounds=(0.0, -log(2**-52)),
    caveats=("the clip is 2.2e-16 of doubles and 1.2e-7 of single precision, as in scikit-learn's log_loss",),
    short="log loss as in scikit-learn",
)

ALL: tuple[Measure, ...] = (
    pr_auc_interpolated,
    h_measure_2014,
    h_measure_symmetric,
    brier_two_columns,
    log_loss_sklearn,
    _nmi_by(
        "geometric",
        "geometric mean",
        r"\sqrt{H(C) H(K)}",
        lambda a, b: np.sqrt(a * b),
        undefined=EITHER,
        short="geometric mean",
    ),
    _nmi_by("max", "by the larger", r"\max(H(C), H(K))", np.maximum, undefined=TRIVIAL, short="larger entropy"),
    _nmi_by("min", "by the smaller", r"\min(H(C), H(K))", np.minimum, undefined=EITHER, short="smaller entropy"),
)
