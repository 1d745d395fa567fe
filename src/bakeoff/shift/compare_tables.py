"""Compare two tables: columns, both together, and what the difference means for a model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.core.significance_level import is_shown
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.shift.column_shapes import ColumnShape, column_shapes
from bakeoff.shift.columns import ColumnChange, column_changes, moves_by_itself, symmetric_codes
from bakeoff.shift.density_ratio import density_ratio
from bakeoff.shift.harm import ExpectedChange, by_confidence, by_weighting, measured_change
from bakeoff.shift.kind_of_change import KindOfChange, Shown
from bakeoff.shift.notes import CLASS_GONE, FEW_ROWS, MOVES_BY_ITSELF, NEW_VALUES, NO_LABELS, SMALL_EFFECTS, TEXTS
from bakeoff.shift.relation import LabelledRows, RelationChange, losses_of, relation_change
from bakeoff.shift.shared_level import share_level
from bakeoff.shift.two_samples import TwoSampleArea, two_samples
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
    together: TwoSampleArea
    relation: RelationChange  # of the columns and the target
    effective: float  # number of old rows that weighting leaves
    n_weighted: int  # of so many, those with a label
    retyped: tuple[str, ...]  # columns that hold numbers in one table and words in the other, which are not compared
    measure: str
    direction: Direction | None
    changes: tuple[ExpectedChange, ...]
    notes: tuple[Note, ...]
    shapes: tuple[ColumnShape, ...] = ()  # of the columns that changed

    def shows(self, p: float) -> bool:
        """Whether a p of these findings shows what it is about."""
        return is_shown(p, self.alpha)

    @property
    def changed(self) -> tuple[ColumnChange, ...]:
        """Columns that are shown to have changed, the largest change first."""
        shown = [change for change in self.columns if self.shows(change.p_adjusted)]
        return tuple(sorted(shown, key=lambda change: -change.effect))

    @property
    def shown_first(self) -> tuple[ColumnChange, ...]:
        """All columns: those that are shown to have changed first, the largest change before the others."""
        return tuple(sorted(self.columns, key=lambda change: (not self.shows(change.p_adjusted), -change.effect)))

    @property
    def largest_effects(self) -> dict[str, float]:
        """The largest change of each column, in its values or in what is missing; the largest first."""
        best: dict[str, float] = {}
        for change in self.columns:
            best[change.column] = max(best.get(change.column, 0.0), change.effect)
        return {name: best[name] for name in sorted(best, key=lambda name: -best[name])}

    @property
    def p_of_columns(self) -> float:
        """The smallest adjusted p of a single column; NaN where none can be compared."""
        return min((change.p_adjusted for change in self.columns if not np.isnan(change.p_adjusted)), default=nan)

    @property
    def p_together(self) -> float:
        """The adjusted p of all columns together; 1 where what was learned from one half misleads on the other, which is no sign of a change."""
        return 1.0 if self.together.auc.value < 0.5 else self.together.p_adjusted

    @property
    def kinds(self) -> tuple[KindOfChange, ...]:
        """Covariate shift, prior shift and concept shift: which are shown. Reference: morenotorres2012."""
        told_apart = self.together.auc.value > 0.5
        columns = [change.p_adjusted for change in self.columns] + [self.together.p_adjusted if told_apart else nan]
        what = "target" if self.target is not None and self.target.of_numbers else "classes"
        classes = nan if self.target is None else self.target.p_adjusted
        return (
            self._kind("covariate shift", "columns", columns, "no column can be compared"),
            self._kind("prior shift", what, [classes], self.relation.reason),
            self._kind("concept shift", "relation", [self.relation.p_adjusted], self.relation.reason),
        )

    def _kind(self, kind: str, what: str, p_values: Sequence[float], reason: str) -> KindOfChange:
        finite = [p for p in p_values if not np.isnan(p)]
        if not finite:
            return KindOfChange(kind=kind, what=what, state=Shown.UNKNOWN, p_adjusted=nan, reason=reason)
        state = Shown.YES if self.shows(min(finite)) else Shown.NO
        return KindOfChange(kind=kind, what=what, state=state, p_adjusted=min(finite))

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
    known_new: Array | None = None,
    labelled: tuple[Array, Array] | None = None,
    retyped: tuple[str, ...] = (),
    alpha: float = 0.05,
    level: float = 0.95,
    seed: int = 0,
    notes: tuple[Note, ...] = (),
) -> DriftFindings:
    """Old against new rows.

    `old_said` are the old rows with a label, which `known` marks among all old rows; `new_said` all new rows, of which only the outputs are read;
    `new_labelled` the new rows with a label, which `known_new` marks. `target` holds the labels of the rows that `labelled` marks in both tables.
    `retyped` columns could not be compared, since they hold numbers in one table only.
    All questions about a change share `alpha`: the columns, the classifier, the target and its relation to the columns.
    """
    probability("alpha", alpha)
    count("seed", seed, least=0)
    if not len(old) or not len(new):
        raise BadInput(f"the {'new' if len(old) else 'old'} table has no rows; a comparison needs rows in both")
    both = None if old_said is None or new_labelled is None else (old_said, new_labelled)
    rows = (known, known_new) if both is not None else labelled
    relation = _relation(columns, (old, new), rows, target, both, seed)
    together = two_samples(*symmetric_codes(columns, old, new), seed, level)
    own = () if target is None else column_changes((target[0],), target[1][:, None], target[2][:, None])
    tested, together, own, relation = _with_shared_level(column_changes(columns, old, new), together, own, relation)
    ratio = density_ratio(columns, old if known is None else old[known], new)
    changes: list[ExpectedChange] = []
    if measure is not None and old_said is not None:
        if new_labelled is not None:
            changes.append(measured_change(measure, old_said, new_labelled, seed, level))
        changes.append(by_weighting(measure, old_said, ratio, len(new), seed, level))
        if old_said.proba is not None and new_said is not None and new_said.proba is not None:
            changes.append(by_confidence(measure, old_said, new_said, seed, level))
    remarks = list(notes)
    if min(len(old), len(new)) < _FEW:
        remarks.append(FEW_ROWS(n=min(len(old), len(new))))
    remarks += [
        NEW_VALUES(column=change.column, values=", ".join(change.new_values[:5]))
        for change in tested
        if change.new_values
    ]
    remarks += [TEXTS(column=column.name) for column in columns if column.kind is ColumnKind.TEXT]
    shown = {change.column for change in tested if change.what == "values" and is_shown(change.p_adjusted, alpha)}
    remarks += [
        MOVES_BY_ITSELF(column=column.name)
        for index, column in enumerate(columns)
        if column.name in shown and moves_by_itself(column, old[:, index], new[:, index])
    ]
    small = [change for change in tested if is_shown(change.p_adjusted, alpha) and change.effect < SMALL]
    if small:
        remarks.append(SMALL_EFFECTS(n=len(small), least=SMALL))
    if not changes:
        remarks.append(NO_LABELS())
    remarks += [note for expected in changes for note in expected.notes]
    if target is not None and own and target[0].levels:
        remarks += _class_notes(target[0].levels, target[1], target[2], shown=is_shown(own[-1].p_adjusted, alpha))
    return DriftFindings(
        n_old=len(old),
        n_new=len(new),
        alpha=alpha,
        columns=tested,
        target=own[-1] if own else None,
        together=together,
        relation=relation,
        effective=ratio.effective,
        n_weighted=len(ratio.weights),
        retyped=retyped,
        measure="" if measure is None else measure.name,
        direction=None if measure is None else measure.direction,
        changes=tuple(changes),
        notes=tuple(remarks),
        shapes=column_shapes(columns, old, new, shown),
    )


def _relation(  # noqa: PLR0917 - the parts of one computation
    columns: tuple[Column, ...],
    tables: tuple[Array, Array],
    rows: tuple[Array | None, Array | None] | None,
    target: tuple[Column, Array, Array] | None,
    predictions: tuple[Predictions, Predictions] | None,
    seed: int,
) -> RelationChange:
    """The change of the relation, on rows with a label, and with a prediction where there are some."""
    if target is None or rows is None:
        return RelationChange.unknown("that needs labels of the old and of the new rows")
    features = [table if kept is None else table[kept] for table, kept in zip(tables, rows, strict=True)]
    column = target[0]
    if predictions is None:
        old, new = (LabelledRows(features=X, target=y) for X, y in zip(features, target[1:], strict=True))
    else:
        column = Column(name=column.name) if predictions[0].task.numeric else column
        old, new = (
            LabelledRows(features=X, target=np.asarray(part.truth, dtype=np.float64), loss=losses_of(part))
            for X, part in zip(features, predictions, strict=True)
        )
    return relation_change(columns, column, old, new, seed)


def _with_shared_level(
    columns: tuple[ColumnChange, ...],
    together: TwoSampleArea,
    target: tuple[ColumnChange, ...],
    relation: RelationChange,
) -> tuple[tuple[ColumnChange, ...], TwoSampleArea, tuple[ColumnChange, ...], RelationChange]:
    """The same with p-values adjusted over all four questions."""
    of_columns, of_rows, of_target, of_relation = share_level([
        [change.p_value for change in columns], [together.p_value], [change.p_value for change in target], [relation.p_value],
    ])  # fmt: skip
    return (
        tuple(replace(change, p_adjusted=p) for change, p in zip(columns, of_columns, strict=True)),
        replace(together, p_adjusted=of_rows[0]),
        tuple(replace(change, p_adjusted=p) for change, p in zip(target, of_target, strict=True)),
        replace(relation, p_adjusted=of_relation[0]),
    )


def _class_notes(levels: tuple[str, ...], old: Array, new: Array, *, shown: bool) -> list[Note]:
    """Classes that only one of the tables has; those that are gone, where the shares are shown to differ."""
    before, after = (np.bincount(codes.astype(np.int64), minlength=len(levels)) for codes in (old, new))
    fresh = [levels[level] for level in np.flatnonzero((before == 0) & (after > 0)).tolist()]
    notes = [NEW_VALUES(column="target", values=", ".join(fresh[:5]))] if fresh else []
    gone = np.flatnonzero((before > 0) & (after == 0)).tolist() if shown else []
    return notes + [CLASS_GONE(label=levels[level], share=float(before[level] / before.sum())) for level in gone]
