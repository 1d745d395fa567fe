"""Summaries: what measures read, each made when first asked for, and once for a whole panel."""

from dataclasses import dataclass, field, replace
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.confusion import Counts, count
from bakeoff.predictions.summaries.means import RowMeans, moments_of
from bakeoff.predictions.summaries.pivot import Pivot
from bakeoff.predictions.summaries.ranking.ranking import Ranking, rank

__all__ = ["Summaries", "summarize"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Summaries:
    """Counts, Ranking, Moments and Rows of one set of predictions, by the word a measure uses in `reads`."""

    source: Predictions | None
    pivot: Pivot | None = None
    made: dict[str, Any] = field(default_factory=dict)

    def get(self, reads: str) -> Any:
        """The summary of that kind: "counts", "ranking", "moments" or "rows"."""
        made = self.made.get(reads)
        if made is None:
            kind = str(reads)
            if self.source is None:
                raise BadInput(f"{kind} were not read before the rows were let go; read them on every part")
            made = self.made[kind] = self._make(kind, self.source)
        return made

    def _make(self, kind: str, pred: Predictions) -> Any:
        if kind == "counts":
            return count(pred)
        if kind == "ranking":
            return rank(pred)
        if kind == "moments":
            return moments_of(pred, self.pivot)
        if kind == "rows":
            return pred
        raise BadInput(f"a summary is counts, ranking, moments or rows, not {kind!r}")

    @property
    def counts(self) -> Counts:
        """The confusion matrix."""
        made: Counts = self.get("counts")
        return made

    @property
    def ranking(self) -> Ranking:
        """The sorted scores."""
        made: Ranking = self.get("ranking")
        return made

    @property
    def moments(self) -> RowMeans:
        """Means of row quantities."""
        made: RowMeans = self.get("moments")
        return made

    def without(self, kind: str) -> "Summaries":
        """The same but for one of them."""
        return replace(self, made={name: one for name, one in self.made.items() if name != kind})

    def settled(self) -> "Summaries":
        """What has been read so far, without the rows (unless they were read themselves)."""
        made = {
            kind: one.settled() if isinstance(one, Counts | RowMeans | Ranking) else one
            for kind, one in self.made.items()
        }
        return Summaries(source=None, pivot=self.pivot, made=made)

    def merge(self, other: "Summaries") -> "Summaries":
        """The summaries of both parts together, of the kinds both have."""
        both = [kind for kind in self.made if kind in other.made]
        return Summaries(
            source=None, pivot=self.pivot, made={kind: self.made[kind].merge(other.made[kind]) for kind in both}
        )


def summarize(pred: Predictions, *, pivot: Pivot | None = None) -> Summaries:
    """Ready to be read; nothing is computed yet."""
    return Summaries(source=pred, pivot=pivot)
