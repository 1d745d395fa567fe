"""Artificial domains: the declared truth against simulation and against numbers made elsewhere."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.references import cite
from bakeoff.data.artificial.flu import AGES
from bakeoff.data.artificial.synthetic import DOMAINS, bayes_error, make
from bakeoff.data.tasks import ORDINAL

NAMES = DOMAINS.names


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_rows_other_seed_other_rows(name):
    one, again, other = make(name, n=50), make(name, n=50), make(name, n=50, seed=1)
    assert one.fingerprint == again.fingerprint != other.fingerprint
    assert len(one) == 50
    assert one.task is DOMAINS[name].task
    assert "n=50, seed=0" in one.source


@pytest.mark.parametrize("name", NAMES)
def test_declarations_resolve(name):
    domain = DOMAINS[name]
    assert domain.title
    if domain.reference:
        assert cite(domain.reference).key == domain.reference
    least = bayes_error(name)
    assert least is None or least >= 0
    assert np.isfinite(make(name, n=20).features).all()


def test_the_known_error_of_two_gaussians():
    """Phi(-1) and Phi(-1/2), from printed tables of the normal distribution."""
    assert bayes_error("gaussians", distance=2.0) == pytest.approx(0.1586552539)
    assert bayes_error("gaussians", distance=1.0) == pytest.approx(0.3085375387)
    assert bayes_error("gaussians", distance=0.0, share=0.3) == 0.3
    assert bayes_error("imbalanced", share=0.0) == 0


def best_guess(name, data, params):
    """The Bayes rule of a domain, written independently of the generator."""
    X = data.features
    if name in {"gaussians", "imbalanced"}:
        ratio = params["share"] * np.exp(-((X[:, 0] - params["distance"]) ** 2) / 2)
        return (ratio > (1 - params["share"]) * np.exp(-(X[:, 0] ** 2) / 2)).astype(int)
    if name == "xor":
        return (X[:, 0] * X[:, 1] < 0).astype(int)
    if name == "linear":
        return (X @ [(-1) ** i / (i + 1) for i in range(X.shape[1])] > 0).astype(int)
    return np.zeros(len(X), dtype=int)


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("gaussians", {"distance": 1.5, "share": 0.3}),
        ("imbalanced", {"distance": 2.5, "share": 0.05}),
        ("xor", {"noise": 0.2}),
        ("linear", {"noise": 0.1}),
        ("nothing", {"share": 0.25}),
    ],
)
def test_the_best_rule_errs_as_often_as_is_said(name, params):
    n = 200_000
    data = make(name, n=n, seed=7, **params)
    errors = np.mean(best_guess(name, data, params) != data.target)
    least = bayes_error(name, **params)
    assert abs(errors - least) < 4 * np.sqrt(least * (1 - least) / n)


def test_the_best_regression_leaves_the_noise():
    data = make("friedman1", n=100_000, noise=2.0)
    X = data.features
    truth = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4]
    assert np.sqrt(np.mean((data.target - truth) ** 2)) == pytest.approx(bayes_error("friedman1", noise=2.0), rel=0.02)
    data = make("plane", n=100_000, noise=0.5)
    assert np.std(data.target - data.features @ [5, 4, 3, 2, 1]) == pytest.approx(0.5, rel=0.02)


def test_the_ladder_errs_as_often_as_is_said():
    data = make("ladder", n=200_000, noise=0.3)
    height = data.features.sum(axis=1) / 2
    guess = np.digitize(height, [-1.0, -0.3, 0.3, 1.0])  # symmetric noise: hardly ever is a neighbour more probable
    assert np.mean(guess != data.target) == pytest.approx(bayes_error("ladder", noise=0.3), abs=0.01)
    assert data.task is ORDINAL
    assert bayes_error("ladder", noise=0.0) == 0


def test_groups_can_be_left_out():
    data = make("flu", n=2000, without=["Infant", "Elderly"])
    assert set(np.unique(data.features[:, 0])) == {1, 2, 3, 4}
    assert data.columns[0].levels == AGES
    with pytest.raises(BadInput, match="leaves no age group"):
        make("flu", without=AGES)
    with pytest.raises(BadInput, match=r"write without=\['Infant'\]"):
        make("flu", without="Infant")
    with pytest.raises(UnknownName, match="did you mean 'Infant'"):
        make("flu", without=["Infants"])


@pytest.mark.parametrize(
    ("name", "params", "sentence"),
    [
        ("xr", {}, "did you mean 'xor'"),
        ("xor", {"nois": 0.1}, "did you mean 'noise'"),
        ("xor", {"noise": 0.7}, "between 0 and 0.5"),
        ("xor", {"noise": "much"}, "must be a number from 0"),
        ("xor", {"irrelevant": -1}, "at least 0"),
        ("linear", {"features": 0}, "at least 1"),
        ("gaussians", {"share": 1.5}, "between 0 and 1"),
        ("gaussians", {"n": 0}, "n must be a whole number"),
        ("flu", {"season": "wintr"}, "did you mean 'winter'"),
        ("flu", {"population": "growing"}, "no population"),
        ("flu", {"concept": "none"}, "no concept"),
    ],
)
def test_what_cannot_be_made_is_said(name, params, sentence):
    with pytest.raises(BadInput, match=sentence):
        make(name, **params)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"distance": 1.5, "correlation": 0.8, "dependent": 2, "irrelevant": 0},
        {"distance": 2.0, "correlation": 0.3, "dependent": 4, "share": 0.1, "noise": 0.05},
        {"distance": 1.0, "dependent": 1, "noise": 0.2},
    ],
)
def test_the_least_error_of_overlap_is_that_of_the_density_ratio(params):
    """The rule that knows both normal densities, evaluated by scipy, on 60,000 rows."""
    from scipy.stats import multivariate_normal

    data = make("overlap", n=60_000, seed=2, **params)
    used = {**DOMAINS["overlap"].parameters, **params}
    p, q = used["dependent"], used["share"]
    covariance = np.full((p, p), used["correlation"]) + np.eye(p) * (1 - used["correlation"])
    X = data.features[:, :p]
    ahead = multivariate_normal(np.append(used["distance"], np.zeros(p - 1)), covariance).pdf(X) * q
    behind = multivariate_normal(np.zeros(p), covariance).pdf(X) * (1 - q)
    error = float(np.mean((ahead > behind) != data.target))
    assert error == pytest.approx(bayes_error("overlap", **params), abs=4 * np.sqrt(0.25 / 60_000))


def test_settings_of_overlap_outside_their_range():
    with pytest.raises(BadInput, match="correlation must lie between"):
        make("overlap", correlation=1.0)
    with pytest.raises(BadInput, match="noise must lie between"):
        bayes_error("overlap", noise=0.7)
