"""StudySpec: what is compared on what, how and by which measure, named before anything runs."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from hashlib import sha256
from math import isfinite
from typing import Any

import numpy as np

from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, BakeoffError, Problems, UnknownName
from bakeoff.data.conditions import Condition
from bakeoff.data.dataset import Dataset
from bakeoff.estimates.over_splits.complexity import Complexity
from bakeoff.learners.learner import Learner, left_out_by, preparation_of, refusals_of
from bakeoff.measures import measure_named
from bakeoff.measures.labels.scikit_names import measure_for_labels
from bakeoff.measures.measure import NEEDED, Measure, has_required_output, intended_tasks
from bakeoff.measures.naming import short_name
from bakeoff.predictions.outputs import Output
from bakeoff.runs.work import Work
from bakeoff.splits.checks import MOST_SPLITS
from bakeoff.splits.condition_grid import ConditionGrid, condition_grid
from bakeoff.splits.plan import Scheme, SplitPlan
from bakeoff.splits.training_sizes import size_problems, sizes_in_rows
from bakeoff.study.running.epoch_curve import MOST_EPOCHS, is_stepwise
from bakeoff.study.spec.options import LearningCurveOptions, Policy, ReportOptions, RunSettings, StudyOptions
from bakeoff.study.spec.study_size import too_many
from bakeoff.tuning.tuned import Tuned

__all__ = ["StudySpec"]


@dataclass(frozen=True, kw_only=True, eq=False)
class StudySpec(StudyOptions):
    """The whole experiment as values. Everything that can be refused is refused here, all of it at once.

    The split plans are drawn at construction from the study's seed, one per data set, shared by all learners.
    """

    datasets: tuple[Dataset, ...]
    learners: tuple[Learner, ...]
    scheme: Scheme
    measures: tuple[str, ...]
    primary: str
    run: RunSettings = field(default_factory=RunSettings)
    conditions: tuple[Condition, ...] = ()  # further units beside the study: trained or tested under other conditions
    _plans: tuple[SplitPlan, ...] = field(init=False, repr=False)
    _grids: dict[str, ConditionGrid] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "datasets", tuple(self.datasets))
        put(self, "learners", tuple(self.learners))
        put(self, "pairs", tuple((a, b) for a, b in self.pairs))
        put(self, "train_sizes", tuple(np.asarray(size).item() for size in self.train_sizes))
        put(self, "learning_rates", tuple(self.learning_rates))
        put(self, "complexity", _by_learner(self.complexity, [learner.name for learner in self.learners]))
        put(self, "silence", tuple(self.silence))
        put(self, "signs", tuple(self.signs))
        problems = list(_canonical_measures(self))
        put(self, "learners", tuple(_by_measure(learner, self.primary) for learner in self.learners))
        problems += _checked(self)
        plans: list[SplitPlan] = []
        for data in self.datasets:
            try:
                plans.append(self.scheme.plan(data, self.seed))
            except BakeoffError as error:
                subject = f"data set {data.name!r}"
                problems.append(str(error) if str(error).startswith(subject) else f"{subject}: {error}")
        put(self, "_plans", tuple(plans))
        put(self, "conditions", tuple(self.conditions))
        put(self, "_grids", dict(_grids(self, problems)))
        problems.extend(_checked_sizes(self))
        problems.extend(_checked_inner_splits(self))
        problems.extend(_checked_epochs(self))
        problems.extend(_checked_complexity(self))
        if problems:
            raise Problems(f"the study {self.title!r}", list(dict.fromkeys(problems)))

    def plans(self) -> tuple[SplitPlan, ...]:
        """The exact rows of every split, in the order of the data sets."""
        return self._plans

    def sizes(self) -> dict[str, tuple[int, ...]]:
        """The smaller training parts of every data set's learning curves, in rows."""
        return {
            data.name: sizes_in_rows(plan, self.train_sizes)
            for data, plan in zip(self.datasets, self._plans, strict=True)
        }

    def grids(self) -> dict[str, ConditionGrid]:
        """The rows of every data set under other conditions, where the study has any."""
        return self._grids

    def work(self) -> Work:
        """What a runner needs: data, plans, learners and the seed."""
        names = [data.name for data in self.datasets]
        return Work(
            datasets=dict(zip(names, self.datasets, strict=True)),
            plans=dict(zip(names, self._plans, strict=True)),
            learners={learner.name: learner for learner in self.learners},
            scheme=self.scheme.name,
            seed=self.seed,
            sizes=self.sizes(),
            training_error=self.training_error,
            grids=self._grids,
        )

    def spec_card(self) -> dict[str, Any]:
        """The study in plain JSON, for the results file; holds no data and no learner object."""
        return {
            "datasets": [
                {"name": data.name, "fingerprint": plan.dataset, "plan": plan.fingerprint}
                for data, plan in zip(self.datasets, self._plans, strict=True)
            ],
            "learners": [
                {"name": learner.name, "settings": learner.settings, "preparation": preparation_of(learner)}
                for learner in self.learners
            ],
            "scheme": self.scheme.name,
            "measures": list(self.measures),
            "primary": self.primary,
            **self.stored(),
        }

    @property
    def study_hash(self) -> str:
        """sha256 over the card: equal hashes mean the same experiment.

        Its title and what the report leaves out do not enter; learning curves are further units beside it.
        """
        aside = {"title", *(field.name for part in (LearningCurveOptions, ReportOptions) for field in fields(part))}
        card = {key: value for key, value in self.spec_card().items() if key not in aside}
        return sha256(json.dumps(card, sort_keys=True).encode()).hexdigest()


