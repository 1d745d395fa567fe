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


def condition_words(found: ConditionFindings) -> Sentence:
    """The verdict: does everything drop, who drops more, who stays best."""
    sentences = [_drop_words(found), *_loss_words(found), _leader_words(found)]
    return tuple(span for at, one in enumerate(filter(None, sentences)) for span in ([" "] if at else []) + one)


def _error(found: ConditionFindings) -> str:
    return words_for(found.measure, found.direction).inline


def _drop_words(found: ConditionFindings) -> list[Span]:
    tested = [one for one in found.drops if not isnan(one.p_adjusted)]
    worse = [one for one in tested if found.shows(one.p_adjusted) and one.change > 0]
    better = [one for one in tested if found.shows(one.p_adjusted) and one.change < 0]
    if not tested:
        return ["Whether learners lose by the change cannot be tested: that needs several splits."]
    of = f"{len(tested)} changes of condition for {plural(len(found.learners), 'learner')}"
    lead = "Everything drops." if len(worse) == len(tested) else "Some learners drop." if worse else "No drop is shown."
    text: list[Span] = [
        Emphasis((lead,)),
        f" In {len(worse)} of {of} a learner is shown to be worse than if it had been trained under the",
    ]
    text.append(" test condition")
    never = [name for name in found.learners if not any(one.learner == name for one in worse)]
    if worse and never:
        text += ["; no loss is shown for ", *_names(never)]
    text.append(f"; in {len(better)} it is shown to be better." if better else ".")
    return text


def _names(names: Sequence[str]) -> list[Span]:
    found: list[Span] = []
    for at, one in enumerate(names):
        found += [Name(one), " and " if at == len(names) - 2 else ", " if at < len(names) - 2 else ""]
    return found


def _loss_words(found: ConditionFindings) -> list[list[Span]]:
    """One list for each sentence."""
    known = {name: one.value for name, one in found.averages.items() if not isnan(one.value)}
    made: list[list[Span]] = []
    if known:
        order = sorted(known, key=lambda name: known[name])
        text: list[Span] = ["The average performance deterioration is "]
        for at, name in enumerate(order):
            text += [fixed(known[name], 2), " for ", Name(name), ", " if at < len(order) - 1 else "."]
        made.append(text)
    shown = [one for one in found.pairs if found.shows(one.p_adjusted)]
    for one in shown[:4]:
        more, less = (one.a, one.b) if one.difference > 0 else (one.b, one.a)
        made.append(
            [Name(more), " is shown to lose more than ", Name(less), f" (adjusted {format_p(one.p_adjusted)})."]
        )
    if found.pairs and not shown:
        made.append(["No learner is shown to lose more than another."])
    undefined = [name for name in found.learners if name not in known]
    if undefined:
        made.append(
            ["For ", *_names(undefined), " the average is undefined, for pD is undefined under some condition."]
        )
    return made


def _leader_words(found: ConditionFindings) -> list[Span]:
    if not found.leader or not found.leads:
        return []
    changes = found.changes
    behind = {(one.train, one.test) for one in found.leads if one.lead < 0}
    beaten = [one for one in found.leads if one.lead < 0 and found.shows(one.p_adjusted)]
    ahead = sum(
        all(one.lead > 0 and found.shows(one.p_adjusted) for one in found.leads if (one.train, one.test) == change)
        for change in changes
    )
    stays = len(changes) - len(behind)
    text: list[Span] = [
        Name(found.leader),
        f" is best without a change and has the best {_error(found)} in {stays} of {plural(len(changes), 'changed condition')}",
    ]
    text.append(f"; in {ahead} it is shown to be better than every other learner.")
    if beaten:
        first = beaten[0]
        text += [
            " ",
            Name(first.other),
            f" is shown to be better than it in {len({(one.train, one.test) for one in beaten})}.",
        ]
    return text


