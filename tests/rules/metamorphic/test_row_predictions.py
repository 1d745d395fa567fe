"""Predictions put in another way have the same measures, intervals and comparisons: order and names of rows, groups, classes and learners change nothing.

The rules loop over every measure and every task that it is for, so that a new measure enters by being declared. Answers agree to rounding; only
another order of classes moves intervals and p-values that are drawn, by no more than their Monte Carlo error.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from scipy.stats import norm

import bakeoff as bo
from bakeoff.core.errors import BakeoffError
from bakeoff.data.tasks import BINARY, MULTICLASS, REGRESSION
from bakeoff.measures import ALL as MEASURES, measure_named
from bakeoff.measures.measure import Caution, Invariance
from bakeoff.predictions import Predictions
from tests.helpers.answers import LEARNERS, RENAMED, answer, assert_unchanged
from tests.helpers.targets import accepted, listed, several

N = 48
LEVELS = np.array([0.05, 0.1, 0.5, 0.9, 0.95])  # of the predicted quantiles


def predictions(task, seed, n=N):
    """A learner's predictions of the same rows, with everything that the task can have."""
    rng, own = np.random.default_rng(0), np.random.default_rng(seed)
    if task.in_columns:
        return several(task, n, seed, noise=0.6 + 0.3 * seed)
    if task.numeric:
        truth = accepted(task, np.abs(rng.normal(3, 1, n)) + 0.1)
        label = np.abs(truth + own.normal(0, 0.2 + 0.1 * seed, n)) + 0.1
        draws = label[:, None] + 0.4 * own.normal(size=(n, 5))
        sd = own.uniform(0.3, 0.8, n)
        beside = listed(task, n)
        if not task.in_lists:
            quantiles = label[:, None] + sd[:, None] * norm.ppf(LEVELS)
            beside["quantiles"] = np.hstack([quantiles, np.tile(LEVELS, (n, 1))])
        return Predictions(task=task, rows=np.arange(n), truth=truth, label=label, sd=sd, draws=draws, **beside)
    k = 2 if task.takes_positive else 3
    truth = np.concatenate([np.arange(k), rng.integers(0, k, n - k)])
    proba = own.dirichlet(np.ones(k), n)
    proba[np.arange(n), truth] += 0.7 - 0.15 * seed
    proba /= proba.sum(axis=1, keepdims=True)
    outputs = {} if task.clusters else {"proba": proba, "prior": np.full(k, 1 / k)}
    return Predictions(
        task=task, rows=np.arange(n), truth=truth, classes=tuple("abc"[:k]), positive="b" if task.takes_positive else None,
        label=np.argmax(proba, axis=1), **outputs,
    )  # fmt: skip


PATIENTS = np.repeat(np.arange(16), 3)
WEIGHT = np.linspace(0.3, 2, N)
DESIGNS = {
    "rows": {},
    "groups and weights": {"group": PATIENTS, "weight": WEIGHT},
    "groups": {"group": PATIENTS},
    "weights": {"weight": WEIGHT},
    "repeated ids": {"rows": PATIENTS},
}
SIMILAR = ("groups", "weights", "repeated ids")
each_design = pytest.mark.parametrize(
    "design", [pytest.param(name, marks=[pytest.mark.slow] if name in SIMILAR else []) for name in DESIGNS]
)
FEW = 60  # resamples: the rules hold for each draw, so that few show as much as many


def shapes(measure):
    """The tasks of a measure, one of each shape, nominal before ordinal classes; the costs in the catalogue are for two classes."""
    if measure.name.startswith("expected_cost"):
        return [BINARY]
    found = {
        (task.numeric, task.takes_positive, task.clusters, task.in_lists, task.in_columns): task
        for task in sorted(measure.tasks, key=str, reverse=True)
    }
    return list(found.values())


CASES = [(measure, task) for measure in MEASURES if measure.needs is not None for task in shapes(measure)]
COMPARED = [(measure, task) for measure, task in CASES if not measure.unordered]
TASKS = list({str(task): task for _, task in CASES}.values())


def by_name(cases):
    return [pytest.param(*case, id="-".join(getattr(part, "name", str(part)) for part in case)) for case in cases]


def learners(task, design="rows"):
    return {name: replace(predictions(task, seed), **DESIGNS[design]) for seed, name in enumerate(LEARNERS[:2])}


def renamed(ids):
    return np.array([f"p{(5 * one) % 16}" for one in ids.tolist()])


