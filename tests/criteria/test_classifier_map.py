"""The map: exact distances along the tree, the lecture notes' figures, projections against scikit-learn."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.core.spanning_tree import spanning_tree
from bakeoff.criteria.classifier_map import IDEAL, LearnersInPlane, classifier_map
from bakeoff.criteria.projection import stress

SEEDS = Path(__file__).parents[3] / "shared" / "golden" / "seeds.json"
THREE = [[[82, 17], [12, 114]], [[15, 5], [25, 231]], [[99, 6], [1, 94]]]


def random_performance(n: int, seed: int = 0) -> dict[str, list[Any]]:
    rng = np.random.default_rng(seed)
    totals = rng.integers(5, 60, (4, 3))
    return {
        f"l{i}": [np.array([rng.multinomial(t, rng.dirichlet(np.ones(3))) for t in row]) for row in totals]
        for i in range(n)
    }


def drawn(made: LearnersInPlane, a: str, b: str) -> float:
    return float(np.hypot(*(np.array(made.at(a)) - made.at(b))))


@pytest.mark.parametrize("distance", ["l1", "l2"])
@pytest.mark.parametrize("seed", range(4))
def test_distances_along_the_tree_and_to_the_ideal_are_exact(distance: str, seed: int) -> None:
    made = classifier_map(random_performance(12, seed), distance)
    scale = made.distances.max()
    assert len(made.tree) == 12
    for a, b in made.tree:
        assert drawn(made, a, b) == pytest.approx(made.between(a, b), abs=1e-12 * scale)
    for name, far in made.to_ideal.items():
        assert drawn(made, name, IDEAL) == pytest.approx(far, abs=1e-12 * scale)


def test_the_notes_illustration() -> None:
    other = [[[80, 19], [12, 114]], *THREE[1:]]
    assert classifier_map({"a": THREE, "b": other}).to_ideal["a"] == pytest.approx(47.33, abs=0.005)
    assert classifier_map({"a": THREE, "b": other}, "l1").to_ideal["a"] == 132


@pytest.mark.skipif(not SEEDS.exists(), reason="the worked examples are not beside the project")
def test_the_notes_anneal_matrices() -> None:
    case = next(one for one in json.loads(SEEDS.read_text())["cases"] if one["id"] == "S002-anneal-distances")
    pair = {name: [case["inputs"][name]] for name in ("NB", "Adaboost")}
    two, one = classifier_map(pair), classifier_map(pair, "l1")
    for name, right in case["correct"].items():
        assert two.to_ideal[name] == pytest.approx(right["l2"], abs=1e-9)
        assert one.to_ideal[name] == right["l1"]
    assert two.between("NB", "Adaboost") == pytest.approx(211.38, abs=0.005)
    # Shares of each class tell another story: the boosted stumps never name three of the classes.
    shares = classifier_map(pair, normalize="class").to_ideal
    assert shares["NB"] < 0.5 * shares["Adaboost"]


def test_normalising_by_domain_makes_large_and_small_domains_count_alike() -> None:
    small, large = [[4, 1], [0, 5]], [[400, 100], [0, 500]]
    worse = [[5, 0], [0, 5]], [[500, 0], [0, 500]]
    made = classifier_map({"a": [small, large], "b": list(worse)}, "l1", normalize="domain")
    assert made.to_ideal["a"] == pytest.approx(0.4)
    assert "criteria.raw_counts" not in [note.code for note in made.notes]
    assert "criteria.raw_counts" in [n.code for n in classifier_map({"a": [small], "b": [worse[0]]}).notes]


def test_identical_learners_lie_on_one_spot() -> None:
    made = classifier_map({"a": THREE, "b": THREE, "c": [[[99, 0], [0, 126]], *THREE[1:]]})
    assert made.at("a") == pytest.approx(made.at("b"))
    assert made.alike[0] == ("a", "b", 0.0)
    perfect = classifier_map({"a": [[5, 0], [0, 5]], "b": [[5, 0], [0, 5]]})
    assert perfect.stress == 0
    assert perfect.to_ideal == {"a": 0, "b": 0}


def test_a_distance_that_is_no_metric_is_named_with_its_worst_pair() -> None:
    made = classifier_map(
        {"a": [1.0, 2.0], "b": [3.0, 1.0], "c": [0.0, 4.0]}, lambda x, y: float(((x - y) ** 2).sum()), ideal=[0, 0]
    )
    note = next(one for one in made.notes if one.code == "criteria.not_a_metric")
    assert note.facts["direct"] > note.facts["around"]


@pytest.mark.parametrize(
    ("performance", "options", "words"),
    [
        ({}, {}, "a map needs a learner"),
        ({"a": [[1, 2, 3], [3, 4, 5]], "b": [[1, 2, 3], [3, 4, 5]]}, {}, "square"),
        ({"a": [[1, 2], [3, 4]], "b": [[1, 3], [3, 4]]}, {}, "tested on the same rows"),
        ({"a": [[1, -2], [3, 4]], "b": [[1, -2], [3, 4]]}, {}, "zero or more"),
        ({"a": [0.1, 0.2], "b": [0.1, 0.3]}, {}, "give ideal"),
        ({"a": [0.1, 0.2], "b": [0.1, 0.3]}, {"ideal": [1]}, "ideal must contain 2 numbers"),
        ({"a": [[1, 2], [3, 4]], "b": [[1, 2], [3, 4]]}, {"distance": "l3"}, "no distance called 'l3'"),
        ({"a": [[1, 2], [3, 4]], "b": [[1, 2], [3, 4]]}, {"projection": "tsne"}, "no projection called 'tsne'"),
        ({"a": [[1, 2], [3, 4]], "b": [[1, 2], [3, 4]]}, {"normalize": "rows"}, "no normalization called 'rows'"),
        ({"a": [[[1, 2], [3, 4]]], "b": [[[1, 2], [3, 4]]] * 2}, {}, "other domains or classes"),
        ({"a": [["x", 2], [3, 4]], "b": [[1, 2], [3, 4]]}, {}, "all numbers"),
        ({"ideal": [[1, 2], [3, 4]], "b": [[1, 2], [3, 4]]}, {}, "rename"),
    ],
)  # fmt: skip
def test_bad_input_gets_a_sentence(performance: dict[str, Any], options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        classifier_map(performance, **options)


def sides_by_hand(distances: np.ndarray) -> float:
    """The least stress over every choice of sides: angles seen from the ideal by the law of cosines."""
    tree = spanning_tree(distances)
    far = distances[0]
    beside, wide = [], []
    for place, (point, parent) in enumerate(zip(tree.order[1:], tree.parent[1:], strict=True)):
        before = tree.order[1 : place + 1]
        other = parent or min(before, key=lambda one: distances[point, one], default=0)
        beside.append(other)
        cosine = (
            1.0
            if not other
            else (far[point] ** 2 + far[other] ** 2 - distances[point, other] ** 2) / (2 * far[point] * far[other])
        )
        wide.append(np.arccos(np.clip(cosine, -1, 1)))
    least = np.inf
    for signs in product((1, -1), repeat=len(wide)):
        angle = np.zeros(len(distances))
        for point, other, sign, turn in zip(tree.order[1:], beside, signs, wide, strict=True):
            angle[point] = angle[other] + sign * turn
        points = np.column_stack([far * np.cos(angle), far * np.sin(angle)])
        least = min(least, stress(distances, points)[0])
    return float(least)


@pytest.mark.parametrize("distance", ["l1", "l2"])
@pytest.mark.parametrize("seed", range(5))
def test_the_sides_of_the_learners_are_those_of_least_stress(distance: str, seed: int) -> None:
    made = classifier_map(random_performance(7, seed), distance)
    assert made.stress == pytest.approx(sides_by_hand(np.array(made.distances)), abs=1e-9)


def test_with_many_learners_no_change_of_one_side_makes_the_map_better() -> None:
    made = classifier_map(random_performance(25, 1))
    distances, points = np.array(made.distances), np.array(made.points)
    leaves = [name for name in made.names if sum(name in edge for edge in made.tree) == 1]
    moved = 0
    for child in leaves:
        (parent,) = (a for a, b in made.tree if b == child)
        if parent == IDEAL:
            continue
        along = np.array(made.at(parent))
        along = along / np.hypot(*along)
        other = points.copy()
        at = 1 + made.names.index(child)
        other[at] = 2 * (points[at] @ along) * along - points[at]
        assert stress(distances, other)[0] >= made.stress - 1e-12
        moved += 1
    assert moved > 3
