"""Learning by steps, as a table and as a picture."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from typing import Any

import numpy as np

from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.text import MISSING, clean, csv_number, decimals_for, sentence
from bakeoff.estimates.estimate import Estimate
from bakeoff.figures.learning_curves import GrowthLine, GrowthPlot, growth_figure
from bakeoff.report.blocks import Block, Columns, Figure, Notices
from bakeoff.report.figures import picture
from bakeoff.report.section import Section, is_study
from bakeoff.report.sections.learning_curves import growth_line, interval_cell
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.analysis.epoch_curves import EpochCurve

__all__ = ["EPOCH_CURVES", "epoch_csv", "epoch_payload", "epoch_plot", "epoch_table"]

_PICTURES = 8
_DRAWN = 30  # points of a line
_BOTH = 4  # learners up to which the training line is drawn too
_WIDE = 20  # steps from which the axis is logarithmic


def epoch_table(curves: Sequence[EpochCurve], dataset: str) -> Table:
    """One row per learner: the best number of steps, and the scores there and at the end."""
    words = words_for(curves[0].measure)
    known = [each.half_width / 2 * words.factor for one in curves for each in one.validation if not isnan(each.low)]
    digits = decimals_for(known)

    def show(value: float) -> str:
        return words.show(value, decimals=digits)

    def cell(one: Estimate) -> Cell:
        return interval_cell(one, show)

    rows = []
    for one in curves:
        if one.best is None:
            rows.append(
                Row(cells=(Cell(text=one.learner), Cell(text=f"{one.epochs[-1]} {one.way}"), *[Cell(text=MISSING)] * 4))
            )
            continue
        rows.append(
            Row(
                cells=(
                    Cell(text=one.learner),
                    Cell(text=f"{one.epochs[-1]} {one.way}"),
                    Cell(text=f"{one.best_epoch}", value=float(one.epochs[one.best])),
                    cell(one.validation[one.best]),
                    Cell(text=show(one.training[one.best].value)),
                    cell(one.validation[-1]),
                )
            )
        )
    right = ("Best at", "Validation there", "Training there", "Validation at the end")
    return Table(
        columns=(ColumnHeading(title="Learner"), ColumnHeading(title="Steps"), *(ColumnHeading(title=one, align="right") for one in right)),
        rows=tuple(rows),
        caption=f"{words.heading}, by training steps: {clean(dataset)}",
        notes=(
            "Mean over splits [95% interval]. The best number of steps was chosen on the same validation rows: its score is optimistic.",
        ),
    )  # fmt: skip


def epoch_plot(curves: Sequence[EpochCurve]) -> GrowthPlot:
    """Validation with its best point ringed, and training where there is room for it."""
    words = words_for(curves[0].measure)
    lines: list[GrowthLine] = []
    shown = _short([clean(one.learner) for one in curves])
    for shade, (one, name) in enumerate(zip(curves, shown, strict=True)):
        kept = _kept(one)
        places = [one.epochs[at] for at in kept]
        best = None if one.best is None else kept.index(one.best)
        alone = len(curves) == 1
        both = len(curves) <= _BOTH
        drawn = growth_line(
            "validation" if alone else f"{name} valid." if both else name, places, [one.validation[at] for at in kept], words.factor, best
        )  # fmt: skip
        lines.append(replace(drawn, shade=shade) if both else drawn)
        if both:
            y = np.array([one.training[at].value for at in kept]) * words.factor
            lines.append(
                GrowthLine(
                    name="training" if alone else f"{name} train", x=np.array(places, dtype=float), y=y, shade=shade, dashed=True
                )
            )  # fmt: skip
    ways = dict.fromkeys(one.way for one in curves)
    ends = [one.epochs[-1] / one.epochs[0] for one in curves]
    return GrowthPlot(
        lines=tuple(lines),
        x_label=" or ".join(ways).capitalize() + _common(shown, curves),
        y_label=f"{words.short}{' (%)' if words.percent else ''}",
        log_x=max(ends) > _WIDE,
    )


def _short(names: list[str]) -> list[str]:
    """Only the values where all names are of one parameter, as in `rate=0.1`.

    >>> _short(["rate=0.1", "rate=0.01"]), _short(["a", "rate=1"])
    (['0.1', '0.01'], ['a', 'rate=1'])
    """
    parts = [one.rpartition("=") for one in names]
    alike = len(names) > 1 and len({one[0] for one in parts}) == 1 and parts[0][1] == "="
    return [one[2] for one in parts] if alike else names


def _common(shown: Sequence[str], curves: Sequence[EpochCurve]) -> str:
    """What was cut from the names."""
    name = clean(curves[0].learner)
    return "" if shown[0] == name else f" (lines: {name.rpartition('=')[0]})"


def _kept(one: EpochCurve) -> list[int]:
    """Places that are drawn: the ends, the best, and some between, evenly on a logarithmic scale."""
    places = np.array(one.epochs, dtype=float)
    marks = np.geomspace(places[0], places[-1], _DRAWN)
    kept = {int(np.abs(places - mark).argmin()) for mark in marks} | {0, len(places) - 1}
    return sorted(kept | (set() if one.best is None else {one.best}))


def epoch_payload(curves: Sequence[EpochCurve]) -> list[dict[str, Any]]:
    """For JSON."""
    return [
        {
            "learner": one.learner, "measure": one.measure, "steps": one.way, "best_epoch": one.best_epoch,
            "points": [
                {"epoch": epoch, "training": train.as_dict(), "validation": valid.as_dict()}
                for epoch, train, valid in zip(one.epochs, one.training, one.validation, strict=True)
            ],
            "notes": [note.as_dict() for note in one.notes],
        }
        for one in curves
    ]  # fmt: skip


def epoch_blocks(found: Sequence[EpochCurve]) -> list[Block]:
    """A picture for each of the first data sets, and tables."""
    by_dataset: dict[str, list[EpochCurve]] = {}
    together: dict[tuple[str, str], list[EpochCurve]] = {}  # drawn in one picture
    for one in found:
        by_dataset.setdefault(one.dataset, []).append(one)
        together.setdefault((one.dataset, one.family), []).append(one)
    if not by_dataset:
        return []
    shown = [
        _picture(own, at)
        for at, own in enumerate(list(together.values())[:_PICTURES])
        if any(one.best is not None for one in own)
    ]
    notes = tuple(dict.fromkeys(sentence(str(note)) for one in found for note in one.notes))
    return [
        *([Columns(columns=tuple((one,) for one in shown))] if shown else []),
        *(epoch_table(own, name) for name, own in by_dataset.items()),
        *([Notices(items=notes)] if notes else []),
    ]


def _picture(curves: Sequence[EpochCurve], at: int) -> Figure:
    numbers = epoch_plot(curves)
    caption = "Mean over the splits of the first repeat; the best step is ringed. Early stopping is switched off."
    if len(curves) <= _BOTH:
        caption = f"Dashed: training rows. {caption}"
    of = f" of {clean(curves[0].family)}" if curves[0].family else ""
    return picture(
        f"epochs-{at}", f"Training steps{of} on {clean(curves[0].dataset)}", numbers.sentence(), caption,
        lambda theme: growth_figure(numbers, theme),
    )  # fmt: skip


def epoch_csv(found: Sequence[EpochCurve]) -> Table:
    """Every step in full precision."""
    rows = [
        (one.dataset, one.learner, one.measure, one.way, f"{epoch}", part, *(csv_number(value) for value in (made.value, made.low, made.high)))
        for one in found
        for part, many in (("training", one.training), ("validation", one.validation))
        for epoch, made in zip(one.epochs, many, strict=True)
    ]  # fmt: skip
    return Table.of(("dataset", "learner", "measure", "steps", "epoch", "rows", "mean", "low", "high"), rows)


EPOCH_CURVES = Section(
    name="epochs",
    title="Training steps",
    when=(is_study,),
    facts=lambda source: source.study.epochs,
    blocks=epoch_blocks,
    csv=epoch_csv,
    methods=lambda _: (
        "Curves by training steps come from one fit for each split of the first repeat, scored after every step."
    ),
)
