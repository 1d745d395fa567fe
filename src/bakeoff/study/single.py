"""Cells of a single test set: no spread over splits, but the rows of the test set tell how sure each score is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan

from bakeoff.estimates.choice import Choice
from bakeoff.estimates.draws import Draws
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval import estimate
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summary import summarize
from bakeoff.study.findings import Cell

__all__ = ["by_rows", "sure_of"]

RESAMPLES = 2000


def by_rows(
    cells: Sequence[Cell], said: Mapping[str, Predictions], measures: Sequence[Measure], seed: int
) -> Iterator[Cell]:
    """The cells of one data set with intervals over the rows of its only test set; what they cost has none."""
    wanted = {one.name: one for one in measures if one.reads is not Reads.RESOURCES}
    for learner, pred in said.items():
        mine = [cell for cell in cells if cell.learner == learner]
        asked = [wanted[cell.measure] for cell in mine if cell.measure in wanted and not isnan(cell.estimate.value)]
        found = sure_of(pred, asked, seed)
        yield from (replace(cell, estimate=found.get(cell.measure, cell.estimate)) for cell in mine)
    yield from (cell for cell in cells if cell.learner not in said)


def sure_of(pred: Predictions, measures: Sequence[Measure], seed: int, level: float = 0.95) -> dict[str, Estimate]:
    """Each measure of these predictions with the interval that suits it.

    >>> from bakeoff.measures import measure_named
    >>> from bakeoff.predictions.door import predictions_of
    >>> print(sure_of(predictions_of([1] * 10, y_pred=[1] * 8 + [0] * 2), [measure_named("accuracy")], 0)["accuracy"])
    0.800 [0.490, 0.943] (95%, Wilson, n = 10)
    """
    draws = Draws(summaries=summarize(pred), n_resamples=RESAMPLES, seed=seed)
    return {one.name: estimate(one, draws, Choice(level=level)) for one in measures}
