"""Rules that a gate keeps by every measure: the interval shown decides, exchange changes its sign, `better` is what a comparison claims."""

from dataclasses import replace

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import NotApplicable
from bakeoff.measures import measures
from bakeoff.measures.measure import Direction
from bakeoff.predictions.from_arrays import predictions_of
from bakeoff.release_gate import difference
from bakeoff.release_gate.gate_facts import GateRule
from bakeoff.release_gate.margin import Margin
from bakeoff.release_gate.of_predictions import gate_of_predictions
from bakeoff.release_gate.outcome import Outcome

N = 160
QUICK = {("r2", "regression"), ("average_precision", "binary")}  # of the measures that take thousands of resamples


def _pair(task, seed=0, worse=0.02):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, N)
    sides = []
    for shift in (0.0, worse):
        noise = np.random.default_rng(seed + 1).normal(size=N) + 0.6 * rng.normal(size=N)
        raw = (1.2 - shift) * (2 * truth - 1) + noise
        if task == "binary":
            chance = 1 / (1 + np.exp(-raw))
            sides.append(predictions_of(truth, (raw > 0).astype(int), y_proba=np.column_stack([1 - chance, chance]), positive=1, prior=[0.4, 0.6]))  # fmt: skip
        else:
            sides.append(predictions_of(5 + 2.0 * truth + rng.normal(size=N), y_pred=5 + raw, task="regression"))
    if task == "regression":
        sides[1] = replace(sides[1], truth=sides[0].truth)
    return sides


def _three_classes(task):
    """Of three classes, in order or not, or of three clusters."""
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 3, N)
    sides = []
    for noise in (0.6, 0.65):
        raw = np.eye(3)[truth] + noise * rng.normal(size=(N, 3))
        share = np.exp(raw) / np.exp(raw).sum(axis=1, keepdims=True)
        more = {} if task == "clustering" else {"y_proba": share, "labels": [0, 1, 2]}
        sides.append(predictions_of(truth, share.argmax(axis=1), task=task, **more))
    return sides


def _distributions(kind):
    """Of a number: a mean with its standard deviation, or draws."""
    rng = np.random.default_rng(8)
    truth = rng.normal(size=N)
    sides = []
    for noise in (0.5, 0.55):
        mean = truth + noise * rng.normal(size=N)
        draws = mean[:, None] + noise * rng.normal(size=(N, 12))
        what = {"y_pred": mean, "y_sd": np.full(N, noise)} if kind == "normal" else {"y_draws": draws}
        sides.append(predictions_of(truth, task="regression", **what))
    return sides


PAIRS = {task: _pair(task) for task in ("binary", "regression")}
OTHERS = {task: _three_classes(task) for task in ("multiclass", "ordinal", "clustering")}
OTHERS |= {kind: _distributions(kind) for kind in ("normal", "draws")}
QUANTILES = {
    "quantile_loss",
    "quantile_loss(0.9)",
    "wis",
    "interval_score(0.9)",
    "interval_width(0.9)",
}  # no gate reads quantiles
NOT_ASKED = {"fit_seconds", "predict_seconds", "peak_memory", "model_bytes"}  # of learners, not of rows
REFUSED = {"max_error"}  # it rests on a single row


def _fitting(measure, pairs):
    return [task for task, pair in pairs.items() if not any(map(measure.fits, pair))]


def _measures():
    """Every measure that orders models, with the tasks on which it is asked."""
    for measure in measures:
        if measure.direction in {Direction.HIGHER, Direction.LOWER} and not measure.unordered:
            yield measure, _fitting(measure, PAIRS) or _fitting(measure, OTHERS)[:1]


def _asked():
    for measure, tasks in _measures():
        for task in tasks if measure.name not in REFUSED else ():
            drawn = (
                measure.per_row is None
                and (task == "clustering" or not measure.reads.tabulated)
                and measure.name != "roc_auc"
            )
            marks = [pytest.mark.slow] if drawn and (measure.name, task) not in QUICK else []
            yield pytest.param(measure, task, id=f"{measure.name}-{task}", marks=marks)


def _gate(base, new, measure, size, **options):
    return gate_of_predictions(base, new, GateRule(margins={measure: Margin(size)}, **options))


def test_no_measure_is_left_out():
    asked = {parameters.values[0].name for parameters in _asked()}
    ordering = {measure.name for measure, _ in _measures()}
    several = {
        measure.name for measure, _ in _measures() if all(task.in_lists or task.in_columns for task in measure.tasks)
    }
    assert ordering - asked == NOT_ASKED | REFUSED | QUANTILES | several
    assert len(asked) >= 90
    for parameters in _asked():
        measure, task = parameters.values
        if measure.name == "hinge_loss":  # of decision values, and these are probabilities
            continue
        values = [float(measure(side)) for side in (PAIRS | OTHERS)[task]]
        assert np.isfinite(values).all(), (measure.name, task)
    with pytest.raises(NotApplicable, match="single row"):
        _gate(*PAIRS["regression"], measures["max_error"], 0.1)


