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
from bakeoff.runs.inner import INNER, InnerPlace
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Failure, Run, Status, UnitKey
from bakeoff.runs.work import Limits, Order, Work, order_for, train_and_test_rows
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
    """The search of one outer unit."""

    key: UnitKey
    search: InnerSearch | None
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
        self._inner: dict[UnitKey, tuple[UnitKey, InnerFit, str]] = {}  # outer unit, fit, content
        self._stored: dict[UnitKey, dict[UnitKey, str]] | None = None
        self._prints: dict[str, str] = {}
        self.failed: list[Run] = []  # outer units that cannot be fitted, not yet written down

    @property
    def ahead(self) -> int:
        """Inner fits that the searches will still ask for, at most."""
        return sum(one.ahead for one in self._open.values())

    def begin(self, keys: Iterable[UnitKey]) -> list[UnitKey]:
        """Start the searches of these outer units; the units that can run now."""
        ready: list[UnitKey] = []
        for key in keys:
            learner, data = self._work.learners[key.learner], self._work.datasets[key.dataset]
            plan = self._work.plans[key.dataset]
            assert isinstance(learner, Tunes)
            train, _ = train_and_test_rows(data, plan, key)
            one = _Open(key=key, search=None)
            self._open[key] = one
            try:
                one.search = learner.begin(data, plan.split(key.repeat, key.fold), train, self._work.seed, key)
                one.ahead = one.search.planned.most
                ready += self._next(one)
            except BakeoffError as error:
                self._give_up(one, str(error))
        return ready

    def content(self, key: UnitKey) -> str:
        """The content hash of an inner fit."""
        return self._inner[key][2]

    def order(self, key: UnitKey, limits: Limits, expected: float) -> Order:
        """The order for an inner fit, for the fit with the chosen settings, or for a unit that needs no search."""
        if key not in self._inner:
            plain = order_for(self._work, key, limits, expected)
            return replace(plain, settings=self._open[key].settings) if key in self._open else plain
        _, fit, _ = self._inner[key]
        return Order(
            key=key, data=key.dataset, learner=key.learner, seed=self._work.seed, train=fit.train, test=fit.test, limits=limits,
            expected=expected, settings=fit.settings, copies=len(fit.place.candidates), chance=fit.chance,
        )  # fmt: skip

    def again(self, key: UnitKey) -> tuple[Order, str | None]:
        """The order that repeats a stored unit of a search, and the content of an inner fit; BadInput if it is none."""
        outer = replace(key, role="test", condition="")
        self.begin([outer])
        if key in self._fits:
            self._inner[key] = self._fits[key]
            return self.order(key, Limits(), float("inf")), self._fits[key][2]
        if key != outer or key not in self._open or not self._open[key].settings:
            raise BadInput(f"the fits that unit {key} waits for are not all stored; run the study instead")
        return self.order(key, Limits(), float("inf")), None

    def completed(self, run: Run) -> Run:
        """The unit with what its search found; the time of the search counts as time of its fit."""
        one = self._open.get(run.key)
        if one is None or run.key in self._inner:
            return run
        spent = run.resources
        total = replace(
            spent,
            fit_seconds=spent.fit_seconds + sum(one.seconds),
            fit_cpu_seconds=spent.fit_cpu_seconds + sum(one.cpu),
        )
        return replace(run, resources=total, facts=one.facts)

    def after(self, run: Run) -> list[UnitKey]:
        """The units that can run now that this one is known."""
        if run.key not in self._inner:
            self._open.pop(run.key, None)
            return []
        outer = self._inner.pop(run.key)[0]
        one = self._open[outer]
        one.answers[run.key] = run
        try:
            return self._next(one) if len(one.answers) == len(one.fits) else []
        except BakeoffError as error:
            self._give_up(one, str(error))
            return []

    def _next(self, one: _Open) -> list[UnitKey]:
        """The next units of a search, passing over rounds that are stored already."""
        assert one.search is not None
        while True:
            if one.fits:
                runs = [one.answers[key] for key in one.fits]
                self._spend(one, runs)
                one.search.tell(runs)
                one.fits, one.answers = [], {}
            fits = one.search.ask()
            if not fits:
                return self._settle(one)
            missing = self._round(one, fits)
            if missing:
                return missing

    def _round(self, one: _Open, fits: Sequence[InnerFit]) -> list[UnitKey]:
        learner = self._work.learners[one.key.learner]
        assert isinstance(learner, Tunes)
        stored, missing = self._known(one.key), []
        one.ahead = max(one.ahead - len(fits), 0)
        for fit in fits:
            key = replace(one.key, role=INNER, condition=str(fit.place))
            content = inner_content(self._work.seed, self._print(key.dataset), learner.base_settings, fit)
            one.fits.append(key)
            one.asked.add(key)
            if self._look_only:
                self._fits[key] = one.key, fit, content
            found = self._ledger.get(key) if stored.get(key) == content else None
            if found is not None and found.status is Status.DONE:
                one.answers[key] = found
            else:
                self._inner[key] = one.key, fit, content
                missing.append(key)
        return missing

    def _print(self, dataset: str) -> str:
        """The fingerprint of a data set, read once."""
        if dataset not in self._prints:
            self._prints[dataset] = self._work.datasets[dataset].fingerprint
        return self._prints[dataset]

    def _known(self, outer: UnitKey) -> Mapping[UnitKey, str]:
        """Inner fits that are stored for this unit."""
        if self._stored is None:
            self._stored = {}
            for key, (_, content) in self._ledger.contents().items():
                if key.role == INNER:
                    self._stored.setdefault(replace(key, role="test", condition=""), {})[key] = content
        return self._stored.get(outer, {})

    def _spend(self, one: _Open, runs: Iterable[Run]) -> None:
        for run in runs:
            spent = run.resources
            seconds, cpu = spent.fit_seconds + spent.predict_seconds, spent.fit_cpu_seconds + spent.predict_cpu_seconds
            one.seconds.append(0.0 if isnan(seconds) else seconds)
            one.cpu.append(0.0 if isnan(cpu) else cpu)

    def _settle(self, one: _Open) -> list[UnitKey]:
        """The search has ended: fit the chosen candidate on the whole training part."""
        assert one.search is not None
        one.ahead = 0
        stale = self._known(one.key).keys() - one.asked
        if stale and not self._look_only:  # of another budget or space
            self._ledger.drop(stale)
        if one.search.failure:
            self._give_up(one, one.search.failure)
            return []
        one.settings, one.facts = one.search.settings, one.search.facts
        one.search = None
        return [one.key]

    def _give_up(self, one: _Open, why: str) -> None:
        failure = Failure(kind="exception", stage="fit", message=why)
        self.failed.append(Run(key=one.key, status=Status.FAILED, content="", failure=failure))
        self._open.pop(one.key, None)


