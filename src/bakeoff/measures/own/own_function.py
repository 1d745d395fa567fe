"""A user's function of true and predicted values: what it is handed, and what its answer is."""

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.text import clean, elide
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranked_lists import list_order, ranked_lists, relevant_items

__all__ = [
    "QUERY",
    "WEIGHT",
    "Arguments",
    "OwnFunction",
    "ReturnedForm",
    "check_parameters",
    "number_of",
    "source_hash",
    "spelled",
]

WEIGHT = "sample_weight"  # the parameter that gets the weights of the rows
QUERY = "query"  # the parameter that gets the query of each item; without it a function gets one list at a time
LEVELS = "levels"  # the parameter that gets the levels of predicted quantiles
ESTIMATORS = frozenset(
    {"estimator", "est", "clf", "model", "regressor", "classifier"}
)  # first of scorer(estimator, X, y)
LONGEST = 160  # characters of a foreign message in a sentence


class ReturnedForm(StrEnum):
    """What a function returns for some rows."""

    SHARE = "share"  # 0 or 1 for each row
    ROWS = "rows"  # one value for each row
    RATIO = "ratio"  # two columns: the sum of the first is divided by that of the second
    NUMBER = "number"  # one number for all rows
    LIST = "list"  # one number for the list of each query


@dataclass(frozen=True, slots=True, eq=False)
class Arguments:
    """What a function is called with: true values, predicted values, columns by name, and what is one for all rows."""

    truth: Array
    predicted: Array
    named: Mapping[str, Array]
    shared: Mapping[str, Array] = field(default_factory=dict)

    def take(self, rows: Array) -> "Arguments":
        """The same of these rows."""
        return replace(
            self,
            truth=self.truth[rows],
            predicted=self.predicted[rows],
            named={name: column[rows] for name, column in self.named.items()},
        )

    def predicting(self, predicted: Array) -> "Arguments":
        """The same rows with other predictions."""
        return replace(self, predicted=predicted)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OwnFunction:
    """A function of the user's, with what its signature does not tell."""

    call: Callable[..., Any]
    name: str
    needs: Output = Output.LABEL
    extra: tuple[str, ...] = ()  # columns that it is handed by name
    weighted: bool = False  # whether it takes the weights of the rows
    source: str = ""  # a hash of its code: a changed function is another measure
    answer: ReturnedForm | None = None  # None until it was called once

    def arguments(self, pred: Predictions) -> Arguments:
        """Read-only columns of these predictions."""
        named: dict[str, Array] = {}
        shared: dict[str, Array] = {}
        for name in self.extra:
            if name == QUERY and pred.query is not None:
                named[name] = pred.query
                continue
            if name == LEVELS and self.needs is Output.QUANTILES:
                shared[name] = frozen(pred.quantile_table().levels)
                continue
            if name not in pred.extra:
                raise NotApplicable(
                    f"{self.name} needs the column {name!r}; give it with extra={{{name!r}: ...}} (--extra {name})"
                )
            named[name] = pred.extra[name]
        if self.weighted and pred.weight is not None:
            named[WEIGHT] = pred.weight
        return Arguments(frozen(spelled(pred, pred.truth)), frozen(self._predicted(pred)), named, shared)

    @property
    def by_query(self) -> bool:
        """Whether it gets the items of all queries at once, and the query of each."""
        return QUERY in self.extra

    def _predicted(self, pred: Predictions) -> Array:
        if self.needs is Output.QUANTILES:
            return pred.quantile_table().values
        if self.needs is Output.LABEL or pred.task.in_lists:  # the scores of items are what is predicted of them
            return spelled(pred, pred.labels())
        if self.needs is Output.SCORE:
            return pred.scores()
        table = pred.probabilities()
        if len(pred.classes) != 2 or pred.task.in_columns:
            return table
        if pred.positive_code is None:
            raise NotApplicable(
                f"{self.name} reads the probability of the positive class, and none was stated; name it"
            )
        column: Array = table[:, pred.positive_code]  # as a scikit-learn scorer hands it to a metric
        return column

    def __call__(self, arguments: Arguments) -> tuple[ReturnedForm, Array]:
        """What it returns, and of which kind that is; NotApplicable in one sentence where it fails."""
        try:
            returned = self.call(arguments.truth, arguments.predicted, **arguments.named, **arguments.shared)
        except NotApplicable:
            raise
        except Exception as error:
            raise NotApplicable(self._failure(error)) from error
        return self._read(returned, len(arguments.truth), arguments.truth.ndim == 2)

    def _failure(self, error: Exception) -> str:
        text = elide(clean(str(error)), LONGEST)
        if "read-only" in text:
            return f"{self.name} changes the columns that it is given; let it change a copy, y_true.copy()"
        if isinstance(error, TypeError) and "argument" in text:
            return f"{self.name} cannot be called as f(y_true, y_pred): {text}"
        return f"{self.name} raised {type(error).__name__}{': ' if text else ''}{text}"

    def _read(self, returned: Any, n: int, in_columns: bool) -> tuple[ReturnedForm, Array]:
        pair = (
            isinstance(returned, (tuple, list))
            and len(returned) == 2
            and all(np.shape(part) == (n,) for part in returned)
        )
        try:
            if pair:
                returned = np.column_stack([np.asarray(part, dtype=np.float64) for part in returned])
            values = np.asarray(returned, dtype=np.float64)
        except (TypeError, ValueError):
            kind = type(returned).__name__
            raise NotApplicable(
                f"{self.name} returned a {kind}, not numbers; it returns one number, one value per row, or two columns"
            ) from None
        if values.shape == (n,):
            return (ReturnedForm.SHARE if np.isin(values, (0.0, 1.0)).all() else ReturnedForm.ROWS), values
        if in_columns and not pair and values.ndim == 2 and len(values) == n:
            raise NotApplicable(
                f"{self.name} returned a value for each row and column; it returns one for each row, as .mean(axis=1) makes them, or "
                "one number"
            )
        if values.shape == (n, 2):
            return ReturnedForm.RATIO, values
        if values.size == 1:
            return ReturnedForm.NUMBER, values.reshape(())
        raise NotApplicable(
            f"{self.name} returned {' x '.join(map(str, values.shape))} values for {n} rows; it returns one number, one value "
            "per row, or two columns"
        )

    def columns(self, pred: Predictions) -> Array:
        """What it returns for each row, (n,) or (n, 2), all of it finite."""
        kind, values = _remembered(self, pred)
        if kind is ReturnedForm.LIST:
            return values
        if kind is ReturnedForm.NUMBER:
            raise NotApplicable(f"{self.name} returned one number here and a value for each row before")
        bad = ~np.isfinite(values.reshape(len(pred), -1)).all(axis=1)
        if bad.any():
            row = pred.rows[int(np.argmax(bad))]
            raise NotApplicable(
                f"{self.name} is not a number on row {clean(str(row))}; it returns a finite number for every row"
            )
        return values

    def of_lists(self, pred: Predictions) -> Array:
        """What it returns for the list of each query, in the order of `ranked_lists`; 0 for a query without a relevant item."""
        lists, arguments = ranked_lists(pred), self.arguments(pred)
        values = np.zeros(len(lists.first))
        for place in np.flatnonzero(lists.relevant > 0).tolist():
            start = int(lists.first[place])
            rows = lists.rows[start : start + int(lists.sizes[place])]
            _, value = self(arguments.take(rows))
            query = "" if pred.query is None else f" of query {clean(str(pred.query[rows[0]]))}"
            if value.ndim:
                raise NotApplicable(
                    f"{self.name} returned {value.size} values for the list{query}; it returns one number for each list, or has the "
                    f"parameter {QUERY} and gets all lists at once"
                )
            if not np.isfinite(value):
                raise NotApplicable(
                    f"{self.name} is not a number for the list{query}; it returns a finite number for every list"
                )
            values[place] = value
        return values

    def value(self, pred: Predictions) -> float:
        """One number: what it returns, the mean of its values, or the ratio of its two sums."""
        if self.answer is ReturnedForm.NUMBER and pred.weight is not None and not self.weighted:
            raise NotApplicable(
                f"{self.name} takes no weights; give it a parameter sample_weight, or let it return one value per row"
            )
        kind, values = _remembered(self, pred)
        if kind is not ReturnedForm.NUMBER and not np.isfinite(values).all():
            self.columns(pred)
        return number_of(kind, values, pred.weight)


