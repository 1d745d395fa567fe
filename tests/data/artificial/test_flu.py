"""The flu population: a simulated medical domain whose every probability is stated, for studies of changing conditions."""

import numpy as np
import pytest

from bakeoff.data.artificial.flu import AGES, PARAMETERS, delicate_shares, flu_cells
from bakeoff.data.artificial.synthetic import make


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


def test_infants_of_the_flu_domain_are_as_near_to_a_tie_as_the_documentation_states():
    for population in ("negative-growth", "developing"):
        cells = flu_cells(population=population)
        infants = cells.share * (cells.codes[:, 0] == AGES.index("Infant"))
        assert round(float((infants * (1 - cells.remission)).sum() / infants.sum()), 4) == 0.4996
