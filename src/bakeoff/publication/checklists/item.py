"""ChecklistItem and Checklist: what a reporting checklist asks, in our own words, and which facts of a study answer it."""

from dataclasses import dataclass
from typing import Any

from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Fact

__all__ = ["Checklist", "ChecklistItem"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistItem:
    """One item: its number in the checklist, what it asks, which facts answer it, and what only the authors can state."""

    number: str
    asks: str
    known: tuple[Fact[Analysed, Any], ...] = ()
    yours: str = ""  # what no study can know; empty where the facts answer the item


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """One checklist, its items by part, in its order."""

    name: str
    title: str
    about: str  # for whom it is
    reference: str
    parts: tuple[tuple[str, tuple[ChecklistItem, ...]], ...]

    @property
    def items(self) -> tuple[ChecklistItem, ...]:
        """All items."""
        return tuple(item for _, items in self.parts for item in items)