def number_of(kind: ReturnedForm, values: Array, weight: Array | None) -> float:
    """The measure that an answer amounts to.

    >>> number_of(ReturnedForm.ROWS, np.array([1.0, 2.0]), None), number_of(ReturnedForm.RATIO, np.array([[1.0, 2.0], [0.0, 2.0]]), None)
    (1.5, 0.25)
    """
    if kind is ReturnedForm.NUMBER:
        return float(values)
    if not len(values):
        return float("nan")
    means = np.average(values, axis=0, weights=weight)
    if kind not in {ReturnedForm.RATIO, ReturnedForm.LIST}:
        return float(means)
    return float(means[0] / means[1]) if means[1] else float("nan")


_last: list[Any] = [None, None, None]  # the function, the predictions, and what it returned for them


def _remembered(own: OwnFunction, pred: Predictions) -> tuple[ReturnedForm, Array]:
    """The answer for these predictions; the last one is kept, for value, sums and single rows ask one after the other."""
    if _last[0] is not own.call or _last[1] is not pred:
        _last[:] = own.call, pred, _answer(own, pred)
    answer: tuple[ReturnedForm, Array] = _last[2]
    return answer


def _answer(own: OwnFunction, pred: Predictions) -> tuple[ReturnedForm, Array]:
    """What it returns; a value of each list is shared by the items, beside the share of the query, so that sums over rows are sums over queries."""
    if not pred.task.in_lists or own.by_query:
        return own(own.arguments(pred))
    order, counts = list_order(pred), (relevant_items(pred) > 0).astype(np.float64)
    return ReturnedForm.LIST, np.column_stack([order.shared(own.of_lists(pred)), order.shared(counts)])


