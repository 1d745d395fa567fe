"""Which way a table lies: one column for each learner, or one row for each."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bakeoff.comparisons.evidence.cells import CellKind, parse_column
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS
from bakeoff.comparisons.evidence.table_steps.column_names import (
    LONG_BLOCKS,
    SPLIT_COLUMNS,
    UNNAMED,
    is_summary,
    measure_of_head,
    names_ids,
    names_learner,
)
from bakeoff.comparisons.evidence.table_steps.reading import TableReading
from bakeoff.comparisons.notes import TURNED
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import listed

__all__ = ["COLUMNS", "oriented", "refuse_learners_down", "refuse_rows_of_learners", "split_heads", "turn_table"]

COLUMNS = ("learners", "datasets", "folds")  # what one column of a table may be
_SPLIT_HEAD = re.compile(r"(?P<word>fold|split|cv|trial|run|repeat|rep|seed|iteration)[ _#.-]*\d+", re.IGNORECASE)
_OF_ONE_DATA_SET = {"fold", "split", "cv"}  # the others may as well be independent runs


def turn_table(reading: TableReading) -> TableReading:
    """A table with one row for each learner is turned, where that was stated or its heads are fold 1, fold 2, ..."""
    options, stated = reading.options, reading.options.columns_are
    heads = split_heads(reading.table)
    table, notes = oriented(reading.table, stated, reading.source)
    if stated == COLUMNS[1]:
        return reading.noting(*notes, table=table, stated=True)
    if table is reading.table:
        return reading
    if options.rows == DATASETS.name:
        raise BadInput(
            f"the columns of {reading.source} are splits of one data set, so its scores are not those of data sets",
            cure="state what a row is after the table is turned: --rows folds or --rows runs (rows='folds' or 'runs')",
        )
    if not reading.stated and (stated == COLUMNS[2] or _word(heads[0]) in _OF_ONE_DATA_SET):
        return reading.noting(*notes, table=table, stated=True, rows=FOLDS.name)
    return reading.noting(*notes, table=table)


def oriented(
    table: Mapping[str, Sequence[Any]], stated: str | None, source: str
) -> tuple[Mapping[str, Sequence[Any]], tuple[Note, ...]]:
    """The table with one column for each learner, and the note where nobody stated that it has to be turned.

    >>> oriented({"": ["a", "b"], "fold 1": [0.9, 0.8], "fold 2": [0.7, 0.6]}, None, "the table")[0]
    {'fold': ['fold 1', 'fold 2'], 'a': [0.9, 0.7], 'b': [0.8, 0.6]}
    """
    if stated == "measures":
        raise BadInput("measures are no scores to compare", cure="use bo.measures_table (--columns measures)")
    if stated not in {None, *COLUMNS}:
        raise UnknownName("kind of columns", str(stated), COLUMNS)
    if not table:
        return table, ()
    first, *others = table
    if stated == COLUMNS[1] and others and all(measure_of_head(name) for name in others):
        raise BadInput(
            f"the columns of {source} are measures ({listed(others, most=3)}), not data sets",
            cure="use --columns measures (bo.measures_table)",
        )
    if stated in COLUMNS[1:]:
        return _turned(table, source, "dataset" if stated == COLUMNS[1] else _key(split_heads(table))), ()
    heads = split_heads(table)
    if stated is not None or not heads:
        return table, ()
    if first in heads:
        raise BadInput(
            f"the columns of {source} ({listed(heads, most=3)}) are splits, and none names the learners",
            cure="add a first column of names, or state --columns learners (columns='learners')",
        )
    return _turned(table, source, _key(heads)), (TURNED(columns=tuple(heads)),)


def split_heads(table: Iterable[str]) -> list[str]:
    """The columns called fold 1, split 2, run 3, ..., if all but the first and those of averages are called so.

    >>> split_heads(["method", "fold 1", "fold 2", "mean"]), split_heads(["data", "svm", "tree"])
    (['fold 1', 'fold 2'], [])
    """
    names = list(table)
    heads = [name for name in names if _SPLIT_HEAD.fullmatch(name.strip())]
    others = [name for name in names[1:] if name not in heads]
    return heads if len(heads) > 1 and all(map(is_summary, others)) else []


def _word(head: str) -> str:
    """What a head counts: fold, split, run, ..."""
    matched = _SPLIT_HEAD.fullmatch(head.strip())
    return "" if matched is None else matched["word"].lower()


def _key(heads: Sequence[str]) -> str:
    """The name of the column that names the rows of the turned table."""
    word = _word(heads[0]) if heads else SPLITS_KEY
    return word if word in SPLIT_COLUMNS else SPLITS_KEY if word in {*_OF_ONE_DATA_SET, ""} else "run"


SPLITS_KEY = "fold"


def _turned(columns: Mapping[str, Sequence[Any]], source: str, key: str) -> dict[str, Sequence[Any]]:
    """The table with a row for each data set or split, which the column `key` names.

    >>> _turned({"model": ["a", "b"], "iris": [0.9, 0.8], "wine": [0.7, 0.6]}, "the table", "dataset")
    {'dataset': ['iris', 'wine'], 'a': [0.9, 0.7], 'b': [0.8, 0.6]}
    """
    first, *others = columns
    names = [str(cell).strip() for cell in columns[first]]
    if not others or not parse_column(first, columns[first]).odd:
        kind = "data sets" if key == "dataset" else "splits"
        raise BadInput(f"{source} has no first column that names the learners, so its columns cannot be {kind}")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{source} names the learner {twice!r} twice; rename one")
    return {key: others, **{name: [columns[other][i] for other in others] for i, name in enumerate(names)}}


def refuse_learners_down(reading: TableReading, learner: str) -> None:
    """Refuse a table with one row for each learner, which is no long one: its columns are data sets or measures."""
    names = [str(cell) for cell in reading.columns[learner].raw]
    others = reading.without([learner])
    groups = [name for name, column in others.items() if column.has(CellKind.WORD)]
    scores = [name for name in others if name not in groups]
    if len(groups) == 1 and len(scores) > 1 and all(map(measure_of_head, scores)):
        raise BadInput(
            f"{reading.source} has one row for each learner and {groups[0]}, and one column for each measure",
            cure=f"use --columns measures --by {groups[0]!r} (bo.measures_table_by)",
        )
    if len(set(names)) < len(names) or not all(column.scores_only for column in others.values()):
        return
    if len(others) < 2:
        raise BadInput(
            f"{reading.source} contains one score for each learner",
            cure="a comparison needs scores on several data sets, splits or rows",
        )
    if all(map(measure_of_head, others)):
        raise BadInput(
            f"{reading.source} has one row for each learner and one column for each measure",
            cure="use --columns measures (bo.measures_table)",
        )
    raise BadInput(
        f"{reading.source} has one row for each learner",
        cure="state what a column is: --columns datasets (columns='datasets'), --columns folds for splits, --columns measures (bo.measures_table)",
    )


def refuse_rows_of_learners(reading: TableReading) -> TableReading:
    """Ask what a column is where rows look like learners: by their names, or because they are fewer than the columns and nothing names data sets."""
    first = next(iter(reading.columns), None)
    if (
        first is None
        or reading.long
        or reading.described.names
        or reading.options.columns_are is not None
        or names_ids(first)
        or first.strip().lower() in LONG_BLOCKS
        or not reading.columns[first].has(CellKind.WORD)
    ):
        return reading
    rows, others = [str(cell) for cell in reading.columns[first].raw], list(reading.without([first]))
    if any(map(names_learner, others)):
        return reading
    if 2 * sum(map(names_learner, rows)) >= len(rows):
        looks = f"the rows of {reading.source} ({', '.join(rows[:2])}, ...) look like learners and its columns ({', '.join(others[:2])}, ...) like data sets"
    elif not reading.stated and first.strip().lower() in UNNAMED and 1 < len(rows) < len(others):
        looks = f"{reading.source} has {len(rows)} rows ({', '.join(rows[:2])}, ...) and {len(others)} columns ({', '.join(others[:2])}, ...), and nothing states which are the learners"
    else:
        return reading
    if all(map(measure_of_head, others)):
        raise BadInput(
            f"the columns of {reading.source} are measures ({listed(others, most=3)}) and its rows learners",
            cure="use --columns measures (bo.measures_table)",
        )
    raise BadInput(
        looks,
        cure="state what a column is: --columns datasets, --columns folds or --columns learners (columns='datasets', 'folds' or 'learners')",
    )
