"""The minimum-cost spanning tree of points whose distances are known."""

from typing import Any

import numpy as np
import pytest
from scipy.sparse.csgraph import minimum_spanning_tree

from bakeoff.core.spanning_tree import spanning_tree
from bakeoff.criteria.classifier_map import classifier_map


def random_performance(n: int, seed: int = 0) -> dict[str, list[Any]]:
    rng = np.random.default_rng(seed)
    totals = rng.integers(5, 60, (4, 3))
    return {
        f"l{i}": [np.array([rng.multinomial(t, rng.dirichlet(np.ones(3))) for t in row]) for row in totals]
        for i in range(n)
    }


@pytest.mark.parametrize("seed", range(4))
def test_the_tree_is_as_short_as_scipys(seed: int) -> None:
    distances = np.array(classifier_map(random_performance(9, seed)).distances)
    length = sum(distances[a, b] for a, b in spanning_tree(distances).edges)
    assert length == pytest.approx(minimum_spanning_tree(distances).sum())
