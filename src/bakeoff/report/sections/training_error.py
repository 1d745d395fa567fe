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
    decimals = decimals_for([gap.gap.half_width / 2 * words.factor for gap in gaps])

    def show(estimate: Estimate) -> str:
        value = fixed(estimate.value * words.factor, decimals)
        if not estimate.has_interval:
            return value
        return (
            f"{value} [{fixed(estimate.low * words.factor, decimals)}, {fixed(estimate.high * words.factor, decimals)}]"
        )

    rows = [
        (
            clean(gap.dataset),
            clean(gap.learner),
            fixed(gap.training.value * words.factor, decimals),
            fixed(gap.test.value * words.factor, decimals),
            show(gap.gap),
        )
        for gap in gaps
    ]
    titles = ["Data set", "Learner", "Training rows", "Test rows", "Gap [95% interval]"]
    return Table.of(titles, rows, align="llrrr", caption=f"{words.heading}: training beside test")


def bootstrap_table(errors: Sequence[BootstrapError]) -> Table:
    """E0, .632 and .632+ of each learner."""
    rows = [
        (
            clean(error.dataset), clean(error.learner),
            *(_number(value) for value in (error.training, error.e0, error.e0_over_samples, error.e632, error.e632plus, error.overfitting)),
        )
        for error in errors
    ]  # fmt: skip
    titles = ["Data set", "Learner", "Training error", "e0", "e0 by samples", ".632", ".632+", "Overfitting"]
    note = (
        f"Share of wrong classes, or mean squared error of numbers; {errors[0].samples} samples. e0 is the mean over rows, each with "
        "the mean over the models that did not train on it; e0 by samples is the mean over samples. Training error: of the model "
        "trained on all rows. .632 and .632+ are made of e0 and the training error."
    )
    table = Table.of(titles, rows, align="llrrrrrr", caption="Bootstrap estimates of the error")
    return replace(table, notes=(note,))


def parts_table(error_parts: Sequence[ErrorParts]) -> Table:
    """Noise, bias and variance of each learner."""
    squared = error_parts[0].loss == "squared"
    titles = ["Data set", "Learner", "Error", "Noise", "Bias", "Variance"]
    titles += ["Rest"] if squared else ["that hurts", "that helps", "Effect of noise"]
    rows = [
        (
            clean(part.dataset), clean(part.learner),
            *(
                _number(value)
                for value in (part.error, part.noise, part.bias, part.variance, *((part.rest,) if squared else (part.hurts, part.helps, part.noise_effect)))
            ),
        )
        for part in error_parts
    ]  # fmt: skip
    how = (
        "Squared error = noise + bias + variance + rest."
        if squared
        else "Zero-one loss (Domingos): error = effect of noise + bias + variance that hurts − variance that helps."
    )
    caption = "Bias is of the mean prediction" if squared else "Bias is of the most frequent prediction"
    sizes = dict.fromkeys(
        f"{part.rows} rows, {part.trainings:.3g} trainings for each" for part in error_parts if part.rows
    )
    note = f"{how} {'; '.join(sizes)}."
    return replace(Table.of(titles, rows, align="ll" + "r" * (len(titles) - 2), caption=caption), notes=(note,))


def _number(value: float) -> str:
    return MISSING if isnan(value) else fixed(value, ROUND)


def _facts(source: ReportSource) -> Found:
    return source.of(TRAINING_GAPS), source.of(BOOTSTRAP_ERRORS)


def _blocks(errors: Found) -> list[Block]:
    gaps, bootstrap = errors
    blocks: list[Block] = []
    if gaps:
        why = "A large gap says that a learner fits its training rows better than new ones; it does not show which learner is better."
        blocks += [Paragraph(parts=(why,)), gap_table(gaps)]
    if bootstrap:
        blocks.append(bootstrap_table(bootstrap))
        remarks = [
            sentence(f"{clean(error.learner)} on {clean(error.dataset)}: {note}")
            for error in bootstrap
            for note in error.notes
        ]
        blocks += [Notices(items=tuple(dict.fromkeys(remarks)))] if remarks else []
    return blocks


def _csv(errors: Found) -> Table:
    gaps, bootstrap = errors
    titles = ("dataset", "learner", "kind", "training", "test", "low", "high")
    rows = [
        (
            gap.dataset,
            gap.learner,
            gap.measure,
            *map(csv_number, (gap.training.value, gap.test.value, gap.gap.low, gap.gap.high)),
        )
        for gap in gaps
    ]
    for kind in ("e0", "e0_over_samples", "e632", "e632plus"):
        rows += [
            (error.dataset, error.learner, kind, csv_number(error.training), csv_number(getattr(error, kind)), "", "")
            for error in bootstrap
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
    csv_when=lambda errors: bool(errors[0] or errors[1]),
    references=lambda errors: ("efron1997",) if errors[1] else (),
)


def _part_blocks(error_parts: tuple[ErrorParts, ...]) -> list[Block]:
    kinds = [[part for part in error_parts if part.loss == loss] for loss in ("squared", "zero-one")]
    tables: list[Block] = [parts_table(some) for some in kinds if some]
    if not tables:
        return []
    words = dict.fromkeys(str(note) for parts in error_parts for note in parts.notes)
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
