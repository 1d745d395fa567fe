"""SignificanceTest: the declaration format of a test."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

__all__ = ["ProblemShape", "SignificanceTest"]


class ProblemShape(StrEnum):
    """How many learners on how many domains."""

    TWO_ON_ONE = "two learners, one domain"
    MANY_ON_ONE = "many learners, one domain"
    TWO_ON_MANY = "two learners, many domains"
    MANY_ON_MANY = "many learners, many domains"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SignificanceTest:
    """What a test asks, of which evidence, and under which assumptions; `run` calls the plain function."""

    __test__: ClassVar[bool] = False

    name: str
    title: str
    formula: str
    null: str
    reference: str
    design: tuple[ProblemShape, ...]
    takes: type[Any]  # Disagreement, PairedScores, ScoreMatrix, TwoSamples, ErrorCounts or ScoredRows (evidence.py)
    run: Callable[..., Any]  # evidence first; returns TestResult or RankComparison
    schemes: frozenset[str] = frozenset()  # empty: any
    parametric: bool = False
    assumptions: tuple[str, ...] = ()
    fewest: int = 2
    ordered: bool = False  # the outcome depends on the order of the blocks (5x2cv t)
    sided: bool = True  # has one-sided forms
    posthoc: bool = False
    equivalence: bool = False  # rejecting shows sameness, not difference
