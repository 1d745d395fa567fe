"""Rules for intervals: inside the bounds, around the value, named; and a quick check that each covers what it claims."""

import math

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.data.tasks import BINARY, MULTICLASS, REGRESSION, tasks
from bakeoff.estimates.analytic.proportion import METHODS, proportion
from bakeoff.measures import ALL, measure_named
from tests.helpers.targets import accepted, several

pytestmark = pytest.mark.slow


ON_ROWS = [one for one in ALL if one.needs is not None]


def sample(task, rng, n=50):
    """Rows of a population that stays the same."""
    if task.in_columns:
        pred = several(task, n, int(rng.integers(1000)))
        return {"y_true": pred.truth, "y_pred": pred.label, "y_score": pred.score, "y_proba": pred.proba, "task": task}
    if task.numeric:
        truth = accepted(task, rng.gamma(3.0, 1.0, n) + 0.2)
        guess = truth * rng.lognormal(0.0, 0.25, n)
        if task.in_lists:
            return {"y_true": np.round(truth), "y_score": guess, "query": np.arange(n) // 3, "task": task}
        draws = guess[:, None] + rng.normal(0, 0.8, (n, 4))
        return {"y_true": truth, "y_pred": guess, "y_sd": np.full(n, 0.8), "y_draws": draws, "task": task}
    k = 2 if task.takes_positive else 3
    y = rng.integers(0, k, n)
    logits = rng.normal(size=(n, k)) + 1.2 * np.eye(k)[y]
    proba = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    if task.clusters:
        return {"y_true": y, "y_pred": np.argmax(logits, axis=1), "task": task, "labels": range(3)}
    prior = np.full(k, 1 / k)
    return {"y_true": y, "y_proba": proba, "prior": prior, "labels": range(k), "task": task}


@pytest.mark.parametrize("task", list(tasks), ids=str)
def test_every_measure_gets_one(task):
    names = [one.name for one in ON_ROWS if one.is_for(task)]
    names = [name for name in names if not name.startswith("expected_cost") or task.takes_positive]
    panel = bo.measure(**sample(task, np.random.default_rng(2)), measures=names, n_resamples=200)
    for name, made in panel.items():
        bounds = measure_named(name).bounds
        assert made.method
        assert made.level == 0.95
        if math.isnan(made.low) or math.isnan(made.high):
            assert made.warnings, name
            continue
        assert bounds[0] <= made.low <= made.high <= bounds[1], name
        assert made.low - 1e-9 <= made.value <= made.high + 1e-9 or "bootstrap" in made.method, name


WAYS = {
    "plain": lambda _: {},
    "weights": lambda n: {"sample_weight": np.linspace(0.2, 3, n)},
    "groups": lambda n: {"groups": np.arange(n) // 3},
    "repeated ids": lambda n: {"row_id": np.arange(n) // 2},
    "BCa": lambda _: {"interval": "bootstrap", "auc_interval": "bootstrap", "bootstrap": "bca"},
    "upper bound": lambda _: {"side": "upper"},
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("n", [1, 2, 5, 50])
@pytest.mark.parametrize("task", list(tasks), ids=str)
def test_however_few_the_rows_there_are_ends_or_a_reason(task, n, way):
    """Never an end outside the bounds, never an interval of no width, never a warning of NumPy's."""
    names = [one.name for one in ON_ROWS if one.is_for(task)]
    names = [name for name in names if not name.startswith("expected_cost") or task.takes_positive]
    given = sample(task, np.random.default_rng(n), n)
    panel = bo.measure(**given, **WAYS[way](n), measures=names, n_resamples=40)
    for name, made in panel.items():
        low, high = measure_named(name).bounds
        ends = [one for one in (made.low, made.high) if not math.isnan(one)]
        assert ends or made.warnings, name
        assert all(low <= one <= high for one in ends), name
        assert len(ends) < 2 or made.low < made.high, name


def test_without_intervals_there_are_none():
    panel = bo.measure(**sample(BINARY, np.random.default_rng(1)), measures="all", level=None)
    assert all(math.isnan(one.low) and math.isnan(one.high) and one.method == "none" for one in panel.values())


def test_a_higher_level_is_wider():
    given = sample(BINARY, np.random.default_rng(3), 80)
    narrow, wide = (bo.measure(**given, level=level, n_resamples=500) for level in (0.5, 0.99))
    for name in narrow:
        assert wide[name].half_width > narrow[name].half_width


@pytest.mark.parametrize("method", [name for name in METHODS if name != "wald"])
def test_proportions_cover(method):
    """Exact coverage over the binomial distribution, averaged over shares: no simulation needed."""
    from scipy.stats import binom

    n, level = 20, 0.9
    ends = [proportion(x, n, level, method) for x in range(n + 1)]
    shares = np.linspace(0.05, 0.95, 91)
    cover = [sum(binom.pmf(x, n, p) for x, e in enumerate(ends) if e.low <= p <= e.high) for p in shares]
    assert np.mean(cover) >= level - 0.01
    if method == "clopper-pearson":
        assert min(cover) >= level - 1e-9


def test_wald_is_known_to_fall_short():
    from scipy.stats import binom

    ends = [proportion(x, 20, 0.95, "wald") for x in range(21)]
    cover = [sum(binom.pmf(x, 20, p) for x, e in enumerate(ends) if e.low <= p <= e.high) for p in (0.05, 0.1)]
    assert max(cover) < 0.93


# Coverage of 90 % intervals in 300 samples of 60 rows: a right method gives 270 on average, and the band leaves room for
# three standard errors and for what small samples cost a method.
COVERED = {
    "roc_auc": (BINARY, 0.84), "average_precision": (BINARY, 0.80), "kappa": (BINARY, 0.82),
    "log_loss": (BINARY, 0.80), "brier": (BINARY, 0.82), "f1_macro": (MULTICLASS, 0.80),
    "rmse": (REGRESSION, 0.72), "r2": (REGRESSION, 0.70), "mae": (REGRESSION, 0.80),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", COVERED)
def test_intervals_cover(name):
    task, least = COVERED[name]
    rng = np.random.default_rng(10)
    truth = bo.measure(**sample(task, rng, 400_000), measures=[name], level=None)[name].value
    hits = 0
    for _ in range(300):
        made = bo.measure(**sample(task, rng, 60), measures=[name], level=0.9, n_resamples=300)[name]
        hits += made.low <= truth <= made.high
    assert least <= hits / 300 <= 0.97
