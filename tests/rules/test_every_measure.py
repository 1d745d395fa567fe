"""Rules that every declared measure keeps: they loop over the declarations, so a new measure is tested by being listed."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.references import cite
from bakeoff.data.tasks import BINARY, TaskKind, tasks
from bakeoff.measures import ALL, MAKERS, Direction, Measure, default_measures, measure_named, measures
from bakeoff.measures.aliases import ALIASES
from bakeoff.measures.naming import short_name
from bakeoff.predictions import Predictions, Resources
from bakeoff.predictions.kinds import CONFUSION, RESOURCES
from bakeoff.predictions.quantiles import encoded
from bakeoff.predictions.summaries.summaries import summarize
from tests.helpers.targets import accepted, listed, several

MEASURES = pytest.mark.parametrize("measure", ALL, ids=lambda one: one.name)
ON_ROWS = pytest.mark.parametrize("measure", [one for one in ALL if one.needs is not None], ids=lambda one: one.name)


def made(task: TaskKind, seed: int, n: int = 60, *, perfect: bool = False) -> Predictions:
    """Random predictions that give everything the task can have."""
    rng = np.random.default_rng(seed)
    if task.in_columns:
        return several(task, n, seed, noise=0.0 if perfect else 1.0)
    if task.numeric:
        truth = accepted(task, np.abs(rng.normal(3, 1, n)) + 0.1)
        label = truth.copy() if perfect else np.abs(truth + rng.normal(0, 0.5, n)) + 0.1
        sd = rng.uniform(0.3, 1.0, n)
        quantiles = encoded(
            [0.05, 0.1, 0.5, 0.9, 0.95],
            label[:, None] + sd[:, None] * np.array([-1.6, -1.3, 0.0, 1.3, 1.6]) * (0.01 if perfect else 1.0),
        )
        draws = label[:, None] + (0.01 if perfect else 0.5) * rng.normal(size=(n, 5))
        return Predictions(
            task=task,
            rows=np.arange(n),
            truth=truth,
            label=label,
            sd=sd,
            draws=draws,
            quantiles=quantiles,
            **listed(task, n),
        )
    k = 2 if task.takes_positive else 4
    truth = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    proba = rng.dirichlet(np.ones(k), n)
    if perfect:
        proba = np.eye(k)[truth] * 0.98 + 0.02 / k
    else:
        proba[np.arange(n), truth] += 0.4
        proba = np.round(proba, 2) + 1e-3
        proba /= proba.sum(axis=1, keepdims=True)
    if task.clusters:
        return Predictions(
            task=task, rows=np.arange(n), truth=truth, classes=tuple("abcd"), label=np.argmax(proba, axis=1)
        )
    return Predictions(
        task=task,
        rows=np.arange(n),
        truth=truth,
        classes=tuple("abcdefgh"[:k]),
        positive="b" if k == 2 else None,
        label=np.argmax(proba, axis=1),
        proba=proba,
        prior=np.full(k, 1 / k),
    )


def tasks_of(measure: Measure) -> list[TaskKind]:
    if measure.name.startswith(("expected_cost", "kappa_weighted")):
        return [BINARY]  # the costs in the catalogue are for two classes
    return sorted(measure.tasks, key=str)


@MEASURES
def test_the_declaration_is_complete(measure):
    assert measure.title
    assert measure.formula
    assert measure.family
    assert measure.undefined
    assert cite(measure.reference)
    assert measure.bounds[0] < measure.bounds[1]
    assert measure.tasks
    assert measures[measure.name] is measure
    assert (measure.needs is None) == (measure.reads is RESOURCES)


def test_names_and_aliases_are_unique_and_resolve():
    names = [one.name for one in ALL]
    assert len(set(names)) == len(names)
    assert not set(ALIASES) & set(names)
    for alias, target in ALIASES.items():
        assert measure_named(alias).name == target
    for task in tasks:
        for name in default_measures(task):
            assert measure_named(name).is_for(task)
    for maker in MAKERS:
        assert any(one.name.startswith(maker) for one in ALL)


@MEASURES
def test_a_terminal_can_show_it(measure):
    from bakeoff.core.terminology.formula import readable

    shown = readable(measure.formula)
    assert shown.count("(") == shown.count(")")
    assert not re.search(r"[\\{}]|  ", shown)
    text = str(measure)
    for said in (measure.title, shown, measure.undefined, *measure.caveats, str(cite(measure.reference))):
        assert said in text


def test_measures_of_a_family_stand_together():
    families = [one.family for one in ALL]
    assert families == sorted(families, key=families.index)


@ON_ROWS
@pytest.mark.parametrize("seed", range(4))
def test_values_lie_within_the_bounds(measure, seed):
    for task in tasks_of(measure):
        for n in (8, 60):
            value = measure(made(task, seed, n))
            assert isinstance(value, float)
            if not math.isnan(value):
                assert measure.bounds[0] - 1e-12 <= value <= measure.bounds[1] + 1e-12


@ON_ROWS
def test_the_order_of_rows_does_not_matter(measure):
    for task in tasks_of(measure):
        pred = made(task, 7)
        shuffled = pred.take(np.random.default_rng(1).permutation(len(pred)))
        assert measure(shuffled) == pytest.approx(measure(pred), rel=1e-12, abs=1e-14, nan_ok=True)


@ON_ROWS
def test_the_direction_is_right(measure):
    """Perfect predictions are at least as good as random ones."""
    if measure.direction is Direction.TARGET or "as-printed" in measure.name:
        return  # a property of the widths, and the variant that is known to reward mistakes
    for task in tasks_of(measure):
        good, poor = measure(made(task, 3, perfect=True)), measure(made(task, 3))
        if not math.isnan(good) and not math.isnan(poor):
            assert not measure.better(poor, good)


@MEASURES
def test_a_wish_is_higher_lower_a_target_or_none(measure):
    low, high = (end if math.isfinite(end) else math.copysign(9.0, end) for end in measure.bounds)
    if measure.direction is not Direction.TARGET:
        assert measure.better(high, low) == (measure.direction is Direction.HIGHER)
        assert measure.better(low, high) == (measure.direction is Direction.LOWER)
    else:
        assert measure.bounds[0] <= measure.target <= measure.bounds[1]
        for other in (measure.target - 0.01, measure.target + 0.01):
            assert measure.better(measure.target, other)
        assert f"near {measure.target:g}" == measure.wish
    assert bool(measure.unordered) == (measure.direction in {Direction.TARGET, Direction.NEITHER})


@pytest.mark.parametrize("measure", [one for one in ALL if one.unordered], ids=lambda one: one.name)
def test_what_has_no_order_is_not_compared(measure):
    import bakeoff as bo
    from bakeoff.core.errors import BakeoffError

    task = tasks_of(measure)[0]
    pair = {"a": made(task, 1), "b": made(task, 1)}
    with pytest.raises(BakeoffError, match=f"{re.escape(short_name(measure))} (is right at|describes)"):
        bo.compare_predictions(pair["a"].truth, pair, measure.name)


@ON_ROWS
def test_merged_parts_equal_the_whole(measure):
    for task in tasks_of(measure):
        pred = made(task, 11)
        parts = [pred.take(rows) for rows in np.split(np.arange(60), [18, 39] if task.in_lists else [17, 40])]
        whole = None
        for part in parts:
            mine = summarize(part)
            measure.compute(mine.get(measure.reads))
            mine = mine.settled()
            whole = mine if whole is None else whole.merge(mine)
        merged = float(measure.compute(whole.get(measure.reads)))
        assert merged == pytest.approx(measure(pred), rel=1e-12, abs=1e-13, nan_ok=True)


@ON_ROWS
def test_undefined_is_nan_and_never_zero(measure):
    """No rows at all: nothing is defined."""
    for task in tasks_of(measure):
        nothing = made(task, 5).take(np.empty(0, dtype=np.int64))
        assert math.isnan(measure(nothing))


@ON_ROWS
def test_one_row_and_one_class_do_not_break_it(measure):
    for task in tasks_of(measure):
        pred = made(task, 5)
        one = pred.take(np.array([0]))
        value = measure(one)
        assert math.isnan(value) or measure.bounds[0] - 1e-12 <= value <= measure.bounds[1] + 1e-12
        if task.coded:
            same = pred.take(np.flatnonzero(pred.truth == pred.truth[0]))
            value = measure(same)
            assert math.isnan(value) or measure.bounds[0] - 1e-12 <= value <= measure.bounds[1] + 1e-12


@ON_ROWS
def test_row_losses_average_to_the_value(measure):
    if measure.per_row is None:
        return
    for task in tasks_of(measure):
        pred = made(task, 13)
        mean = float(np.mean(measure.per_row(pred)))
        assert measure(pred) == pytest.approx(
            mean if measure.after is None else float(measure.after(mean)), rel=1e-12, nan_ok=True
        )


@pytest.mark.parametrize("measure", [one for one in ALL if one.explains], ids=lambda one: one.name)
def test_what_is_explained_falls_with_the_loss_in_a_straight_line(measure):
    loss = measure_named(measure.explains)
    assert loss.per_row is not None
    for task in tasks_of(measure):
        a = made(task, 19)
        other = made(task, 23)
        b = replace(a, label=other.label, proba=other.proba)  # other answers about the same rows
        assert measure(a) != measure(b)
        slopes = [(1.0 - measure(pred)) / loss(pred) for pred in (a, b)]
        assert slopes[0] == pytest.approx(slopes[1], rel=1e-10)


@ON_ROWS
def test_counts_work_on_batches(measure):
    if measure.reads is not CONFUSION:
        return
    from bakeoff.predictions.summaries.confusion import Counts

    for task in tasks_of(measure):
        preds = [made(task, seed) for seed in (1, 2, 3)]
        counts = [summarize(one).counts for one in preds]
        width = max(one.matrix.shape[-1] for one in counts)
        stack = np.stack([np.pad(one.matrix, [(0, 0), (0, width - one.matrix.shape[-1])]) for one in counts])
        batch = Counts.of(stack, classes=counts[0].classes, positive=counts[0].positive, n=60)
        assert measure.compute(batch) == pytest.approx([measure(one) for one in preds], rel=1e-12)


@ON_ROWS
def test_weights_of_one_change_nothing(measure):
    for task in tasks_of(measure):
        pred = made(task, 17)
        weighted = replace(pred, weight=np.ones(len(pred)))
        assert measure(weighted) == pytest.approx(measure(pred), rel=1e-11, abs=1e-13, nan_ok=True)


def test_measures_that_do_not_fit_say_why():
    from bakeoff.core.errors import NotApplicable

    with pytest.raises(NotApplicable, match="RMSE is for numbers, not for two classes; take rmse_proba"):
        measure_named("rmse")(made(BINARY, 1))
    bare = replace(made(BINARY, 1), proba=None)
    with pytest.raises(NotApplicable, match="log loss needs proba"):
        measure_named("log_loss")(bare)
    with pytest.raises(NotApplicable, match="needs a positive class"):
        measure_named("f1")(replace(bare, positive=None))


def test_resources():
    spent = Resources(fit_seconds=1.5, predict_seconds=0.5, peak_bytes=4e6, model_bytes=100.0)
    values = [one.compute(spent) for one in ALL if one.needs is None]
    assert values == [1.5, 0.5, 4e6, 100.0]
    assert math.isnan(measure_named("fit_seconds").compute(Resources()))


@pytest.mark.parametrize("name", ["fbeta", "net_benefit", "partial_auc", "pinball", "coverage", "d2_pinball"])
def test_the_name_carries_the_whole_parameter(name):
    short, long = measure_named(f"{name}(0.25)"), measure_named(f"{name}(0.2500000001)")
    assert (short.name, long.name) == (f"{name}(0.25)", f"{name}(0.2500000001)")
    assert "0.25" in short.title or "25%" in short.title
    assert measure_named(long.name).name == long.name


def test_a_level_is_told_as_it_is():
    assert measure_named("coverage(0.995)").title == "Share of truths inside the predicted 99.5% interval"
