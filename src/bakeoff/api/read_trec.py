"""Runs and judgements of TREC as predictions: ranked lists of systems, and what is relevant in them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import RANKED_LISTS
from bakeoff.predictions.predictions import Predictions
from bakeoff.tabular.reading import read

__all__ = ["UNRANKED", "read_trec"]

UNRANKED = -np.inf  # the score of an item that a system did not name


def read_trec(runs: Any, qrels: Any) -> "Predictions | dict[str, Predictions]":
    """Read the run of a system, or the runs of several, with the judgements of TREC (qrels).

    Every judged query counts. An item without a judgement is not relevant. A judged item that a run does not name has no place in its
    list: it counts among the relevant items, and no place of the list finds it. Queries without judgements are left out.

    Parameters
    ----------
    runs
        A file of a run, or a mapping from the names of systems to their files. A table with the columns query, item and score does too.
    qrels
        The file of judgements, or a table with the columns query, item and relevance.

    Returns
    -------
    Predictions or dict
        What `bo.measure` and `bo.compare_predictions` take; of several systems the same rows in one order.

    Examples
    --------
    >>> run = {"query": ["q", "q"], "item": ["d1", "d2"], "score": [2.0, 1.0]}
    >>> qrels = {"query": ["q", "q"], "item": ["d2", "d3"], "relevance": [1, 1]}
    >>> read_trec(run, qrels).labels().tolist()
    [2.0, 1.0, -inf]
    """
    several = isinstance(runs, Mapping) and "query" not in runs
    named: Mapping[str, Any] = runs if several else {"": runs}
    if not named:
        raise BadInput("name at least one run")
    judged = _table(qrels, "relevance")
    scores = {str(name): _table(run, "score") for name, run in named.items()}
    if any(value < 0 for value in judged.values()):
        query, item = next(key for key, value in judged.items() if value < 0)
        raise BadInput(
            f"relevance is 0 or more, but that of item {item!r:.40} of query {query!r:.40} is {judged[query, item]:g}; write 0"
        )
    queries = {query for query, _ in judged}
    rows = list(dict.fromkeys((*(key for table in scores.values() for key in table if key[0] in queries), *judged)))
    for name, table in scores.items():
        if not any(query in queries for query, _ in table):
            raise BadInput(
                f"no query of the run{f' {name}' if name else ''} has a judgement; the names of queries must be the same in both files"
            )
    ids, lists = np.array([f"{query} {item}" for query, item in rows]), np.array([query for query, _ in rows])
    gain = np.array([judged.get(key, 0.0) for key in rows])

    def predicted(table: Mapping[tuple[str, str], float]) -> Predictions:
        label = np.array([table.get(key, UNRANKED) for key in rows])
        return Predictions(task=RANKED_LISTS, rows=ids, truth=gain, label=label, query=lists, group=lists)

    made = {name: predicted(table) for name, table in scores.items()}
    return made if several else made[""]


def _table(source: Any, value: str) -> dict[tuple[str, str], float]:
    """The score or the relevance of each item of each query."""
    what = (
        str(source)
        if isinstance(source, (str, Path))
        else f"the table of {'judgements' if value == 'relevance' else 'a run'}"
    )
    columns = read(source).columns()
    missing = [name for name in ("query", "item", value) if name not in columns]
    if missing:
        form = "`query 0 item relevance`" if value == "relevance" else "`query Q0 item rank score system`"
        raise BadInput(
            f"{what} has no column {missing[0]!r}; give a file with the lines {form}, or a table with the columns query, item and {value}"
        )
    made: dict[tuple[str, str], float] = {}
    numbers = _numbers(what, value, columns[value])
    for query, item, number in zip(columns["query"], columns["item"], numbers.tolist(), strict=True):
        if (query, item) in made:
            raise BadInput(
                f"{what}: item {item!r:.40} of query {query!r:.40} stands there twice; keep one of its lines"
            )
        made[query, item] = number
    return made


def _numbers(what: str, value: str, cells: list[str]) -> Array:
    try:
        made = np.array([float(cell) for cell in cells])
    except ValueError:
        wrong = next(cell for cell in cells if not cell.replace(".", "", 1).lstrip("-").isdigit())
        raise BadInput(f"{what}: the {value} {wrong!r:.40} is not a number") from None
    if not np.isfinite(made).all():
        raise BadInput(f"{what}: every {value} must be a finite number")
    return made
