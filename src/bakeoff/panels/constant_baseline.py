"""Baseline: what a constant answer scores, the most frequent class or the mean; of predictions that of their own true values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.measures.measure import Measure
from bakeoff.predictions.constant_answers import constant_answers, share_of_each_class, title_of_constant
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.quantiles import encoded

__all__ = ["Baseline", "baseline_of_predictions"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Baseline:
    """What a constant answer scores on one data set by one measure."""

    dataset: str
    name: str  # "majority class" or "mean"
    measure: str
    value: float  # mean over splits; NaN with a reason
    reason: str = ""
    splits: Array = field(default_factory=lambda: np.empty(0))  # by split, where every split has a value

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        shown = None if isnan(self.value) else self.value
        return {"dataset": self.dataset, "name": self.name, "measure": self.measure, "value": shown, "reason": self.reason}  # fmt: skip


def baseline_of_predictions(answers: Mapping[str, Predictions], measure: Measure) -> Baseline | None:
    """Of predictions on one set of rows: the most frequent class, or the mean, of these rows themselves; None for other tasks."""
    first = next(iter(answers.values()), None)
    if first is None or not len(first) or not (first.task.classifies or first.task.numeric):
        return None
    if first.task.in_lists and any(np.isneginf(pred.labels()).any() for pred in answers.values()):
        return None  # a constant would rank items that the systems did not name
    coded = first.task.coded
    usual = (
        share_of_each_class(first.truth, len(first.classes), first.weight)
        if coded
        else np.average(first.truth, weights=first.weight)
    )
    constant, name = constant_answers(first, usual), title_of_constant(coded=coded)
    if measure.needs is Output.QUANTILES and first.quantiles is not None:
        constant, name = replace(constant, quantiles=_usual_quantiles(first)), "constant quantiles"
    why = measure.fits(constant)
    value = nan if why else float(measure(constant))
    if isnan(value):
        why = why or f"{measure.title} is undefined for a constant answer"
    return Baseline(dataset="", name=name, measure=measure.name, value=value, reason=why)


def _usual_quantiles(pred: Predictions) -> Array:
    """The quantiles of the true values, for every row, at the levels that were predicted."""
    levels = pred.quantile_table().levels
    values = np.quantile(pred.truth, levels, weights=pred.weight, method="inverted_cdf")
    return encoded(levels.tolist(), np.tile(values, (len(pred), 1)))
