"""Boards of many systems: how often all rank intervals hold the true ranks at once, and how often the set for the best holds a best system."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from bakeoff.boards.separation import Separation, separate
from bakeoff.core.calibration import Kind
from calibration.case import Case, Counts, Simulation

__all__ = ["simulations"]

DOOR = "verdict of a board"
BAND = (0.94, 1.0)
EQUAL, NEAR, CLEAR, HALVES = "all equal", "near ties", "clear order", "two groups of equals"
Scores = Callable[[np.random.Generator, int, np.ndarray], np.ndarray]  # items x systems, from abilities


def simulations() -> Iterator[Simulation]:
    for systems, items in ((5, 20), (5, 50), (5, 500), (20, 20), (20, 50)):
        for order in (EQUAL, NEAR, CLEAR, HALVES):
            yield _of_items(
                "0/1", _answers, systems, items, order, quick=30 * ((systems, items, order) == (5, 50, EQUAL))
            )
    for order in (EQUAL, HALVES):
        yield _of_items("0/1", _answers, 20, 500, order)
        yield _of_items("normal", _normal, 20, 50, order)
        yield _of_items("0/1", _answers, 100, 500, order, repeats=300)
    yield _of_items("0/1", _answers, 100, 50, EQUAL, repeats=300)
    yield _of_items("exponential", _exponential, 20, 50, EQUAL)
    yield _of_items("seldom far ahead", _seldom, 5, 50, EQUAL)
    yield _of_items("seldom far ahead", _seldom, 5, 500, EQUAL)
    yield _of_items("0/1 in groups of 10", _grouped, 5, 500, EQUAL, groups=10)
    yield _of_items("0/1 with a third missing", partial(_answers, missing=1 / 3), 5, 50, EQUAL, repeats=500)
    yield _of_votes("10 systems, 600 votes", voters=600)
    yield _of_votes("10 systems, 600 votes of 40 voters", voters=40)


def _of_items(
    kind: str, draw: Scores, systems: int, items: int, order: str, repeats: int = 2000, groups: int = 0, quick: int = 0
) -> Simulation:  # fmt: skip
    words = f"{systems} systems, {items} items, {kind}, {order}"
    ability = _abilities(order, systems)
    places = np.repeat(np.arange(items // groups), groups) if groups else None

    def board(rng: np.random.Generator) -> Separation:
        return separate(draw(rng, items, ability), groups=places, seed=int(rng.integers(1 << 31)))

    return _simulation(words, board, ability, repeats, quick)


def _simulation(words: str, board: Callable[[np.random.Generator], Separation], ability: np.ndarray, repeats: int, quick: int) -> Simulation:  # fmt: skip
    ranks = Case(name=f"{DOOR}: {words}, all rank intervals", kind=Kind.COVERAGE, about=("boards",), band=BAND)
    best = Case(name=f"{DOOR}: {words}, set for the best", kind=Kind.COVERAGE, about=("boards",), band=BAND)
    ahead = ability[:, None] > ability[None, :]
    top = int(np.argmax(ability))

    def run(rng: np.random.Generator, draws: int) -> Counts:
        covers = holds = 0
        for _ in range(draws):
            separation = board(rng)
            separated = separation.separated
            low, high = separated.sum(axis=0), len(ability) - 1 - separated.sum(axis=1)
            covers += bool((low <= ahead.sum(axis=0)).all() and (high >= len(ability) - 1 - ahead.sum(axis=1)).all())
            holds += bool(separation.best[top])
        return {ranks.name: (covers, draws), best.name: (holds, draws)}

    return Simulation(name=f"board: {words}", run=run, repeats=repeats, cases=(ranks, best), quick=quick)


def _abilities(order: str, systems: int) -> np.ndarray:
    places = np.arange(systems)
    return {EQUAL: 0.0 * places, NEAR: -0.5 * places / systems, CLEAR: -1.0 * places, HALVES: -3.0 * (places >= systems // 2)}[order]  # fmt: skip


def _answers(rng: np.random.Generator, items: int, ability: np.ndarray, missing: float = 0.0) -> np.ndarray:
    """Items are easy or hard for all systems."""
    chance = 1 / (1 + np.exp(-(1.0 + ability[None, :] + rng.normal(size=(items, 1)))))
    scores = (rng.random(chance.shape) < chance).astype(float)
    return np.where(rng.random(scores.shape) < missing, np.nan, scores) if missing else scores


def _grouped(rng: np.random.Generator, items: int, ability: np.ndarray) -> np.ndarray:
    """Each system is better at some groups than at others."""
    own = np.repeat(rng.normal(size=(items // 10, len(ability))), 10, axis=0)
    chance = 1 / (1 + np.exp(-(1.0 + ability[None, :] + own)))
    return np.asarray((rng.random(chance.shape) < chance).astype(float))


def _normal(rng: np.random.Generator, items: int, ability: np.ndarray) -> np.ndarray:
    return rng.normal(size=(items, 1)) + ability[None, :] + rng.normal(size=(items, len(ability)))


def _exponential(rng: np.random.Generator, items: int, ability: np.ndarray) -> np.ndarray:
    return rng.exponential(size=(items, len(ability))) + ability[None, :]


def _seldom(rng: np.random.Generator, items: int, ability: np.ndarray) -> np.ndarray:
    """The first system is behind on most items and far ahead on a tenth of them; all means are equal."""
    scores = rng.normal(scale=0.3, size=(items, len(ability)))
    scores[:, 0] += np.where(rng.random(items) < 0.1, 1.8, -0.2)
    return scores


def _of_votes(words: str, voters: int) -> Simulation:
    ability = np.zeros(10)

    def board(rng: np.random.Generator) -> Separation:
        from bakeoff.boards.bradley_terry import fit_votes, voter_influence
        from bakeoff.boards.separation import separate_estimates

        voter = np.arange(600) % voters
        taste = rng.normal(scale=0.5, size=(voters, 10))
        first = rng.integers(0, 10, 600)
        second = (first + rng.integers(1, 10, 600)) % 10
        chance = 1 / (1 + np.exp(-(taste[voter, first] - taste[voter, second])))
        fit = fit_votes(first, second, np.where(rng.random(600) < 0.1, 0.5, rng.random(600) < chance), 10)
        units = voter_influence(fit.influence, voter)
        return separate_estimates(fit.strengths, units, seed=int(rng.integers(1 << 31)))

    return _simulation(f"{words}, {EQUAL}", board, ability, 1000, 0)