def condition_tables(found: ConditionFindings) -> list[Table]:
    """Errors and pD in the layout that fits the grid: one training condition, one test condition, or several of both."""
    words = words_for(found.measure, found.direction)
    if len(found.trains) == 1:
        return [_by_test(found, words, found.trains[0])]
    if len({test for _, test in found.changes}) == 1:
        return [_by_train(found, words)]
    if len(found.tests) > _ACROSS:
        return [_by_test(found, words, train) for train in found.trains]
    return [_grid(found, words)]


_ACROSS = 4  # test conditions of a grid, with a column of scores and one of pD each


_NOTE = "± and brackets: 95% intervals over splits. pD: performance deterioration, the share lost of what training under the test condition gains over its most frequent class."


def _by_test(found: ConditionFindings, words: MeasureNames, base: str) -> Table:
    """One training condition; test conditions across."""
    alone = len(found.trains) == 1
    tests = [one for one in found.tests if any((cell.train, cell.test) == (base, one) for cell in found.cells)]
    tests.sort(key=lambda one: one != base)
    last: list[Cell] = [Cell()] if alone else []
    heads = [ColumnHeading(title="Learner"), ColumnHeading(title="Trained under")]
    heads += [ColumnHeading(title=clean(found.name(one)), align="right") for one in tests]
    rows = [
        Row(
            cells=(
                Cell(text="Trivial"),
                Cell(text="most frequent class"),
                *(_plain(found.trivial.get(one, np.nan), words) for one in tests),
                *last,
            )
        )
    ]
    for learner in found.learners:
        cells = {one.test: one for one in found.cells if one.learner == learner and one.train == base}
        same = {one.test: one for one in found.cells if one.learner == learner and one.same}
        rows.append(
            Row(
                cells=(
                    Cell(text=learner),
                    Cell(text=clean(found.name(base))),
                    *(_score(cells.get(one), words) for one in tests),
                    *last,
                )
            )
        )
        rows.append(
            Row(
                cells=(
                    Cell(),
                    Cell(text="the test condition"),
                    *(_score(same.get(one), words) for one in tests),
                    *last,
                )
            )
        )
        lost = [_loss(cells.get(one)) for one in tests]
        average = [_estimate(found.averages[learner])] if alone else []
        rows.append(Row(cells=(Cell(), Cell(text="pD"), *lost, *average)))
    return Table(
        columns=(*heads, ColumnHeading(title="Average pD", align="right")) if alone else tuple(heads), rows=tuple(rows),
        caption=f"{_title(words)} of learners trained under {clean(found.name(base))}, by test condition",
        notes=(_NOTE,) if alone else (_averages(found), _NOTE),
    )  # fmt: skip


def _averages(found: ConditionFindings) -> str:
    each = listed([f"{clean(name)} {_estimate(one).text}" for name, one in found.averages.items()])
    return f"Average pD over all changes: {each}."


def _title(words: MeasureNames) -> str:
    return f"{words.short}{' (%)' if words.percent else ''}"


def _by_train(found: ConditionFindings, words: MeasureNames) -> Table:
    """One test condition; training conditions down."""
    test = found.changes[0][1]
    heads = [ColumnHeading(title="Trained under")]
    for learner in found.learners:
        heads += [ColumnHeading(title=learner, align="right"), ColumnHeading(title="pD", align="right")]
    rows = [
        Row(
            cells=(
                Cell(text="most frequent class"),
                *(cell for _ in found.learners for cell in (_plain(found.trivial.get(test, np.nan), words), Cell())),
            )
        )
    ]
    for train in (test, *found.trains):
        cells = [_find(found, learner, train, test) for learner in found.learners]
        rows.append(
            Row(
                cells=(
                    Cell(text=clean(found.name(train))),
                    *(part for one in cells for part in (_score(one, words), _loss(one))),
                )
            )
        )
    last = [part for learner in found.learners for part in (Cell(), _estimate(found.averages[learner]))]
    rows.append(Row(cells=(Cell(text="Average pD"), *last), summary=True))
    return Table(
        columns=tuple(heads), rows=tuple(rows), caption=f"{_title(words)} under {clean(found.name(test))}, by training condition", notes=(_NOTE,)
    )  # fmt: skip


