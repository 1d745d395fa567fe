"""Checks: every check of the catalogue with its evidence, and why a check was skipped."""

from bakeoff.core.text import capital, clean, plural
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import ReportSource, Section
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.checks.check_results import CheckOutcome, CheckResults
from bakeoff.study.facts.study_facts import CHECKS

__all__ = ["CHECK_SECTION", "check_table"]


def check_table(checks: CheckResults) -> Table:
    """A line for each check: its code, what became of it, and the evidence, or why it was skipped."""
    order = ("found", "silenced", "passed", "skipped")
    rows = [
        _row(outcome, checks)
        for outcome in sorted(checks.outcomes, key=lambda outcome: order.index(checks.status(outcome)))
    ]
    return Table.of(("Check", "Result", "Severity", "Evidence"), rows, align="llll", caption="Checks of the comparison")


def _row(outcome: CheckOutcome, checks: CheckResults) -> tuple[str, str, str, str]:
    notes = [clean(note) for note in checks.heard(outcome)]
    text = " ".join(notes) or (capital(clean(outcome.skipped)) if outcome.skipped else outcome.title)
    return outcome.code, checks.status(outcome), outcome.severity.value if notes else "", text


def _blocks(source: ReportSource) -> list[Block | None]:
    checks = source.of(CHECKS).silenced(source.silence)
    if not any(outcome.status != "skipped" for outcome in checks.outcomes):
        return []
    skipped = sum(outcome.status == "skipped" for outcome in checks.outcomes)
    findings, passed = len(checks.notes), sum(outcome.status == "passed" for outcome in checks.outcomes)
    text = f"{plural(findings, 'finding')}, {passed} passed, {skipped} skipped. `bakeoff explain` with a code explains a check."
    return [Paragraph(parts=(text,)), check_table(checks)]


CHECK_SECTION = Section(name="checks", title="Checks", needs=(CHECKS,), blocks=_blocks, folded=True)
