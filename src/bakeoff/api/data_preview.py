"""The preview of a data set in a notebook, and the table of its columns."""

from collections.abc import Sequence

from bakeoff.core.text import MISSING, clean, elide, plural
from bakeoff.data.column_summaries import LETTERS, ColumnSummary, cell_text, column_summaries
from bakeoff.data.dataset import Dataset
from bakeoff.data.profile import Profile
from bakeoff.report.render.html import inside
from bakeoff.report.tables import plain_text as tables
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.report.tables.table import without_empty

__all__ = ["column_table", "preview_html", "preview_table"]

ROWS, COLUMNS = 5, 10  # of the preview


def preview_html(data: Dataset) -> str:
    """What a notebook shows of a data set."""
    return inside(tables.to_html(preview_table(data)))


def preview_table(data: Dataset) -> Table:
    """The first rows with the kind of each column, the target last; features without columns have their target only."""
    shown = data.columns[:COLUMNS]
    kinds = {one.name: one for one in column_summaries(data.only([one.name for one in shown]))} if shown else {}
    target = data.task.spelled(data.target[:ROWS], data.classes).tolist()
    what = f"target, {data.task.name}"
    rows = [Row(cells=(Cell(text="kind"), *(Cell(text=_kind(kinds[one.name])) for one in shown), Cell(text=what)))]
    for at in range(min(ROWS, len(data))):
        values = data.matrix[at, : len(shown)].tolist() if shown else []
        cells = [Cell(text=cell_text(value, column) or MISSING) for value, column in zip(values, shown, strict=True)]
        rows.append(Row(cells=(Cell(text=f"row {data.rows[at]}"), *cells, _answer(target[at]))))
    heads = [ColumnHeading(title=elide(clean(one.name), LETTERS), align=_side(one.levels)) for one in shown]
    side = "left" if data.classes else "right"
    return Table(
        columns=(ColumnHeading(title=""), *heads, ColumnHeading(title="target", align=side)),
        rows=tuple(rows),
        caption=_caption(data),
        notes=_notes(data, len(shown)),
    )


def _answer(value: object) -> Cell:
    """The target of a row; several targets stand side by side."""
    parts = value if isinstance(value, list) else [value]
    texts = [f"{one:.6g}" if isinstance(one, float) else clean(one) for one in parts]
    return Cell(text=elide(", ".join(texts), LETTERS))


def _kind(summary: ColumnSummary) -> str:
    return f"{summary.kind}, {summary.missing:.1%} missing" if summary.missing else summary.kind


def _side(levels: Sequence[str]) -> str:
    return "left" if levels else "right"


def _caption(data: Dataset) -> str:
    held = plural(len(data.columns), "column") if data.has_columns else data.block.describe()
    parts = [f"{clean(data.name)}: {plural(len(data), 'row')}", held, data.task.name]
    parts += [f"positive {clean(data.positive)}"] if data.positive is not None else []
    parts += [name for name in ("groups", "time") if getattr(data, name) is not None]
    return ", ".join(parts)


def _notes(data: Dataset, shown: int) -> tuple[str, ...]:
    classes = []
    if data.classes and data.target.ndim == 1:
        counts = [int((data.target == code).sum()) for code in range(len(data.classes))]
        listed = [
            f"{clean(name)} {count / max(len(data), 1):.1%}" for name, count in zip(data.classes, counts, strict=True)
        ]
        classes = [f"Classes: {', '.join(listed[:COLUMNS])}{', …' if len(listed) > COLUMNS else ''}."]
    rest = len(data.columns) - shown
    more = [f"{plural(rest, 'more column')} not shown."] if rest else []
    return (*classes, *more, *(["bo.profile(data) describes every column."] if data.has_columns else []))


def column_table(summaries: Sequence[ColumnSummary], seen: Profile) -> Table:
    """A line for each column: its kind, gaps, distinct values, range or most frequent levels, and what is odd about it."""
    odd: dict[str, list[str]] = {one.name: [] for one in summaries}
    words = [
        (seen.constant, "constant"),
        (seen.identifiers, "names single rows"),
        (seen.infinite, "has infinite values"),
    ]
    words.append((tuple(leak.column for leak in seen.leaks), "gives the target away"))
    for names, word in words:
        for name in names:
            odd[name].append(word)
    rows = tuple(
        Row(
            cells=(
                Cell(text=clean(one.name)),
                Cell(text=one.kind),
                Cell(text=f"{one.missing:.1%}" if one.missing else MISSING, value=one.missing),
                Cell(text=f"{one.distinct}", value=float(one.distinct)),
                Cell(text=one.values or MISSING),
                Cell(text="; ".join(odd[one.name])),
            )
        )
        for one in summaries
    )
    titles = ("Column", "Kind", "Missing", "Distinct", "Values", "Odd")
    sides = ("left", "left", "right", "right", "left", "left")
    columns = tuple(ColumnHeading(title=title, align=side) for title, side in zip(titles, sides, strict=True))
    table = Table(columns=columns, rows=rows, caption=f"Columns of {clean(seen.name)}")
    return without_empty(table)
