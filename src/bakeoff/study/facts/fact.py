"""Fact: the declaration of one thing that a report shows. Facts are computed from a study or a comparison, and are finished before anything is worded."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.slices import Slices
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.predictions.flips import Flips
from bakeoff.predictions.predictions import Predictions
from bakeoff.study.checks.check_results import CheckResults

__all__ = ["Compared", "Fact", "Facts", "finish"]

S = TypeVar("S")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fact(Generic[S, T_co]):
    """One fact: its name, what it is computed from, and how.

    Whoever shows a fact names it by this object, so that a misspelt fact is an error of the type checker and of Python, never an empty section.

    >>> LEARNERS = Fact(name="learners", source=Compared, compute=lambda compared: len(compared.judged.matrix.names))
    >>> Facts({LEARNERS: 3}).of(LEARNERS)
    3
    """

    name: str
    source: type[S]  # Compared: of every comparison; Analysed: of studies only
    compute: Callable[[S], T_co]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Compared:
    """What the facts of a comparison are computed from."""

    judgement: Judgement | None = None  # None where it is withheld
    others: Mapping[str, ScoreMatrix] = field(default_factory=dict)  # the same learners by other measures of quality
    answers: Mapping[str, Predictions] | None = None  # predictions on one test set, where the comparison has them
    measures: tuple[str, ...] = ()  # by which the answers are shown as well
    ask: Callable[[], Stability | None] | None = None  # how this comparison is asked again; None: as any other
    stability: Stability | None = None  # the answers, where they were computed before
    flips: Mapping[tuple[str, str], Flips] = field(default_factory=dict)  # of pairs (base, new) on the same rows
    slices: Slices | None = None  # who is better on the rows of each value of a column, where columns were named
    checks: CheckResults = field(default_factory=CheckResults)
    _computed: dict[Fact[Any, Any], Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def in_study(self) -> bool:
        """Whether the comparison is that of a study."""
        return False

    @property
    def judged(self) -> Judgement:
        """The judgement, where there is one."""
        assert self.judgement is not None
        return self.judgement

    def of(self, fact: Fact[Any, T]) -> T:
        """The fact, computed once; a fact may be made of others."""
        if fact not in self._computed:
            self._computed[fact] = fact.compute(self)
        computed: T = self._computed[fact]
        return computed


class Facts:
    """Finished facts. Asking for one that was not computed is an error of the program: nothing is computed here."""

    def __init__(self, values: Mapping[Fact[Any, Any], Any] | None = None) -> None:
        self._values = dict(values or {})

    def of(self, fact: Fact[Any, T]) -> T:
        """The value of a fact."""
        if fact not in self._values:
            raise LookupError(f"the fact {fact.name!r} was not computed; name it in the needs of what shows it")
        value: T = self._values[fact]
        return value

    def only(self, facts: Iterable[Fact[Any, Any]]) -> "Facts":
        """Those of these facts that were computed."""
        return Facts({fact: self._values[fact] for fact in facts if fact in self._values})

    def also(self, fact: Fact[Any, T], value: T) -> "Facts":
        """The same facts with this one."""
        return Facts({**self._values, fact: value})

    def __contains__(self, fact: object) -> bool:
        return fact in self._values


def finish(source: Compared, facts: Iterable[Fact[Any, Any]]) -> Facts:
    """Those of these facts that such a source has; a comparison without a study has none of a study."""
    return Facts({fact: source.of(fact) for fact in facts if isinstance(source, fact.source)})
