"""The table of run times: processor seconds, minutes or hours of every learner on every data set."""

from math import isclose, isnan

from bakeoff.report.numbers import MISSING, duration
from bakeoff.report.table import Cell, Column, Row, Table, better_turned, transpose
from bakeoff.report.words import plural
from bakeoff.study.findings import Findings

__all__ = ["times_table"]


def times_table(findings: Findings) -> Table | None:
    """Data sets by learners, the fastest in bold; None where nobody's time was taken."""
    seconds = {(one.dataset, one.learner): one.seconds for one in findings.times}
    if all(isnan(one) for one in seconds.values()):
        return None
    learners = [card.name for card in findings.card.learners]
    rows = []
    for card in findings.card.datasets:
        known = {name: seconds.get((card.name, name), float("nan")) for name in learners}
        least = min((one for one in known.values() if not isnan(one)), default=0.0)
        cells = [_cell(one, least, alone=len(learners) == 1) for one in known.values()]
        rows.append(Row(cells=(Cell(text=card.name), *cells)))
    each = " on each data set" if len(rows) > 1 else ""
    fastest = f" Fastest{each} in bold." if len(learners) > 1 else ""
    count = findings.card.splits_per_dataset
    mean = f", mean over {plural(count, 'split')}" if count > 1 else ""
    table = Table(
        columns=(Column(title="Data set"), *(Column(title=name, align="right") for name in learners)),
        rows=tuple(rows),
        caption="CPU time to fit and predict",
        notes=(f"Processor time, all threads together{mean}.{fastest}",),
    )
    return transpose(table, "Learner") if better_turned(len(learners), len(rows)) else table


def _cell(seconds: float, least: float, *, alone: bool) -> Cell:
    if isnan(seconds):
        return Cell(text=MISSING, tone="quiet")
    return Cell(text=duration(seconds), bold=not alone and isclose(seconds, least), value=seconds)
