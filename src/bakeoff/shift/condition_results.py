"""ConditionResults: what a study found under other conditions."""

from typing import Any

from bakeoff.api.results import Results
from bakeoff.api.shown import HasTables
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.core.notes import plain_text
from bakeoff.estimates.estimate import Estimate
from bakeoff.figures.deterioration import deterioration_figure
from bakeoff.report.render.json import conditions_payload
from bakeoff.report.sections.conditions import condition_plot, condition_tables, condition_test_tables, condition_words
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.analysis.condition_effects import ConditionFindings
from bakeoff.study.facts.study_facts import CONDITIONS
from bakeoff.tabular.frames import frame_of

__all__ = ["ConditionResults", "conditions"]


class ConditionResults(HasTables):
    """What a study found under other conditions, on one data set by one measure."""

    def __init__(self, findings: ConditionFindings) -> None:
        self.found = findings

    @property
    def verdict(self) -> str:
        """Does everything drop, who drops more, who stays best."""
        return plain_text(condition_words(self.found)).strip()

    @property
    def averages(self) -> dict[str, Estimate]:
        """The average performance deterioration of each learner, with its interval."""
        return dict(self.found.averages)

    @property
    def trivial(self) -> dict[str, float]:
        """The score of the most frequent class under each test condition."""
        return {self.found.name(test): value for test, value in self.found.trivial.items()}

    def deterioration(self, learner: str, test: str, train: str = "") -> Estimate:
        """The pD of one learner tested under one condition; trained on the data set as it is unless `train` says otherwise."""
        own = {self.found.dataset: ""}
        return self.found.cell(learner, own.get(train, train), own.get(test, test)).deterioration

    def tables(self) -> tuple[Table, ...]:
        """Scores and pD in the layout that fits the grid."""
        return tuple(condition_tables(self.found))

    def tests(self) -> tuple[Table, ...]:
        """The tests behind the verdict."""
        return tuple(condition_test_tables(self.found))

    def plot(self) -> Any:
        """A Matplotlib figure: pD with intervals, a row for each change."""
        return deterioration_figure(condition_plot(self.found))

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per learner, training condition and test condition."""
        cells, findings = self.found.cells, self.found
        columns: dict[str, list[Any]] = {
            "learner": [cell.learner for cell in cells],
            "train": [findings.name(cell.train) for cell in cells],
            "test": [findings.name(cell.test) for cell in cells],
            findings.measure: [cell.score.value for cell in cells],
            "ideal": [cell.ideal.value for cell in cells],
            "trivial": [findings.trivial.get(cell.test, float("nan")) for cell in cells],
            "pD": [cell.deterioration.value for cell in cells],
            "low": [cell.deterioration.low for cell in cells],
            "high": [cell.deterioration.high for cell in cells],
            "reason": ["" if cell.deterioration.value == cell.deterioration.value else " ".join(cell.deterioration.warnings) for cell in cells],
        }  # fmt: skip
        return frame_of(columns, kind)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return conditions_payload(self.found)

    def __str__(self) -> str:
        return f"{self.verdict}\n\n{super().__str__()}"


def conditions(results: Results, dataset: str | None = None, measure: str | None = None) -> ConditionResults:
    """What other conditions change: scores by training and test condition, performance deterioration, and tests.

    Parameters
    ----------
    results
        The results of the study.
    dataset
        The data set; needed if several have conditions.
    measure
        The measure; by default the primary one.

    Returns
    -------
    ConditionResults
        The verdict, averages, tables, tests and a figure.

    Examples
    --------
        results.conditions("flu", measure="accuracy")
    """
    effects = {findings.dataset: findings for findings in results.fact(CONDITIONS, measure)}
    if not effects:
        raise NotApplicable("the study has no conditions; name some with conditions= or [[conditions]]")
    if dataset is None and len(effects) > 1:
        raise NotApplicable(
            f"{len(effects)} data sets have conditions; name one, as conditions({next(iter(effects))!r})"
        )
    chosen = next(iter(effects)) if dataset is None else dataset
    if chosen not in effects:
        raise UnknownName("data set with conditions", chosen, effects)
    return ConditionResults(effects[chosen])
