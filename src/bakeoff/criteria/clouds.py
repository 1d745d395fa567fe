"""Clouds on the map of classifiers: each learner by its folds, resamples or thresholds, and whether two clouds differ.

Folds share an ideal only after it is taken off: a cloud holds the error vector of every fold, and the ideal is zero.
Two clouds are compared by their energy distance; under the null the two learners can be exchanged within each fold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.comparisons.posthoc.adjust import adjust
from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput
from bakeoff.core.significance_level import is_shown
from bakeoff.criteria.classifier_map import LearnersInPlane
from bakeoff.criteria.projection import beside, tree_projection

__all__ = [
    "CloudDrawing",
    "CloudPair",
    "Ellipse",
    "cloud_drawing",
    "cloud_pairs",
    "drawn_clouds",
    "ellipse",
    "energy_distance",
    "energy_test",
    "error_clouds",
    "least_p",
    "out_of_reach",
    "resampled_matrices",
    "threshold_matrices",
]

ALPHA = 0.05  # the level at which a report calls two clouds different

EXACT = 12  # folds up to which all exchanges are counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Ellipse:
    """Where the middle of a cloud lies and how it spreads, in the plane."""

    x: float
    y: float
    width: float  # whole axes, not halves
    height: float
    angle: float  # degrees from the x axis


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudPair:
    """Whether two learners err in different places, by their folds."""

    a: str
    b: str
    energy: float
    p_value: float
    p_adjusted: float
    folds: int

    @property
    def differ(self) -> bool:
        """Whether a difference is shown at .05."""
        return is_shown(self.p_adjusted, ALPHA)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {name: getattr(self, name) for name in ("a", "b", "energy", "p_value", "p_adjusted", "folds")}


def error_clouds(folds: Mapping[str, Sequence[Array]], normalize: str = "domain") -> dict[str, Array]:
    """The (folds, cells) error vectors of each learner, from its (folds, K, K) matrices of each domain: the ideal is zero.

    Counts are taken as shares of their class or of the fold of a domain ("none" leaves them).
    """
    vectors = {}
    for name, domains in folds.items():
        parts = []
        for matrices in domains:
            counts = np.asarray(matrices, dtype=float)
            totals = counts.sum(axis=2)
            error = counts - totals[:, :, None] * np.eye(counts.shape[1])
            if normalize == "class":
                error = np.divide(error, totals[:, :, None], out=np.zeros(error.shape), where=totals[:, :, None] > 0)
            elif normalize == "domain":
                error /= np.maximum(totals.sum(axis=1), 1)[:, None, None]
            parts.append(error.reshape(len(counts), -1))
        if len({len(part) for part in parts}) > 1:
            raise BadInput("clouds need the same number of folds on every data set")
        vectors[name] = np.concatenate(parts, axis=1)
    return vectors


def drawn_clouds(drawing: LearnersInPlane, clouds: Mapping[str, Array]) -> tuple[Array, dict[str, Array]]:
    """Where the learners and the dots of their clouds are drawn; everything is as far from the origin as it is from the ideal.

    Learners stand where the map along the tree has them. A dot keeps its distance from its learner as well, where both can be kept.
    Raw counts of a fold are not those of all folds: then the middle of its cloud stands for a learner.
    """
    from scipy.spatial.distance import cdist

    kind = {"l1": "cityblock", "l2": "euclidean"}[drawing.distance]
    if drawing.normalize == "none":
        vectors = np.array([np.zeros(drawing.vectors.shape[1]), *(clouds[name].mean(axis=0) for name in drawing.names)])
    else:
        vectors = drawing.vectors - drawing.vectors[0]
    points = drawing.points
    if drawing.normalize == "none" or not drawing.true_radii:
        points = tree_projection(cdist(vectors, vectors, kind))
    learners = points[1:] - points[0]
    dots = {}
    for index, name in enumerate(drawing.names):
        far, apart = cdist(clouds[name], vectors[:1], kind)[:, 0], cdist(clouds[name], vectors[1:], kind)
        dots[name] = np.array(
            [beside(learners, index, near[index], radius, near) for radius, near in zip(far, apart, strict=True)]
        )
    return learners, dots


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CloudDrawing:
    """Learners, the dots of their clouds and an ellipse around each cloud in the plane."""

    points: Array  # of the learners, in the order of the map
    dots: Mapping[str, Array]
    ellipses: Mapping[str, Ellipse]


def cloud_drawing(drawing: LearnersInPlane, clouds: Mapping[str, Array]) -> CloudDrawing:
    """Where the clouds of a map are drawn."""
    points, dots = drawn_clouds(drawing, clouds)
    return CloudDrawing(points=points, dots=dots, ellipses={name: ellipse(dots[name]) for name in drawing.names})


def resampled_matrices(matrix: Array, draws: int = 200, seed: int = 0) -> Array:
    """Confusion matrices of drawn test sets: as many rows of each class, drawn again with their answers (a bootstrap of the rows).

    >>> resampled_matrices(np.array([[8, 2], [0, 5]]), draws=3).sum(axis=2).tolist()
    [[10, 5], [10, 5], [10, 5]]
    """
    counts = np.asarray(matrix)
    whole = np.round(counts).astype(np.int64)
    if not np.allclose(counts, whole):
        raise BadInput("rows can be drawn again from whole counts only; give counts, not shares")
    rng = np.random.default_rng(seed)
    matrices = np.zeros((draws, *whole.shape), dtype=np.int64)
    for index, row in enumerate(whole):
        if row.sum():
            matrices[:, index] = rng.multinomial(row.sum(), row / row.sum(), size=draws)
    return matrices


def threshold_matrices(truth: Array, score: Array, thresholds: Array) -> Array:
    """Confusion matrices of a two-class learner at several thresholds: positive (1) where the score reaches the threshold.

    >>> threshold_matrices(np.array([0, 1, 1]), np.array([.2, .4, .9]), np.array([.3, .5])).tolist()
    [[[1, 0], [0, 2]], [[1, 0], [1, 1]]]
    """
    positive = score[None, :] >= thresholds[:, None]
    right = truth == 1
    cells = [
        [(~positive & ~right).sum(axis=1), (positive & ~right).sum(axis=1)],
        [(~positive & right).sum(axis=1), (positive & right).sum(axis=1)],
    ]
    return np.moveaxis(np.array(cells), -1, 0)


def ellipse(points: Array, share: float = 0.9) -> Ellipse:
    """The ellipse that holds this share of a normal cloud with the same mean and covariance.

    >>> one = ellipse(np.array([[0., 0.], [2., 0.], [0., 1.], [2., 1.]]))
    >>> one.x, one.y, one.angle
    (1.0, 0.5, 0.0)
    """
    centre = points.mean(axis=0)
    spread = np.cov(points.T) if len(points) > 1 else np.zeros((2, 2))
    values, vectors = np.linalg.eigh(spread)
    axes = 2 * np.sqrt(np.maximum(values[::-1], 0.0) * -2 * np.log(1 - share))
    main = vectors[:, -1]
    angle = float(np.degrees(np.arctan2(main[1], main[0]))) % 180
    return Ellipse(x=float(centre[0]), y=float(centre[1]), width=float(axes[0]), height=float(axes[1]), angle=angle)


def energy_distance(a: Array, b: Array, order: str = "l2") -> float:
    """Twice the mean distance between the clouds less the mean distances within them; zero for the same distribution.

    >>> energy_distance(np.array([[0.], [1.]]), np.array([[2.], [3.]]))
    3.0
    """
    n = len(a)
    return float(-_exchange(a, b, order).sum() / (n * n))


def _exchange(a: Array, b: Array, order: str) -> Array:
    """Folds by folds: what a pair of folds adds to the distances within less those between."""
    from scipy.spatial.distance import cdist

    kind = {"l1": "cityblock", "l2": "euclidean"}[order]
    between = cdist(a, b, kind)
    energies: Array = cdist(a, a, kind) + cdist(b, b, kind) - between - between.T
    return energies


def energy_test(a: Array, b: Array, order: str = "l2", n_resamples: int = 9999, seed: int = 0) -> tuple[float, float]:
    """Energy distance of two clouds and its p-value: the two learners are exchanged within folds, all ways or at random.

    >>> a = np.array([[0., 0.], [0., 1.], [1., 0.], [1., 1.], [0., 0.], [1., 0.]])
    >>> energy_test(a, a + 5)[1], energy_test(a, a)[1]
    (0.03125, 1.0)
    """
    if a.shape != b.shape:
        raise BadInput("two clouds must have the same folds; leave out folds that failed for one learner")
    n = len(a)
    if n < 2:
        raise BadInput("a cloud of one fold cannot be tested; use more folds or repeats")
    parts = _exchange(a, b, order)
    observed = -parts.sum() / (n * n)
    exact = n <= EXACT
    if exact:
        signs = 1.0 - 2.0 * ((np.arange(2 ** (n - 1))[:, None] >> np.arange(n)) & 1)
    else:
        signs = np.random.default_rng(seed).choice([-1.0, 1.0], size=(n_resamples, n))
    drawn = -((signs @ parts) * signs).sum(axis=1) / (n * n)
    reached = drawn >= observed - 1e-12 * max(abs(observed), 1.0)
    p = float(reached.mean()) if exact else float((reached.sum() + 1) / (n_resamples + 1))
    return float(observed), p


def least_p(folds: int, n_resamples: int = 9999) -> float:
    """The smallest p that so many folds allow, whatever the clouds.

    >>> least_p(5), least_p(20)
    (0.0625, 0.0001)
    """
    return 1 / 2 ** (folds - 1) if folds <= EXACT else 1 / (n_resamples + 1)


def out_of_reach(pairs: Sequence[CloudPair], alpha: float = ALPHA) -> str:
    """That so few folds cannot show a difference of so many pairs after Holm's correction; empty where they can.

    >>> out_of_reach([CloudPair(a="a", b="b", energy=1.0, p_value=0.0625, p_adjusted=0.0625, folds=5)])
    'With 5 folds no p is below .062, so that no difference can be shown at .05, however large; take more folds.'
    """
    if not pairs or (least := least_p(pairs[0].folds)) * len(pairs) <= alpha:
        return ""
    holm = (
        f" ({min(1.0, least * len(pairs)):.2g} after Holm's correction for {len(pairs)} pairs)"
        if len(pairs) > 1
        else ""
    )
    return (
        (
            f"With {pairs[0].folds} folds no p is below {least:.2g}{holm}, so that no difference can be shown at {alpha:g}, "
            "however large; take more folds."
        )
        .replace(" 0.", " .")
        .replace("(0.", "(.")
    )


def cloud_pairs(
    clouds: Mapping[str, Array],
    order: str = "l2",
    correction: str = "holm",
    *,
    pairs: Sequence[tuple[str, str]] | None = None,
) -> tuple[CloudPair, ...]:
    """Every pair of clouds with its test, corrected for the number of pairs."""
    wanted = list(combinations(clouds, 2)) if pairs is None else list(pairs)
    tests = [energy_test(clouds[a], clouds[b], order) for a, b in wanted]
    adjusted = adjust([p for _, p in tests], correction) if tests else frozen([])
    return tuple(
        CloudPair(a=a, b=b, energy=energy, p_value=p, p_adjusted=float(q), folds=len(clouds[a]))
        for (a, b), (energy, p), q in zip(wanted, tests, adjusted, strict=True)
    )
