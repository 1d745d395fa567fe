"""TableReading: what is known of a table of scores while it is read. Each step of the reading gets one and returns another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.comparisons.evidence.cells import CellColumn, CellColumns, CellKind
from bakeoff.comparisons.evidence.kinds import DATASETS, GROUPED_ROWS, ROWS
from bakeoff.comparisons.evidence.table_steps.column_names import BLOCK_COLUMNS, SPLIT_COLUMNS
from bakeoff.comparisons.evidence.table_steps.row_columns import RowColumns
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.notes import Note
from bakeoff.measures.measure import Direction

__all__ = ["ReadingOptions", "TableReading", "names_rows"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """What the user stated about the table."""

    direction: str | None = None
    rows: str | None = DATASETS.name
    value: str | None = None
    measure: str = ""
    source: str = "the table"
    learner: str | None = None
    fold: str | None = None
    described: RowColumns = RowColumns()  # noqa: RUF009 - frozen
    failures: str = "last"
    columns_are: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableReading:
    """A table on its way to a score matrix."""

    options: ReadingOptions
    source: str  # the table, as sentences call it
    table: Mapping[str, Sequence[Any]]  # as it came
    rows: str  # what one row is
    stated: bool  # whether anything stated that
    measure: str
    described: RowColumns  # names of the columns that describe rows
    columns: CellColumns  # those that are not yet explained; in the end one for each learner
    row_columns: CellColumns  # those that describe rows, as the user named them
    row_numbers: CellColumns  # those that count or number the rows
    row_names: Mapping[str, Sequence[str]]  # the texts that name the rows, by column
    brackets: Mapping[str, Mapping[str, str]]  # what cells hold in brackets, by learner and row
    long: bool = False
    direction: Direction = Direction.HIGHER
    matrix: ScoreMatrix | None = None
    notes: tuple[Note, ...] = ()

    @classmethod
    def of(cls, table: Mapping[str, Sequence[Any]], options: ReadingOptions) -> "TableReading":
        """The table before its first step."""
        return cls(
            options=options, source=options.source, table=table, rows=options.rows or DATASETS.name, stated=options.rows is not None, measure=options.measure,
            described=options.described, columns={}, row_columns={}, row_numbers={}, row_names={}, brackets={},
        )  # fmt: skip

    @property
    def single_rows(self) -> bool:
        """Whether one row is a row of a test set."""
        return self.rows in {ROWS.name, GROUPED_ROWS.name}

    @property
    def labels(self) -> list[str]:
        """The name of each row; none where rows have no names."""
        return [" / ".join(label) for label in zip(*self.row_names.values(), strict=True)]

    def noting(self, *notes: Note, **changes: Any) -> "TableReading":
        """The reading with these changes and further notes."""
        return replace(self, notes=(*self.notes, *notes), **changes)

    def only(self, rows: Sequence[int]) -> "TableReading":
        """The reading of these rows."""
        kept = {
            part: {name: column.take(rows) for name, column in getattr(self, part).items()}
            for part in ("columns", "row_columns", "row_numbers")
        }
        return self.noting(**kept)

    def without(self, names: Sequence[str]) -> dict[str, CellColumn]:
        """The columns but these."""
        return {name: column for name, column in self.columns.items() if name not in names}


def names_rows(columns: CellColumns, name: str) -> bool:
    """Whether a column names the rows instead of holding scores: by its own name, or as a first one of words or of durations beside numbers."""
    if name.lower() in {*BLOCK_COLUMNS, *SPLIT_COLUMNS}:
        return True
    if name != next(iter(columns)):
        return False
    column = columns[name]
    others = (other for other in columns.values() if other is not column)
    return column.has(CellKind.WORD) or (column.durations_only and any(other.scores_only for other in others))