def disguised(pred):
    """The same rows in another order, under other ids, and their groups under other names."""
    made = pred.take(np.random.default_rng(5).permutation(len(pred)))
    rows = renamed(made.rows) if len(np.unique(pred.rows)) < len(pred) else pred.rows
    return replace(made, rows=rows, group=None if made.group is None else renamed(made.group))


def compared(measure, made, n_resamples=FEW):
    """The comparison, or None where the measure cannot be compared on such rows."""
    try:
        return bo.compare_predictions(None, made, measure.name, n_resamples=n_resamples)
    except BakeoffError:
        return None


@lru_cache
def before(measure, task, design):
    found = compared(measure, learners(task, design))
    return None if found is None else answer(found)


def assert_same(known, found, names=None, **more):
    assert (found is None) == (known is None)
    if known is not None:
        assert_unchanged(known, answer(found, names), **more)


@each_design
@pytest.mark.parametrize(("measure", "task"), by_name(COMPARED))
def test_order_and_names_of_rows_groups_and_learners_do_not_matter_to_a_comparison(measure, task, design):
    if task.in_columns and measure.per_row is None and design not in {"rows", "groups and weights"}:
        pytest.skip("measured anew on every draw, label by label; two designs show the rule")
    turned = {RENAMED[name]: disguised(pred) for name, pred in reversed(learners(task, design).items())}
    old = {new: old for old, new in RENAMED.items()}
    assert_same(before(measure, task, design), compared(measure, turned), old)


def relabelled(pred):
    """The same rows with other names of classes, which sort in another order."""
    k, names = len(pred.classes), "xyz"
    code = np.roll(np.arange(k), 1)  # the new code of each class
    columns = np.argsort(code)
    parts = {"truth": code[pred.truth], "label": code[pred.labels()], "classes": tuple(names[:k])}
    if pred.proba is not None:
        parts |= {"proba": pred.proba[:, columns], "prior": pred.prior[columns]}
    return replace(pred, **parts, positive=pred.positive and names[code[pred.classes.index(pred.positive)]])


NOMINAL = [
    (measure, task)
    for measure, task in COMPARED
    if task.coded
    and not task.ordered
    and Caution.SCALE not in measure.cautions  # those count steps from class to class
    and not measure.name.startswith("kappa_weighted")  # its table names the classes by their order
]


@pytest.mark.slow
@pytest.mark.parametrize(("measure", "task"), by_name(NOMINAL))
def test_another_order_of_classes_changes_a_comparison_by_monte_carlo_error_only(measure, task):
    there, back = (
        compared(measure, made, n_resamples=400)
        for made in (learners(task), {name: relabelled(pred) for name, pred in learners(task).items()})
    )
    assert (there is None) == (back is None)
    if there is None:
        return
    pair, other = (found.pairs[0].pair for found in (there, back))
    gap, same = pair.difference, other.difference
    assert same.value == pytest.approx(gap.value, rel=1e-9, abs=1e-12)
    assert other.result.p_value == pytest.approx(pair.result.p_value, abs=0.15, nan_ok=True)
    assert (same.low, same.high) == pytest.approx((gap.low, gap.high), abs=0.1 * (gap.high - gap.low), nan_ok=True)


NUMBERS = [(measure, task) for measure, task in COMPARED if task.numeric]
TURNS = {
    Invariance.MONOTONE: np.exp, Invariance.LINEAR: lambda values: 40 * values - 3, Invariance.SHIFT: lambda values: values + 40,
}  # fmt: skip


@pytest.mark.parametrize(("measure", "task"), by_name([one for one in NUMBERS if one[0].invariant in TURNS]))
def test_what_a_measure_does_not_see_of_predicted_numbers_does_not_matter(measure, task):
    made = learners(task)
    made["tree"] = replace(made["tree"], label=TURNS[measure.invariant](made["tree"].label))
    assert_same(before(measure, task, "rows"), compared(measure, made), rtol=1e-6)


def in_another_unit(pred, factor):
    parts = {part: factor * getattr(pred, part) for part in ("truth", "label", "sd", "draws")}
    if pred.quantiles is not None:
        parts["quantiles"] = np.hstack([factor * pred.quantiles[:, : len(LEVELS)], pred.quantiles[:, len(LEVELS) :]])
    return replace(pred, **parts)


