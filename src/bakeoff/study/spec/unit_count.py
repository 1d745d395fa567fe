"""UnitCount: how many units a study has, by what they are for; the one count that check, run and status print."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from bakeoff.core.text import counted
from bakeoff.runs.expansion import PlannedFits, planned_fits
from bakeoff.runs.unit import UnitKey
from bakeoff.runs.work import Work

__all__ = ["UnitCount"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitCount:
    """Units by what they are for; those of searches by learner."""

    splits: int  # learners times splits of all data sets
    curves: int = 0  # of learning curves
    training: int = 0  # that predict training rows
    conditions: int = 0
    searches: dict[str, PlannedFits] = field(default_factory=dict)

    @classmethod
    def of(cls, work: Work, keys: Iterable[UnitKey]) -> "UnitCount":
        """Count these units of a work, and the fits inside their training parts."""
        every = list(keys)
        kinds = Counter(_kind(key) for key in every)
        return cls(**{name: kinds[name] for name in _WORDS}, searches=planned_fits(work, every))

    @property
    def inner(self) -> PlannedFits:
        """Fits inside training parts, of all learners that tune themselves."""
        return sum(self.searches.values(), PlannedFits())

    @property
    def outer(self) -> int:
        """Units of the study itself."""
        return self.splits + self.curves + self.training + self.conditions

    @property
    def total(self) -> int:
        """All of them; at most so many where `inner` is not exact."""
        return self.outer + self.inner.most

    def parts(self) -> list[str]:
        """Each kind that there is, in words.

        >>> UnitCount(splits=10, searches={"svm": PlannedFits(most=90)}).parts()
        ['10 (learners × splits of all data sets)', '90 inside training parts (tuning)']
        """
        phrases = [f"{number} {words}" for name, words in _WORDS.items() if (number := getattr(self, name))]
        inner = self.inner
        if inner.most:
            phrases.append(
                f"{'' if inner.exact or inner.timed else 'at most '}{inner.most} inside training parts (tuning)"
            )
        if inner.timed:
            phrases.append("as many inside training parts as the seconds of tuning allow")
        return phrases

    def words(self) -> str:
        """The number of all units.

        >>> UnitCount(splits=1).words(), UnitCount(splits=10, searches={"svm": PlannedFits(most=90, exact=False)}).words()
        ('1 unit', 'at most 100 units')
        """
        if self.inner.timed:
            return f"{counted(self.total, 'unit')}, and those of tuning by time"
        return f"{'' if self.inner.exact else 'at most '}{counted(self.total, 'unit')}"

    def to_json(self) -> dict[str, object]:
        """For JSON: `units` as before, the rest beside it."""
        inner = self.inner
        return {
            "units": self.splits, "curve_units": self.curves, "training_units": self.training, "condition_units": self.conditions,
            "inner_units": inner.most, "inner_exact": inner.exact, "all_units": self.total,
        }  # fmt: skip


_WORDS = {
    "splits": "(learners × splits of all data sets)",
    "curves": "of learning curves",
    "training": "that predict training rows",
    "conditions": "under other conditions",
}


def _kind(key: UnitKey) -> str:
    if key.role != "test":
        return "training"
    if key.size:
        return "curves"
    return "conditions" if key.condition else "splits"
