r"""Efficiency: how much of what is wanted does a learner give for what it costs? Data envelopment analysis.

.. math:: E(f) = \frac{\sum_i w_i\, pm_i^+(f)}{\sum_j w_j\, nm_j^-(f)}

Each learner gets the weights that favour it most, under the condition that no learner exceeds 1 with them: a linear
programme for each learner (Charnes, Cooper and Rhodes 1978; Banker, Charnes and Cooper 1984 for variable returns to
scale; Nakhaeizadeh and Schnabl 1997 for learners).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite, nan
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from bakeoff.api.shown import HasLook
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Name, Note
from bakeoff.core.text import listed
from bakeoff.criteria.measures_table import MeasuresTable, measures_table
from bakeoff.criteria.notes import AT_CHANCE, CHEAPEST, SHIFTED, SUPER_UNDEFINED, UNDEFINED_EFFICIENCY, WEAKLY_EFFICIENT
from bakeoff.criteria.reference_learners import baselines_of, no_better_than_chance
from bakeoff.criteria.share_bounds import check_share_bounds
from bakeoff.tabular.frames import frame_of
from bakeoff.tabular.reading import read

__all__ = ["NEAR", "Efficiency", "efficiency", "efficiency_of", "efficiency_scores", "pareto_front", "with_references"]

MODELS = ("ccr", "bcc")
ORIENTATIONS = ("input", "output")
NEAR = 1e-7  # of a score to 1, of a share to 0
SLACK = 1e-6  # of the largest value of a measure


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Efficiency(HasLook):
    """How efficient each learner is, with the weights that favour it, its peers and what it would have to improve; `plot()` draws the scores."""

    look: ClassVar[str] = "bakeoff.criteria.looks:EFFICIENCY"
    table: MeasuresTable
    model: str
    orientation: str
    super_efficiency: bool
    scores: dict[str, float]  # at most 1, which means efficient; more with super-efficiency
    weights: dict[str, dict[str, float]]  # one set of weights that favours the learner most
    peers: dict[str, dict[str, float]]  # the efficient learners it is compared with, and their shares in the mixture
    targets: dict[str, dict[str, float]]  # the values at which it would be efficient
    efficient: tuple[str, ...]  # score 1 and nothing to improve
    front: tuple[str, ...]  # no other learner is at least as good on every measure and better on one
    dominated_by: dict[str, tuple[str, ...]]
    spread: dict[str, tuple[float, float, float]] = field(
        default_factory=dict
    )  # over resamples: 2.5 and 97.5 percent of the score, share efficient
    notes: tuple[Note, ...] = ()
    baselines: tuple[str, ...] = ()  # learners that others are measured by; no headline names them
    at_chance: tuple[str, ...] = ()  # no better than a learner that knows nothing

    def ratio(self, weights: Mapping[str, float]) -> dict[str, float]:
        """E(f) of every learner for weights of your own; a measure that is not named has none."""
        unknown = [name for name in weights if name not in self.table.columns]
        if unknown:
            raise UnknownName("measure", unknown[0], self.table.columns)
        if any(not (isfinite(weight) and weight >= 0) for weight in weights.values()):
            raise BadInput("weights are numbers of zero or more")
        column_weights = np.array([weights.get(name, 0.0) for name in self.table.columns])
        m = len(self.table.positive)
        above = self.table.wanted @ column_weights[:m]
        below = self.table.cost @ column_weights[m:] if self.table.negative else np.ones(len(self.table.learners))
        with np.errstate(divide="ignore", invalid="ignore"):
            return dict(zip(self.table.learners, (above / below).tolist(), strict=True))

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per learner: score, whether it is efficient and on the front, and the values."""
        learners = self.table.learners
        columns: dict[str, Any] = {
            "learner": list(learners), "efficiency": list(self.scores.values()),
            "efficient": [name in self.efficient for name in learners], "on_front": [name in self.front for name in learners],
        }  # fmt: skip
        return frame_of(columns | dict(zip(self.table.columns, self.table.values.T, strict=True)), kind)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff efficiency --json` prints."""
        return {
            "model": self.model, "orientation": self.orientation, "super_efficiency": self.super_efficiency,
            "positive": list(self.table.positive), "negative": list(self.table.negative),
            "learners": [
                {
                    "learner": name, "score": self.scores[name], "efficient": name in self.efficient, "on_front": name in self.front,
                    "baseline": name in self.baselines, "no_better_than_chance": name in self.at_chance,
                    "weights": self.weights[name], "peers": self.peers[name], "targets": self.targets[name],
                    "dominated_by": list(self.dominated_by[name]),
                    **({"low": self.spread[name][0], "high": self.spread[name][1], "share_efficient": self.spread[name][2]} if name in self.spread else {}),
                }
                for name in self.table.learners
            ],
            "notes": [note.as_dict() for note in self.notes],
        }  # fmt: skip


def efficiency(
    table: Any,
    positive: Sequence[str] | None = None,
    negative: Sequence[str] | None = None,
    *,
    model: str = "bcc",
    orientation: str | None = None,
    super_efficiency: bool = False,
    shares: Mapping[str, tuple[float, float]] | None = None,
    baselines: Collection[str] | None = None,
    chance: Mapping[str, float] | None = None,
) -> Efficiency:
    """How efficient is each learner, by the weights of the measures that favour it most?

    `bakeoff explain efficiency` describes the computation.

    Parameters
    ----------
    table
        {learner: {measure: value}}, a frame or a CSV path with one row per learner.
    positive, negative
        Measures that are better when higher (`positive`) or lower (`negative`); measures of bakeoff need neither.
    model
        "bcc" (variable returns to scale) or "ccr" (constant: half the accuracy for half the time is as good).
    orientation
        "input" asks how far costs could fall, "output" how far results could rise, which is taken where there are no costs; a score
        is at most 1 in both.
    super_efficiency
        Rank the efficient learners as well, by how much better each is than the others can be.
    shares
        Bounds of the part of a measure in the weighted sum of its side: {"accuracy": (0.3, 1.0)}.
    baselines
        Learners that are marked and not named in the headline.
    chance
        What a learner scores that knows nothing, such as {"accuracy": 0.5}: learners no better than that are flagged.

    Returns
    -------
    Efficiency
        Scores, weights, peers, targets, the Pareto front.

    Examples
    --------
    >>> table = {"a": {"accuracy": .9, "fit_seconds": 3}, "b": {"accuracy": .8, "fit_seconds": 1}, "c": {"accuracy": .7, "fit_seconds": 2}}
    >>> {name: round(score, 3) for name, score in efficiency(table, model="ccr").scores.items()}
    {'a': 0.375, 'b': 1.0, 'c': 0.437}
    >>> efficiency(table).efficient, efficiency(table).dominated_by["c"]
    (('a', 'b'), ('b',))
    """
    if isinstance(table, str | Path):
        table = read(table).columns()
    measures = table if isinstance(table, MeasuresTable) else measures_table(table, positive, negative)
    way = orientation or ("input" if measures.negative or model == "ccr" else "output")
    result = efficiency_of(
        measures, model=model, orientation=way, super_efficiency=super_efficiency, shares=shares or {}
    )
    return with_references(result, baselines, chance or {})


def with_references(result: Efficiency, baselines: Collection[str] | None, chance: Mapping[str, float]) -> Efficiency:
    """The same with baselines marked, and with notes on learners that know nothing or are efficient because they are cheap."""
    marked, notes = baselines_of(result.table.learners, baselines)
    guessing = no_better_than_chance(result.table, chance)
    remarks = [
        AT_CHANCE(learner=Name(name), columns=tuple(map(Name, columns)))
        for name, columns in guessing.items()
        if name not in marked
    ]
    remarks += [
        CHEAPEST(learner=Name(name), columns=tuple(map(Name, columns)))
        for name, columns in _cheapest(result).items()
        if name not in marked
    ]
    return replace(result, baselines=marked, at_chance=tuple(guessing), notes=(*result.notes, *notes, *remarks))


def _cheapest(result: Efficiency) -> dict[str, list[str]]:
    """Efficient learners that have the least of a cost and are best by no positive measure, where that alone makes them efficient."""
    table = result.table
    cheapest: dict[str, list[str]] = {}
    if result.model != "bcc":
        return cheapest
    for i, name in enumerate(table.learners):
        others = np.arange(len(table.learners)) != i
        least = [column for k, column in enumerate(table.negative) if (table.cost[others, k] > table.cost[i, k]).all()]
        best = (table.wanted[others] <= table.wanted[i]).all(axis=0).any()
        if least and not best and name in result.efficient:
            cheapest[name] = least
    return cheapest


def efficiency_of(
    table: MeasuresTable,
    *,
    model: str,
    orientation: str,
    super_efficiency: bool,
    shares: Mapping[str, tuple[float, float]],
) -> Efficiency:
    """The same for a table that was read."""
    _check(table, model, orientation, shares)
    wanted, cost, notes = _shifted(table, model, orientation)
    problem = _Problem(
        wanted=_unit(wanted), cost=_unit(cost), variable=model == "bcc", output=orientation == "output", alone=super_efficiency,
        bounds=tuple((table.columns.index(name), low, high) for name, (low, high) in shares.items()),
    )  # fmt: skip
    units = np.concatenate([_scale(wanted), _scale(cost)])[: len(table.columns)]
    moved = np.concatenate([_lift(table.wanted, wanted), _lift(table.cost, cost)])
    solutions = {name: problem.learner(i, targets=not shares) for i, name in enumerate(table.learners)}
    improvable = {
        name: [table.columns[k] for k in solution.improvable if k < units.size] for name, solution in solutions.items()
    }
    undefined = [name for name, solution in solutions.items() if not isfinite(solution.score)]
    empty = [
        name for name in undefined if orientation == "output" and not problem.wanted[table.learners.index(name)].any()
    ]
    reached = [name for name, solution in solutions.items() if not solution.score < 1 - NEAR and name not in empty]
    notes += [(UNDEFINED_EFFICIENCY if name in empty else SUPER_UNDEFINED)(learner=Name(name)) for name in undefined]
    notes += [
        WEAKLY_EFFICIENT(learner=Name(name), columns=tuple(Name(column) for column in improvable[name]))
        for name in reached
        if improvable[name]
    ]
    dominated = _dominated(table)
    return Efficiency(
        table=table, model=model, orientation=orientation, super_efficiency=super_efficiency,
        scores={name: solution.score for name, solution in solutions.items()},
        weights={name: _named(table, solution.weights, 1 / units) for name, solution in solutions.items()},
        peers={
            name: {table.learners[j]: float(solution.mixture[j]) for j in np.flatnonzero(solution.mixture > NEAR)}
            for name, solution in solutions.items()
        },
        targets={name: _named(table, solution.target, units, moved) for name, solution in solutions.items()},
        efficient=tuple(name for name in reached if not improvable[name]),
        front=tuple(name for name in table.learners if not dominated[name]), dominated_by=dominated, notes=tuple(notes),
    )  # fmt: skip


def efficiency_scores(
    table: MeasuresTable,
    *,
    model: str,
    orientation: str,
    super_efficiency: bool,
    shares: Mapping[str, tuple[float, float]],
) -> Array:
    """The scores alone, for tables that are drawn again and again."""
    wanted, cost, _ = _shifted(table, model, orientation)
    problem = _Problem(
        wanted=_unit(wanted), cost=_unit(cost), variable=model == "bcc", output=orientation == "output", alone=super_efficiency,
        bounds=tuple((table.columns.index(name), low, high) for name, (low, high) in shares.items()),
    )  # fmt: skip
    return np.array([problem.solved(i)[0] for i in range(len(table.learners))])


def _named(table: MeasuresTable, values: Array | None, units: Array, moved: Array | float = 0.0) -> dict[str, float]:
    """Values of the measures in their own units."""
    if values is None:
        return {}
    return dict(zip(table.columns, (values[: units.size] * units - moved).tolist(), strict=True))


def pareto_front(table: MeasuresTable) -> tuple[str, ...]:
    """The learners that no other learner equals on every measure and beats on one."""
    dominated = _dominated(table)
    return tuple(name for name in table.learners if not dominated[name])


def _dominated(table: MeasuresTable) -> dict[str, tuple[str, ...]]:
    good = np.column_stack([table.wanted, -table.cost])
    dominators = {}
    for i, name in enumerate(table.learners):
        better = (good >= good[i]).all(axis=1) & (good > good[i]).any(axis=1)
        dominators[name] = tuple(table.learners[j] for j in np.flatnonzero(better))
    return dominators


def _check(table: MeasuresTable, model: str, orientation: str, shares: Mapping[str, tuple[float, float]]) -> None:
    if model not in MODELS:
        raise UnknownName("model", model, MODELS)
    if orientation not in ORIENTATIONS:
        raise UnknownName("orientation", orientation, ORIENTATIONS)
    if not table.positive:
        raise BadInput(
            "efficiency needs at least one positive measure; where columns are named, only these are used: name such as "
            "accuracy with --positive too"
        )
    if model == "bcc" and orientation == "input" and not table.negative:
        raise BadInput(
            "input asks how far costs could fall, and there are none; use orientation='output' (--orientation output), or name a cost"
        )
    check_share_bounds(table, shares)


def _shifted(table: MeasuresTable, model: str, orientation: str) -> tuple[Array, Array, list[Note]]:
    """Both sides with no value below zero; the side that a model leaves free may be moved up, the other may not."""
    free = {"input": "positive", "output": "negative"}[orientation] if model == "bcc" else ""
    sides: list[Array] = []
    notes: list[Note] = []
    for side, values, columns in (("positive", table.wanted, table.positive), ("negative", table.cost, table.negative)):
        moved = values.copy()
        below = [columns[k] for k in np.flatnonzero((values < 0).any(axis=0))]
        if below and side != free:
            other = "output" if side == "negative" else "input"
            cure = f"use model='bcc' with orientation='{other}' (--model bcc --orientation {other})"
            if side == "positive" and not table.negative:
                cure = "name a cost too"
            raise BadInput(
                f"{listed(below)} has values below zero, which this model cannot weigh; {cure}, or leave it out"
            )
        for name in below:
            k = columns.index(name)
            by = float(-values[:, k].min() + np.ptp(values[:, k]) + 1.0)
            moved[:, k] += by
            notes.append(SHIFTED(column=Name(name), by=by))
        sides.append(moved)
    wanted, cost = sides
    if not table.negative:
        cost = np.ones((len(table.learners), 1))
    free_of_cost = [table.learners[i] for i in np.flatnonzero((cost <= 0).all(axis=1))]
    if free_of_cost:
        raise BadInput(
            f"every negative measure of {listed(free_of_cost)} is 0, so its ratio is infinite; "
            "put in the smallest value that can be measured, or add another negative measure"
        )
    return wanted, cost, notes


def _scale(values: Array) -> Array:
    largest = np.abs(values).max(axis=0)
    return np.where(largest > 0, largest, 1.0)


def _unit(values: Array) -> Array:
    return values / _scale(values)


def _lift(before: Array, after: Array) -> Array:
    """By how much each column was moved up."""
    return after[0] - before[0] if before.shape[1] else np.empty(0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Learner:
    """What the programmes of one learner gave, in scaled units."""

    score: float
    weights: Array | None
    mixture: Array
    target: Array | None = None
    improvable: tuple[int, ...] = ()  # columns that could be better without losing on another


@dataclass(frozen=True, slots=True, kw_only=True)
class _Problem:
    """The linear programmes of one table, its columns scaled to at most 1."""

    wanted: Array
    cost: Array
    variable: bool  # returns to scale
    output: bool  # orientation
    alone: bool  # leave the learner itself out of its comparison
    bounds: tuple[tuple[int, float, float], ...] = ()

    def learner(self, i: int, *, targets: bool) -> _Learner:
        """Everything about one learner."""
        score, weights, mixture = self.solved(i)
        target, slack = self.target(i) if targets else (None, None)
        improvable = () if slack is None else tuple(np.flatnonzero(slack > SLACK).tolist())
        return _Learner(score=score, weights=weights, mixture=mixture, target=target, improvable=improvable)

    def solved(self, i: int) -> tuple[float, Array | None, Array]:
        """Score, weights and shares of the peers of one learner, by the multiplier form."""
        from scipy.optimize import linprog

        n, m, k = len(self.wanted), self.wanted.shape[1], self.cost.shape[1]
        rows = [j for j in range(n) if not (self.alone and j == i)]
        free = 1.0 if self.variable else 0.0
        side = -free if self.output else free
        limits = np.column_stack([self.wanted[rows], -self.cost[rows], np.full(len(rows), side)])
        mine, spent = np.append(self.wanted[i], [0.0] * k), np.append([0.0] * m, self.cost[i])
        goal, fixed = (np.append(spent, free), mine) if self.output else (np.append(-mine, -free), spent)
        matrix = np.vstack([limits, *self._restrictions(i)])
        solution = linprog(
            goal, A_ub=matrix, b_ub=np.zeros(len(matrix)), A_eq=[np.append(fixed, 0.0)], b_eq=[1.0],
            bounds=[(0, None)] * (m + k) + [(None, None) if self.variable else (0, 0)], method="highs",
        )  # fmt: skip
        shares = np.zeros(n)
        if not solution.success:  # unbounded or infeasible: the others do not reach this learner
            return nan, None, shares
        shares[rows] = -solution.ineqlin.marginals[: len(rows)]
        score = 1 / solution.fun if self.output else -solution.fun
        return float(score), solution.x[: m + self.cost.shape[1]], shares

    def _restrictions(self, i: int) -> list[Array]:
        """Bounds on the part of one measure in the weighted sum of its side."""
        m, k = self.wanted.shape[1], self.cost.shape[1]
        rows = []
        for column, low, high in self.bounds:
            whole = np.zeros(m + k + 1)
            part = np.zeros(m + k + 1)
            if column < m:
                whole[:m], part[column] = self.wanted[i], self.wanted[i, column]
            else:
                whole[m : m + k], part[column] = self.cost[i], self.cost[i, column - m]
            rows += [low * whole - part, part - high * whole]
        return rows

    def target(self, i: int) -> tuple[Array | None, Array | None]:
        """Values of the mixture of peers that uses the least or gives the most, and what is left over on each measure."""
        from scipy.optimize import linprog

        n, m, k = len(self.wanted), self.wanted.shape[1], self.cost.shape[1]
        score = _Problem(
            wanted=self.wanted, cost=self.cost, variable=self.variable, output=self.output, alone=False
        ).solved(i)[0]
        if not isfinite(score) or score <= 0:
            return None, None
        least = self.wanted[i] / (score if self.output else 1.0)
        most = self.cost[i] * (1.0 if self.output else score)
        equal = np.block([[self.wanted.T, -np.eye(m), np.zeros((m, k))], [self.cost.T, np.zeros((k, m)), np.eye(k)]])
        right = np.concatenate([least, most])
        if self.variable:
            equal = np.vstack([equal, np.append(np.ones(n), np.zeros(m + k))])
            right = np.append(right, 1.0)
        loose = linprog(np.append(np.zeros(n), -np.ones(m + k)), A_eq=equal, b_eq=right, method="highs")
        if not loose.success:
            return np.concatenate([least, most]), None
        return np.concatenate([self.wanted.T @ loose.x[:n], self.cost.T @ loose.x[:n]]), loose.x[n:]
