"""Summaries: what measures read, each computed when first asked for, and once for a whole panel."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.confusion import Counts, count
from bakeoff.predictions.summaries.kind import SummaryKind
from bakeoff.predictions.summaries.means import RowMeans, means_of
from bakeoff.predictions.summaries.pivot import Pivot
from bakeoff.predictions.summaries.ranking.ranking import Ranking, rank

__all__ = ["BUCKETS", "CLASSES", "IDS", "PARTS", "SCORES", "UNITS", "Summaries", "summarize"]

# What is kept beside the summaries while a file is read in parts and its rows go.
PARTS = "ranking of parts"  # MergeBuffer or BinnedRanking: the ranking while rows are still being read
SCORES = "scores"  # ScoredRows: in the order of the rows, where rows have weights or are drawn in groups
IDS = "row ids"  # RowIds
CLASSES = "class counts"  # ClassCounts
UNITS = "groups"  # RowGroups that are drawn together
BUCKETS = "buckets"  # RowGroups for resampling when the rows are gone


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Summaries:
    """Summaries of one set of predictions, one of each kind that was asked for.

    `known` holds what has been computed so far by the name of its kind, and what files in parts keep beside.
    """

    source: Predictions | None
    pivot: Pivot | None = None
    known: dict[str, Any] = field(default_factory=dict)

    def get(self, kind: SummaryKind) -> Any:
        """Return the summary of that kind."""
        return self._get(kind.name, kind.compute)

    def _get(self, name: str, compute: Callable[[Predictions, Pivot | None], Any]) -> Any:
        if name not in self.known:
            if self.source is None:
                raise BadInput(
                    f"the summary {name!r} was not read before the rows were released; read it on every part"
                )
            self.known[name] = compute(self.source, self.pivot)
        return self.known[name]

    @property
    def counts(self) -> Counts:
        """The confusion matrix."""
        counts: Counts = self._get("confusion", lambda pred, _: count(pred))
        return counts

    @property
    def ranking(self) -> Ranking:
        """The sorted scores."""
        ranking: Ranking = self._get("ranking", lambda pred, _: rank(pred))
        return ranking

    @property
    def means(self) -> RowMeans:
        """Means of row quantities."""
        means: RowMeans = self._get("means", means_of)
        return means

    @property
    def known_counts(self) -> Counts | None:
        """The confusion matrix, if a measure has read it."""
        return self.known.get("confusion")

    @property
    def known_ranking(self) -> Ranking | None:
        """The sorted scores, if a measure has read them."""
        return self.known.get("ranking")

    @property
    def rows_left(self) -> Predictions | None:
        """The rows, as far as they are still there: they were read themselves, or a ranking of many classes keeps them."""
        if self.source is not None:
            return self.source
        ranking = self.known_ranking
        return self.known.get("rows") or (None if ranking is None else ranking.many)

    @property
    def n(self) -> int:
        """How many rows were summed up, as far as it is known."""
        if self.source is not None:
            return len(self.source)
        sizes = [
            len(summary) if isinstance(summary, Predictions) else int(summary.n) for summary in self.known.values()
        ]
        return max(sizes, default=0)

    def knowing(self, **values: Any) -> "Summaries":
        """Return the same with other known summaries; None forgets one."""
        both = {**self.known, **values}
        return replace(self, known={name: value for name, value in both.items() if value is not None})

    def settled(self) -> "Summaries":
        """Return what has been computed so far, without the rows (unless they were read themselves)."""
        values = {
            name: summary.settled() if hasattr(summary, "settled") else summary for name, summary in self.known.items()
        }
        return Summaries(source=None, pivot=self.pivot, known=values)

    def merge(self, other: "Summaries") -> "Summaries":
        """Return the summaries of both parts together, of the kinds both have."""
        both = {name: mine.merge(other.known[name]) for name, mine in self.known.items() if name in other.known}
        return Summaries(source=None, pivot=self.pivot, known=both)


def summarize(pred: Predictions, *, pivot: Pivot | None = None) -> Summaries:
    """Return summaries of which nothing is computed yet."""
    return Summaries(source=pred, pivot=pivot)
