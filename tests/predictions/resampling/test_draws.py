"""Resamples of groups: each copy of a group is a group of its own, so a measure of groups counts every copy."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.data.tasks import BINARY
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.kinds import ROWS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.summaries import summarize


def first_is_positive(pred: Predictions) -> np.ndarray:
    """Of each group (a query and its list): whether the row that scores highest is positive."""
    groups, codes = np.unique(pred.group, return_inverse=True)
    order = np.lexsort((-pred.scores(), codes.reshape(-1)))
    starts = np.searchsorted(codes.reshape(-1)[order], np.arange(len(groups)))
    return (pred.truth[order[starts]] == pred.positive_code).astype(float)


def mean_over_lists(pred: Predictions) -> float:
    return float("nan") if pred.group is None else float(first_is_positive(pred).mean())


HITS_AT_ONE = Measure(
    name="hits_at_one", title="Hits at one", formula="mean over lists of y of the first row", direction=Direction.HIGHER,
    bounds=(0.0, 1.0), tasks=frozenset({BINARY}), needs=Output.SCORE, reads=ROWS, compute=mean_over_lists,
    reference="japkowicz2011", undefined="no groups",
)  # fmt: skip


def lists(rng, many=40, most=7):
    """Lists of different lengths; in longer ones the first row is more often wrong."""
    group = np.repeat(np.arange(many), rng.integers(1, most + 1, many))
    y = (rng.random(len(group)) < 0.4).astype(int)
    return y, rng.normal(y, 1.0), group


def test_the_interval_is_that_of_a_cluster_bootstrap_by_hand():
    y, score, group = lists(np.random.default_rng(1))
    pred = predictions_of(y, y_score=score, labels=[0, 1], positive=1).in_groups(group)
    draws = Resamples(summaries=summarize(pred), n_resamples=300, seed=2).in_order(HITS_AT_ONE)
    times = np.concatenate(list(draws.drawn_groups(40, [300])))
    np.testing.assert_allclose(draws.of(HITS_AT_ONE), times @ first_is_positive(draws.pred) / 40, rtol=1e-12)


def test_groups_may_be_words_and_have_weights():
    y, score, group = lists(np.random.default_rng(3), many=8)
    names = np.array(["b", "a", "ü", "d", "c", "f", "e", "g"])[group]
    pred = predictions_of(y, y_score=score, labels=[0, 1], positive=1, sample_weight=np.linspace(1, 2, len(y)))
    for taken in Resamples(summaries=summarize(pred.in_groups(names)), n_resamples=20, seed=2).taken():
        assert len(np.unique(taken.group)) == 8


@pytest.mark.parametrize("door", ["measure", "predictions"])
def test_a_measure_of_groups_has_its_interval_by_every_door(door):
    y, score, group = lists(np.random.default_rng(1))
    if door == "measure":
        made = bo.measure(y, y_score=score, labels=[0, 1], positive=1, groups=group, measures=[HITS_AT_ONE])
    else:
        from bakeoff.panels.compute import panel_of

        pred = predictions_of(y, y_score=score, labels=[0, 1], positive=1).in_groups(group)
        made = panel_of(pred, [HITS_AT_ONE]).estimates
    estimate = made["hits_at_one"]
    assert estimate.method.endswith(", by group")
    assert estimate.low < estimate.value < estimate.high


@pytest.mark.slow
def test_the_interval_covers():
    """95% intervals of the mean over 40 lists, by plain percentiles."""
    truth = np.mean([mean_over_lists(_pred(np.random.default_rng(seed), 4000)) for seed in range(4)])
    rng, covered = np.random.default_rng(5), 0
    for seed in range(150):
        pred = _pred(rng, 40)
        values = Resamples(summaries=summarize(pred), n_resamples=200, seed=seed).of(HITS_AT_ONE)
        low, high = np.quantile(values, [0.025, 0.975])
        covered += low <= truth <= high
    assert 0.88 <= covered / 150 <= 0.99


def _pred(rng, many):
    y, score, group = lists(rng, many)
    return predictions_of(y, y_score=score, labels=[0, 1], positive=1).in_groups(group)
