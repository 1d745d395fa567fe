"""Checks and the baseline as lines below a verdict, the same on a card, in the terminal and in a summary."""

from math import isnan

from bakeoff.core.notes import Severity
from bakeoff.core.text import clean, plural
from bakeoff.measures.naming import score_text
from bakeoff.study.checks.check_results import CheckResults

__all__ = ["baseline_line", "check_facts", "check_text", "doubted"]

MOST = 6  # findings on a card; `bakeoff checks` and the section of the report list all
MOST_BASELINES = 3  # data sets whose baseline is on a card


def doubted(claim: str, checks: CheckResults) -> str:
    """The headline, and what the checks make one ask about it.

    >>> doubted("a is better than b.", CheckResults())
    'a is better than b.'
    """
    return " ".join([claim, *checks.doubts])


def baseline_line(checks: CheckResults, measure: str) -> str:
    """What a constant answer scores by this measure: "majority class: 90.0% accuracy"; empty where there is none."""
    baselines = [baseline for baseline in checks.baselines if baseline.measure == measure and not isnan(baseline.value)]
    if not baselines:
        return ""
    several = len({baseline.dataset for baseline in checks.baselines}) > 1
    shown = [
        f"{baseline.name}: {score_text(baseline.value, measure)}{f' on {clean(baseline.dataset)}' if several else ''}"
        for baseline in baselines[:MOST_BASELINES]
    ]
    rest = len(baselines) - len(shown)
    return "; ".join([*shown, *([f"{plural(rest, 'more data set')}"] if rest else [])])


def check_facts(checks: CheckResults, measure: str) -> list[tuple[str, str]]:
    """Lines of a card, each with its name: the baseline, and a line with its code for each finding that may change a verdict."""
    baseline = baseline_line(checks, measure)
    lines = [("Baseline", f"{baseline}.")] if baseline else []
    shown = [note for note in checks.notes if note.severity is not Severity.INFO][:MOST]
    lines += [(note.code, clean(note)) for note in shown]
    others = dict.fromkeys(f"{note.code} ({note.kind.means.rstrip('.')})" for note in checks.notes if note not in shown)
    return [*lines, ("Also found", f"{'; '.join(others)}.")] if others else lines


def check_text(checks: CheckResults, measure: str) -> list[str]:
    """The same as lines of text."""
    return [f"{name}: {text}" for name, text in check_facts(checks, measure)]
