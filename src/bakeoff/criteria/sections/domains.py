"""Which kind of data favours which learner, and what kinds of data the study covers."""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from bakeoff.core.notes import Citation, Name, Sentence, Span
from bakeoff.core.text import MISSING, clean, fixed, plural, sentence, short_p, significant
from bakeoff.criteria.artificial_training import same_order
from bakeoff.criteria.domain_effects import DomainEffect, DomainEffects
from bakeoff.criteria.domain_variety import DomainVariety
from bakeoff.criteria.of_studies.criteria_facts import DOMAIN_EFFECTS
from bakeoff.criteria.of_studies.study_domains import DomainFacts
from bakeoff.criteria.realism import Realism
from bakeoff.data.characteristics import CHARACTERISTICS, Characteristics
from bakeoff.data.profile import Profile
from bakeoff.figures.domain_effects import EffectsPlot, effects_figure
from bakeoff.report.blocks import Block, Figure, Fold, Notices, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import Section, is_study
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table

__all__ = [
    "DOMAINS",
    "characteristics_table",
    "class_table",
    "domain_words",
    "effects_plot",
    "effects_table",
    "profile_words",
    "realism_table",
    "realism_words",
    "training_table",
    "variety_table",
]  # fmt: skip

_SHOWN = 12  # effects in a table


def _title(name: str) -> str:
    return CHARACTERISTICS[name].title if name in CHARACTERISTICS else name


def _more(name: str) -> str:
    return CHARACTERISTICS[name].more if name in CHARACTERISTICS else f"more {name}"


# One data set


def profile_words(summary: Profile) -> str:
    """Size and classes in one sentence."""
    size = f"{plural(summary.n, 'row')} and {plural(summary.p, 'column')}"
    held = [n for n in summary.class_counts.values() if n]
    if not held:
        return f"{clean(summary.name)} has {size}; the target is a number."
    return f"{clean(summary.name)} has {size} in {plural(len(held), 'class', 'classes')}; naming the largest class is wrong in {summary.trivial_error:.1%} of the rows."


def characteristics_table(values: Characteristics) -> Table:
    """One row per characteristic that applies."""
    rows = []
    for characteristic in CHARACTERISTICS:
        value = values.values.get(characteristic.name, float("nan"))
        shown = significant(value, 4) if isfinite(value) else MISSING
        rows.append(
            Row(
                cells=(
                    Cell(text=characteristic.title),
                    Cell(text=shown, value=value if isfinite(value) else None),
                    Cell(text=characteristic.what),
                )
            )
        )
    note = f"Distances, dimension, overlap and landmarkers are of {plural(values.rows_used, 'row')}."
    heads = (
        ColumnHeading(title="Characteristic"),
        ColumnHeading(title="Value", align="right"),
        ColumnHeading(title="What it is"),
    )
    return Table(columns=heads, rows=tuple(rows), caption=f"Characteristics of {clean(values.name)}", notes=(note,))


def class_table(summary: Profile) -> Table:
    """The classes with their rows, largest first."""
    order = sorted(summary.class_counts, key=lambda name: -summary.class_counts[name])
    rows = [(clean(name), f"{summary.class_counts[name]}", f"{summary.class_shares[name]:.1%}") for name in order]
    return Table.of(("Class", "Rows", "Share"), rows, align="lrr", caption="Classes")


# Several data sets


def domain_words(effects: DomainEffects, variety: DomainVariety) -> Sentence:
    """What is shown, or that nothing is."""
    questions = len(effects.effects)
    shown = effects.shown()
    if not questions:
        return (
            f"{plural(len(variety.datasets), 'data set')}: too few, or too alike, to ask which kind of data favours which learner.",
        )
    if not shown:
        best = effects.effects[0]
        return (
            f"No characteristic of the {len(effects.datasets)} data sets is shown to favour a learner ({questions} questions asked together). The strongest tendency: ",
            Name(best.learner), _said(best),
        )  # fmt: skip
    parts: list[Span] = []
    for effect in shown[:4]:
        parts += [" " if parts else "", Name(effect.learner), _said(effect)]
    more = f" {len(shown) - 4} more are shown." if len(shown) > 4 else ""
    return (
        *parts,
        f"{more} {questions} questions were asked of {len(effects.datasets)} data sets, and p is adjusted for all of them.",
    )


