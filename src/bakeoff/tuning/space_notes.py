"""Notes about a space and a budget, before anything runs."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Subject
from bakeoff.tuning.notes import EVEN_SCALE, SECONDS
from bakeoff.tuning.space import Choice, Parameter, Space, is_series

__all__ = ["SCALES", "space_notes"]

SCALES = frozenset(
    {
        "C", "gamma", "alpha", "epsilon", "tol", "learning_rate", "learning_rate_init", "eta0", "reg_alpha", "reg_lambda", "lambda_1", "lambda_2",
        "alpha_1", "alpha_2", "l2_regularization", "ccp_alpha", "var_smoothing", "min_impurity_decrease", "length_scale",
    }
)  # fmt: skip  # parameters that act over orders of magnitude
_FACTOR = 10  # largest over smallest value, from which equal steps leave small values untried


def space_notes(learner: str, space: Space, seconds: float | None) -> Iterator[Note]:
    """What a careful person would ask."""
    about = Subject(learners=(learner,))
    for name, parameter in space.parameters.items():
        if name.rpartition("__")[2] in SCALES and _even(parameter):
            yield EVEN_SCALE(about, parameter=name, learner=learner, range=str(parameter))
    if seconds is not None:
        yield SECONDS(about, learner=learner, seconds=seconds)


def _even(parameter: Parameter) -> bool:
    """Whether a list of numbers goes in equal steps, or a range does so over a factor of ten or more."""
    if isinstance(parameter, Choice):
        return is_series(parameter.values) and min(parameter.values) >= 0
    return not parameter.log and parameter.low >= 0 and parameter.high >= _FACTOR * max(parameter.low, 1e-300)
