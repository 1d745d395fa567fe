"""RESOURCES: seconds and bytes, measured while a study runs."""

from typing import NoReturn

from bakeoff.core.errors import NotApplicable
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.kind import SummaryKind
from bakeoff.predictions.summaries.pivot import Pivot

__all__ = ["RESOURCES"]


def _refuse(_: Predictions, __: Pivot | None) -> NoReturn:
    raise NotApplicable("resources are measured while a study runs; they cannot be computed from predictions")


RESOURCES = SummaryKind(name="resources", title="measured resources", compute=_refuse, from_run=True)
