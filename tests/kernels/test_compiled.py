"""Keys instead of scores: the same order, ties where there are ties and nowhere else."""

import numpy as np
import pytest

from bakeoff.kernels import compiled, dispatch, kernel
from bakeoff.kernels.compiled import order_by_keys
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.summaries.ranking.ranking import rank
from bakeoff.predictions.summaries.ranking.two_class_scores import TwoClassScores

N = 20_000
needs_compiled = pytest.mark.skipif(
    dispatch.backend() != "compiled", reason="there are keys in the compiled loops only"
)


def sort_by_class(score, truth, positive):
    scores = kernel("split_by_class")(score, truth, positive)
    compiled.sort_pair(*scores)
    return scores


def _rows(kind):
    rng = np.random.default_rng(len(kind))
    truth = (rng.random(N) < 0.4).astype(np.int64)
    score = rng.normal(size=N) + truth
    if kind == "probabilities":
        score = 1 / (1 + np.exp(-score))
    elif kind == "small probabilities":
        score = rng.beta(0.3, 30, N)
    elif kind == "far apart":
        score = np.exp(50 * score)
    elif kind == "some level":
        score = 1 / (1 + np.exp(-score))
        score[rng.integers(1000, N, 30)] = score[:30]
    elif kind == "neighbours":  # doubles next to each other share their key with any scale
        score = 1 / (1 + np.exp(-score))
        for i in range(1000, 1060, 3):
            score[i + 1] = np.nextafter(score[i], 1)
            score[i + 2] = score[i + 1] if i % 2 else np.nextafter(score[i + 1], 1)
    elif kind == "an outlier":
        score[7] = 1e3
    return score, truth


@needs_compiled
@pytest.mark.parametrize("kind", ["decisions", "probabilities", "small probabilities", "far apart", "some level", "neighbours", "an outlier"])  # fmt: skip
@pytest.mark.parametrize("positive", [0, 1])
def test_the_order_of_keys_is_that_of_scores(kind, positive):
    score, truth = _rows(kind)
    order = order_by_keys(score, truth, positive)
    ups, downs = sort_by_class(score, truth, positive)
    assert order is not None
    by_keys, by_scores = TwoClassScores(rows=(score, truth, positive)).steps, kernel("roc_steps")(ups, downs)
    assert order[2].tolist() == by_scores.order[2].tolist()
    both = [np.concatenate(one) for one in ((ups, downs), order[:2])]
    by_score = np.argsort(both[0], kind="stable")
    steps, key_steps = (np.diff(one[by_score].astype(np.float64)) for one in both)
    assert (key_steps >= 0).all()
    near = np.concatenate([np.ones(len(ups), bool), np.zeros(len(downs), bool)])[by_score]
    known = near[1:] | near[:-1]  # of two negatives it does not matter whether they are level
    assert ((steps == 0) == (key_steps == 0))[known].all()
    assert by_keys.totals() == pytest.approx(by_scores.totals(), rel=1e-13)
    assert by_keys.interpolated() == pytest.approx(by_scores.interpolated(), rel=1e-13)
    assert by_keys.top_area(900.0) == pytest.approx(by_scores.top_area(900.0), rel=1e-13)
    assert by_keys.hull().tolist() == by_scores.hull().tolist()


@needs_compiled
@pytest.mark.parametrize("kind", ["rounded", "constant", "two values", "a wide range", "one class", "single precision", "few"])  # fmt: skip
def test_where_the_scores_are_sorted_instead(kind):
    score, truth = _rows("decisions")
    if kind == "rounded":
        score = np.round(score, 1)
    elif kind == "constant":
        score = np.full(N, 0.3)
    elif kind == "two values":
        score = (score > 0) * 1.0
    elif kind == "a wide range":  # the difference of the ends is no number
        score[0], score[1] = 1.7e308, -1.7e308
    elif kind == "one class":
        truth[:] = 1
    elif kind == "single precision":
        score = score.astype(np.float32)
    else:
        score, truth = score[:100], truth[:100]
    assert order_by_keys(score, truth, 1) is None
    assert rank(predictions_of(truth, y_score=score, labels=[0, 1])).positive_weight == truth.sum()


@needs_compiled
def test_a_run_of_neighbours_leaves_no_key_free():
    score, truth = _rows("probabilities")
    for i in range(1000, 1040):
        score[i + 1] = np.nextafter(score[i], 1)
    score[1050:1090] = score[1000] + 2.0**-31 * np.arange(1, 41)  # every key above is taken
    assert order_by_keys(score, truth, 1) is None
    known = kernel("roc_steps")(*sort_by_class(score, truth, 1))
    assert TwoClassScores(rows=(score, truth, 1)).steps.totals() == known.totals()


@needs_compiled
def test_many_shared_keys_are_too_many(monkeypatch):
    score, truth = _rows("some level")
    assert order_by_keys(score, truth, 1) is not None
    monkeypatch.setattr(compiled, "SHARED", N)
    assert order_by_keys(score, truth, 1) is None


def test_what_is_kept_of_a_panel_does_not_change_with_the_users_array():
    score, truth = _rows("decisions")
    ranking = rank(predictions_of(truth, y_score=score))
    known, kept = ranking.totals, ranking.in_order()
    score[:], truth[:] = 0.0, 0
    assert kept.totals == known
    assert kept.lists.rows is None
    assert ranking.positive_weight == kept.positive_weight == len(kept.positives)


def test_settled_rankings_hold_scores_and_merge():
    score, truth = _rows("decisions")
    parts = [rank(predictions_of(truth[at], y_score=score[at])) for at in (slice(0, 9000), slice(9000, None))]
    whole = rank(predictions_of(truth, y_score=score))
    for both in (parts, [one.settled() for one in parts]):
        merged = both[0].merge(both[1])
        assert merged.positives.tolist() == whole.positives.tolist()
        assert merged.totals == pytest.approx(whole.totals, rel=1e-13)
    loose = parts[0].settled()
    assert loose.lists.rows is None
    assert loose.settled().positives.tolist() == loose.positives.tolist() == sorted(score[:9000][truth[:9000] == 1])
