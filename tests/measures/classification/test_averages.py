"""Averages over classes against scikit-learn, of two classes and of more, also where a class is never predicted or never true."""

import numpy as np
import pytest
from sklearn import metrics

import bakeoff as bo

KINDS = {
    "precision": metrics.precision_score,
    "recall": metrics.recall_score,
    "f1": metrics.f1_score,
    "jaccard": metrics.jaccard_score,
}
CASES = [
    ([0, 1, 1, 1, 0, 1], [0, 1, 0, 1, 1, 1], 2),
    ([0, 1, 1, 1, 0, 1], [1, 1, 1, 1, 1, 1], 2),  # the precision of class 0 is not defined
    ([1, 1, 1, 1], [0, 1, 0, 1], 2),  # the recall of class 0 is not defined
    ([0, 1, 2, 2, 1, 0, 2], [0, 2, 2, 1, 1, 0, 2], 3),
    ([0, 1, 2, 2, 1, 0, 2], [0, 1, 1, 1, 1, 0, 1], 3),  # class 2 is never predicted
    ([0, 1, 1, 0, 1, 0, 1], [0, 2, 1, 1, 1, 0, 2], 3),  # class 2 is never true
]
RNG = np.random.default_rng(4)
CASES += [(RNG.integers(0, k, 40).tolist(), RNG.integers(0, k, 40).tolist(), k) for k in (2, 2, 3, 5)]


@pytest.mark.parametrize("how", ["macro", "micro", "weighted"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_averages_of_scikit_learn(kind, how):
    for truth, label, k in CASES:
        ours = bo.measure(truth, label, labels=list(range(k)), measures=[f"{kind}_{how}"], level=None)
        given = {"labels": list(range(k)), "average": how}
        if kind == "jaccard":
            each = [
                metrics.jaccard_score(truth, label, labels=[one], average="macro", zero_division=0) for one in range(k)
            ]
            seen = np.array([one in truth or one in label for one in range(k)])
            weight = {"macro": np.ones(k), "weighted": np.bincount(truth, minlength=k)}.get(how)
            theirs = (
                metrics.jaccard_score(truth, label, **given)
                if weight is None
                else np.average(np.array(each)[seen], weights=weight[seen])
            )
        else:
            theirs = KINDS[kind](truth, label, zero_division=np.nan, **given)
        assert ours[f"{kind}_{how}"].value == pytest.approx(theirs, rel=1e-12), (truth, label)


def test_the_f1_of_averages():
    for truth, label, k in CASES:
        given = {"labels": list(range(k)), "average": "macro", "zero_division": np.nan}
        p, r = metrics.precision_score(truth, label, **given), metrics.recall_score(truth, label, **given)
        ours = bo.measure(truth, label, labels=list(range(k)), measures=["f1_of_averages"], level=None)[
            "f1_of_averages"
        ].value
        assert ours == pytest.approx(2 * p * r / (p + r), rel=1e-12)


@pytest.mark.parametrize("labels", [[0, 1], [0, 1, 2]])
def test_nothing_right_is_zero_and_not_undefined(labels):
    truth, label = [0, 1, 0, 1], [1, 0, 1, 0]
    names = ["f1_of_averages", "f1_weighted", "f1_macro", "precision_weighted"]
    found = bo.measure(truth, label, labels=labels, measures=names, level=None)
    assert [found[name].value for name in names] == [0.0] * 4
