"""What comes in at the door: every kind of container, and one sentence for everything that is wrong."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import BINARY, MULTICLASS, ORDINAL, REGRESSION
from bakeoff.predictions.from_arrays import predictions_of


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series, pl.Series])
def test_any_container(kind):
    panel = bo.measure(kind([1, 0, 1, 1]), kind([1, 0, 0, 1]), y_proba=kind([0.9, 0.1, 0.4, 0.8]), level=None)
    assert panel["accuracy"].value == 0.75
    assert panel["roc_auc"].value == 1.0


@pytest.mark.parametrize(
    ("truth", "task", "classes", "positive"),
    [
        ([0, 1, 1], BINARY, ("0", "1"), "1"),
        ([-1, 1, 1], BINARY, ("-1", "1"), "1"),
        ([True, False], BINARY, ("False", "True"), "True"),
        ([0.0, 1.0, 1.0], BINARY, ("0", "1"), "1"),
        ([1, 2, 2], BINARY, ("1", "2"), None),
        (["a", "b"], BINARY, ("a", "b"), None),
        (["a", "b", "c"], MULTICLASS, ("a", "b", "c"), None),
        ([1, 1, 1], BINARY, ("0", "1"), "1"),
        ([5, 100000000, 7], MULTICLASS, ("5", "7", "100000000"), None),
    ],
)
def test_what_the_truth_means(truth, task, classes, positive):
    pred = predictions_of(truth, truth)
    assert (pred.task, pred.classes, pred.positive) == (task, classes, positive)
    assert (pred.truth == pred.label).all()


def test_numbers_with_fractions_are_regression_and_the_caller_may_say_otherwise():
    assert predictions_of([0.5, 1.0], [0.4, 1.2]).task is REGRESSION
    assert predictions_of([1, 2, 3], [1.5, 2.5, 2.9], task="regression").task is REGRESSION
    assert predictions_of([1, 2, 3], [1, 2, 2], labels=[1, 2, 3], task="ordinal").task is ORDINAL


def test_labels_follow_from_probabilities_the_first_of_equals():
    pred = predictions_of(["a", "b", "c"], y_proba=[[0.4, 0.4, 0.2], [0.1, 0.8, 0.1], [0.3, 0.3, 0.4]])
    assert pred.label is None  # not looked for before somebody asks
    assert pred.labels().tolist() == [0, 1, 2]
    assert pred.label is pred.labels()


def test_the_order_of_the_classes_is_the_order_of_the_columns():
    pred = predictions_of(["b", "a"], y_proba=[[0.9, 0.1], [0.2, 0.8]], labels=["b", "a"], positive="a")
    assert pred.scores().tolist() == [0.1, 0.8]


WRONG = {
    "lengths differ: y_true has 2, y_pred has 3": {"y_true": [0, 1], "y_pred": [0, 1, 1]},
    "y_pred, row 1: c is not one of the classes": {"y_true": ["yes", "no"], "y_pred": ["yes", "c"], "labels": ["no", "yes"]},
    "y_pred, row 0: yess is not one of the classes; did you mean yes?": {
        "y_true": ["yes", "no"], "y_pred": ["yess", "no"], "labels": ["no", "yes"],
    },
    "y_score, row 1 is missing": {"y_true": [0, 1], "y_score": [0.5, np.nan]},
    "y_score, row 0 is inf": {"y_true": [0, 1], "y_score": [np.inf, 1.0]},
    "y_true, row 1 is missing": {"y_true": ["a", None], "y_pred": ["a", "a"]},
    "y_proba, row 1: 1.2 is not a probability": {"y_true": [0, 1], "y_proba": [0.5, 1.2]},
    "y_proba, row 1: the probabilities sum to 0.9, not to 1": {
        "y_true": ["a", "b", "c"], "y_proba": [[1, 0, 0], [0.2, 0.3, 0.4], [0, 0, 1]],
    },
    "y_proba, row 0 is missing or infinite": {"y_true": ["a", "b", "c"], "y_proba": [[np.nan, 1, 0], [0, 1, 0], [0, 0, 1]]},
    "y_proba: 2 columns for 3 classes": {"y_true": ["a", "b", "c"], "y_proba": [[0.5, 0.5]] * 3},
    "y_proba is one column, but there are 3 classes": {"y_true": ["a", "b", "c"], "y_proba": [0.5] * 3},
    "so the positive class must be stated": {"y_true": ["a", "b"], "y_proba": [0.5, 0.5]},
    "y_pred, row 0: 0.3 is not a class; scores go to y_score": {"y_true": [0, 1], "y_pred": [0.3, 0.9]},
    "positive: z is not one of the classes a, b": {"y_true": ["a", "b"], "y_pred": ["a", "b"], "positive": "z"},
    "y_true contains words, but y_pred numbers": {"y_true": ["a", "b"], "y_pred": [1, 2]},
    "y_score must be numbers, but row 1 is not": {"y_true": [0, 1], "y_score": ["0.5", "x"]},
    "y_sd, row 1 is negative": {"y_true": [0.5, 1.5], "y_pred": [0.4, 1.0], "y_sd": [1.0, -1.0]},
    "sample_weight, row 0 is negative": {"y_true": [0, 1], "y_pred": [0, 1], "sample_weight": [-1.0, 1.0]},
    "prior takes 2 numbers, a share for each class": {"y_true": [0, 1], "y_pred": [0, 1], "prior": [0.2, 0.3, 0.5]},
    "the shares must sum to 1": {"y_true": [0, 1], "y_pred": [0, 1], "prior": [0.2, 0.3]},
    "y_score has two columns for two classes": {"y_true": [0, 1], "y_score": [[0, 1], [1, 0]]},
    "y_score is one column for 3 classes": {"y_true": ["a", "b", "c"], "y_score": [1, 2, 3]},
    "must be one value per row": {"y_true": [[0, 1], [1, 0]], "y_pred": [0, 1]},
    "the class 1 is named twice; name each class once": {"y_true": [0, 1], "y_pred": [0, 1], "labels": [0, 1, 1]},
}  # fmt: skip


@pytest.mark.parametrize("sentence", WRONG)
def test_one_sentence_names_column_and_row(sentence):
    with pytest.raises(BadInput) as caught:
        bo.measure(**WRONG[sentence], level=None)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_callers_arrays_are_neither_changed_nor_frozen():
    y, p = np.array([0, 1, 0, 1]), np.array([0.4, 0.6, 0.1, 0.9])
    bo.measure(y, y_proba=p, measures="all", level=0.9, n_resamples=20)
    y[0], p[0] = 1, 0.2
    assert y.tolist() == [1, 1, 0, 1]


def test_take_keeps_what_belongs_to_a_row():
    pred = predictions_of(
        [0, 1, 1], y_proba=[0.1, 0.8, 0.6], prior=[[0.5, 0.5]] * 3, sample_weight=[1, 2, 3], row_id=[7, 8, 9]
    )
    part = pred.take(np.array([2, 0]))
    assert (part.rows.tolist(), part.weight.tolist(), part.prior.shape) == ([9, 7], [3.0, 1.0], (2, 2))


def test_very_large_and_infinite_scores_are_distinguishable_without_a_warning():
    assert (
        bo.measure([0, 1, 1], y_score=[1e308, 1.5e308, 1.2e308], measures=["roc_auc"], level=None)["auc"].value == 1.0
    )
    with pytest.raises(BadInput, match="y_score, row 1 is -inf; give a finite number"):
        predictions_of([0, 1, 1], y_score=[0.5, -np.inf, np.inf])
    with pytest.raises(BadInput, match="y_score, row 1 is missing or infinite"):
        predictions_of(["a", "b", "c"], y_score=[[1e308, 1e308, 1e308], [0, np.inf, -np.inf], [1, 2, 3]])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"y_true": [1e200, 2.5], "y_pred": [1.0, 2.0]}, "y_true, row 0 is beyond 1e\\+150 and cannot be squared"),
        ({"y_true": [1.5, 2.5], "y_pred": [1.0, -1e300]}, "y_pred, row 1 is beyond"),
        ({"y_true": [1.5, 2.5], "y_draws": [[1.0, 2.0], [1.0, 1e300]]}, "y_draws, row 1 is beyond"),
        ({"y_true": [1, 0], "y_pred": [1, 1], "sample_weight": [1, 1e300]}, "sample_weight, row 1 is 1e\\+300; scale"),
        ({"y_true": [1, 0], "y_pred": [1, 1], "sample_weight": [1e-300, 0]}, "sample_weight, row 0 is 1e-300; scale"),
        ({"y_true": [1.5, 2.5], "y_pred": [1.0, 2.0], "prior": "x"}, "mean of the training rows"),
        ({"y_true": [1.5, 2.5], "y_pred": [1.0, 2.0], "prior": [1, 2, 3]}, "one number, or one for each row"),
        ({"y_true": [1, 0], "y_proba": [0.5, 0.4], "prior": [np.nan, 1]}, "sum to 1"),
    ],
)
def test_numbers_beyond_arithmetic_are_refused(given, words):
    with pytest.raises(BadInput, match=words):
        bo.measure(**given)


def test_a_training_mean_for_each_row_goes_with_its_row():
    y, f, mean = [1.5, 2.5, 4.0, 3.0], [1.0, 2.0, 4.5, 3.5], [2.0, 2.0, 3.0, 3.0]
    whole = bo.measure(y, f, prior=mean, measures=["rae", "rrse"], n_resamples=50)
    assert whole["rae"].value == pytest.approx(100 * 2.0 / 2.0)
    part = predictions_of(y, f, prior=mean).take(np.array([2, 0]))
    assert part.prior.reshape(-1).tolist() == [3.0, 2.0]


def test_answers_that_a_prior_excludes_are_not_warned_about():
    made = bo.measure([1, 0, 1], y_proba=[0.2, 0.3, 0.4], prior=[0, 1], measures=["information_score"], level=None)
    assert np.isnan(made["information_score"].value)
