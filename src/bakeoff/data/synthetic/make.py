"""Artificial domains whose truth is known: drawn from a seed, with the least possible error where it can be told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.checks import count
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Dataset, Task
from bakeoff.data.synthetic import generators
from bakeoff.data.synthetic.flu import OUTCOMES

__all__ = ["DOMAINS", "Domain", "bayes_error", "make"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """An artificial domain: its parameters with their defaults, and what is known about it.

    `least_error` is the Bayes error for classes and the least root mean squared error for regression.
    """

    name: str
    title: str
    task: Task
    parameters: Mapping[str, Any]
    draw: Callable[..., generators.Drawn]
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
            task=Task.BINARY,
            parameters=_settings(distance=2.0, features=5, share=0.5),
            draw=generators.gaussians,
            classes=_PAIR,
            positive="positive",
            least_error=generators.gaussians_error,
            reference="devroye1996",
        ),
        Domain(
            name="imbalanced",
            title="Two normal clouds, one class rare",
            task=Task.BINARY,
            parameters=_settings(distance=2.5, features=5, share=0.05),
            draw=generators.gaussians,
            classes=_PAIR,
            positive="positive",
            least_error=generators.gaussians_error,
            reference="devroye1996",
        ),
        Domain(
            name="xor",
            title="Signs of two features unlike, some labels flipped, irrelevant features beside",
            task=Task.BINARY,
            parameters=_settings(noise=0.1, irrelevant=2),
            draw=generators.xor,
            classes=_PAIR,
            positive="positive",
            least_error=generators.noise_error,
        ),
        Domain(
            name="linear",
            title="A linear boundary, some labels flipped",
            task=Task.BINARY,
            parameters=_settings(noise=0.1, features=6),
            draw=generators.linear,
            classes=_PAIR,
            positive="positive",
            least_error=generators.noise_error,
        ),
        Domain(
            name="moons",
            title="Two interleaved half circles with normal noise",
            task=Task.BINARY,
            parameters=_settings(noise=0.2),
            draw=generators.moons,
            classes=_PAIR,
            positive="positive",
        ),
        Domain(
            name="nothing",
            title="Labels that have nothing to do with the features: the null hypothesis itself",
            task=Task.BINARY,
            parameters=_settings(features=5, share=0.5),
            draw=generators.nothing,
            classes=_PAIR,
            positive="positive",
            least_error=generators.nothing_error,
        ),
        Domain(
            name="flu",
            title="Patients with the flu, under changing conditions",
            task=Task.BINARY,
            parameters=_settings(
                population="negative-growth", season="usual", poorer=False, concept="usual", without=()
            ),
            draw=generators.flu,
            classes=OUTCOMES,
            positive="Complications",
            least_error=generators.flu_error,
            reference="japkowicz2011",
        ),
        Domain(
            name="ladder",
            title="Five ordered steps of a noisy height",
            task=Task.ORDINAL,
            parameters=_settings(noise=0.3, features=4),
            draw=generators.ladder,
            classes=("very low", "low", "middle", "high", "very high"),
            least_error=generators.ladder_error,
        ),
        Domain(
            name="friedman1",
            title="Friedman's first regression function with normal noise and irrelevant features",
            task=Task.REGRESSION,
            parameters=_settings(noise=1.0, irrelevant=5),
            draw=generators.friedman1,
            least_error=generators.noise_error,
            reference="friedman1991",
        ),
        Domain(
            name="plane",
            title="A linear regression with normal noise",
            task=Task.REGRESSION,
            parameters=_settings(noise=1.0, features=5),
            draw=generators.plane,
            least_error=generators.noise_error,
        ),
    ),
)


def make(name: str, *, n: int = 500, seed: int = 0, **params: Any) -> Dataset:
    """Draw `n` rows from an artificial domain; the same seed and parameters give the same rows.

    >>> data = make("flu", n=1000, season="winter")
    >>> data.classes, data.positive
    (('NormalRemission', 'Complications'), 'Complications')
    """
    domain = DOMAINS[name]
    used = _used(domain, params)
    features, target, columns = domain.draw(rng_for(seed, f"make/{name}"), count("n", n), **used)
    least = bayes_error(name, **params)
    known = () if least is None else (f"least possible error {least:.4g}",)
    return Dataset(
        name=name,
        task=domain.task,
        features=features,
        target=target,
        columns=columns,
        classes=domain.classes,
        positive=domain.positive,
        source=f"made: {name}({', '.join([f'n={n}', f'seed={seed}', *(f'{k}={v!r}' for k, v in used.items())])})",
        notes=known,
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
