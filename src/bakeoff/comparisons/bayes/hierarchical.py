"""The Bayesian hierarchical comparison over data sets and splits, by a Gibbs sampler that needs no compiler."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.comparisons.bayes.simple import region
from bakeoff.comparisons.results import Posterior
from bakeoff.comparisons.significance.t import spread
from bakeoff.core.checks import Array, count, vector
from bakeoff.core.errors import BadInput

__all__ = ["Hierarchy", "bayes_hierarchical", "sample_hierarchy"]

CHAINS = 64
BURN_IN = 400
_ALPHA = np.linspace(0.5, 5.0, 46)  # hyper-prior of the degrees of freedom, as in the paper
_BETA = np.linspace(0.05, 0.15, 41)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hierarchy:
    """Draws from the posterior: of the population of data sets, and of the mean difference on each data set."""

    mean: Array  # (draws,) centre of the population
    spread: Array  # (draws,) its scale
    freedom: Array  # (draws,) its degrees of freedom
    each: Array  # (draws, data sets) mean difference on each data set


def bayes_hierarchical(
    d_by_dataset: Sequence[ArrayLike], test_share: float, rope: float = 0.0, *, draws: int = 12_800,
    seed: int = 0, lower_is_better: bool = False,
) -> Posterior:  # fmt: skip
    """How probable is it that a is better on the next data set?  Splits within data sets within a population.

    Differences on a data set scatter around its own mean with the correlation that overlapping training sets cause;
    the means come from one Student population, so small noisy data sets are drawn towards the rest.  For each draw
    the population counts for its most probable outcome (left, region, right).  Reference: corani2017.

    >>> data = [[0.02, 0.03, 0.02], [0.03, 0.04, 0.03], [0.02, 0.04, 0.03], [0.03, 0.03, 0.02], [0.02, 0.03, 0.03]]
    >>> bayes_hierarchical(data, test_share=0.5, rope=0.01, draws=640).p_left > 0.9
    True
    """
    wide = region(rope)
    hierarchy = sample_hierarchy(d_by_dataset, test_share, draws=draws, seed=seed)
    below = special.stdtr(hierarchy.freedom, (-wide - hierarchy.mean) / hierarchy.spread)
    above = special.stdtr(hierarchy.freedom, (hierarchy.mean - wide) / hierarchy.spread)
    winner = np.argmax(np.stack([above, 1 - above - below, below]), axis=0)
    more, inside, less = (np.bincount(winner, minlength=3) / winner.size).tolist()
    left, right = (less, more) if lower_is_better else (more, less)
    q = len(d_by_dataset)
    warnings = ("fewer than five data sets: the spread of the population is hardly known",) if q < 5 else ()
    return Posterior(
        test="bayes_hierarchical", p_left=left, p_rope=inside, p_right=right, rope=wide, n=q, draws=winner.size,
        warnings=warnings,
    )  # fmt: skip


def sample_hierarchy(
    d_by_dataset: Sequence[ArrayLike], test_share: float, *, draws: int = 12_800, seed: int = 0
) -> Hierarchy:
    """Draw from the posterior with many short chains side by side."""
    means, squares, sizes, unit = _summaries(d_by_dataset)
    order = np.lexsort((sizes, squares, means))  # draws depend on what data sets hold, not on their order
    means, squares, sizes = means[order], squares[order], sizes[order]
    if not test_share > 0:
        raise BadInput(f"test_share is n_test / n_train and must be positive, not {test_share!r}")
    rho = test_share / (1 + test_share)  # correlation of splits, as Nadeau and Bengio estimate it
    rng = np.random.default_rng(seed)
    state = _start(means, squares, sizes, rng)
    kept = -(-count("draws", draws) // CHAINS)
    store: list[tuple[Array, Array, Array, Array]] = []
    for step in range(BURN_IN + kept):
        _sweep(state, means, squares, sizes, rho, rng)
        if step >= BURN_IN:
            store.append((state["mean"].copy(), state["scale"].copy(), state["freedom"].copy(), state["each"].copy()))
    mean, scale, freedom, dataset_draws = (
        np.concatenate(draws_of_chains)[:draws] for draws_of_chains in zip(*store, strict=True)
    )
    return Hierarchy(
        mean=mean * unit, spread=scale * unit, freedom=freedom, each=dataset_draws[:, np.argsort(order)] * unit
    )


def _summaries(d_by_dataset: Sequence[ArrayLike]) -> tuple[Array, Array, Array, float]:
    """Means, sums of squares and sizes of each data set, in units of the mean standard deviation."""
    tables = [vector(f"data set {i + 1}", scores) for i, scores in enumerate(d_by_dataset)]
    if len(tables) < 2 or min(table.size for table in tables) < 2:
        raise BadInput("the hierarchical comparison needs two data sets with two splits each, at least")
    parts = [spread(table) for table in tables]
    unit = float(np.mean([sd for _, sd in parts])) or float(np.std([mean for mean, _ in parts])) or 1.0
    sizes = np.array([table.size for table in tables], dtype=float)
    # A data set on which all splits agree would have no scale; it gets a thousandth of the mean one.
    deviations = np.maximum([sd / unit for _, sd in parts], 1e-3)
    return np.array([mean / unit for mean, _ in parts]), (sizes - 1) * deviations**2, sizes, unit


def _start(means: Array, squares: Array, sizes: Array, rng: np.random.Generator) -> dict[str, Array]:
    """Chains scattered around the data."""
    scatter = float(means.std()) + 0.1
    return {
        "each": means + 0.5 * rng.standard_normal((CHAINS, means.size)),
        "variance": np.broadcast_to(squares / (sizes - 1), (CHAINS, means.size)).copy(),
        "weight": np.ones((CHAINS, means.size)),
        "mean": float(means.mean()) + scatter * rng.standard_normal(CHAINS),
        "scale": scatter * np.exp(0.5 * rng.standard_normal(CHAINS)),
        "freedom": 1 + rng.gamma(2.0, 10.0, CHAINS),
        "alpha": rng.uniform(0.5, 5.0, CHAINS),
        "beta": rng.uniform(0.05, 0.15, CHAINS),
    }


def _sweep(  # noqa: PLR0917 - private, called in one place
    s: dict[str, Array], means: Array, squares: Array, sizes: Array, rho: float, rng: np.random.Generator
) -> None:
    """One round of Gibbs steps; every conditional is a textbook law except that of the degrees of freedom."""
    inflation = (1 - rho) / sizes + rho  # variance of a data set's mean in units of one split's variance
    population = s["scale"][:, None] ** 2 / s["weight"]
    precision = 1 / (s["variance"] * inflation) + 1 / population
    centre = (means / (s["variance"] * inflation) + s["mean"][:, None] / population) / precision
    s["each"] = centre + rng.standard_normal(centre.shape) / np.sqrt(precision)
    rest = squares / (1 - rho) + (means - s["each"]) ** 2 / inflation
    s["variance"] = rest / 2 / rng.standard_gamma(np.broadcast_to((sizes - 1) / 2, rest.shape))
    total = s["weight"].sum(axis=1)
    s["mean"] = (s["weight"] * s["each"]).sum(axis=1) / total + s["scale"] / np.sqrt(total) * rng.standard_normal(
        CHAINS
    )
    gaps = (s["each"] - s["mean"][:, None]) ** 2
    q = means.size
    s["scale"] = np.sqrt(
        np.maximum((s["weight"] * gaps).sum(axis=1), 1e-12) / 2 / rng.standard_gamma((q - 1) / 2, CHAINS)
    )
    _freedom(s, gaps, rng)
    rate = (s["freedom"][:, None] + gaps / s["scale"][:, None] ** 2) / 2
    s["weight"] = rng.standard_gamma((s["freedom"][:, None] + 1) / 2, rate.shape) / rate


def _freedom(s: dict[str, Array], gaps: Array, rng: np.random.Generator) -> None:
    """A random-walk step for the degrees of freedom with the weights integrated out, then their hyper-parameters by grid."""
    relative = gaps / s["scale"][:, None] ** 2
    for width in (0.4, 1.2):
        now = np.log(s["freedom"] - 1)
        new = now + width * rng.standard_normal(CHAINS)
        gain = _log_freedom(new, s, relative) - _log_freedom(now, s, relative)
        s["freedom"] = 1 + np.exp(np.where(np.log(rng.uniform(size=CHAINS)) < gain, new, now))
    extra = s["freedom"][:, None] - 1
    of_alpha = _ALPHA * np.log(s["beta"])[:, None] - special.gammaln(_ALPHA) + (_ALPHA - 1) * np.log(extra)
    s["alpha"] = _ALPHA[_pick(of_alpha, rng)]
    s["beta"] = _BETA[_pick(s["alpha"][:, None] * np.log(_BETA) - _BETA * extra, rng)]


def _log_freedom(log_extra: Array, s: dict[str, Array], relative: Array) -> Array:
    extra = np.exp(log_extra)
    nu = (1 + extra)[:, None]
    likelihood = (
        special.gammaln((nu + 1) / 2)
        - special.gammaln(nu / 2)
        - 0.5 * np.log(nu)
        - (nu + 1) / 2 * np.log1p(relative / nu)
    ).sum(axis=1)
    return np.asarray(likelihood + s["alpha"] * log_extra - s["beta"] * extra)  # the last log_extra is the Jacobian


def _pick(log_weights: Array, rng: np.random.Generator) -> Array:
    """One grid point per chain, by adding Gumbel noise and taking the largest."""
    return np.asarray(np.argmax(log_weights + rng.gumbel(size=log_weights.shape), axis=1))


def shrunk_means(hierarchy: Hierarchy, level: float = 0.95) -> tuple[Array, Array, Array]:
    """Posterior mean and interval of the difference on each data set, drawn towards the population."""
    tail = (1 - level) / 2
    low, high = np.quantile(hierarchy.each, [tail, 1 - tail], axis=0)
    return hierarchy.each.mean(axis=0), low, high
