"""Hold-out, and hold-out repeated (subsampling, Monte Carlo cross-validation)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Dataset
from bakeoff.splits.checks import (
    Stratify,
    call_text,
    checked_plan,
    enough_rows,
    not_too_many,
    parse_stratify,
    rare_class_warnings,
    should_stratify,
)
from bakeoff.splits.label_folds import label_parts
from bakeoff.splits.plan import Split, SplitPlan

__all__ = ["HoldOut", "Subsampling"]


@dataclass(frozen=True, slots=True)
class HoldOut:
    """One share of the rows is kept back for testing.

    >>> HoldOut(0.25).name
    'holdout(0.25)'
    """

    test: float = 0.3333
    stratify: Stratify = "auto"

    def __post_init__(self) -> None:
        object.__setattr__(self, "test", _share(self.test))
        parse_stratify(self.stratify)

    @property
    def name(self) -> str:
        return call_text("holdout", self)

    @property
    def title(self) -> str:
        """The scheme in words."""
        return f"hold-out of {self.test:.4g} of the rows" + (", not stratified" if self.stratify is False else "")

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """Draw the rows that test."""
        return _plan(Subsampling(1, self.test, self.stratify), self.name, data, seed)


@dataclass(frozen=True, slots=True)
class Subsampling:
    """Hold-out, repeated with fresh rows each time; test parts of different repeats overlap.

    >>> Subsampling(15, test=0.1).name
    'subsampling(15, test=0.1)'
    """

    repeats: int = 10
    test: float = 0.3333
    stratify: Stratify = "auto"

    def __post_init__(self) -> None:
        count("repeats", self.repeats)
        object.__setattr__(self, "test", _share(self.test))
        parse_stratify(self.stratify)

    @property
    def name(self) -> str:
        return call_text("subsampling", self)

    @property
    def title(self) -> str:
        """The scheme in words."""
        drawn = ", not stratified" if self.stratify is False else ""
        return f"{self.repeats} random hold-outs of {self.test:.4g} of the rows{drawn}"

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """Draw the rows that test, once per repeat."""
        return _plan(self, self.name, data, seed)


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BadInput(f"test must be a share of the rows between 0 and 1, not {value!r}")
    return probability("test", value)


def _plan(scheme: Subsampling, name: str, data: Dataset, seed: int) -> SplitPlan:
    enough_rows(data, 2, "a hold-out", "bring at least two rows")
    not_too_many(data, scheme.repeats)
    strata: Array | None = None
    warnings: tuple[str, ...] = ()
    if should_stratify(data, scheme.stratify):
        warnings = rare_class_warnings(data, 2, "the 2 parts", scheme.stratify)
        strata = data.target
    return checked_plan(
        name,
        data,
        seed,
        _draws(scheme, len(data), strata, seed),
        cure='use stratify="auto", another test share or more rows',
        warnings=warnings,
    )


def _draws(scheme: Subsampling, rows: int, strata: Array | None, seed: int) -> Iterator[Split]:
    size = min(max(round(rows * scheme.test), 1), rows - 1)
    for repeat in range(scheme.repeats):
        rng = rng_for(seed, f"splits/holdout({scheme.test})/{repeat}")
        order = rng.permutation(rows)
        if strata is None:
            test = order[:size]
        elif strata.ndim == 2:
            test = np.flatnonzero(label_parts(strata, np.array([rows - size, size]), rng) == 1)
        else:
            quota = _quota(np.bincount(strata), size, rng)
            test = np.concatenate([order[strata[order] == code][:many] for code, many in enumerate(quota)])
        yield Split(repeat=repeat, fold=0, test=np.sort(test), rows=rows)


def _quota(sizes: Array, total: int, rng: np.random.Generator) -> Array:
    """How many of each class test: proportional by largest remainder, with at least one left to train if possible.

    >>> _quota(np.array([50, 50, 1]), 33, np.random.default_rng(0)).tolist() in ([17, 16, 0], [16, 17, 0])
    True
    """
    share = sizes * total / sizes.sum()
    most = np.maximum(sizes - 1, 0)
    quota: Array = np.minimum(np.floor(share).astype(np.int64), most)
    lottery = rng.permutation(len(sizes))  # equal remainders are settled by lot
    while (left := total - int(quota.sum())) > 0:
        open_to = quota < most if (quota < most).any() else quota < sizes
        wish = lottery[np.argsort((quota - share)[lottery], kind="stable")]
        take = [code for code in wish if open_to[code]][:left]
        quota[take] += 1
    return quota
