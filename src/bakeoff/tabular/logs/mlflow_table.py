"""Evaluation tables of MLflow, exported as JSON; a Parquet file of the same columns is a plain table."""

from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats.format import FileContent
from bakeoff.tabular.formats.log_format import LogFormat
from bakeoff.tabular.logs.bounded import whole_json
from bakeoff.tabular.logs.log_table import LogTable
from bakeoff.tabular.logs.plain_table import rows_of_columns

__all__ = ["MLFLOW", "table_columns"]


def _sniff(file: FileContent) -> bool:
    return b'"data"' in file.head


def _read(file: FileContent) -> LogTable:
    return rows_of_columns(file.what, table_columns(file), form=MLFLOW.name).table(file.inner.stem)


def table_columns(file: FileContent) -> dict[str, list[Any]]:
    """The cells of each column of a table.

    >>> table_columns(FileContent(what="t.json", path="t.json", raw=b'{"columns": ["id", "ok"], "data": [["a", 1], ["b", 0]]}'))
    {'id': ['a', 'b'], 'ok': [1, 0]}
    """
    table = whole_json(file)
    columns, data = table.get("columns"), table.get("data")
    if (
        not isinstance(columns, list)
        or not isinstance(data, list)
        or any(not isinstance(row, list) or len(row) != len(columns) for row in data)
    ):
        raise BadInput(f"{file.what} is not an evaluation table: its rows do not fit its columns; export it again")
    return {str(name): [row[i] for row in data] for i, name in enumerate(columns)}


MLFLOW = LogFormat(
    name="mlflow",
    title="MLflow evaluation table",
    files="eval_results_table.json, *.parquet",
    about="Rows with columns NAME/score or NAME/value, each a measure; inputs match rows of two tables; the file names the learner.",
    evidence="a table that mlflow 3.17.2 wrote (mlflow.log_table, as mlflow.evaluate does)",
    opening=b'{"columns"',
    sniff=_sniff,
    read=_read,
)
