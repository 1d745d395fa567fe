"""bo.from_mlflow: the evaluation tables of several runs of MLflow, compared row by row."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bakeoff.api.compare_predictions import compare_predictions
from bakeoff.api.comparison import Comparison
from bakeoff.api.logs.compare_logs import compare_tables
from bakeoff.api.tracking.comparison_run import ROW_TABLE
from bakeoff.api.tracking.tracker import MlflowTracker, Tracker
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.text import clean, listed
from bakeoff.tabular.formats import FileContent
from bakeoff.tabular.logs import LogTable
from bakeoff.tabular.logs.mlflow_table import MLFLOW, table_columns
from bakeoff.tabular.logs.plain_table import rows_of_columns
from bakeoff.tabular.reading import format_of_ending, read

__all__ = ["compare_runs", "from_mlflow"]


def from_mlflow(
    runs: Sequence[Any] | Mapping[str, Any],
    *,
    table: str | None = None,
    y_true: str | None = None,
    y_pred: str | None = None,
    tracking_uri: str | None = None,
    **options: Any,
) -> Comparison:
    """Which of several runs of MLflow is better, row by row?

    Reads the evaluation table of each run: what `mlflow.models.evaluate` wrote with scores of single rows, or what `mlflow.log_table` or `to_mlflow` logged.

    Parameters
    ----------
    runs
        Ids of two or more runs, or runs as MLflow returns them; or a mapping from the names of learners to them. Without a mapping
        the names of the runs are the names of the learners.
    table
        The name of the table among the files of each run; by default eval_results_table.json, else the only table there is.
    y_true, y_pred
        The columns of truth and prediction, where the tables contain predictions and not scores; `options` are then those of `bo.compare_predictions`.
    tracking_uri
        The address of the server, or a folder or database; by default what MLflow is set to.
    options
        As of `bo.compare_logs`: measure, item, groups, by, errors, match, alpha, baseline, ...

    Returns
    -------
    Comparison
        As of `bo.compare_logs`.

    Notes
    -----
    It needs a server, or the folder or database that it wrote: `bo.from_mlflow(["4f1c...", "9ab2..."], measure="exact_match")`.
    """
    return compare_runs(
        runs,
        MlflowTracker(tracking_uri, "reading runs of MLflow"),
        table=table,
        y_true=y_true,
        y_pred=y_pred,
        **options,
    )


def compare_runs(
    runs: Sequence[Any] | Mapping[str, Any],
    tracker: Tracker,
    *,
    table: str | None = None,
    y_true: str | None = None,
    y_pred: str | None = None,
    **options: Any,
) -> Comparison:
    """The same by any tracker."""
    if (y_true is None) != (y_pred is None):
        raise BadInput("y_true and y_pred name two columns of the same tables; name both, or neither")
    learners = _learners(runs, tracker)
    columns = {name: _columns(tracker, run, table) for name, run in learners.items()}
    if y_true is not None and y_pred is not None:
        return _compare_answers(columns, learners, y_true, y_pred, options)
    named = {"item": options.pop("item", None), "run": options.pop("runs", None)}
    value = options.pop("value", None)
    tables = [_scored(name, learners[name], cells, named=named, value=value) for name, cells in columns.items()]
    measure = options.pop("measure", "")
    known = {name for scored in tables for name in scored.scores}
    return compare_tables(tables, measure=measure if measure in known else _plain_name(measure), **options)


def _learners(runs: Sequence[Any] | Mapping[str, Any], tracker: Tracker) -> dict[str, str]:
    """The id of each run by the name of its learner."""
    if isinstance(runs, str):
        raise BadInput("runs are several ids in a list; a comparison needs at least two")
    if isinstance(runs, Mapping):
        learners = {str(name): _run_id(run) for name, run in runs.items()}
        for run in learners.values():
            tracker.name_of(run)
    else:
        learners = {}
        for run in map(_run_id, runs):
            if run in learners.values():
                raise BadInput(f"the run {run} is named twice; name each run once")
            name = tracker.name_of(run)
            learners[name if name not in learners else f"{name} ({run[:8]})"] = run
    if len(learners) < 2:
        raise BadInput("a comparison needs the evaluation tables of at least two runs; name another run too")
    return learners


def _run_id(run: Any) -> str:
    """The id of a run that is given by its id or as MLflow returns it."""
    info = getattr(run, "info", run)
    name = getattr(info, "run_id", info)
    if not isinstance(name, str) or not name:
        raise BadInput(f"a run is given by its id, a text, or as MLflow returns it, not by {type(run).__name__}")
    return name


def _columns(tracker: Tracker, run: str, table: str | None) -> dict[str, list[Any]]:
    """The columns of a run's table."""
    files = tracker.files(run)
    name = table or _usual_table(tracker, run, files)
    if name not in files:
        raise UnknownName(f"file of run {run}", name, files)
    with TemporaryDirectory() as folder:
        path = tracker.download(run, name, Path(folder))
        what = f"{name} of run {run}"
        if not _is_json(name):
            return {column: list(cells) for column, cells in read(str(path)).columns().items()}
        return table_columns(FileContent(what=what, path=str(path)))


