"""What a fit and its predictions cost, in seconds and bytes."""

from bakeoff.data.dataset import Task
from bakeoff.measures.measure import Direction, Measure, Reads
from bakeoff.predictions.resources import Resources

__all__ = ["ALL"]


def _declare(name: str, title: str, field: str, caveat: str) -> Measure:
    def compute(spent: Resources) -> float:
        return float(getattr(spent, field))

    return Measure(
        name=name,
        title=title,
        formula=field.replace("_", r"\_"),
        direction=Direction.LOWER,
        bounds=(0.0, float("inf")),
        tasks=frozenset(Task),
        needs=None,
        reads=Reads.RESOURCES,
        compute=compute,
        reference="japkowicz2011",
        undefined="it was not measured, as for predictions that came as a file",
        caveats=(caveat,),
        family="resources",
        in_units=True,
    )


_CLOCK = "wall-clock time of one machine under its load: compare within one study only"
ALL: tuple[Measure, ...] = (
    _declare("fit_seconds", "Time to fit, in seconds", "fit_seconds", _CLOCK),
    _declare("predict_seconds", "Time to predict, in seconds", "predict_seconds", _CLOCK),
    _declare("peak_memory", "Peak memory, in bytes", "peak_bytes", "of the whole child process, the data included"),
    _declare(
        "model_bytes", "Size of the fitted model, in bytes", "model_bytes", "as serialized, not as held in memory"
    ),
)
