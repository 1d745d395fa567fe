"""The map of classifiers: who is near the ideal one, who errs alike, and whether clouds of folds differ."""

from typing import Any

import numpy as np
import pytest

from bakeoff.criteria.classifier_map import LearnersInPlane, classifier_map
from bakeoff.criteria.clouds import cloud_drawing, error_clouds


def random_performance(n: int, seed: int = 0) -> dict[str, list[Any]]:
    rng = np.random.default_rng(seed)
    totals = rng.integers(5, 60, (4, 3))
    return {
        f"l{i}": [np.array([rng.multinomial(t, rng.dirichlet(np.ones(3))) for t in row]) for row in totals]
        for i in range(n)
    }


def drawn(made: LearnersInPlane, a: str, b: str) -> float:
    return float(np.hypot(*(np.array(made.at(a)) - made.at(b))))


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
