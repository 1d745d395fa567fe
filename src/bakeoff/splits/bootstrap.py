"""The bootstrap: n rows drawn with replacement train, the rows never drawn test (e0)."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Dataset
from bakeoff.splits.checks import call_text, checked_plan, enough_rows, is_classification, not_too_many, should_stratify
from bakeoff.splits.plan import Split, SplitPlan

__all__ = ["Bootstrap"]

_TRIES = 1000  # per sample; a sample that cannot be used is drawn again


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Train on n rows drawn with replacement, test on those left out, about 36.8 % of them.

    With `stratify` each class is drawn from itself, so that its size stays. A sample that leaves nothing to test, or
    holds one class only, is drawn again, and the plan says how often that happened.

    >>> Bootstrap(50).name
    'bootstrap(50)'
    """

    repeats: int = 200
    stratify: bool = False

    def __post_init__(self) -> None:
        count("repeats", self.repeats)
        if not isinstance(self.stratify, bool):
            raise BadInput(f"stratify must be true or false for a bootstrap, not {self.stratify!r}")

    @property
    def name(self) -> str:
        return call_text("bootstrap", self)

    @property
    def title(self) -> str:
        """The scheme in words."""
        return f"{self.repeats} bootstrap samples" + (", stratified by class" if self.stratify else "")

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """Draw the samples."""
        enough_rows(data, 2, "a bootstrap", "bring at least two rows")
        not_too_many(data, self.repeats)
        if self.stratify and data.task.in_columns:
            raise BadInput(
                f"data set {data.name!r}: bootstrap samples of {data.task.title} are not stratified; leave stratify out, or use k-fold cross-validation"
            )
        strata = data.target if should_stratify(data, self.stratify) else None
        again = 0
        splits = []
        for repeat in range(self.repeats):
            drawn, tries = _usable_sample(data, strata, rng_for(seed, f"splits/bootstrap/{repeat}"))
            again += tries
            train = np.repeat(np.arange(len(data)), drawn)
            splits.append(Split(repeat=repeat, fold=0, train=train, test=np.flatnonzero(drawn == 0)))
        warnings = (f"{again} bootstrap samples with one class or nothing to test were drawn again",) if again else ()
        cure = "use stratify=true or more rows"
        return checked_plan(self.name, data, seed, splits, cure=cure, warnings=warnings)


def _usable_sample(data: Dataset, strata: Array | None, rng: np.random.Generator) -> tuple[Array, int]:
    """How often each row was drawn, and how many samples were thrown away before."""
    for tries in range(_TRIES):
        drawn = _sample(len(data), strata, rng)
        one_class = is_classification(data) and len(np.unique(data.target[drawn > 0])) < 2
        if not one_class and (drawn == 0).any():
            return drawn, tries
    raise BadInput(
        f"data set {data.name!r}: {_TRIES} bootstrap samples in a row contained one class only or left nothing to test; "
        "use stratify=true, k-fold cross-validation or more rows"
    )


def _sample(rows: int, strata: Array | None, rng: np.random.Generator) -> Array:
    if strata is None:
        return np.bincount(rng.integers(rows, size=rows), minlength=rows)
    drawn = np.zeros(rows, dtype=np.int64)
    for code in np.unique(strata):
        mine = np.flatnonzero(strata == code)
        drawn[mine] = np.bincount(rng.integers(len(mine), size=len(mine)), minlength=len(mine))
    return drawn
