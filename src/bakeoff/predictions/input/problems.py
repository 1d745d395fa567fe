"""List all problems of a user's columns at once; runs only after a check has refused something."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import wraps
from inspect import signature
from itertools import islice
from typing import Any, ParamSpec, TypeVar

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems
from bakeoff.data.tasks import task_named, tasks
from bakeoff.predictions.class_labels import ArgumentNames, ClassLabels, to_array
from bakeoff.predictions.input.array_checks import (
    check_complete,
    check_group_ids,
    check_matrix,
    check_squarable,
    check_unit_range,
    check_weights,
    deviations,
    finite_table,
    numbers,
    refuse_shares,
    sum_slack,
    whole_numbers,
)  # fmt: skip

__all__ = ["collect_problems"]

P = ParamSpec("P")
R = TypeVar("R")
Check = Callable[[Array, ArgumentNames], object]  # of some rows of a column, and how to speak of them
SHOWN = 4  # rows of a column that are named, the first with what is wrong in it


def collect_problems(door: Callable[P, R]) -> Callable[P, R]:
    """The same door, whose refusals name every column that holds something wrong, each by its first rows."""

    @wraps(door)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return door(*args, **kwargs)
        except BadInput as first:
            problems = _said(first, signature(door).bind(*args, **kwargs).arguments)
            if problems == [str(first)]:
                raise
            raise (BadInput(problems[0]) if len(problems) == 1 else Problems("the input", problems)) from None

    return checked


def _said(first: BadInput, arguments: Mapping[str, Any]) -> list[str]:
    """A line for each column with something wrong, after what is wrong with the columns together."""
    say = arguments.get("names") or ArgumentNames()
    if (task := arguments.get("task")) is not None and task_named(task).in_columns:
        return [str(first)]  # the checks of columns are not for matrices
    problems_by_sentence = dict(_columns(arguments, say, _strict(arguments)))
    if str(first) in problems_by_sentence:
        return list(problems_by_sentence.values())
    return [str(first), *dict(_columns(arguments, say, _loose(arguments))).values()]


def _columns(
    arguments: Mapping[str, Any], say: ArgumentNames, checks: Mapping[str, Check]
) -> Iterator[tuple[str, str]]:
    """Of each column with something wrong: what the door says of it, and what is told."""
    for argument, check in checks.items():
        if arguments.get(argument) is None:
            continue
        values = np.empty(())
        try:
            values = to_array(argument, arguments[argument], say)
            check(values, say)
        except BadInput as problem:
            rows = list(islice(_refused(check, values, say), SHOWN + 1)) if values.ndim else []
            yield str(problem), _told(str(problem), rows)


def _strict(arguments: Mapping[str, Any]) -> dict[str, Check]:
    """What each column must pass, row by row."""
    class_labels = _known(arguments.get("labels"))

    def named(argument: str) -> Check:
        def check(values: Array, say: ArgumentNames) -> None:
            array = check_complete(argument, values, say)
            if class_labels is not None:
                class_labels.encode(argument, whole_numbers(argument, array, say), say)

        return check

    checks = _loose(arguments)
    sides = {} if _numeric(arguments) else {"y_true": named("y_true"), "y_pred": named("y_pred")}
    slack: list[float] = []  # of the whole column, which is checked before its parts

    def shares(values: Array, say: ArgumentNames) -> None:
        table = _scores("y_proba", values, say)
        if table.ndim == 1 or table.shape[1] == 1:
            return check_unit_range("y_proba", table, say)
        slack.append(slack[0] if slack else sum_slack(table))
        return refuse_shares(table, say, slack[0])

    return checks | sides | {"y_proba": shares}


def _loose(arguments: Mapping[str, Any]) -> dict[str, Check]:
    """What it must pass in any case: where the columns do not fit together, more would only follow from that."""

    def sides(argument: str) -> Check:
        if _numeric(arguments):
            return lambda values, say: check_squarable(argument, numbers(argument, values, say), say)
        return lambda values, say: check_complete(argument, values, say)

    return {
        "y_true": sides("y_true"),
        "y_pred": sides("y_pred"),
        "y_score": lambda values, say: _scores("y_score", values, say),
        "y_proba": lambda values, say: _scores("y_proba", values, say),
        "y_sd": deviations,
        "y_draws": lambda values, say: finite_table(
            "y_draws", np.atleast_2d(check_matrix("y_draws", values, say)), say
        ),
        "sample_weight": lambda values, say: check_weights(numbers("sample_weight", values, say), say),
        "row_id": lambda values, say: check_group_ids("row_id", values, say),
    }


def _numeric(arguments: Mapping[str, Any]) -> bool:
    """Whether the truth is known to be numbers: it was said, or the predictions come with a spread."""
    task = arguments.get("task")
    spread = any(arguments.get(name) is not None for name in ("y_sd", "y_draws", "y_quantiles"))
    return spread if task is None else str(task) in tasks and task_named(task).numeric


def _known(labels: Any) -> ClassLabels | None:
    try:
        return None if labels is None else ClassLabels.given(labels)
    except (BadInput, TypeError):  # which was refused already
        return None


def _scores(argument: str, values: Array, say: ArgumentNames) -> Array:
    table = check_matrix(argument, values, say)
    return finite_table(argument, table, say) if table.ndim == 2 else numbers(argument, table, say)


def _refused(check: Check, values: Array, say: ArgumentNames) -> Iterator[tuple[int, str]]:
    """The rows that do not pass, in their order, each with its complaint; found by halving."""
    waiting = [(0, len(values))]
    while waiting:
        start, stop = waiting.pop()
        try:
            check(values[start:stop], replace(say, first_row=say.first_row + start))
        except BadInput as problem:
            if stop - start == 1:
                yield start + say.first_row, str(problem)
            elif stop - start > 1:
                middle = (start + stop) // 2
                waiting += [(middle, stop), (start, middle)]


def _told(whole: str, rows: list[tuple[int, str]]) -> str:
    """What is wrong in the first row, as the whole column tells it if it can, and the rows in which there is more."""
    if len({text for _, text in rows}) < 2:  # about one row, or the same of every row
        return whole
    first = whole if whole.startswith(rows[0][1]) else rows[0][1]
    others = [str(row) for row, _ in rows[1:SHOWN]]
    more = ", ..." if len(rows) > SHOWN else ""
    return f"{first}; also wrong: row{'s' if len(others) > 1 or more else ''} {', '.join(others)}{more}"
