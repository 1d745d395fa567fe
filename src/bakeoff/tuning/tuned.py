"""Tuned: a learner that chooses its settings inside each training part; `tune`: the same search on a data set, by itself."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

import numpy as np

from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, BakeoffError, Problems, UnknownName
from bakeoff.core.install_line import install_line
from bakeoff.core.notes import Note
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Dataset
from bakeoff.learners.from_objects import as_learners
from bakeoff.learners.learner import Learner, Model, left_out_by, predicted, preparation_of, refusals_of, steps_of
from bakeoff.measures import measure_named
from bakeoff.measures.measure import NEEDED, Direction, has_required_output
from bakeoff.measures.own.given import MeasureLike, names_of
from bakeoff.measures.own.session import session_measure
from bakeoff.measures.study_measures import study_measures
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.resources import Resources
from bakeoff.runs.assemble import Expected, HasTarget, assemble, complaint
from bakeoff.runs.expansion import InnerFit, PlannedFits
from bakeoff.runs.inner import INNER, inner_scheme
from bakeoff.runs.unit import Failure, Run, Status, UnitKey
from bakeoff.splits.catalogue import scheme_from
from bakeoff.splits.plan import Scheme, Split
from bakeoff.tuning.candidates import Candidates, check_parameters
from bakeoff.tuning.search import SEARCHES
from bakeoff.tuning.session import SearchSession, Tuning
from bakeoff.tuning.space import MOST_CANDIDATES, Space
from bakeoff.tuning.space_notes import space_notes

__all__ = ["Tuned", "tune"]

RACED = 5  # splits that a race needs at least
_RACE_SCHEME = "10-fold"


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Tuned:
    """A learner whose settings are chosen from a space by cross-validation inside each training part.

    `space` maps parameters to `bo.uniform`, `bo.log_uniform`, `bo.integers`, `bo.choice` or plain lists; a step of a pipeline
    is a parameter like any other, and so are `columns` (lists of columns to learn from) and `scale`. `search` is grid,
    random, halving, racing or optuna; the budget is `trials` candidates, or `seconds` of fitting in each training part.
    `scheme` splits the training part; groups stay whole where the study keeps them whole. `measure` decides, by default the
    primary measure of the study. In a study the inner fits are units like all others: stored, resumed, spread over workers.
    """

    learner: Any
    space: Any
    search: str = "random"
    trials: int = 20
    seconds: float | None = None
    scheme: Any = "3-fold"
    measure: str | None = None
    name: str = ""
    base: Any = field(init=False, repr=False)
    parameters: Space = field(init=False, repr=False)
    inner: Scheme = field(init=False, repr=False)

    @suggest_arguments
    def __init__(  # noqa: PLR0917  # the order that users type
        self,
        learner: Any,
        space: Any,
        search: str = "random",
        trials: int = 20,
        seconds: float | None = None,
        scheme: Any = "3-fold",
        measure: MeasureLike | None = None,
        name: str = "",
    ) -> None:
        """Check everything that can be checked without data, all of it at once."""
        put: Callable[[str, Any], None] = lambda key, value: object.__setattr__(self, key, value)  # noqa: E731
        base = as_learners({name: learner} if name else [learner])[0]
        measure = None if measure is None else names_of(measure)[0]
        for key, value in (
            ("learner", learner),
            ("space", space),
            ("search", search),
            ("trials", trials),
            ("seconds", seconds),
            ("scheme", scheme),
            ("measure", measure),
            ("name", name or f"{base.name} tuned"),
            ("base", base),
        ):
            put(key, value)
        problems: list[str] = []
        self._check_budget(problems)
        try:
            put("inner", _inner(scheme, search))
        except BakeoffError as error:
            problems.append(f"scheme: {error}")
        try:
            put("parameters", Space.of(space))
            problems += check_parameters(base, self.parameters)
        except Problems as error:
            problems += error.problems
        except BadInput as error:
            problems.append(str(error))
        problems += _measure_problems(measure, base)
        if problems:
            raise Problems(f"the tuned learner {self.name!r}", list(dict.fromkeys(problems)))
        if search == "grid":
            self.parameters.grid(trials)  # refused here if the trials are too few

    def _check_budget(self, problems: list[str]) -> None:
        if self.search not in SEARCHES:
            problems.append(str(UnknownName("search", str(self.search), SEARCHES)))
        try:
            if count("trials", self.trials) > MOST_CANDIDATES:
                problems.append(f"trials must be at most {MOST_CANDIDATES:,}, not {self.trials:,}; give fewer")
        except BadInput as error:
            problems.append(f"{error}; a search needs at least one candidate")
        if self.seconds is not None and not self.seconds > 0:
            problems.append(f"seconds must be above 0, not {self.seconds!r}; leave it out for a budget in trials")
        elif self.seconds is not None and not isfinite(self.seconds):
            problems.append("seconds must be finite; leave it out for a budget in trials")
        elif self.seconds is not None and self.search in {"halving", "racing"}:
            problems.append(
                f'a budget in seconds does not go with search="{self.search}"; give trials, or use random, grid or optuna'
            )
        if self.search == "optuna":
            try:
                import optuna  # noqa: F401
            except ImportError:
                problems.append(f'search="optuna" needs optuna; install it with: {install_line("tune")}')

    @property
    def gives(self) -> frozenset[Output]:
        """What the learner gives, whatever its settings."""
        return frozenset(self.base.gives)

    @property
    def base_settings(self) -> str:
        """The settings of the learner itself, which every candidate starts from."""
        return str(self.base.settings)

    @property
    def card(self) -> dict[str, Any]:
        """The search in plain JSON: ranges as they were written."""
        return {
            "space": self.parameters.card,
            "search": self.search,
            "trials": self.trials,
            "seconds": self.seconds,
            "scheme": self.inner.name,
            "measure": self.measure,
            **({"function": own.own.source} if (own := session_measure(self.measure or "")) and own.own else {}),
        }

    @property
    def settings(self) -> str:
        """The learner's own settings and the search, as stable text."""
        try:
            base: Any = json.loads(self.base.settings)
        except ValueError:
            base = self.base.settings
        return json.dumps({"tuned": base, **self.card}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    @property
    def in_child(self) -> Candidates:
        """What a process that fits candidates needs."""
        return Candidates(self.base, self.parameters)

    @property
    def kind(self) -> Any:
        """Whether it predicts classes, numbers or clusters."""
        return getattr(self.base, "kind", None)

    def describe(self) -> str:
        """What happens to the columns first, in words."""
        return preparation_of(self.base)

    def steps(self, data: Dataset) -> tuple[str, ...]:
        """What happens to the columns of that data set first."""
        return steps_of(self.base, data)

    def leaves_out(self, data: Dataset) -> tuple[str, ...]:
        """What the user gave for learning and the learner does not take."""
        return left_out_by(self.base, data)

    def refuses(self, data: Dataset) -> str:
        """Why this learner cannot learn from that data set; empty if it can."""
        return next(refusals_of(self.base, [data]), "")

    def for_measure(self, measure: str) -> "Tuned":
        """The same learner, tuned by that measure where no other was named."""
        return self if self.measure is not None else replace_tuned(self, measure=measure)

    def notes(self) -> list[Note]:
        """What a careful person would ask about the space and the budget."""
        return list(space_notes(self.name, self.parameters, self.seconds))

    def begin(self, data: HasTarget, split: Split, train: Array, seed: int, key: UnitKey) -> SearchSession:
        """A search on the training part of one split."""
        measure = self.measure or _usual(data, self.gives)
        name = f"{key.dataset}/{key.scheme}/{key.repeat}/{key.fold}/{key.size}"
        scheme = inner_scheme(self.inner, data, split)
        return SearchSession(self, data, train, scheme=scheme, measure=measure, seed=seed, name=name, key=str(key))

    def tune(self, data: Dataset, *, seed: int = 0, groups: bool | None = None) -> Tuning:
        """Search on all rows of a data set, in this process.

        Parameters
        ----------
        data
            The rows.
        seed
            Of candidates and splits.
        groups
            Whether groups stay whole; by default if there are any.

        Returns
        -------
        Tuning
            The best candidate, and all others with their scores.

        Examples
        --------
        >>> from sklearn.tree import DecisionTreeClassifier
        >>> from bakeoff import load
        >>> learner = Tuned(DecisionTreeClassifier(random_state=0), {"max_depth": [1, 4]}, search="grid")
        >>> learner.tune(load("iris")).best.settings
        {'max_depth': 4}
        """
        session = self._session(data, seed, groups)
        while fits := session.ask():
            session.tell([_run(self, data, fit, seed) for fit in fits])
        if session.failure:
            raise BadInput(f"learner {self.name!r}: {session.failure}")
        return session.tuning()

    def planned(self, data: Dataset) -> PlannedFits:
        """How many fits a search on all rows of a data set will take."""
        return self._session(data, 0, None).planned

    def _session(self, data: Dataset, seed: int, groups: bool | None) -> SearchSession:
        scheme = self.inner
        keep = data.groups is not None if groups is None else groups
        if keep and getattr(scheme, "groups", None) is False:
            scheme = replace(scheme, groups=True)  # type: ignore[type-var]  # every scheme with groups is a dataclass
        return SearchSession(
            self,
            data,
            np.arange(len(data)),
            scheme=scheme,
            measure=self.measure or _usual(data, self.gives),
            seed=seed,
            name=data.name,
            key=f"{data.name}/{self.name}",
        )

    def fit(self, train: Dataset, rng: np.random.Generator) -> Model:
        """Search on the training rows in this process, then fit the chosen candidate on all of them."""
        tuning = self.tune(train, seed=int(rng.integers(2**63)))
        return tuning.learner.fit(train, rng)  # type: ignore[no-any-return]  # a Learner

    def __repr__(self) -> str:
        return f"<Tuned {self.name!r}: {self.search} search over {', '.join(self.parameters)}>"


def tune(
    learner: Any,
    space: Any,
    data: Dataset,
    *,
    search: str = "random",
    trials: int = 20,
    seconds: float | None = None,
    scheme: Any = "3-fold",
    measure: MeasureLike | None = None,
    seed: int = 0,
) -> Tuning:
    """Search for the settings of a learner on all rows of a data set: the chosen ones, all candidates, their inner scores.

    Parameters
    ----------
    learner
        A scikit-learn estimator.
    space
        Parameters and what they may be: `bo.uniform`, `bo.log_uniform`, `bo.integers`, `bo.choice` or plain lists.
    data
        The rows to search on.
    search
        "grid", "random", "halving", "racing" or "optuna".
    trials
        How many candidates are tried.
    seconds
        Seconds of fitting, instead of a number of candidates.
    scheme
        How rows are split to score a candidate.
    measure
        What decides; by default that of the task.
    seed
        Of candidates and splits.

    Returns
    -------
    Tuning
        The best candidate, and all others with their scores.

    Examples
    --------
    >>> from bakeoff.data.load import load
    >>> from bakeoff.tuning.space import choice
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> found = tune(DecisionTreeClassifier(random_state=0), {"max_depth": choice([1, 4])}, load("iris"), search="grid")
    >>> found.best.settings, len(found.candidates)
    ({'max_depth': 4}, 2)
    """
    search_options: dict[str, Any] = {
        "search": search,
        "trials": trials,
        "seconds": seconds,
        "scheme": scheme,
        "measure": measure,
    }
    tuned = learner if isinstance(learner, Tuned) else Tuned(learner, space, **search_options)
    return tuned.tune(data, seed=seed)


def replace_tuned(tuned: Tuned, **changes: Any) -> Tuned:
    """The same learner with other settings of its search."""
    fields = ("learner", "space", "search", "trials", "seconds", "scheme", "measure", "name")
    settings: dict[str, Any] = {name: getattr(tuned, name) for name in fields}
    return Tuned(**{**settings, **changes})


def _inner(scheme: Any, search: str) -> Scheme:
    inner_scheme = scheme_from(scheme)
    try:
        same = scheme_from(inner_scheme.name).name == inner_scheme.name
    except BakeoffError:
        same = False
    if not same:
        raise BadInput(
            f'inner splits need one of bakeoff\'s own schemes, such as "3-fold" or "holdout(test=0.3)", not {inner_scheme.name!r}'
        )
    splits = getattr(inner_scheme, "folds", RACED) * getattr(inner_scheme, "repeats", 1)
    return scheme_from(_RACE_SCHEME) if search == "racing" and splits < RACED else inner_scheme


def _measure_problems(measure: str | None, base: Learner) -> list[str]:
    if measure is None:
        return []
    try:
        declared = measure_named(measure)
    except BakeoffError as error:
        return [f"measure: {error}"]
    if declared.needs is None:
        return [
            f"measure: {declared.short} is measured by the clock, so settings chosen by it differ from run to run; choose by another measure"
        ]
    if declared.direction is Direction.NEITHER:
        return [f"measure: {declared.unordered}"]
    if not has_required_output(declared, frozenset(base.gives)):
        return [f"measure: {declared.short} needs {NEEDED[declared.needs]}, which learner {base.name!r} does not give"]
    return []


def _usual(data: HasTarget, gives: frozenset[Output]) -> str:
    return study_measures({data.task}, gives, positive=data.positive is not None)[0]


def _run(tuned: Tuned, data: Dataset, fit: InnerFit, seed: int) -> Run:
    """One inner fit in this process."""
    key = UnitKey(
        dataset=data.name, learner=tuned.name, scheme="", repeat=0, fold=0, role=INNER, condition=str(fit.place)
    )
    learner = tuned.in_child.configured(fit.settings)
    test = np.tile(fit.test, len(fit.place.candidates))
    try:
        model = learner.fit(data.take(fit.train), rng_for(seed, fit.chance))
        answer = predicted(model, data.block.take(fit.test))
    except Exception as error:  # noqa: BLE001  # a candidate may fail in any way, and the others go on
        failure = Failure(kind="exception", stage="fit", message=f"{type(error).__name__}: {error}")
        return Run(key=key, status=Status.FAILED, content="", failure=failure)
    arrays = {
        output.value: np.asarray(values) for output in Output if (values := getattr(answer, output.value)) is not None
    }
    asked = Expected(task=data.task, rows=data.rows[test], classes=data.classes, gives=frozenset(learner.gives))
    wrong = complaint(asked, arrays, {})
    if wrong is not None:
        failure = Failure(kind="invalid", stage="check", message=wrong)
        return Run(key=key, status=Status.INVALID, content="", failure=failure)
    return Run(
        key=key,
        status=Status.DONE,
        content="",
        predictions=assemble(data, fit.train, test, arrays),
        resources=Resources(),
    )
