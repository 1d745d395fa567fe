"""Rules that every kind of summary keeps: parts, resamples, weights, the order of rows, streams."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import (
    BINARY,
    CLUSTERING,
    MULTICLASS,
    MULTILABEL,
    MULTIOUTPUT,
    ORDINAL,
    RANKED_LISTS,
    REGRESSION,
)
from bakeoff.measures.measure import CLASSES, Direction, Measure
from bakeoff.predictions import Output, Predictions, kinds
from bakeoff.predictions.kinds import CONFUSION, MEANS, RANKING
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.summaries import summarize
from bakeoff.streams.forgetting import Forgetting
from bakeoff.streams.running_measure import has_running_sums, running_measure
from tests.helpers.targets import listed, several

N = 24


def row_sums(values):
    """One number per row, of several columns too."""
    return np.reshape(values, (len(values), -1)).sum(axis=1)


RATIO = bo.ratio_measure(
    "wrong_per_size", lambda y, p: row_sums(y != p), lambda y, p: 1 + row_sums(abs(y)), direction="lower"
)
TOTALS = {
    "information_total",
    "rss",
    "ss_tot",
}  # of as many rows as there are: resamples of more weight are scaled back
COUNTED = {"ece_debiased"}  # its correction for chance counts the rows of a bin
READ = [kind for kind in dict.fromkeys(one.reads for one in (*bo.measures, RATIO)) if not kind.from_run]


@cache
def predictions(task):
    rng = np.random.default_rng(7)
    if task.in_columns:
        return several(task, N)
    if task.numeric:
        truth = np.round(rng.gamma(2.0, 3.0, N), 1) + 0.1
        label = np.abs(truth + np.round(rng.normal(size=N), 1)) + 0.1
        return Predictions(
            task=task,
            rows=np.arange(N),
            truth=truth,
            label=label,
            sd=np.full(N, 1.5),
            draws=rng.normal(size=(N, 3)),
            **listed(task, N),
        )
    k = 2 if task.takes_positive else 3
    truth = rng.permutation(np.arange(N) % k)
    proba = np.round(rng.dirichlet(np.ones(k), N), 2) * 0.9
    proba[np.arange(N), truth] += 0.1
    proba /= proba.sum(axis=1, keepdims=True)
    common = {"task": task, "rows": np.arange(N), "truth": truth, "classes": tuple(map(str, range(k)))}
    if task.clusters:
        return Predictions(**common, label=rng.integers(-1, k, N))
    positive = "1" if task.takes_positive else None
    return Predictions(**common, positive=positive, label=rng.integers(0, k, N), proba=proba, prior=np.full(k, 1 / k))


def readers(kind):
    """(measure, predictions) of every measure that reads the kind, on every task it is for."""
    for measure in (*bo.measures, RATIO):
        if measure.reads is kind:
            for task in (BINARY, MULTICLASS, ORDINAL, REGRESSION, CLUSTERING, MULTILABEL, MULTIOUTPUT, RANKED_LISTS):
                if (
                    measure.for_task(task) is measure
                    and not measure.fits(predictions(task))
                    and (task is BINARY or not measure.name.startswith("expected_cost"))
                    and not (measure is RATIO and task is RANKED_LISTS)  # there a function gets one list at a time
                ):
                    yield measure, predictions(task)


def value(measure, pred):
    return float(measure.compute(summarize(pred).get(measure.reads)))


def doubled(pred):
    """Every row twice; a list that occurs twice is two lists."""
    made = pred.take(np.tile(np.arange(N), 2))
    return made if pred.query is None else replace(made, query=np.concatenate([pred.query, pred.query + N]))


def same(measure, got, expected):
    assert got == pytest.approx(expected, rel=1e-9, abs=1e-10, nan_ok=True), measure.name


every_kind = pytest.mark.parametrize("kind", READ, ids=lambda kind: kind.name)


def test_every_kind_is_listed_once_and_read_by_a_measure():
    assert {measure.reads for measure in (*bo.measures, RATIO)} >= set(kinds.ALL)
    assert len({kind.name for kind in READ}) == len(READ)
    assert all(kind.title and kind.outputs for kind in READ)


@every_kind
@pytest.mark.parametrize("cuts", [(4,), (1, 2, 7)])
def test_merged_parts_are_the_whole(kind, cuts):
    for measure, pred in readers(kind):
        whole = None
        for rows in np.split(np.arange(N), [3 * cut for cut in cuts] if kind.whole_lists else cuts):
            part = summarize(pred.take(rows))
            measure.compute(part.get(kind))
            whole = part.settled() if whole is None else whole.merge(part.settled())
        assert whole.n == N
        same(measure, float(measure.compute(whole.get(kind))), value(measure, pred))


@every_kind
def test_a_resample_of_every_row_once_is_the_whole(kind):
    for measure, pred in readers(kind):
        size = 3 if kind.whole_lists else 1
        draws = Resamples(
            summaries=summarize(pred.in_groups(np.arange(N) // size)), n_resamples=2, seed=0, ordered=True,
            kept={"times": np.ones((2, N // size))},
        )  # fmt: skip
        expected = value(measure, pred)
        if np.isfinite(expected):
            same(measure, draws.of(measure).tolist(), [expected, expected])


@every_kind
@pytest.mark.parametrize("weighted", [False, True])
def test_resamples_of_groups_are_those_of_their_rows(kind, weighted):
    """The quick way of the kind against the slow one that every kind has."""
    weight = np.linspace(0.5, 2.0, N) if weighted else None
    for measure, pred in readers(kind):
        grouped = replace(pred, weight=weight).in_groups(np.arange(N) // (6 if kind.whole_lists else 2))
        if not np.isfinite(value(measure, grouped)) or (weighted and measure.name in TOTALS):
            continue
        quick, slow = (Resamples(summaries=summarize(grouped), n_resamples=5, seed=3, ordered=True) for _ in range(2))
        same(measure, quick.of(measure).tolist(), slow.from_rows(measure).tolist())


@every_kind
def test_weights_of_one_are_none_and_weights_of_two_are_rows_twice(kind):
    for measure, pred in readers(kind):
        same(measure, value(measure, replace(pred, weight=np.ones(N))), value(measure, pred))
        if (
            measure.of_first is None and measure.name not in COUNTED
        ):  # the first k rows are counted, whatever they weigh
            twice = value(measure, doubled(pred))
            same(measure, value(measure, replace(pred, weight=np.full(N, 2.0))), twice)


@every_kind
def test_the_order_of_rows_changes_nothing(kind):
    order = np.random.default_rng(1).permutation(N)
    for measure, pred in readers(kind):
        same(measure, value(measure, pred.take(order)), value(measure, pred))


@pytest.mark.parametrize("kind", [kind for kind in READ if kind.stream is not None], ids=lambda kind: kind.name)
@pytest.mark.parametrize("window", [None, 10])
def test_a_stream_in_parts_is_what_is_computed_at_once(kind, window):
    for measure, pred in readers(kind):
        if not has_running_sums(measure) or pred.prior is not None:
            continue
        running = running_measure(measure, Forgetting(window=window))
        values = np.concatenate([running.extend(pred.take(rows)) for rows in np.split(np.arange(N), [7, 8])])
        for end in (7, 8, N):
            same(measure, values[end - 1], value(measure, pred.take(np.arange(max(0, end - (window or end)), end))))


def test_outputs_that_the_kind_is_not_made_of_are_refused():
    common = {"title": "X", "formula": "x", "bounds": (0.0, 1.0), "tasks": CLASSES, "reference": "japkowicz2011"}
    with pytest.raises(BadInput, match="x: the confusion matrix is not made of probabilities"):
        Measure(name="x", direction=Direction.LOWER, needs=Output.PROBA, reads=CONFUSION, compute=float, **common)


def test_rooms_above_measures_name_no_kind():
    """They read its fields: a branch on a kind is a field that the declaration lacks."""
    source = Path(kinds.__file__).parents[2]
    above = (
        path for path in source.rglob("*.py") if path.relative_to(source).parts[0] not in {"measures", "predictions"}
    )
    named = re.compile(r"predictions\.kinds import [A-Z]|\.reads is \w|\.reads ==|\.reads\.name")
    assert not [path.name for path in above if named.search(path.read_text(encoding="utf-8"))]


def test_kinds_have_their_nature():
    assert CONFUSION.tabulated
    assert RANKING.by_order
    assert not RANKING.adds_up
    assert MEANS.adds_up
