"""Would more data help? What a power law through each learning curve predicts, in words, as a table and as a picture."""

from collections.abc import Sequence
from functools import partial
from math import isnan
from typing import Any

import numpy as np

from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.text import MISSING, clean, decimals_for, fixed, listed
from bakeoff.estimates.over_splits.extrapolation import Extrapolation
from bakeoff.estimates.over_splits.learning_curve import LearningCurve
from bakeoff.figures.learning_curves import GrowthLine, GrowthPlot
from bakeoff.figures.theme import look_of
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table

__all__ = ["extrapolation_payload", "extrapolation_plot", "extrapolation_table", "extrapolation_words"]

_SHOWN = 3  # learners in words


def extrapolation_words(found: Sequence[Extrapolation]) -> str:
    """One sentence for one data set: what the first number of rows beyond the study is predicted to give."""
    known = [one for one in found if one.predicted and not isnan(one.predicted[0][1].value)]
    if not known:
        return ""
    words = words_for(known[0].measure)
    parts = []
    for one in known[:_SHOWN]:
        rows, made = one.predicted[0]
        digits = decimals_for([made.half_width / 2 * words.factor])
        low, high = (words.show(end, decimals=digits) for end in (made.low, made.high))
        now, then = (words.show(value, decimals=digits) for value in (one.last, made.value))
        parts.append(f"{clean(one.learner)} {then} [{low}, {high}] with {rows} rows ({now} with {one.sizes[-1]})")
    return f"Predicted {words.inline} on {clean(known[0].dataset)}: {'; '.join(parts)}."


def extrapolation_table(found: Sequence[Extrapolation]) -> Table:
    """One row per learner of one data set: exponent, limit, and the predicted scores."""
    words = words_for(found[0].measure)
    asked = [rows for rows, _ in found[0].predicted]
    widths = [made.half_width / 2 * words.factor for one in found for _, made in one.predicted]
    show = partial(words.show, decimals=decimals_for(widths))
    rows = []
    for one in found:
        law = one.exponent
        exponent = MISSING if isnan(law.value) else f"{fixed(law.value, 2)} [{fixed(law.low, 2)}, {fixed(law.high, 2)}]"
        cells = [Cell(text=one.learner), Cell(text=MISSING if isnan(one.last) else show(one.last))]
        cells.append(Cell(text=exponent, value=None if isnan(law.value) else law.value))
        for _, made in one.predicted:
            text = MISSING if isnan(made.value) else f"{show(made.value)} [{show(made.low)}, {show(made.high)}]"
            cells.append(Cell(text=text, value=None if isnan(made.value) else made.value))
        rows.append(Row(cells=tuple(cells)))
    return Table(
        columns=(
            ColumnHeading(title="Learner"),
            ColumnHeading(title=f"{max(found[0].sizes, default=0)} rows", align="right"),
            ColumnHeading(title="Exponent", align="right"),
            *(ColumnHeading(title=f"{one} rows", align="right") for one in asked),
        ),
        rows=tuple(rows),
        caption=f"{words.heading}; predicted for more training rows: {clean(found[0].dataset)}",
        notes=(
            "Error = a + b * rows^-exponent, fitted to the learning curve [95% interval, bootstrap over splits].",
            "A prediction assumes that the same law holds beyond the sizes that were run, and that new rows are like these.",
            *_reasons(found),
        ),
    )  # fmt: skip


def _reasons(found: Sequence[Extrapolation]) -> list[str]:
    """Why something is missing, once for each reason."""
    who: dict[str, list[str]] = {}
    for one in found:
        missing = [made for made in (one.exponent, *(each for _, each in one.predicted)) if isnan(made.value)]
        for why in [one.why] if one.why else dict.fromkeys(str(made.notes[0]) for made in missing):
            who.setdefault(why, []).append(clean(one.learner))
    doubts = [f"{clean(one.learner)}: {note}." for one in found for note in one.notes]
    return doubts + [f"Not given for {listed(names, most=4)}: {why}." for why, names in who.items()]


def extrapolation_plot(curves: Sequence[LearningCurve], found: Sequence[Extrapolation]) -> GrowthPlot:
    """The points that were run, and the law through them up to the largest predicted size."""
    words = words_for(found[0].measure)
    laws = {one.learner: one for one in found}
    lines = []
    for curve in curves:
        law = laws.get(curve.learner)
        if law is None:
            continue
        own = [(point.size, point.score.value) for point in curve.points]
        seen = np.array([size for size, _ in own], dtype=np.float64)
        far = [float(rows) for rows, made in law.predicted if not isnan(made.value)]
        x = np.array([*seen, *far])
        y = np.array(
            [*(value for _, value in own), *(made.value for _, made in law.predicted if not isnan(made.value))]
        )
        low, high = y.copy(), y.copy()
        if far:
            known = [made for _, made in law.predicted if not isnan(made.value)]
            low[len(seen) :], high[len(seen) :] = [one.low for one in known], [one.high for one in known]
        order = np.argsort(x)
        trend = None if law.why else law.at(x[order]) * words.factor
        lines.append(
            GrowthLine(
                name=clean(curve.learner), x=x[order], y=y[order] * words.factor, low=low[order] * words.factor,
                high=high[order] * words.factor, trend=trend, look=look_of(curve.learner),
            )
        )  # fmt: skip
    label = f"{words.short}{' (%)' if words.percent else ''}"
    return GrowthPlot(
        lines=tuple(lines), x_label="Training rows (predicted beyond the study's)", y_label=label, log_x=True
    )


def extrapolation_payload(found: Sequence[Extrapolation]) -> list[dict[str, Any]]:
    """For JSON."""
    return [
        {
            "dataset": one.dataset, "learner": one.learner, "measure": one.measure, "sizes": list(one.sizes), "last": one.last,
            "exponent": one.exponent.as_dict(), "limit": one.limit.as_dict(), "factor": one.factor, "why": one.why,
            "notes": [note.as_dict() for note in one.notes],
            "predicted": [{"rows": rows, **made.as_dict()} for rows, made in one.predicted],
        }
        for one in found
    ]  # fmt: skip