def _grid(found: ConditionFindings, words: MeasureNames) -> Table:
    """Learners and training conditions down, test conditions across; what only gives an ideal shares one row."""
    tests, trains = (
        list(found.tests),
        [one for one in dict.fromkeys(one.train for one in found.cells) if one in found.trains],
    )
    heads = [ColumnHeading(title="Learner"), ColumnHeading(title="Trained under")]
    for one in tests:
        heads += [ColumnHeading(title=clean(found.name(one)), align="right"), ColumnHeading(title="pD", align="right")]
    zero = [part for one in tests for part in (_plain(found.trivial.get(one, np.nan), words), Cell())]
    rows = [Row(cells=(Cell(text="Trivial"), Cell(text="most frequent class"), *zero))]
    for learner in found.learners:
        for at, train in enumerate(trains):
            cells = [_find(found, learner, train, test) for test in tests]
            parts = [part for one in cells for part in (_score(one, words), _loss(one))]
            rows.append(Row(cells=(Cell(text=learner if at == 0 else ""), Cell(text=clean(found.name(train))), *parts)))
        if ideals := [test for test in tests if test not in trains]:
            same = [_find(found, learner, test, test) if test in ideals else None for test in tests]
            parts = [part for one in same for part in (_score(one, words), Cell())]
            rows.append(Row(cells=(Cell(), Cell(text="the test condition"), *parts)))
    return Table(
        columns=tuple(heads), rows=tuple(rows), caption=f"{_title(words)} by training and test condition",
        notes=(_averages(found), _NOTE),
    )  # fmt: skip


def _find(found: ConditionFindings, learner: str, train: str, test: str) -> ConditionCell | None:
    return next((one for one in found.cells if (one.learner, one.train, one.test) == (learner, train, test)), None)


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


def _estimate(one: Estimate) -> Cell:
    if isnan(one.value):
        return Cell(text=MISSING)
    ends = "" if isnan(one.low) else f" [{fixed(one.low, 2)}, {fixed(one.high, 2)}]"
    return Cell(text=fixed(one.value, 2) + ends, value=one.value)


def condition_test_tables(found: ConditionFindings) -> list[Table]:
    """The tests behind the verdict."""
    words = words_for(found.measure, found.direction)
    sign = "" if found.direction is Direction.LOWER else " (sign turned, so that more is worse)"

    def change(value: float) -> Cell:
        return Cell(text=f"{value * words.factor:+.{1 if words.percent else 3}f}", value=value)

    drops = [
        Row(
            cells=(
                Cell(text=one.learner),
                Cell(text=clean(found.name(one.train))),
                Cell(text=clean(found.name(one.test))),
                change(one.change),
                *_p_cells(one.p_value, one.p_adjusted, shown=found.shows(one.p_adjusted)),
            )
        )
        for one in found.drops
    ]
    pairs = [
        Row(
            cells=(
                Cell(text=one.a),
                Cell(text=one.b),
                Cell(text=f"{one.difference:+.2f}", value=one.difference),
                *_p_cells(one.p_value, one.p_adjusted, shown=found.shows(one.p_adjusted)),
                Cell(text=short_p(one.p_conditions), value=one.p_conditions),
            )
        )
        for one in found.pairs
    ]
    leads = [
        Row(
            cells=(
                Cell(text=one.other),
                Cell(text=clean(found.name(one.train))),
                Cell(text=clean(found.name(one.test))),
                change(one.lead),
                *_p_cells(one.p_value, one.p_adjusted, shown=found.shows(one.p_adjusted)),
            )
        )
        for one in found.leads
    ]
    law = "corrected resampled t" if found.overlapping else "paired t"

    def note(family: str = "all lines of the table") -> str:
        return f"Two-sided {law} over {found.splits} splits, Holm over {family}; in bold: shown at α = {found.alpha:g}."

    p_heads = (ColumnHeading(title="p", align="right"), ColumnHeading(title="adjusted p", align="right"))
    where = (ColumnHeading(title="Trained under"), ColumnHeading(title="Tested under"))
    made = [
        Table(columns=(ColumnHeading(title="Learner"), *where, ColumnHeading(title=f"Change of {_title(words)}", align="right"), *p_heads), rows=tuple(drops), caption=f"Is it worse than if trained under the test condition?{sign}", notes=(note(),)),
        Table(columns=(ColumnHeading(title="Learner"), ColumnHeading(title="against"), ColumnHeading(title="Difference of average pD", align="right"), *p_heads, ColumnHeading(title="p over conditions", align="right")), rows=tuple(pairs), caption="Who loses more?", notes=(note(), "p over conditions: Wilcoxon signed ranks of the pD under each condition, not adjusted; it takes the trained models as given.")),
        Table(columns=(ColumnHeading(title=f"{found.leader} against"), *where, ColumnHeading(title=f"Lead in {_title(words)}", align="right"), *p_heads), rows=tuple(leads), caption="Who stays best?", notes=(note("all pairs of learners, for the leader was chosen by its scores"),)),
    ]  # fmt: skip
    return [one for one in made if one.rows]