def _grids(spec: StudySpec, problems: list[str]) -> Iterator[tuple[str, ConditionGrid]]:
    """The grid of each data set; what cannot be goes to the problems."""
    problems.extend(_twice("condition", [condition.name for condition in spec.conditions]))
    names = [data.name for data in spec.datasets]
    problems.extend(
        f"condition {condition.name!r}: {UnknownName('data set', condition.dataset, names)}"
        for condition in spec.conditions
        if condition.dataset and condition.dataset not in names
    )
    if not spec.conditions or problems or len(spec.plans()) < len(spec.datasets):
        return
    for data, plan in zip(spec.datasets, spec.plans(), strict=True):
        try:
            grid = condition_grid(data, plan, spec.conditions, spec.scheme, spec.seed)
        except Problems as error:
            problems.extend(error.problems)
            continue
        if grid.cells:
            yield data.name, grid


def _by_measure(learner: Learner, primary: str) -> Learner:
    """A learner that tunes itself does so by the primary measure, unless it names another."""
    return learner.for_measure(primary) if isinstance(learner, Tuned) else learner


def _canonical_measures(spec: StudySpec) -> Iterator[str]:
    """Replace aliases, and scikit-learn's names for several labels, by the catalogue's names, each once; the primary measure comes first."""
    names: list[str] = []
    tasks = {data.task for data in spec.datasets}
    only = next(iter(tasks)) if len(tasks) == 1 else None
    for name in (spec.primary, *spec.measures):
        try:
            measure = measure_named(name)
            names.append((measure if only is None else measure_for_labels(measure, only)).name)
        except BakeoffError as error:
            yield f"measures: {error}"
    if spec.primary not in spec.measures:
        yield f"measures: the primary measure {spec.primary!r} is not among the measures; add it"
    if names:
        object.__setattr__(spec, "primary", names[0])
    object.__setattr__(spec, "measures", tuple(dict.fromkeys(names)))


def _checked(spec: StudySpec) -> Iterator[str]:
    yield from _checked_numbers(spec)
    yield from _checked_names(spec)
    yield from _refused(spec)
    for name in spec.measures:
        try:
            measure = measure_named(name)
        except BakeoffError:
            continue  # told already
        if measure.name == spec.primary and measure.unordered:
            yield f"measures: the primary measure decides who is better, but {measure.unordered}"
        yield from _checked_measure(spec, measure)


def _checked_numbers(spec: StudySpec) -> Iterator[str]:
    for check in (partial(count, "seed", spec.seed, least=0), partial(probability, "alpha", spec.alpha)):
        try:
            check()
        except BadInput as error:
            yield str(error)
    if spec.policy not in set(Policy):
        yield str(UnknownName("policy", str(spec.policy), [policy.value for policy in Policy]))
    if spec.rope is not None and not (isfinite(spec.rope) and spec.rope > 0):
        yield f"rope must be a number above 0 or left out, not {spec.rope!r}"


def _checked_sizes(spec: StudySpec) -> Iterator[str]:
    yield from size_problems(spec.train_sizes)
    for data, plan in zip(spec.datasets, spec.plans(), strict=False):  # a data set that cannot be split has no plan
        whole = min((split.n_train for split in plan.splits), default=0)
        for size in spec.train_sizes:
            if isinstance(size, int) and size > whole:
                yield (
                    f"train_sizes: {size} rows are more than data set {data.name!r} has to train on ({whole}); "
                    "use fewer, or shares such as 0.5"
                )


def _checked_inner_splits(spec: StudySpec) -> Iterator[str]:
    """A search inside a training part cannot make more folds than that part has rows, nor endless repeats."""
    for learner in spec.learners:
        if not isinstance(learner, Tuned):
            continue
        folds, repeats = getattr(learner.inner, "folds", 1), getattr(learner.inner, "repeats", 1)
        if folds * repeats > MOST_SPLITS:
            yield f"learner {learner.name!r}: tune asks for {folds * repeats} splits of each training part; use 3 or 5 folds"
            continue
        for data, plan in zip(spec.datasets, spec.plans(), strict=False):  # a data set that cannot be split has no plan
            rows = min((split.n_train for split in plan.splits), default=0)
            if folds > rows > 0:
                yield (
                    f"learner {learner.name!r}: tune asks for {folds} folds, but data set {data.name!r} has only {rows} rows to train on; "
                    "use 3 or 5 folds"
                )


