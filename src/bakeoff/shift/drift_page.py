"""The words, tables, picture and page of a comparison of two tables."""

from collections.abc import Sequence
from functools import partial
from math import isnan

import numpy as np

from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.notes import Emphasis, Name, Sentence, Span
from bakeoff.core.text import MISSING, capital, clean, fixed, format_p, listed, plural, sentence, short_p, signed
from bakeoff.figures.column_shape import ColumnShapePlot, column_shape_figure
from bakeoff.figures.deterioration import DeteriorationPlot, deterioration_figure
from bakeoff.report.blocks import Block, Callout, Notices, Paragraph, Part, Report
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.shift.column_shapes import ColumnShape
from bakeoff.shift.columns import ColumnChange
from bakeoff.shift.compare_tables import SMALL, DriftFindings
from bakeoff.shift.harm import ExpectedChange
from bakeoff.shift.kind_of_change import KindOfChange, Shown

__all__ = ["column_plot", "compose_drift", "drift_tables", "drift_words", "shape_blocks"]

_HOW = {"measured": "measured", "weighting": "expected by weighting old rows", "confidence": "expected by the model's probabilities"}  # fmt: skip
_SHOWN = 40


def drift_words(findings: DriftFindings) -> Sentence:
    """What changed, whether a classifier sees it, of which kind the change is, and whether it hurts."""
    return (
        *_changed_words(findings),
        *_target_words(findings),
        *_together_words(findings),
        *_kind_words(findings),
        *_harm_words(findings),
    )


def _kind_words(findings: DriftFindings) -> list[Span]:
    """The kinds of change that are shown, and those of which nothing is known, with the reason."""
    shown = [kind for kind in findings.kinds if kind.state is Shown.YES]
    unknown = [kind for kind in findings.kinds if kind.state is Shown.UNKNOWN]
    text: list[Span] = []
    if shown:
        names = listed([f"{kind.kind} ({_what(findings, kind)})" for kind in shown])
        text += [Emphasis((f"{'Kind' if len(shown) == 1 else 'Kinds'} of change: {names}.",)), " "]
        if [kind.what for kind in shown] in (["columns", "classes"], ["columns", "target"]):
            text.append("Either may follow from the other, because their relation is not shown to have changed. ")
    elif findings.decisive is not None and findings.decisive.how == "measured" and findings.harm in {"worse", "better"}:
        text.append("Of which kind the change is, is not shown. ")
    if unknown:
        names = capital(listed([kind.kind for kind in unknown]))
        text.append(f"{names} {'is' if len(unknown) == 1 else 'are'} not known: {unknown[0].reason}. ")
    return text


def _what(findings: DriftFindings, kind: KindOfChange) -> str:
    """What changes, in words."""
    if kind.what == "relation":
        return f"the relation of columns and {'target' if findings.kinds[1].what == 'target' else 'classes'}"
    return f"the {kind.what}"


def _target_words(findings: DriftFindings) -> list[Span]:
    """The target, where it is shown to have changed."""
    target = findings.target
    if target is None or not findings.shows(target.p_adjusted):
        return []
    kind = "mean" if target.of_numbers else "most frequent class"
    old, new = _target_values(target)
    return [f"The target changed: its {kind} is {old} in the old rows and {new} in the new ones (difference of shares {fixed(target.effect, 3)}). "]  # fmt: skip


def _target_values(change: ColumnChange) -> list[str]:
    """Mean and standard deviation, or the most frequent class and its share in brackets."""
    texts = [clean(text) for text in (change.old, change.new)]
    return texts if change.of_numbers else ["{} ({})".format(*text.rsplit(" ", 1)) for text in texts]


def _changed_words(findings: DriftFindings) -> list[Span]:
    names = list(dict.fromkeys(change.column for change in findings.columns))
    changed = list(dict.fromkeys(change.column for change in findings.changed))
    large = list(dict.fromkeys(change.column for change in findings.changed if change.effect >= SMALL))
    if not changed:
        return [f"No column of {len(names)} is shown to have changed. ", *_retyped_words(findings)]
    text: list[Span] = [f"{len(changed)} of {plural(len(names), 'column')} changed"]
    if large:
        text.append(", most of all ")
        most = large[:3]
        for index, name in enumerate(most):
            text += [Name(name), "" if index == len(most) - 1 else " and " if index == len(most) - 2 else ", "]
    text.append("." if large else ", all of them little.")
    return [*text, " ", *_retyped_words(findings)]


def _retyped_words(findings: DriftFindings) -> list[Span]:
    if not findings.retyped:
        return []
    most = findings.retyped[:3]
    named: list[Span] = [
        part for index, name in enumerate(most) for part in (Name(name), ", " if index < len(most) - 1 else "")
    ]
    rest = f" and {len(findings.retyped) - 3} more" if len(findings.retyped) > 3 else ""
    return [
        "Not compared, because the new table contains another kind of cells there: ",
        *named,
        f"{rest}. ",
    ]


