"""A study in lines of plain text: the verdict card, and one line for each measure that was asked for."""

from bakeoff.report.sections.overview import judged_measures
from bakeoff.report.sections.verdict import headline_of
from bakeoff.report.verdict_card import card_text
from bakeoff.study.analysis.findings import Findings

__all__ = ["lead_of", "measure_lines"]


def lead_of(findings: Findings) -> tuple[str, list[str]]:
    """The first line, and the lines below it: size, certainty, what would settle it, and the statistics."""
    first, rest = headline_of(findings)
    if findings.primary is None:
        return f"{first}{rest}", []
    claim, facts = card_text(findings.primary)
    return claim, [*facts, f"Statistics: {first}{rest}"]


def measure_lines(findings: Findings) -> list[str]:
    """One line for each measure: its name and what is shown by it; nothing for a study with one measure or one learner."""
    if len(findings.card.measures) < 2 or len(findings.card.learners) < 2:
        return []
    found = judged_measures(findings)
    width = max(len(name) for name, _, _ in found)
    return [f"{name:<{width}}  {text}" for name, _, text in found]
