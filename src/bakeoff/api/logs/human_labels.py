"""What humans and a judge say together: means and paired differences by PPI++."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.checks import Array
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import clean
from bakeoff.estimates.prediction_powered import JudgedMean, prediction_powered_mean

__all__ = ["HumanLabels", "human_labels"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanLabels:
    """The mean of each learner and the difference of each pair, as humans would score all items."""

    column: str
    means: Mapping[str, JudgedMean]
    differences: Mapping[tuple[str, str], JudgedMean]

    @property
    def fewest(self) -> int:
        """The labels of the learner with the fewest."""
        return min(mean.labelled for mean in self.means.values())

    def lines(self) -> list[str]:
        """In words, a line for each mean and difference."""
        named = {clean(name): mean for name, mean in self.means.items()}
        named |= {f"{clean(a)} minus {clean(b)}": mean for (a, b), mean in self.differences.items()}
        return [f"{name}: {_text(mean)}" for name, mean in named.items()]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        pairs = [{"a": a, "b": b, **_dict(mean)} for (a, b), mean in self.differences.items()]
        return {
            "column": self.column,
            "means": {name: _dict(mean) for name, mean in self.means.items()},
            "differences": pairs,
        }


def _text(mean: JudgedMean) -> str:
    if mean.reason:
        return f"undefined ({mean.reason})"
    return f"{mean.estimate}; judge alone {mean.naive}; judge minus human {mean.bias}"


def _dict(mean: JudgedMean) -> dict[str, Any]:
    parts = {name: json_safe(getattr(mean, name).as_dict()) for name in ("estimate", "naive", "labels", "bias")}
    return {
        **parts,
        "lambda": json_safe(mean.power),
        "labelled": mean.labelled,
        "unlabelled": mean.unlabelled,
        "reason": mean.reason or None,
    }


def human_labels(matrix: ScoreMatrix, human: Array, column: str, level: float) -> HumanLabels:
    """By the labels of items; an item of a difference is labelled where both learners are."""
    judged = dict(zip(matrix.names, matrix.values.T, strict=True))
    labels = dict(zip(matrix.names, human.T, strict=True))
    means = {name: _mean(labels[name], judged[name], level) for name in matrix.names}
    differences = {
        (a, b): _mean(labels[a] - labels[b], judged[a] - judged[b], level)
        for i, a in enumerate(matrix.names)
        for b in matrix.names[i + 1 :]
    }
    return HumanLabels(column=column, means=means, differences=differences)


def _mean(human: Array, judge: Array, level: float) -> JudgedMean:
    labelled = ~np.isnan(human)
    return prediction_powered_mean(human[labelled], judge[labelled], judge[~labelled], level)
