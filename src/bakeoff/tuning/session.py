"""Session: one search on one training part, as fits that anybody can run and results that come back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import Any, Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.seeds import seed_for
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.outputs import Output
from bakeoff.runs.assemble import HasTarget
from bakeoff.runs.expansion import InnerFit, PlannedFits
from bakeoff.runs.inner import InnerPlace, inner_splits, smaller_part
from bakeoff.runs.unit import Run
from bakeoff.splits.plan import Scheme
from bakeoff.tuning.candidates import fit_groups, settings_for, with_settings
from bakeoff.tuning.search import CandidateGains, SearchProblem, search_for
from bakeoff.tuning.shared_fits import path_parameter
from bakeoff.tuning.space import Space

__all__ = ["Candidate", "SearchSession", "Tuning", "gain_of"]


KEPT = {
    Output.LABEL: ["label"],
    Output.PROBA: ["label", "proba"],
}  # outputs of inner fits, by what the measure reads; else all


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One candidate and what became of it."""

    number: int
    settings: Mapping[str, Any]  # as tables show them
    places: Mapping[str, float]  # where each value lies between the ends of its range, 0 to 1
    scores: tuple[float, ...]  # on the inner splits by which it was judged last; NaN: the fit failed
    score: float  # their mean
    rows: int = 0  # training rows of these fits; 0: all
    failure: str = ""  # why a fit failed


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What a search found: all candidates, their inner scores, and the one that was chosen."""

    measure: str
    search: str
    scheme: str
    candidates: tuple[Candidate, ...]
    chosen: int
    seconds: float  # spent on inner fits
    learner: Any = None  # with the chosen settings, ready to be fitted; not stored

    @property
    def best(self) -> Candidate:
        """The candidate that was chosen."""
        return self.candidates[self.chosen]

    def to_json(self) -> dict[str, Any]:
        """Plain JSON, as a results file stores it."""
        return {
            "measure": self.measure,
            "search": self.search,
            "scheme": self.scheme,
            "chosen": self.chosen,
            "seconds": self.seconds,
            "candidates": [
                {
                    "settings": dict(candidate.settings),
                    "places": {name: round(value, 6) for name, value in candidate.places.items()},
                    "scores": [None if isnan(score) else score for score in candidate.scores],
                    **({"rows": candidate.rows} if candidate.rows else {}),
                    **({"failure": candidate.failure} if candidate.failure else {}),
                }
                for candidate in self.candidates
            ],
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> "Tuning":
        """The inverse; KeyError, TypeError or ValueError if it is something else."""
        candidates = []
        for number, candidate in enumerate(facts["candidates"]):
            scores = tuple(nan if score is None else float(score) for score in candidate["scores"])
            candidates.append(
                Candidate(
                    number=number,
                    settings={str(name): value for name, value in candidate["settings"].items()},
                    places={str(name): float(value) for name, value in candidate["places"].items()},
                    scores=scores,
                    score=float(np.mean(scores)) if scores else nan,
                    rows=int(candidate.get("rows", 0)),
                    failure=str(candidate.get("failure", "")),
                )
            )
        chosen = int(facts["chosen"])
        if not 0 <= chosen < len(candidates):
            raise ValueError("the chosen candidate is none of them")
        return cls(
            measure=str(facts["measure"]),
            search=str(facts["search"]),
            scheme=str(facts["scheme"]),
            candidates=tuple(candidates),
            chosen=chosen,
            seconds=float(facts["seconds"]),
        )


class SearchRequest(Protocol):
    """What a search is asked to do: the fields of a tuned learner that matter here."""

    @property
    def base(self) -> Any: ...
    @property
    def parameters(self) -> Space: ...
    @property
    def search(self) -> str: ...
    @property
    def trials(self) -> int: ...
    @property
    def seconds(self) -> float | None: ...
    @property
    def measure(self) -> str | None: ...


class SearchSession:
    """One search on one training part. `ask` for fits, `tell` what became of them, until there are no more."""

    def __init__(
        self,
        asked: SearchRequest,
        data: HasTarget,
        train: Array,
        *,
        scheme: Scheme,
        measure: str,
        seed: int,
        name: str,
        key: str,
    ) -> None:
        self._asked, self._data, self._seed, self._name, self._key = asked, data, seed, name, key
        self._measure, self._scheme = measure_named(measure), scheme
        self._keep = KEPT.get(self._measure.needs or Output.LABEL)
        self._splits = inner_splits(data, train, scheme, seed, name)
        smallest = min(one.n_train for one in self._splits)
        design = SearchProblem(
            space=asked.parameters,
            trials=asked.trials,
            seconds=asked.seconds,
            splits=len(self._splits),
            test_share=float(np.mean([one.n_test / one.n_train for one in self._splits])),
            rows=smallest,
            classes=max(len(data.classes), 1),
            seed=seed_for(seed, f"candidates/{key}"),
        )
        self._search = search_for(asked.search, design)
        self._board = CandidateGains()
        self._raw: dict[tuple[int, int, int], float] = {}
        self._failures: dict[int, str] = {}
        self._open: list[InnerFit] = []
        self._where: list[tuple[int, int]] = []  # inner split, training rows
        self._again: list[tuple[int, int, tuple[int, ...]]] = []

    def ask(self) -> tuple[InnerFit, ...]:
        """The fits of the next round; none when the search has ended."""
        self._open, self._where = [], []
        if self._again:  # a fit that several shared has failed; each of them for itself may not
            for at, rows, group in self._again:
                for one in group:
                    self._put(at, rows, (one,))
            self._again = []
            return tuple(self._open)
        found = self._search.ask(self._board)
        if found is None:
            return ()
        points = {one: self._board.points[one] for one in found.candidates}
        groups = fit_groups(self._asked.base, self._asked.parameters, points)
        for at in found.splits:
            for group in groups:
                self._put(at, found.rows, group)
        return tuple(self._open)

    @property
    def planned(self) -> PlannedFits:
        """How many fits will be asked for, before the first is."""
        base, space = self._asked.base, self._asked.parameters
        shares = path_parameter(base, list(space)) is not None
        return self._search.planned(lambda points: len(fit_groups(base, space, dict(enumerate(points)))), shares=shares)

    def _put(self, at: int, rows: int, group: tuple[int, ...]) -> None:
        """One more fit of this round."""
        split = self._splits[at]
        place = InnerPlace(scheme=self._scheme.name, repeat=split.repeat, fold=split.fold, candidates=group, rows=rows)
        self._open.append(
            InnerFit(
                place=place,
                settings=settings_for([self._board.points[one] for one in group], self._keep),
                train=smaller_part(self._data, split.train, rows, self._seed, self._name),
                test=split.test,
                chance=f"{self._key}/inner/{split.repeat}.{split.fold}",
            )
        )
        self._where.append((at, rows))

    def tell(self, runs: Sequence[Run]) -> None:
        """What became of the fits, in the order in which they were asked for."""
        for fit, (at, rows), run in zip(self._open, self._where, runs, strict=True):
            if run.predictions is None and len(fit.place.candidates) > 1:
                self._again.append((at, rows, fit.place.candidates))
                continue
            values = _values(self._measure, run, len(fit.place.candidates))
            spent = run.resources.fit_seconds + run.resources.predict_seconds
            self._board.seconds += 0.0 if isnan(spent) else spent
            for number, value in zip(fit.place.candidates, values, strict=True):
                self._raw[number, at, rows] = value
                self._board.gains[number, at, rows] = gain_of(self._measure, value)
                if isnan(value):
                    why = f"{self._measure.short} is undefined on an inner test part"
                    self._failures.setdefault(number, why if run.failure is None else run.failure.message)

    @property
    def settings(self) -> str:
        """The settings of the chosen candidate, for the fit on the whole training part; empty if all failed."""
        best = self._search.best(self._board)
        return "" if best is None else settings_for([self._board.points[best]])

    @property
    def failure(self) -> str:
        """Why no candidate can be chosen; empty if one can."""
        if self._search.best(self._board) is not None:
            return ""
        why = next(iter(self._failures.values()), "there are none")
        return f"all {len(self._board.points)} candidates failed ({why})"

    def tuning(self) -> Tuning:
        """The whole search, when it has ended."""
        best = self._search.best(self._board)
        assert best is not None
        space, made = self._asked.parameters, []
        for number, point in enumerate(self._board.points):
            splits, rows = self._search.settled(number)
            scores = tuple(self._raw.get((number, one, rows), nan) for one in splits)
            made.append(
                Candidate(
                    number=number,
                    settings=space.shown(point),
                    places={name: one.place(point[name]) for name, one in space.parameters.items() if one.ordered},
                    scores=scores,
                    score=float(np.mean(scores)),
                    rows=rows,
                    failure=self._failures.get(number, ""),
                )
            )
        return Tuning(
            learner=with_settings(self._asked.base, space.values(self._board.points[best])),
            measure=self._measure.name,
            search=self._asked.search,
            scheme=self._scheme.name,
            candidates=tuple(made),
            chosen=best,
            seconds=self._board.seconds,
        )

    @property
    def facts(self) -> dict[str, Any]:
        """The whole search as JSON."""
        return {"tuning": self.tuning().to_json()}


def gain_of(measure: Measure, value: float) -> float:
    """The value turned so that larger is better."""
    if measure.target is not None:
        return -abs(value - measure.target)
    return -value if measure.direction is Direction.LOWER else value


def _values(measure: Measure, run: Run, number: int) -> list[float]:
    """The measure for each candidate of a fit; NaN if it failed or the measure is undefined."""
    predictions = run.predictions
    if predictions is None or len(predictions) % number:
        return [nan] * number
    size = len(predictions) // number
    values = []
    for index in range(number):
        try:
            values.append(
                float(
                    measure(predictions if number == 1 else predictions.take(slice(index * size, (index + 1) * size)))
                )
            )
        except NotApplicable:
            values.append(nan)
    return values
