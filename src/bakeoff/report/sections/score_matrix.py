"""The score table of a plain comparison: the matrix somebody brought, best in bold."""

from collections.abc import Mapping, Sequence
from math import isnan

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import best_of_blocks
from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.core.text import MISSING, capital, decimals_for, fixed, listed, plural
from bakeoff.estimates.estimate import Estimate
from bakeoff.report.blocks import Block
from bakeoff.report.section import ReportSource, Section, is_comparison
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.facts.comparison_facts import LEARNER_SCORES, TEST_SET

__all__ = ["SCORE_MATRIX", "judged_table"]

_MOST = 60  # rows shown; a table of a thousand runs is summed up by its last row


def judged_table(judgement: Judgement, scores: Mapping[str, Estimate]) -> Table:
    """Blocks by learners with their averages; of a test set compared row by row only the averages."""
    matrix = judgement.matrix
    words = words_of(judgement.context)
    order = [matrix.names.index(name) for name in sort_best_first(judgement)]
    shown = matrix.values[:, order] * words.factor
    decimals = _decimals(shown)
    best = best_of_blocks(matrix) * words.factor
    rows = []
    most = 0 if judgement.evidence.single_rows else _MOST  # whether one row is right interests nobody
    failed = np.zeros(shown.shape, dtype=bool) if matrix.failed is None else matrix.failed[:, order]
    for name, values, gone, top in zip(matrix.blocks[:most], shown[:most], failed[:most], best[:most], strict=True):
        cells = [
            Cell(
                text=fixed(value, decimals) if not isnan(value) else "failed" if out else MISSING,
                bold=bool(value == top),
                value=value / words.factor,
            )
            for value, out in zip(map(float, values), gone.tolist(), strict=True)
        ]
        rows.append(Row(cells=(Cell(text=name), *cells)))
    rows += [_ranks(judgement)] if judgement.evidence is DATASETS else []
    mean, about_mean = _mean(judgement, scores, decimals)
    rows += [mean] if mean is not None else []
    hidden = len(matrix.blocks) - _MOST if most else 0
    return Table(
        columns=(
            ColumnHeading(title=capital(judgement.evidence.block)),
            *(ColumnHeading(title=matrix.names[column], align="right") for column in order),
        ),
        rows=tuple(rows),
        caption=words.heading,
        notes=(
            f"Best of each row in bold.{about_mean}",
            *(("Failed: worse than every score, so it has the last rank.",) if matrix.failed is not None else ()),
            *((f"{plural(hidden, 'further row')} not shown.",) if hidden > 0 else ()),
        ),
    )


def _ranks(judgement: Judgement) -> Row:
    ranks = dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    low = min(ranks.values())
    names = sort_best_first(judgement)
    places = [Cell(text=fixed(ranks[name], 2), bold=ranks[name] == low, value=ranks[name]) for name in names]
    return Row(cells=(Cell(text="Average rank"), *places), summary=True)


def _mean(judgement: Judgement, scores: Mapping[str, Estimate], decimals: int) -> tuple[Row | None, str]:
    """The averages, and what is to be said of them: over data sets nobody tested them, else they have intervals."""
    if not scores:
        return None, ""
    words = words_of(judgement.context)
    estimates = [scores[name] for name in sort_best_first(judgement)]
    if judgement.evidence is DATASETS:
        cells = [
            Cell(text=fixed(estimate.value * words.factor, decimals), value=estimate.value) for estimate in estimates
        ]
        return Row(cells=(Cell(text="Average (not tested)"), *cells), summary=True), ""
    errors = [estimate.half_width / 2 * words.factor for estimate in estimates]
    best = words.best([estimate.value for estimate in estimates])
    digits = decimals_for(errors, least=words.fewest, unknown=decimals)
    cells = [
        Cell(text=_with_ends(estimate, words.factor, digits), bold=estimate.value == best, value=estimate.value)
        for estimate in estimates
    ]
    return Row(cells=(Cell(text="Mean"), *cells), summary=True), _about_mean(judgement, estimates)


def _about_mean(judgement: Judgement, estimates: Sequence[Estimate]) -> str:
    """How the averages and their intervals are made."""
    methods = listed(list(dict.fromkeys(estimate.method for estimate in estimates if estimate.has_interval)))
    weighted = "Weighted mean" if judgement.matrix.weight is not None else "Mean"
    return f" {weighted} [{100 * estimates[0].level:.4g}% interval: {methods}]." if methods else ""


def _with_ends(estimate: Estimate, factor: float, decimals: int) -> str:
    value, low, high = (fixed(end * factor, decimals) for end in (estimate.value, estimate.low, estimate.high))
    return value if isnan(estimate.low) else f"{value} [{low}, {high}]"


def _decimals(values: np.ndarray) -> int:
    """As many decimals as the numbers were given with, four at most."""
    finite = values[np.isfinite(values)]
    for decimals in range(5):
        if np.allclose(finite, np.round(finite, decimals), rtol=0, atol=1e-9):
            return decimals
    return 4


def _blocks(source: ReportSource) -> list[Block]:
    if source.of(TEST_SET) is not None:
        return []
    return [judged_table(source.compared, source.of(LEARNER_SCORES))]


SCORE_MATRIX = Section(
    name="score-matrix",
    title=lambda source: f"Scores: {words_of(source.compared.context).title}" if source.compared.measure else "Scores",
    anchor="scores",
    when=(is_comparison,),
    needs=(TEST_SET, LEARNER_SCORES),
    blocks=_blocks,
)
