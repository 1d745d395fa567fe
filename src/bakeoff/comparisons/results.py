"""TestResult, PairResult, RankComparison, Effect and Posterior: what every test returns. Frozen, never iterable."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from importlib import import_module
from math import inf, isfinite, nan
from typing import Any, ClassVar

from bakeoff.core.notes import Note, texts
from bakeoff.core.text import capital, clean, format_p, format_statistic
from bakeoff.estimates.estimate import Estimate

__all__ = [
    "Alternative",
    "Effect",
    "PairResult",
    "Posterior",
    "RankComparison",
    "Side",
    "Tally",
    "TestResult",
]


class Alternative(StrEnum):
    """a against b, in the direction "a larger"."""

    TWO_SIDED = "two-sided"
    GREATER = "greater"
    LESS = "less"

    @property
    def mirrored(self) -> "Alternative":
        """The same question with the two exchanged.

        >>> Alternative.GREATER.mirrored.value, Alternative.TWO_SIDED.mirrored.value
        ('less', 'two-sided')
        """
        return {Alternative.GREATER: Alternative.LESS, Alternative.LESS: Alternative.GREATER}.get(self, self)


class Side(StrEnum):
    """Which of two learners, if either."""

    A = "a"
    B = "b"
    NEITHER = "neither"

    @classmethod
    def of(cls, lead: float) -> "Side":
        """The side of what a has over b.

        >>> Side.of(0.1).value, Side.of(-2.0).value, Side.of(0.0).value, Side.of(float("nan")).value
        ('a', 'b', 'neither', 'neither')
        """
        return cls.A if lead > 0 else cls.B if lead < 0 else cls.NEITHER

    @property
    def opposite(self) -> "Side":
        return {Side.A: Side.B, Side.B: Side.A}.get(self, self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """On how many blocks a has the larger score, neither has, b has."""

    wins: int
    ties: int
    losses: int


WORKED = "bakeoff.comparisons.wording.worked_solution"  # above this file, and imported when a result is written out


def _plain_title(name: str) -> str:
    """The name of a test that gave no title.

    >>> _plain_title("label_permutation")
    'label permutation test'
    """
    words = clean(name).replace("_", " ")
    return words if words.endswith("test") else f"{words} test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """How large a difference is, free of units, with an interval and a word."""

    name: str
    value: float
    low: float
    high: float
    magnitude: str  # "negligible", "small", "medium", "large"; "undefined" where there is no value
    reason: str = ""  # why there is no finite value


@dataclass(frozen=True, slots=True, kw_only=True)
class TestResult:
    """The outcome of one test; says its variant in words and, where p is NaN, the reason."""

    __test__: ClassVar[bool] = False  # pytest would collect the class otherwise

    test: str
    variant: str
    null: str
    statistic: float
    p_value: float
    n: int
    alternative: Alternative = Alternative.TWO_SIDED
    df: tuple[float, ...] = ()
    difference: Estimate | None = None
    effect: Effect | None = None
    reason: str = ""
    notes: tuple[Note, ...] = ()
    lead: float | None = (
        None  # what a has over b in the test's own count (signs, signed ranks, mean ranks); None: the difference
    )
    tally: Tally | None = None
    rank_difference: float | None = None  # mean rank of b less that of a: positive where a has the better ranks
    rank_sums: tuple[float, float] | None = None  # signed ranks in favour of a and of b
    counted: int | None = None  # blocks that enter the law of the statistic, where ties do not
    standardized: float | None = None  # the statistic on the scale of its law, where it is not there itself
    one_sided: tuple[float, float] | None = None  # of an equivalence test: above the lower bound and below the upper
    stand_in: str = ""  # the test that gave p where the variance is zero
    estimator: str = (
        ""  # what the difference is: "mean", "pseudo-median", "median"; empty for one number of a whole test set
    )
    learners: int | None = None  # how many were ranked together
    working: tuple[tuple[str, float], ...] = ()  # for display only: the quantities of the formula as they are computed
    title: str = ""  # the name of the test as a reader knows it
    ranked: tuple[tuple[float, float], ...] = ()  # for display only: each difference and its signed rank, if few
    law: str = (
        ""  # what the statistic follows under the null: "t", "z", "chi2", "F", "binomial", "mid-p", "signed-rank"
    )
    formula: str = ""  # of this variant, where it is not the declared one
    filled: str = ""  # the right-hand side of the formula with the numbers in it

    @property
    def leans(self) -> Side:
        """Which of the two has more by the test's own count, or by the difference; ranks count from the best, so more is better."""
        value = self.lead if self.lead is not None else self.difference.value if self.difference is not None else nan
        return Side.of(value)

    @property
    def interval_df(self) -> float:
        """Degrees of freedom of the interval of the difference: as it states them, else those of the statistic; NaN where neither does."""
        if self.difference is not None and self.difference.df is not None:
            return self.difference.df
        if self.law in ("z", "chi2"):
            return inf
        return self.df[-1] if self.df and self.law in ("", "t", "F") else nan

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return texts(self.notes)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: every field, and the notes also as texts."""
        return {field.name: getattr(self, field.name) for field in fields(self)} | {"warnings": list(self.warnings)}

    def steps(self, alpha: float = 0.05, *, names: tuple[str, str] = ("a", "b")) -> str:
        """The formula with its numbers filled in, the critical value, the region and the decision, in which the learners have these names."""
        return str(import_module(WORKED).steps(self, alpha, names=names))

    def __str__(self) -> str:
        df = f", df = {', '.join(f'{number:g}' for number in self.df)}" if self.df else ""
        why = f" ({self.reason})" if self.reason else ""
        side = "" if self.alternative is Alternative.TWO_SIDED else f", one-sided: {self.alternative.value}"
        value = format_statistic(self.statistic, 4)
        shown = f"= {value}" if isfinite(self.statistic) else value
        return f"{capital(self.title or _plain_title(self.test))} ({self.variant}{side}): statistic {shown}{df}, {format_p(self.p_value)}{why}{f', n = {self.n}' if self.n else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairResult:
    """One pair out of many, with the p-value after correction."""

    a: str
    b: str
    result: TestResult
    p_adjusted: float
    adjustment: str  # "none", "holm", "nemenyi", ...

    @property
    def difference(self) -> Estimate | None:
        """A minus b, in raw units."""
        return self.result.difference

    def steps(self, alpha: float = 0.05) -> str:
        """The pair worked out, up to the decision by the adjusted p-value."""
        return str(import_module(WORKED).pair_steps(self, alpha))


@dataclass(frozen=True, slots=True, kw_only=True)
class RankComparison:
    """Many learners: mean ranks (1 is best), the omnibus test and every pair. Diagram, table and text read this one object."""

    names: tuple[str, ...]
    mean_ranks: tuple[float, ...]  # or places, see below
    omnibus: TestResult
    pairs: Sequence[PairResult]  # a tuple, or pairs that are made when looked at (pairs.py)
    critical_difference: float | None
    posthoc: str
    n: int
    places: bool = False  # the ranks are those of one score of each learner over all rows, not means over blocks

    def pair(self, a: str, b: str) -> PairResult:
        """The pair of these two, in the order it was tested."""
        for pair in self.pairs:
            if {pair.a, pair.b} == {a, b}:
                return pair
        raise KeyError((a, b))


@dataclass(frozen=True, slots=True, kw_only=True)
class Posterior:
    """Probabilities that a is better by more than the region, practically equal, b better by more than the region."""

    test: str
    p_left: float
    p_rope: float
    p_right: float
    rope: float
    n: int
    draws: int = 0
    warnings: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.test}: P(a better) = {self.p_left:.3f}, P(equivalent within {self.rope:g}) = {self.p_rope:.3f}, P(b better) = {self.p_right:.3f}"
