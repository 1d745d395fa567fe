"""Analysed: what the facts of a study are computed from; its findings so far, its file and its design."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.score_cube import PLAIN, ScoreCube
from bakeoff.study.analysis.stored_design import StoredStudy
from bakeoff.study.facts.fact import Compared, Fact, finish

__all__ = ["Analysed"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Analysed(Compared):
    """A study whose learners were scored and judged. The file is read here, and no more once the findings are finished."""

    findings: Findings  # without facts
    ledger: Ledger
    design: StoredStudy
    test_sets: Mapping[str, Mapping[str, Predictions]] = field(default_factory=dict)  # of data sets with a single split

    @property
    def in_study(self) -> bool:
        """Whether the comparison is that of a study."""
        return True

    @property
    def primary(self) -> Measure:
        """The measure that decides."""
        return measure_named(self.design.primary)

    @property
    def plain(self) -> ScoreCube:
        """Scores on test rows under no other condition, of every training size."""
        return self.findings.cube.at(**PLAIN)

    def finished(self, facts: Iterable[Fact[Any, Any]]) -> Findings:
        """The findings with these facts."""
        return replace(self.findings, facts=finish(self, facts))
