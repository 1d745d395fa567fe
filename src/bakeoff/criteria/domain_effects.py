"""Where does each learner win? Its ranks over data sets beside the characteristics of these data sets, with one correction for all questions.

Learners times characteristics are many questions asked of few data sets. The p-value of each is adjusted for all of them at
once by permuting which data set has which characteristics (Westfall and Young 1993, single-step maxT), which keeps both the
dependence between characteristics and that between learners.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, isfinite
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.midranks import midranks
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.core.significance_level import is_shown
from bakeoff.criteria.notes import FEW_FOR_EFFECTS, LEFT_OUT_CHARACTERISTICS
from bakeoff.data.characteristics import CHARACTERISTICS, FEWEST
from bakeoff.measures.measure import Direction

__all__ = ["DomainEffect", "DomainEffects", "domain_effects"]

EXACT = 7  # data sets up to which all orders are gone through
DRAWN = 9999
ALPHA = 0.05  # the level of a report on data sets
CHUNK = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainEffect:
    """One learner and one characteristic: does the learner rank better on data sets with more of it?"""

    learner: str
    characteristic: str
    rho: float  # Spearman's; above zero: better where there is more of it
    p_value: float
    p_adjusted: float  # for all learners and characteristics together

    @property
    def shown(self) -> bool:
        """Whether the effect is shown at .05, for all questions together."""
        return is_shown(self.p_adjusted, ALPHA)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {name: getattr(self, name) for name in ("learner", "characteristic", "rho", "p_value", "p_adjusted")}


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainEffects:
    """All of them, the strongest first, and what they were computed from."""

    effects: tuple[DomainEffect, ...]
    datasets: tuple[str, ...]
    characteristics: tuple[str, ...]
    lead: str  # "rank" or "difference": what is correlated
    exact: bool = True
    notes: tuple[Note, ...] = ()

    def shown(self, alpha: float = ALPHA) -> tuple[DomainEffect, ...]:
        """Those that are shown at this level, for all questions together."""
        return tuple(effect for effect in self.effects if is_shown(effect.p_adjusted, alpha))


def domain_effects(
    matrix: ScoreMatrix, characteristics: Mapping[str, Mapping[str, float]], *, n_resamples: int = DRAWN, seed: int = 0
) -> DomainEffects:
    """Correlate how well each learner does with each characteristic of the data sets.

    Of three and more learners the rank on each data set is taken, of two the difference of their scores. A characteristic that is
    unknown on a data set or does not vary is left out, and so is a data set without all scores.
    """
    unknown = [name for name in matrix.blocks if name not in characteristics]
    if unknown:
        raise BadInput(
            f"there are no characteristics of {', '.join(map(repr, unknown[:5]))}; give a row for each data set, under the same name"
        )
    lead = "difference" if len(matrix.names) == 2 else "rank"
    ranked = matrix.ranked if lead == "rank" else np.asarray(~np.isnan(matrix.values).any(axis=1))
    blocks = tuple(name for name, keep in zip(matrix.blocks, ranked, strict=True) if keep)
    if len(blocks) < FEWEST:
        return DomainEffects(
            effects=(),
            datasets=blocks,
            characteristics=(),
            lead=lead,
            notes=(FEW_FOR_EFFECTS(n=len(blocks), least=FEWEST),),
        )
    names = list(dict.fromkeys(name for block in blocks for name in characteristics[block]))
    columns = {name: np.array([float(characteristics[block].get(name, np.nan)) for block in blocks]) for name in names}
    usable = [name for name, of in columns.items() if np.isfinite(of).all() and np.ptp(of) > 1e-12]
    left = [name for name in names if name not in usable]
    notes: list[Note] = [_left_out(left)] if left else []
    if not usable:
        return DomainEffects(effects=(), datasets=blocks, characteristics=(), lead=lead, notes=tuple(notes))
    learners, success = _success(matrix, ranked)
    R, C = _standard(success), _standard(np.column_stack([columns[name] for name in usable]))
    rho = R.T @ C / len(blocks)
    single, adjusted, exact = _permuted(R, C, np.abs(rho), n_resamples, seed)
    correlations = [
        DomainEffect(
            learner=learner, characteristic=name, rho=float(rho[i, j]), p_value=float(single[i, j]), p_adjusted=float(adjusted[i, j])
        )
        for i, learner in enumerate(learners)
        for j, name in enumerate(usable)
        if isfinite(rho[i, j]) and R[:, i].any()
    ]  # fmt: skip
    correlations.sort(key=lambda effect: (effect.p_adjusted, -abs(effect.rho)))
    return DomainEffects(
        effects=tuple(correlations),
        datasets=blocks,
        characteristics=tuple(usable),
        lead=lead,
        exact=exact,
        notes=tuple(notes),
    )


def _left_out(names: Sequence[str]) -> Note:
    titles = (CHARACTERISTICS[name].title.lower() if name in CHARACTERISTICS else name for name in names)
    return LEFT_OUT_CHARACTERISTICS(names=tuple(names), titles=tuple(titles))


def _success(matrix: ScoreMatrix, ranked: Array) -> tuple[tuple[str, ...], Array]:
    """Larger is better: minus the rank of each learner; of two learners only the lead of the first."""
    if len(matrix.names) == 2:
        sign = 1.0 if matrix.direction is Direction.HIGHER else -1.0
        return matrix.names[:1], sign * (matrix.values[ranked, :1] - matrix.values[ranked, 1:])
    return matrix.names, -matrix.ranks()[ranked]


def _standard(values: Array) -> Array:
    """Mid-ranks of each column with mean 0 and variance 1; zeros where a column does not vary."""
    ranks = midranks(np.round(values, 12).T).T
    away = ranks - ranks.mean(axis=0)
    spread = ranks.std(axis=0)
    standardised: Array = np.divide(away, spread, out=np.zeros_like(away), where=spread > 0)
    return standardised


def _permuted(R: Array, C: Array, observed: Array, n_resamples: int, seed: int) -> tuple[Array, Array, bool]:
    """P-values of each correlation alone and for all at once, over orders of the data sets: all of them, or drawn ones."""
    n = len(R)
    exact = n <= EXACT
    if exact:
        orders = np.array(list(permutations(range(n))))
        assert len(orders) == factorial(n)
    else:
        rng = np.random.default_rng(seed)
        orders = rng.permuted(np.tile(np.arange(n), (n_resamples, 1)), axis=1)
    single, joint = np.zeros_like(observed), np.zeros_like(observed)
    for start in range(0, len(orders), CHUNK):
        drawn = np.abs(np.einsum("ni,bnj->bij", R, C[orders[start : start + CHUNK]])) / n
        single += (drawn >= observed - 1e-9).sum(axis=0)
        most = drawn.reshape(len(drawn), -1).max(axis=1)
        joint += (most[:, None, None] >= observed - 1e-9).sum(axis=0)
    if exact:
        return single / len(orders), joint / len(orders), True
    return (single + 1) / (n_resamples + 1), (joint + 1) / (n_resamples + 1), False
