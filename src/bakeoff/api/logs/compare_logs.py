"""Which learner is better, by evaluation logs: items as rows, tasks apart with claims that hold for all of them at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.api import notes as kinds
from bakeoff.api.comparison import Comparison, compare
from bakeoff.api.logs.human_labels import human_labels
from bakeoff.api.logs.joined_logs import JoinedLogs, join_logs
from bakeoff.api.logs.read_log import log_table
from bakeoff.comparisons.evidence.kinds import DATASETS, GROUPED_ROWS, ROWS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.slices import SlicePart, Slices, judge_parts
from bakeoff.comparisons.question import Question
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.tabular.logs import LogTable

__all__ = ["compare_logs", "compare_tables", "joined_files"]

ENOUGH_LABELS = 30


def joined_files(
    files: Sequence[str | Path], *, measure: str = "", item: str | None = None, learner: str | None = None, runs: str | None = None, value: str | None = None,
    groups: str | None = None, by: str | Sequence[str] = (), errors: str = "wrong", match: str = "auto", human: str | None = None, direction: str | None = None,
    shared: bool = True,
) -> JoinedLogs:  # fmt: skip
    """The logs of these files, joined; the options name columns of plain tables."""
    named = {"item": item, "learner": learner, "run": runs}
    tables = [log_table(file, named=named, value=value) for file in files]
    columns = [*_names(by), *((groups,) if groups else ())]
    return join_logs(
        tables,
        measure=measure,
        errors=errors,
        match=match,
        human=human,
        columns=columns,
        direction=direction,
        shared=shared,
    )


def _names(by: str | Sequence[str]) -> list[str]:
    """One column or several.

    >>> _names("task"), _names(["task", "language"])
    (['task'], ['task', 'language'])
    """
    return [by] if isinstance(by, str) else list(by)


def compare_logs(
    files: Sequence[str | Path],
    *,
    measure: str = "",
    errors: str = "wrong",
    match: str = "auto",
    human: str | None = None,
    by: str | Sequence[str] = (),
    rows: str | None = None,
    groups: str | None = None,
    item: str | None = None,
    learner: str | None = None,
    runs: str | None = None,
    value: str | None = None,
    direction: str | None = None,
    alpha: float = 0.05,
    **options: Any,
) -> Comparison:
    r"""Which learner is better, by evaluation logs?

    Parameters
    ----------
    files
        Two or more logs or long tables; one file may contain several learners.
    measure
        The score that is compared; by default the first one that all logs have.
    errors
        What a score is that an error took: "wrong" (0) or "drop" (left out).
    match
        How items are matched: "auto", "id" or "input".
    human
        A column with labels of humans on some items; the scores are then those of a judge.
    by
        A further column, or several, whose values are looked at apart, such as "metadata.language".
    rows
        "rows": items (the default); "datasets": the means of tasks.
    groups
        A column of items that belong together.
    item, learner, runs, value
        Columns of plain long tables.
    direction
        Which scores are better; else what the log or the catalogue of measures states.
    alpha
        The level of every claim.
    **options
        As `bo.compare` takes them: baseline, pairs, rope, test, posthoc, alternative.

    Returns
    -------
    Comparison
        With `slices` for tasks, `human` where labels were named, and notes on what was matched, left out and counted as wrong.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for name, right in (("old", 3), ("new", 2)):
    ...         lines = ['{"id": %d, "correct": "%s"}' % (i, "I" if i % right == 0 else "C") for i in range(60)]
    ...         _ = (Path(folder) / f"{name}.jsonl").write_text("\n".join(lines))
    ...     compare_logs([Path(folder) / "old.jsonl", Path(folder) / "new.jsonl"]).verdict.claim.value
    'undecided'
    """
    named = {"item": item, "learner": learner, "run": runs}
    tables = [log_table(file, named=named, value=value) for file in files]
    return compare_tables(
        tables, measure=measure, errors=errors, match=match, human=human, by=by, rows=rows, groups=groups, direction=direction, alpha=alpha, **options
    )  # fmt: skip


def compare_tables(
    tables: Sequence[LogTable],
    *,
    measure: str = "",
    errors: str = "wrong",
    match: str = "auto",
    human: str | None = None,
    by: str | Sequence[str] = (),
    rows: str | None = None,
    groups: str | None = None,
    direction: str | None = None,
    alpha: float = 0.05,
    **options: Any,
) -> Comparison:
    """The same of tables that were read already; the options are those of `compare_logs`."""
    if rows not in {None, ROWS.name, DATASETS.name}:
        raise BadInput(f"logs are compared by items (rows='rows') or by tasks (rows='datasets'), not by {rows}")
    columns = [*_names(by), *((groups,) if groups else ())]
    joined = join_logs(
        tables, measure=measure, errors=errors, match=match, human=human, columns=columns, direction=direction
    )
    name, notes = joined.measure, [*joined.notes]
    if joined.others and not measure:
        notes.append(kinds.OTHER_MEASURES(measure=name, others=", ".join(joined.others)))
    kept = np.flatnonzero(~np.isnan(joined.matrix.values).any(axis=1))
    matrix = _grouped(joined.matrix, joined, groups).only(kept)
    tasks = [joined.tasks[i] for i in kept]
    if rows == DATASETS.name:
        comparison = compare(
            _task_means(matrix, tasks), matrix.direction.value, "datasets", measure=name, alpha=alpha, **options
        )
        return _with(comparison, notes, joined, human, matrix, kept, alpha)
    comparison = _of_items(matrix, name, alpha, options)
    parts = {"task": tasks} if len(set(tasks)) > 1 else {}
    parts |= {column: [joined.columns[column][i] for i in kept] for column in _names(by)}
    if len(set(tasks)) > 1:
        notes.append(kinds.TASKS_POOLED(tasks=len(set(tasks)), items=len(kept)))
    comparison.slices = _slices(matrix, parts, comparison.judgement) if parts else None
    return _with(comparison, notes, joined, human, matrix, kept, alpha)


def _of_items(matrix: ScoreMatrix, measure: str, alpha: float, options: Mapping[str, Any]) -> Comparison:
    """Items are rows; groups of them count once each."""
    if matrix.groups is None:
        return compare(matrix, matrix.direction.value, "rows", measure=measure, alpha=alpha, **options)
    return compare(
        matrix, matrix.direction.value, "rows", measure=measure, alpha=alpha, groups=matrix.groups, **options
    )


def _grouped(matrix: ScoreMatrix, joined: JoinedLogs, groups: str | None) -> ScoreMatrix:
    return matrix if groups is None else replace(matrix, groups=np.array(joined.columns[groups]))


def _task_means(matrix: ScoreMatrix, tasks: Sequence[str]) -> ScoreMatrix:
    names = list(dict.fromkeys(tasks))
    if len(names) < 2:
        raise BadInput("the logs contain one task only, and tasks as blocks need several; leave --rows datasets out")
    labels = np.array(tasks)
    values = np.array([matrix.values[labels == task].mean(axis=0) for task in names])
    return ScoreMatrix(names=matrix.names, blocks=tuple(names), values=values, direction=matrix.direction)


def _with(  # noqa: PLR0917 - private
    comparison: Comparison, notes: Sequence[Note], joined: JoinedLogs, human: str | None, matrix: ScoreMatrix, kept: Any, alpha: float
) -> Comparison:  # fmt: skip
    """The comparison with its notes and the labels of humans."""
    if human is not None and joined.human is not None:
        comparison.human = human_labels(matrix, joined.human[kept], human, 1 - alpha)
        if comparison.human.fewest < ENOUGH_LABELS:
            notes = [*notes, kinds.FEW_LABELS(n=comparison.human.fewest)]
    comparison.judgement = replace(comparison.judgement, notes=(*notes, *comparison.judgement.notes))
    return comparison


def _slices(matrix: ScoreMatrix, columns: Mapping[str, Sequence[str]], judgement: Judgement) -> Slices:
    """Each value of each column by the question of all items."""

    def part_of(column: str, value: str, places: Array) -> SlicePart:
        def on_items(a: str, b: str, question: Question) -> Judgement:
            return judge(matrix.only(places).of_learners(a, b), question)

        return SlicePart(column=column, value=value, rows=len(places), judge=on_items)

    parts = [
        part_of(column, value, np.flatnonzero(np.array(cells) == value))
        for column, cells in columns.items()
        for value in dict.fromkeys(cells)
    ]
    return judge_parts(parts, judgement, ROWS if matrix.groups is None else GROUPED_ROWS)