def _checked_epochs(spec: StudySpec) -> Iterator[str]:
    if spec.learning_rates and not spec.epochs:
        yield "learning_rates: curves by training steps need epochs, the number of steps; set epochs = 50"
    if type(spec.epochs) is not int or not 0 <= spec.epochs <= MOST_EPOCHS:
        yield f"epochs: a whole number of steps up to {MOST_EPOCHS}, not {spec.epochs!r}; 0 is none"
    weighted = [data.name for data in spec.datasets if data.fit_weight is not None]
    if spec.epochs and weighted:
        yield f'epochs: curves by training steps learn without the weights of {weighted[0]!r}; leave them out, or set weights = "score"'
    wrong = [rate for rate in spec.learning_rates if type(rate) not in {int, float} or not rate > 0]
    if wrong:
        yield f"learning_rates: every rate is a number above 0, not {wrong[0]!r}"
    if spec.epochs and not any(map(is_stepwise, spec.learners)):
        yield (
            "epochs: no learner is trained step by step; that needs a scikit-learn estimator with staged_predict, partial_fit or "
            "warm_start, such as MLPClassifier or GradientBoostingClassifier"
        )


def _by_learner(stated: Any, learners: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """One expression for all learners, or one for each that is named."""
    if isinstance(stated, str):
        return tuple((name, stated) for name in learners) if stated else ()
    return tuple((str(name), str(text)) for name, text in (stated.items() if isinstance(stated, Mapping) else stated))


def _checked_complexity(spec: StudySpec) -> Iterator[str]:
    names = [learner.name for learner in spec.learners]
    for name, text in spec.complexity:
        try:
            if name not in names:
                raise UnknownName("learner", name, names)
            Complexity(text)
        except BakeoffError as error:
            yield f"complexity: {error}"


def _checked_names(spec: StudySpec) -> Iterator[str]:
    learners = [learner.name for learner in spec.learners]
    yield from _twice("data set", [dataset.name for dataset in spec.datasets])
    yield from _twice("learner", learners)
    yield from too_many(
        {
            "learners": len(learners),
            "data sets": len(spec.datasets),
            "measures": len(spec.measures),
            "pairs": len(spec.pairs),
        }
    )
    if not spec.datasets:
        yield "a study needs at least one data set"
    if not spec.learners:
        yield "a study needs at least one learner"
    wanted = [("baseline", spec.baseline)] if spec.baseline is not None else []
    wanted += [("pairs", name) for pair in spec.pairs for name in pair]
    for key, name in wanted:
        if name not in learners:
            yield f"{key}: {UnknownName('learner', str(name), learners)}"
    yield from (f"pairs: {a!r} is compared with itself" for a, b in spec.pairs if a == b)
    if spec.signs and len(spec.signs) != len(spec.pairs):
        yield f"signs: there are {len(spec.signs)} for {len(spec.pairs)} pairs; give one for each pair, in the same order"


def _refused(spec: StudySpec) -> Iterator[str]:
    """What learners say about data sets they cannot learn from."""
    for learner in spec.learners:
        yield from refusals_of(learner, spec.datasets)
    for data in spec.datasets:
        unread = [set(left_out_by(learner, data)) for learner in spec.learners] if data.params else []
        for name in data.params:
            if all(name in names for names in unread):
                yield f"params: fit of no learner takes {name!r}; drop it, or write STEP__{name} for a step of a pipeline"


def _twice(kind: str, names: Iterable[str]) -> Iterator[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f"{times} {kind}s are called {name!r}; give each its own name"
        if not name:
            yield f"a {kind} has no name"


def _answers(gives: frozenset[Output], measure: Measure, spec: StudySpec) -> bool:
    """Whether outputs of these kinds hold what the measure reads, on some data set."""
    return any(has_required_output(measure.for_task(data.task), gives) for data in spec.datasets)


def _checked_measure(spec: StudySpec, measure: Measure) -> Iterator[str]:
    """The primary measure must fit everything; any other must fit at least one data set."""
    fitting = [data for data in spec.datasets if measure.is_for(data.task)]
    named = f"measures: {short_name(measure)}" + (f" ({measure.name})" if short_name(measure) != measure.name else "")
    if measure.name == spec.primary:
        for data in spec.datasets:
            if not measure.is_for(data.task):
                yield f"{named} is for {intended_tasks(measure.tasks)}, but data set {data.name!r} has a target of {intended_tasks([data.task])}"
        for learner in spec.learners:
            if measure.needs is not None and not _answers(learner.gives, measure, spec):
                yield f"{named} needs {NEEDED[measure.needs]}, which learner {learner.name!r} does not give"
    elif spec.datasets and not fitting:
        yield f"{named} is for {intended_tasks(measure.tasks)}, and no data set of the study has such a target; leave it out"
    if measure.name != spec.primary:
        return  # a hole in another measure is a gap in a table, and `bakeoff check` tells it
    for data in fitting:
        if measure.needs_positive and data.task.takes_positive and data.positive is None:
            yield (
                f"{named} needs a positive class, and data set {data.name!r} states none; "
                f"give positive = {data.classes[0]!r} or {data.classes[1]!r}"
            )
