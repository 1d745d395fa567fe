"""Drift of two tables: any alarm where nothing changed, the kind of change where one of them did, and how often a changed relation is found.

Tables are asked about as a user asks, by `bo.drift`. All questions about a change share one level, so any alarm is counted family-wise.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

import bakeoff as bo
from bakeoff.core.calibration import Kind
from bakeoff.shift.drift import Drift
from calibration.case import Case, Counts, Simulation

__all__ = ["simulations"]

ALARM = "drift, any alarm in equal tables"
CONCEPT = "drift, concept shift claimed"
HARM = "drift, harm of equal tables claimed"
LEVEL = 0.05
Asked = Callable[[np.random.Generator], Drift]
Counted = Callable[[Drift], bool]


def simulations() -> Iterator[Simulation]:
    for rows, columns in ((50, 4), (200, 4), (200, 20)):
        asked = partial(tables, rows=rows, columns=columns)
        yield of_tables(
            f"{rows} rows, {columns} columns",
            asked,
            {ALARM: (alarm, Kind.FWER)},
            repeats=1000,
            quick=40 if (rows, columns) == (200, 4) else 0,
        )
    yield of_tables(
        "200 rows, 4 columns, labels", partial(tables, rows=200, columns=4, labels=True), {ALARM: (alarm, Kind.FWER)}
    )
    yield of_tables(
        "200 rows, 4 columns, labels and predictions",
        partial(tables, rows=200, columns=4, labels=True, predictions=True),
        {ALARM: (alarm, Kind.FWER), HARM: (harm, Kind.SIZE)},
    )
    for predictions in (False, True):
        words = "labels and predictions" if predictions else "labels"
        asked = partial(tables, rows=200, columns=4, labels=True, predictions=predictions)
        yield of_tables(
            f"200 rows, the columns move, {words}",
            partial(asked, move=0.7),
            {CONCEPT: (concept, Kind.SIZE)},
            repeats=300,
        )
        yield of_tables(
            f"200 rows, the classes move, {words}",
            partial(asked, prior=0.2),
            {CONCEPT: (concept, Kind.SIZE)},
            repeats=300,
        )
        yield of_tables(f"200 rows, the relation is weaker, {words}", partial(asked, strength=0.3), {CONCEPT: (concept, Kind.POWER)}, repeats=300)  # fmt: skip


def tables(
    rng: np.random.Generator, rows: int, columns: int, *, labels: bool = False, predictions: bool = False, move: float = 0.0, prior: float | None = None,
    strength: float = 1.0,
) -> Drift:  # fmt: skip
    """Two tables of so many rows: equal ones, or new rows in which the first column moves, the classes do, or the relation is weaker."""
    old = _by_class(rng, rows, columns, 0.5) if prior is not None else _rows(rng, rows, columns)
    new = _by_class(rng, rows, columns, prior) if prior is not None else _rows(rng, rows, columns, move, strength)
    pairs = [(X, y if labels else None) for X, y in (old, new)]
    said = tuple((1.5 * X[:, 0] + X[:, 1] > (1.8 if prior is not None else 0)).astype(int) for X, _ in pairs)
    return bo.drift(*pairs, predictions=said if predictions else None, alpha=LEVEL, seed=int(rng.integers(1 << 30)))


def _rows(
    rng: np.random.Generator, n: int, k: int, move: float = 0.0, strength: float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """The class depends on two columns, and on the square of one."""
    X = rng.normal(size=(n, k))
    X[:, 0] += move
    logit = strength * (1.5 * X[:, 0] + X[:, 1] - 0.3 * X[:, 0] ** 2)
    return X, (rng.random(n) < 1 / (1 + np.exp(-logit))).astype(int)


def _by_class(rng: np.random.Generator, n: int, k: int, prior: float) -> tuple[np.ndarray, np.ndarray]:
    """Two columns depend on the class."""
    y = (rng.random(n) < prior).astype(int)
    X = rng.normal(size=(n, k))
    X[:, :2] += 1.2 * y[:, None]
    return X, y


def alarm(drift: Drift) -> bool:
    """Whether any question about a change is answered with yes, or the same rows are suspected in both tables."""
    return bool(drift.kinds) or drift.found.together.p_adjusted <= LEVEL


def concept(drift: Drift) -> bool:
    return "concept shift" in drift.kinds


def harm(drift: Drift) -> bool:
    return drift.harm in {"worse", "better"}


def of_tables(
    words: str, asked: Asked, counted: dict[str, tuple[Counted, Kind]], *, repeats: int = 500, quick: int = 0
) -> Simulation:
    cases = tuple(Case(name=f"{name}: {words}", kind=kind, about=("drift",)) for name, (_, kind) in counted.items())

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        claims = np.zeros(len(cases), dtype=int)
        for _ in range(repeats):
            drift = asked(rng)
            claims += [claimed(drift) for claimed, _ in counted.values()]
        return {case.name: (int(count), repeats) for case, count in zip(cases, claims, strict=True)}

    return Simulation(name=f"drift: {words}", run=run, repeats=repeats, cases=cases, quick=quick)
