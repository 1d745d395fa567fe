"""Measures of the user's own: a function of true and predicted values becomes a Measure."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.text import clean
from bakeoff.data.tasks import MULTILABEL, MULTIOUTPUT, RANKED_LISTS
from bakeoff.measures.catalogue import measures
from bakeoff.measures.measure import CLASSES, NUMBERS, Direction, Invariance, Measure, mean_of
from bakeoff.measures.own.own_draws import OWN_ROWS
from bakeoff.measures.own.own_function import (
    QUERY,
    Arguments,
    OwnFunction,
    ReturnedForm,
    check_parameters,
    source_hash,
)
from bakeoff.measures.own.session import declare, session_measure
from bakeoff.predictions.kinds import LISTS, MEANS, SUMS
from bakeoff.predictions.kinds.row_sums import ratio_of_sums
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.pivot import Pivot
from bakeoff.predictions.summaries.row_quantities import Column

__all__ = ["check_name", "measure_of_function", "note_failure", "own_measure", "settled", "with_answer"]

EVERYWHERE = (-inf, inf)
UNIT_INTERVAL = (0.0, 1.0)
READABLE = (Output.LABEL, Output.SCORE, Output.PROBA, Output.QUANTILES)
ANY_TARGET = CLASSES | NUMBERS | {MULTILABEL, MULTIOUTPUT, RANKED_LISTS}
FEWEST = 4  # rows of which every second one can be asked alone


def own_measure(
    f: Callable[..., Any],
    name: str | None = None,
    *,
    direction: Direction | str | None = None,
    needs: Output | str = "label",
    extra: Iterable[str] | str = (),
    bounds: tuple[float, float] | None = None,
    unit: str = "",
) -> Measure:
    """A measure of your own, from a function of the true and the predicted values.

    What the function returns decides what it gets. One value per row: the measure is their mean, with the intervals and
    paired tests of a mean. Two columns, as a pair: the sum of the first over the sum of the second, with the delta method. One number:
    rows (or groups) are drawn again for its interval, and predictions are exchanged to compare two learners.

    Of several labels or numbers both arguments are matrices. Of ranked lists the function gets one list at a time, in the order of
    the scores, and the measure is the mean over queries; a function with the parameter `query` gets all lists at once.

    Parameters
    ----------
    f : function
        `f(y_true, y_pred)`, where both are arrays in the order of the rows. Classes come as their names, and as whole numbers
        where all names are whole numbers. A parameter `sample_weight` gets the weights of the rows, other parameters without
        a default get the column of that name from `extra`.
    name : str, optional
        How tables call it; by default the name of the function.
    direction : "higher" or "lower"
        Which way is better; it is never guessed.
    needs : "label", "score", "proba" or "quantiles"
        What `y_pred` holds: predicted classes or numbers, ranking scores, probabilities, or predicted quantiles. Of two classes the
        score and the probability are those of the positive class, of more there is one column for each class, of several labels one
        for each label. A parameter `levels` gets the levels of quantiles.
    extra : list of str
        Columns that the function is handed by name, as `extra={"amount": ...}` brings them.
    bounds : tuple of two floats, optional
        Between which values it lies; intervals end there.
    unit : str
        Of its values, such as "EUR".

    Returns
    -------
    Measure
        For `scoring=`, `measure=` and `measures=` wherever a measure is named; its name stands for it from then on.

    Examples
    --------
    >>> import bakeoff as bo
    >>> def profit(y_true, y_pred, amount):
    ...     return (y_pred == 1) * (amount * (y_true == 1) - 5)
    >>> gain = bo.own_measure(profit, direction="higher", unit="EUR")
    >>> panel = bo.measure([1, 0, 1, 0], [1, 1, 1, 0], measures=[gain], extra={"amount": [20, 10, 30, 10]})
    >>> panel["profit"].value
    8.75
    """
    name = _name_of(f) if name is None else name
    check_name(name)
    if not callable(f):
        raise BadInput(f"{clean(name)} is a {type(f).__name__}; a measure of your own is a function f(y_true, y_pred)")
    if needs not in READABLE:
        raise BadInput(f"{clean(name)} needs label, score, proba or quantiles, not {clean(repr(needs))}")
    asked, weighted = check_parameters(clean(name), f, (extra,) if isinstance(extra, str) else tuple(extra))
    own = OwnFunction(
        call=f, name=clean(name), needs=Output(needs), extra=asked, weighted=weighted, source=source_hash(f)
    )
    return measure_of_function(own, name, _direction(name, direction), bounds, unit)


def measure_of_function(
    own: OwnFunction, name: str, direction: Direction, bounds: tuple[float, float] | None = None, unit: str = ""
) -> Measure:
    """The measure of a function that was not called yet: one number for all rows, whatever it returns."""
    words = clean(name).replace("_", " ")
    return declare(
        Measure(
            name=name,
            title=f"{words}, in {clean(unit)}" if unit else words,
            short=words,
            formula=rf"\mathrm{{{''.join(char for char in words if char.isalnum())}}}(y, \hat y)",
            direction=direction,
            bounds=_checked_bounds(name, bounds),
            tasks=ANY_TARGET,
            needs=own.needs,
            reads=OWN_ROWS,
            compute=own.value,
            reference="",
            undefined="the function returned no number",
            family="own",
            own=own,
            unit=clean(unit),
            in_units=bool(unit),
        )
    )


def _name_of(function: Any) -> str:
    """As the function calls itself; a lambda has no name."""
    name = getattr(function, "__name__", "")
    if not name or name == "<lambda>":
        raise BadInput(
            "a function without a name cannot be shown in a table; give it one: bo.own_measure(f, name='profit')"
        )
    return str(name)


def check_name(name: object) -> None:
    """Refuse a name that is empty or that the catalogue has."""
    if not isinstance(name, str) or not name.strip():
        raise BadInput("a measure needs a name")
    if name in measures.names:  # other spellings are the user's to take: her function comes before an alias
        raise BadInput(f"another measure is called {name!r}; take another name: bo.own_measure(f, name='my_{name}')")


def _direction(name: str, direction: object) -> Direction:
    if direction not in {Direction.HIGHER, Direction.LOWER}:
        wrong = "" if direction is None else f", not {clean(repr(direction))}"
        raise BadInput(
            f"is a higher or a lower {clean(name)} better? State it: bo.own_measure({clean(name)}, direction='higher') or "
            f"direction='lower'{wrong}"
        )
    return Direction(str(direction))


def _checked_bounds(name: str, bounds: tuple[float, float] | None) -> tuple[float, float]:
    if bounds is None:
        return EVERYWHERE
    try:
        low, high = (float(end) for end in bounds)
    except (TypeError, ValueError):
        low, high = 0.0, 0.0
    if not low < high:
        raise BadInput(f"the bounds of {clean(name)} are two numbers, the lower one first, not {clean(repr(bounds))}")
    return low, high


def settled(measure: Measure, pred: Predictions) -> Measure:
    """The measure with what its function returns for these predictions; others as they are for the task.

    A function that cannot be called on them stays as it is: the sentence comes where its value is asked for.
    """
    own = measure.own
    if own is None:
        return measure.for_task(pred.task)
    latest = session_measure(measure.name)
    if latest is not None and latest.own is not None and latest.own.call is own.call:
        measure, own = latest, latest.own
    if not len(pred) or measure.fits(pred):
        return measure
    by_list = pred.task.in_lists and not own.by_query
    if (own.answer is ReturnedForm.LIST) is not by_list:
        measure = _of_lists(measure) if by_list else _of_rows(measure)
        own = measure.own
    if by_list or own.answer not in {None, ReturnedForm.SHARE}:
        return measure
    try:
        kind = _answer(own, own.arguments(pred))
    except NotApplicable:
        return measure
    return measure if kind is own.answer else declare(_with_answer(measure, kind, own.arguments(pred)))


def note_failure(measure: Measure, why: str) -> None:
    """Let whoever asks why the measure is undefined read what its function did."""
    latest = session_measure(measure.name)
    declare(replace(measure if latest is None else latest, undefined=why))


def _answer(own: OwnFunction, arguments: Arguments) -> ReturnedForm:
    """What it returns. Values of rows that change with the rows around them are one number: no test of a mean is for them."""
    kind, values = own(arguments)
    if kind is ReturnedForm.NUMBER or len(values) < FEWEST:
        return kind
    some = _half(arguments, len(values))
    try:
        _, again = own(arguments.take(some))
    except NotApplicable:
        return ReturnedForm.NUMBER
    alone = again.shape == values[some].shape and np.allclose(again, values[some], rtol=1e-9, equal_nan=True)
    return kind if alone else ReturnedForm.NUMBER


def _half(arguments: Arguments, n: int) -> Any:
    """Every second row, or the rows of every second query."""
    if QUERY not in arguments.named:
        return np.arange(0, n, 2)
    return np.flatnonzero(np.unique(arguments.named[QUERY], return_inverse=True)[1].reshape(-1) % 2 == 0)


def _of_lists(measure: Measure) -> Measure:
    """The measure as the mean of a value of each list."""
    return declare(with_answer(measure, ReturnedForm.LIST))


def _of_rows(measure: Measure) -> Measure:
    """The measure before its function was called with rows."""
    own = replace(measure.own, answer=None)
    return declare(
        replace(
            measure,
            own=own,
            reads=OWN_ROWS,
            compute=own.value,
            reference="",
            undefined="the function returned no number",
        )
    )


def with_answer(measure: Measure, answer: ReturnedForm) -> Measure:
    """The measure of a function that is known to return this."""
    assert measure.own is not None
    own = replace(measure.own, answer=answer)
    if answer is ReturnedForm.NUMBER:
        return replace(measure, own=own, compute=own.value)
    if answer is ReturnedForm.RATIO:
        above, below = _column(own, 0), _column(own, 1)
        return replace(
            measure, own=own, reads=SUMS, compute=lambda sums: ratio_of_sums(sums, above, below), reference="cochran1977",
            undefined="the second column adds up to zero",
        )  # fmt: skip
    if answer is ReturnedForm.LIST:
        value, counted = _column(own, 0), _column(own, 1)
        return replace(
            measure, own=own, reads=LISTS, compute=lambda sums: ratio_of_sums(sums, value, counted), proportion=None,
            per_row=None, undefined="no query has a relevant item",
        )  # fmt: skip
    share = answer is ReturnedForm.SHARE
    values = _column(own, None)
    bounds = UNIT_INTERVAL if share and measure.bounds == EVERYWHERE else measure.bounds
    changed = replace(measure, own=own, reads=MEANS, bounds=bounds, **mean_of(values))
    return (
        replace(changed, proportion=lambda means: (round(means.n * means[values]), means.n))
        if share
        else replace(changed, proportion=None)
    )


def _with_answer(measure: Measure, answer: ReturnedForm, arguments: Arguments) -> Measure:
    changed = with_answer(measure, answer)
    own = changed.own
    if (
        answer is not ReturnedForm.NUMBER
        or own is None
        or own.needs is not Output.SCORE
        or arguments.predicted.ndim != 1
    ):
        return changed
    places = np.unique(arguments.predicted, return_inverse=True)[1].reshape(-1).astype(np.float64)
    try:
        ranked = own(arguments.predicting(places))[1]
    except NotApplicable:
        return changed
    same = ranked.ndim == 0 and np.isclose(float(ranked), float(own(arguments)[1]), rtol=1e-9)
    return replace(changed, invariant=Invariance.MONOTONE) if same else changed


def _column(own: OwnFunction, place: int | None) -> Column:
    """What the function returns for each row, as a quantity of it."""

    def values(pred: Predictions, _: Pivot) -> Any:
        columns = own.columns(pred)
        return columns if place is None else columns[:, place]

    values.__name__ = own.name if place is None else f"column {place + 1} of {own.name}"
    return values
