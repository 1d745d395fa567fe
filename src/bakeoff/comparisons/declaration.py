"""SignificanceTest: everything that a test says about itself. Choosing, planning, wording and the command line read it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Optional

from bakeoff.comparisons.evidence.kinds import Evidence
from bakeoff.comparisons.formula_symbols import symbols_of
from bakeoff.core.notes import Note
from bakeoff.core.terminology.explanation import Explained, Explanation, explained

__all__ = ["Control", "Learners", "PlanningMethod", "PowerRule", "ProblemShape", "SignificanceTest", "Use", "Variants"]


class ProblemShape(StrEnum):
    """How many learners on how many domains."""

    TWO_ON_ONE = "two learners, one domain"
    MANY_ON_ONE = "many learners, one domain"
    TWO_ON_MANY = "two learners, many domains"
    MANY_ON_MANY = "many learners, many domains"


class Learners(StrEnum):
    """How many learners a question is about."""

    TWO = "two"
    MANY = "three or more"


class Control(StrEnum):
    """Whether a post-hoc test compares with one named learner."""

    NONE = "never"
    OPTIONAL = "if one is named"
    REQUIRED = "always"


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One kind of question that a test may answer, and its place among the tests that may."""

    evidence: Evidence
    learners: Learners
    place: int = 50  # the lowest is recommended, the others are named in this order
    taken: str = ""  # why it is taken
    second: str = ""  # why it comes second; where empty, it fits as well as the one taken

    @property
    def beside(self) -> str:
        """Why another one was taken."""
        return self.second or f"it fits as well: {self.taken}"


class PlanningMethod(StrEnum):
    """How the size of a study is found."""

    FORMULA = "formula"
    RANKS = "ranks"  # the gap of two mean ranks, by the critical ratio of a post-hoc test
    SIMULATION = "simulation"


