"""The score table of a plain comparison: the matrix somebody brought, best in bold."""

from math import isnan

import numpy as np

from bakeoff.comparisons.judgement import Evidence, Judgement
from bakeoff.measures.measure import Direction
from bakeoff.report.numbers import MISSING, fixed
from bakeoff.report.table import Cell, Column, Row, Table
from bakeoff.report.words import plural, words_of

__all__ = ["judged_table"]

_MOST = 60  # rows shown; a table of a thousand runs is summed up by its last rows
_HEADS = {Evidence.DATASETS: "Data set", Evidence.FOLDS: "Split", Evidence.RUNS: "Run", Evidence.ROWS: "Row"}


def judged_table(judgement: Judgement) -> Table:
    """Blocks by learners with average and mean rank."""
    matrix = judgement.matrix
    words = words_of(judgement)
    shown = matrix.values * words.factor
    decimals = _decimals(shown)
    best = np.nanmax if matrix.direction is Direction.HIGHER else np.nanmin
    rows = []
    for name, values in zip(matrix.blocks[:_MOST], shown[:_MOST], strict=True):
        top = best(values) if np.isfinite(values).any() else np.nan
        cells = [
            Cell(
                text=fixed(value, decimals) if not isnan(value) else MISSING,
                bold=bool(value == top),
                value=value / words.factor,
            )
            for value in map(float, values)
        ]
        rows.append(Row(cells=(Cell(text=name), *cells)))
    ranks = dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    if words.bounded or judgement.evidence is not Evidence.DATASETS:
        means = [float(column.mean()) for column in shown.T]
        cells = [Cell(text=fixed(mean, decimals), value=mean / words.factor) for mean in means]
        rows.append(Row(cells=(Cell(text="Average (not tested)"), *cells), summary=True))
    low = min(ranks.values())
    places = [Cell(text=fixed(ranks[name], 2), bold=ranks[name] == low, value=ranks[name]) for name in matrix.names]
    rows.append(Row(cells=(Cell(text="Average rank"), *places), summary=True))
    hidden = len(matrix.blocks) - _MOST
    return Table(
        columns=(
            Column(title=_HEADS[judgement.evidence]),
            *(Column(title=name, align="right") for name in matrix.names),
        ),
        rows=tuple(rows),
        caption=words.heading,
        notes=("Best of each row in bold.", *((f"{plural(hidden, 'further row')} not shown.",) if hidden > 0 else ())),
    )


def _decimals(values: np.ndarray) -> int:
    """As many decimals as the numbers were given with, four at most."""
    finite = values[np.isfinite(values)]
    for decimals in range(5):
        if np.allclose(finite, np.round(finite, decimals), rtol=0, atol=1e-9):
            return decimals
    return 4
