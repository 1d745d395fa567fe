"""The map: exact distances along the tree, the lecture notes' figures, projections against scikit-learn."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.stats import energy_distance as energy_1d

from bakeoff.core.errors import BadInput
from bakeoff.criteria.classifier_map import IDEAL, ClassifierMap, classifier_map
from bakeoff.criteria.clouds import cloud_pairs, ellipse, energy_distance, energy_test
from bakeoff.criteria.projection import mds, smacof, spanning_tree, stress, tree_projection

SEEDS = Path(__file__).parents[3] / "shared" / "golden" / "seeds.json"
THREE = [[[82, 17], [12, 114]], [[15, 5], [25, 231]], [[99, 6], [1, 94]]]


def random_performance(n: int, seed: int = 0) -> dict[str, list[Any]]:
    rng = np.random.default_rng(seed)
    totals = rng.integers(5, 60, (4, 3))
    return {
        f"l{i}": [np.array([rng.multinomial(t, rng.dirichlet(np.ones(3))) for t in row]) for row in totals]
        for i in range(n)
    }


def drawn(made: ClassifierMap, a: str, b: str) -> float:
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


@pytest.mark.parametrize("seed", range(4))
def test_the_tree_is_as_short_as_scipys(seed: int) -> None:
    distances = np.array(classifier_map(random_performance(9, seed)).distances)
    length = sum(distances[a, b] for a, b in spanning_tree(distances).edges)
    assert length == pytest.approx(minimum_spanning_tree(distances).sum())


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
        ({"a": [[1, 2], [3, 4]]}, {}, "at least two learners"),
        ({"a": [[1, 2, 3], [3, 4, 5]], "b": [[1, 2, 3], [3, 4, 5]]}, {}, "square"),
        ({"a": [[1, 2], [3, 4]], "b": [[1, 3], [3, 4]]}, {}, "tested on the same rows"),
        ({"a": [[1, -2], [3, 4]], "b": [[1, -2], [3, 4]]}, {}, "zero or more"),
        ({"a": [0.1, 0.2], "b": [0.1, 0.3]}, {}, "give ideal"),
        ({"a": [0.1, 0.2], "b": [0.1, 0.3]}, {"ideal": [1]}, "ideal must hold 2 numbers"),
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


def test_energy_distance_of_numbers_is_scipys() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(30, 1)), rng.normal(0.7, 1, size=(30, 1))
    assert energy_distance(a, b) == pytest.approx(energy_1d(a[:, 0], b[:, 0]) ** 2)


def test_all_exchanges_and_random_ones_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(10, 3)), rng.normal(0.5, 1, size=(10, 3))
    _, exact = energy_test(a, b)
    monkeypatch.setattr("bakeoff.criteria.clouds.EXACT", 0)
    _, random = energy_test(a, b, n_resamples=20_000)
    assert random == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000))


def test_size_of_the_cloud_test_under_exchangeable_folds() -> None:
    rng, hits = np.random.default_rng(7), 0
    for _ in range(400):
        common = rng.normal(size=(10, 1, 4))
        both = common + rng.normal(size=(10, 2, 4))
        hits += energy_test(both[:, 0], both[:, 1])[1] <= 0.05
    assert hits / 400 <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 400)


def test_clouds_of_all_pairs_are_corrected() -> None:
    rng = np.random.default_rng(2)
    clouds = {name: rng.normal(shift, 1, size=(10, 3)) for name, shift in (("a", 0), ("b", 0), ("c", 4))}
    found = {frozenset((one.a, one.b)): one for one in cloud_pairs(clouds)}
    assert found[frozenset("ac")].p_adjusted <= 0.05 < found[frozenset("ab")].p_adjusted
    assert all(one.p_adjusted >= one.p_value for one in found.values())


def test_clouds_of_other_folds_are_refused() -> None:
    with pytest.raises(BadInput, match="same folds"):
        energy_test(np.zeros((4, 2)), np.zeros((5, 2)))
    with pytest.raises(BadInput, match="one fold"):
        energy_test(np.zeros((1, 2)), np.zeros((1, 2)))


def test_an_ellipse_holds_its_share_of_a_normal_cloud() -> None:
    rng = np.random.default_rng(0)
    points = rng.multivariate_normal([1, 2], [[4, 1.5], [1.5, 1]], size=4000)
    one = ellipse(points, 0.9)
    turn = np.radians(one.angle)
    moved = (points - (one.x, one.y)) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    inside = np.square(moved / (one.width / 2, one.height / 2)).sum(axis=1) <= 1
    assert inside.mean() == pytest.approx(0.9, abs=0.02)
