"""Top-k accuracy: scikit-learn's where no scores tie, and the mean over all orders of the columns where they do."""

from itertools import permutations

import numpy as np
import pytest
from sklearn import metrics as sk

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.measures import measure_named
from bakeoff.measures.classification.accuracy import top_k_accuracy


def value(k, y, **given):
    name = f"top_k_accuracy({k})"
    return bo.measure(y, **given, measures=[name], level=None)[name].value


def drawn(rng, n, k):
    y = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    return y, rng.normal(size=(n, k)) + np.eye(k)[y]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("n", "k"), [(10, 3), (500, 5), (2000, 40)])
def test_as_scikit_learn_where_no_scores_tie(n, k, weighted):
    rng = np.random.default_rng(n)
    y, score = drawn(rng, n, k)
    w = rng.uniform(0.1, 3, n) if weighted else None
    for first in (1, 2, k - 1):
        expected = sk.top_k_accuracy_score(y, score, k=first, sample_weight=w)
        assert value(first, y, y_score=score, sample_weight=w) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_ties_are_drawn_by_lot(dtype):
    """The order of columns does not matter: it is the mean of scikit-learn's over all orders."""
    rng = np.random.default_rng(1)
    k = 4
    y, score = drawn(rng, 30, k)
    score = np.round(score).astype(dtype)
    orders = [list(one) for one in permutations(range(k))]
    for first in (1, 2, 3):
        seen = [sk.top_k_accuracy_score(np.argsort(one)[y], score[:, one], k=first) for one in orders]
        assert min(seen) < max(seen)
        ours = [value(first, np.argsort(one)[y], y_score=score[:, one]) for one in orders]
        assert ours == pytest.approx(np.full(len(orders), np.mean(seen)), rel=1e-12)


def test_by_hand():
    score = [[3, 2, 1, 0], [3, 2, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]]
    y = [1, 2, 0, 3]
    assert value(2, y, y_score=score, labels=range(4)) == pytest.approx((1 + 0 + 2 / 3 + 2 / 4) / 4)
    assert value(1, y, y_score=score, labels=range(4)) == pytest.approx((0 + 0 + 1 / 3 + 1 / 4) / 4)


def test_a_constant_answer_is_right_as_often_as_a_lot():
    rng = np.random.default_rng(2)
    y = np.concatenate([np.arange(5), rng.integers(0, 5, 45)])
    assert value(3, y, y_proba=np.full((50, 5), 0.2)) == pytest.approx(0.6)


def test_the_first_place_is_the_accuracy():
    rng = np.random.default_rng(3)
    y, score = drawn(rng, 200, 6)
    proba = np.exp(score) / np.exp(score).sum(axis=1, keepdims=True)
    assert (
        value(1, y, y_proba=proba) == bo.measure(y, y_proba=proba, measures=["accuracy"], level=None)["accuracy"].value
    )


def test_scores_come_before_probabilities():
    y, score = drawn(np.random.default_rng(4), 60, 4)
    even = np.full((60, 4), 0.25)
    assert value(2, y, y_score=score, y_proba=even) == value(2, y, y_score=score) != value(2, y, y_proba=even)


@pytest.mark.parametrize(("k", "classes"), [(3, 3), (4, 3), (1, 2), (2, 2)])
def test_among_all_classes_every_answer_would_be_right(k, classes):
    y, score = drawn(np.random.default_rng(5), 20, classes)
    proba = np.exp(score) / np.exp(score).sum(axis=1, keepdims=True)
    name = f"top_k_accuracy({k})"
    made = bo.measure(y, y_proba=proba, task="ordinal", labels=range(classes), measures=[name])[name]
    assert np.isnan(made.value)
    assert made.warnings == (f"undefined: there are no more than {max(k, 2)} classes, or no rows",)


def test_two_classes_are_refused():
    made = bo.measure([0, 1, 1], y_proba=[0.2, 0.7, 0.4], measures=["top_k_accuracy"])["top_k_accuracy"]
    assert np.isnan(made.value)
    assert "not for two classes" in made.warnings[0]


def test_its_interval_is_that_of_a_proportion():
    y, score = drawn(np.random.default_rng(6), 40, 5)
    made = bo.measure(y, y_score=score, measures=["top_k_accuracy(2)"])["top_k_accuracy(2)"]
    from bakeoff.estimates import proportion

    hits = round(40 * sk.top_k_accuracy_score(y, score, k=2))
    expected = proportion(hits, 40)
    assert (made.value, made.low, made.high, made.method) == pytest.approx(
        (expected.value, expected.low, expected.high, "Wilson")
    )


def test_shared_places_make_a_proportion_too():
    y = [0, 1, 2] * 4
    made = bo.measure(y, y_score=np.zeros((12, 3)), measures=["top_k_accuracy(2)"])["top_k_accuracy(2)"]
    assert made.method == "Wilson"
    assert made.value == pytest.approx(2 / 3)
    assert made.low < 2 / 3 < made.high


def test_hits_are_compared_as_hits_and_shared_places_as_shares():
    rng = np.random.default_rng(7)
    y, one = drawn(rng, 120, 4)
    other = rng.normal(size=(120, 4)) + 0.3 * np.eye(4)[y]
    sharp = bo.compare_predictions(y, {"a": one, "b": other}, "top_k_accuracy(2)")
    tied = bo.compare_predictions(y, {"a": np.round(one), "b": np.round(other)}, "top_k_accuracy(2)")
    assert sharp.pairs[0].pair.result.test == "mcnemar"
    assert tied.pairs[0].pair.result.test == "permutation"


@pytest.mark.parametrize("k", ["0", "-1", "2.5", "True", "'two'", "None"])
def test_places_are_whole_numbers(k):
    with pytest.raises(BadInput, match="k of top_k_accuracy must be a whole number of at least 1, not"):
        measure_named(f"top_k_accuracy({k})")


def test_large_tables_are_walked_in_parts():
    rng = np.random.default_rng(8)
    y, score = drawn(rng, 30_000, 7)
    assert value(3, y, y_score=score) == pytest.approx(sk.top_k_accuracy_score(y, score, k=3), rel=1e-12)
    assert value(3, y, y_score=np.asfortranarray(score)) == value(3, y, y_score=score)


def test_the_rows_average_to_the_value():
    y, score = drawn(np.random.default_rng(9), 50, 4)
    from bakeoff.predictions.from_arrays import predictions_of

    pred, measure = predictions_of(y, y_score=np.round(score)), top_k_accuracy(2)
    assert float(measure.per_row(pred).mean()) == pytest.approx(measure(pred), rel=1e-12)
