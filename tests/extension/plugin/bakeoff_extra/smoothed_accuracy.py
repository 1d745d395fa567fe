"""Accuracy of few rows, pulled towards one half as Jeffreys's prior does."""

from typing import Any

from bakeoff.measures.classification.accuracy import ratio
from bakeoff.measures.measure import CLASSES, Direction, Measure, Output
from bakeoff.predictions.kinds import CONFUSION


def smoothed_accuracy(counts: Any) -> Any:
    """Return (hits + 1/2) / (rows + 1); undefined without rows."""
    return ratio(counts.hits + 0.5, (counts.total + 1.0) * (counts.total > 0))


SMOOTHED_ACCURACY = Measure(
    name="smoothed_accuracy",
    title="Smoothed accuracy",
    formula=r"(h + 1/2) / (n + 1)",
    direction=Direction.HIGHER,
    bounds=(0.0, 1.0),
    tasks=CLASSES,
    needs=Output.LABEL,
    reads=CONFUSION,
    compute=smoothed_accuracy,
    undefined="no rows",
    reference="brown2001",
    family="classification",
)
