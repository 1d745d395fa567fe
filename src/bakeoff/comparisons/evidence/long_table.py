"""Long tables of scores (one line for each learner and split) as wide ones (one column for each learner)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.comparisons.evidence.score_cells import printed_number
from bakeoff.comparisons.notes import ID_COLUMNS, ROW_NUMBERS
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.notes import Note
from bakeoff.measures.naming import resolve

__all__ = [
    "BLOCK_COLUMNS", "LONG_BLOCKS", "SPLIT_COLUMNS", "drop_ids", "drop_row_numbers", "item_column", "learner_column", "names_ids",
    "refuse_learners_down", "refuse_rows_of_learners", "refuse_unnamed_long", "to_wide", "turned",
]  # fmt: skip


UNNAMED = ("", "unnamed: 0")
INDEX_NAMES = (*UNNAMED, "index", "id", "row")  # numbers in a first column so called are no scores
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
    known = first.lower() in UNNAMED or (
        first.lower() in INDEX_NAMES and len(set(columns[first])) == len(columns[first])
    )
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


def item_column(columns: Columns, learner: str | None = None) -> str | None:
    """The column that names questions or other items, by its usual names; in a long table (with `learner`) also the only one of ids.

    >>> item_column({"prompt_id": [], "model": [], "score": []}), item_column({"prompt_id": [], "model": [], "score": []}, "model")
    (None, 'prompt_id')
    """
    known = next((name for name in columns if name.lower() in ITEM_COLUMNS), None)
    if known is not None or learner is None:
        return known
    ids = [name for name in columns if name != learner and names_ids(name)]
    return ids[0] if len(ids) == 1 else None


def names_ids(name: str) -> bool:
    """Whether a column so called holds ids of rows or of what they belong to."""
    low = name.strip().lower()
    return low in (*INDEX_NAMES[len(UNNAMED) :], *ITEM_COLUMNS, *UNIT_COLUMNS) or low.endswith(("_id", " id", "-id"))


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


LEARNER_COLUMNS = (
    "learner", "algorithm", "model", "classifier", "method", "estimator", "system", "approach", "technique", "solver", "agent", "llm", "network",
    "regressor", "model_name", "model name", "modell", "verfahren",
)  # fmt: skip
BLOCK_COLUMNS = ("dataset", "data set", "data_set", "domain", "problem", "task")
LONG_BLOCKS = (
    *BLOCK_COLUMNS,
    "data",
    "benchmark",
    "dataset_name",
    "dataset name",
    "datensatz",
)  # beside a column of learners
SPLIT_COLUMNS = ("repeat", "run", "seed", "fold", "split", "iteration")
ITEM_COLUMNS = (
    "question",
    "item",
    "prompt",
    "example",
    "instance",
    "case",
    "row_id",
    "question_id",
    "item_id",
    "qid",
    "query",
    "frage",
)
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
        if name in named or (not item and name != learner and name.lower() in (*LONG_BLOCKS, *SPLIT_COLUMNS))
    ]
    items = None if item or any(name.lower() in LONG_BLOCKS for name in keys) else item_column(columns, learner)
    if items is not None and items not in keys:
        keys = [items, *keys]
    if not keys:
        refuse_learners_down(columns, learner, source)
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


def refuse_learners_down(columns: Columns, learner: str, source: str) -> None:
    """Refuse a table with one row for each learner, which is no long one: its columns are data sets or measures."""
    names = [str(one) for one in columns[learner]]
    others = [name for name in columns if name != learner]
    if len(set(names)) < len(names) or any(_scores(columns[name]) is None for name in others):
        return
    if len(others) < 2:
        raise BadInput(
            f"{source} holds one score for each learner",
            cure="a comparison needs scores on several data sets, splits or rows",
        )
    if all(resolve(name) is not None for name in others):
        raise BadInput(
            f"{source} has one row for each learner and one column for each measure",
            cure="use --columns measures (bo.measures_table), or --columns datasets if the columns are data sets",
        )
    raise BadInput(
        f"{source} has one row for each learner",
        cure="turn the table, or compare it with --columns datasets (columns='datasets') if the columns are data sets, --columns measures (bo.measures_table) if they are measures",
    )


def refuse_rows_of_learners(columns: Columns, source: str, *, stated: bool) -> None:
    """Refuse a table whose rows have names of learners, and whose columns have none: it may have to be turned, unless that was stated."""
    first = next(iter(columns), None)
    if (
        stated
        or first is None
        or names_ids(first)
        or first.strip().lower() in LONG_BLOCKS
        or _numbers(columns[first]) is not None
    ):
        return
    rows = [str(one) for one in columns[first]]
    learners = [one for one in rows if _learner_words(one)]
    if 2 * len(learners) < len(rows) or any(_learner_words(name) for name in columns if name != first):
        return
    others = [name for name in columns if name != first][:2]
    raise BadInput(
        f"the rows of {source} ({', '.join(rows[:2])}, ...) look like learners and its columns ({', '.join(others)}, ...) like data sets",
        cure="state what a column is: --columns datasets or --columns learners (columns='datasets' or 'learners')",
    )


def refuse_unnamed_long(columns: Columns, numbers: Columns, source: str) -> None:
    """Refuse a long table whose columns have names that say nothing, with the options that name them."""
    everything = {**numbers, **columns}
    if len(everything) != 3 or any(name.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS) for name in everything):
        return
    words = [name for name, cells in everything.items() if _words_only(cells) and 1 < len(set(cells)) < len(cells)]
    if not words:
        return
    learner = min(words, key=lambda name: len(set(everything[name])))
    item, value = (name for name in everything if name != learner)
    if len(set(everything[value])) > len(set(everything[item])) and names_ids(value):
        item, value = value, item
    sizes = [len(set(everything[name])) for name in (learner, item)]
    pairs = len(set(zip(everything[learner], everything[item], strict=True)))
    if (
        not sizes[1] > 2
        or not pairs == sizes[0] * sizes[1] == len(everything[item])
        or _scores(everything[value]) is None
    ):
        return
    raise BadInput(
        f"{source} looks like a long table, with a line for each learner and {item}",
        cure=f"name its columns: --learner {learner!r} --item {item!r} --value {value!r} (learner=, item=, value=), if these are meant",
    )


def turned(columns: Columns, source: str) -> dict[str, list[Any]]:
    """The table with a row for each data set, from one with a row for each learner.

    >>> turned({"model": ["a", "b"], "iris": [0.9, 0.8], "wine": [0.7, 0.6]}, "the table")
    {'dataset': ['iris', 'wine'], 'a': [0.9, 0.7], 'b': [0.8, 0.6]}
    """
    first, *others = columns
    names = [str(one).strip() for one in columns[first]]
    if not others or _numbers(columns[first]) is not None:
        raise BadInput(f"{source} has no first column that names the learners, so its columns cannot be data sets")
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        raise BadInput(f"{source} names the learner {twice!r} twice; rename one")
    return {"dataset": others, **{name: [columns[one][i] for one in others] for i, name in enumerate(names)}}


_LEARNER_WORDS = frozenset({
    "svm", "svc", "knn", "nn", "mlp", "cnn", "rnn", "lstm", "bert", "gpt", "llama", "tree", "forest", "rf", "boost", "boosting", "xgboost", "lightgbm", "catboost",
    "adaboost", "bagging", "bayes", "nb", "logistic", "regression", "ridge", "lasso", "lr", "lda", "qda", "neighbors", "neighbours", "perceptron", "network",
    "resnet", "vgg", "transformer", "baseline", "ensemble", "cart", "ripper", "kernel", "gbm", "gbdt", "ours", "proposed", "majority", "dummy",
})  # fmt: skip


def _learner_words(name: str) -> bool:
    return bool(_LEARNER_WORDS & set(re.findall(r"[a-z]+", name.lower())))


def _words_only(cells: Sequence[Any]) -> bool:
    return all(isinstance(cell, str) and _scores([cell]) is None for cell in cells)


def _scores(cells: Sequence[Any]) -> list[float] | None:
    """The numbers of a column as papers print them; None where a cell is a word."""
    made = []
    for cell in cells:
        found = printed_number(cell) if isinstance(cell, str) and cell.strip() else None
        try:
            made.append(found[0] if found is not None else 0.0 if cell is None or cell == "" else float(cell))
        except (TypeError, ValueError):
            return None
    return made


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
