"""Tuning curves: learners that differ in one number, or in one tuple of numbers, make a tuning curve; nothing has to be run for it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.comparisons.midranks import midranks
from bakeoff.core.checks import Array
from bakeoff.core.notes import Name, Note
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VALUE
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures.measure import Direction, Measure
from bakeoff.study.analysis.cell_estimates import CellEstimate
from bakeoff.study.analysis.stored_design import LearnerCard
from bakeoff.study.notes import BEST_AT_EDGE

__all__ = ["FamilyPoint", "TuningCurve", "families_of"]

FEWEST = 3  # values of the parameter
WIDE = 20.0  # largest over smallest value, from which the axis is logarithmic
NO_SETTINGS = {"random_state", "n_jobs", "verbose", "seed"}  # numbers that nobody tunes


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyPoint:
    """One member."""

    value: float  # of a tuple its place in the family, from 1
    learner: str
    scores: tuple[tuple[str, Estimate], ...]  # data set, mean over its splits
    overall: Estimate  # on one data set its score; over several the mean score, or the mean rank in the family
    text: str = ""  # the value as it is shown: "0.1", "(8, 8)"


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningCurve:
    """A tuning curve, values ascending."""

    estimator: str
    parameter: str
    points: tuple[FamilyPoint, ...]
    ranked: bool  # overall is a mean rank, 1 best: scores of several data sets that share no scale
    best: int | None  # the member with the best overall value, None where one is missing

    @property
    def wide(self) -> bool:
        """Whether the values ask for a logarithmic axis."""
        low, high = self.points[0].value, self.points[-1].value
        return low > 0 and high / low > WIDE and not self.placed

    @property
    def placed(self) -> bool:
        """Whether the values are tuples, which have places on the axis instead of numbers."""
        return self.points[0].text.startswith("(") or self.points[-1].text.startswith("(")

    @property
    def edge(self) -> Note | None:
        """A warning where the best value is the first or the last that was tried."""
        if self.best is None or 0 < self.best < len(self.points) - 1:
            return None
        end, beyond = ("smallest", "smaller") if self.best == 0 else ("largest", "larger")
        shown = self.points[self.best].text
        return BEST_AT_EDGE(parameter=Name(self.parameter), value=shown, end=end, beyond=beyond)


def families_of(
    learners: Sequence[LearnerCard], cells: Sequence[CellEstimate], measure: Measure
) -> Iterator[TuningCurve]:
    """All families of three members or more, with their scores by one measure."""
    scores: dict[str, list[tuple[str, Estimate]]] = {}
    for cell in cells:
        if cell.measure == measure.name:
            scores.setdefault(cell.learner, []).append((cell.dataset, cell.estimate))
    for (estimator, parameter), members in _groups([learner for learner in learners if learner.name in scores]):
        yield _family(estimator, parameter, members, scores, measure)


Value = float | tuple[float, ...]


def _groups(learners: Sequence[LearnerCard]) -> Iterator[tuple[tuple[str, str], list[tuple[Value, str]]]]:
    """Estimator and parameter, and the members: value and learner, values ascending; tuples by their length first."""
    groups: dict[str, tuple[tuple[str, str], dict[Value, str]]] = {}
    for card in learners:
        leaves = dict(_leaves(_read(card.settings)))
        for path, value in leaves.items():
            if not (_is_number(value) or isinstance(value, tuple)) or path[-1] in NO_SETTINGS:
                continue
            rest = json.dumps([[path], *sorted([list(map(str, p)), v] for p, v in leaves.items() if p != path)])
            name = _estimator(leaves, path)
            groups.setdefault(rest, ((name, path[-1]), {}))[1].setdefault(
                value if isinstance(value, tuple) else float(value), card.name
            )
    for about, members in groups.values():
        if len(members) >= FEWEST:
            yield about, sorted(members.items(), key=lambda group: _order(group[0]))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _order(value: Value) -> tuple[int, tuple[float, ...]]:
    """A number is ordered as a tuple of one: `hidden_layer_sizes` takes both."""
    many = value if isinstance(value, tuple) else (value,)
    return len(many), many


def _shown(value: Value) -> str:
    """A value in words.

    >>> _shown(0.1), _shown((8, 8)), _shown((8,))
    ('0.1', '(8, 8)', '(8,)')
    """
    if not isinstance(value, tuple):
        return f"{value:g}"
    return f"({', '.join(f'{item:g}' for item in value)}{',' if len(value) == 1 else ''})"


def _read(settings: str) -> Any:
    try:
        return json.loads(settings)
    except ValueError:
        return {}


def _leaves(tree: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value with the keys that lead to it; numbers in a row are one value, a tuple.

    >>> list(_leaves({"a": {"b": 1}, "c": [2, 3], "d": ["e"]}))
    [(('a', 'b'), 1), (('c',), (2, 3)), (('d', '0'), 'e')]
    """
    if isinstance(tree, list) and tree and path and all(map(_is_number, tree)):
        yield path, tuple(tree)
        return
    if isinstance(tree, (dict, list)) and tree:
        items = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, value in items:
            yield from _leaves(value, (*path, str(key)))
    elif path:
        yield path, tree


def _estimator(leaves: Mapping[tuple[str, ...], Any], path: tuple[str, ...]) -> str:
    """The class that has the parameter, by its short name."""
    for cut in range(len(path) - 1, -1, -1):
        if (*path[:cut], "class") in leaves:
            return str(leaves[*path[:cut], "class"]).rpartition(".")[2].partition("#")[0]
    return ""


def _family(
    estimator: str,
    parameter: str,
    members: Sequence[tuple[Value, str]],
    scores: Mapping[str, list[tuple[str, Estimate]]],
    measure: Measure,
) -> TuningCurve:
    own = [scores[name] for _, name in members]
    table = np.array([[estimate.value for _, estimate in row] for row in own])  # members by data sets
    several = table.shape[1] > 1
    higher = measure.direction is Direction.HIGHER
    ranked = several and measure.bounds not in {(0.0, 1.0), (-1.0, 1.0)}
    if ranked:
        table, higher = midranks(-table.T if higher else table.T).T, False
    overall = _over_datasets(table) if several else [row[0][1] for row in own]
    placed = any(isinstance(value, tuple) for value, _ in members)
    points = tuple(
        FamilyPoint(
            value=float(index + 1) if placed or isinstance(value, tuple) else value, learner=name, scores=tuple(row), overall=average,
            text=_shown(value),
        )
        for index, ((value, name), row, average) in enumerate(zip(members, own, overall, strict=True))
    )  # fmt: skip
    values = [estimate.value for estimate in overall]
    best = None if any(map(isnan, values)) else int(np.argmax(values) if higher else np.argmin(values))
    return TuningCurve(estimator=estimator, parameter=parameter, points=points, ranked=ranked, best=best)


def _over_datasets(table: Array) -> list[Estimate]:
    """Means over data sets; intervals with the level of each data set taken out, for only the shape is of interest.

    Easy and hard data sets would otherwise hide what the parameter does. Reference: morey2008.
    """
    if np.isnan(table).any():
        why = "not every member has a score on every data set"
        return [Estimate.alone(nan, 0, NO_VALUE(why=why))] * len(table)
    shrunk = sqrt(len(table) / (len(table) - 1))  # taking out the mean of k members also takes out 1/k of the spread
    estimates = []
    for row, values in zip(table - table.mean(axis=0), table, strict=True):
        estimate = mean_over_splits(row, None)
        mean, reach = float(values.mean()), estimate.half_width * shrunk
        estimates.append(replace(estimate, value=mean, low=mean - reach, high=mean + reach, method="t over data sets"))
    return estimates
