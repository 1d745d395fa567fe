"""RunningMeasure: a measure at every example of a stream that arrives in parts, from the summary that it reads."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.data.tasks import BINARY, CLUSTERING, ORDINAL, REGRESSION, tasks
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.streams.forgetting import Forgetting
from bakeoff.streams.running_measure import has_running_sums, running_measure

N = 90


SUMMED = [one for one in bo.measures if has_running_sums(one) and not all(task.in_columns for task in one.tasks)]


WAYS = [Forgetting(), Forgetting(window=1), Forgetting(window=13), Forgetting(window=500), Forgetting(fading=0.9)]


def stream(task, n=N):
    """Predictions of a learner that improves; the truth drifts."""
    rng = np.random.default_rng(3)
    if task is REGRESSION:
        truth = np.abs(rng.normal(size=n)) + np.linspace(1, 5, n)
        answer = truth + rng.normal(size=n) * np.linspace(1, 0.2, n)
        draws = answer[:, None] + rng.normal(size=(n, 5))
        quantiles = {
            level: np.abs(answer) + step
            for level, step in ((0.05, -1.0), (0.1, -0.8), (0.5, 0.0), (0.9, 0.8), (0.95, 1.0))
        }
        return predictions_of(truth, np.abs(answer), None, 0.3 + rng.random(n), y_draws=draws, y_quantiles=quantiles)
    k = 2 if task is BINARY else 4
    truth = rng.integers(0, k, n)
    proba = rng.dirichlet(np.ones(k), n) + np.eye(k)[truth] * np.linspace(0, 1, n)[:, None]
    proba /= proba.sum(axis=1, keepdims=True)
    options = {"positive": 1} if k == 2 else {}
    label = proba.argmax(axis=1)
    kind = {"task": "ordinal", "labels": list(range(k))} if task is ORDINAL else {"labels": list(range(k))}
    return predictions_of(
        truth, label, y_proba=proba if k > 2 else proba[:, 1], prior=np.full(k, 1 / k), **options, **kind
    )


STREAMS = {task: stream(task) for task in tasks if task is not CLUSTERING}


def predicted(measure):
    return next((pred for pred in STREAMS.values() if not measure.fits(pred)), None)


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("name", [one.name for one in SUMMED])
def test_every_value_is_the_measure_on_the_same_examples(name, way):
    measure = bo.measures[name]
    pred = predicted(measure)
    assert pred is not None
    values = running_measure(measure, way).extend(pred)
    live, parts = running_measure(measure, way), ((0, 1), (1, 30), (30, 31), (31, N))
    in_parts = np.concatenate([live.extend(pred.take(slice(*part))) for part in parts])
    assert in_parts == pytest.approx(values, rel=1e-9, abs=1e-11, nan_ok=True)
    for end in (1, 2, 14, 31, 60, N):
        rows = pred.take(slice(max(0, end - (way.window or end)), end))
        if way.fading is not None:
            rows = replace(rows, weight=way.fading ** np.arange(end - 1, -1, -1.0))
        known = measure(rows)
        if np.isnan(known) != np.isnan(values[end - 1]):  # a weighted zero may be one in the last digit
            assert way.fading is not None
            continue
        assert values[end - 1] == pytest.approx(known, rel=1e-9, abs=1e-11, nan_ok=True), end
