"""Long tables of scores (one line for each learner and split) as wide ones (one column for each learner)."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.comparisons.notes import ID_COLUMNS, ROW_NUMBERS
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.notes import Note

__all__ = [
    "BLOCK_COLUMNS", "SPLIT_COLUMNS", "drop_ids", "drop_row_numbers", "item_column", "learner_column", "names_ids",
    "to_wide",
]  # fmt: skip


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


def drop_ids(columns: Columns, *, repeats: bool) -> tuple[Columns, Columns, tuple[Note, ...]]:
    """Return the table without columns whose names say that they hold ids, one that names the rows, and the note.

    A first column of words names the rows anyway. `repeats`: an id that names rows may occur several times.

    >>> table, ids, notes = drop_ids({"a": [0.9, 0.8], "b": [0.7, 0.8], "passage": [11, 17]}, repeats=False)
    >>> list(table), list(ids), str(notes[0])
    (['a', 'b'], ['passage'], "column 'passage' holds ids, so it is not compared.")
    """
    first = next(iter(columns), None)
    seen = {name: _numbers(cells) for name, cells in columns.items() if names_ids(name)}
    found = [name for name, numbers in seen.items() if _whole(numbers) and (name != first or numbers is not None)]
    if not found:
        return columns, {}, ()
    rest = {name: cells for name, cells in columns.items() if name not in found}
    named = [name for name in found if repeats or len(set(columns[name])) == len(columns[name])]
    return rest, {name: columns[name] for name in named[:1]}, (ID_COLUMNS(columns=tuple(found)),)


def item_column(columns: Columns) -> str | None:
    """The column that names questions or other items, by its usual names."""
    return next((name for name in columns if name.lower() in ITEM_COLUMNS), None)


def names_ids(name: str) -> bool:
    """Whether a column so called holds ids of rows or of what they belong to."""
    low = name.strip().lower()
    return low in (*INDEX_NAMES[1:], *ITEM_COLUMNS, *UNIT_COLUMNS) or low.endswith(("_id", " id", "-id"))


def _whole(seen: list[float] | None) -> bool:
    """Whether they are no scores: words, or whole numbers other than 0 and 1 alone."""
    return seen is None or (all(one.is_integer() for one in seen) and not set(seen) <= {0.0, 1.0})


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
ITEM_COLUMNS = ("question", "item", "prompt", "example", "instance", "case", "row_id", "question_id", "item_id")
UNIT_COLUMNS = (  # what rows belong to
    "passage", "document", "sentence", "image", "sample", "subject", "patient", "participant", "user", "session", "trial", "group",
)  # fmt: skip
MEASURE_COLUMNS = ("measure", "metric", "scorer")
VAGUE = ("score", "value", "result", "performance")  # names of columns that say nothing of what was measured


def learner_column(columns: Columns) -> str | None:
    """The column that names the learners, if there is one: then the table is long."""
    low = {name.lower(): name for name in columns}
    return next((low[one] for one in LEARNER_COLUMNS if one in low), None)


def to_wide(
    columns: Columns,
    learner: str,
    *,
    value: str | None,
    measure: str,
    source: str,
    named: Sequence[str] = (),
    item: bool = False,
) -> tuple[dict[str, list[Any]], str]:
    """Columns that tell the blocks apart, then one for each learner; and the name of what was measured.

    `named` are columns that the user named as describing the blocks, all of them where one is the `item`.
    """
    columns, measure = _one_measure(columns, measure, source)
    keys = [
        name
        for name in columns
        if name in named or (not item and name != learner and name.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS))
    ]
    items = None if item or any(name.lower() in BLOCK_COLUMNS for name in keys) else item_column(columns)
    if items is not None and items not in keys:
        keys = [items, *keys]
    if not keys:
        raise BadInput(
            f"{source} is a long table without a column for data set or fold; add one, or name the items (item=, --item)"
        )
    taken = _value_column(columns, [learner, *keys], value, source)
    cells: dict[tuple[str, ...], dict[str, Any]] = {}
    twice, more = [], " (runs=, --runs)" if item else ""
    for i, name in enumerate(str(one) for one in columns[learner]):
        at = tuple(str(columns[key][i]) for key in keys)
        if name in cells.setdefault(at, {}):
            where = ", ".join(f"{key} {one}" for key, one in zip(keys, at, strict=True))
            twice.append(f"{name} has two scores on {where}; keep one, or add the column that distinguishes them{more}")
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
