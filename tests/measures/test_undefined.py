"""Each case in which a measure says that it is undefined, and its neighbour in which it is not."""

import math

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.measures import ALL, measure_named

TWO = {"labels": [0, 1]}
NO_POSITIVE = {"y_true": [0, 0], "y_pred": [0, 1], **TWO}
NO_NEGATIVE = {"y_true": [1, 1], "y_pred": [0, 1], **TWO}
NONE_SAID = {"y_true": [0, 1], "y_pred": [0, 0], **TWO}
ALL_SAID = {"y_true": [0, 1], "y_pred": [1, 1], **TWO}
NEITHER = {"y_true": [0, 0], "y_pred": [0, 0], **TWO}
ONE_CLASS = {"y_true": [1, 1], "y_proba": [0.3, 0.7], **TWO}
ONLY_NEGATIVES = {"y_true": [0, 0], "y_proba": [0.3, 0.7], **TWO}
NO_PRIOR = {"y_true": [0, 1], "y_proba": [0.3, 0.7]}
PRIOR_RIGHT = {**NO_PRIOR, "prior": [[1, 0], [0, 1]]}
BOTH_IMPOSSIBLE = {"y_true": [0, 0], "y_proba": [1.0, 0.5], "prior": [0.0, 1.0], **TWO}
THREE = {"labels": [0, 1, 2], "y_proba": np.full((3, 3), 1 / 3)}
MISSING = {"y_true": [0, 1, 1], **THREE}
SINGLE = {"y_true": [1, 1, 1], **THREE}
CONSTANT = {"y_true": [2.5, 2.5], "y_pred": [1.0, 3.0]}
FLAT = {"y_true": [1.5, 2.5], "y_pred": [3.0, 3.0]}
AT_PRIOR = {"y_true": [1.5, 2.5], "y_pred": [1.0, 3.0], "prior": [1.5, 2.5]}
ZERO = {"y_true": [0.0, 1.5], "y_pred": [0.0, 1.0]}
MINUS = {"y_true": [-1.5, 1.5], "y_pred": [0.5, 1.0]}
BOTH_MINUS = {"y_true": [-1.0, 1.5], "y_pred": [-1.0, 1.0]}
LOW = {"y_true": [1.5, 1.5], "y_pred": [0.0, 1.0]}
NOUGHT = {"y_true": [0.0, 1.5], "y_pred": [0.5, 1.0]}
GROUP = {"y_true": [0, 0, 0], "y_pred": [1, 1, 1], "task": "clustering"}
ALONE = {"y_true": [0, 1, 2], "y_pred": [2, 1, 0], "task": "clustering"}
MANY_ALONE = {"y_true": list(range(40)), "y_pred": list(range(40)), "task": "clustering"}
ONE_GROUP = {"y_true": [0, 0, 1], "y_pred": [1, 1, 1], "task": "clustering"}
ROW = {"y_true": [0], "y_pred": [0], "task": "clustering"}
PARTS = {"y_true": [0, 0, 1], "y_pred": [1, 1, 0], "task": "clustering", "sample_weight": [0.5, 1, 1]}
EXACT = {"y_true": [1.5, 2.5], "y_pred": [1.5, 2.0], "y_sd": [0.0, 1.0]}
NO_LABELS = {
    "y_true": [[0, 0], [0, 0]],
    "y_pred": [[0, 0], [0, 0]],
    "y_score": [[0.1, 0.2], [0.3, 0.1]],
    "task": "multilabel",
}
NO_RELEVANT = {"y_true": [0, 0, 0], "y_score": [1, 2, 3], "query": ["q", "q", "r"]}
ONE_DRAW = {"y_true": [1.5, 2.5], "y_draws": [[1.0], [2.0]]}
FEW_RANKED = {"y_true": [0, 1, 1], "y_score": [0.1, 0.2, 0.3]}
PAIR = {"y_true": [0, 1], "y_proba": np.eye(2), "labels": [0, 1], "task": "ordinal"}

