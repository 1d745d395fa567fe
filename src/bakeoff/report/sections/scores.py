"""The score table: data sets by learners, with its summary rows, the signs beside scores and the notes that explain them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isclose, isnan, nan
from string import ascii_lowercase

from bakeoff.comparisons.judging.judgement import JudgedPair
from bakeoff.comparisons.test_names import title_of_test
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.text import (
    MISSING,
    capital,
    clean,
    csv_number,
    decimals_for,
    duration,
    fixed,
    listed,
    plural,
    plus_minus,
)
from bakeoff.measures.measure_scale import is_cost
from bakeoff.report.blocks import Alternatives, Block
from bakeoff.report.names import adjusted_words
from bakeoff.report.section import Section, is_study
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table, should_transpose, transpose
from bakeoff.study.analysis.cell_estimates import CellEstimate as Score
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.score_grid import ScoreGrid
from bakeoff.study.facts.study_facts import MARKS, PLANNED

__all__ = ["FITTED", "SCORES", "Signs", "TableOptions", "marks_of", "planned_pairs", "score_table", "side_by_side"]

VARIANT = "*"
SIGNS = ("◊", "●", "★", "†", "‡", "§", *ascii_lowercase)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """The sign of each cell (empty: tested, nothing shown), and the note that explains them."""

    at: dict[tuple[str, str], str] = field(default_factory=dict)
    note: str = ""
    counted: bool = False  # whether it says something how often a learner is better, open and worse


def marks_of(findings: Findings, measure: str) -> Signs:
    """Signs of the tests on each data set, by every measure that was tested there."""
    planned = planned_pairs(findings)
    if planned:
        return _by_pair(findings, planned, measure)
    marks = findings.marks if measure == findings.card.primary else findings.of(MARKS).get(measure, ())
    symbols = {(mark.dataset, mark.learner): mark.symbol for mark in marks}
    if not symbols:
        return Signs()
    baseline = findings.card.baseline
    several = len(findings.card.datasets) > 1
    against = clean(baseline) if baseline else "the best on each data set" if several else "the best"
    how = _how(marks[0].judged)
    itself = "" if baseline or len(findings.card.learners) == 2 else "; the best is compared with the runner-up"
    shown = any(symbols.values())
    neither = ", – neither" if several else ""  # in the counts over data sets
    legend = f"● shown to be better, ○ shown to be worse than {against}{neither}"
    note = legend if shown else f"No difference to {against} is shown"
    return Signs(at=symbols, note=f"{note}{itself}: {how}.{_without_a_score(findings, symbols)}", counted=shown)


def _without_a_score(findings: Findings, symbols: Mapping[tuple[str, str], str]) -> str:
    """Which learners were left out of the tests on which data set, because they have no score there."""
    parts = []
    for dataset in dict.fromkeys(dataset for dataset, _ in symbols):
        names = [card.name for card in findings.card.learners if card.name != findings.card.baseline]
        absent = [name for name in names if (dataset, name) not in symbols]
        if absent:
            parts.append(f"on {clean(dataset)} without {listed([clean(name) for name in absent])}")
    return f" Tested {listed(parts)}: no score there." if parts else ""


def planned_pairs(findings: Findings) -> tuple[tuple[str, str], ...]:
    """The pairs that the study names, also where the verdict about them is withheld."""
    judged = next((tuple(judgement.planned) for _, judgement in findings.per_dataset if judgement.planned), ())
    return judged if len(judged) > len(findings.card.pairs) else tuple(findings.card.pairs)


def _signs(findings: Findings, planned: Sequence[tuple[str, str]]) -> list[str]:
    """The sign of each planned pair: the study's own, which pairs may share, else one for each."""
    card = findings.card
    own = dict(zip(card.pairs, card.signs, strict=False))
    return [clean(own.get(pair, "")) or _sign(number) for number, pair in enumerate(planned)]


def _sign(number: int) -> str:
    """The notes' signs, then letters, then numbers in brackets: signs of several pairs may stand side by side.

    >>> [_sign(at) for at in (0, 5, 6, 31, 32)]
    ['◊', '§', 'a', 'z', '(33)']
    """
    return SIGNS[number] if number < len(SIGNS) else f"({number + 1})"


