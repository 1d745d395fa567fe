"""bo.read_log: an evaluation log as one long table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.tabular.encoding import display_name
from bakeoff.tabular.formats import FORMATS, FileContent
from bakeoff.tabular.frames import frame_of
from bakeoff.tabular.logs import LogTable, log_format_of
from bakeoff.tabular.logs.bounded import json_lines
from bakeoff.tabular.logs.plain_table import columns_of_records, rows_of_columns
from bakeoff.tabular.reading import format_of_ending, read

__all__ = ["is_in_records", "is_log", "log_table", "read_log"]


def is_log(path: str | Path) -> bool:
    """Whether a file is an evaluation log of a harness and not a plain table."""
    if str(path) == "-" or not Path(path).is_file():
        return False
    return log_format_of(FileContent(what=display_name(str(path)), path=str(path))) is not None


def is_in_records(path: str | Path) -> bool:
    """Whether a file is JSON or JSON Lines by its name.

    >>> is_in_records("base.jsonl.gz"), is_in_records("base.csv")
    (True, False)
    """
    return format_of_ending(path) in {FORMATS["json"], FORMATS["json-lines"]}


def log_table(path: str | Path, *, named: Mapping[str, str | None] | None = None, value: str | None = None) -> LogTable:
    """The long table of a log, or of a plain table whose columns the user or their usual names tell."""
    file = FileContent(what=display_name(str(path)), path=str(path))
    form = log_format_of(file)
    if form is not None:
        return form.read(file)
    reading = read(str(path))
    in_lines = reading.format is FORMATS["json-lines"]
    columns = columns_of_records(json_lines(file)) if in_lines else reading.columns()
    return rows_of_columns(file.what, columns, named=named, value=value).table(file.inner.stem)


def read_log(path: str | Path | Sequence[str | Path], kind: str | None = None) -> Any:
    r"""What does an evaluation log hold, item by item?

    Parameters
    ----------
    path
        A log of inspect, lm-evaluation-harness, HELM, Every Eval Ever, promptfoo, tau-bench, lerobot or MLflow, or a plain long table; or several.
    kind
        The kind of frame: "pandas", "polars", "pyarrow" or "plain"; by default one that is installed.

    Returns
    -------
    frame
        One line for each item and run, with the columns item, learner, task, run, one for each score, group and error. Words such as "C" and
        "correct" are numbers; a score that is not there is NaN.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "a.jsonl").write_text('{"id": "q1", "correct": "C"}\n{"id": "q2", "correct": "I"}\n')
    ...     read_log(Path(folder) / "a.jsonl", kind="plain").to_dict()
    {'item': ['q1', 'q2'], 'learner': ['a', 'a'], 'correct': [1.0, 0.0]}
    """
    paths = [path] if isinstance(path, (str, Path)) else list(path)
    if not paths:
        raise BadInput("read_log needs a file; name one")
    tables = [log_table(source) for source in paths]
    if len(tables) == 1:
        return frame_of(tables[0].columns(), kind)
    from math import nan

    parts = [table.columns() for table in tables]
    names = list(dict.fromkeys(name for part in parts for name in part))
    scores = {name for table in tables for name in table.scores}
    joined = {
        name: [
            cell
            for part, table in zip(parts, tables, strict=True)
            for cell in (part[name] if name in part else [nan if name in scores else ""] * len(table))
        ]
        for name in names
    }
    return frame_of(joined, kind)
