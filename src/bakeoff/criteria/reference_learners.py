"""Learners that others are measured by: baselines, and what a learner scores that knows nothing."""

from collections.abc import Collection, Mapping

from bakeoff.core.errors import UnknownName
from bakeoff.core.notes import Name, Note
from bakeoff.criteria.measures_table import MeasuresTable
from bakeoff.criteria.notes import BASELINES_BY_NAME
from bakeoff.measures import measure_named

__all__ = ["baselines_of", "no_better_than_chance"]

NAMES = frozenset(
    {"dummy", "majority", "zeror", "zero_r", "baseline", "chance", "constant", "dummyclassifier", "dummyregressor"}
)
ZERO = frozenset(
    {"informedness", "r2", "explained_variance", "d2_log_loss", "d2_brier", "d2_absolute_error", "pearson", "spearman"}
)


def baselines_of(learners: Collection[str], named: Collection[str] | None) -> tuple[tuple[str, ...], tuple[Note, ...]]:
    """The baselines that are named; without names those whose own name says so, with a note."""
    if named is not None:
        for name in named:
            if name not in learners:
                raise UnknownName("learner", name, learners)
        return tuple(name for name in learners if name in named), ()
    by_name = tuple(name for name in learners if name.strip().lower().replace("-", "_") in NAMES)
    return by_name, ((BASELINES_BY_NAME(learners=tuple(map(Name, by_name))),) if by_name else ())


def no_better_than_chance(table: MeasuresTable, chance: Mapping[str, float]) -> dict[str, tuple[str, ...]]:
    """Learners that no positive measure shows to be better than one that knows nothing, and these measures.

    `chance` holds what such a learner scores, by measure; of areas, kappa and the like it is known.
    """
    levels = {name: chance.get(name, _level(name)) for name in table.positive}
    known_levels = {name: level for name, level in levels.items() if level is not None}
    guessing = {}
    for learner, values in zip(table.learners, table.wanted, strict=True):
        below = [
            name
            for name, value in zip(table.positive, values, strict=True)
            if name in known_levels and value <= known_levels[name] + 1e-9
        ]
        if below and len(below) == len(known_levels):
            guessing[learner] = tuple(below)
    return guessing


def _level(name: str) -> float | None:
    """What a learner scores by this measure that knows nothing, where that does not depend on the data."""
    try:
        measure = measure_named(name.strip().lower())
    except UnknownName:
        return None
    if measure.chance is not None:
        return measure.chance
    if measure.name.startswith("roc_auc"):
        return 0.5
    return 0.0 if measure.family == "chance" or measure.name in ZERO else None
