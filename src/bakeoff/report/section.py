"""Section: the declaration of one part of a report; when it is shown, the facts it needs, its blocks, its file and its sentences."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.notes import Sentence
from bakeoff.report.blocks import Block, Part
from bakeoff.report.tables.table import Table
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.fact import Fact, Facts

__all__ = ["ReportSource", "Section", "ShownSection", "is_comparison", "is_judged", "is_study"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReportSource:
    """What a report is made from: the findings of a study, or the judgement of one comparison, with their finished facts."""

    findings: Findings | None = None  # None for a comparison without a study
    judgement: Judgement | None = None  # None where it is withheld
    facts: Facts = field(default_factory=Facts)
    silence: tuple[str, ...] = ()  # codes of notes that the page of a comparison leaves out
    shown: "tuple[ShownSection, ...]" = ()  # the sections before the one at hand

    @classmethod
    def of_study(cls, findings: Findings) -> "ReportSource":
        """The source of a report on a study."""
        return cls(findings=findings, judgement=findings.primary, facts=findings.facts)

    def of(self, fact: Fact[Any, T]) -> T:
        """A finished fact; a section asks for those that it names in its needs, and for no other."""
        return self.facts.of(fact)

    def limited(self, facts: Iterable[Fact[Any, Any]]) -> "ReportSource":
        """The same source with these facts only."""
        kept = self.facts.only(facts)
        findings = None if self.findings is None else replace(self.findings, facts=kept)
        return replace(self, findings=findings, facts=kept)

    @property
    def looks(self) -> dict[str, int]:
        """The number of each learner, which is its colour and its marker in every figure and table of the report."""
        if self.findings is not None:
            return {card.name: look for look, card in enumerate(self.findings.card.learners)}
        return {} if self.judgement is None else {name: look for look, name in enumerate(self.judgement.matrix.names)}

    @property
    def study(self) -> Findings:
        """The findings of a study; for sections of studies (`is_study`)."""
        assert self.findings is not None
        return self.findings

    @property
    def compared(self) -> Judgement:
        """The judgement; for sections of comparisons (`is_judged`)."""
        assert self.judgement is not None
        return self.judgement


def is_study(source: ReportSource) -> bool:
    """Whether the report is of a study."""
    return source.findings is not None


def is_comparison(source: ReportSource) -> bool:
    """Whether the report is of a comparison without a study."""
    return source.findings is None


def is_judged(source: ReportSource) -> bool:
    """Whether the learners were compared."""
    return source.judgement is not None


def _itself(source: ReportSource) -> Any:
    return source


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Section:
    """One section. `facts` reads the source once; `blocks`, `csv`, `methods` and `references` read the facts.

    It is shown `when` all its conditions hold and it has blocks. What it `needs` is computed before anything is worded.
    """

    name: str
    title: str | Callable[[Any], str]  # of the facts, if a function
    blocks: Callable[[Any], Iterable[Block | None]]
    when: tuple[Callable[[ReportSource], bool], ...] = ()
    needs: tuple[Fact[Any, Any], ...] = ()
    facts: Callable[[ReportSource], Any] = _itself
    after: str = ""  # the section that it follows; at the end if empty
    anchor: str = ""  # its name in the report, by default its own
    folded: bool | Callable[[Any], bool] = False  # behind its heading on a page; of the facts, if a function
    csv: Callable[[Any], Table] | None = None  # a table for a file beside the report
    csv_when: Callable[[Any], bool] = bool  # whether there is one; by default if there are facts
    csv_name: str = ""  # of that file without its suffix, by default the section's
    methods: Callable[[Any], Sentence | str] | None = None  # its sentences for the methods paragraph, with citations
    references: Callable[[Any], Sequence[str]] | None = None  # keys of what else it rests on

    def render(self, source: ReportSource) -> "ShownSection | None":
        """The section with its facts and blocks, None where it has nothing to show."""
        if not all(holds(source) for holds in self.when):
            return None
        facts = self.facts(source.limited(self.needs))
        blocks = tuple(block for block in self.blocks(facts) if block is not None)
        if not blocks:
            return None
        title = self.title if isinstance(self.title, str) else self.title(facts)
        return ShownSection(
            section=self,
            facts=facts,
            part=Part(name=self.anchor or self.name, title=title, blocks=blocks, folded=self._folded(facts)),
        )

    def _folded(self, facts: Any) -> bool:
        return self.folded if isinstance(self.folded, bool) else self.folded(facts)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ShownSection:
    """A section that is in the report."""

    section: Section
    facts: Any
    part: Part
