"""What a finished study prints: the verdict, the table of scores, what failed, and where to go next."""

from typing import TYPE_CHECKING

from bakeoff.cli.output.printing import headed, note, print_result, warn, width_of_terminal

if TYPE_CHECKING:
    from bakeoff.study.analysis.findings import Findings

__all__ = ["failures_text", "print_findings", "scores_text"]


def failures_text(findings: "Findings") -> str:
    """Units that did not finish; the same trouble of a learner on a data set is one line with a count."""
    from collections import Counter

    from bakeoff.cli.output.printing import aligned_table
    from bakeoff.core.text import clean, elide

    most = 20
    kinds = Counter((one.learner, one.dataset, one.kind, one.stage, one.message) for one in findings.failures)
    rows = [
        [clean(learner), clean(dataset), f"{count}", f"{kind} in {stage}", elide(clean(message), 120)]
        for (learner, dataset, kind, stage, message), count in kinds.most_common(most)
    ]
    text = aligned_table(["learner", "data set", "units", "what", "message"], rows, "llrll")
    rest = len(kinds) - most
    return text + (f"\nand {rest} more kinds of trouble; the report lists them" if rest > 0 else "")


def scores_text(findings: "Findings", width: int | None) -> str:
    """The table of scores; without its standard errors where the terminal is too narrow for them."""
    from dataclasses import replace

    from bakeoff.cli.output.fit_width import fitted, width_of
    from bakeoff.report.sections.scores import FITTED, score_table

    table = score_table(findings, look=FITTED)
    if width is not None and width_of(table) > width:
        table = score_table(findings, look=replace(FITTED, spread="none"))
    return fitted(table, width)


def print_findings(findings: "Findings") -> None:
    """Verdict and scores to stdout; failures and warnings to stderr."""
    from bakeoff.report.sections.notices import silenced_text
    from bakeoff.report.sections.verdict import headline_of
    from bakeoff.study.notes import UNITS_FAILED

    print_result(headed(*headline_of(findings)))
    print_result("\n" + scores_text(findings, width_of_terminal()))
    if findings.failures:
        note(f"\n{len(findings.failures)} of {findings.card.units_planned} units did not finish:")
        note(failures_text(findings))
    shown = {UNITS_FAILED} if findings.failures else set()  # the table above
    for remark in findings.audible:
        if remark.kind not in shown and remark not in findings.no_verdict:
            warn(str(remark))
    for text in silenced_text(findings):
        note(text)
