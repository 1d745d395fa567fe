"""What a panel notes about intervals of such samples, for a comparison by one measure: few rows of a class, tails that no sample shows."""

from collections.abc import Mapping

import numpy as np

from bakeoff.comparisons.assumption_notes import UNSEEN_TAIL
from bakeoff.core.calibration import coverage_like, false_claims_under_tails, worst_under_tails
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.delta_method import heavy_tail
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.notes import answer_notes
from bakeoff.panels.notes import COVERS_LESS
from bakeoff.predictions.predictions import Predictions

__all__ = ["sample_notes"]


def sample_notes(predictions: Mapping[str, Predictions], measure: Measure, units: int | None) -> tuple[Note, ...]:
    """Notes on the rows that all learners predict; `units` is the number of groups where rows come in some."""
    first = next(iter(predictions.values()))
    row_notes = (
        _unseen_tail(predictions, measure, units or len(first)) if measure.of_numbers else _covers_less(first, measure)
    )
    return *answer_notes([measure]), *row_notes


def _covers_less(pred: Predictions, measure: Measure) -> tuple[Note, ...]:
    """That intervals of the measure cover less than they state in samples with so few rows of a class."""
    if not pred.task.classifies or not len(pred) or measure.describes:
        return ()
    rows = np.bincount(pred.truth)
    rows, rare = rows[rows > 0], int(len(pred) - rows.max())
    rarest, many = (int(rows.min()), len(rows)) if len(rows) > 2 else (0, 0)
    rates = coverage_like(measure.name, rare, rarest, many)
    if rates is None:
        return ()
    return (COVERS_LESS(n=rare, measures={measure.name: list(rates)}, classes=True, rarest=rarest, many=many),)


def _unseen_tail(predictions: Mapping[str, Predictions], measure: Measure, rows: int) -> tuple[Note, ...]:
    """That the verdict assumes no rare error that is far larger than those seen; whose losses look as if there were some."""
    claims = false_claims_under_tails(_loss_of(measure).name, rows)
    coverage = worst_under_tails(measure.name, rows, False)
    if not np.isinf(measure.bounds).any() or rows < 2 or (claims is None and coverage is None):
        return ()
    loss = _loss_of(measure).per_row
    heavy = tuple(name for name, pred in predictions.items() if loss is not None and heavy_tail(loss(pred)))
    return (
        UNSEEN_TAIL(
            measure=measure.name, n=rows, heavy=heavy, claims=None if claims is None else claims.rate,
            coverage=None if coverage is None else coverage.rate,
        ),
    )  # fmt: skip


def _loss_of(measure: Measure) -> Measure:
    """The loss of which the measure is made."""
    return measure_named(measure.explains) if measure.explains else measure