def _deviation(differences: Any) -> float:
    return float(differences.std(ddof=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerRule:
    """How a study with this test is planned: its power function and what its numbers mean."""

    unit: str
    power: Callable[..., float] | None = None  # n, effect, sd and alpha, then the options
    effect: str = ""
    sd: str = ""
    fewest: int = 2
    options: tuple[str, ...] = ()  # parameters of `power` that a plan may state: "test_share", "correlation"
    spread: Callable[[Any], float] = _deviation  # what `sd` is in differences that were seen
    largest: Callable[[float], float] | None = (
        None  # the largest effect there can be with that sd; None: any, on its scale
    )
    method: PlanningMethod = PlanningMethod.FORMULA


@dataclass(frozen=True, slots=True, kw_only=True)
class Variants:
    """A parameter of the plain function that takes one of these words."""

    parameter: str
    words: tuple[str, ...]
    values: tuple[Any, ...] = ()  # what the parameter gets for each word; the word itself if empty
    takes: tuple[type[Any], ...] = ()  # the evidence that each word takes; that of the test if empty

    def evidence(self, word: str, default: type[Any]) -> type[Any]:
        """The kind of evidence that this word takes."""
        return self.takes[self.words.index(word)] if self.takes else default

    def value(self, word: str) -> Any:
        """What the parameter gets for this word."""
        return self.values[self.words.index(word)] if self.values else word


SIZELESS = "a learner failed on some rows, and it reads sizes of scores, which a failure has not"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class SignificanceTest(Explained):
    """What a test asks, of which evidence and under which assumptions, and all that others need to know to offer it."""

    __test__: ClassVar[bool] = False

    # What it is
    name: str
    title: str
    formula: str
    null: str
    reference: str
    design: tuple[ProblemShape, ...]
    takes: type[
        Any
    ]  # Disagreement, PairedScores, ScoreMatrix, TwoSamples, ErrorCounts or ScoredRows (evidence/types.py)
    run: Callable[..., Any]  # evidence first; returns TestResult or RankComparison
    compute: Callable[..., Any] | None = None  # the plain function over arrays, whose parameters are the test's options
    p_values: Callable[..., Any] | None = (
        None  # of many pairs at once: differences (pairs, blocks), NaN where missing, and the alternative -> (p, lead) as `run` gives them; a lead of NaN where nothing differs
    )
    also: tuple[str, ...] = ()  # other names for it; one that two tests have is a question
    symbols: Mapping[str, str] = field(
        default_factory=dict
    )  # letters of the formula that mean something else in other tests
    phrase: str = ""  # its name in a sentence: "the" and the title, unless it is declared
    parametric: bool = False
    continuous: bool = False  # takes scores for continuous: parametric tests do, and those that rank differences
    assumptions: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()  # what its user should know whatever the numbers
    ordered: bool = False  # the outcome depends on the order of the blocks (5x2cv t)
    sided: bool = True  # has one-sided forms
    equivalence: bool = False  # rejecting shows sameness, not difference

    # When it may be taken
    uses: tuple[Use, ...] = ()
    min_blocks: int = 2
    fits: tuple[Callable[[Any, str], str], ...] = ()  # (score matrix, scheme) -> why it cannot run on this table, or ""
    unweighted: str = ""  # why it cannot take rows of different weights
    orders: bool = False  # reads the order of scores and of differences only, so that a failure can be the worst of all

    # What it takes for granted, checked; a check qualifies the conclusion and never switches the test
    pair_checks: tuple[Callable[[Any], Note | None], ...] = ()  # (differences of a pair) -> doubt
    table_checks: tuple[Callable[[Any, Evidence], Note | None], ...] = ()  # (score matrix, evidence) -> doubt

    table_assumptions: Callable[[Any], Note] | None = None  # (score matrix) -> all that it takes for granted, checked

    # How a verdict runs it, where the plain function keeps another default
    in_verdict: tuple[tuple[str, Any], ...] = ()  # options and their values

    # How it works together with others
    by_ranks: bool = False  # of all learners at once on ranks within blocks; a post-hoc test follows
    posthoc: bool = False
    control: Control = Control.NONE  # of a post-hoc test
    critical_ratio: Callable[[int, float], float] | None = (
        None  # (learners, alpha) -> standard errors of a critical difference
    )
    pairs_by: Optional["SignificanceTest"] = None  # the test of each pair that follows it
    companion: Optional["SignificanceTest"] = None  # reported beside it

    # How much evidence it takes
    exact: bool = False  # few blocks bound its smallest p; on very many pairs it is slow
    efficiency: float = 1.0  # against the t-test, under normal differences
    power: PowerRule | None = None

    # The command line
    variants: tuple[Variants, ...] = ()
    needs: tuple[tuple[str, str], ...] = ()  # parameters that must be given, and what they are

    def __post_init__(self) -> None:
        object.__setattr__(self, "phrase", self.phrase or f"the {self.title}")
        object.__setattr__(self, "continuous", self.continuous or self.parametric)

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        flags = [f"--{name.replace('_', '-')} {name.upper()}" for name, _ in self.needs]
        flags += ["--control LEARNER"] if self.control is Control.REQUIRED else []
        command = " ".join(["bakeoff test", self.name, "scores.csv" if self.design else "data.csv", *flags])
        return explained(
            self, "test", command=command, symbols=symbols_of(self.formula, self.symbols), aliases=sorted(self.also)
        )

    @property
    def evidence(self) -> frozenset[Evidence]:
        """The kinds of evidence that it is for."""
        return frozenset(use.evidence for use in self.uses)

    def use(self, evidence: Evidence, learners: int) -> Use | None:
        """Its use for such a question, if it has one."""
        wanted = Learners.TWO if learners == 2 else Learners.MANY
        return next((use for use in self.uses if use.evidence == evidence and use.learners is wanted), None)

    def why_not(self, matrix: Any, scheme: str) -> str:
        """Why it cannot run on this very table; empty if it can."""
        if self.unweighted and getattr(matrix, "weight", None) is not None:
            return self.unweighted
        if not self.orders and getattr(matrix, "failed", None) is not None:
            return SIZELESS
        return next((reason for rule in self.fits if (reason := rule(matrix, scheme))), "")
