"""Claim and Verdict: the only place that knows alpha and the region of equivalence."""

from dataclasses import dataclass
from enum import StrEnum

from bakeoff.comparisons.result import TestResult

__all__ = ["Claim", "Verdict"]


class Claim(StrEnum):
    """What the evidence allows to be said; "undecided" is not "equal"."""

    A_BETTER = "A better"
    B_BETTER = "B better"
    EQUIVALENT = "equivalent"
    UNDECIDED = "undecided"
    IDENTICAL = "identical"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One claim about two learners, why, and one honest sentence."""

    claim: Claim
    a: str
    b: str
    because: tuple[TestResult, ...]
    alpha: float
    rope: float | None
    sentence: str

    @property
    def winner(self) -> str | None:
        """The better one, if the evidence shows one."""
        return {Claim.A_BETTER: self.a, Claim.B_BETTER: self.b}.get(self.claim)