@pytest.mark.parametrize(("measure", "task"), by_name(NUMBERS))
def test_the_unit_of_numbers_does_not_matter(measure, task):
    """A measure that grows by one factor for all learners has the same p, and an interval that grows by it."""
    made = learners(task)
    other = {name: in_another_unit(pred, 8) for name, pred in made.items()}
    factors = [measure(other[name]) / measure(made[name]) for name in made]
    if np.isnan(factors).any() or np.ptp(factors) > 1e-9:
        pytest.skip("it has another unit")
    assert_same(before(measure, task, "rows"), compared(measure, other), scale=factors[0])


USUAL = {
    BINARY: ["accuracy", "f1", "roc_auc", "average_precision", "log_loss"],
    MULTICLASS: ["f1_macro"],
    REGRESSION: ["rmse"],
}


@pytest.mark.parametrize(("task", "name"), [(task, name) for task, names in USUAL.items() for name in names], ids=str)
def test_the_order_of_three_learners_does_not_matter(task, name):
    made = {learner: predictions(task, seed) for seed, learner in enumerate(LEARNERS[:3])}
    known = answer(compared(measure_named(name), made))
    for order in ((2, 0, 1), (1, 2, 0)):
        turned = {LEARNERS[i]: made[LEARNERS[i]] for i in order}
        assert_same(known, compared(measure_named(name), turned))


# Panels of measures


# Weights are in the order of the classes; whether a resample of 48 rows leaves a bin with one row, so that there is no interval, is chance.
BY_ORDER = ("kappa_weighted([[0,1],[2,0]])", "ece_debiased")


def panel(pred, n_resamples=FEW, *, without=None, **more):
    arrays = {"y_pred": pred.label, "y_proba": pred.proba, "y_sd": pred.sd, "y_draws": pred.draws, "prior": pred.prior}
    if pred.task.in_columns:
        arrays = {"y_pred": pred.label, "y_score": pred.score, "y_proba": pred.proba}
    if pred.task.in_lists:
        arrays = {"y_score": pred.label, "query": pred.query}
    names = [
        measure.name
        for measure, task in CASES
        if task is pred.task and without not in measure.cautions and not (without and measure.name in BY_ORDER)
    ]
    truth, labels = pred.truth, {}
    if pred.task.coded:
        classes = np.array(pred.classes)
        truth, arrays["y_pred"] = classes[pred.truth], classes[pred.labels()]
        labels = {"labels": pred.classes, "positive": pred.positive}
    given = {"groups": pred.group, "sample_weight": pred.weight, **labels, **arrays, **more}
    return bo.measure(truth, measures=names, task=pred.task, n_resamples=n_resamples, **given)


def assert_same_panel(there, back, *, share=0.0, factor=1.0):
    """The same values, totals `factor` times as large, and ends that differ by no more than a share of the width."""
    assert list(back) == list(there)
    for name, one in there.items():
        total = back[name].value == pytest.approx(factor * one.value, rel=1e-9)  # a sum over rows
        times = factor if total else 1.0
        other = replace(back[name], **{part: getattr(back[name], part) / times for part in ("value", "low", "high")})
        assert other.value == pytest.approx(one.value, rel=1e-9, abs=1e-12, nan_ok=True), name
        slack = 1e-9 * (1 + abs(np.nan_to_num(one.value))) + share * np.nan_to_num(one.high - one.low)
        assert (other.low, other.high) == pytest.approx((one.low, one.high), abs=slack, rel=1e-7, nan_ok=True), name


WAYS = {
    "default": {},
    "percentile": {"interval": "bootstrap", "auc_interval": "bootstrap"},
    "BCa": {"bootstrap": "bca"},
}


@pytest.mark.parametrize("design", [name for name in DESIGNS if name != "repeated ids"])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("task", TASKS, ids=str)
def test_order_of_rows_and_names_of_groups_do_not_matter_to_a_measure(task, way, design):
    pred = learners(task, design)["tree"]
    assert_same_panel(panel(pred, **WAYS[way]), panel(disguised(pred), **WAYS[way]))


@pytest.mark.parametrize("task", TASKS, ids=str)
def test_only_ratios_of_weights_matter_to_a_measure(task):
    pred = learners(task, "groups and weights")["tree"]
    assert_same_panel(panel(pred), panel(replace(pred, weight=7 * pred.weight)), factor=7)


@pytest.mark.parametrize("design", ["rows", "groups"])
@pytest.mark.parametrize("task", [task for task in TASKS if task.coded and not task.ordered], ids=str)
def test_another_order_of_classes_changes_measures_by_monte_carlo_error_only(task, design):
    pred = learners(task, design)["tree"]
    there, back = (panel(one, 1000, without=Caution.SCALE) for one in (pred, relabelled(pred)))
    assert_same_panel(there, back, share=0.25)
