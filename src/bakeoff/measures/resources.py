"""What a fit and its predictions cost, in seconds and bytes."""

from operator import attrgetter

from bakeoff.data import tasks
from bakeoff.measures.measure import Direction, Measure, Reads, family

__all__ = ["ALL"]

_declare = family(
    direction=Direction.LOWER, bounds=(0.0, float("inf")), tasks=frozenset(tasks.ALL), needs=None, reads=Reads.RESOURCES,
    reference="japkowicz2011", undefined="it was not measured, as for predictions that came as a file", family="resources", in_units=True,
)  # fmt: skip
_CLOCK = "wall-clock time of one machine under its load: compare within one study only"
_WHOLE = "of the whole child process, the data included"
_STORED = "as serialized, not as held in memory"
ALL: tuple[Measure, ...] = tuple(
    _declare(name, title, field.replace("_", r"\_"), attrgetter(field), caveats=(caveat,))
    for name, title, field, caveat in (
        ("fit_seconds", "Time to fit, in seconds", "fit_seconds", _CLOCK),
        ("predict_seconds", "Time to predict, in seconds", "predict_seconds", _CLOCK),
        ("peak_memory", "Peak memory, in bytes", "peak_bytes", _WHOLE),
        ("model_bytes", "Size of the fitted model, in bytes", "model_bytes", _STORED),
    )
)
