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
from bakeoff.figures.drawing.theme import look_of
from bakeoff.figures.learning_curves import GrowthLine, GrowthPlot
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table

__all__ = ["extrapolation_payload", "extrapolation_plot", "extrapolation_table", "extrapolation_words"]

_SHOWN = 3  # learners in words


def extrapolation_words(extrapolations: Sequence[Extrapolation]) -> str:
    """One sentence for one data set: what the first number of rows beyond the study is predicted to give."""
    predictable = [
        extrapolation
        for extrapolation in extrapolations
        if extrapolation.predicted and not isnan(extrapolation.predicted[0][1].value)
    ]
    if not predictable:
        return ""
    words = words_for(predictable[0].measure)
    parts = []
    for extrapolation in predictable[:_SHOWN]:
        rows, predicted = extrapolation.predicted[0]
        digits = decimals_for([predicted.half_width / 2 * words.factor])
        low, high = (words.show(end, decimals=digits) for end in (predicted.low, predicted.high))
        now, then = (words.show(value, decimals=digits) for value in (extrapolation.last, predicted.value))
        parts.append(
            f"{clean(extrapolation.learner)} {then} [{low}, {high}] with {rows} rows ({now} with {extrapolation.sizes[-1]})"
        )
    return f"Predicted {words.inline} on {clean(predictable[0].dataset)}: {'; '.join(parts)}."


def extrapolation_table(extrapolations: Sequence[Extrapolation]) -> Table:
    """One row per learner of one data set: exponent, limit, and the predicted scores."""
    words = words_for(extrapolations[0].measure)
    asked = [rows for rows, _ in extrapolations[0].predicted]
    widths = [
        predicted.half_width / 2 * words.factor
        for extrapolation in extrapolations
        for _, predicted in extrapolation.predicted
    ]
    show = partial(words.show, decimals=decimals_for(widths))
    rows = []
    for extrapolation in extrapolations:
        law = extrapolation.exponent
        exponent = MISSING if isnan(law.value) else f"{fixed(law.value, 2)} [{fixed(law.low, 2)}, {fixed(law.high, 2)}]"
        cells = [
            Cell(text=extrapolation.learner),
            Cell(text=MISSING if isnan(extrapolation.last) else show(extrapolation.last)),
        ]
        cells.append(Cell(text=exponent, value=None if isnan(law.value) else law.value))
        for _, predicted in extrapolation.predicted:
            text = (
                MISSING
                if isnan(predicted.value)
                else f"{show(predicted.value)} [{show(predicted.low)}, {show(predicted.high)}]"
            )
            cells.append(Cell(text=text, value=None if isnan(predicted.value) else predicted.value))
        rows.append(Row(cells=tuple(cells)))
    return Table(
        columns=(
            ColumnHeading(title="Learner"),
            ColumnHeading(title=f"{max(extrapolations[0].sizes, default=0)} rows", align="right"),
            ColumnHeading(title="Exponent", align="right"),
            *(ColumnHeading(title=f"{row_count} rows", align="right") for row_count in asked),
        ),
        rows=tuple(rows),
        caption=f"{words.heading}; predicted for more training rows: {clean(extrapolations[0].dataset)}",
        notes=(
            "Error = a + b * rows^-exponent, fitted to the learning curve [95% interval, bootstrap over splits].",
            "A prediction assumes that the same law holds beyond the sizes that were run, and that new rows are like these.",
            *_reasons(extrapolations),
        ),
    )  # fmt: skip


def _reasons(extrapolations: Sequence[Extrapolation]) -> list[str]:
    """Why something is missing, once for each reason."""
    who: dict[str, list[str]] = {}
    for extrapolation in extrapolations:
        missing = [
            estimate
            for estimate in (extrapolation.exponent, *(estimate for _, estimate in extrapolation.predicted))
            if isnan(estimate.value)
        ]
        for why in (
            [extrapolation.why] if extrapolation.why else dict.fromkeys(str(estimate.notes[0]) for estimate in missing)
        ):
            who.setdefault(why, []).append(clean(extrapolation.learner))
    doubts = [
        f"{clean(extrapolation.learner)}: {note}." for extrapolation in extrapolations for note in extrapolation.notes
    ]
    return doubts + [f"Not given for {listed(names, most=4)}: {why}." for why, names in who.items()]


def extrapolation_plot(curves: Sequence[LearningCurve], extrapolations: Sequence[Extrapolation]) -> GrowthPlot:
    """The points that were run, and the law through them up to the largest predicted size."""
    words = words_for(extrapolations[0].measure)
    laws = {extrapolation.learner: extrapolation for extrapolation in extrapolations}
    lines = []
    for curve in curves:
        law = laws.get(curve.learner)
        if law is None:
            continue
        own = [(point.size, point.score.value) for point in curve.points]
        run_sizes = np.array([size for size, _ in own], dtype=np.float64)
        far = [float(rows) for rows, predicted in law.predicted if not isnan(predicted.value)]
        x = np.array([*run_sizes, *far])
        y = np.array(
            [
                *(value for _, value in own),
                *(predicted.value for _, predicted in law.predicted if not isnan(predicted.value)),
            ]
        )
        low, high = y.copy(), y.copy()
        if far:
            estimates = [estimate for _, estimate in law.predicted if not isnan(estimate.value)]
            low[len(run_sizes) :], high[len(run_sizes) :] = (
                [estimate.low for estimate in estimates],
                [estimate.high for estimate in estimates],
            )
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


def extrapolation_payload(extrapolations: Sequence[Extrapolation]) -> list[dict[str, Any]]:
    """For JSON."""
    return [
        {
            "dataset": extrapolation.dataset, "learner": extrapolation.learner, "measure": extrapolation.measure, "sizes": list(extrapolation.sizes), "last": extrapolation.last,
            "exponent": extrapolation.exponent.as_dict(), "limit": extrapolation.limit.as_dict(), "factor": extrapolation.factor, "why": extrapolation.why,
            "notes": [note.as_dict() for note in extrapolation.notes],
            "predicted": [{"rows": rows, **estimate.as_dict()} for rows, estimate in extrapolation.predicted],
        }
        for extrapolation in extrapolations
    ]  # fmt: skip
