"""Resources: what a fit and its predictions cost."""

from dataclasses import dataclass
from math import nan

__all__ = ["Resources"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resources:
    """Seconds and bytes of one unit; NaN where it was not measured."""

    fit_seconds: float = nan
    predict_seconds: float = nan
    fit_cpu_seconds: float = nan
    predict_cpu_seconds: float = nan
    peak_bytes: float = nan
    model_bytes: float = nan
