"""Other conditions: errors of the train x test grid, performance deterioration, who loses more and who stays best."""

from collections.abc import Sequence
from math import isnan

import numpy as np

from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.notes import Emphasis, Name, Sentence, Span
from bakeoff.core.text import MISSING, clean, fixed, format_p, listed, plural, short_p
from bakeoff.estimates.estimate import Estimate
from bakeoff.figures.deterioration import DeteriorationPlot, deterioration_figure
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Block, Figure, Fold, Notices, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import Section, is_study
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.analysis.condition_effects import ConditionCell, ConditionFindings
from bakeoff.study.facts.study_facts import CONDITIONS as CHANGED

__all__ = ["CONDITIONS", "condition_plot", "condition_tables", "condition_test_tables", "condition_words", "conditions_table"]  # fmt: skip


def condition_words(findings: ConditionFindings) -> Sentence:
    """The verdict: does everything drop, who drops more, who stays best."""
    sentences = [_drop_words(findings), *_loss_words(findings), _leader_words(findings)]
    return tuple(
        span for index, words in enumerate(filter(None, sentences)) for span in ([" "] if index else []) + words
    )


def _error(findings: ConditionFindings) -> str:
    return words_for(findings.measure, findings.direction).inline


def _drop_words(findings: ConditionFindings) -> list[Span]:
    tested = [drop for drop in findings.drops if not isnan(drop.p_adjusted)]
    worse = [drop for drop in tested if findings.shows(drop.p_adjusted) and drop.change > 0]
    better = [drop for drop in tested if findings.shows(drop.p_adjusted) and drop.change < 0]
    if not tested:
        return ["Whether learners lose by the change cannot be tested: that needs several splits."]
    of = f"{len(tested)} changes of condition for {plural(len(findings.learners), 'learner')}"
    lead = "Everything drops." if len(worse) == len(tested) else "Some learners drop." if worse else "No drop is shown."
    text: list[Span] = [
        Emphasis((lead,)),
        f" In {len(worse)} of {of} a learner is shown to be worse than if it had been trained under the",
    ]
    text.append(" test condition")
    never = [name for name in findings.learners if not any(drop.learner == name for drop in worse)]
    if worse and never:
        text += ["; no loss is shown for ", *_names(never)]
    text.append(f"; in {len(better)} it is shown to be better." if better else ".")
    return text


def _names(names: Sequence[str]) -> list[Span]:
    spans: list[Span] = []
    for index, name in enumerate(names):
        spans += [Name(name), " and " if index == len(names) - 2 else ", " if index < len(names) - 2 else ""]
    return spans


def _loss_words(findings: ConditionFindings) -> list[list[Span]]:
    """One list for each sentence."""
    averages = {name: average.value for name, average in findings.averages.items() if not isnan(average.value)}
    sentences: list[list[Span]] = []
    if averages:
        order = sorted(averages, key=lambda name: averages[name])
        text: list[Span] = ["The average performance deterioration is "]
        for index, name in enumerate(order):
            text += [fixed(averages[name], 2), " for ", Name(name), ", " if index < len(order) - 1 else "."]
        sentences.append(text)
    shown = [pair for pair in findings.pairs if findings.shows(pair.p_adjusted)]
    for pair in shown[:4]:
        more, less = (pair.a, pair.b) if pair.difference > 0 else (pair.b, pair.a)
        sentences.append(
            [Name(more), " is shown to lose more than ", Name(less), f" (adjusted {format_p(pair.p_adjusted)})."]
        )
    if findings.pairs and not shown:
        sentences.append(["No learner is shown to lose more than another."])
    undefined = [name for name in findings.learners if name not in averages]
    if undefined:
        sentences.append(
            ["For ", *_names(undefined), " the average is undefined, for pD is undefined under some condition."]
        )
    return sentences


def _leader_words(findings: ConditionFindings) -> list[Span]:
    if not findings.leader or not findings.leads:
        return []
    changes = findings.changes
    behind = {(lead.train, lead.test) for lead in findings.leads if lead.lead < 0}
    beaten = [lead for lead in findings.leads if lead.lead < 0 and findings.shows(lead.p_adjusted)]
    ahead = sum(
        all(
            lead.lead > 0 and findings.shows(lead.p_adjusted)
            for lead in findings.leads
            if (lead.train, lead.test) == change
        )
        for change in changes
    )
    stays = len(changes) - len(behind)
    text: list[Span] = [
        Name(findings.leader),
        f" is best without a change and has the best {_error(findings)} in {stays} of {plural(len(changes), 'changed condition')}",
    ]
    text.append(f"; in {ahead} it is shown to be better than every other learner.")
    if beaten:
        first = beaten[0]
        text += [
            " ",
            Name(first.other),
            f" is shown to be better than it in {len({(lead.train, lead.test) for lead in beaten})}.",
        ]
    return text


