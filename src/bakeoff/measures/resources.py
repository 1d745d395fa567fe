"""What a fit and its predictions cost, in seconds and bytes."""

from math import nan
from operator import attrgetter

from bakeoff.data import tasks
from bakeoff.measures.measure import Direction, Measure, family
from bakeoff.predictions.kinds import RESOURCES
from bakeoff.predictions.resources import Resources

__all__ = ["ALL", "LEAST_MEMORY"]

LEAST_MEMORY = 2.0**20  # bytes; what a process takes for itself in a unit differs by some tenths of that

_declare = family(
    direction=Direction.LOWER, bounds=(0.0, float("inf")), tasks=frozenset(tasks.ALL), needs=None, reads=RESOURCES,
    reference="japkowicz2011", undefined="it was not measured, as for predictions that came as a file", family="resources", in_units=True,
)  # fmt: skip
_CLOCK = "wall-clock time of one machine under its load: compare within one study only"
_GROWTH = "what the child process took for the unit, its copy of the training rows included; below 1 MiB it cannot be measured"
_STORED = "as serialized, not as held in memory"
_TIMES = (
    _declare("fit_seconds", "Time to fit, in seconds", r"fit\_seconds", attrgetter("fit_seconds"), caveats=(_CLOCK,)),
    _declare(
        "predict_seconds",
        "Time to predict, in seconds",
        r"predict\_seconds",
        attrgetter("predict_seconds"),
        caveats=(_CLOCK,),
    ),
)
_SIZE = _declare(
    "model_bytes", "Size of the fitted model, in bytes", r"model\_bytes", attrgetter("model_bytes"), caveats=(_STORED,)
)


def _peak(spent: Resources) -> float:
    """The peak of a unit; NaN where it is below what can be measured."""
    return spent.peak_bytes if spent.peak_bytes >= LEAST_MEMORY else nan


_MEMORY = _declare(
    "peak_memory", "Peak memory, in bytes", r"peak\_bytes", _peak, caveats=(_GROWTH,), least=LEAST_MEMORY, median=True,
    undefined="it was not measured, as for predictions that came as a file, or it is below 1 MiB, which is less than can be measured",
)  # fmt: skip
ALL: tuple[Measure, ...] = (*_TIMES, _MEMORY, _SIZE)
