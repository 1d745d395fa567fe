"""Columns of several labels or outputs go by the names of frames and files, not by their place."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.panels.streaming.columns import Layout

RNG = np.random.default_rng(1)
TRUTH = RNG.integers(0, 2, (40, 3))
ANSWER = np.where(RNG.random((40, 3)) < [0.9, 0.7, 0.5], TRUTH, 1 - TRUTH)
EXPECTED = (TRUTH != ANSWER).mean()


def loss(y_true, y_pred, **more):
    panel = bo.measure(y_true, y_pred, task="multilabel", measures=["hamming_loss"], level=None, **more)
    return panel["hamming_loss"].value


def frame(values, names):
    return pd.DataFrame(values, columns=list(names))


@pytest.mark.parametrize(
    "answer",
    [
        frame(ANSWER, "abc"),
        frame(ANSWER[:, ::-1], "cba"),
        frame(ANSWER[:, [1, 0, 2]], ["p_b", "p_a", "p_c"]),
        pl.DataFrame({"c": ANSWER[:, 2], "a": ANSWER[:, 0], "b": ANSWER[:, 1]}),
        ANSWER,
        frame(ANSWER, "xyz"),  # names that say nothing: the order counts
    ],
    ids=["same", "reversed", "prefixed", "polars", "array", "other names"],
)
def test_columns_are_matched_by_name(answer):
    assert loss(frame(TRUTH, "abc"), answer) == pytest.approx(EXPECTED)


def test_a_frame_with_some_other_labels_is_refused():
    with pytest.raises(BadInput, match="y_pred has the column 'd', which is none of the labels or outputs of y_true"):
        loss(frame(TRUTH, "abc"), frame(ANSWER, "abd"))


def test_labels_that_contradict_the_names_are_refused():
    with pytest.raises(BadInput, match="but its name says otherwise"):
        loss(frame(TRUTH, "abc"), frame(ANSWER, "abc"), labels=["c", "b", "a"])


def test_a_comparison_matches_them_too():
    systems = {"a": frame(ANSWER[:, ::-1], "cba"), "b": frame(TRUTH, "abc")}
    comparison = bo.compare_predictions(frame(TRUTH, "abc"), systems, "hamming_loss", task="multilabel")
    losses = np.asarray(comparison.judgement.matrix.values)
    assert losses[:, 0].mean() == pytest.approx(EXPECTED)


@pytest.mark.parametrize("names", [("p_a", "p_b", "p_c"), ("p_c", "p_a", "p_b")])
def test_columns_of_a_file_are_matched_by_the_label_in_their_names(names):
    part = {name: TRUTH[:, j] for j, name in enumerate("abc")} | {
        f"p_{name}": ANSWER[:, j] for j, name in enumerate("abc")
    }
    layout = Layout(truth="a", truths=("a", "b", "c"), preds=names, task="multilabel", extra=("a",))
    pred = layout.predictions(part, None)
    assert (pred.labels() == ANSWER).all()
    assert (pred.extra["a"] == TRUTH[:, 0]).all()
