"""GateFacts: the outcome for a new model, by one or several measures, overall and by slice; and the rule that was stated before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Measure
from bakeoff.predictions.flips import Flips
from bakeoff.release_gate.looks import Looks
from bakeoff.release_gate.margin import Margin
from bakeoff.release_gate.notes import UNDECIDED_SLICES
from bakeoff.release_gate.outcome import Endpoint, Outcome, joined

__all__ = ["GateFacts", "GateRule", "Slice", "undecided_slices"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRule:
    """What was stated before the data were seen."""

    margins: Mapping[Measure, Margin]
    alpha: float = 0.05
    some: bool = False  # one measure that passes is enough, by Holm's correction; else all must pass
    looks: Looks | None = None
    anytime: bool = False
    seed: int = 0

    @property
    def level(self) -> float:
        """The one-sided level of this look."""
        return self.alpha if self.looks is None else self.looks.level(self.alpha)

    @property
    def claim_level(self) -> float:
        """The two-sided level at which "better" is claimed, as by a comparison; each side of it has half of alpha."""
        return self.alpha if self.looks is None else 2 * self.looks.level(self.alpha / 2)

    def slice_level(self, slices: int, measures: int) -> float:
        """The one-sided level of each slice, such that all slices together keep alpha; where one measure is enough, of each measure."""
        return self.level / (slices * (measures if self.some else 1))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Slice:
    """The endpoints on the rows of one value of a column; intervals hold for all slices at once."""

    column: str
    value: str
    rows: int
    endpoints: tuple[Endpoint, ...]
    some: bool = False  # one measure that passes is enough
    reason: str = ""  # why there is no answer

    @property
    def outcome(self) -> Outcome:
        """Undecided where there are too few rows."""
        return joined([endpoint.outcome for endpoint in self.endpoints], some=self.some) if self.endpoints else Outcome.UNDECIDED  # fmt: skip

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "column": self.column, "value": self.value, "rows": self.rows, "outcome": self.outcome.value,
            "endpoints": [endpoint.as_dict() for endpoint in self.endpoints], "reason": self.reason or None,
        }  # fmt: skip


def undecided_slices(parts: Sequence[Slice], outcome: Outcome) -> list[Note]:
    """That some slices of a gate that is passed cannot tell."""
    undecided = sum(part.outcome is Outcome.UNDECIDED for part in parts)
    return [UNDECIDED_SLICES(undecided=undecided, slices=len(parts))] if outcome is Outcome.PASS and undecided else []


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class GateFacts:
    """Whether a new model may replace the one in use: pass, fail or undecided."""

    base: str
    new: str
    outcome: Outcome
    endpoints: tuple[Endpoint, ...]
    alpha: float
    rows: int
    groups: int | None = None
    some: bool = False
    flips: Flips | None = None
    slices: tuple[Slice, ...] = ()
    looks: Looks | None = None
    anytime: bool = False
    unit: str = "row"
    notes: tuple[Note, ...] = ()

    @property
    def first(self) -> Endpoint:
        """The first measure that was named."""
        return self.endpoints[0]

    @property
    def estimate(self) -> Estimate:
        """The new model less the base by the first measure, with the interval that decides."""
        return self.first.estimate

    @property
    def p_value(self) -> float:
        """Of "worse by the margin or more", by the first measure."""
        return self.first.p_value

    @property
    def passed(self) -> bool:
        """Whether the new model is shown not to be worse by more than the margin."""
        return self.outcome is Outcome.PASS

    @property
    def rows_needed(self) -> int | None:
        """How many rows would decide an undecided gate, if both models are equally good."""
        needed = [endpoint.needed for endpoint in self.endpoints if endpoint.outcome is Outcome.UNDECIDED]
        return None if not needed or None in needed else max(number for number in needed if number is not None)

    def to_dict(self) -> dict[str, Any]:
        """What `bakeoff gate --json` prints: every number that is shown, and what decided."""
        body = {
            "outcome": self.outcome.value, "base": self.base, "new": self.new, "rows": self.rows, "unit": self.unit, "groups": self.groups,
            "alpha": self.alpha, "some": self.some, "anytime": self.anytime,
            "look": None if self.looks is None else {"look": self.looks.look, "looks": self.looks.looks},
            "rows_needed": self.rows_needed, "endpoints": [endpoint.as_dict() for endpoint in self.endpoints],
            "flips": None if self.flips is None else self.flips.as_dict(), "slices": [part.as_dict() for part in self.slices],
            "sentence": str(self).partition("\n")[0], "notes": [note.as_dict() for note in self.notes],
        }  # fmt: skip
        return {name: json_safe(value) for name, value in body.items()}