def _p_cells(p: float, adjusted: float, *, shown: bool) -> tuple[Cell, Cell]:
    return Cell(text=short_p(p), value=p), Cell(text=short_p(adjusted), value=adjusted, bold=shown)


def conditions_table(found: ConditionFindings) -> Table:
    """What each condition is."""
    uses = {"both": "training and testing", "train": "training", "test": "testing, and training for the ideal"}
    rows = [
        Row(cells=(Cell(text=clean(name)), Cell(text=clean(what)), Cell(text=uses[used])))
        for name, what, used in found.conditions
    ]
    return Table(
        columns=(
            ColumnHeading(title="Condition"),
            ColumnHeading(title="What differs"),
            ColumnHeading(title="Used for"),
        ),
        rows=tuple(rows),
        caption=f"Conditions beside {clean(found.dataset)} as it is",
    )


def condition_plot(found: ConditionFindings) -> DeteriorationPlot:
    """PD of every learner under every change, with intervals."""
    changes = found.changes
    one_train, one_test = len(found.trains) == 1, len({test for _, test in changes}) == 1
    names = [
        found.name(test)
        if one_train
        else found.name(train)
        if one_test
        else f"{found.name(train)} → {found.name(test)}"
        for train, test in changes
    ]
    parts = np.full((3, len(found.learners), len(changes)), np.nan)
    for row, learner in enumerate(found.learners):
        for at, change in enumerate(changes):
            cell = _find(found, learner, *change)
            if cell is not None:
                parts[:, row, at] = cell.deterioration.value, cell.deterioration.low, cell.deterioration.high
    return DeteriorationPlot(
        learners=found.learners, conditions=tuple(names), value=parts[0], low=parts[1], high=parts[2]
    )


def _picture(found: ConditionFindings, at: int) -> Figure | None:
    numbers = condition_plot(found)
    if not np.isfinite(numbers.value).any():
        return None
    title = f"What is lost when conditions change: {clean(found.dataset)}"
    caption = "Marks: performance deterioration; bars: 95% intervals over splits. Left of 0 the change was a help."
    if (numbers.value < -1).any():
        caption += " Values below −1 are not drawn."
    return picture(
        f"conditions-{at + 1}", title, numbers.sentence(), caption, lambda theme: deterioration_figure(numbers, theme)
    )


def _blocks(found: Sequence[ConditionFindings]) -> list[Block | None]:
    blocks: list[Block | None] = []
    for at, one in enumerate(found):
        blocks.append(Paragraph(parts=condition_words(one)))
        if one.failed:
            blocks.append(
                Notices(items=(f"{plural(one.failed, 'unit')} under other conditions failed; their cells are empty.",))
            )
        blocks += [_picture(one, at), *condition_tables(one)]
        blocks.append(
            Fold(
                title="Conditions, and the tests behind these sentences",
                blocks=(conditions_table(one), *condition_test_tables(one)),
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
    csv=lambda found: condition_tables(found[0])[0],
    references=lambda _: ("alaiz2008b",),
)
