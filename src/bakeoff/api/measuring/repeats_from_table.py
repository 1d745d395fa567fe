"""Repeats of items from a table with one line for each run."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.score_table import columns_of
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.text import counted, is_number
from bakeoff.estimates.repeated_runs import Repeats, repeats
from bakeoff.tabular.table import MISSING

__all__ = ["repeats_from_table"]

SHOWN = 5  # problems of one kind
_TRUTH_VALUES = dict.fromkeys(("True", "true", "TRUE"), "1") | dict.fromkeys(("False", "false", "FALSE"), "0")


def repeats_from_table(
    table: Any, item: str, run: str | None = None, value: str | None = None, learner: str | None = None, *,
    groups: str | None = None, k: int | None = None, level: float = 0.95, source: str = "the table",
) -> dict[str, Repeats]:  # fmt: skip
    """The repeats of each learner, or of all lines under an empty name; a line has an item, a run and a score.

    True counts as 1, False as 0. `groups` is the column of groups of items, each with the same group in all its lines.

    >>> lines = {"task": ["t1", "t1", "t2", "t2"], "trial": [1, 2, 1, 2], "reward": [1, 0, 1, 1]}
    >>> repeats_from_table(lines, "task", "trial")[""].flips.value
    0.5
    """
    columns = columns_of(table)
    named = [column for column in (item, run, learner, groups) if column is not None]
    for name in [*named, *([value] if value is not None else [])]:
        if name not in columns:
            raise UnknownName(f"column of {source}", name, columns)
    value = _value(columns, named, source) if value is None else value
    problems, cells, group_of = [], dict[str, dict[str, dict[str, float]]](), dict[str, str]()
    for i in range(len(columns[item])):
        where = f"row {i + 1} of {source}"
        words = {name: _word(columns[name][i]) for name in named}
        score = _TRUTH_VALUES.get(word := str(columns[value][i]).strip(), word)
        gone = [name for name, word in words.items() if not word]
        if gone:
            problems.append(f"{where} has no value in column {gone[0]!r}; fill it in or drop the row")
        elif not is_number(score) or not np.isfinite(float(score)):
            problems.append(
                f"{where} contains {score!r} in column {value!r}, which is not a score; write a number or drop the row"
            )
        else:
            if groups and group_of.setdefault(words[item], words[groups]) != words[groups]:
                problems.append(
                    f"{where} has item {words[item]} in group {words[groups]}, and an earlier row has it in group {group_of[words[item]]}; "
                    "an item belongs to one group"
                )
            runs = cells.setdefault(words[learner] if learner else "", {}).setdefault(words[item], {})
            label = words[run] if run else str(len(runs))
            if label in runs:
                problems.append(f"{where} is run {label} of item {words[item]} again; keep one of the two")
            runs[label] = float(score)
    if problems:
        more = [f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
        raise Problems(source, [*problems[:SHOWN], *more]) if len(problems) > 1 else BadInput(problems[0])
    if not cells:
        raise BadInput(f"{source} has no rows below its heading")
    _check_k(k, cells)
    return {
        name: repeats(
            [list(runs.values()) for runs in items.values()], k, level=level,
            groups=[group_of[item] for item in items] if groups else None,
        )
        for name, items in cells.items()
    }  # fmt: skip


def _check_k(k: int | None, cells: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    """Refuse a k for which an item has too few runs, by the name of the item."""
    for items in cells.values():
        short = next((item for item, runs in items.items() if len(runs) < (k or 0)), None)
        if short is not None:
            runs = counted(len(items[short]), "run")
            raise BadInput(f"k is {k}, and item {short} has {runs} only; take a smaller k or leave that item out")


def _word(cell: Any) -> str:
    text = "" if cell is None else str(cell).strip()
    return "" if text in MISSING else text


def _value(columns: Mapping[str, Sequence[Any]], named: Sequence[str], source: str) -> str:
    """The only further column."""
    left = [name for name in columns if name not in named]
    if len(left) != 1:
        columns_beside = f"{len(left)} columns beside them ({', '.join(left)})" if left else "no column beside them"
        raise BadInput(f"name the column of scores (value=, --value): {source} has {columns_beside}")
    return left[0]
