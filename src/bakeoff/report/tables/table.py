"""Table: what is to be shown, as cells; how it is written down is the emitters' matter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from unicodedata import combining, east_asian_width

from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean

__all__ = [
    "Cell",
    "ColumnHeading",
    "Row",
    "Table",
    "columns_needed",
    "plain",
    "should_transpose",
    "table_as_sentences",
    "transpose",
    "widths_of",
    "with_looks",
    "without_empty",
]

_LONG = 30  # letters from which a column is prose
_BESIDE = 6  # columns of scores that find room beside each other


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One entry: its text, whether it is the best of its row, and a mark beside it."""

    text: str = ""
    bold: bool = False
    mark: str = ""
    tone: str = ""  # "good", "bad", "quiet": colour in HTML only, never the only carrier of a meaning
    value: float | None = None  # the number behind the text, for JSON
    unit: str = ""  # what that number is, where the text shows another one
    look: int | None = None  # of a learner's name: its colour and marker


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnHeading:
    """A heading and how the entries below it line up."""

    title: str
    align: str = "left"  # or "right", "center"
    look: int | None = None  # of a learner's name: its colour and marker


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of cells; a summary row stands below a rule."""

    cells: tuple[Cell, ...]
    summary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What is to be shown; the first cell of each row names the row."""

    columns: tuple[ColumnHeading, ...]
    rows: tuple[Row, ...]
    caption: str = ""
    notes: tuple[str, ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise BadInput(
                    f"a row of table {self.caption!r} has {len(row.cells)} cells for {len(self.columns)} columns"
                )

    @classmethod
    def of(cls, titles: Sequence[str], rows: Sequence[Sequence[str]], *, align: str = "", caption: str = "") -> "Table":
        """From plain strings; `align` has one of l, r, c per column.

        >>> [column.align for column in Table.of(["a", "b"], [["x", "1.0"]], align="lr").columns]
        ['left', 'right']
        """
        names = {"l": "left", "r": "right", "c": "center"}
        aligns = [names[letter] for letter in align.ljust(len(titles), "l")]
        return cls(
            columns=tuple(ColumnHeading(title=title, align=how) for title, how in zip(titles, aligns, strict=True)),
            rows=tuple(Row(cells=tuple(Cell(text=text) for text in row)) for row in rows),
            caption=caption,
        )


def transpose(table: Table, title: str = "") -> Table:
    """Rows become columns; `title` heads the first column, which keeps its heading if none is given."""
    first = replace(table.columns[0], title=title or table.columns[0].title)
    columns = (
        first,
        *(ColumnHeading(title=row.cells[0].text, align="right", look=row.cells[0].look) for row in table.rows),
    )
    rows = tuple(
        Row(cells=(Cell(text=column.title, look=column.look), *(row.cells[index] for row in table.rows)))
        for index, column in enumerate(table.columns)
        if index > 0
    )
    return Table(columns=columns, rows=rows, caption=table.caption, notes=table.notes, label=table.label)


def with_looks(table: Table, looks: Mapping[str, int]) -> Table:
    """The same table with the colour and marker of each learner: down the page in a table of learners, else across.

    >>> table = Table.of(["Learner", "a"], [["b", "1"]])
    >>> with_looks(table, {"a": 0, "b": 1}).rows[0].cells[0].look, with_looks(table, {"a": 0}).columns[1].look
    (1, None)
    """
    if not table.columns or table.columns[0].title == "Learner":
        rows = (
            replace(row, cells=(replace(row.cells[0], look=looks[row.cells[0].text]), *row.cells[1:]))
            if row.cells and row.cells[0].text in looks
            else row
            for row in table.rows
        )
        return replace(table, rows=tuple(rows))
    first, *rest = table.columns
    return replace(table, columns=(first, *(replace(column, look=looks.get(column.title)) for column in rest)))


def without_empty(table: Table) -> Table:
    """The same table without the columns in which no row says anything."""
    keep = [
        position
        for position in range(len(table.columns))
        if any(row.cells[position].text not in {"", "–"} for row in table.rows)
    ]
    return replace(
        table,
        columns=tuple(table.columns[position] for position in keep),
        rows=tuple(replace(row, cells=tuple(row.cells[position] for position in keep)) for row in table.rows),
    )


def plain(cell: Cell) -> str:
    """Text and mark."""
    return f"{clean(cell.text)} {cell.mark}".strip() if cell.mark else clean(cell.text)


def columns_needed(text: str) -> int:
    """Columns a terminal needs for the text."""
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def widths_of(table: Table) -> list[int]:
    """Letters of the widest entry of each column, its heading included."""
    columns = zip(*([cell.text for cell in row.cells] for row in table.rows), strict=True) if table.rows else ()
    widths = [max(map(columns_needed, texts)) for texts in columns] or [0] * len(table.columns)
    return [max(width, columns_needed(column.title)) for width, column in zip(widths, table.columns, strict=True)]


def should_transpose(columns: int, rows: int) -> bool:
    """Whether a table of so many columns of scores is better read the other way round."""
    return columns > max(_BESIDE, rows)


def table_as_sentences(table: Table) -> dict[int, int]:
    """Columns of long prose and how long."""
    widths = widths_of(table)
    return {
        index: widths[index]
        for index, column in enumerate(table.columns)
        if column.align == "left" and widths[index] > _LONG
    }