def _by_pair(findings: Findings, planned: tuple[tuple[str, str], ...], measure: str) -> Signs:
    """The winner of a planned pair carries the pair's sign."""
    symbols: dict[tuple[str, str], str] = {}
    how, signs = "", _signs(findings, planned)
    untested: dict[tuple[str, str], list[str]] = {}
    judgements = dict(findings.per_dataset) if measure == findings.card.primary else {}
    if {card.name for card in findings.card.datasets} - set(judgements):
        judgements |= dict(findings.of(PLANNED).get(measure, ()))
    for dataset, judgement in judgements.items():
        pairs = {frozenset((pair.pair.a, pair.pair.b)): pair for pair in judgement.pairs}
        for sign, pair in zip(signs, planned, strict=True):
            judged = pairs.get(frozenset(pair))
            if judged is None:
                untested.setdefault(pair, []).append(clean(dataset))
                continue
            how = how or _how(judged)
            if judged.verdict.winner is not None:
                place = (dataset, judged.verdict.winner)
                symbols[place] = symbols.get(place, "") + (sign if sign not in symbols.get(place, "") else "")
    if not how:
        return Signs()
    named = {sign: [pair for own_sign, pair in zip(signs, planned, strict=True) if own_sign == sign] for sign in signs}
    legend = "; ".join(
        f"{clean(sign)} {', '.join(f'{clean(a)} and {clean(b)}' for a, b in pairs)}" for sign, pairs in named.items()
    )
    return Signs(
        at=symbols,
        note=f"A sign marks the better one of a planned pair where a difference is shown: {legend} ({how}).{_untested_pairs(untested)}",
    )


def _untested_pairs(where: Mapping[tuple[str, str], Sequence[str]]) -> str:
    """Planned pairs of which one learner has no score on some data sets."""
    parts = [f"{clean(a)} and {clean(b)} on {listed(names)}" for (a, b), names in where.items()]
    return f" Not tested, as one of the two has no score there: {'; '.join(parts)}." if parts else ""


def _how(judged: JudgedPair) -> str:
    adjusted = "" if judged.pair.adjustment == "none" else f", {adjusted_words(judged.pair.adjustment)}"
    return f"{title_of_test(judged.pair.result.test)}{adjusted}, α = {judged.verdict.alpha:g}"


