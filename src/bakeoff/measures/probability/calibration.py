"""Variants of the expected calibration error: other numbers of bins, bins of equal count, the positive class alone.

They are made when asked for by name and read the rows; `ece` itself stands with the other measures of probabilities.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.checks import count
from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import BINARY_ONLY, IntervalRule, Measure, Reads
from bakeoff.measures.probability.bins import equal_count_bins, even_bins
from bakeoff.measures.probability.scores import ece as usual
from bakeoff.predictions.predictions import Predictions

__all__ = ["ece"]

_OF = {"top": "the largest probability", "positive": "the probability of the positive class"}
_CUTS = {"width": "equal width", "count": "about equally many rows"}


def ece(bins: int = 10, of: str = "top", cut: str = "width") -> Measure:
    """The expected calibration error with other bins.

    >>> ece(15).name, ece(of="positive", cut="count").name, ece().name
    ('ece(15)', 'ece(of="positive", cut="count")', 'ece')
    """
    count("bins of ece", bins)
    if of not in _OF or cut not in _CUTS:
        raise BadInput(
            "ece is of 'top' or 'positive', its cut 'width' or 'count': ece(15, of=\"positive\", cut=\"count\")"
        )
    asked = [str(bins)] * (bins != 10) + [f'of="{of}"'] * (of != "top") + [f'cut="{cut}"'] * (cut != "width")
    if not asked:
        return usual
    positive: dict[str, Any] = {"tasks": BINARY_ONLY, "needs_positive": True} if of == "positive" else {}
    return replace(
        usual,
        name=f"ece({', '.join(asked)})",
        title=f"Expected calibration error of {_OF[of]}, {bins} bins of {_CUTS[cut]}",
        short="",
        interval=IntervalRule.USUAL,
        reads=Reads.ROWS,
        compute=lambda pred: _error(pred, bins, of, cut),
        reference="naeini2015" if cut == "count" or of == "positive" else usual.reference,
        caveats=("biased upward in small samples, and the more so the more bins there are", "needs the rows"),
        **positive,
    )


def _error(pred: Predictions, bins: int, of: str, cut: str) -> float:
    """Confidence minus correctness added up in each bin; what is left of it, over all rows."""
    if not len(pred):
        return float("nan")
    proba, code = np.asarray(pred.probabilities(), dtype=np.float64), pred.positive_code
    said = proba.argmax(axis=1) if of == "top" else np.full(len(pred), code)
    believed = proba[np.arange(len(pred)), said]
    weight = np.ones(len(pred)) if pred.weight is None else np.asarray(pred.weight, dtype=np.float64)
    place = even_bins(believed, bins) if cut == "width" else equal_count_bins(believed, weight, bins)
    gaps = np.bincount(place, weights=(believed - (pred.truth == said)) * weight)
    return float(np.abs(gaps).sum() / weight.sum())
