"""Units that grow while a run goes on: a learner that tunes itself asks for fits inside its training part, and is fitted last.

The inner fits are units like any other. They are asked for in rounds; when all of a round is known, in whatever order it
came in, the learner is told in the order in which it asked. Inner fits that are stored already are not run again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import isnan
from typing import Any, Protocol, runtime_checkable

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.runs.assemble import HasTarget
from bakeoff.runs.inner import INNER, InnerPlace, search_of
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Failure, Run, Status, UnitKey
from bakeoff.runs.work import Limits, Order, Work, order_for
from bakeoff.splits.condition_grid import TrainingPart
from bakeoff.splits.plan import Split

__all__ = ["Expansion", "InnerFit", "InnerSearch", "PlannedFits", "Tunes", "inner_content", "planned_fits"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InnerFit:
    """One fit inside a training part, for one candidate or for several that share it."""

    place: InnerPlace
    settings: str  # for whoever fits it
    train: Array
    test: Array
    chance: str  # what its random numbers come from: the same for all candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedFits:
    """How many inner fits there will be."""

    most: int = 0
    exact: bool = True  # False: a search may end with fewer, or no number is known for one that is limited by time
    timed: bool = False  # at least one search is limited by time; its fits are not in `most`

    def __add__(self, other: "PlannedFits") -> "PlannedFits":
        return PlannedFits(
            most=self.most + other.most, exact=self.exact and other.exact, timed=self.timed or other.timed
        )


class InnerSearch(Protocol):
    """A search that goes on: `ask` for fits, `tell` what became of them, until there are no more."""

    @property
    def planned(self) -> PlannedFits:
        """How many fits it will ask for, known before the first is asked for."""
        ...

    def ask(self) -> Sequence[InnerFit]: ...
    def tell(self, runs: Sequence[Run]) -> None: ...
    @property
    def settings(self) -> str:
        """The chosen settings, for the fit on the whole training part."""
        ...

    @property
    def failure(self) -> str:
        """Why nothing can be chosen; empty if something can."""
        ...

    @property
    def facts(self) -> dict[str, Any]:
        """What is to be stored with the unit."""
        ...


@runtime_checkable
class Tunes(Protocol):
    """A learner whose fit waits for fits inside its training part."""

    @property
    def base_settings(self) -> str:
        """Everything but the candidate that changes an inner fit."""
        ...

    def begin(self, data: HasTarget, split: Split, train: Array, seed: int, key: UnitKey) -> InnerSearch: ...


@dataclass(slots=True, eq=False)
class _Open:
    """One search, and the units that wait for it: all that train on the same rows."""

    key: UnitKey
    part: TrainingPart
    search: InnerSearch | None
    waiting: list[UnitKey]
    fits: list[UnitKey] = field(default_factory=list)  # of this round, in the order asked
    answers: dict[UnitKey, Run] = field(default_factory=dict)
    asked: set[UnitKey] = field(default_factory=set)  # of all rounds
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    settings: str = ""
    facts: dict[str, Any] | None = None
    ahead: int = 0  # fits that this search will still ask for, at most


class Expansion:
    """All searches of a run."""

    def __init__(self, work: Work, ledger: Ledger, *, look_only: bool = False) -> None:
        self._work, self._ledger, self._look_only = work, ledger, look_only
        self._fits: dict[
            UnitKey, tuple[UnitKey, InnerFit, str]
        ] = {}  # where one only looks, of fits that are stored too
        self._open: dict[UnitKey, _Open] = {}
        self._inner: dict[UnitKey, tuple[UnitKey, InnerFit, str]] = {}  # search, fit, content
        self._stored: dict[UnitKey, dict[UnitKey, str]] | None = None
        self.failed: list[Run] = []  # outer units that cannot be fitted, not yet written down

    @property
    def ahead(self) -> int:
        """Inner fits that the searches will still ask for, at most."""
        return sum(open_search.ahead for open_search in self._open.values())

    def begin(self, keys: Iterable[UnitKey]) -> list[UnitKey]:
        """Start the searches that these outer units wait for; the units that can run now."""
        waiting: dict[UnitKey, list[UnitKey]] = {}
        for key in keys:
            waiting.setdefault(self._work.search_key(key), []).append(key)
        return [unit for search, units in waiting.items() for unit in self._start(search, units)]

    def _start(self, key: UnitKey, waiting: list[UnitKey]) -> list[UnitKey]:
        learner = self._work.learners[key.learner]
        assert isinstance(learner, Tunes)
        part = self._work.training_part(key)
        open_search = self._open[key] = _Open(key=key, part=part, search=None, waiting=waiting)
        try:
            open_search.search = learner.begin(part.data, part.split, part.split.train, self._work.seed, key)
            open_search.ahead = open_search.search.planned.most
            return self._next(open_search)
        except BakeoffError as error:
            self._give_up(open_search, str(error))
            return []

    def content(self, key: UnitKey) -> str:
        """The content hash of an inner fit."""
        return self._inner[key][2]

    def order(self, key: UnitKey, limits: Limits, expected: float) -> Order:
        """The order for an inner fit, for the fit with the chosen settings, or for a unit that needs no search."""
        if key not in self._inner:
            plain = order_for(self._work, key, limits, expected)
            open_search = self._waits_for(key)
            return plain if open_search is None else replace(plain, settings=open_search.settings)
        _, fit, _ = self._inner[key]
        return Order(
            key=key, data=self._work.table_of(key)[0], learner=key.learner, seed=self._work.seed, train=fit.train, test=fit.test, limits=limits,
            expected=expected, settings=fit.settings, copies=len(fit.place.candidates), chance=fit.chance,
        )  # fmt: skip

    def _waits_for(self, key: UnitKey) -> _Open | None:
        """The search that a unit was fitted after, if there is one."""
        if not self._open or not isinstance(self._work.learners[key.learner], Tunes):
            return None
        return self._open.get(self._work.search_key(key))

    def again(self, key: UnitKey) -> tuple[Order, str | None]:
        """The order that repeats a stored unit of a search, and the content of an inner fit; BadInput if it is none."""
        search = self._work.search_key(key)
        self._start(search, [])
        if key in self._fits:
            self._inner[key] = self._fits[key]
            return self.order(key, Limits(), float("inf")), self._fits[key][2]
        if key.role == INNER or search not in self._open or not self._open[search].settings:
            raise BadInput(f"the fits that unit {key} waits for are not all stored; run the study instead")
        return self.order(key, Limits(), float("inf")), None

    def completed(self, run: Run) -> Run:
        """The unit with what its search found; the time of the search counts as time of its fit."""
        open_search = None if run.key in self._inner else self._waits_for(run.key)
        if open_search is None:
            return run
        spent = run.resources
        total = replace(
            spent,
            fit_seconds=spent.fit_seconds + sum(open_search.seconds),
            fit_cpu_seconds=spent.fit_cpu_seconds + sum(open_search.cpu),
        )
        return replace(run, resources=total, facts=open_search.facts)

    def after(self, run: Run) -> list[UnitKey]:
        """The units that can run now that this one is known."""
        if run.key not in self._inner:
            open_search = self._waits_for(run.key)
            if open_search is not None:
                open_search.waiting.remove(run.key)
                if not open_search.waiting:
                    del self._open[open_search.key]
            return []
        open_search = self._open[self._inner.pop(run.key)[0]]
        open_search.answers[run.key] = run
        try:
            return self._next(open_search) if len(open_search.answers) == len(open_search.fits) else []
        except BakeoffError as error:
            self._give_up(open_search, str(error))
            return []

    def _next(self, open_search: _Open) -> list[UnitKey]:
        """The next units of a search, passing over rounds that are stored already."""
        assert open_search.search is not None
        while True:
            if open_search.fits:
                runs = [open_search.answers[key] for key in open_search.fits]
                self._spend(open_search, runs)
                open_search.search.tell(runs)
                open_search.fits, open_search.answers = [], {}
            fits = open_search.search.ask()
            if not fits:
                return self._settle(open_search)
            missing = self._round(open_search, fits)
            if missing:
                return missing

    def _round(self, open_search: _Open, fits: Sequence[InnerFit]) -> list[UnitKey]:
        learner = self._work.learners[open_search.key.learner]
        assert isinstance(learner, Tunes)
        stored, missing = self._known(open_search.key), []
        open_search.ahead = max(open_search.ahead - len(fits), 0)
        for fit in fits:
            key = replace(
                open_search.key, role=INNER, condition=str(replace(fit.place, part=open_search.key.condition))
            )
            content = inner_content(self._work.seed, open_search.part, learner.base_settings, fit)
            open_search.fits.append(key)
            open_search.asked.add(key)
            if self._look_only:
                self._fits[key] = open_search.key, fit, content
            run = self._ledger.get(key) if stored.get(key) == content else None
            if run is not None and run.status is Status.DONE:
                open_search.answers[key] = run
            else:
                self._inner[key] = open_search.key, fit, content
                missing.append(key)
        return missing

    def _known(self, search: UnitKey) -> Mapping[UnitKey, str]:
        """Inner fits that are stored for this search."""
        if self._stored is None:
            self._stored = {}
            for key, (_, content) in self._ledger.contents().items():
                if key.role == INNER:
                    self._stored.setdefault(search_of(key), {})[key] = content
        return self._stored.get(search, {})

    def _spend(self, open_search: _Open, runs: Iterable[Run]) -> None:
        for run in runs:
            spent = run.resources
            seconds, cpu = spent.fit_seconds + spent.predict_seconds, spent.fit_cpu_seconds + spent.predict_cpu_seconds
            open_search.seconds.append(0.0 if isnan(seconds) else seconds)
            open_search.cpu.append(0.0 if isnan(cpu) else cpu)

    def _settle(self, open_search: _Open) -> list[UnitKey]:
        """The search has ended: fit the chosen candidate on the whole training part."""
        assert open_search.search is not None
        open_search.ahead = 0
        stale = self._known(open_search.key).keys() - open_search.asked
        if stale and not self._look_only:  # of another budget or space
            self._ledger.drop(stale)
        if open_search.search.failure:
            self._give_up(open_search, open_search.search.failure)
            return []
        open_search.settings, open_search.facts = open_search.search.settings, open_search.search.facts
        open_search.search = None
        return list(open_search.waiting)

    def _give_up(self, open_search: _Open, why: str) -> None:
        failure = Failure(kind="exception", stage="fit", message=why)
        self.failed += [Run(key=key, status=Status.FAILED, content="", failure=failure) for key in open_search.waiting]
        self._open.pop(open_search.key, None)


def inner_content(seed: int, part: TrainingPart, settings: str, fit: InnerFit) -> str:
    """What decides whether a stored inner fit is still the answer; the budget and the rest of the space do not matter."""
    total = sha256(f"{seed}\0{part.fingerprint}\0{settings}\0{fit.settings}\0{fit.chance}".encode())
    for positions in (fit.train - part.offset, fit.test - part.offset):
        total.update(str(len(positions)).encode())
        total.update(np.ascontiguousarray(positions, dtype="<i8").tobytes())
    return total.hexdigest()


def tuned_keys(work: Work, keys: Iterable[UnitKey]) -> Iterator[UnitKey]:
    """Those of the units whose learner tunes itself."""
    tuned = {name for name, learner in work.learners.items() if isinstance(learner, Tunes)}
    return (key for key in keys if key.learner in tuned)


def planned_fits(work: Work, keys: Iterable[UnitKey]) -> dict[str, PlannedFits]:
    """How many inner fits the units of each learner that tunes itself wait for; a unit whose search cannot begin counts none."""
    fits_by_learner: dict[str, PlannedFits] = {}
    for key in dict.fromkeys(work.search_key(unit_key) for unit_key in tuned_keys(work, keys)):
        learner, part = work.learners[key.learner], work.training_part(key)
        assert isinstance(learner, Tunes)
        try:
            search = learner.begin(part.data, part.split, part.split.train, work.seed, key)
        except BakeoffError:
            continue
        fits_by_learner[key.learner] = fits_by_learner.get(key.learner, PlannedFits()) + search.planned
    return fits_by_learner
