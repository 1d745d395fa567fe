"""Resamples of ranked rows: the compiled walks tell what NumPy does, and what sorting every resample would."""

import numpy as np
import pytest

from bakeoff.estimates import paired_difference
from bakeoff.kernels import kernel
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.resampling import sorted_rows as ranked_module
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.resampling.sorted_rows import RankedRows
from bakeoff.predictions.summaries.ranking.ranking import rank
from bakeoff.predictions.summaries.summaries import summarize

SEEDS = np.array([1, 2, 3], dtype=np.uint64)
RANKED = ["roc_auc", "average_precision", "pr_auc", "ks", "h_measure", "partial_auc(0.1)", "pr_auc_interpolated",
          "h_measure_2014", "h_measure_symmetric", "cost_curve_area"]  # fmt: skip


def two(n, digits=9, seed=0):
    rng = np.random.default_rng(n + digits + seed)
    truth = np.append([0, 1], rng.integers(0, 2, n - 2))
    return truth, np.round(rng.normal(size=n) + truth, digits)


def same(one, other):
    assert one.steps.totals() == pytest.approx(other.steps.totals(), rel=1e-12)
    assert one.steps.interpolated() == pytest.approx(other.steps.interpolated(), rel=1e-11)
    assert np.array_equal(one.steps.hull(), other.steps.hull())
    for share in (0.0, 0.07, 0.5, 1.0):
        width = share * other.steps.negatives
        assert one.steps.top_area(width) == pytest.approx(other.steps.top_area(width), rel=1e-12)
    assert (one.steps.positives, one.steps.negatives) == (other.steps.positives, other.steps.negatives)


@pytest.mark.parametrize("digits", [0, 1, 9])
@pytest.mark.parametrize("n", [20, 200, 5000])
def test_a_resample_is_the_same_here_and_compiled(n, digits):
    truth, score = two(n, digits)
    rows = RankedRows.of_curve(rank(predictions_of(truth, y_score=score)).curve)
    times = kernel("resample_counts")(n, SEEDS)
    for made, again, drawn in zip(rows.rankings(times), rows.rankings(SEEDS), times, strict=True):
        same(made, rows.drawn(drawn))
        same(again, rows.drawn(drawn))


@pytest.mark.parametrize("weighted", [False, True])
def test_groups_and_weights_here_and_compiled(weighted):
    truth, score = two(300, 1)
    rng = np.random.default_rng(5)
    weight = rng.integers(0, 4, 300).astype(float) if weighted else None
    rows = RankedRows.of_rows(score, truth == 1, weight, np.arange(300) // 7)
    times = rng.integers(0, 3, (4, 43)).astype(float)
    for made, drawn in zip(rows.rankings(times), times, strict=True):
        same(made, rows.drawn(drawn))


@pytest.mark.slow
def test_resamples_of_more_classes_are_sorted_once():
    """The same law as resampling the rows one by one: middle and spread."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, 150)
    score = rng.normal(size=(150, 3)) + 1.5 * np.eye(3)[truth]
    draws = Resamples(summaries=summarize(predictions_of(truth, y_score=score)), n_resamples=2000, seed=0)
    for name in ("roc_auc_ovr", "roc_auc_ovo_weighted"):
        measure = measure_named(name)
        fast = draws.of(measure)
        slow = np.array([measure(one) for one in draws.taken()])
        assert fast.mean() == pytest.approx(slow.mean(), abs=4 * slow.std() / 30)
        assert fast.std() == pytest.approx(slow.std(), rel=0.1)


@pytest.mark.parametrize("name", RANKED)
def test_many_rows_in_steps_vary_as_single_rows_do(name, monkeypatch):
    truth, score = two(20_000)
    measure = measure_named(name)
    coarse = Resamples(summaries=summarize(predictions_of(truth, y_score=score)), n_resamples=150, seed=4)
    monkeypatch.setattr(ranked_module, "FINE", 20_001)
    fine = Resamples(summaries=summarize(predictions_of(truth, y_score=score)), n_resamples=150, seed=4)
    away = np.abs(coarse.of(measure) - fine.of(measure))  # of the same draws
    assert away.max() < 0.15 * fine.of(measure).std()


def test_a_difference_in_steps_is_near_that_of_single_rows(monkeypatch):
    truth, score = two(10_000)
    pair = [predictions_of(truth, y_score=one) for one in (score, score + np.random.default_rng(0).normal(size=10_000))]
    made = []
    for fine in (8192, 10_001):
        monkeypatch.setattr(ranked_module, "FINE", fine)
        made.append(paired_difference(*pair, "ks", n_resamples=100))
    assert made[0].low == pytest.approx(made[1].low, abs=0.1 * made[1].half_width)
    assert made[0].high == pytest.approx(made[1].high, abs=0.1 * made[1].half_width)


def test_each_side_of_a_difference_is_drawn_with_the_other():
    """Predictions that are the same but for their names differ by nothing on every resample, whatever the measure."""
    rng = np.random.default_rng(6)
    p = rng.random(60)
    y = (rng.random(60) < p).astype(int)
    pair = [predictions_of(y, y_proba=one, positive=1, labels=[0, 1]) for one in (p, p.copy())]
    for groups in (None, np.arange(60) // 4):
        for name in ("ece", "ks", "cost_curve_area", "f1", "d2_log_loss"):
            made = paired_difference(*pair, name, n_resamples=50, groups=groups)
            assert (made.value, made.low, made.high) == (0, 0, 0), name


def test_many_rows_of_many_classes_are_resampled_less_often(monkeypatch):
    import bakeoff as bo
    from bakeoff.estimates import select

    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 100)
    score = rng.normal(size=(100, 3)) + np.eye(3)[truth]
    for large, known in ((250, "200 resamples"), (300, "300 resamples")):
        monkeypatch.setattr(select, "LARGE", large)
        made = bo.measure(truth, y_score=score, measures=["roc_auc_ovo"], auc_interval="bootstrap", n_resamples=300)
        assert known in made["roc_auc_ovo"].method
