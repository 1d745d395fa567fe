"""Long tables of scores (one line for each learner and split) as wide ones (one column for each learner)."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.comparisons.notes import ROW_NUMBERS
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.notes import Note

__all__ = ["BLOCK_COLUMNS", "SPLIT_COLUMNS", "drop_row_numbers", "learner_column", "to_wide"]


INDEX_NAMES = ("", "index", "id", "row", "unnamed: 0")  # numbers in a first column so called are no scores
FEWEST = 3  # rows: 0 and 1 in two of them may as well be scores

Columns = Mapping[str, Sequence[Any]]


def drop_row_numbers(columns: Columns) -> tuple[Columns, Columns, tuple[Note, ...]]:
    """Return the table without a first column of row numbers, that column, and the note about it.

    >>> table, numbers, notes = drop_row_numbers({"row_no": ["1", "2", "3"], "a": [0.9, 0.8, 0.7]})
    >>> list(table), list(numbers)
    (['a'], ['row_no'])
    >>> notes[0].code
    'comparison.row_numbers'
    """
    first = next(iter(columns), None)
    if first is None or first.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS):
        return columns, {}, ()
    known = first.lower() in INDEX_NAMES
    seen = _numbers(columns[first])
    if seen is None or not (known or _counts(seen)):
        return columns, {}, ()
    rest = {name: cells for name, cells in columns.items() if name != first}
    return rest, {first: columns[first]}, () if known else (ROW_NUMBERS(column=first),)


def _numbers(cells: Sequence[Any]) -> list[float] | None:
    try:
        return [float(cell) for cell in cells]
    except (TypeError, ValueError):
        return None


def _counts(seen: list[float]) -> bool:
    """Whether they run 0, 1, 2, ... or 1, 2, 3, ..."""
    return len(seen) >= FEWEST and seen[0] in (0, 1) and seen == [seen[0] + i for i in range(len(seen))]


LEARNER_COLUMNS = ("learner", "algorithm", "model", "classifier", "method", "estimator")
BLOCK_COLUMNS = ("dataset", "data set", "data_set", "domain", "problem", "task")
SPLIT_COLUMNS = ("repeat", "run", "seed", "fold", "split", "iteration")
MEASURE_COLUMNS = ("measure", "metric", "scorer")
VAGUE = ("score", "value", "result", "performance")  # names of columns that say nothing of what was measured


def learner_column(columns: Columns) -> str | None:
    """The column that names the learners, if there is one: then the table is long."""
    low = {name.lower(): name for name in columns}
    return next((low[one] for one in LEARNER_COLUMNS if one in low), None)


def to_wide(
    columns: Columns, learner: str, *, value: str | None, measure: str, source: str
) -> tuple[dict[str, list[Any]], str]:
    """Columns that tell the blocks apart, then one for each learner; and the name of what was measured."""
    columns, measure = _one_measure(columns, measure, source)
    keys = [name for name in columns if name.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS)]
    if not keys:
        raise BadInput(f"{source} is a long table without a column for data set or fold; add one")
    taken = _value_column(columns, [learner, *keys], value, source)
    cells: dict[tuple[str, ...], dict[str, Any]] = {}
    twice = []
    for i, name in enumerate(str(one) for one in columns[learner]):
        at = tuple(str(columns[key][i]) for key in keys)
        if name in cells.setdefault(at, {}):
            where = ", ".join(f"{key} {one}" for key, one in zip(keys, at, strict=True))
            twice.append(f"{name} has two scores on {where}; keep one, or add the column that tells them apart")
        cells[at][name] = columns[taken][i]
    if twice:
        raise Problems(source, list(dict.fromkeys(twice))[:10])
    made: dict[str, list[Any]] = {key: [at[i] for at in cells] for i, key in enumerate(keys)}
    for name in dict.fromkeys(str(one) for one in columns[learner]):
        if name in made:
            raise BadInput(f"{source}: a learner is called {name!r}, like a column; rename it")
        made[name] = [got.get(name) for got in cells.values()]
    return made, measure or ("" if taken.lower() in VAGUE else taken)


def _one_measure(columns: Columns, measure: str, source: str) -> tuple[Columns, str]:
    """The rows of one measure, where a column says by which each score was made."""
    low = {name.lower(): name for name in columns}
    column = next((low[one] for one in MEASURE_COLUMNS if one in low), None)
    if column is None:
        return columns, measure
    known = list(dict.fromkeys(str(one) for one in columns[column]))
    if not measure and len(known) > 1:
        raise BadInput(
            f"{source} holds scores by {len(known)} measures; choose one (measure=, --measure): {', '.join(known)}"
        )
    wanted = measure or known[0]
    if wanted not in known:
        raise UnknownName(f"measure in {source}", wanted, known)
    kept = [i for i, one in enumerate(columns[column]) if str(one) == wanted]
    return {name: [cells[i] for i in kept] for name, cells in columns.items() if name != column}, wanted


def _value_column(columns: Columns, known: Sequence[str], value: str | None, source: str) -> str:
    """The column of scores: the one named, else the only one that is left."""
    left = [name for name in columns if name not in known]
    if value is not None:
        if value not in columns:
            raise UnknownName(f"column of {source}", value, left)
        return value
    if len(left) == 1:
        return left[0]
    if not left:
        raise BadInput(f"{source} is a long table without a column of scores; add one")
    raise BadInput(
        f"{source} is a long table with several further columns; name the scores (value=, --value): {', '.join(left)}"
    )
