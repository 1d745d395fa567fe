"""Several labels: equal to scikit-learn, with ties, labels that are never true, rows without labels, and weights."""

import numpy as np
import pytest
from sklearn import metrics

import bakeoff as bo
from bakeoff.core.errors import BadInput

KINDS = {
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "f1": metrics.f1_score,
    "jaccard": metrics.jaccard_score,
}


def drawn(seed, n=40, labels=4):
    rng = np.random.default_rng(seed)
    truth = (rng.random((n, labels)) < 0.4).astype(int)
    truth[0], truth[1] = 0, 1  # a row without labels, and one with all of them
    score = np.round(0.5 * truth + rng.random((n, labels)), 1)  # with ties
    return truth, (score > 0.7).astype(int), score, rng.uniform(0.5, 2, n)


def values(truth, label, score, names, **more):
    panel = bo.measure(truth, label, y_score=score, task="multilabel", measures=names, level=None, **more)
    return [estimate.value for estimate in panel.values()]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("weighted", [False, True])
def test_sets_of_labels(seed, weighted):
    truth, label, score, weight = drawn(seed)
    w = weight if weighted else None
    expected = {
        "hamming_loss": metrics.hamming_loss(truth, label, sample_weight=w), "subset_accuracy": metrics.accuracy_score(truth, label, sample_weight=w),
        **{f"{name}_samples": f(truth, label, average="samples", zero_division=0, sample_weight=w) for name, f in KINDS.items()},
        "label_ranking_precision": metrics.label_ranking_average_precision_score(truth, score, sample_weight=w),
        "label_ranking_loss": metrics.label_ranking_loss(truth, score, sample_weight=w),
        "coverage_error": metrics.coverage_error(truth, score, sample_weight=w),
        "roc_auc_of_labels": metrics.roc_auc_score(truth, score, sample_weight=w),
        "average_precision_of_labels": metrics.average_precision_score(truth, score, sample_weight=w),
    }  # fmt: skip
    assert values(truth, label, score, list(expected), sample_weight=w) == pytest.approx(
        list(expected.values()), rel=1e-12
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("how", ["macro", "micro", "weighted"])
@pytest.mark.parametrize("weighted", [False, True])
def test_averages_over_labels(seed, how, weighted):
    truth, label, score, weight = drawn(seed)
    truth[:, 3] = label[:, 3] = 0  # a label that is never true and never predicted is left out
    w = weight if weighted else None
    expected = [f(truth[:, :3], label[:, :3], average=how, sample_weight=w) for f in KINDS.values()]
    assert values(truth, label, score, [f"{name}_{how}" for name in KINDS], sample_weight=w) == pytest.approx(
        expected, rel=1e-12
    )


def test_sets_and_frames_are_read():
    pandas = pytest.importorskip("pandas")
    truth, label = [{"a", "b"}, {"b"}, set()], [{"a"}, {"b"}, {"c"}]
    panel = bo.measure(truth, label, task="multilabel", measures=["hamming_loss"], level=None)
    assert panel["hamming_loss"].value == pytest.approx(2 / 9)
    frame = pandas.DataFrame({"a": [1, 0, 0], "b": [1, 1, 0], "c": [0, 0, 0]})
    said = pandas.DataFrame({"a": [1, 0, 0], "b": [0, 1, 0], "c": [0, 0, 1]})
    assert bo.measure(frame, said, task="multilabel", measures=["hamming_loss"], level=None)[
        "hamming_loss"
    ].value == pytest.approx(2 / 9)


@pytest.mark.parametrize("name", ["f1_macro", "f1_micro", "hamming_loss", "label_ranking_loss"])
def test_two_learners_are_compared(name):
    truth, label, score, _ = drawn(1, n=80)
    rng = np.random.default_rng(3)
    what = score if "ranking" in name else label
    found = bo.compare_predictions(
        truth, {"good": what, "chance": rng.permutation(what)}, name, task="multilabel", n_resamples=500
    )
    assert found.verdict.claim.value == "A better"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"y_true": [[1, 2], [0, 1]]}, "y_true, row 0 has 2 in column 1; several labels are 0 or 1 in each column"),
        ({"y_pred": [[1], [0]]}, "y_true has 2 columns, but y_pred has 1"),
        ({"y_true": [1, 0]}, "y_true must be one column per label or output"),
        ({"labels": ["a"]}, "labels: 1 names for 2 columns; name each column once"),
        ({"y_true": [{"a"}, {"b"}], "y_pred": [{"a"}, {"c"}], "labels": ["a", "b"]}, "y_pred, row 1 has the label c, which is not among the labels"),
        ({"task": None}, "state task='multilabel' or task='multioutput'"),
        ({"y_sd": [1, 1]}, "has no use for y_sd"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(more, message):
    with pytest.raises(BadInput, match=message):
        bo.measure(**{"y_true": [[1, 0], [0, 1]], "y_pred": [[1, 0], [1, 1]], "task": "multilabel", **more})
