"""Kinds of summaries: ALL lists those that measures of bakeoff read, one file each."""

from bakeoff.predictions.kinds.confusion_cells import CONFUSION
from bakeoff.predictions.kinds.query_lists import LISTS
from bakeoff.predictions.kinds.row_means import MEANS
from bakeoff.predictions.kinds.row_sums import SUMS
from bakeoff.predictions.kinds.run_resources import RESOURCES
from bakeoff.predictions.kinds.score_order import RANKING
from bakeoff.predictions.kinds.whole_rows import ROWS
from bakeoff.predictions.summaries.kind import SummaryKind

__all__ = ["ALL", "CONFUSION", "LISTS", "MEANS", "RANKING", "RESOURCES", "ROWS", "SUMS", "SummaryKind"]

ALL: tuple[SummaryKind, ...] = (CONFUSION, RANKING, MEANS, SUMS, LISTS, ROWS, RESOURCES)
