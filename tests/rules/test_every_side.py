"""The side of every verdict is the side of the measure on the same predictions, weights and groups included."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.judging.judge_rows import judge_predictions
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.errors import NotApplicable
from bakeoff.data.tasks import BINARY, TaskKind
from bakeoff.estimates.resampling.paired import paired_difference
from bakeoff.measures import ALL, Direction
from bakeoff.predictions import Predictions
from tests.helpers.targets import accepted, listed, several

ORDERED = [one for one in ALL if one.needs is not None and not one.unordered]


def two(task: TaskKind, n: int = 60) -> tuple[Predictions, Predictions]:
    """A good learner, and one that is as good on the first third of the rows and bad on the others."""
    rng = np.random.default_rng(3)
    if task.in_columns:
        a = several(task, n, 3, noise=0.8)
    elif task.numeric:
        truth = accepted(task, np.abs(rng.normal(3, 1, n)) + 0.1)
        label = np.abs(truth + rng.normal(0, 0.3, n)) + 0.1
        draws = label[:, None] + 0.3 * rng.normal(size=(n, 5))
        a = Predictions(
            task=task, rows=np.arange(n), truth=truth, label=label, sd=np.full(n, 0.4), draws=draws, **listed(task, n)
        )
    else:
        k = 2 if task.takes_positive else 4
        truth = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
        proba = rng.dirichlet(np.ones(k), n)
        proba[np.arange(n), truth] += 0.7
        proba /= proba.sum(axis=1, keepdims=True)
        outputs = {} if task.clusters else {"proba": proba, "prior": np.full(k, 1 / k)}
        a = Predictions(
            task=task, rows=np.arange(n), truth=truth, classes=tuple("abcd"[:k]), positive="b" if k == 2 else None,
            label=np.argmax(proba, axis=1), **outputs,
        )  # fmt: skip
    other = np.concatenate([np.arange(n // 3), rng.permutation(np.arange(n // 3, n))])
    given = ("label", "score", "proba", "sd", "draws")
    b = replace(a, **{name: getattr(a, name)[other] for name in given if getattr(a, name) is not None})
    easy = np.arange(n) < n // 3  # there b is made the better one
    blur = replace(a.take(np.arange(n)), **{
        name: np.where(easy if getattr(a, name).ndim == 1 else easy[:, None], np.roll(getattr(a, name), 1, axis=0), getattr(a, name))
        for name in given if getattr(a, name) is not None
    })  # fmt: skip
    return blur, b


WEIGHTS = {
    "none": None, "equal": np.full(60, 2.0), "on the first": np.where(np.arange(60) < 20, 50.0, 0.1),
    "on the others": np.where(np.arange(60) < 20, 0.1, 50.0), "some none": np.where(np.arange(60) % 3, 1.0, 0.0),
}  # fmt: skip
SIMILAR = ("equal", "on the others", "some none")


@pytest.mark.parametrize(
    "weights", ["none", "on the first", *(pytest.param(one, marks=pytest.mark.slow) for one in SIMILAR)]
)
@pytest.mark.parametrize("measure", ORDERED, ids=lambda one: one.name)
def test_the_verdict_is_on_the_side_of_the_measure(measure, weights):
    tasks = (
        [BINARY] if measure.name.startswith("expected_cost") else sorted(measure.tasks, key=str)
    )  # costs of two classes
    for task in tasks:
        a, b = (replace(one, weight=WEIGHTS[weights]) for one in two(task))
        if measure.fits(a):
            continue
        side = np.sign(np.round(float(measure(a)) - float(measure(b)), 12))
        if not np.isfinite(side):
            continue
        found = judge_predictions({"a": a, "b": b}, Question(evidence=ROWS, measure=measure.name, n_resamples=40))
        pair = found.pair("a", "b").pair
        assert np.sign(np.round(pair.difference.value, 12)) == side
        better = side if measure.direction is Direction.HIGHER else -side
        if found.verdict.claim in (Claim.A_BETTER, Claim.B_BETTER):
            assert found.verdict.winner == ("a" if better > 0 else "b")
        groups = np.arange(60) // 5
        grouped = paired_difference(a, b, measure, groups=groups, n_resamples=20)
        assert np.sign(np.round(grouped.value, 12)) == side


def test_weights_turn_a_verdict_round():
    rows = np.arange(40)
    a = Predictions(task="binary", rows=rows, truth=np.ones(40), classes=("n", "y"), positive="y", label=rows < 30,
                    weight=np.where(rows < 30, 0.1, 2.0))  # fmt: skip
    b = replace(a, label=rows >= 30)
    found = bo.compare_predictions(None, {"a": a, "b": b}, "accuracy")
    assert found.judgement.choice.test == "permutation"
    assert found.verdict.difference.value < 0
    assert dict(found.judgement.choice.refused)["mcnemar"] == "it counts rows, and these have weights"
    assert found.verdict.winner != "a"
    for test in ("mcnemar", "cochran_q"):
        with pytest.raises(NotApplicable, match="these have weights; the paired permutation test"):
            bo.compare_predictions(None, {"a": a, "b": b}, "accuracy", test=test)