def _said(effect: DomainEffect) -> str:
    side = "better" if effect.rho > 0 else "worse"
    return f" ranks {side} on data with {_more(effect.characteristic)} (ρ = {fixed(effect.rho, 2)}, adjusted p = {short_p(effect.p_adjusted)})."


def effects_table(effects: DomainEffects) -> Table:
    """The strongest correlations, with p-values for each alone and for all together."""
    rows = [
        Row(
            cells=(
                Cell(text=effect.learner), Cell(text=_title(effect.characteristic)), Cell(text=fixed(effect.rho, 2), value=effect.rho, bold=effect.shown),
                Cell(text=short_p(effect.p_value), value=effect.p_value), Cell(text=short_p(effect.p_adjusted), value=effect.p_adjusted),
            )
        )
        for effect in effects.effects[:_SHOWN]
    ]  # fmt: skip
    heads = (
        ("Learner", "left"),
        ("Characteristic", "left"),
        ("ρ", "right"),
        ("p", "right"),
        ("p, all questions", "right"),
    )
    how = "its rank on each data set" if effects.lead == "rank" else "the difference of the two scores on each data set"
    left = len(effects.effects) - len(rows)
    orders = "all" if effects.exact else "random"
    text = f"Spearman's ρ of {how} and the characteristic; above 0: better where there is more of it. p by {orders} permutations of the data sets; "
    notes = [f"{text}the last column is adjusted for all {len(effects.effects)} questions (maxT)."]
    notes += [f"{left} weaker ones are not listed."] if left else []
    return Table(
        columns=tuple(ColumnHeading(title=title, align=align) for title, align in heads), rows=tuple(rows),
        caption="Learners and the kind of data they do well on", notes=tuple(notes),
    )  # fmt: skip


def effects_plot(effects: DomainEffects) -> EffectsPlot:
    """The numbers of the figure: characteristics with the strongest effects first."""
    learners = tuple(
        dict.fromkeys(effect.learner for effect in sorted(effects.effects, key=lambda effect: effect.learner))
    )
    names = tuple(dict.fromkeys(effect.characteristic for effect in effects.effects))
    rho = np.full((len(names), len(learners)), np.nan)
    shown = np.zeros(rho.shape, dtype=bool)
    for effect in effects.effects:
        place = names.index(effect.characteristic), learners.index(effect.learner)
        rho[place], shown[place] = effect.rho, effect.shown
    return EffectsPlot(
        learners=tuple(map(clean, learners)),
        characteristics=tuple(_title(name) for name in names),
        rho=rho,
        shown=shown,
    )


def variety_table(variety: DomainVariety) -> Table:
    """What the data sets cover: least, median and largest of each characteristic."""
    rows = [(_title(name), *(significant(value, 3) for value in three)) for name, three in variety.ranges.items()]
    return Table.of(
        ("Characteristic", "Least", "Median", "Largest"),
        rows,
        align="lrrr",
        caption=f"What the {len(variety.datasets)} data sets cover",
    )


# Artificial rows


def realism_words(comparison: Realism) -> str:
    """Whether the classifier tells real from artificial."""
    auc = f"AUC {fixed(comparison.auc, 3)} [{fixed(comparison.low, 3)}, {fixed(comparison.high, 3)}]"
    order = ""
    if comparison.training:
        kept = "keep their order" if same_order(comparison.training) else "come in another order"
        order = f" Three learners that are trained on artificial rows {kept} on real rows."
    if comparison.distinguishable:
        return f"A classifier tells the artificial rows from real ones: {auc}, where 0.5 means not at all.{order}"
    return (
        f"A classifier does not tell the artificial rows from real ones ({auc}, where 0.5 means not at all). With {comparison.real} real rows an AUC up to "
        f"{fixed(comparison.high, 2)} is not excluded.{order}"
    )


