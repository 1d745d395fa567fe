"""The map: exact distances along the tree, the lecture notes' figures, projections against scikit-learn."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.sparse.csgraph import minimum_spanning_tree
from scipy.stats import energy_distance as energy_1d

from bakeoff.core.errors import BadInput
from bakeoff.core.spanning_tree import spanning_tree
from bakeoff.criteria.classifier_map import IDEAL, LearnersInPlane, classifier_map
from bakeoff.criteria.clouds import (
    cloud_drawing,
    cloud_pairs,
    ellipse,
    energy_distance,
    energy_test,
    error_clouds,
    out_of_reach,
)
from bakeoff.criteria.projection import mds, smacof, stress, tree_projection

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


def random_clouds(n: int, folds: int, seed: int) -> dict[str, list[Any]]:
    """Confusion matrices of folds with the same rows for all learners: (folds, 3, 3) on each of two domains."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(4, 20, (2, folds, 3))
    made: dict[str, list[Any]] = {}
    for i in range(n):
        chance = [rng.dirichlet(np.eye(3)[truth] * 4 + 1) for truth in range(3)]
        made[f"l{i}"] = [
            np.array([[rng.multinomial(total, chance[k]) for k, total in enumerate(fold)] for fold in domain])
            for domain in rows
        ]
    return made


@pytest.mark.parametrize("projection", ["mcst", "mds", "smacof"])
@pytest.mark.parametrize("normalize", ["domain", "class", "none"])
@pytest.mark.parametrize("distance", ["l1", "l2"])
def test_learners_and_dots_of_clouds_are_drawn_as_far_from_the_ideal_as_they_are(
    distance: str, normalize: str, projection: str
) -> None:
    from bakeoff.criteria.sections.classifier_map import cloud_plot, map_plot

    order = {"l1": 1, "l2": 2}[distance]
    for seed in range(3):
        folds = random_clouds(5, 6, seed)
        found = classifier_map(
            {name: [one.sum(axis=0) for one in domains] for name, domains in folds.items()},
            distance, projection, normalize,
        )  # fmt: skip
        clouds = error_clouds(folds, normalize)
        plot = cloud_plot(found, cloud_drawing(found, clouds))
        assert plot.rings
        radii = dict(zip(plot.names, np.hypot(*plot.points.T), strict=True))
        for at, name in enumerate(plot.names):
            far = np.linalg.norm(clouds[name].mean(axis=0), order) if normalize == "none" else found.to_ideal[name]
            assert radii[name] == pytest.approx(far, rel=1e-9)
            dots = np.hypot(*plot.clouds[at].points.T)
            assert dots == pytest.approx(np.linalg.norm(clouds[name], order, axis=1), rel=1e-9)
        if projection == "mcst" and normalize != "none":
            assert plot.points == pytest.approx(np.array(map_plot(found).points))
        plain = map_plot(found)
        drawn = np.hypot(*plain.points.T)
        assert plain.rings == bool(np.allclose(drawn, [found.to_ideal[name] for name in plain.names], rtol=1e-6))


def test_a_plane_whose_radii_are_no_distances_has_no_rings() -> None:
    from bakeoff.criteria.sections.classifier_map import map_plot
    from bakeoff.figures.classifier_map import map_figure

    performance = random_performance(9, 3)
    circles = {}
    for projection in ("mcst", "mds"):
        figure = map_figure(map_plot(classifier_map(performance, "l1", projection)))
        circles[projection] = [patch for patch in figure.axes[0].patches if type(patch).__name__ == "Circle"]
    assert circles["mcst"]
    assert not circles["mds"]


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


def test_few_folds_state_the_least_p_that_they_allow():
    from bakeoff.criteria.sections.classifier_map import map_tables

    clouds = {name: 100.0 * at + np.eye(5, 4) for at, name in enumerate("abcde")}
    pairs = cloud_pairs(clouds)
    assert {round(one.p_adjusted, 3) for one in pairs} == {0.625}
    words = out_of_reach(pairs)
    assert "With 5 folds no p is below .062 (.62 after Holm's correction for 10 pairs)" in words
    found = classifier_map(
        {name: [np.array([[90 - at, 10 + at], [5 * at, 100 - 5 * at]])] for at, name in enumerate("abcde")}
    )
    assert words in map_tables(found, pairs)[1].notes
    assert not out_of_reach(cloud_pairs({name: np.vstack([cloud, cloud, 2 * cloud]) for name, cloud in clouds.items()}))
