"""Values along a stream equal the measure on the same examples, whatever it reads; river and the paper agree."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.predictions.kinds import CONFUSION, MEANS
from bakeoff.streams.prequential import prequential
from bakeoff.streams.running_measure import has_running_sums

ORACLE = tomllib.loads((Path(__file__).parents[1] / "oracles" / "streams.toml").read_text(encoding="utf-8"))
SUMMED = [one for one in bo.measures if has_running_sums(one) and not all(task.in_columns for task in one.tasks)]


def test_measures_of_every_summary_are_in_that_rule():
    assert {one.reads for one in SUMMED} >= {CONFUSION, MEANS}


def arrays(case):
    """The arrays behind an oracle, from its seed."""
    rng = np.random.default_rng(case["seed"])
    n, k = case["n"], case["classes"]
    if not k:
        truth = np.cumsum(rng.normal(size=n))
        return truth, truth + rng.normal(size=n)
    truth = rng.integers(0, k, n)
    return truth, np.where(rng.random(n) < 0.7, truth, rng.integers(0, k, n))


@pytest.mark.parametrize("case", ORACLE["running"], ids=lambda case: f"{case['measure']}-{case['window']}")
def test_windows_equal_rivers(case):
    truth, answer = arrays(case)
    options = {"positive": 1} if case["classes"] == 2 else {}
    values = prequential(truth, answer, case["measure"], window=case["window"] or None, **options)
    assert values[case["at"]] == pytest.approx(case["values"], rel=1e-12, abs=1e-12)


def test_fading_by_hand():
    # losses 0 1 0 1, factor 1/2: S = 0, 1, 1/2, 5/4 and B = 1, 3/2, 7/4, 15/8
    values = prequential([1, 1, 0, 1], [1, 0, 0, 0], fading=0.5)
    assert values == pytest.approx([0, 2 / 3, 2 / 7, 2 / 3], rel=1e-15)
    assert (
        prequential([1, 1, 0, 1], [1, 0, 0, 0], fading=1.0).tolist() == prequential([1, 1, 0, 1], [1, 0, 0, 0]).tolist()
    )


def test_fading_equals_the_recursion_of_the_paper():
    rng = np.random.default_rng(0)
    truth, answer = rng.normal(size=500), rng.normal(size=500)
    total = weight = 0.0
    expected = []
    for loss in np.abs(truth - answer):
        total, weight = loss + 0.97 * total, 1 + 0.97 * weight
        expected.append(total / weight)
    assert prequential(truth, answer, "mae", fading=0.97) == pytest.approx(expected, rel=1e-12)


def test_a_huge_loss_leaves_no_trace_when_it_has_left_the_window():
    truth = np.full(40, 0.5)
    answer = truth + 1e-3
    answer[7] = 1e150
    values = prequential(truth, answer, "mae", window=5)
    assert values[12:] == pytest.approx(1e-3, rel=1e-12)
    proba = np.full(40, 0.6)
    proba[7] = 0.0
    log_loss = prequential(np.ones(40, int), y_proba=proba, measure="log_loss", window=5, labels=[0, 1])
    assert np.isinf(log_loss[7:12]).all()
    assert log_loss[12:] == pytest.approx(-np.log(0.6))


def test_a_level_that_moves_away_keeps_the_digits_of_a_window():
    rng = np.random.default_rng(1)
    n = 60_000
    truth = np.linspace(0, 1e7, n) + rng.normal(size=n)
    answer = truth + rng.normal(size=n)
    values = prequential(truth, answer, "r2", window=50)
    for end in (50, 30_000, n):
        last = predictions_of(truth[end - 50 : end], answer[end - 50 : end])
        assert values[end - 1] == pytest.approx(bo.measures["r2"](last), rel=1e-6)


def test_measures_that_need_all_examples_at_once_go_by_window():
    rng = np.random.default_rng(2)
    truth, score = rng.integers(0, 2, 100), rng.normal(size=100)
    values = prequential(truth, y_score=score, measure="roc_auc", window=40, every=25)
    known = [
        bo.measures["roc_auc"](predictions_of(truth[max(0, e - 40) : e], y_score=score[max(0, e - 40) : e]))
        for e in (25, 50, 75, 100)
    ]
    assert values.tolist() == known
    for options in ({}, {"window": 40}, {"fading": 0.9, "every": 10}):
        with pytest.raises(BadInput, match="needs all its examples at once: give a window, and how often"):
            prequential(truth, y_score=score, measure="roc_auc", **options)


def test_one_class_and_no_example():
    assert np.isnan(prequential([1, 1, 1], [1, 1, 1], "kappa", labels=[0, 1])).all()
    assert prequential([1, 1, 1], [1, 1, 1], window=2).tolist() == [0, 0, 0]
    assert prequential([1, 0, 1, 0], [1, 1, 1, 0], every=2).tolist() == [0.5, 0.25]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"window": 5, "fading": 0.9}, "window and fading are two ways to forget old examples; give one of them"),
        ({"window": 0}, "window must be a whole number of at least 1, not 0"),
        ({"window": 2.5}, "window must be a whole number"),
        ({"fading": 0.0}, "fading must be a number above 0 and at most 1, for example 0.99, not 0.0"),
        ({"fading": 1.5}, "fading must be a number above 0"),
        ({"fading": float("nan")}, "fading must be a number above 0"),
        ({"fading": "often"}, "fading must be a number above 0"),
        ({"every": 0}, "every must be a whole number of at least 1"),
        ({"measure": "eror"}, "did you mean 'error'"),
        ({"measure": "rmse"}, "RMSE is for numbers"),
        ({"measure": "fit_seconds"}, "measured while a study runs"),
        ({"y_pred": [1, 0]}, "lengths differ: y_true has 3, y_pred has 2"),
        ({"y_true": [1, float("nan"), 0]}, "y_true"),
    ],
)
def test_bad_input_gets_one_sentence(options, words):
    given = {"y_true": [1, 0, 1], "y_pred": [1, 1, 0], **options}
    with pytest.raises((BadInput, NotApplicable)) as refused:
        prequential(**given)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
