"""Measures of order: how well scores put positives before negatives, whatever the threshold."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import MULTICLASS, MULTILABEL, ORDINAL
from bakeoff.kernels.reference.ranking import h_of_edges
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import (
    BINARY_ONLY,
    CLASSES,
    Caution,
    Direction,
    IntervalRule,
    LinearIn,
    Measure,
    OfFirst,
    Pooling,
    Sweep,
    family,
)
from bakeoff.measures.ranked_lists import precision_of_lists_at, recall_of_lists_at
from bakeoff.predictions.kinds import RANKING, ROWS
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.summaries.confusion import ratio
from bakeoff.predictions.summaries.ranking.ranking import Ranking

__all__ = ["ALL", "h_of_hull", "partial_auc", "partial_auc_sensitivity", "precision_at", "recall_at", "roc_auc"]


def h_of_hull(edges: Array, alpha: float = 2.0, beta: float | None = None) -> float:
    """One minus the expected minimum loss over that of the trivial classifier, c ~ Beta(alpha, beta).

    A false positive costs c and a missed positive 1 - c. `beta=None` is 1 + (share of negatives / share of positives),
    which puts the mode of c at the share of positives. Reference: hand2009.

    `edges` are those of the hull, to the right and up, and last the one of the trivial classifier, which goes all the
    way. The loss begins with all positives missed, whatever c is, and each edge changes it for the costs below the
    edge's own, at which its two corners are equally good.

    >>> import numpy as np
    >>> h_of_hull(np.array([[0.0, 5.0, 5.0], [5.0, 0.0, 5.0]]))
    1.0
    """
    right, up = edges
    negatives, positives = right.item(-1), up.item(-1)
    if not negatives or not positives:
        return float("nan")
    a, b = alpha, 1.0 + negatives / positives if beta is None else beta
    return float(h_of_edges(edges, a, b))


ONE_CLASS = "the truth contains one class only"
AREA = (
    "two curves that cross are not ordered by their areas",
    "flattering under heavy imbalance: read it beside average_precision",
)
COMPARABLE = "scores of different models (folds) need not be comparable: pooling them may mislead"


def _auc(r: Ranking) -> float:
    pairs = 2.0 * r.positive_weight * r.negative_weight
    return float(r.totals.doubled_wins / pairs) if pairs else float("nan")


def _gini(r: Ranking) -> float:
    return 2.0 * _auc(r) - 1.0


def _average_precision(r: Ranking) -> float:
    return r.totals.average_precision if r.positive_weight else float("nan")


def _pr_area(r: Ranking) -> float:
    return r.totals.pr_area if r.positive_weight else float("nan")


def _gap(r: Ranking) -> float:
    return r.totals.largest_gap if r.positive_weight and r.negative_weight else float("nan")


def _h(r: Ranking) -> float:
    return h_of_hull(r.edges)


def ovr_areas(r: Ranking) -> Array:
    """Area under the ROC curve of each class against the rest."""
    sizes = r.sizes
    return np.asarray(ratio(r.wins_over_rest, 2.0 * sizes * (sizes.sum() - sizes)))


def _ovr(r: Ranking) -> float:
    if r.many is None:
        return _auc(r)  # of two classes either has the one area
    areas = ovr_areas(r)
    return float(np.mean(areas)) if not np.isnan(areas).any() else float("nan")


def _ovr_weighted(r: Ranking) -> float:
    if r.many is None:
        return _auc(r)
    areas, sizes = ovr_areas(r), r.sizes
    here = sizes > 0
    return float(ratio(float((areas[here] * sizes[here]).sum()), float(sizes.sum())))


def _pair_areas(r: Ranking) -> tuple[Array, Array]:
    """A(i|j) of every ordered pair of classes, and how many rows the pair has."""
    sizes, off = r.sizes, ~np.eye(len(r.sizes), dtype=bool)
    areas = np.asarray(ratio(r.wins, 2.0 * sizes[:, None] * sizes[None, :]))
    return areas[off], (sizes[:, None] + sizes[None, :])[off]


def _ovo(r: Ranking) -> float:
    """Mean over all pairs of classes of (A(i|j) + A(j|i)) / 2."""
    if r.many is None:
        return _auc(r)
    areas, _ = _pair_areas(r)
    return float(areas.mean()) if len(areas) else float("nan")


def _ovo_weighted(r: Ranking) -> float:
    """The same mean, each pair weighing as many rows as it has."""
    if r.many is None:
        return _auc(r)
    areas, rows = _pair_areas(r)
    return float(ratio(float((areas * rows).sum()), float(rows.sum())))


_COMMON: dict[str, Any] = {
    "direction": Direction.HIGHER, "bounds": (0.0, 1.0), "needs": Output.SCORE, "reads": RANKING, "undefined": ONE_CLASS,
    "caveats": (COMPARABLE,), "across_folds": Pooling.MEAN, "family": "ranking",
}  # fmt: skip
_of_two = family(**_COMMON, tasks=BINARY_ONLY, needs_positive=True)


roc_auc = _of_two(
    "roc_auc",
    "Area under the ROC curve",
    r"P(s_+ > s_-) + \frac12 P(s_+ = s_-)",
    _auc,
    reference="hanley1982",
    caveats=(
        "the probability that a random positive outscores a random negative; below one half the classes may be reversed",
        *AREA,
        "read as an expected cost it weighs errors by the learner's own scores, so that two learners are judged by different costs (Hand 2009); the H-measure takes the same costs for all",
        COMPARABLE,
    ),
    short="ROC AUC",
    interval=IntervalRule.AREA,
    paired_test="delong",
    sweep=Sweep.AREA,
    cautions=frozenset({Caution.RARE_POSITIVES}),
    chance=0.5,
    instead=dict.fromkeys(
        (MULTICLASS, ORDINAL), ("roc_auc_ovr", "roc_auc_ovr_weighted", "roc_auc_ovo", "roc_auc_ovo_weighted")
    )
    | {MULTILABEL: ("roc_auc_of_labels", "roc_auc_micro")},
)
gini = _of_two(
    "gini",
    "Gini coefficient",
    r"2\,\mathrm{AUC} - 1",
    _gini,
    reference="hand2001",
    bounds=(-1.0, 1.0),
    caveats=("below zero the classes may be reversed", *AREA, COMPARABLE),
    interval=IntervalRule.AREA,
    on_two_classes=LinearIn(of=roc_auc, factor=2.0, shift=-1.0),
    paired_test="delong",
    cautions=frozenset({Caution.RARE_POSITIVES}),
    chance=0.0,
)
average_precision = _of_two(
    "average_precision",
    "Average precision (area under precision-recall steps)",
    r"\sum_k (R_k - R_{k-1}) P_k",
    _average_precision,
    reference="davis2006",
    undefined="no row is positive",
    caveats=("its baseline is the share of positives, not one half", COMPARABLE),
    interval=IntervalRule.AVERAGE_PRECISION,
    sweep=Sweep.AVERAGE_PRECISION,
    instead={MULTILABEL: ("average_precision_of_labels", "average_precision_micro")},
)
pr_auc = _of_two(
    "pr_auc",
    "Area under the precision-recall curve, trapezoids",
    r"\sum_k (R_k - R_{k-1}) (P_k + P_{k-1}) / 2",
    _pr_area,
    reference="davis2006",
    undefined="no row is positive",
    caveats=("straight lines between precision-recall points are too optimistic; prefer average_precision", COMPARABLE),
    short="PR AUC",
)
ks = _of_two(
    "ks",
    "Kolmogorov-Smirnov distance",
    r"\max_t |\mathrm{TPR}(t) - \mathrm{FPR}(t)|",
    _gap,
    reference="hand2009",
    optimizes_threshold=True,
)
h_measure = _of_two(
    "h_measure",
    "H-measure",
    r"1 - L / L_{\max},\; c \sim \mathrm{Beta}(2, 1 + \pi_0 / \pi_1)",
    _h,
    reference="hand2009",
    optimizes_threshold=True,
    caveats=(
        "a fixed distribution of cost ratios, with its mode at the share of positives (the hmeasure package's choice)",
        "its critics answer that any fixed distribution of costs is a choice too, and that the AUC has a meaning as a ranking that needs no costs",
        COMPARABLE,
    ),
)
_over_classes = family(
    **_COMMON,
    tasks=CLASSES,
    interval=IntervalRule.MEAN_OF_AREAS,
    on_two_classes=LinearIn(of=roc_auc),
    paired_test="delong",
)
roc_auc_ovr = _over_classes(
    "roc_auc_ovr",
    "Area under the ROC curve, each class against the rest, mean over classes",
    r"\frac{1}{K}\sum_k \mathrm{AUC}_k",
    _ovr,
    reference="ferri2009",
    undefined="some class does not occur in the truth, or is the only one",
    short="one-vs-rest ROC AUC",
)
roc_auc_ovr_weighted = _over_classes(
    "roc_auc_ovr_weighted",
    "Area under the ROC curve, each class against the rest, weighted by class size",
    r"\sum_k \frac{n_k}{n} \mathrm{AUC}_k",
    _ovr_weighted,
    reference="provost2003",
    undefined="the truth contains one class only",
    short="weighted one-vs-rest ROC AUC",
)
roc_auc_ovo = _over_classes(
    "roc_auc_ovo",
    "Area under the ROC curve, mean over all pairs of classes (Hand and Till's M)",
    r"\frac{2}{K(K-1)}\sum_{i<j} \frac{A(i|j) + A(j|i)}{2}",
    _ovo,
    reference="hand2001",
    undefined="some class does not occur in the truth",
    short="one-vs-one ROC AUC",
)
roc_auc_ovo_weighted = _over_classes(
    "roc_auc_ovo_weighted",
    "Area under the ROC curve, mean over all pairs of classes, weighted by the rows of the pair",
    r"\frac{1}{K-1}\sum_{i<j} \frac{n_i + n_j}{n} \frac{A(i|j) + A(j|i)}{2}",
    _ovo_weighted,
    reference="ferri2009",
    undefined=roc_auc_ovo.undefined,
    caveats=(
        "frequent classes count more; roc_auc_ovo does not depend on how frequent they are",
        "weighs A(i|j) by the rows of both classes, as scikit-learn does; the AU1P of the paper by class i alone",
        COMPARABLE,
    ),
    short="weighted one-vs-one ROC AUC",
)


def partial_auc(max_fpr: float) -> Measure:
    """Area under the ROC curve up to a false positive rate, scaled so that chance is 1/2 and perfection 1.

    >>> partial_auc(0.1).name
    'partial_auc(0.1)'
    """
    if not 0 < max_fpr <= 1:
        raise BadInput(f"max_fpr of partial_auc must lie in (0, 1], not {max_fpr}")

    def compute(r: Ranking) -> float:
        if not r.positive_weight or not r.negative_weight:
            return float("nan")
        area = r.steps.top_area(max_fpr * r.negative_weight) / (r.positive_weight * r.negative_weight)
        least = max_fpr**2 / 2
        return 0.5 * (1.0 + (area - least) / (max_fpr - least)) if max_fpr < 1 else area

    return _of_two(
        f"partial_auc({parameter_text(max_fpr)})",
        f"Partial area under the ROC curve, false positive rate up to {parameter_text(max_fpr)}",
        r"\frac12 \left(1 + \frac{A - m^2/2}{m - m^2/2}\right),\; A = \int_0^m \mathrm{TPR}\,d\mathrm{FPR}",
        compute,
        short=f"partial area under the ROC curve up to {parameter_text(max_fpr)}",
        bounds=((1 - max_fpr) / (2 - max_fpr), 1.0),
        reference="mcclish1989",
    )


_GOLDEN = (5**0.5 - 1) / 2


def _area_beyond(r: Ranking, least: float) -> float:
    r"""The area between the ROC curve and the sensitivity `least`: the largest :math:`\int_f^1 (TPR - least)\,dFPR` over f.

    That integral grows with a falling f as long as the curve is above `least`, so that it has one maximum.
    """
    positives, negatives = r.positive_weight, r.negative_weight
    whole = r.steps.top_area(negatives) / (positives * negatives)

    def right_of(f: float) -> float:
        return float(whole - r.steps.top_area(f * negatives) / (positives * negatives) - least * (1 - f))

    low, high = 0.0, 1.0
    for _ in range(70):
        one, two = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        if right_of(one) < right_of(two):
            low = one
        else:
            high = two
    return max(right_of(low), right_of(high), 0.0)


def partial_auc_sensitivity(min_tpr: float) -> Measure:
    """Area under the ROC curve where the sensitivity is at least `min_tpr`, scaled so that chance is 1/2 and perfection 1.

    >>> partial_auc_sensitivity(0.8).name
    'partial_auc_sensitivity(0.8)'
    """
    if not 0 <= min_tpr < 1:
        raise BadInput(f"min_tpr of partial_auc_sensitivity must lie in [0, 1), not {min_tpr}")
    width, text = 1.0 - min_tpr, parameter_text(min_tpr)

    def compute(r: Ranking) -> float:
        if not r.positive_weight or not r.negative_weight:
            return float("nan")
        least = width**2 / 2
        return 0.5 * (1.0 + (_area_beyond(r, min_tpr) - least) / (width - least)) if width < 1 else _auc(r)

    return _of_two(
        f"partial_auc_sensitivity({text})",
        f"Partial area under the ROC curve, sensitivity from {text}",
        r"\frac12 \left(1 + \frac{A - m^2/2}{m - m^2/2}\right),\; A = \int_{1-m}^1 (1 - \mathrm{FPR})\,d\mathrm{TPR}",
        compute,
        short=f"partial ROC area from sensitivity {text}",
        bounds=((1 - width) / (2 - width), 1.0),
        reference="mcclish1989",
        caveats=(
            "for questions in which positives must not be missed; partial_auc is for few false alarms",
            COMPARABLE,
        ),
    )


def _first(name: str, k: int) -> int:
    return count(f"k of {name}", k)


def _of_first(name: str, title: str, formula: str, of_first: OfFirst, **own: Any) -> Measure:
    return Measure(
        name=name, title=title, formula=formula, of_first=of_first, compute=of_first, direction=Direction.HIGHER, bounds=(0.0, 1.0),
        tasks=BINARY_ONLY, needs=Output.SCORE, reads=ROWS, needs_positive=True, across_folds=Pooling.MEAN, family="ranking",
        reference="manning2008", **own,
    )  # fmt: skip


_TIES = "rows that tie at the end of the list share its last places equally"


def precision_at(k: int) -> Measure:
    """The share of positives among the k rows that score highest.

    >>> precision_at(5).name
    'precision_at(5)'
    """
    _first("precision_at", k)
    return _of_first(
        f"precision_at({k})",
        f"Precision among the first {k} rows by score",
        rf"\frac{{1}}{{{k}}}\sum_i [\mathrm{{rank}}_i \le {k}]\, y_i",
        OfFirst(k=k, value=lambda positives, _: positives / k),
        undefined=f"there are fewer than {k} rows",
        caveats=(
            _TIES,
            "of one list; where there are queries it is the mean over their lists",
            "cannot reach 1 where fewer rows are positive",
        ),
        short=f"precision at {k}",
        variants={"ranking": precision_of_lists_at(k)},
    )


def recall_at(k: int) -> Measure:
    """The share of all positives that are among the k rows that score highest.

    >>> recall_at(5).name
    'recall_at(5)'
    """
    _first("recall_at", k)
    return _of_first(
        f"recall_at({k})",
        f"Recall among the first {k} rows by score",
        rf"\sum_i [\mathrm{{rank}}_i \le {k}]\, y_i / \sum_i y_i",
        OfFirst(k=k, value=ratio),
        undefined=f"no row is positive, or there are fewer than {k} rows",
        caveats=(
            _TIES,
            "of one list; where there are queries it is the mean over their lists",
            "cannot reach 1 where more rows are positive",
        ),
        short=f"recall at {k}",
        variants={"ranking": recall_of_lists_at(k)},
    )


ALL: tuple[Measure, ...] = (
    roc_auc,
    gini,
    average_precision,
    pr_auc,
    ks,
    h_measure,
    partial_auc(0.1),
    partial_auc_sensitivity(0.9),
    precision_at(10),
    recall_at(10),
    roc_auc_ovr,
    roc_auc_ovr_weighted,
    roc_auc_ovo,
    roc_auc_ovo_weighted,
)
