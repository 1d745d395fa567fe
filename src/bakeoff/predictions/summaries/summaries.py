"""Summaries: what measures read, each computed when first asked for, and once for a whole panel."""

from dataclasses import dataclass, field, fields, replace
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.row_groups import RowGroups
from bakeoff.predictions.row_ids import RowIds
from bakeoff.predictions.summaries.class_counts import ClassCounts
from bakeoff.predictions.summaries.confusion import Counts, count
from bakeoff.predictions.summaries.means import RowMeans, moments_of
from bakeoff.predictions.summaries.pivot import Pivot
from bakeoff.predictions.summaries.ranking.binned import BinnedRanking
from bakeoff.predictions.summaries.ranking.merge_buffer import MergeBuffer
from bakeoff.predictions.summaries.ranking.ranking import Ranking, rank
from bakeoff.predictions.summaries.ranking.unsorted_scores import ScoredRows

__all__ = ["Known", "Summaries", "summarize"]


@dataclass(slots=True, kw_only=True, eq=False)
class Known:
    """The summaries that have been computed so far; None: not yet."""

    counts: Counts | None = None
    ranking: Ranking | None = None
    moments: RowMeans | None = None
    rows: Predictions | None = None
    parts: MergeBuffer | BinnedRanking | None = None  # the ranking while rows are still being read
    scores: ScoredRows | None = None  # scores in the order of the rows, where rows have weights or are drawn in groups
    ids: RowIds | None = None
    classes: ClassCounts | None = None  # kept where intervals follow and the rows go
    units: RowGroups | None = None  # groups of rows that are drawn together
    buckets: RowGroups | None = None  # groups of rows for resampling when the rows are gone

    @property
    def n(self) -> int:
        """The number of rows, as far as it is known."""
        sizes = [len(one) if isinstance(one, Predictions) else int(one.n) for one in self.values().values()]
        return max(sizes, default=0)

    def values(self) -> dict[str, Any]:
        """Return what is known, by name."""
        return {one.name: value for one in fields(self) if (value := getattr(self, one.name)) is not None}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Summaries:
    """Counts, ranking, means and rows of one set of predictions, by the word a measure uses in `reads`."""

    source: Predictions | None
    pivot: Pivot | None = None
    known: Known = field(default_factory=Known)

    def get(self, reads: str) -> Any:
        """Return the summary of that kind: "counts", "ranking", "moments" or "rows"."""
        kind = str(reads)
        if kind not in {"counts", "ranking", "moments", "rows"}:
            raise BadInput(f"a summary is counts, ranking, moments or rows, not {kind!r}")
        value = getattr(self.known, kind)
        if value is None:
            if self.source is None:
                raise BadInput(f"{kind} were not read before the rows were released; read them on every part")
            value = self._compute(kind, self.source)
            setattr(self.known, kind, value)
        return value

    def _compute(self, kind: str, pred: Predictions) -> Any:
        if kind == "counts":
            return count(pred)
        if kind == "ranking":
            return rank(pred)
        return pred if kind == "rows" else moments_of(pred, self.pivot)

    @property
    def counts(self) -> Counts:
        """The confusion matrix."""
        counts: Counts = self.get("counts")
        return counts

    @property
    def ranking(self) -> Ranking:
        """The sorted scores."""
        ranking: Ranking = self.get("ranking")
        return ranking

    @property
    def moments(self) -> RowMeans:
        """Means of row quantities."""
        moments: RowMeans = self.get("moments")
        return moments

    def knowing(self, **values: Any) -> "Summaries":
        """Return the same with other known summaries; None forgets one."""
        return replace(self, known=replace(self.known, **values))

    def settled(self) -> "Summaries":
        """Return what has been computed so far, without the rows (unless they were read themselves)."""
        values: dict[str, Any] = {
            kind: value.settled() if isinstance(value, Counts | RowMeans | Ranking) else value
            for kind, value in self.known.values().items()
        }
        return Summaries(source=None, pivot=self.pivot, known=Known(**values))

    def merge(self, other: "Summaries") -> "Summaries":
        """Return the summaries of both parts together, of the kinds both have."""
        theirs = other.known.values()
        both = {kind: mine.merge(theirs[kind]) for kind, mine in self.known.values().items() if kind in theirs}
        return Summaries(source=None, pivot=self.pivot, known=Known(**both))


def summarize(pred: Predictions, *, pivot: Pivot | None = None) -> Summaries:
    """Return summaries of which nothing is computed yet."""
    return Summaries(source=pred, pivot=pivot)
