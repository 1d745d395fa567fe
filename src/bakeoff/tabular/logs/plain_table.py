"""Plain long tables of items: CSV, JSON, JSON Lines, Parquet, by the names of their columns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.tabular.formats.json_values import NESTING
from bakeoff.tabular.logs.log_table import LogRows, odd_cell, score_number

__all__ = ["COLUMN_NAMES", "columns_of_records", "rows_of_columns"]

# The usual names of each column, in the order in which they are looked for.
COLUMN_NAMES: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "item_id", "sample_id", "question_id", "doc_id", "example_id", "task_id", "id", "question"),
    "learner": ("learner", "model", "system", "model_id", "model_name", "agent"),
    "task": ("task", "benchmark", "dataset", "evaluation_name"),
    "run": ("run", "epoch", "trial", "repeat", "seed"),
    "group": ("group", "cluster"),
    "error": ("error", "exception"),
    "input": ("input", "inputs", "prompt"),
}
BATCH = 4096  # records that are taken at once
NESTED = (dict, list)
_SCORE_ENDS = ("/score", "/value")
_NO_SCORES = frozenset(
    {"output", "outputs", "prediction", "predictions", "target", "targets", "answer", "trace_id", "index"}
)


def rows_of_columns(
    source: str, columns: Mapping[str, Sequence[Any]], *, form: str = "plain", named: Mapping[str, str | None] | None = None, value: str | None = None
) -> LogRows:  # fmt: skip
    """The lines of a table whose columns are named by the user or by their usual names; every other column of scores is a measure.

    >>> rows_of_columns("x.csv", {"id": ["a", "b"], "correct": ["True", "False"]}).table("x").scores["correct"].tolist()
    [1.0, 0.0]
    """
    roles = _roles(source, columns, named or {})
    if "item" not in roles and "input" not in roles:
        raise BadInput(f"{source} has no column of items; name it (item=, --item): {', '.join(list(columns)[:12])}")
    used = set(roles.values())
    scores = _score_columns(source, columns, used, value)
    if not scores and "error" not in roles:
        _refuse_odd_cell(source, columns, used, columns.get(roles.get("item", "")))
    extra = [name for name in columns if name not in used and name not in scores]
    rows = LogRows(source, form)
    cells = {role: columns[name] for role, name in roles.items()}
    if "error" in cells:
        cells["error"] = [_cell(cell) for cell in cells["error"]]
    rows.fill(cells, {name: _filled(columns[name]) for name in scores}, {name: columns[name] for name in extra})
    return rows


def _filled(cells: Sequence[Any]) -> Sequence[Any]:
    """The cells with None for what is missing."""
    return cells if {*map(type, cells)} <= {int, float, bool} else [_cell(cell) for cell in cells]


def columns_of_records(records: Iterable[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """The columns of records; a field inside a field is called by its path, as metrics.acc, and lists are left out.

    >>> columns_of_records([{"id": 1, "metrics": {"acc": 1}}, {"id": 2, "text": ["a"]}])
    {'id': [1, 2], 'metrics.acc': [1, None]}
    """
    columns: dict[str, list[Any]] = {}
    size = 0
    rest = iter(records)
    while batch := list(islice(rest, BATCH)):
        if not _took_flat(columns, batch, size):
            for row, record in enumerate(batch, start=size):
                for name, value in _fields(record, "", 1):
                    _column(columns, name, row).append(value)
        size += len(batch)
    for name in columns:
        _column(columns, name, size)
    return columns


def _column(columns: dict[str, list[Any]], name: str, row: int) -> list[Any]:
    """The cells of a column up to this row."""
    cells = columns.setdefault(name, [])
    if len(cells) < row:
        cells += [None] * (row - len(cells))
    return cells


def _took_flat(columns: dict[str, list[Any]], batch: Sequence[Mapping[str, Any]], row: int) -> bool:
    """Whether these records have the same fields and nothing inside them, and were taken column by column, which is faster."""
    names = batch[0].keys()
    if any(record.keys() != names for record in batch):
        return False
    whole = {name: [record[name] for record in batch] for name in names}
    if any(not {*map(type, cells)}.isdisjoint(NESTED) for cells in whole.values()):
        return False
    for name, cells in whole.items():
        _column(columns, name, row).extend(cells)
    return True


def _fields(record: Mapping[str, Any], before: str, depth: int) -> Iterator[tuple[str, Any]]:
    if depth > NESTING:
        raise BadInput(f"a record has more than {NESTING} objects inside each other; flatten it")
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _fields(value, f"{before}{name}.", depth + 1)
        elif not isinstance(value, list):
            yield (f"{before}{name}" if before else name), value


def _roles(source: str, columns: Mapping[str, Any], named: Mapping[str, str | None]) -> dict[str, str]:
    low = {name.lower(): name for name in reversed(list(columns))}
    roles: dict[str, str] = {}
    for role, usual in COLUMN_NAMES.items():
        stated = named.get(role)
        if stated is not None:
            if stated not in columns:
                raise UnknownName(f"column of {source}", stated, columns)
            roles[role] = stated
        else:
            column = next((low[word] for word in usual if word in low and low[word] not in named.values()), None)
            if column is not None:
                roles[role] = column
    return roles


def _cell(value: Any) -> Any:
    return (
        None
        if value is None or (isinstance(value, str) and value.strip() in {"", "nan", "NaN", "None", "null"})
        else value
    )


def _score_columns(source: str, columns: Mapping[str, Sequence[Any]], used: set[str], value: str | None) -> list[str]:
    if value is not None:
        if value not in columns:
            raise UnknownName(f"column of {source}", value, columns)
        return [value]
    ended = [name for name in columns if name.endswith(_SCORE_ENDS)]
    if ended:
        return ended
    left = [name for name in columns if name not in used and name.lower() not in _NO_SCORES]
    return [name for name in left if _holds_scores(columns[name])]


def _refuse_odd_cell(
    source: str, columns: Mapping[str, Sequence[Any]], used: set[str], items: Sequence[Any] | None
) -> None:
    """Where no column holds scores only, refuse the first of which at least half of the cells are scores, by its first other cell."""
    for name in (name for name in columns if name not in used and name.lower() not in _NO_SCORES):
        filled = [(place, cell) for place, cell in enumerate(columns[name]) if _cell(cell) is not None]
        odd = [(place, cell) for place, cell in filled if score_number(cell) is None]
        if odd and 2 * len(odd) <= len(filled):
            place, cell = odd[0]
            raise odd_cell(source, name, cell, place, item="" if items is None else str(items[place]), count=len(odd))


def _holds_scores(cells: Sequence[Any]) -> bool:
    if {*map(type, cells)} <= {int, float, bool}:
        return True
    filled = [cell for cell in cells if _cell(cell) is not None]
    return bool(filled) and all(score_number(cell) is not None for cell in filled)
