"""Rules that every measure keeps on predictions drawn to be awkward: ties, absent classes, weights of nothing, zeros."""

import math
import warnings
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn import metrics as sk

from bakeoff.data.tasks import BINARY, MULTICLASS, tasks
from bakeoff.measures import ALL
from bakeoff.predictions import Predictions, kinds
from bakeoff.predictions.summaries.summaries import summarize
from tests.helpers.targets import accepted, listed, several

pytestmark = pytest.mark.slow


FEW = settings(max_examples=40, deadline=None, derandomize=True)
NUMBERS = st.sampled_from([0.0, -0.0, 1.0, 1.5, -2.0, 1e-9, 1e8, 1e8 + 1, 3.25])


@st.composite
def drawn(draw):
    task = draw(st.sampled_from(list(tasks)))
    n = draw(st.integers(1, 12))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    if task.in_columns:
        return several(task, max(n, 2), draw(st.integers(0, 100)), draw(st.sampled_from([0.0, 1.0, 5.0])))
    if task.numeric:
        truth, label = (draw(st.lists(NUMBERS, min_size=n, max_size=n)) for _ in range(2))
        more = {"sd": rng.choice([0.0, 0.5, 2.0], n), "draws": rng.choice([0.0, 1.0, 1e8], (n, 3)), **listed(task, n)}
        return Predictions(
            task=task, rows=np.arange(n), truth=accepted(task, np.array(truth)), label=np.array(label), **more
        )
    k = 2 if task.takes_positive else draw(st.sampled_from([2, 3, 5, 20]))
    truth = rng.integers(0, draw(st.integers(1, k)), n)
    if task.clusters:
        label = rng.integers(-1, k, n)
        return Predictions(task=task, rows=np.arange(n), truth=truth, classes=tuple(map(str, range(k))), label=label)
    kind = draw(st.sampled_from(["even", "certain", "nearly", "coarse", "free"]))
    proba = {
        "even": np.full((n, k), 1 / k),
        "certain": np.eye(k)[rng.integers(0, k, n)],
        "nearly": np.eye(k)[truth] * (1 - 1e-3) + 1e-3 / k,
        "coarse": rng.multinomial(4, np.full(k, 1 / k), n) / 4,
        "free": rng.dirichlet(np.ones(k), n),
    }[kind]
    return Predictions(
        task=task,
        rows=np.arange(n),
        truth=truth,
        classes=tuple(map(str, range(k))),
        positive="1" if task.takes_positive else None,
        label=rng.integers(0, k, n),
        proba=proba.astype(draw(st.sampled_from([np.float64, np.float32]))),
        prior=np.full(k, 1 / k),
    )


def fitting(pred):
    fits = [one for one in ALL if one.needs is not None and not one.fits(pred)]
    kept = [one for one in fits if not one.name.startswith("expected_cost") or len(pred.classes) == 2]
    return [one.for_task(pred.task) for one in kept]


def values(pred):
    made = summarize(pred)
    return {one.name: float(one.compute(made.get(one.reads))) for one in fitting(pred)}


def same(one, other):
    """But for the last digits."""
    for name, value in one.items():
        assert value == pytest.approx(other[name], rel=1e-9, abs=1e-11, nan_ok=True), name


@FEW
@given(drawn())
def test_values_lie_within_the_bounds(pred):
    for one in fitting(pred):
        value = one(pred)
        assert math.isnan(value) or one.bounds[0] - 1e-12 <= value <= one.bounds[1] + 1e-12, one.name


@FEW
@given(drawn(), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(pred, random):
    order = list(range(len(pred)))
    random.shuffle(order)
    same(values(pred.take(np.array(order))), values(pred))


@FEW
@given(drawn(), st.lists(st.integers(0, 12), max_size=4))
def test_parts_wherever_they_are_cut_are_the_whole(pred, cuts):
    if pred.task.in_lists:
        return  # a part holds whole lists: test_every_summary_kind.py
    ends = [0, *sorted(min(cut, len(pred)) for cut in cuts), len(pred)]
    whole = None
    for low, high in pairwise(ends):
        part = summarize(pred.take(np.arange(low, high)))
        for one in fitting(pred):
            one.compute(part.get(one.reads))
        whole = part.settled() if whole is None else whole.merge(part.settled())
    merged = {one.name: float(one.compute(whole.get(one.reads))) for one in fitting(pred)}
    same(merged, values(pred))


@FEW
@given(drawn(), st.lists(st.integers(0, 3), min_size=12, max_size=12))
def test_whole_weights_are_repeated_rows(pred, times):
    weight = np.array(times[: len(pred)])
    if not weight.any() or pred.task.in_lists:  # an item that comes twice lengthens its list
        return
    repeated = values(pred.take(np.repeat(np.arange(len(pred)), weight)))
    weighted = values(replace(pred, weight=weight.astype(float)))
    first = {one.name for one in ALL if one.of_first is not None} | {
        "ece_debiased"
    }  # rows are counted there, whatever they weigh
    same({name: value for name, value in weighted.items() if name not in first}, repeated)


@FEW
@given(drawn())
def test_scikit_learn_agrees_on_decisions(pred):
    if pred.task not in {BINARY, MULTICLASS} or pred.label is None:
        return
    made, codes, nan = values(pred), list(range(len(pred.classes))), {"zero_division": np.nan}
    averages = {"precision": sk.precision_score, "recall": sk.recall_score, "f1": sk.f1_score}
    for name, score in averages.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = score(pred.truth, pred.label, labels=codes, average="macro", **nan)
        assert made[f"{name}_macro"] == pytest.approx(expected, rel=1e-12, nan_ok=True)
    assert made["accuracy"] == pytest.approx(sk.accuracy_score(pred.truth, pred.label), rel=1e-12)
    pair = {one for column in (pred.truth, pred.label) for one in column.tolist()}
    if len(pair) > 1:
        assert made["kappa"] == pytest.approx(sk.cohen_kappa_score(pred.truth, pred.label), rel=1e-12, abs=1e-12)


def test_every_kind_of_summary_is_drawn():
    assert {one.reads for one in ALL} == set(kinds.ALL) - {kinds.SUMS}  # which measures of users read
