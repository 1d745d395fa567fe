"""Clouds on the map of classifiers: each learner by its folds, resamples or thresholds, and whether two clouds differ."""

import numpy as np
import pytest
from scipy.stats import energy_distance as energy_1d

from bakeoff.core.errors import BadInput
from bakeoff.criteria.classifier_map import classifier_map
from bakeoff.criteria.clouds import cloud_pairs, ellipse, energy_distance, energy_test, out_of_reach


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
