"""Artificial domains whose truth is known: how each is drawn from a seed, and its least possible error where that is known."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import erf, inf, log, sqrt
from types import MappingProxyType
from typing import Any

import numpy as np

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.seeds import rng_for
from bakeoff.data.artificial.flu import AGES, HEALTH, OUTCOMES, SEVERITY, SOCIAL, FluCells, flu_cells
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.tasks import BINARY, ORDINAL, REGRESSION, TaskKind

__all__ = [
    "DOMAINS",
    "bayes_error",
    "flu",
    "friedman1",
    "gaussians",
    "ladder",
    "linear",
    "make",
    "moons",
    "nothing",
    "numeric",
    "overlap",
    "plane",
    "xor",
]

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


def overlap(
    rng: np.random.Generator,
    n: int,
    *,
    distance: float,
    correlation: float,
    dependent: int,
    irrelevant: int,
    share: float,
    noise: float,
) -> Drawn:
    """The first of `dependent` features tells the classes apart; the others go along with it and tell how much of it is noise."""
    codes = (rng.random(n) < _share("share", share)).astype(np.int64)
    common = sqrt(_share("correlation", correlation, most=0.99))
    X = rng.standard_normal((n, dependent + irrelevant))
    X[:, :dependent] = sqrt(1 - common**2) * X[:, :dependent] + common * rng.standard_normal((n, 1))
    X[:, 0] += distance * codes
    return X, _flipped(codes, noise, rng), numeric(dependent + irrelevant)


def overlap_error(
    *, distance: float, correlation: float, dependent: int, share: float, noise: float, **_: Any
) -> float:
    """Two normal clouds at their Mahalanobis distance, and labels flipped: noise + (1 - 2 noise) times the error without."""
    rho, p = _share("correlation", correlation, most=0.99), dependent
    inside = (1 + (p - 2) * rho) / ((1 - rho) * (1 + (p - 1) * rho)) if p > 1 else 1.0
    clean = gaussians_error(distance=distance * sqrt(inside), share=_share("share", share))
    return _share("noise", noise, most=0.5) + (1 - 2 * noise) * clean


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
    below = np.array([[_normal_below((cut - level) / noise) for cut in cuts] for level in height])
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
    return _patients(rng, n, cells)


def _patients(rng: np.random.Generator, n: int, cells: FluCells) -> Drawn:
    drawn = rng.choice(len(cells.share), size=n, p=cells.share)
    codes = (rng.random(n) >= cells.remission[drawn]).astype(np.int64)
    named = (("age", AGES), ("severity", SEVERITY), ("health", HEALTH), ("social", SOCIAL))
    columns = tuple(Column(name=name, kind=ColumnKind.NOMINAL, levels=levels) for name, levels in named)
    return cells.codes[drawn].astype(np.float64), codes, columns


def flu_error(**conditions: Any) -> float:
    """Summed over the 162 kinds of patients."""
    return flu_cells(**conditions).bayes_error


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """An artificial domain: its parameters with their defaults, and what is known about it.

    `least_error` is the Bayes error for classes and the least root mean squared error for regression.
    """

    name: str
    title: str
    task: TaskKind
    parameters: Mapping[str, Any]
    draw: Callable[..., Drawn]
    classes: tuple[str, ...] = ()
    positive: str | None = None
    least_error: Callable[..., float] | None = None
    reference: str = ""


def _settings(**parameters: Any) -> Mapping[str, Any]:
    return MappingProxyType(parameters)


_PAIR = ("negative", "positive")
DOMAINS: Catalogue[Domain] = Catalogue(
    "artificial domain",
    (
        Domain(
            name="gaussians",
            title="Two normal clouds of unit variance, some way apart in the first feature",
            task=BINARY,
            parameters=_settings(distance=2.0, features=5, share=0.5),
            draw=gaussians,
            classes=_PAIR,
            positive="positive",
            least_error=gaussians_error,
            reference="devroye1996",
        ),
        Domain(
            name="imbalanced",
            title="Two normal clouds, one class rare",
            task=BINARY,
            parameters=_settings(distance=2.5, features=5, share=0.05),
            draw=gaussians,
            classes=_PAIR,
            positive="positive",
            least_error=gaussians_error,
            reference="devroye1996",
        ),
        Domain(
            name="overlap",
            title="Two normal clouds with a chosen overlap, dependent and irrelevant features, imbalance and flipped labels",
            task=BINARY,
            parameters=_settings(distance=2.0, correlation=0.5, dependent=3, irrelevant=2, share=0.5, noise=0.0),
            draw=overlap,
            classes=_PAIR,
            positive="positive",
            least_error=overlap_error,
            reference="devroye1996",
        ),
        Domain(
            name="xor",
            title="Signs of two features unlike, some labels flipped, irrelevant features beside",
            task=BINARY,
            parameters=_settings(noise=0.1, irrelevant=2),
            draw=xor,
            classes=_PAIR,
            positive="positive",
            least_error=noise_error,
        ),
        Domain(
            name="linear",
            title="A linear boundary, some labels flipped",
            task=BINARY,
            parameters=_settings(noise=0.1, features=6),
            draw=linear,
            classes=_PAIR,
            positive="positive",
            least_error=noise_error,
        ),
        Domain(
            name="moons",
            title="Two interleaved half circles with normal noise",
            task=BINARY,
            parameters=_settings(noise=0.2),
            draw=moons,
            classes=_PAIR,
            positive="positive",
        ),
        Domain(
            name="nothing",
            title="Labels that have nothing to do with the features: the null hypothesis itself",
            task=BINARY,
            parameters=_settings(features=5, share=0.5),
            draw=nothing,
            classes=_PAIR,
            positive="positive",
            least_error=nothing_error,
        ),
        Domain(
            name="flu",
            title="Patients with the flu, under changing conditions",
            task=BINARY,
            parameters=_settings(
                population="negative-growth", season="usual", poorer=False, concept="usual", without=()
            ),
            draw=flu,
            classes=OUTCOMES,
            positive="Complications",
            least_error=flu_error,
            reference="alaiz2008b",
        ),
        Domain(
            name="ladder",
            title="Five ordered steps of a noisy height",
            task=ORDINAL,
            parameters=_settings(noise=0.3, features=4),
            draw=ladder,
            classes=("very low", "low", "middle", "high", "very high"),
            least_error=ladder_error,
        ),
        Domain(
            name="friedman1",
            title="Friedman's first regression function with normal noise and irrelevant features",
            task=REGRESSION,
            parameters=_settings(noise=1.0, irrelevant=5),
            draw=friedman1,
            least_error=noise_error,
            reference="friedman1991",
        ),
        Domain(
            name="plane",
            title="A linear regression with normal noise",
            task=REGRESSION,
            parameters=_settings(noise=1.0, features=5),
            draw=plane,
            least_error=noise_error,
        ),
    ),
)


def make(name: str, *, n: int = 500, seed: int = 0, **params: Any) -> Dataset:
    """Draw rows from an artificial domain; the same seed and parameters give the same rows.

    Parameters
    ----------
    name
        The domain, such as "flu"; `bakeoff explain NAME` describes it.
    n
        How many rows.
    seed
        Where the randomness comes from.
    params
        Parameters of the domain.

    Returns
    -------
    Dataset
        The rows, which know their domain.

    Examples
    --------
    >>> data = make("flu", n=1000, season="winter")
    >>> data.classes, data.positive
    (('NormalRemission', 'Complications'), 'Complications')
    """
    domain = DOMAINS[name]
    name = domain.name  # another spelling draws the same rows
    used = _used(domain, params)
    features, target, columns = domain.draw(rng_for(seed, f"make/{name}"), count("n", n), **used)
    least = bayes_error(name, **params)
    notes = () if least is None else (f"least possible error {least:.4g}",)
    return Dataset(
        name=name,
        task=domain.task,
        features=features,
        target=target,
        columns=columns,
        classes=domain.classes,
        positive=domain.positive,
        source=f"made: {name}({', '.join([f'n={n}', f'seed={seed}', *(f'{k}={v!r}' for k, v in used.items())])})",
        notes=notes,
    )


def bayes_error(name: str, **params: Any) -> float | None:
    """The least error any method can have on that domain (root mean squared error for regression); None if unknown.

    >>> round(bayes_error("gaussians", distance=2.0), 4)
    0.1587
    """
    domain = DOMAINS[name]
    used = _used(domain, params)
    return None if domain.least_error is None else float(domain.least_error(**used))


def _used(domain: Domain, params: Mapping[str, Any]) -> dict[str, Any]:
    """The domain's parameters with the caller's in place of the defaults, checked for name and kind."""
    for key, value in params.items():
        if key not in domain.parameters:
            raise UnknownName(f"parameter of {domain.name}", key, domain.parameters)
        usual = domain.parameters[key]
        if isinstance(usual, float) and not (isinstance(value, (int, float)) and 0 <= value < float("inf")):
            raise BadInput(f"{key} of {domain.name} must be a number from 0, not {value!r}")
        if isinstance(usual, int) and not isinstance(usual, bool):
            count(f"{key} of {domain.name}", value, least=int(key != "irrelevant"))
    return {**domain.parameters, **params}
