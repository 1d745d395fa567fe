"""Training error beside test error: how far learners fit their training rows better than new ones, and bootstrap estimates."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.text import MISSING, clean, csv_number, decimals_for, fixed, sentence
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.bootstrap_error import BootstrapError
from bakeoff.estimates.over_splits.error_parts import ErrorParts
from bakeoff.report.blocks import Block, Notices, Paragraph
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.analysis.training_error import TrainingGap
from bakeoff.study.facts.study_facts import BOOTSTRAP_ERRORS, ERROR_PARTS as PARTS, TRAINING_GAPS

__all__ = ["ERROR_PARTS", "TRAINING", "bootstrap_table", "gap_table", "parts_table"]

Found = tuple[tuple[TrainingGap, ...], tuple[BootstrapError, ...]]
ROUND = 4


def gap_table(gaps: Sequence[TrainingGap]) -> Table:
    """Scores on training and on test rows, and the gap with its interval."""
    words = words_for(gaps[0].measure)
    decimals = decimals_for([one.gap.half_width / 2 * words.factor for one in gaps])

    def show(one: Estimate) -> str:
        value = fixed(one.value * words.factor, decimals)
        if not one.has_interval:
            return value
        return f"{value} [{fixed(one.low * words.factor, decimals)}, {fixed(one.high * words.factor, decimals)}]"

    rows = [
        (
            clean(one.dataset),
            clean(one.learner),
            fixed(one.training.value * words.factor, decimals),
            fixed(one.test.value * words.factor, decimals),
            show(one.gap),
        )
        for one in gaps
    ]
    titles = ["Data set", "Learner", "Training rows", "Test rows", "Gap [95% interval]"]
    return Table.of(titles, rows, align="llrrr", caption=f"{words.heading}: training beside test")


def bootstrap_table(found: Sequence[BootstrapError]) -> Table:
    """E0, .632 and .632+ of each learner."""
    rows = [
        (
            clean(one.dataset), clean(one.learner),
            *(_number(value) for value in (one.training, one.e0, one.e0_over_samples, one.e632, one.e632plus, one.overfitting)),
        )
        for one in found
    ]  # fmt: skip
    titles = ["Data set", "Learner", "Training error", "e0", "e0 by samples", ".632", ".632+", "Overfitting"]
    note = (
        f"Share of wrong classes, or mean squared error of numbers; {found[0].samples} samples. e0 is the mean over rows, each with "
        "the mean over the models that did not train on it; e0 by samples is the mean over samples. Training error: of the model "
        "trained on all rows. .632 and .632+ are made of e0 and the training error."
    )
    made = Table.of(titles, rows, align="llrrrrrr", caption="Bootstrap estimates of the error")
    return replace(made, notes=(note,))


def parts_table(found: Sequence[ErrorParts]) -> Table:
    """Noise, bias and variance of each learner."""
    squared = found[0].loss == "squared"
    titles = ["Data set", "Learner", "Error", "Noise", "Bias", "Variance"]
    titles += ["Rest"] if squared else ["that hurts", "that helps", "Effect of noise"]
    rows = [
        (
            clean(one.dataset), clean(one.learner),
            *(
                _number(value)
                for value in (one.error, one.noise, one.bias, one.variance, *((one.rest,) if squared else (one.hurts, one.helps, one.noise_effect)))
            ),
        )
        for one in found
    ]  # fmt: skip
    how = (
        "Squared error = noise + bias + variance + rest."
        if squared
        else "Zero-one loss (Domingos): error = effect of noise + bias + variance that hurts − variance that helps."
    )
    caption = "Bias is of the mean prediction" if squared else "Bias is of the most frequent prediction"
    sizes = dict.fromkeys(f"{one.rows} rows, {one.trainings:.3g} trainings for each" for one in found if one.rows)
    note = f"{how} {'; '.join(sizes)}."
    return replace(Table.of(titles, rows, align="ll" + "r" * (len(titles) - 2), caption=caption), notes=(note,))


def _number(value: float) -> str:
    return MISSING if isnan(value) else fixed(value, ROUND)


def _facts(source: ReportSource) -> Found:
    return source.of(TRAINING_GAPS), source.of(BOOTSTRAP_ERRORS)


def _blocks(found: Found) -> list[Block]:
    gaps, bootstrap = found
    blocks: list[Block] = []
    if gaps:
        why = "A large gap says that a learner fits its training rows better than new ones; it does not show which learner is better."
        blocks += [Paragraph(parts=(why,)), gap_table(gaps)]
    if bootstrap:
        blocks.append(bootstrap_table(bootstrap))
        told = [
            sentence(f"{clean(one.learner)} on {clean(one.dataset)}: {note}") for one in bootstrap for note in one.notes
        ]
        blocks += [Notices(items=tuple(dict.fromkeys(told)))] if told else []
    return blocks


def _csv(found: Found) -> Table:
    gaps, bootstrap = found
    titles = ("dataset", "learner", "kind", "training", "test", "low", "high")
    rows = [
        (
            one.dataset,
            one.learner,
            one.measure,
            *map(csv_number, (one.training.value, one.test.value, one.gap.low, one.gap.high)),
        )
        for one in gaps
    ]
    for kind in ("e0", "e0_over_samples", "e632", "e632plus"):
        rows += [
            (one.dataset, one.learner, kind, csv_number(one.training), csv_number(getattr(one, kind)), "", "")
            for one in bootstrap
        ]
    return Table.of(titles, rows)


TRAINING = Section(
    name="training",
    title="Training error beside test error",
    when=(is_study,),
    needs=(TRAINING_GAPS, BOOTSTRAP_ERRORS),
    facts=_facts,
    blocks=_blocks,
    csv=_csv,
    csv_when=lambda found: bool(found[0] or found[1]),
    references=lambda found: ("efron1997",) if found[1] else (),
)


def _part_blocks(found: tuple[ErrorParts, ...]) -> list[Block]:
    kinds = [[one for one in found if one.loss == loss] for loss in ("squared", "zero-one")]
    tables: list[Block] = [parts_table(some) for some in kinds if some]
    if not tables:
        return []
    words = dict.fromkeys(str(note) for parts in found for note in parts.notes)
    notices = tuple(sentence(text[:1].upper() + text[1:]) for text in words)
    why = (
        "Bias is the error of what a learner says on average over trainings, variance how much single trainings differ from that. A learner "
        "with much variance gains from more rows or from averaging, one with much bias from a richer model or better columns."
    )
    return [Paragraph(parts=(why,)), *tables, Notices(items=notices)]


ERROR_PARTS = Section(
    name="error-parts",
    title="Bias and variance",
    when=(is_study,),
    needs=(PARTS,),
    facts=lambda source: source.of(PARTS),
    blocks=_part_blocks,
    references=lambda _: ("domingos2000",),
)
