"""TrialCurve: the candidates of all searches of a tuned learner over one parameter, with what a model expects between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError
from bakeoff.measures import measure_named
from bakeoff.study.analysis.tunings import TunedCell
from bakeoff.tuning.session import gain_of
from bakeoff.tuning.surrogate import Guess, guess

__all__ = ["TrialCurve", "first_trial_curves", "trial_curves"]

MOST = 4  # learners whose trials a report shows ...
PARAMETERS = 2  # ... over so many parameters each
SMOOTH = 6  # different values of a parameter from which a model is fitted through them
WIDE = 20.0  # largest over smallest value, from which the axis is logarithmic


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrialModel:
    """What a Gaussian process expects along a parameter, other parameters at its best point."""

    values: Array
    mean: Array
    low: Array
    high: Array
    next: float  # where it would try next


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrialCurve:
    """The trials of all splits over one ordered parameter."""

    dataset: str
    learner: str
    measure: str
    parameter: str
    values: Array
    scores: Array
    chosen: Array  # whether the candidate was chosen in its split
    wide: bool  # spread over orders of magnitude
    model: TrialModel | None  # None where the parameter has few values


def first_trial_curves(cells: Sequence[TunedCell]) -> tuple[TrialCurve, ...]:
    """The curves that a report shows: the first parameters of the first tuned learners."""
    return tuple(curve for cell in cells[:MOST] for curve in trial_curves(cell)[:PARAMETERS])


def trial_curves(cell: TunedCell) -> list[TrialCurve]:
    """A curve for each ordered parameter that took more than two values."""
    trials = [
        (split, candidate)
        for split in cell.splits
        for candidate in split.tuning.candidates
        if not isnan(candidate.score) and not candidate.rows
    ]
    names = [
        parameter.parameter
        for parameter in cell.parameters
        if not isnan(parameter.low)
        and trials
        and all(parameter.parameter in candidate.places for _, candidate in trials)
    ]
    different = {name: len({candidate.settings[name] for _, candidate in trials}) for name in names}
    names = [name for name in names if different[name] > 2]
    if not names:
        return []
    places = np.array([[candidate.places[name] for name in names] for _, candidate in trials])
    scores = np.array([candidate.score for _, candidate in trials])
    sign, guesses = _guesses(cell.measure, names, places, scores)
    chosen = np.array([candidate.number == split.tuning.chosen for split, candidate in trials])
    curves = []
    for column, name in enumerate(names):
        values, own = np.array([float(candidate.settings[name]) for _, candidate in trials]), places[:, column]
        log = _is_log(own, values)
        expected = guesses.get(name) if different[name] >= SMOOTH else None
        curves.append(
            TrialCurve(
                dataset=cell.dataset, learner=cell.learner, measure=cell.measure, parameter=name, values=values, scores=scores, chosen=chosen,
                wide=log and float(values.max()) / float(values.min()) > WIDE,
                model=None if expected is None else _model(expected, own, values, sign, log=log),
            )
        )  # fmt: skip
    return curves


def _guesses(measure: str, names: list[str], places: Array, scores: Array) -> tuple[float, dict[str, Guess]]:
    """The model of the gains, and the sign that turns gains into scores again."""
    try:
        declared = measure_named(measure)
        sign = gain_of(declared, 1.0) if declared.target is None else 1.0
    except BakeoffError:
        sign = 1.0
    return sign, {parameter_guess.parameter: parameter_guess for parameter_guess in guess(names, places, sign * scores)}


def _model(expected: Guess, places: Array, values: Array, sign: float, *, log: bool) -> TrialModel:
    within = (expected.places >= places.min()) & (expected.places <= places.max())
    bands = sorted([sign * expected.low, sign * expected.high], key=lambda band: float(band.sum()))
    return TrialModel(
        values=_from_places(places, values, log, expected.places[within]),
        mean=(sign * expected.mean)[within],
        low=bands[0][within],
        high=bands[1][within],
        next=float(_from_places(places, values, log, np.array([expected.next]))[0]),
    )


def _is_log(places: Array, values: Array) -> bool:
    """Whether a parameter was spread over orders of magnitude: its places lie on a line with the logarithm of its values."""
    if values.min() <= 0:
        return False
    return float(np.corrcoef(places, np.log(values))[0, 1]) > float(np.corrcoef(places, values)[0, 1])


def _from_places(places: Array, values: Array, log: bool, wanted: Array) -> Array:
    """The values at these places of the range; beyond the trials, the value of the outermost one."""
    distinct, first = np.unique(places, return_index=True)
    interpolated = np.interp(wanted, distinct, (np.log(values) if log else values)[first])
    return np.asarray(np.exp(interpolated) if log else interpolated)