_GONE = {"timeout": "OUT OF TIME", "memory": "OUT OF MEMORY", "invalid": "INVALID"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """The knobs of a score table."""

    spread: str = "se"  # what stands after ±: "se", "sd", "interval" or "none"
    percent: bool | None = None  # None: as the measure is usually shown
    decimals: int | None = None  # None: set by the errors
    marks: bool = True
    times: bool = False  # mean processor time in parentheses
    seconds: Mapping[tuple[str, str], float] | None = None  # other times to put there, by data set and learner
    variants: Mapping[str, str] | None = (
        None  # of a learner its variant: the better one is shown, with a star if it is the variant
    )
    summary: bool = True
    flip: bool | None = False  # learners down, data sets across; None: if that is narrower
    ranked: bool = False  # learners best first; else as the study names them
    caption: str | None = None
    label: str = ""


FITTED = TableOptions(flip=None, ranked=True)  # as a page shows it


def score_table(findings: Findings, measure: str | None = None, look: TableOptions | None = None) -> Table:
    """The table of one measure; the primary one carries the marks of its tests, every one those of planned pairs."""
    look = look or TableOptions()
    measure = measure or findings.card.primary
    grid, words = ScoreGrid.of(findings, measure), words_for(measure)
    grid = replace(grid, learners=grid.best_first) if look.ranked else grid
    signs = marks_of(findings, measure) if look.marks else Signs()
    percent = words.percent if look.percent is None else look.percent
    factor = 100.0 if percent else 1.0
    errors = [_error(cell) * factor for cell in grid.cells.values()]
    times = {(time.dataset, time.learner): time.seconds for time in findings.times} if look.times else {}
    times = dict(look.seconds) if look.seconds is not None else times
    grid, signs, times = _of_variants(grid, signs, times, look.variants or {})
    best = {
        dataset: grid.best(dataset) if grid.known(dataset) > 1 else nan for dataset in grid.datasets
    }  # alone is not best
    merged = frozenset((look.variants or {}).values())  # a cell may be that of the variant
    dull = frozenset() if merged or not grid.measure.reads.tabulated else findings.checks.one_class_places
    context = TableContext(
        findings=findings, grid=grid, words=words, look=look, factor=factor, signs=signs, times=times, best=best, dull=dull
    )  # fmt: skip
    plainly = 1 if percent else 3
    rows = []
    for dataset in grid.datasets:
        own = [
            _error(grid.cells[dataset, learner]) * factor
            for learner in grid.learners
            if (dataset, learner) in grid.cells
        ]
        decimals = decimals_for(own if words.in_units else errors, unknown=plainly)
        decimals = decimals if look.decimals is None else look.decimals
        shown = [_cell(context, (dataset, learner), decimals) for learner in grid.learners]
        rows.append(Row(cells=(Cell(text=dataset), *shown)))
    if look.summary and len(grid.datasets) > 1:
        decimals = look.decimals if look.decimals is not None else decimals_for(errors, unknown=plainly)
        rows += _summary(context, decimals)
    title = words.title if words.kind == "number" else words.short  # seconds and bytes say their units
    caption = f"{title}{' (%)' if percent else ''}, {words.better}"
    table = Table(
        columns=(
            ColumnHeading(title="Data set"),
            *(ColumnHeading(title=name, align="right") for name in grid.learners),
        ),
        rows=tuple(rows),
        caption=look.caption if look.caption is not None else caption,
        notes=(*_notes(findings, grid, look, signs), *_without_a_star(context)),
        label=look.label,
    )
    narrower = look.flip is None and should_transpose(len(grid.learners), len(grid.datasets))
    return _turned(table, grid.ranks) if look.flip or narrower else table


def side_by_side(tables: Mapping[str, Table], look: TableOptions) -> Table:
    """The tables of several measures as one: data sets down, and for each learner a column of every measure."""
    names = [column.title for column in next(iter(tables.values())).columns[1:]]
    rows = {measure: {row.cells[0].text: row for row in table.rows} for measure, table in tables.items()}
    order = {text: row.summary for own in rows.values() for text, row in own.items()}
    shorts = {measure: capital(words_for(measure).inline) for measure in tables}
    heads = [ColumnHeading(title=f"{name} {short}", align="right") for name in names for short in shorts.values()]
    missing = Cell(text=MISSING, tone="quiet")
    joined = []
    for text in sorted(order, key=order.__getitem__):  # what sums up comes last
        own = [rows[measure].get(text) for measure in tables]
        cells = [missing if row is None else row.cells[index] for index, _ in enumerate(names, 1) for row in own]
        joined.append(Row(cells=(Cell(text=text), *cells), summary=order[text]))
    count = sum(not summary for summary in order.values())
    counts = {shorts[measure]: sum(not row.summary for row in own.values()) for measure, own in rows.items()}
    some = [f"{short}: {own} of {count} data sets have it." for short, own in counts.items() if own < count]
    table = Table(
        columns=(ColumnHeading(title="Data set"), *heads),
        rows=tuple(joined),
        caption=look.caption if look.caption is not None else "; ".join(table.caption for table in tables.values()),
        notes=(*_shared_notes({shorts[measure]: table.notes for measure, table in tables.items()}), *some),
        label=look.label,
    )
    return transpose(table, "Learner and measure") if look.flip else table


def _shared_notes(notes: Mapping[str, Sequence[str]]) -> list[str]:
    """What the notes of all measures have in common, once; a note of some names its measure, unless it does so already."""
    first = list(next(iter(notes.values())))
    spread = first[0].partition(".")[0]  # how the numbers were made, without what is in bold
    rest = [
        note if note.startswith(short) else f"{short}: {note}"
        for short, own in notes.items()
        for note in own
        if note not in first and note.partition(".")[0] != spread
    ]
    return [*first, *rest]


def _of_variants(
    grid: ScoreGrid, signs: Signs, times: dict[tuple[str, str], float], variants: Mapping[str, str]
) -> tuple[ScoreGrid, Signs, dict[tuple[str, str], float]]:
    """The same with one learner for two: on each data set the better of the two, starred where it is the variant."""
    cells, symbols, seconds = dict(grid.cells), dict(signs.at), dict(times)
    for learner, variant in variants.items():
        for dataset in grid.datasets:
            own, other = grid.value(dataset, learner), grid.value(dataset, variant)
            if isnan(other) or (not isnan(own) and grid.better(own, other) == own):
                continue
            cells[dataset, learner] = grid.cells[dataset, variant]
            symbols[dataset, learner] = signs.at.get((dataset, variant), "") + VARIANT
            if (dataset, variant) in times:
                seconds[dataset, learner] = times[dataset, variant]
    kept = tuple(learner for learner in grid.learners if learner not in variants.values())
    ranks = grid.ranks if len(kept) == len(grid.learners) else {}  # learners and their variants were merged
    return replace(grid, learners=kept, cells=cells, ranks=ranks), replace(signs, at=symbols), seconds


def _turned(table: Table, ranks: Mapping[str, float]) -> Table:
    """Learners go down the page, the best first; what sums up a learner stands before its scores."""
    sums = [row for row in table.rows if row.summary][::-1]
    turned = transpose(replace(table, rows=(*sums, *(row for row in table.rows if not row.summary))), "Learner")
    return replace(turned, rows=tuple(sorted(turned.rows, key=lambda row: ranks.get(row.cells[0].text, inf))))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """What the cells of one table share."""

    findings: Findings
    grid: ScoreGrid
    words: MeasureNames
    look: TableOptions
    factor: float
    signs: Signs
    times: dict[tuple[str, str], float]
    best: dict[str, float]  # of each data set
    dull: frozenset[tuple[str, str]]  # data sets and learners that predict one class only there

    def is_best(self, dataset: str, learner: str) -> bool:
        """Whether the score is the best of the data set."""
        return isclose(self.grid.value(dataset, learner), self.best[dataset], rel_tol=1e-12)

    def starred(self, dataset: str, learner: str) -> bool:
        """Whether the score stands out as the best: never that of a learner that predicts one class only."""
        return self.is_best(dataset, learner) and (dataset, learner) not in self.dull


def _without_a_star(context: TableContext) -> list[str]:
    """Which learners have the best score of a data set, but do not stand out, because they predict one class only."""
    grid = context.grid
    places = [
        (dataset, learner)
        for dataset in grid.datasets
        for learner in grid.learners
        if (dataset, learner) in context.dull and context.is_best(dataset, learner)
    ]
    if not places:
        return []
    names = list(dict.fromkeys(clean(learner) for _, learner in places))
    where = f" on {listed([clean(name) for name in dict.fromkeys(dataset for dataset, _ in places)])}"
    verb = "predicts" if len(names) == 1 else "predict"
    on = where if len(grid.datasets) > 1 else ""
    return [f"{listed(names)} {verb} one class only{on}, so the score does not count as the best."]


def _cell(context: TableContext, place: tuple[str, str], decimals: int) -> Cell:
    findings, grid, look = context.findings, context.grid, context.look
    score = grid.cells.get(place)
    if score is None:
        return Cell(text=MISSING, tone="quiet")
    if isnan(score.estimate.value):
        return Cell(text=_gone(findings, score), tone="quiet")
    text = _spread(score, look, context.factor, decimals)
    if context.words.kind != "number":
        text = context.words.show(score.estimate.value, decimals)
    if place in context.times:
        text += f" ({duration(context.times[place])})"
    return Cell(
        text=text,
        bold=context.starred(*place),
        mark=context.signs.at.get(place, ""),
        value=score.estimate.value,
    )


def _spread(score: Score, look: TableOptions, factor: float, decimals: int) -> str:
    value = score.estimate.value * factor
    if _by_interval(score, look):
        low, high = (fixed(end * factor, decimals) for end in (score.estimate.low, score.estimate.high))
        return f"{fixed(value, decimals)} [{low}, {high}]"
    error = {"se": score.standard_error, "sd": score.sd}.get(look.spread, nan)
    return plus_minus(value, error * factor, decimals)


def _error(score: Score) -> float:
    """What sets the digits: the standard error, of a single test set a quarter of the interval's length."""
    return score.estimate.half_width / 2 if isnan(score.standard_error) else score.standard_error


def _by_interval(score: Score, look: TableOptions) -> bool:
    """Whether the cell shows its interval: asked for, or all that a single test set has."""
    alone = look.spread == "se" and isnan(score.standard_error)
    return (look.spread == "interval" or alone) and not isnan(score.estimate.low)


def _gone(findings: Findings, score: Score) -> str:
    """Why there is no number: in capitals where units died, a dash where the measure is undefined."""
    if score.done == score.planned:
        return MISSING
    kinds = [
        failure.kind
        for failure in findings.failures
        if (failure.dataset, failure.learner) == (score.dataset, score.learner)
    ]
    if not kinds:
        return f"{score.done}/{score.planned} done"
    commonest = max(sorted(set(kinds)), key=kinds.count)
    return f"{_GONE.get(commonest, 'FAILED')} ({score.done}/{score.planned})"


def _summary(context: TableContext, decimals: int) -> list[Row]:
    findings, grid, signs, factor = context.findings, context.grid, context.signs, context.factor
    rows = []
    if not words_for(grid.measure.name).in_units:
        means = [grid.mean_of(learner) for learner in grid.learners]
        cells = [Cell(text=fixed(mean * factor, decimals), value=None if isnan(mean) else mean) for mean in means]
        rows.append(Row(cells=(Cell(text="Average (not tested)"), *cells), summary=True))
    if signs.counted:
        rows.append(Row(cells=(Cell(text="●/–/○"), *_tally(grid, signs, findings.card.baseline)), summary=True))
    ranks = grid.ranks
    if ranks:
        best = min(ranks.values())
        everywhere = [
            learner for learner in grid.learners if all((dataset, learner) in context.dull for dataset in grid.datasets)
        ]
        cells = [
            Cell(
                text=fixed(ranks[learner], 2),
                bold=ranks[learner] == best and learner not in everywhere,
                value=ranks[learner],
            )
            if learner in ranks
            else Cell(text=MISSING)
            for learner in grid.learners
        ]
        rows.append(Row(cells=(Cell(text="Average rank"), *cells), summary=True))
    return rows


def _tally(grid: ScoreGrid, signs: Signs, baseline: str | None) -> list[Cell]:
    """How often each learner is shown to be better, not shown to differ, shown to be worse."""
    cells = []
    for learner in grid.learners:
        own = [sign for (_, who), sign in signs.at.items() if who == learner]
        text = MISSING if learner == baseline else f"{own.count('●')}/{own.count('')}/{own.count('○')}"
        cells.append(Cell(text=text))
    return cells


def _notes(findings: Findings, grid: ScoreGrid, look: TableOptions, signs: Signs) -> list[str]:
    best = f" Best{' on each data set' if len(grid.datasets) > 1 else ''} in bold."
    if len(grid.learners) < 2 or all(isnan(grid.best(dataset)) for dataset in grid.datasets):
        best = ""
    notes = [f"{_spread_words(findings, grid, look)}.{best}"]
    timed = (
        "In parentheses: mean time to predict."
        if look.seconds is not None
        else "In parentheses: mean processor time to fit and predict."
    )
    notes += [timed] if look.seconds is not None or (look.times and findings.times) else []
    if look.variants:
        named = listed([f"{clean(name)} ({clean(other)})" for name, other in look.variants.items()])
        notes.append(
            f"{VARIANT} the variant was better and is shown: {named}. The better of two, picked by these scores, looks better than it is."
        )
    notes += [signs.note] if signs.note else []
    remarks = dict.fromkeys(cell.note for cell in grid.cells.values() if cell.note and cell.done == cell.planned)
    return [*notes, *(f"{capital(note)}." for note in list(remarks)[:3])]


def _spread_words(findings: Findings, grid: ScoreGrid, look: TableOptions) -> str:
    """What the numbers are, and what stands behind them."""
    cells, count = grid.cells.values(), findings.card.splits_per_dataset
    middle = "Median" if grid.measure.median else "Mean"
    over = (
        f"{middle} over {plural(count, 'split')}"
        if count > 1
        else "One test set" + (" per data set" if len(grid.datasets) > 1 else "")
    )
    if is_cost(grid.measure.name):
        return over
    shown = [cell.estimate for cell in cells if _by_interval(cell, look)]
    if shown:
        methods = listed(list(dict.fromkeys(estimate.method for estimate in shown)))
        rows = " over its rows" if count == 1 else ""
        return f"{over} [{shown[0].level:.0%} interval{rows}: {methods}]"
    spread = {"se": "± standard error of the mean", "sd": "± standard deviation"}.get(look.spread, "")
    if not spread or all(isnan(cell.standard_error) for cell in cells):
        return over
    overlap = look.spread == "se" and findings.card.test_share is not None
    corrected = ", corrected for overlapping training sets" if overlap else ""
    return f"Mean {spread} over {plural(count, 'split')}{corrected}"


def score_columns(findings: Findings) -> Table:
    """Every cell in full precision."""
    titles = ("dataset", "learner", "measure", "mean", "standard_error", "sd", "low", "high", "done", "planned")
    rows = []
    for cell in findings.cells:
        numbers = (cell.estimate.value, cell.standard_error, cell.sd, cell.estimate.low, cell.estimate.high)
        texts = [csv_number(number) for number in numbers]
        cells = (cell.dataset, cell.learner, cell.measure, *texts, f"{cell.done}", f"{cell.planned}")
        rows.append(Row(cells=tuple(Cell(text=text) for text in cells)))
    return Table(columns=tuple(ColumnHeading(title=title) for title in titles), rows=tuple(rows), caption=MISSING)


def _blocks(findings: Findings) -> list[Block]:
    """The primary measure; of several learners the other measures of quality can be switched to."""
    card = findings.card
    others = [name for name in card.measures if name != card.primary and words_for(name).kind == "number"]
    if not others or len(card.learners) < 2:
        return [score_table(findings, look=FITTED)]
    names = [card.primary, *others]
    items = tuple((words_for(name).title, (score_table(findings, name, FITTED),)) for name in names)
    return [Alternatives(what="Measure", items=items)]


SCORES = Section(
    name="scores",
    title="Scores",
    when=(is_study,),
    needs=(MARKS, PLANNED),
    facts=lambda source: source.study,
    blocks=_blocks,
    csv=score_columns,
)