CASES = {
    "precision": [NONE_SAID], "recall": [NO_POSITIVE], "specificity": [NO_NEGATIVE], "fpr": [NO_NEGATIVE],
    "fnr": [NO_POSITIVE], "npv": [ALL_SAID], "f1": [NEITHER], "fbeta(2)": [NEITHER], "fbeta(0.5)": [NEITHER], "jaccard": [NEITHER],
    "informedness": [NO_POSITIVE, NO_NEGATIVE], "markedness": [NONE_SAID, ALL_SAID], "lift": [NO_POSITIVE, NONE_SAID],
    "positive_likelihood_ratio": [NO_POSITIVE, NO_NEGATIVE, NONE_SAID],
    "negative_likelihood_ratio": [NO_POSITIVE, NO_NEGATIVE, ALL_SAID],
    "precision_weighted": [{"y_true": [1, 1], "y_pred": [0, 0], **TWO}],
    "kappa_weighted([[0,1],[2,0]])": [NEITHER], "kappa": [NEITHER], "kappa_linear": [NEITHER], "kappa_quadratic": [NEITHER],
    "mcc": [NEITHER, NO_POSITIVE, NONE_SAID],
    **{name: [ONE_CLASS, ONLY_NEGATIVES] for name in (
        "roc_auc", "gini", "ks", "h_measure", "h_measure_2014", "h_measure_symmetric", "partial_auc(0.1)",
        "partial_auc_sensitivity(0.9)",
        "cost_curve_area", "d2_log_loss", "d2_brier", "roc_auc_ovr_weighted",
    )},
    **{name: [ONLY_NEGATIVES] for name in ("average_precision", "pr_auc", "pr_auc_interpolated")},
    "roc_auc_ovr": [MISSING, SINGLE], "roc_auc_ovo": [MISSING, SINGLE], "roc_auc_ovo_weighted": [MISSING],
    "precision_at(10)": [ONLY_NEGATIVES], "recall_at(10)": [ONLY_NEGATIVES, FEW_RANKED], "recall_at(2)": [ONLY_NEGATIVES],
    "top_k_accuracy(3)": [MISSING], "top_k_accuracy(2)": [PAIR],
    **{name: [NO_PRIOR, PRIOR_RIGHT] for name in ("rae_proba", "rrse_proba", "kb_relative")},
    **{name: [NO_PRIOR] for name in ("kb_information", "complexity_prior", "complexity_gain")},
    **{name: [NO_PRIOR, BOTH_IMPOSSIBLE] for name in ("information_score", "information_total", 'information_score(sign="as-printed")')},
    **{name: [CONSTANT] for name in (
        "r2", "r2_regression", "explained_variance", "rae", "rrse", "pearson", "spearman", "d2_absolute_error",
        "d2_pinball(0.9)",
    )},
    "mape": [ZERO], "msle": [MINUS, BOTH_MINUS], "rmsle": [MINUS, BOTH_MINUS],
    "poisson_deviance": [MINUS, LOW], "tweedie_deviance(1.5)": [MINUS, LOW], "gamma_deviance": [MINUS, LOW, NOUGHT],
    **{name: [NO_RELEVANT] for name in (
        "ndcg", "ndcg(10)", "ndcg_exponential", "ndcg_exponential(10)", "dcg", "dcg_exponential", "map", "mrr", "hit_at(10)", "f_at(10)", "err",
    )},
    "roc_auc_micro": [NO_LABELS], "average_precision_micro": [NO_LABELS], "roc_auc_of_labels": [NO_LABELS], "average_precision_of_labels": [NO_LABELS],
    "nlpd": [EXACT], "crps_ensemble_fair": [ONE_DRAW],
    "nmi": [GROUP], "nmi_max": [GROUP], "nmi_geometric": [GROUP, ONE_GROUP], "nmi_min": [GROUP, ONE_GROUP],
    "ami": [GROUP, ALONE, MANY_ALONE, PARTS], "ari": [GROUP, ALONE, PARTS], "rand": [ROW, PARTS],
    "pair_f1": [ALONE, PARTS], "fowlkes_mallows": [ALONE, PARTS],
}  # fmt: skip
MORE = {"pearson": [FLAT], "spearman": [FLAT], "rae": [AT_PRIOR], "rrse": [AT_PRIOR]}
DEFINED = {
    "nmi": (ONE_GROUP, 0.0), "nmi_max": (ONE_GROUP, 0.0), "ami": (ONE_GROUP, 0.0), "ari": (ONE_GROUP, 0.0),
    "kappa": (NONE_SAID, 0.0), "f1": (NO_POSITIVE, 0.0), "average_precision": (ONE_CLASS, 1.0),
    "precision_macro": ({"y_true": [1, 1], "y_pred": [0, 0], **TWO}, 0.0), "mape": (NOUGHT, math.inf),
    "poisson_deviance": (NOUGHT, (2 * 0.5 + 2 * (1.5 * math.log(1.5) - 0.5)) / 2),
    "msle": ({"y_true": [-1.0, 1.5], "y_pred": [0.5, 1.0]}, math.inf), "rand": (ALONE, 1.0),
    "kb_information": (BOTH_IMPOSSIBLE, 1073 / 2),  # of the floor: no bits for the first row, 1073 for the second
}  # fmt: skip


def value(name, given):
    return bo.measure(**given, measures=[name], level=None)[name]


@pytest.mark.parametrize(
    ("name", "given"), [(name, one) for table in (CASES, MORE) for name, cases in table.items() for one in cases]
)
def test_undefined_is_nan_and_the_reason_is_given(name, given):
    made = value(name, given)
    assert math.isnan(made.value)
    assert measure_named(name).undefined in made.warnings[0]


@pytest.mark.parametrize(("name", "case"), DEFINED.items())
def test_what_is_next_to_it_is_defined(name, case):
    assert value(name, case[0]).value == pytest.approx(case[1])


def test_every_measure_that_can_be_undefined_is_here():
    plain = ("there are no rows", "it was not measured")
    assert {one.name for one in ALL if not one.undefined.startswith(plain)} <= set(CASES)
