"""Some sections of a report by their names, as a whole page or as a piece of text to include in another document."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bakeoff.core.errors import UnknownName
from bakeoff.report.blocks import Report

__all__ = ["sections_by_name"]

_LEAD = "verdict"
_GROUP = re.compile(r"-\d+$")  # what numbers the sections of several groups


def sections_by_name(report: Report, names: Sequence[str]) -> Report:
    """The report with these sections only, in its own order; a fragment in the forms that have a head. All of it without names.

    >>> from bakeoff.report.blocks import Part
    >>> whole = Report(title="t", subtitle="", lead=(), sections=(Part(name="scores", title="Scores", blocks=()), Part(name="ranks", title="Ranks", blocks=())))
    >>> [part.name for part in sections_by_name(whole, ["ranks"]).sections]
    ['ranks']
    """
    if not names:
        return report
    present = dict.fromkeys(_GROUP.sub("", part.name) for part in report.sections)
    known = [_LEAD, *present] if report.lead else [*present]
    for name in names:
        if name not in known:
            raise UnknownName("section of this report", name, known)
    kept = tuple(part for part in report.sections if _GROUP.sub("", part.name) in names)
    return replace(report, lead=report.lead if _LEAD in names else (), sections=kept, fragment=True)