def _together_words(findings: DriftFindings) -> list[Span]:
    together = findings.together
    if isnan(together.p_value):
        return ["There are too few rows to ask whether a classifier can tell old from new. "]
    area = f"AUC {fixed(together.auc.value, 3)}, {together.auc.level:.0%} interval {fixed(together.auc.low, 3)} to {fixed(together.auc.high, 3)}"
    if findings.shows(together.p_adjusted) and together.auc.value > 0.5:
        return [f"A classifier can tell old rows from new ones ({area}). "]
    if findings.shows(together.p_adjusted):  # what was learned from one half misleads on the other
        return [
            f"A classifier cannot tell old rows from new ones ({area}); an AUC below 0.5 is a sign that the same rows are in both tables. "
        ]
    return [f"A classifier is not shown to tell old rows from new ones ({area}). "]


def _harm_words(findings: DriftFindings) -> list[Span]:
    best = findings.decisive
    if best is None:
        return ["Whether it hurts is not known without labels of the old rows and predictions of a model."]
    words = words_for(findings.measure, findings.direction)
    digits = 1 if words.percent else 3
    change = best.change
    value = signed(change.value * words.factor, digits)
    ends = (
        ""
        if isnan(change.low)
        else f", {change.level:.0%} interval {signed(change.low * words.factor, digits)} to {signed(change.high * words.factor, digits)}"
    )
    lead = {
        "worse": "It hurts.", "better": "It helps.", "not shown": "No harm is shown.", "unknown": "Whether it hurts is unknown."
    }[findings.harm]  # fmt: skip
    points = " points" if words.percent else ""
    text: list[Span] = [
        Emphasis((lead,)),
        f" The change of the {words.inline} is {value}{points}{ends}, {_HOW[best.how]}.",
    ]
    if best.assumption:
        text.append(f" This assumes that {best.assumption}.")
    return text


def drift_tables(findings: DriftFindings) -> list[Table]:
    """Columns, and what is expected of the model."""
    order = findings.shown_first
    rows = [
        _line(
            change,
            clean(change.column) + (" (missing)" if change.what == "missing" else ""),
            change.p_adjusted,
            shown=findings.shows(change.p_adjusted),
        )
        for change in order
    ]
    if (own := findings.target) is not None:
        rows.insert(0, _line(own, "target", own.p_adjusted, shown=findings.shows(own.p_adjusted)))
    heads = [ColumnHeading(title="Column"), *(ColumnHeading(title=title, align="right") for title in ("Old", "New", "Difference of shares", "Shift in SD")), ColumnHeading(title="Test"), ColumnHeading(title="Adjusted p", align="right")]  # fmt: skip
    rest = len(order) - _SHOWN
    notes = [
        f"{findings.n_old} old and {findings.n_new} new rows. Difference of shares: Kolmogorov-Smirnov D for numbers, total variation distance for words, difference for missing cells; 0 is no change, 1 the largest. Adjusted p: all questions of the table of kinds share α; in bold: shown at α = {findings.alpha:g}, and effects from {SMALL:g}.",
    ]
    if rest > 0:
        notes.append(f"{plural(rest, 'further column')} with smaller changes are not shown.")
    tables = [
        Table(
            columns=tuple(heads),
            rows=tuple(rows[: _SHOWN + (findings.target is not None)]),
            caption="Columns",
            notes=tuple(notes),
        )
    ]
    tables.append(_kinds_table(findings))
    if findings.changes:
        tables.append(_harm_table(findings))
    return tables


def _kinds_table(findings: DriftFindings) -> Table:
    """The questions about a change, which share the level."""
    columns, target, relation = findings.kinds
    tests = "Kolmogorov-Smirnov" if target.what == "target" else "chi-squared"
    condition = "given the columns" if target.what == "target" else "given the columns, and given the class"
    lines = [
        ("each column", columns.kind, "as above", findings.p_of_columns, columns.reason),
        ("all columns together", columns.kind, "classifier of old and new rows", findings.p_together, "fewer than 20 rows"),
        (f"the {target.what}", target.kind, tests, target.p_adjusted, target.reason),
        (_what(findings, relation), relation.kind, f"losses of a model, {condition}", relation.p_adjusted, relation.reason),
    ]  # fmt: skip
    rows = tuple(
        Row(cells=(Cell(text=what), Cell(text=kind), Cell(text=test), Cell(text=short_p(p), value=p, bold=findings.shows(p)), Cell(text=_state(p, reason, shown=findings.shows(p)))))
        for what, kind, test, p, reason in lines
    )  # fmt: skip
    heads = (ColumnHeading(title="What changed"), ColumnHeading(title="Kind of change"), ColumnHeading(title="Test"), ColumnHeading(title="Adjusted p", align="right"), ColumnHeading(title="Shown"))  # fmt: skip
    words = f"These questions count equally and share α = {findings.alpha:g} (Holm's weighted adjustment), so that equal tables raise any alarm at most that often. Whether the change hurts is a question of its own, with an interval of its own."
    return Table(columns=heads, rows=rows, caption="Kinds of change", notes=(words,))


def _state(p: float, reason: str, *, shown: bool) -> str:
    return f"unknown: {reason}" if isnan(p) else "yes" if shown else "no"


