"""Compare two tables: columns, both together, and what the difference means for a model."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.shift.columns import ColumnChange, column_changes, moves_by_itself, symmetric_codes
from bakeoff.shift.density_ratio import density_ratio
from bakeoff.shift.harm import ExpectedChange, by_confidence, by_weighting, measured_change
from bakeoff.shift.notes import CLASS_GONE, FEW_ROWS, MOVES_BY_ITSELF, NEW_VALUES, NO_LABELS, SMALL_EFFECTS, TEXTS
from bakeoff.shift.two_samples import TwoSamples, two_samples
from bakeoff.tabular.table import Column, ColumnKind

__all__ = ["SMALL", "DriftFindings", "compare_tables"]

SMALL = 0.1  # differences of shares below this are called small
_FEW = 100


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DriftFindings:
    """All that two tables say about a change."""

    n_old: int
    n_new: int
    alpha: float
    columns: tuple[ColumnChange, ...]
    target: ColumnChange | None  # the classes or numbers to predict, where both tables have them
    together: TwoSamples
    effective: float  # number of old rows that weighting leaves
    n_weighted: int  # of so many, those with a label
    retyped: tuple[str, ...]  # columns that hold numbers in one table and words in the other, which are not compared
    measure: str
    direction: Direction | None
    changes: tuple[ExpectedChange, ...]
    notes: tuple[Note, ...]

    @property
    def changed(self) -> tuple[ColumnChange, ...]:
        """Columns that are shown to have changed, the largest change first."""
        shown = [one for one in self.columns if one.p_adjusted <= self.alpha]
        return tuple(sorted(shown, key=lambda one: -one.effect))

    @property
    def decisive(self) -> ExpectedChange | None:
        """The best evidence about harm: measured before weighting before confidence."""
        return self.changes[0] if self.changes else None

    @property
    def harm(self) -> str:
        """One of "worse", "better", "not shown", or "unknown" where there is no evidence."""
        best = self.decisive
        if best is None or self.direction is None or np.isnan(best.change.low):
            return "unknown"
        sign = 1.0 if self.direction is Direction.LOWER else -1.0
        low, high = sorted((sign * best.change.low, sign * best.change.high))
        return "worse" if low > 0 else "better" if high < 0 else "not shown"


def compare_tables(
    columns: tuple[Column, ...],
    old: Array,
    new: Array,
    *,
    target: tuple[Column, Array, Array] | None = None,
    measure: Measure | None = None,
    old_said: Predictions | None = None,
    new_said: Predictions | None = None,
    new_labelled: Predictions | None = None,
    known: Array | None = None,
    retyped: tuple[str, ...] = (),
    alpha: float = 0.05,
    level: float = 0.95,
    seed: int = 0,
    notes: tuple[Note, ...] = (),
) -> DriftFindings:
    """Old against new rows.

    `old_said` are the old rows with a label, which `known` marks among all old rows; `new_said` all new rows, of which only the outputs are read;
    `new_labelled` the new rows with a label. `retyped` columns could not be compared, since they hold numbers in one table only.
    """
    probability("alpha", alpha)
    count("seed", seed, least=0)
    if not len(old) or not len(new):
        raise BadInput(f"the {'new' if len(old) else 'old'} table has no rows; a comparison needs rows in both")
    found = column_changes(columns, old, new)
    ratio = density_ratio(columns, old if known is None else old[known], new)
    changes: list[ExpectedChange] = []
    if measure is not None and old_said is not None:
        if new_labelled is not None:
            changes.append(measured_change(measure, old_said, new_labelled, seed, level))
        changes.append(by_weighting(measure, old_said, ratio, len(new), seed, level))
        if old_said.proba is not None and new_said is not None and new_said.proba is not None:
            changes.append(by_confidence(measure, old_said, new_said, seed, level))
    said = list(notes)
    if min(len(old), len(new)) < _FEW:
        said.append(FEW_ROWS(n=min(len(old), len(new))))
    said += [NEW_VALUES(column=one.column, values=", ".join(one.new_values[:5])) for one in found if one.new_values]
    said += [TEXTS(column=one.name) for one in columns if one.kind is ColumnKind.TEXT]
    shown = {one.column for one in found if one.what == "values" and one.p_adjusted <= alpha}
    said += [
        MOVES_BY_ITSELF(column=one.name)
        for at, one in enumerate(columns)
        if one.name in shown and moves_by_itself(one, old[:, at], new[:, at])
    ]
    small = [one for one in found if one.p_adjusted <= alpha and one.effect < SMALL]
    if small:
        said.append(SMALL_EFFECTS(n=len(small), least=SMALL))
    if not changes:
        said.append(NO_LABELS())
    said += [note for one in changes for note in one.notes]
    own = None if target is None else column_changes((target[0],), target[1][:, None], target[2][:, None])
    if target is not None and own and target[0].levels:
        said += _class_notes(target[0].levels, target[1], target[2], shown=own[-1].p_value <= alpha)
    return DriftFindings(
        n_old=len(old),
        n_new=len(new),
        alpha=alpha,
        columns=found,
        target=own[-1] if own else None,
        together=two_samples(*symmetric_codes(columns, old, new), seed, level),
        effective=ratio.effective,
        n_weighted=len(ratio.weights),
        retyped=retyped,
        measure="" if measure is None else measure.name,
        direction=None if measure is None else measure.direction,
        changes=tuple(changes),
        notes=tuple(said),
    )


def _class_notes(levels: tuple[str, ...], old: Array, new: Array, *, shown: bool) -> list[Note]:
    """Classes that only one of the tables has; those that are gone, where the shares are shown to differ."""
    before, after = (np.bincount(one.astype(np.int64), minlength=len(levels)) for one in (old, new))
    fresh = [levels[at] for at in np.flatnonzero((before == 0) & (after > 0)).tolist()]
    made = [NEW_VALUES(column="target", values=", ".join(fresh[:5]))] if fresh else []
    gone = np.flatnonzero((before > 0) & (after == 0)).tolist() if shown else []
    return made + [CLASS_GONE(label=levels[at], share=float(before[at] / before.sum())) for at in gone]