def spelled(pred: Predictions, codes: Array) -> Array:
    """Values as users write them; names of classes that are whole numbers are numbers, as in a file."""
    if not pred.task.coded:
        return codes
    names = np.array(pred.classes)
    if all(name.lstrip("-").isdecimal() for name in pred.classes):
        names = names.astype(np.int64)
    return names[codes]


def source_hash(function: Callable[..., Any]) -> str:
    """A short hash of the code of a function: its source text, else its compiled form, else its name.

    >>> source_hash(max) == source_hash(max), source_hash(max) == source_hash(min)
    (True, False)
    """
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        code = getattr(function, "__code__", None)
        if code is None:
            text = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', type(function).__name__)}"
        else:  # functions inside it are left out: their text holds an address, which is another one in every process
            constants = [value for value in code.co_consts if not hasattr(value, "co_code")]
            text = f"{code.co_code!r}{code.co_names}{constants}"
    return sha256(text.encode()).hexdigest()[:16]


def check_parameters(name: str, function: Callable[..., Any], extra: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """The columns that it is handed by name, and whether it takes weights; BadInput where it cannot be called.

    >>> def profit(y_true, y_pred, amount): ...
    >>> check_parameters("profit", profit, ())
    (('amount',), False)
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return extra, False
    by_place = [
        parameter
        for parameter in parameters
        if parameter.kind in {parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD}
    ]
    if len(by_place) < 2 and not any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        raise BadInput(f"{name} takes {len(by_place)} columns; a measure is a function of two, f(y_true, y_pred)")
    if by_place and by_place[0].name in ESTIMATORS:
        raise BadInput(
            f"{name} is a scorer of a fitted estimator, which is not kept; give a function f(y_true, y_pred) or make_scorer(...)"
        )
    keywords = [parameter for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
    asked = [
        parameter.name
        for parameter in (*by_place[2:], *keywords)
        if parameter.default is parameter.empty and parameter.name != WEIGHT
    ]
    names = [parameter.name for parameter in (*by_place, *keywords)]
    open_ended = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    if unknown := next((column for column in extra if column not in names and not open_ended), None):
        raise BadInput(f"{name} has no parameter {unknown!r}; the columns of extra are handed to it by name")
    return tuple(dict.fromkeys((*extra, *asked))), WEIGHT in names
