"""StudyAccess: the stored study behind results; what their answers, and nouns of packages, are made from."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.data.tasks import task_named
from bakeoff.measures import measure_named
from bakeoff.measures.labels.scikit_names import measure_for_labels
from bakeoff.measures.measure import Measure
from bakeoff.report.silence import checked_codes
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Run, UnitKey
from bakeoff.study.analysis.analyse import analysed
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.stored_design import DomainDesign, design_of
from bakeoff.study.analysis.study_scores import FailureRow, failures_by_role, load_or_score
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Fact

if TYPE_CHECKING:
    from bakeoff.study.spec.study_spec import StudySpec

__all__ = ["StudyAccess"]

T = TypeVar("T")


class StudyAccess:
    """A stored study: its `ledger`, its `design`, and findings by any measure, computed once."""

    def __init__(
        self,
        ledger: Ledger,
        *,
        silence: Iterable[str] = (),
        changes: tuple[str, ...] = (),
        path: Path | None = None,
        spec: "StudySpec | None" = None,
    ) -> None:
        self.ledger = ledger
        self.path, self.spec = path, spec  # the study itself where it was run in this process
        self._silence = checked_codes(silence)
        self.design = design_of(ledger)
        self._studies: dict[str, Analysed] = {}  # by the measure that decides
        self.changes = changes  # what the last run did again and why, in words

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets."""
        return tuple(domain.card.name for domain in self.design.domains)

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners."""
        return self.design.names

    @property
    def findings(self) -> Findings:
        """All that the study says, as frozen numbers."""
        return self.findings_by(self.design.primary)

    @property
    def frame_kind(self) -> str | None:
        """The kind of frame the data came in."""
        return next((domain.frame for domain in self.design.domains if domain.frame), None)

    def failed_units(self) -> tuple[FailureRow, ...]:
        """Units that did not finish; nothing is compared to find them."""
        if self.design.primary in self._studies:
            return self.findings.all_failures
        scores = load_or_score(self.ledger, self.design, [measure_named(name) for name in self.design.measures])
        return tuple(row for rows in failures_by_role(scores.failures) for row in rows)

    def findings_by(self, measure: str, *facts: Fact[Any, Any]) -> Findings:
        """The findings that hold this measure, with these facts: the study's own, or the same question asked of another measure."""
        study = self.analysed(self.design.primary if measure in self.design.measures else measure)
        return study.finished(facts) if facts else study.findings

    def analysed(self, measure: str) -> Analysed:
        """The study judged by this measure."""
        if measure not in self._studies:
            own = measure == self.design.primary
            self._studies[measure] = analysed(
                self.ledger, self.design, measure=None if own else measure, silence=self._silence
            )
        return self._studies[measure]

    @overload
    def fact(self, fact: Fact[Any, T], measure: str | None = None) -> T: ...
    @overload
    def fact(self, fact: str, measure: str | None = None) -> Any: ...
    def fact(self, fact: Fact[Any, T] | str, measure: str | None = None) -> T | Any:
        """A declared fact of the study, such as its learning curves: what a section of the report shows.

        Parameters
        ----------
        fact : str or Fact
            Its name, such as "learning_curves", or the declaration itself; docs/reports.md lists the names.
        measure : str, optional
            The measure that decides; that of the study if none is named.

        Returns
        -------
        object
            What the declaration computes, a tuple of frozen records for most.
        """
        from bakeoff.report.compose import fact_named

        study = self.analysed(self.measure_or_primary(measure).name)
        return study.of(fact_named(fact) if isinstance(fact, str) else fact)

    def measure_or_primary(self, measure: str | None) -> Measure:
        """The measure of that name, the primary one if none is named."""
        what = measure_named(self.design.primary if measure is None else measure)
        tasks = {domain.card.task for domain in self.design.domains}
        return measure_for_labels(what, task_named(tasks.pop())) if len(tasks) == 1 else what

    def check_learners(self, names: Iterable[str]) -> None:
        """Refuse a learner that the study does not have."""
        for name in names:
            if name not in self.learners:
                raise UnknownName("learner", name, self.learners)

    def add_characteristics(self) -> bool:
        """Make the characteristics of the data sets that the study file does not hold; whether all have them then."""
        missing = {domain.card.name for domain in self.design.domains if not domain.card.characteristics}
        held = {data.name: data for data in (self.spec.datasets if self.spec is not None else ())}
        if not missing:
            return True
        if not all(name in held and held[name].has_columns for name in missing):
            return False
        from bakeoff.data.characteristics import characteristics

        self.design = replace(
            self.design,
            domains=tuple(
                replace(
                    domain, card=replace(domain.card, characteristics=characteristics(held[domain.card.name]).finite)
                )
                if domain.card.name in missing
                else domain
                for domain in self.design.domains
            ),
        )
        self._studies.clear()
        return True

    def domain(self, dataset: str | None, what: str, method: str) -> DomainDesign:
        """The data set that is named, or the only one."""
        if dataset is None and len(self.datasets) > 1:
            raise NotApplicable(
                f"this study has {len(self.datasets)} data sets, and {what} on each of them alone; "
                f"name one with --dataset, as {method}(dataset={self.datasets[0]!r})"
            )
        name = self.datasets[0] if dataset is None else dataset
        domain = next((domain for domain in self.design.domains if domain.card.name == name), None)
        if domain is None:
            raise UnknownName("data set", name, self.datasets)
        return domain

    def key(self, dataset: str, learner: str, repeat: int, fold: int) -> UnitKey:
        """The key of the unit that tested a learner on one split."""
        if dataset not in self.datasets:
            raise UnknownName("data set of this study", dataset, self.datasets)
        if learner not in self.learners:
            raise UnknownName("learner of this study", learner, self.learners)
        return UnitKey(dataset=dataset, learner=learner, scheme=self.design.scheme, repeat=repeat, fold=fold)

    def runs(self, dataset: str, learners: tuple[str, ...] | None = None) -> Iterator[Run]:
        """The finished units of one data set with their predictions, of some learners or of all."""
        splits = next((domain.splits for domain in self.design.domains if domain.card.name == dataset), ((0, 0),))
        for learner in self.learners if learners is None else learners:
            for repeat, fold in splits:
                run = self.ledger.get(self.key(dataset, learner, repeat, fold))
                if run is not None and run.predictions is not None:
                    yield run