def training_table(comparison: Realism) -> Table:
    """Errors on the same real rows, of learners trained on real and on artificial rows."""
    rows = [
        Row(cells=(Cell(text=transfer.learner), Cell(text=fixed(transfer.real, 4), value=transfer.real), Cell(text=fixed(transfer.artificial, 4), value=transfer.artificial)))
        for transfer in comparison.training
    ]  # fmt: skip
    return Table(
        columns=(ColumnHeading(title="Learner"), ColumnHeading(title="trained on real rows", align="right"), ColumnHeading(title="on artificial rows", align="right")), rows=tuple(rows),
        caption="Errors on real rows that neither the learners nor the generator saw",
        notes=("Error rate for classes, mean absolute error for numbers; as many rows of both kinds. The differences are not tested.",),
    )  # fmt: skip


def realism_table(comparison: Realism, most: int = 10) -> Table:
    """The columns that differ most from the real ones."""
    rows = [
        Row(cells=(Cell(text=column.column), Cell(text=fixed(column.distance, 3), value=column.distance),
                   Cell(text=short_p(column.p_adjusted) if isfinite(column.p_adjusted) else MISSING, bold=column.differs)))
        for column in comparison.columns[:most]
    ]  # fmt: skip
    return Table(
        columns=(ColumnHeading(title="Column"), ColumnHeading(title="Distance", align="right"), ColumnHeading(title="p (Holm)", align="right")), rows=tuple(rows),
        caption="Columns that differ most from the real ones",
        notes=("Largest difference of the two distributions: Kolmogorov-Smirnov for numbers, total variation for words.",),
    )  # fmt: skip


# The section


def _blocks(facts: DomainFacts | None) -> Sequence[Block | None]:
    if facts is None:
        return []
    tables = (*((effects_table(facts.effects),) if facts.effects.effects else ()), variety_table(facts.variety))
    notes = tuple(sentence(str(note)) for note in (*facts.variety.notes, *facts.effects.notes))
    return [
        Paragraph(parts=domain_words(facts.effects, facts.variety)),
        _picture(facts.effects) if facts.effects.effects else None,
        Fold(title="All characteristics, and what the data sets cover", blocks=tables),
        Notices(items=notes) if notes else None,
    ]


def _picture(effects: DomainEffects) -> Figure:
    numbers = effects_plot(effects)
    what = "its rank" if effects.lead == "rank" else "its lead over the other learner"
    caption = (
        f"Spearman's ρ of each characteristic with {what} on each data set: above 0 the learner does better where there is more of it. "
        f"Bold in a frame: shown at .05 for all {len(effects.effects)} questions together."
    )
    return picture(
        "domain-effects", "Learners and the kind of data they do well on", numbers.sentence(), caption,
        lambda theme: effects_figure(numbers, theme),
    )  # fmt: skip


DOMAINS = Section(
    name="domains",
    title="Which kind of data favours which learner?",
    when=(is_study,),
    needs=(DOMAIN_EFFECTS,),
    facts=lambda source: source.of(DOMAIN_EFFECTS),
    blocks=_blocks,
    folded=lambda facts: not facts.effects.shown(),
    csv=lambda facts: effects_table(facts.effects),
    csv_when=lambda facts: bool(facts.effects.effects),
    methods=lambda facts: (
        (
            "Ranks over data sets were correlated with characteristics of the data sets by Spearman's correlation ",
            Citation(("spearman1904",)),
            ", with p-values adjusted for all questions by permutation ",
            Citation(("westfall1993",)),
            ".",
        )
        if facts.effects.effects
        else ()
    ),
)