def inner_content(seed: int, fingerprint: str, settings: str, fit: InnerFit) -> str:
    """What decides whether a stored inner fit is still the answer; the budget and the rest of the space do not matter."""
    total = sha256(f"{seed}\0{fingerprint}\0{settings}\0{fit.settings}\0{fit.chance}".encode())
    for positions in (fit.train, fit.test):
        total.update(str(len(positions)).encode())
        total.update(np.ascontiguousarray(positions, dtype="<i8").tobytes())
    return total.hexdigest()


def tuned_keys(work: Work, keys: Iterable[UnitKey]) -> Iterator[UnitKey]:
    """Those of the units whose learner tunes itself."""
    tuned = {name for name, one in work.learners.items() if isinstance(one, Tunes)}
    return (key for key in keys if key.learner in tuned)


def planned_fits(work: Work, keys: Iterable[UnitKey]) -> dict[str, PlannedFits]:
    """How many inner fits the units of each learner that tunes itself wait for; a unit whose search cannot begin counts none."""
    found: dict[str, PlannedFits] = {}
    for key in tuned_keys(work, keys):
        learner, data, plan = work.learners[key.learner], work.datasets[key.dataset], work.plans[key.dataset]
        assert isinstance(learner, Tunes)
        train, _ = train_and_test_rows(data, plan, key)
        try:
            search = learner.begin(data, plan.split(key.repeat, key.fold), train, work.seed, key)
        except BakeoffError:
            continue
        found[key.learner] = found.get(key.learner, PlannedFits()) + search.planned
    return found