def condition_tables(findings: ConditionFindings) -> list[Table]:
    """Errors and pD in the layout that fits the grid: one training condition, one test condition, or several of both."""
    words = words_for(findings.measure, findings.direction)
    if len(findings.trains) == 1:
        return [_by_test(findings, words, findings.trains[0])]
    if len({test for _, test in findings.changes}) == 1:
        return [_by_train(findings, words)]
    if len(findings.tests) > _ACROSS:
        return [_by_test(findings, words, train) for train in findings.trains]
    return [_grid(findings, words)]


_ACROSS = 4  # test conditions of a grid, with a column of scores and one of pD each


_NOTE = "± and brackets: 95% intervals over splits. pD: performance deterioration, the share lost of what training under the test condition gains over its most frequent class."


def _by_test(findings: ConditionFindings, words: MeasureNames, base: str) -> Table:
    """One training condition; test conditions across."""
    alone = len(findings.trains) == 1
    tests = [test for test in findings.tests if any((cell.train, cell.test) == (base, test) for cell in findings.cells)]
    tests.sort(key=lambda test: test != base)
    last: list[Cell] = [Cell()] if alone else []
    heads = [ColumnHeading(title="Learner"), ColumnHeading(title="Trained under")]
    heads += [ColumnHeading(title=clean(findings.name(test)), align="right") for test in tests]
    rows = [
        Row(
            cells=(
                Cell(text="Trivial"),
                Cell(text="most frequent class"),
                *(_plain(findings.trivial.get(test, np.nan), words) for test in tests),
                *last,
            )
        )
    ]
    for learner in findings.learners:
        cells = {cell.test: cell for cell in findings.cells if cell.learner == learner and cell.train == base}
        same = {cell.test: cell for cell in findings.cells if cell.learner == learner and cell.same}
        rows.append(
            Row(
                cells=(
                    Cell(text=learner),
                    Cell(text=clean(findings.name(base))),
                    *(_score(cells.get(test), words) for test in tests),
                    *last,
                )
            )
        )
        rows.append(
            Row(
                cells=(
                    Cell(),
                    Cell(text="the test condition"),
                    *(_score(same.get(test), words) for test in tests),
                    *last,
                )
            )
        )
        lost = [_loss(cells.get(test)) for test in tests]
        average = [_estimate(findings.averages[learner])] if alone else []
        rows.append(Row(cells=(Cell(), Cell(text="pD"), *lost, *average)))
    return Table(
        columns=(*heads, ColumnHeading(title="Average pD", align="right")) if alone else tuple(heads), rows=tuple(rows),
        caption=f"{_title(words)} of learners trained under {clean(findings.name(base))}, by test condition",
        notes=(_NOTE,) if alone else (_averages(findings), _NOTE),
    )  # fmt: skip


def _averages(findings: ConditionFindings) -> str:
    averages = listed([f"{clean(name)} {_estimate(average).text}" for name, average in findings.averages.items()])
    return f"Average pD over all changes: {averages}."


def _title(words: MeasureNames) -> str:
    return f"{words.short}{' (%)' if words.percent else ''}"


def _by_train(findings: ConditionFindings, words: MeasureNames) -> Table:
    """One test condition; training conditions down."""
    test = findings.changes[0][1]
    heads = [ColumnHeading(title="Trained under")]
    for learner in findings.learners:
        heads += [ColumnHeading(title=learner, align="right"), ColumnHeading(title="pD", align="right")]
    rows = [
        Row(
            cells=(
                Cell(text="most frequent class"),
                *(
                    cell
                    for _ in findings.learners
                    for cell in (_plain(findings.trivial.get(test, np.nan), words), Cell())
                ),
            )
        )
    ]
    for train in (test, *findings.trains):
        cells = [_find(findings, learner, train, test) for learner in findings.learners]
        rows.append(
            Row(
                cells=(
                    Cell(text=clean(findings.name(train))),
                    *(part for cell in cells for part in (_score(cell, words), _loss(cell))),
                )
            )
        )
    last = [part for learner in findings.learners for part in (Cell(), _estimate(findings.averages[learner]))]
    rows.append(Row(cells=(Cell(text="Average pD"), *last), summary=True))
    return Table(
        columns=tuple(heads), rows=tuple(rows), caption=f"{_title(words)} under {clean(findings.name(test))}, by training condition", notes=(_NOTE,)
    )  # fmt: skip


