"""`results.checks`: what may be wrong with the comparison of a study although its numbers are right."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bakeoff.core.text import clean
from bakeoff.study.checks.check_results import CheckResults
from bakeoff.tabular.frames import frame_of

if TYPE_CHECKING:
    from bakeoff.api.results import Results

__all__ = ["Checks", "checks_text"]


class Checks:
    """The checks of a study; it prints as its findings, and `frame` lists all checks."""

    def __init__(self, results: "Results") -> None:
        self._results = results

    def frame(self, *, every: bool = False, kind: str | None = None) -> Any:
        """One row for each finding: its code, severity, what it is about, the evidence with its cure.

        Parameters
        ----------
        every
            Also the checks that passed, were silenced, or were skipped (with the reason).
        kind
            "pandas", "polars", "pyarrow" or "plain"; by default the kind of the data.

        Returns
        -------
        frame
            Columns code, title, status, severity, learners, dataset and text.

        Examples
        --------
            results.checks.frame(every=True)
        """
        rows = list(_rows(self._checks, every=every))
        names = ("code", "title", "status", "severity", "learners", "dataset", "text")
        columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
        return frame_of(columns, kind or self._results.frame_kind)

    def codes(self) -> tuple[str, ...]:
        """The codes of the findings, each once, the gravest first.

        Returns
        -------
        tuple of str
            Empty where nothing was found.

        Examples
        --------
            results.checks.codes()
        """
        return tuple(dict.fromkeys(note.code for note in self._checks.notes))

    @property
    def _checks(self) -> CheckResults:
        return self._results.findings.checks

    def __len__(self) -> int:
        return len(self._checks.notes)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return checks_text(self._checks, self._results.design.primary)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from bakeoff.report.sections.check_table import check_table
        from bakeoff.report.tables.html import to_html

        return to_html(check_table(self._checks))


def _rows(checks: CheckResults, *, every: bool) -> Iterator[tuple[str, ...]]:
    for outcome in checks.outcomes:
        head = (outcome.code, outcome.title, checks.status(outcome), outcome.severity.value)
        for note in checks.heard(outcome):
            yield (*head, ", ".join(note.about.learners), note.about.dataset, clean(note))
        if every and not checks.heard(outcome):
            yield (*head, "", "", outcome.skipped)


def checks_text(checks: CheckResults, measure: str) -> str:
    """The baseline, every finding with its code, and how many checks passed or were skipped."""
    from bakeoff.report.check_lines import baseline_line

    states = [checks.status(outcome) for outcome in checks.outcomes]
    baseline = baseline_line(checks, measure)
    counts = [f"{states.count(state)} {state}" for state in ("passed", "skipped", "silenced") if state in states]
    lines = [f"Baseline: {baseline}."] if baseline else []
    lines += [f"{note.code} ({note.severity.value}): {clean(note)}" for note in checks.notes]
    lines += [] if checks.notes else ["No check found anything."]
    return "\n".join([*lines, f"Other checks: {', '.join(counts)}."] if counts else lines)
