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
from bakeoff.study.analysis.curves.epoch_curves import EpochCurve

__all__ = ["EPOCH_CURVES", "epoch_csv", "epoch_payload", "epoch_plot", "epoch_table"]

_PICTURES = 8
_DRAWN = 30  # points of a line
_BOTH = 4  # learners up to which the training line is drawn too
_WIDE = 20  # steps from which the axis is logarithmic


def epoch_table(curves: Sequence[EpochCurve], dataset: str) -> Table:
    """One row per learner: the best number of steps, and the scores there and at the end."""
    words = words_for(curves[0].measure)
    errors = [
        estimate.half_width / 2 * words.factor
        for curve in curves
        for estimate in curve.validation
        if not isnan(estimate.low)
    ]
    digits = decimals_for(errors)

    def show(value: float) -> str:
        return words.show(value, decimals=digits)

    def cell(estimate: Estimate) -> Cell:
        return interval_cell(estimate, show)

    rows = []
    for curve in curves:
        if curve.best is None:
            rows.append(
                Row(
                    cells=(
                        Cell(text=curve.learner),
                        Cell(text=f"{curve.epochs[-1]} {curve.way}"),
                        *[Cell(text=MISSING)] * 4,
                    )
                )
            )
            continue
        rows.append(
            Row(
                cells=(
                    Cell(text=curve.learner),
                    Cell(text=f"{curve.epochs[-1]} {curve.way}"),
                    Cell(text=f"{curve.best_epoch}", value=float(curve.epochs[curve.best])),
                    cell(curve.validation[curve.best]),
                    Cell(text=show(curve.training[curve.best].value)),
                    cell(curve.validation[-1]),
                )
            )
        )
    right = ("Best at", "Validation there", "Training there", "Validation at the end")
    return Table(
        columns=(ColumnHeading(title="Learner"), ColumnHeading(title="Steps"), *(ColumnHeading(title=title, align="right") for title in right)),
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
    shown = _short([clean(curve.learner) for curve in curves])
    for shade, (curve, name) in enumerate(zip(curves, shown, strict=True)):
        kept = _kept(curve)
        places = [curve.epochs[step] for step in kept]
        best = None if curve.best is None else kept.index(curve.best)
        alone = len(curves) == 1
        both = len(curves) <= _BOTH
        drawn = growth_line(
            "validation" if alone else f"{name} valid." if both else name, places, [curve.validation[step] for step in kept], words.factor, best
        )  # fmt: skip
        lines.append(replace(drawn, shade=shade) if both else drawn)
        if both:
            y = np.array([curve.training[step].value for step in kept]) * words.factor
            lines.append(
                GrowthLine(
                    name="training" if alone else f"{name} train", x=np.array(places, dtype=float), y=y, shade=shade, dashed=True
                )
            )  # fmt: skip
    ways = dict.fromkeys(curve.way for curve in curves)
    ends = [curve.epochs[-1] / curve.epochs[0] for curve in curves]
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
    parts = [name.rpartition("=") for name in names]
    alike = len(names) > 1 and len({part[0] for part in parts}) == 1 and parts[0][1] == "="
    return [part[2] for part in parts] if alike else names


def _common(shown: Sequence[str], curves: Sequence[EpochCurve]) -> str:
    """What was cut from the names."""
    name = clean(curves[0].learner)
    return "" if shown[0] == name else f" (lines: {name.rpartition('=')[0]})"


def _kept(curve: EpochCurve) -> list[int]:
    """Places that are drawn: the ends, the best, and some between, evenly on a logarithmic scale."""
    places = np.array(curve.epochs, dtype=float)
    marks = np.geomspace(places[0], places[-1], _DRAWN)
    kept = {int(np.abs(places - mark).argmin()) for mark in marks} | {0, len(places) - 1}
    return sorted(kept | (set() if curve.best is None else {curve.best}))


def epoch_payload(curves: Sequence[EpochCurve]) -> list[dict[str, Any]]:
    """For JSON."""
    return [
        {
            "learner": curve.learner, "measure": curve.measure, "steps": curve.way, "best_epoch": curve.best_epoch,
            "points": [
                {"epoch": epoch, "training": train.as_dict(), "validation": valid.as_dict()}
                for epoch, train, valid in zip(curve.epochs, curve.training, curve.validation, strict=True)
            ],
            "notes": [note.as_dict() for note in curve.notes],
        }
        for curve in curves
    ]  # fmt: skip


def epoch_blocks(curves: Sequence[EpochCurve]) -> list[Block]:
    """A picture for each of the first data sets, and tables."""
    by_dataset: dict[str, list[EpochCurve]] = {}
    together: dict[tuple[str, str], list[EpochCurve]] = {}  # drawn in one picture
    for curve in curves:
        by_dataset.setdefault(curve.dataset, []).append(curve)
        together.setdefault((curve.dataset, curve.family), []).append(curve)
    if not by_dataset:
        return []
    shown = [
        _picture(own, index)
        for index, own in enumerate(list(together.values())[:_PICTURES])
        if any(curve.best is not None for curve in own)
    ]
    notes = tuple(dict.fromkeys(sentence(str(note)) for curve in curves for note in curve.notes))
    return [
        *([Columns(columns=tuple((figure,) for figure in shown))] if shown else []),
        *(epoch_table(own, name) for name, own in by_dataset.items()),
        *([Notices(items=notes)] if notes else []),
    ]


def _picture(curves: Sequence[EpochCurve], index: int) -> Figure:
    numbers = epoch_plot(curves)
    caption = "Mean over the splits of the first repeat; the best step is ringed. Early stopping is switched off."
    if len(curves) <= _BOTH:
        caption = f"Dashed: training rows. {caption}"
    of = f" of {clean(curves[0].family)}" if curves[0].family else ""
    return picture(
        f"epochs-{index}", f"Training steps{of} on {clean(curves[0].dataset)}", numbers.sentence(), caption,
        lambda theme: growth_figure(numbers, theme),
    )  # fmt: skip


def epoch_csv(curves: Sequence[EpochCurve]) -> Table:
    """Every step in full precision."""
    rows = [
        (curve.dataset, curve.learner, curve.measure, curve.way, f"{epoch}", part, *(csv_number(value) for value in (estimate.value, estimate.low, estimate.high)))
        for curve in curves
        for part, many in (("training", curve.training), ("validation", curve.validation))
        for epoch, estimate in zip(curve.epochs, many, strict=True)
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
