"""Kinds of summaries: ALL lists those that measures of bakeoff read, one file each."""

from bakeoff.predictions.kinds.confusion import CONFUSION
from bakeoff.predictions.kinds.means import MEANS
from bakeoff.predictions.kinds.ranking import RANKING
from bakeoff.predictions.kinds.resources import RESOURCES
from bakeoff.predictions.kinds.rows import ROWS
from bakeoff.predictions.kinds.sums import SUMS
from bakeoff.predictions.summaries.kind import SummaryKind

__all__ = ["ALL", "CONFUSION", "MEANS", "RANKING", "RESOURCES", "ROWS", "SUMS", "SummaryKind"]

ALL: tuple[SummaryKind, ...] = (CONFUSION, RANKING, MEANS, SUMS, ROWS, RESOURCES)