def _is_json(name: str) -> bool:
    """Whether MLflow wrote the table in its own JSON."""
    form = format_of_ending(name)
    return form is None or form.name == "json"


def _usual_table(tracker: Tracker, run: str, files: Sequence[str]) -> str:
    """The table that MLflow's evaluations write, else the only one."""
    if ROW_TABLE in files:
        return ROW_TABLE
    tables = [file for file in files if format_of_ending(file) is not None and "table" in Path(file).name.lower()]
    if len(tables) == 1:
        return tables[0]
    if tables:
        raise BadInput(f"run {run} has several tables ({listed(tables)}); name one with table=")
    name = clean(tracker.name_of(run))
    raise BadInput(
        f"run {run} ({name}) has no evaluation table {ROW_TABLE}",
        cure="log one with mlflow.log_table, or by mlflow.models.evaluate with a metric that scores single rows; table= names another file",
    )


def _scored(
    learner: str, run: str, cells: dict[str, list[Any]], *, named: Mapping[str, str | None], value: str | None
) -> LogTable:
    """The table of one run as that of one learner; rows without ids are matched by their place where nothing else names them."""
    rows = rows_of_columns(f"the table of run {run}", cells, form=MLFLOW.name, named=named, value=value)
    scores = rows.table(learner)
    plain = {name: _plain_name(name) for name in scores.scores}
    if len(set(plain.values())) == len(plain):
        scores = replace(scores, scores={plain[name]: column for name, column in scores.scores.items()})
    return replace(scores, learner=[learner] * len(scores), unnamed=False)


def _plain_name(name: str) -> str:
    """The measure that a column of scores is about.

    >>> _plain_name("accuracy/score"), _plain_name("exact_match/v1/score"), _plain_name("correct")
    ('accuracy', 'exact_match/v1', 'correct')
    """
    return next((name.removesuffix(end) for end in ("/score", "/value") if name.endswith(end)), name)


def _compare_answers(
    columns: Mapping[str, Mapping[str, list[Any]]],
    learners: Mapping[str, str],
    truth: str,
    pred: str,
    options: Mapping[str, Any],
) -> Comparison:
    """Tables of truth and predictions, whose rows must be the same."""
    for name, cells in columns.items():
        for column in (truth, pred):
            if column not in cells:
                raise UnknownName(f"column of the table of run {learners[name]}", column, cells)
    first, *others = columns
    actual = columns[first][truth]
    for name in others:
        theirs = columns[name][truth]
        if len(theirs) != len(actual):
            raise BadInput(
                f"the tables have different rows: that of {clean(first)} has {len(actual):,} and that of {clean(name)} {len(theirs):,}; evaluate all runs on the same rows"
            )
        if theirs != actual:
            raise BadInput(
                f"the tables have different rows: the truth of {clean(name)} is not that of {clean(first)}; evaluate all runs on the same rows in the same order"
            )
    return compare_predictions(actual, {name: cells[pred] for name, cells in columns.items()}, **options)
