"""Projections of points into the plane by their distances: along the minimum spanning tree, classical scaling, SMACOF."""

from typing import Any

import numpy as np
import pytest

from bakeoff.criteria.classifier_map import classifier_map
from bakeoff.criteria.projection import mds, smacof, stress, tree_projection


def random_performance(n: int, seed: int = 0) -> dict[str, list[Any]]:
    rng = np.random.default_rng(seed)
    totals = rng.integers(5, 60, (4, 3))
    return {
        f"l{i}": [np.array([rng.multinomial(t, rng.dirichlet(np.ones(3))) for t in row]) for row in totals]
        for i in range(n)
    }


def test_points_of_a_plane_come_back_as_they_were() -> None:
    points = np.random.default_rng(0).normal(size=(8, 2))
    distances = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    for project in (tree_projection, mds, smacof):
        assert stress(distances, project(distances))[0] < 1e-6


def test_smacof_is_as_good_as_scikit_learns() -> None:
    from sklearn.manifold import smacof as other

    distances = np.array(classifier_map(random_performance(10, 5)).distances)
    theirs, _ = other(
        distances, init=mds(distances), n_init=1, metric=True, normalized_stress=False, eps=1e-9, max_iter=1000
    )
    assert stress(distances, smacof(distances))[0] == pytest.approx(stress(distances, theirs)[0], abs=2e-3)
    assert stress(distances, smacof(distances))[0] <= stress(distances, mds(distances))[0]