def _grid(findings: ConditionFindings, words: MeasureNames) -> Table:
    """Learners and training conditions down, test conditions across; what only gives an ideal shares one row."""
    tests, trains = (
        list(findings.tests),
        [train for train in dict.fromkeys(cell.train for cell in findings.cells) if train in findings.trains],
    )
    heads = [ColumnHeading(title="Learner"), ColumnHeading(title="Trained under")]
    for test in tests:
        heads += [
            ColumnHeading(title=clean(findings.name(test)), align="right"),
            ColumnHeading(title="pD", align="right"),
        ]
    zero = [part for test in tests for part in (_plain(findings.trivial.get(test, np.nan), words), Cell())]
    rows = [Row(cells=(Cell(text="Trivial"), Cell(text="most frequent class"), *zero))]
    for learner in findings.learners:
        for index, train in enumerate(trains):
            cells = [_find(findings, learner, train, test) for test in tests]
            parts = [part for cell in cells for part in (_score(cell, words), _loss(cell))]
            rows.append(
                Row(cells=(Cell(text=learner if index == 0 else ""), Cell(text=clean(findings.name(train))), *parts))
            )
        if ideals := [test for test in tests if test not in trains]:
            same = [_find(findings, learner, test, test) if test in ideals else None for test in tests]
            parts = [part for cell in same for part in (_score(cell, words), Cell())]
            rows.append(Row(cells=(Cell(), Cell(text="the test condition"), *parts)))
    return Table(
        columns=tuple(heads), rows=tuple(rows), caption=f"{_title(words)} by training and test condition",
        notes=(_averages(findings), _NOTE),
    )  # fmt: skip


def _find(findings: ConditionFindings, learner: str, train: str, test: str) -> ConditionCell | None:
    return next(
        (cell for cell in findings.cells if (cell.learner, cell.train, cell.test) == (learner, train, test)), None
    )


def _plain(value: float, words: MeasureNames) -> Cell:
    return Cell(text=MISSING if isnan(value) else _number(value, words), value=None if isnan(value) else value)


def _number(value: float, words: MeasureNames) -> str:
    return fixed(value * words.factor, 1 if words.percent else 3)


def _score(cell: ConditionCell | None, words: MeasureNames) -> Cell:
    if cell is None or isnan(cell.score.value):
        return Cell(text=MISSING)
    half = (cell.score.high - cell.score.low) / 2
    spread = "" if isnan(half) else f" ± {_number(half, words)}"
    return Cell(text=_number(cell.score.value, words) + spread, value=cell.score.value)


def _loss(cell: ConditionCell | None) -> Cell:
    return Cell(text=MISSING) if cell is None or cell.same else _estimate(cell.deterioration)


def _estimate(estimate: Estimate) -> Cell:
    if isnan(estimate.value):
        return Cell(text=MISSING)
    ends = "" if isnan(estimate.low) else f" [{fixed(estimate.low, 2)}, {fixed(estimate.high, 2)}]"
    return Cell(text=fixed(estimate.value, 2) + ends, value=estimate.value)


def condition_test_tables(findings: ConditionFindings) -> list[Table]:
    """The tests behind the verdict."""
    words = words_for(findings.measure, findings.direction)
    sign = "" if findings.direction is Direction.LOWER else " (sign turned, so that more is worse)"

    def change(value: float) -> Cell:
        return Cell(text=f"{value * words.factor:+.{1 if words.percent else 3}f}", value=value)

    drops = [
        Row(
            cells=(
                Cell(text=drop.learner),
                Cell(text=clean(findings.name(drop.train))),
                Cell(text=clean(findings.name(drop.test))),
                change(drop.change),
                *_p_cells(drop.p_value, drop.p_adjusted, shown=findings.shows(drop.p_adjusted)),
            )
        )
        for drop in findings.drops
    ]
    pairs = [
        Row(
            cells=(
                Cell(text=pair.a),
                Cell(text=pair.b),
                Cell(text=f"{pair.difference:+.2f}", value=pair.difference),
                *_p_cells(pair.p_value, pair.p_adjusted, shown=findings.shows(pair.p_adjusted)),
                Cell(text=short_p(pair.p_conditions), value=pair.p_conditions),
            )
        )
        for pair in findings.pairs
    ]
    leads = [
        Row(
            cells=(
                Cell(text=lead.other),
                Cell(text=clean(findings.name(lead.train))),
                Cell(text=clean(findings.name(lead.test))),
                change(lead.lead),
                *_p_cells(lead.p_value, lead.p_adjusted, shown=findings.shows(lead.p_adjusted)),
            )
        )
        for lead in findings.leads
    ]
    law = "corrected resampled t" if findings.overlapping else "paired t"

    def note(family: str = "all lines of the table") -> str:
        return f"Two-sided {law} over {findings.splits} splits, Holm over {family}; in bold: shown at α = {findings.alpha:g}."

    p_heads = (ColumnHeading(title="p", align="right"), ColumnHeading(title="adjusted p", align="right"))
    where = (ColumnHeading(title="Trained under"), ColumnHeading(title="Tested under"))
    tables = [
        Table(columns=(ColumnHeading(title="Learner"), *where, ColumnHeading(title=f"Change of {_title(words)}", align="right"), *p_heads), rows=tuple(drops), caption=f"Is it worse than if trained under the test condition?{sign}", notes=(note(),)),
        Table(columns=(ColumnHeading(title="Learner"), ColumnHeading(title="against"), ColumnHeading(title="Difference of average pD", align="right"), *p_heads, ColumnHeading(title="p over conditions", align="right")), rows=tuple(pairs), caption="Who loses more?", notes=(note(), "p over conditions: Wilcoxon signed ranks of the pD under each condition, not adjusted; it takes the trained models as given.")),
        Table(columns=(ColumnHeading(title=f"{findings.leader} against"), *where, ColumnHeading(title=f"Lead in {_title(words)}", align="right"), *p_heads), rows=tuple(leads), caption="Who stays best?", notes=(note("all pairs of learners, because the leader was chosen by its scores"),)),
    ]  # fmt: skip
    return [table for table in tables if table.rows]


