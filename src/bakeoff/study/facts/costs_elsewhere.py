"""What imported learners cost where they were fitted, as their importer states it; costs of this study are never compared with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, nan
from statistics import fmean
from typing import Any

from bakeoff.runs.exchange import COSTS, COSTS_ELSEWHERE
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.stored_design import LearnerCard, StoredStudy

__all__ = ["CostElsewhere", "costs_elsewhere"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostElsewhere:
    """One imported learner on one data set; means over the splits that state a value, NaN where none does."""

    learner: LearnerCard
    dataset: str
    fit_seconds: float
    predict_seconds: float
    peak_memory: float  # bytes
    splits: int  # that state anything


def costs_elsewhere(ledger: Ledger, design: StoredStudy) -> tuple[CostElsewhere, ...]:
    """By learner and data set, in the order of the study; empty where no importer states a cost."""
    cards = {card.name: card for card in design.learners if card.imported_from is not None}
    if not cards:
        return ()
    stated: dict[tuple[str, str], list[Mapping[str, float]]] = {}
    for key, facts in ledger.facts().items():
        if key.learner in cards and (costs := _readable(facts)):
            stated.setdefault((key.learner, key.dataset), []).append(costs)
    if not stated:
        return ()
    return tuple(
        CostElsewhere(
            learner=cards[learner],
            dataset=domain.card.name,
            splits=len(stated[learner, domain.card.name]),
            **{cost: _mean(stated[learner, domain.card.name], cost) for cost in COSTS},
        )
        for learner in cards
        for domain in design.domains
        if (learner, domain.card.name) in stated
    )


def _readable(facts: Any) -> dict[str, float]:
    """The costs that a unit states; a stranger's file may hold anything there."""
    costs = facts.get(COSTS_ELSEWHERE) if isinstance(facts, dict) else None
    if not isinstance(costs, dict):
        return {}
    numbers = {name: costs[name] for name in COSTS if isinstance(costs.get(name), (int, float))}
    return {name: float(value) for name, value in numbers.items() if isfinite(value) and value >= 0}


def _mean(stated: list[Mapping[str, float]], cost: str) -> float:
    values = [costs[cost] for costs in stated if cost in costs]
    return fmean(values) if values else nan
