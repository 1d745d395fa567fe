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
    found = [one for one in checks.baselines if one.measure == measure and not isnan(one.value)]
    if not found:
        return ""
    several = len({one.dataset for one in checks.baselines}) > 1
    shown = [
        f"{one.name}: {score_text(one.value, measure)}{f' on {clean(one.dataset)}' if several else ''}"
        for one in found[:MOST_BASELINES]
    ]
    rest = len(found) - len(shown)
    return "; ".join([*shown, *([f"{plural(rest, 'more data set')}"] if rest else [])])


def check_facts(checks: CheckResults, measure: str) -> list[tuple[str, str]]:
    """Lines of a card, each with its name: the baseline, and a line with its code for each finding that may change a verdict."""
    baseline = baseline_line(checks, measure)
    lines = [("Baseline", f"{baseline}.")] if baseline else []
    shown = [note for note in checks.notes if note.severity is not Severity.INFO][:MOST]
    lines += [(note.code, clean(note)) for note in shown]
    rest = len(checks.notes) - len(shown)
    return [*lines, ("Checks", f"{plural(rest, 'more finding')}; `bakeoff checks` lists all.")] if rest > 0 else lines


def check_text(checks: CheckResults, measure: str) -> list[str]:
    """The same as lines of text."""
    return [f"{name}: {text}" for name, text in check_facts(checks, measure)]