@pytest.mark.parametrize(("measure", "task"), list(_asked()))
def test_rules_of_every_measure(measure, task, monkeypatch):
    monkeypatch.setattr(difference, "DRAWS", 300)  # the rules hold for every number of resamples
    base, new = (PAIRS | OTHERS)[task]
    first, second = float(measure(base)), float(measure(new))
    gate = _gate(base, new, measure, max(abs(first - second), 1e-3) * 1.5)
    endpoint, sign = gate.first, 1 if measure.direction is Direction.HIGHER else -1
    low, high = sorted((sign * endpoint.estimate.low, sign * endpoint.estimate.high))
    bound = -endpoint.margin.size
    expected = Outcome.PASS if low > bound else Outcome.FAIL if high < bound else Outcome.UNDECIDED
    assert gate.outcome is expected  # the interval that is shown decides
    if not np.isnan(endpoint.p_value):
        assert (endpoint.p_value < 0.05) == (gate.outcome is Outcome.PASS)
        assert (endpoint.p_worse < 0.05) == (gate.outcome is Outcome.FAIL)
    turned = _gate(new, base, measure, endpoint.margin.size)
    ends = (-turned.estimate.high, -turned.estimate.low)
    assert ends == pytest.approx((endpoint.estimate.low, endpoint.estimate.high), rel=1e-7, abs=1e-9, nan_ok=True)
    assert (turned.outcome is Outcome.FAIL) == (
        low > endpoint.margin.size
    )  # new was shown better by more than the margin
    order = np.random.default_rng(3).permutation(N)
    mixed = _gate(base.take(order), new.take(order[::-1]), measure, endpoint.margin.size)
    assert mixed.outcome is gate.outcome
    assert mixed.estimate.low == pytest.approx(endpoint.estimate.low, rel=1e-7, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("worse", [-0.5, 0.0, 0.5])
@pytest.mark.parametrize("name", ["accuracy", "f1", "roc_auc", "log_loss", "mcc", "rmse"])
def test_better_is_what_a_comparison_claims(name, worse):
    base, new = _pair("regression" if name == "rmse" else "binary", seed=4, worse=worse)
    gate = _gate(base, new, measures[name], 0.3)
    comparison = bo.compare_predictions(None, {"new": new, "base": base}, name)
    assert comparison.verdict.winner == gate.first.winner
    assert gate.first.better == (comparison.verdict.winner == "new")


def test_a_refactoring_passes_by_every_usual_measure():
    base, _ = PAIRS["binary"]
    for name in ("accuracy", "balanced_accuracy", "f1", "roc_auc", "log_loss"):
        gate = _gate(base, base, measures[name], 0.05)
        assert gate.outcome is Outcome.PASS, name
        assert [note.code for note in gate.notes] == ["gate.same_answers"]
    base, _ = PAIRS["regression"]
    assert _gate(base, base, measures["rmse"], 0.01).outcome is Outcome.PASS


def test_no_row_that_tells_two_models_apart_is_no_proof():
    base, _ = PAIRS["binary"]
    assert _gate(base, base, measures["accuracy"], 0.01).outcome is Outcome.UNDECIDED
    groups = np.arange(N) // 8  # twenty groups count as twenty rows
    grouped = replace(base, group=groups)
    assert _gate(grouped, grouped, measures["accuracy"], 0.05).outcome is Outcome.UNDECIDED
    assert _gate(grouped, grouped, measures["f1"], 0.02).outcome is Outcome.UNDECIDED


def test_slices_are_looked_at_apart():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 3_000)
    region = rng.choice(["asia", "eu", "us"], 3_000)
    base = np.where(rng.random(3_000) < 0.1, 1 - truth, truth)
    hurt = (region == "eu") & (rng.random(3_000) < 0.2)
    gate = bo.gate(truth, base=base, new=np.where(hurt, 1 - truth, base), margin=0.1, by={"region": region})
    assert gate.first.outcome is Outcome.PASS
    assert {part.value: part.outcome.value for part in gate.slices} == {"asia": "pass", "eu": "fail", "us": "pass"}
    assert gate.outcome is Outcome.FAIL
    assert "on the rows of region eu" in str(gate)
    few = np.where(np.arange(3_000) < 1, "one", "many")
    gate = bo.gate(truth, base=base, new=base, margin=0.02, by={"size": few})
    assert gate.outcome is Outcome.PASS
    assert "gate.undecided_slices" in [note.code for note in gate.notes]


def test_one_of_several_measures_is_enough_where_it_was_asked():
    rng = np.random.default_rng(6)
    truth = rng.integers(0, 2, 900)
    base = np.where(rng.random(900) < 0.1, 1 - truth, truth)
    new = np.where(rng.random(900) < 0.03, 1 - base, base)
    margins = {"accuracy": 0.2, "f1": 0.001}
    assert bo.gate(truth, base=base, new=new, margin=margins).outcome is not Outcome.PASS
    some = bo.gate(truth, base=base, new=new, margin=margins, some=True)
    assert some.outcome is Outcome.PASS
    assert [endpoint.estimate.level for endpoint in some.endpoints] == pytest.approx([0.95, 0.9])
    for endpoint in some.endpoints:
        assert (endpoint.estimate.low > endpoint.bound) == (endpoint.outcome is Outcome.PASS)
