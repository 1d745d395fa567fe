"""Kinds of change: that of the columns, that of the classes, and that of their relation."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["KindOfChange", "Shown"]


class Shown(StrEnum):
    """What is known about a kind of change."""

    YES = "shown"
    NO = "not shown"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class KindOfChange:
    """One kind of change, and whether it is shown."""

    kind: str  # "covariate shift", "prior shift" or "concept shift"
    what: str  # what changes: "columns", "classes" or "target", "relation"
    state: Shown
    p_adjusted: float  # over all questions about a change
    reason: str = ""  # why it is unknown
