"""What one row of a table of scores is, where nobody stated it: read from the names of its rows, else asked."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from bakeoff.comparisons.evidence.table_steps.column_names import (
    BLOCK_COLUMNS,
    LONG_BLOCKS,
    SPLIT_COLUMNS,
    item_column,
    names_ids,
)
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["RowsUnstated", "ask_what_rows_are", "only_counted"]

TASKS = {"task", "problem"}  # data sets in some tables and single items in others
MANY = 100  # rows with an id: seldom are so many data sets compared
SCHEMES = {5: "5-fold", 10: "10-fold", 30: "3x10", 50: "5x10", 100: "10x10"}  # the usual one of so many splits
COUNTED = {*SPLIT_COLUMNS, "iter", "cv", "row"}  # words before the number of a row that name no data set


class RowsUnstated(BadInput):
    """A table that does not say what its rows are."""


def ask_what_rows_are(keys: Mapping[str, Sequence[str]], values: Array, source: str) -> None:
    """Refuse a table whose rows have no names, or look like single test rows, unless a column says what they are.

    `keys` are the columns that name the rows.
    """
    zeros, ones = (int(np.count_nonzero(values == number)) for number in (0.0, 1.0))
    binary = bool(zeros and ones) and zeros + ones == np.count_nonzero(~np.isnan(values))
    key_columns = {name.lower() for name in keys} & {*BLOCK_COLUMNS, *SPLIT_COLUMNS}
    if key_columns and not (binary and key_columns <= TASKS):
        return
    labels = [" / ".join(label) for label in zip(*keys.values(), strict=True)]
    if binary:
        problem = f"{source} contains only 0 and 1 in {len(values)} rows, which may be test rows, data sets or runs"
    elif item_column(keys) is not None or (len(values) >= MANY and any(names_ids(name) for name in keys)):
        column = next(iter(keys))
        problem = f"{source} has a column {column!r} in {len(values)} rows, which may be test rows, data sets or runs"
    elif only_counted(labels) and not {name.lower() for name in keys} & set(LONG_BLOCKS):
        raise RowsUnstated(_unnamed(labels, len(values), source), cure=_choices(len(values)))
    else:
        return
    raise RowsUnstated(
        problem,
        cure="state what a row is: rows='rows' for test rows or questions, else 'datasets', 'folds' or 'runs' (--rows rows)",
    )


def only_counted(labels: Sequence[str]) -> bool:
    """Whether rows have no names but numbers, alone or after a word such as fold or seed.

    >>> only_counted(["1", "2"]), only_counted(["fold 1", "fold 2"]), only_counted(["iris", "wine"]), only_counted([])
    (True, True, False, True)
    """
    return all(
        any(map(str.isdigit, label)) and COUNTED.issuperset(re.findall(r"[^\W\d_]+", label.lower())) for label in labels
    )


def _unnamed(labels: Sequence[str], n: int, source: str) -> str:
    """What the table shows instead of names."""
    count = f"{n} row{'' if n == 1 else 's'}"
    words = re.findall(r"[^\W\d_]+", " ".join(labels[:1]))
    if words:
        return f"the {count} of {source} are called {', '.join(map(repr, labels[:2]))}{', ...' if n > 2 else ''}, which names no data sets"
    asked = " (folds?)" if n in SCHEMES else ""
    return f"nothing says what the {count} of {source} {'is' if n == 1 else 'are'}{asked}"


def _choices(n: int) -> str:
    """What may be stated, for Python and for the shell."""
    scheme = SCHEMES.get(n, "10-fold")
    return (
        f"state it: rows='datasets', rows='folds' with scheme='{scheme}' or another, rows='runs', or rows='rows' for test rows "
        f"(--rows datasets, --rows folds --scheme {scheme}, ...)"
    )
