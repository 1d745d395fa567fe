"""Search: which candidates are tried next, given the scores of those before; the same whoever computes the scores, and in any order.

A search asks in rounds. All of a round is told before the next is asked for, in the order of the candidates, so that what is
tried does not depend on how many workers there are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import floor, inf, isnan, log, nan
from typing import Any, Protocol

import numpy as np

from bakeoff.comparisons.significance.t import corrected_t
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.runs.expansion import PlannedFits
from bakeoff.tuning.space import Choice, Point, Space, point_text

__all__ = ["SEARCHES", "CandidateGains", "Round", "Search", "SearchProblem", "search_for"]

BATCH = 8  # candidates of a round where the budget is in seconds, or a model proposes
ETA = 3  # successive halving: a third of the candidates goes on, with three times the rows
FEWEST_ROWS = 10  # of a training part, for each class
RACE_ALPHA = 0.05  # chance that a race drops the best candidate
RACE_BEGINS = 3  # splits before the first candidate may be dropped
_MOST = 10_000  # candidates of a search that is limited by time alone


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchProblem:
    """What every search knows before it begins."""

    space: Space
    trials: int
    seconds: float | None
    splits: int  # of the inner scheme
    test_share: float  # rows that test for each row that trains, in an inner split
    rows: int  # of the smallest inner training part
    classes: int  # of the target, 1 for numbers
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Candidates to be scored on some inner splits, with so many training rows (0: all)."""

    candidates: tuple[int, ...]
    splits: tuple[int, ...]
    rows: int = 0


@dataclass(slots=True, eq=False)
class CandidateGains:
    """All candidates so far and their gains: the larger the better, whatever the measure; NaN is a fit that failed."""

    points: list[Point] = field(default_factory=list)
    gains: dict[tuple[int, int, int], float] = field(default_factory=dict)  # candidate, split, rows
    seconds: float = 0.0  # spent on fits so far

    def row(self, candidate: int, splits: Sequence[int], rows: int = 0) -> Array:
        """The gains of a candidate on these splits."""
        return np.array([self.gains.get((candidate, one, rows), nan) for one in splits])

    def mean(self, candidate: int, splits: Sequence[int], rows: int = 0) -> float:
        """The mean gain; NaN if any split failed."""
        return float(self.row(candidate, splits, rows).mean())

    def best(self, candidates: Sequence[int], splits: Sequence[int], rows: int = 0) -> int | None:
        """The candidate with the largest mean gain, the first of equals; None if all failed."""
        means = [(self.mean(one, splits, rows), -one) for one in candidates]
        known = [one for one in means if not isnan(one[0])]
        return -max(known)[1] if known else None


FitsOf = Callable[[Sequence[Point]], int]
UNKNOWN = PlannedFits(exact=False, timed=True)


class Search(Protocol):
    """One search on one training part."""

    def ask(self, board: CandidateGains) -> Round | None:
        """The next round, its new candidates put on the board; None when the search has ended."""
        ...

    def best(self, board: CandidateGains) -> int | None:
        """The candidate to be taken; None if all failed."""
        ...

    def planned(self, fits: "FitsOf", *, shares: bool) -> PlannedFits:
        """How many fits it will ask for; `fits` tells how many some candidates need on one split, `shares` whether that may be fewer."""
        ...

    def settled(self, candidate: int) -> tuple[tuple[int, ...], int]:
        """The splits and the number of training rows by which a candidate was judged last."""
        ...


class Drawn:
    """A fixed list of candidates, drawn or laid out beforehand, each on all splits."""

    def __init__(self, design: SearchProblem, points: Sequence[Point]) -> None:
        self._points, self._splits, self._seconds = list(points), tuple(range(design.splits)), design.seconds
        self._asked = 0

    def ask(self, board: CandidateGains) -> Round | None:
        if self._asked >= len(self._points) or (
            self._seconds is not None and self._asked and board.seconds >= self._seconds
        ):
            return None
        stop = len(self._points) if self._seconds is None else min(self._asked + BATCH, len(self._points))
        asked = tuple(range(self._asked, stop))
        board.points += self._points[self._asked : stop]
        self._asked = stop
        return Round(candidates=asked, splits=self._splits)

    def best(self, board: CandidateGains) -> int | None:
        return board.best(range(self._asked), self._splits)

    def planned(self, fits: FitsOf, *, shares: bool) -> PlannedFits:
        if self._seconds is not None:
            return UNKNOWN
        return PlannedFits(most=fits(self._points) * len(self._splits))

    def settled(self, candidate: int) -> tuple[tuple[int, ...], int]:
        return self._splits, 0


