"""Artificial domains: the declared truth against simulation and against numbers made elsewhere."""

import numpy as np
import pytest

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.references import cite
from bakeoff.data.artificial.flu import AGES, PARAMETERS, delicate_shares, flu_cells
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


def test_the_flu_population_as_stated():
    cells = flu_cells()
    assert cells.share.sum() == pytest.approx(1)
    assert cells.codes.shape == (162, 4)
    data = make("flu", n=200_000, seed=3)
    assert np.mean(data.target) == pytest.approx(cells.trivial_error, abs=0.005)
    kinds, counts = np.unique(data.features[:, 0], return_counts=True)
    assert kinds.tolist() == list(range(6))
    np.testing.assert_allclose(counts / len(data), PARAMETERS.shares[0], atol=0.005)
    # A normal variable around 2 with variance .75, cut at 1.5 and 2.5: R's pnorm(1.5, 2, sqrt(.75)) is 0.2818514.
    share = np.bincount(data.features[:, 1].astype(int)) / len(data)
    np.testing.assert_allclose(share, [0.2818514, 0.4362972, 0.2818514], atol=0.005)
    table = np.zeros(162)
    at = np.ravel_multi_index(data.features.astype(int).T, (6, 3, 3, 3))
    np.add.at(table, at, data.target)
    errors = np.minimum(table, np.bincount(at, minlength=162) - table).sum() / len(data)
    assert errors == pytest.approx(cells.bayes_error, abs=0.005)


def complications(**conditions):
    cells = flu_cells(**conditions)
    return float(np.sum(cells.share * (1 - cells.remission)))


def test_the_principles_of_the_flu_domain():
    """Stronger symptoms, poorer health, infancy and old age mean more complications; so do hard winters and poverty."""
    cells = flu_cells()
    risk = (1 - cells.remission).reshape(6, 3, 3, 3)
    assert (np.diff(risk, axis=1) > 0).all()
    assert (np.diff(risk, axis=2) > 0).all()
    assert (risk[[0, 5]] > risk[[1, 2, 3]].max(axis=0)).all()
    usual = complications()
    assert complications(season="soft") < usual < complications(season="winter") < complications(season="drastic")
    assert usual < complications(poorer=True) < complications(poorer=True, season="drastic")
    assert complications(concept="fewer-complications") < usual < complications(concept="more-complications")
    assert complications(population="zero-growth") > usual > complications(population="developing")


def test_the_flu_domain_comes_near_the_printed_errors():
    """alaiz2008b: the trivial error under eight conditions, within 2 points; Bayes error below the printed tree's."""
    printed = {
        (): 36.0, (("population", "developing"),): 32.9, (("population", "zero-growth"),): 40.8, (("season", "winter"),): 37.2,
        (("season", "soft"),): 34.4, (("poorer", True),): 39.8, (("season", "drastic"),): 41.4, (("poorer", True), ("season", "drastic")): 46.2,
    }  # fmt: skip
    for how, error in printed.items():
        assert 100 * flu_cells(**dict(how)).trivial_error == pytest.approx(error, abs=2)
    assert 100 * flu_cells().bayes_error < 18.6


def test_drift_of_the_population_leaves_the_classes_as_they_are():
    usual = flu_cells().remission
    for how in ({"population": "developing"}, {"season": "drastic"}, {"poorer": True}, {"without": ["Infant"]}):
        np.testing.assert_array_equal(flu_cells(**how).remission, usual)
    assert (flu_cells(concept="more-complications").share == flu_cells().share).all()


def test_delicate_people_are_older():
    shares = delicate_shares(PARAMETERS.delicate, PARAMETERS.elderly_years)
    assert (np.diff(shares) > 0).all()


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


def test_infants_of_the_flu_domain_are_as_near_to_a_tie_as_the_documentation_states():
    for population in ("negative-growth", "developing"):
        cells = flu_cells(population=population)
        infants = cells.share * (cells.codes[:, 0] == AGES.index("Infant"))
        assert round(float((infants * (1 - cells.remission)).sum() / infants.sum()), 4) == 0.4996
