"""How each artificial domain is drawn, and the least error that any method can have on it."""

from collections.abc import Sequence
from math import erf, inf, log, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Column, ColumnKind
from bakeoff.data.synthetic.flu import AGES, HEALTH, SEVERITY, SOCIAL, flu_cells

__all__ = [
    "Drawn", "flu", "flu_error", "friedman1", "gaussians", "gaussians_error", "ladder", "ladder_error", "linear", "moons",
    "noise_error", "nothing", "nothing_error", "numeric", "plane", "xor",
]  # fmt: skip

Drawn = tuple[Array, Array, tuple[Column, ...]]  # features, target (codes or numbers), columns


def numeric(count: int) -> tuple[Column, ...]:
    """Columns x0, x1, ..."""
    return tuple(Column(name=f"x{i}") for i in range(count))


def _normal_below(z: float) -> float:
    return 0.5 * (1 + erf(z / sqrt(2)))


def _share(name: str, value: float, *, most: float = 1.0) -> float:
    if not 0 <= value <= most:
        raise BadInput(f"{name} must lie between 0 and {most}, not {value!r}")
    return float(value)


def _flipped(codes: Array, noise: float, rng: np.random.Generator) -> Array:
    return np.where(rng.random(len(codes)) < _share("noise", noise, most=0.5), 1 - codes, codes)


def gaussians(rng: np.random.Generator, n: int, *, distance: float, features: int, share: float) -> Drawn:
    codes = (rng.random(n) < _share("share", share)).astype(np.int64)
    X = rng.standard_normal((n, features))
    X[:, 0] += distance * codes
    return X, codes, numeric(features)


def gaussians_error(*, distance: float, share: float, **_: Any) -> float:
    """Two normal clouds with unit variance: cut at distance / 2 + ln((1 - q) / q) / distance."""
    if distance == 0 or share in {0.0, 1.0}:
        return min(share, 1 - share)
    cut = distance / 2 + (log((1 - share) / share) if 0 < share < 1 else inf) / distance
    return (1 - share) * _normal_below(-cut) + share * _normal_below(cut - distance)


def xor(rng: np.random.Generator, n: int, *, noise: float, irrelevant: int) -> Drawn:
    X = rng.uniform(-1, 1, (n, 2 + irrelevant))
    codes = ((X[:, 0] > 0) != (X[:, 1] > 0)).astype(np.int64)
    return X, _flipped(codes, noise, rng), numeric(2 + irrelevant)


def noise_error(*, noise: float, **_: Any) -> float:
    """Labels flipped with probability `noise`: no method errs less often."""
    return noise


def linear(rng: np.random.Generator, n: int, *, noise: float, features: int) -> Drawn:
    X = rng.standard_normal((n, features))
    weights = np.array([(-1) ** i / (i + 1) for i in range(features)])
    return X, _flipped((X @ weights > 0).astype(np.int64), noise, rng), numeric(features)


def moons(rng: np.random.Generator, n: int, *, noise: float) -> Drawn:
    codes = rng.integers(0, 2, n)
    angle = rng.uniform(0, np.pi, n)
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    X = np.where(codes[:, None] == 1, [1.0, 0.5] - X, X)
    return X + noise * rng.standard_normal(X.shape), codes, numeric(2)


def nothing(rng: np.random.Generator, n: int, *, features: int, share: float) -> Drawn:
    return (
        rng.standard_normal((n, features)),
        (rng.random(n) < _share("share", share)).astype(np.int64),
        numeric(features),
    )


def nothing_error(*, share: float, **_: Any) -> float:
    """The label has nothing to do with the features: name the more frequent class."""
    return min(share, 1 - share)


def ladder(rng: np.random.Generator, n: int, *, noise: float, features: int) -> Drawn:
    X = rng.standard_normal((n, features))
    height = X @ np.full(features, 1 / sqrt(features)) + noise * rng.standard_normal(n)
    return X, np.digitize(height, [-1.0, -0.3, 0.3, 1.0]), numeric(features)


def ladder_error(*, noise: float, **_: Any) -> float:
    """Expected error of naming the most probable step, integrated over the noise-free height."""
    if noise == 0:
        return 0.0
    height = np.linspace(-8, 8, 16_001)
    density = np.exp(-(height**2) / 2) / sqrt(2 * np.pi)
    cuts = np.array([-inf, -1.0, -0.3, 0.3, 1.0, inf])
    below = np.array([[_normal_below((cut - one) / noise) for cut in cuts] for one in height])
    right = np.diff(below, axis=1).max(axis=1)
    return float(1 - np.sum(density * right) * (height[1] - height[0]))


def friedman1(rng: np.random.Generator, n: int, *, noise: float, irrelevant: int) -> Drawn:
    X = rng.random((n, 5 + irrelevant))
    y = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2 + 10 * X[:, 3] + 5 * X[:, 4]
    return X, y + noise * rng.standard_normal(n), numeric(5 + irrelevant)


def plane(rng: np.random.Generator, n: int, *, noise: float, features: int) -> Drawn:
    X = rng.standard_normal((n, features))
    return X, X @ np.arange(features, 0, -1.0) + noise * rng.standard_normal(n), numeric(features)


def flu(
    rng: np.random.Generator,
    n: int,
    *,
    population: str,
    season: str,
    poorer: bool,
    concept: str,
    without: Sequence[str],
) -> Drawn:
    cells = flu_cells(population=population, season=season, poorer=poorer, concept=concept, without=without)
    drawn = rng.choice(len(cells.share), size=n, p=cells.share)
    codes = (rng.random(n) >= cells.remission[drawn]).astype(np.int64)
    named = (("age", AGES), ("severity", SEVERITY), ("health", HEALTH), ("social", SOCIAL))
    columns = tuple(Column(name=name, kind=ColumnKind.NOMINAL, levels=levels) for name, levels in named)
    return cells.codes[drawn].astype(np.float64), codes, columns


def flu_error(**conditions: Any) -> float:
    """Summed over the 162 kinds of patients."""
    return flu_cells(**conditions).bayes_error