def _line(change: ColumnChange, name: str, p: float, *, shown: bool) -> Row:
    return Row(cells=(
        Cell(text=name), Cell(text=clean(change.old)), Cell(text=clean(change.new)),
        Cell(text=fixed(change.effect, 3), value=change.effect, bold=shown and change.effect >= SMALL),
        Cell(text=MISSING if isnan(change.shift) else signed(change.shift, 2), value=None if isnan(change.shift) else change.shift),
        Cell(text=change.test), Cell(text=short_p(p), value=p, bold=shown),
    ))  # fmt: skip


def _harm_table(findings: DriftFindings) -> Table:
    words = words_for(findings.measure, findings.direction)

    def cell(change: ExpectedChange, name: str) -> Cell:
        value = getattr(change, name)
        digits = 1 if words.percent else 3
        shown = signed if name == "change" else fixed
        mean, low, high = (shown(end * words.factor, digits) for end in (value.value, value.low, value.high))
        ends = "" if isnan(value.low) else f" [{low}, {high}]"
        return Cell(text=mean if isnan(value.value) else f"{mean}{ends}", value=value.value)

    rows = tuple(
        Row(
            cells=(
                Cell(text=_HOW[change.how]),
                cell(change, "old"),
                cell(change, "new"),
                cell(change, "change"),
                Cell(text=change.assumption or "nothing"),
            )
        )
        for change in findings.changes
    )
    heads = (ColumnHeading(title="How"), ColumnHeading(title="Old rows", align="right"), ColumnHeading(title="New rows", align="right"), ColumnHeading(title="Change", align="right"), ColumnHeading(title="Assumes that"))  # fmt: skip
    title = f"{words.short}{' (%)' if words.percent else ''}, {'lower' if words.direction.value == 'lower' else 'higher'} is better"
    notes = (
        f"{findings.changes[0].change.level:.0%} intervals, by bootstrap; measured shares of rows by Wilson and Newcombe. After weighting the old rows are worth {findings.effective:.0f} of {findings.n_weighted}.",
    )
    return Table(columns=heads, rows=rows, caption=title, notes=notes)


def column_plot(findings: DriftFindings) -> DeteriorationPlot:
    """The size of the change of each column, the largest first."""
    effects = findings.largest_effects
    order = list(effects)[:20]
    changed = {change.column for change in findings.changed}
    value = np.array(
        [[effects[name] if (name in changed) is shown else np.nan for name in order] for shown in (True, False)]
    )
    gone = np.full_like(value, np.nan)
    return DeteriorationPlot(
        learners=("changed", "no change shown"), conditions=tuple(order), value=value, low=gone, high=gone,
        label="Largest difference between shares of old and new rows",
    )  # fmt: skip


def shape_blocks(shapes: Sequence[ColumnShape]) -> list[Block]:
    """A picture of each column, old beside new."""
    blocks: list[Block] = []
    for number, shape in enumerate(shapes):
        numbers = ColumnShapePlot(
            column=shape.column, labels=shape.labels, edges=shape.edges, old=shape.old, new=shape.new
        )
        blocks.append(
            picture(
                f"column-{number + 1}",
                clean(shape.column),
                numbers.sentence(),
                "",
                partial(column_shape_figure, numbers),
            )
        )
    return blocks


def compose_drift(findings: DriftFindings, title: str) -> Report:
    """The page of a comparison of two tables."""
    tone = {"worse": "bad", "better": "clear", "not shown": "open", "unknown": "open"}[findings.harm]
    numbers = column_plot(findings)
    drawn = picture(
        "columns",
        "How much each column changed",
        numbers.sentence(),
        "",
        lambda theme: deterioration_figure(numbers, theme),
    )
    tables = drift_tables(findings)
    sections = [
        Part(name="columns", title="Columns", blocks=(drawn, tables[0])),
        Part(name="kinds", title="Kinds of change", blocks=(tables[1],)),
    ]
    if findings.shapes:
        sections.insert(
            1, Part(name="shapes", title="Columns that changed", blocks=tuple(shape_blocks(findings.shapes)))
        )
    if findings.changes:
        sections.append(Part(name="harm", title="Does it hurt?", blocks=(tables[2],)))
    if findings.target is not None:
        target = findings.target
        kind = (
            "The mean and standard deviation of the target are" if target.of_numbers else "The most frequent class is"
        )
        old, new = _target_values(target)
        words = (
            f"{kind} {old} in the old rows and {new} in the new rows. "
            f"Largest difference of shares {fixed(target.effect, 3)}, adjusted {format_p(target.p_adjusted)}."
        )
        sections.append(Part(name="target", title="The target", blocks=(Paragraph(parts=(words,)),)))
    if findings.notes:
        blocks: tuple[Block, ...] = (Notices(items=tuple(sentence(capital(str(note))) for note in findings.notes)),)
        sections.append(Part(name="notes", title="What to keep in mind", blocks=blocks))
    lead = Callout(title="Verdict", parts=drift_words(findings), tone=tone)
    subtitle = f"{findings.n_old} old rows · {findings.n_new} new rows"
    return Report(title=clean(title), subtitle=subtitle, lead=(lead,), sections=tuple(sections), notes=findings.notes)
