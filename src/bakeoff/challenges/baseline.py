"""The trivial baseline of a challenge: what a constant answer scores on the training rows, which every team has; no hidden label enters."""

from dataclasses import dataclass

import numpy as np

from bakeoff.challenges.folder import Description
from bakeoff.measures import measure_named
from bakeoff.predictions.from_arrays import predictions_of

__all__ = ["TrivialBaseline", "trivial_baseline"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrivialBaseline:
    """A constant answer and its score."""

    answer: str  # in words
    score: float


def trivial_baseline(about: Description) -> TrivialBaseline | None:
    """The most frequent class of the training rows, with the shares of the classes as probabilities; None for numbers."""
    counts = np.array([float(rows) for _, rows in about.class_counts])
    measure = measure_named(about.measure)
    if len(counts) < 2 or not counts.sum() or measure.per_row is None:
        return None
    classes = [name for name, _ in about.class_counts]
    most = classes[int(counts.argmax())]
    answers = predictions_of(
        classes, [most] * len(classes), y_proba=np.tile(counts / counts.sum(), (len(classes), 1)), proba_names=classes,
        labels=about.classes, positive=about.positive, task=about.task,
    )  # fmt: skip
    if measure.fits(answers):
        return None
    plain = predictions_of(
        classes, [most] * len(classes), labels=about.classes, positive=about.positive, task=about.task
    )
    answer = f"always {most}" if not measure.fits(plain) else "the shares of the classes"
    values = np.asarray(measure.per_row(answers), dtype=np.float64)
    return TrivialBaseline(answer=answer, score=float(values @ counts / counts.sum()))
