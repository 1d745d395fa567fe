"""Long tables of scores (one line for each learner and split) as wide ones (one column for each learner)."""

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.comparisons.evidence.cells import CellColumn, CellColumns, CellKind
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.evidence.table_steps.column_names import (
    BLOCK_COLUMNS,
    LONG_BLOCKS,
    MEASURE_COLUMNS,
    SPLIT_COLUMNS,
    VAGUE,
    item_column,
    learner_column,
    names_ids,
)
from bakeoff.comparisons.evidence.table_steps.orientation import refuse_learners_down
from bakeoff.comparisons.evidence.table_steps.reading import TableReading
from bakeoff.core.errors import BadInput, Problems, UnknownName

__all__ = ["refuse_unnamed_long", "spread_long_table"]


def spread_long_table(reading: TableReading) -> TableReading:
    """One column for each learner, where a column names the learners; a wide table is returned as it is."""
    learner = reading.options.learner or learner_column(reading.columns)
    if reading.options.learner is not None and learner not in reading.columns:
        raise UnknownName(f"column of {reading.source}", reading.options.learner, reading.columns)
    stated = reading.options.learner is not None
    if learner is None or not (stated or reading.columns[learner].has(CellKind.WORD)):
        if reading.options.value is not None:
            raise BadInput(
                f"{reading.source} has one column for each learner; value (--value) is for long tables, which name learners in a column"
            )
        return reading
    if not reading.stated and _has_items(reading.columns, learner):  # the column of items states it
        reading = replace(reading, stated=True, rows=ROWS.name)
    reading = _one_measure(reading)
    keys = _block_columns(reading, learner)
    value = _value_column(reading, [learner, *keys])
    named = value.rpartition(".")[2]  # of a nested field of JSON, metrics.acc, the last name tells what it is
    measure = reading.measure or ("" if named.lower() in VAGUE else named)
    return replace(reading, long=True, columns=_spread(reading, learner, keys, value), measure=measure)


def _has_items(columns: CellColumns, learner: str) -> bool:
    """Whether lines are about items such as questions and not about data sets."""
    return not {name.lower() for name in columns} & set(LONG_BLOCKS) and item_column(columns, learner) is not None


def _one_measure(reading: TableReading) -> TableReading:
    """The lines of one measure, where a column states by which each score was made."""
    low = {name.lower(): name for name in reading.columns}
    column = next((low[word] for word in MEASURE_COLUMNS if word in low), None)
    if column is None:
        return reading
    names = [str(cell) for cell in reading.columns[column].raw]
    distinct = list(dict.fromkeys(names))
    if not reading.measure and len(distinct) > 1:
        raise BadInput(
            f"{reading.source} contains scores by {len(distinct)} measures; choose one (measure=, --measure): {', '.join(distinct)}"
        )
    wanted = reading.measure or distinct[0]
    if wanted not in distinct:
        raise UnknownName(f"measure in {reading.source}", wanted, distinct)
    kept = reading.only([row for row, name in enumerate(names) if name == wanted])
    return replace(kept, columns=kept.without([column]), measure=wanted)


def _block_columns(reading: TableReading, learner: str) -> list[str]:
    """The columns that tell blocks apart: those that the user named, all of them where one is the item, else by their usual names."""
    item = reading.described.item is not None
    usual = {*LONG_BLOCKS, *SPLIT_COLUMNS}
    keys = [
        name
        for name in reading.columns
        if name in reading.described.names or (not item and name != learner and name.lower() in usual)
    ]
    if not item and not any(name.lower() in LONG_BLOCKS for name in keys):
        items = item_column(reading.columns, learner)
        keys = keys if items is None or items in keys else [items, *keys]
    if not keys:
        refuse_learners_down(reading, learner)
        raise BadInput(
            f"{reading.source} is a long table without a column for data set or fold; add one, or name the items (item=, --item)"
        )
    return keys


def _value_column(reading: TableReading, used: Sequence[str]) -> str:
    """The column of scores: the one named, else the only one that is left."""
    left, value = list(reading.without(used)), reading.options.value
    if value is not None:
        if value not in reading.columns:
            raise UnknownName(f"column of {reading.source}", value, left)
        return value
    if len(left) == 1:
        return left[0]
    if not left:
        raise BadInput(f"{reading.source} is a long table without a column of scores; add one")
    raise BadInput(
        f"{reading.source} is a long table with several further columns; name the scores (value=, --value): {', '.join(left)}"
    )


def _spread(reading: TableReading, learner: str, keys: Sequence[str], value: str) -> dict[str, CellColumn]:
    """The columns that tell the blocks apart, then one for each learner."""
    columns, more = reading.columns, "" if reading.described.item is None else " (runs=, --runs)"
    learners = [str(cell) for cell in columns[learner].raw]
    blocks: dict[tuple[str, ...], dict[str, int]] = {}  # the line of each learner
    first, twice = list[int](), list[str]()
    for row, name in enumerate(learners):
        block = tuple(str(columns[key].raw[row]) for key in keys)
        if block not in blocks:
            blocks[block] = {}
            first.append(row)
        if name in blocks[block]:
            where = ", ".join(f"{key} {cell}" for key, cell in zip(keys, block, strict=True))
            twice.append(f"{name} has two scores on {where}; keep one, or add the column that distinguishes them{more}")
        blocks[block][name] = row
    if twice:
        raise Problems(reading.source, list(dict.fromkeys(twice))[:10])
    wide = {key: columns[key].take(first) for key in keys}
    for name in dict.fromkeys(learners):
        if name in wide:
            raise BadInput(f"{reading.source}: a learner is called {name!r}, like a column; rename it")
        wide[name] = columns[value].take([lines.get(name, -1) for lines in blocks.values()], name)
    return wide


def refuse_unnamed_long(reading: TableReading) -> TableReading:
    """Refuse a long table whose columns have names that state nothing, with the options that name them."""
    columns = {**reading.row_numbers, **reading.columns}
    usual = {*BLOCK_COLUMNS, *SPLIT_COLUMNS}
    if reading.long or reading.described.names or len(columns) != 3 or any(name.lower() in usual for name in columns):
        return reading
    sizes = {name: len(set(column.raw)) for name, column in columns.items()}
    n = len(next(iter(columns.values())).raw)
    words = [
        name
        for name, column in columns.items()
        if sum(1 for _ in column.of_kind(CellKind.WORD)) == n and 1 < sizes[name] < n
    ]
    if not words:
        return reading
    learner = min(words, key=sizes.__getitem__)
    item, value = (name for name in columns if name != learner)
    if sizes[value] > sizes[item] and names_ids(value):
        item, value = value, item
    pairs = len(set(zip(columns[learner].raw, columns[item].raw, strict=True)))
    if sizes[item] <= 2 or not pairs == sizes[learner] * sizes[item] == n or not columns[value].scores_only:
        return reading
    raise BadInput(
        f"{reading.source} looks like a long table, with a line for each learner and {item}",
        cure=f"name its columns: --learner {learner!r} --item {item!r} --value {value!r} (learner=, item=, value=), if these are meant",
    )