def grid(design: SearchProblem) -> Search:
    """All combinations; where the budget is in seconds, in random order, for the clock may stop it anywhere."""
    points = design.space.grid(design.trials)
    if design.seconds is not None:
        points = [points[position] for position in _rng(design).permutation(len(points))]
    return Drawn(design, points)


def random(design: SearchProblem) -> Search:
    """Candidates drawn from the space, no two alike."""
    return Drawn(design, draw(design))


def draw(design: SearchProblem) -> list[Point]:
    """So many different candidates, or all that there are; the first ones are the same for any number of trials."""
    most = _MOST if design.seconds is not None else design.trials
    finite = design.space.finite
    wanted = most if finite is None else min(most, finite)
    rng, misses = _rng(design), 0
    points: dict[str, Point] = {}
    while len(points) < wanted and misses < 200 * wanted:
        point = design.space.draw(rng)
        misses += point_text(point) in points
        points.setdefault(point_text(point), point)
    return list(points.values())


class Halving:
    """Successive halving: all candidates on few rows, the best third on three times as many, until all rows are used."""

    def __init__(self, design: SearchProblem) -> None:
        self._points, self._splits = draw(design), tuple(range(design.splits))
        least = FEWEST_ROWS * design.classes
        rungs = min(
            floor(log(max(len(self._points), 1), ETA) + 1e-9), floor(log(max(design.rows / least, 1.0), ETA) + 1e-9)
        )
        self._rungs = [design.rows // ETA ** (rungs - rung) if rung < rungs else 0 for rung in range(rungs + 1)]
        self._at = -1
        self._alive: tuple[int, ...] = ()
        self._settled: dict[int, int] = {}

    def ask(self, board: CandidateGains) -> Round | None:
        if self._at < 0:
            board.points += self._points
            self._alive = tuple(range(len(self._points)))
        elif self._at + 1 < len(self._rungs):
            means = [
                (board.mean(candidate, self._splits, self._rungs[self._at]), candidate) for candidate in self._alive
            ]
            ranked = sorted((-inf if isnan(mean) else mean, -candidate) for mean, candidate in means)[::-1]
            self._alive = tuple(sorted(-candidate for _, candidate in ranked[: max(len(ranked) // ETA, 1)]))
        else:
            return None
        self._at += 1
        self._settled |= dict.fromkeys(self._alive, self._rungs[self._at])
        return Round(candidates=self._alive, splits=self._splits, rows=self._rungs[self._at])

    def best(self, board: CandidateGains) -> int | None:
        return board.best(self._alive, self._splits, self._rungs[self._at])

    def planned(self, fits: FitsOf, *, shares: bool) -> PlannedFits:
        most, alive = fits(self._points), len(self._points)
        for _ in self._rungs[1:]:
            alive = max(alive // ETA, 1)
            most += alive
        return PlannedFits(most=most * len(self._splits), exact=not shares or len(self._rungs) == 1)

    def settled(self, candidate: int) -> tuple[tuple[int, ...], int]:
        return self._splits, self._settled[candidate]


class Racing:
    """Candidates race over inner splits: after each split, those that are worse than the leader beyond chance drop out.

    Worse is decided by the corrected resampled t-test, one-sided, at RACE_ALPHA divided by the number of comparisons that
    the race can make: the best candidate is dropped with a probability of at most RACE_ALPHA, as far as that test holds its level.
    References: maron1994, birattari2002, nadeau2003.
    """

    def __init__(self, design: SearchProblem) -> None:
        self._points, self._total, self._share = draw(design), design.splits, design.test_share
        looks = max(design.splits - RACE_BEGINS, 1)
        self._level = RACE_ALPHA / (max(len(self._points) - 1, 1) * looks)
        self._alive: tuple[int, ...] = ()
        self._seen = 0
        self._settled: dict[int, int] = {}

    def ask(self, board: CandidateGains) -> Round | None:
        if not self._seen:
            board.points += self._points
            self._alive = tuple(range(len(self._points)))
        elif self._seen >= RACE_BEGINS:
            self._alive = self._survivors(board)
        if self._seen >= self._total or (len(self._alive) == 1 and self._seen):
            return None
        splits = tuple(range(RACE_BEGINS)) if not self._seen else (self._seen,)
        self._seen = splits[-1] + 1
        self._settled |= dict.fromkeys(self._alive, self._seen)
        return Round(candidates=self._alive, splits=splits)

    def _survivors(self, board: CandidateGains) -> tuple[int, ...]:
        splits = range(self._seen)
        leader = board.best(self._alive, splits)
        if leader is None:
            return self._alive[:1]
        kept = [
            candidate
            for candidate in self._alive
            if candidate == leader or not self._worse(board.row(candidate, splits), board.row(leader, splits))
        ]
        return tuple(kept)

    def _worse(self, gains: Array, leading: Array) -> bool:
        if np.isnan(gains).any():
            return True  # it failed, and cannot be chosen
        difference = gains - leading
        if not difference.any():
            return False
        if float(np.ptp(difference)) == 0.0:
            return bool(difference[0] < 0)
        return corrected_t(gains, leading, self._share, alternative="less").p_value <= self._level

    def best(self, board: CandidateGains) -> int | None:
        return board.best(self._alive, range(self._seen))

    def planned(self, fits: FitsOf, *, shares: bool) -> PlannedFits:
        return PlannedFits(most=fits(self._points) * self._total, exact=self._total <= RACE_BEGINS)

    def settled(self, candidate: int) -> tuple[tuple[int, ...], int]:
        return tuple(range(self._settled[candidate])), 0


class ModelBased:
    """Optuna's tree-structured Parzen estimator, asked in batches of fixed size."""

    def __init__(self, design: SearchProblem) -> None:
        try:
            import optuna
        except ImportError:
            raise MissingPackage("optuna", 'search="optuna"', extra="tune") from None
        self._optuna: Any = optuna
        sampler = optuna.samplers.TPESampler(
            seed=int(np.random.SeedSequence(design.seed).generate_state(1)[0]), constant_liar=True
        )
        verbosity = optuna.logging.get_verbosity()
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        try:
            self._study = optuna.create_study(direction="maximize", sampler=sampler)
        finally:
            optuna.logging.set_verbosity(verbosity)
        self._space, self._splits = design.space, tuple(range(design.splits))
        self._most = _MOST if design.seconds is not None else design.trials
        self._seconds = design.seconds
        self._open: list[tuple[int, Any]] = []

    def ask(self, board: CandidateGains) -> Round | None:
        for candidate, trial in self._open:
            gain = board.mean(candidate, self._splits)
            state = self._optuna.trial.TrialState
            self._study.tell(trial, None if isnan(gain) else gain, state=state.FAIL if isnan(gain) else state.COMPLETE)
        self._open = []
        spent = self._seconds is not None and bool(board.points) and board.seconds >= self._seconds
        number = min(BATCH, self._most - len(board.points))
        if number <= 0 or spent:
            return None
        first = len(board.points)
        for at in range(first, first + number):
            trial = self._study.ask()
            self._open.append((at, trial))
            board.points.append(
                {name: self._suggested(trial, name, parameter) for name, parameter in self._space.parameters.items()}
            )
        return Round(candidates=tuple(range(first, first + number)), splits=self._splits)

    def _suggested(self, trial: Any, name: str, parameter: Any) -> Any:
        if isinstance(parameter, Choice):
            return trial.suggest_categorical(name, list(range(len(parameter.values))))
        if parameter.whole:
            return trial.suggest_int(name, int(parameter.low), int(parameter.high), log=parameter.log)
        return trial.suggest_float(name, parameter.low, parameter.high, log=parameter.log)

    def best(self, board: CandidateGains) -> int | None:
        return board.best(range(len(board.points)), self._splits)

    def planned(self, fits: FitsOf, *, shares: bool) -> PlannedFits:
        if self._seconds is not None:
            return UNKNOWN
        return PlannedFits(most=self._most * len(self._splits), exact=not shares)

    def settled(self, candidate: int) -> tuple[tuple[int, ...], int]:
        return self._splits, 0


SEARCHES: dict[str, Any] = {"grid": grid, "random": random, "halving": Halving, "racing": Racing, "optuna": ModelBased}


def search_for(name: str, design: SearchProblem) -> Search:
    """The search of that name, about to begin."""
    if design.seconds is not None and name in {"halving", "racing"}:
        raise BadInput(
            f'a budget in seconds does not go with search="{name}"; give trials, or use random, grid or optuna'
        )
    search: Search = SEARCHES[name](design)
    return search


def _rng(design: SearchProblem) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(design.seed))
