"""What a finished study prints: the verdict, the table of scores, what failed, and where to go next."""

from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.say import emit, note, prose, warn, width_of_terminal

if TYPE_CHECKING:
    from bakeoff.study.findings import Findings

__all__ = ["as_payload", "failures_text", "print_findings", "scores_text", "verdict_text"]


def verdict_text(findings: "Findings") -> str:
    """The verdict's own sentence, or why there is none."""
    from bakeoff.core.text import clean
    from bakeoff.measures.spoken import spoken_as

    judged = findings.primary
    if judged is not None:
        return clean(judged.verdict.sentence)
    name = spoken_as(findings.card.primary)
    why = [one for one in findings.warnings if one.startswith(f"{name}:")] or list(findings.warnings[:1])
    return f"No verdict on {name}. " + " ".join(clean(one) for one in why)


def failures_text(findings: "Findings") -> str:
    """Units that did not finish; the same trouble of a learner on a data set is one line with a count."""
    from collections import Counter

    from bakeoff.cli.say import grid
    from bakeoff.core.text import clean, elide

    most = 20
    kinds = Counter((one.learner, one.dataset, one.kind, one.stage, one.message) for one in findings.failures)
    rows = [
        [clean(learner), clean(dataset), f"{count}", f"{kind} in {stage}", elide(clean(message), 100)]
        for (learner, dataset, kind, stage, message), count in kinds.most_common(most)
    ]
    text = grid(["learner", "data set", "units", "what", "message"], rows, "llrll")
    rest = len(kinds) - most
    return text + (f"\nand {rest} more kinds of trouble; the report lists them" if rest > 0 else "")


def scores_text(findings: "Findings", width: int | None) -> str:
    """The table of scores; without its standard errors where the terminal is too narrow for them."""
    from bakeoff.report.scores import Look, score_table
    from bakeoff.report.table import to_text

    for look in (Look(), Look(spread="none")):
        table = score_table(findings, look=look)
        lines = to_text(table).splitlines()
        cut = len(lines) - len(table.notes)
        if width is None or max(map(len, lines[1:cut])) <= width:
            break
    return "\n".join([*lines[:cut], *(prose(text) for text in lines[cut:])])


def print_findings(findings: "Findings") -> None:
    """Verdict and scores to stdout; failures and warnings to stderr."""
    first, dot, rest = prose(verdict_text(findings)).partition(". ")
    emit(click.style(first + dot, bold=True) + rest)
    emit("\n" + scores_text(findings, width_of_terminal()))
    if findings.failures:
        note(f"\n{len(findings.failures)} of {findings.card.units_planned} units did not finish:")
        note(failures_text(findings))
    for text in findings.warnings:
        warn(text)


def as_payload(findings: "Findings") -> dict[str, Any]:
    """The same for `--json`."""
    card, judged = findings.card, findings.primary
    verdict = None if judged is None else judged.verdict
    return {
        "title": card.title,
        "units": {"planned": card.units_planned, "done": card.units_done, "failed": len(findings.failures)},
        "primary": card.primary,
        "verdict": {
            "claim": None if verdict is None else verdict.claim,
            "a": None if verdict is None else verdict.a,
            "b": None if verdict is None else verdict.b,
            "sentence": verdict_text(findings),
        },
        "scores": [
            {
                "dataset": one.dataset,
                "learner": one.learner,
                "measure": one.measure,
                "value": one.estimate.value,
                "low": one.estimate.low,
                "high": one.estimate.high,
                "note": one.note,
            }
            for one in findings.cells
        ],
        "failures": (*findings.failures, *findings.learning_failures),
        "learning_curves": [
            {
                "dataset": curve.dataset,
                "learner": curve.learner,
                "rows": point.size,
                "value": point.score.value,
                "low": point.score.low,
                "high": point.score.high,
                "note": point.note,
            }
            for curve in findings.learning
            for point in curve.points
        ],
        "warnings": findings.warnings,
    }