def _p_cells(p: float, adjusted: float, *, shown: bool) -> tuple[Cell, Cell]:
    return Cell(text=short_p(p), value=p), Cell(text=short_p(adjusted), value=adjusted, bold=shown)


def conditions_table(findings: ConditionFindings) -> Table:
    """What each condition is."""
    uses = {"both": "training and testing", "train": "training", "test": "testing, and training for the ideal"}
    rows = [
        Row(cells=(Cell(text=clean(name)), Cell(text=clean(what)), Cell(text=uses[used])))
        for name, what, used in findings.conditions
    ]
    return Table(
        columns=(
            ColumnHeading(title="Condition"),
            ColumnHeading(title="What differs"),
            ColumnHeading(title="Used for"),
        ),
        rows=tuple(rows),
        caption=f"Conditions beside {clean(findings.dataset)} as it is",
    )


def condition_plot(findings: ConditionFindings) -> DeteriorationPlot:
    """PD of every learner under every change, with intervals."""
    changes = findings.changes
    one_train, one_test = len(findings.trains) == 1, len({test for _, test in changes}) == 1
    names = [
        findings.name(test)
        if one_train
        else findings.name(train)
        if one_test
        else f"{findings.name(train)} → {findings.name(test)}"
        for train, test in changes
    ]
    parts = np.full((3, len(findings.learners), len(changes)), np.nan)
    for row, learner in enumerate(findings.learners):
        for index, change in enumerate(changes):
            cell = _find(findings, learner, *change)
            if cell is not None:
                parts[:, row, index] = cell.deterioration.value, cell.deterioration.low, cell.deterioration.high
    return DeteriorationPlot(
        learners=findings.learners, conditions=tuple(names), value=parts[0], low=parts[1], high=parts[2]
    )


def _picture(findings: ConditionFindings, index: int) -> Figure | None:
    numbers = condition_plot(findings)
    if not np.isfinite(numbers.value).any():
        return None
    title = f"What is lost when conditions change: {clean(findings.dataset)}"
    caption = "Marks: performance deterioration; bars: 95% intervals over splits. Left of 0 the change was a help."
    if (numbers.value < -1).any():
        caption += " Values below −1 are not drawn."
    return picture(
        f"conditions-{index + 1}",
        title,
        numbers.sentence(),
        caption,
        lambda theme: deterioration_figure(numbers, theme),
    )


def _blocks(all_findings: Sequence[ConditionFindings]) -> list[Block | None]:
    blocks: list[Block | None] = []
    for index, findings in enumerate(all_findings):
        blocks.append(Paragraph(parts=condition_words(findings)))
        if findings.failed:
            blocks.append(
                Notices(
                    items=(f"{plural(findings.failed, 'unit')} under other conditions failed; their cells are empty.",)
                )
            )
        blocks += [_picture(findings, index), *condition_tables(findings)]
        blocks.append(
            Fold(
                title="Conditions, and the tests behind these sentences",
                blocks=(conditions_table(findings), *condition_test_tables(findings)),
            )
        )
    return blocks


CONDITIONS = Section(
    name="conditions",
    title="When conditions change",
    when=(is_study,),
    needs=(CHANGED,),
    facts=lambda source: source.of(CHANGED),
    blocks=_blocks,
    csv=lambda all_findings: condition_tables(all_findings[0])[0],
    references=lambda _: ("alaiz2008b",),
)
