"""Review: what a study will do and what a careful person would ask about it, before anything runs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.comparisons.judging.what_would_settle import too_few_blocks
from bakeoff.core.notes import Note
from bakeoff.core.text import listed
from bakeoff.data.dataset import Dataset
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.learner import Learner, preparation_of
from bakeoff.measures import measure_named
from bakeoff.measures.measure import NEEDED, Measure, has_required_output, intended_tasks
from bakeoff.measures.naming import short_name
from bakeoff.runs.work import units
from bakeoff.splits.bootstrap import Bootstrap
from bakeoff.splits.catalogue import scheme_words
from bakeoff.splits.plan import SplitPlan
from bakeoff.splits.training_sizes import subset
from bakeoff.study.analysis.stored_design import DomainDesign, domain_design
from bakeoff.study.spec.study_spec import StudySpec
from bakeoff.study.spec.unit_count import UnitCount

__all__ = ["Review", "review", "undecidable"]

BOOTSTRAP_SAMPLES = 200  # as Efron and Tibshirani (1997) draw for an error rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A study that can be run, in numbers, and what to think about first."""

    title: str
    domains: tuple[DomainDesign, ...]
    test_rows: tuple[tuple[int, int], ...]  # of each data set: the fewest and the most that a split tests
    learners: tuple[tuple[str, str], ...]  # name, what happens to the data first
    scheme: str
    primary: str
    measures: tuple[str, ...]
    units: UnitCount
    warnings: tuple[str, ...]


def review(spec: StudySpec) -> Review:
    """Profile the data and read the plans; a study that cannot be run never gets here."""
    work, plans = spec.work(), spec.plans()
    domains = tuple(_domain(data, plan) for data, plan in zip(spec.datasets, plans, strict=True))
    return Review(
        title=spec.title,
        domains=domains,
        test_rows=tuple(map(_test_rows, plans)),
        learners=tuple((learner.name, _preparation(learner, spec.datasets)) for learner in spec.learners),
        scheme=scheme_words(spec.scheme, classed=any(data.task.coded for data in spec.datasets)),
        primary=spec.primary,
        measures=spec.measures,
        units=UnitCount.of(work, units(work)),
        warnings=tuple(
            dict.fromkeys(
                [
                    *_data_warnings(domains),
                    *_measure_warnings(spec),
                    *_design_warnings(spec),
                    *_bootstrap_warnings(spec),
                    *_size_warnings(spec),
                ]
            )
        ),
    )


def _preparation(learner: Learner, datasets: Sequence[Dataset]) -> str:
    """What happens to the data first: of one data set column by column, of several in general."""
    own = getattr(learner, "base", learner)  # of a tuned learner
    if len(datasets) == 1 and isinstance(own, SklearnLearner):
        return own.describe(datasets[0])
    return preparation_of(learner)


def _domain(data: Dataset, plan: SplitPlan) -> DomainDesign:
    from bakeoff.data.notes import NO_POSITIVE
    from bakeoff.data.profile import study_profile

    profile, notes = study_profile(data)
    # A positive class that is not stated is told with the measures that ask for it.
    return domain_design(data, plan, [note for note in notes if note.kind is not NO_POSITIVE], profile)


def _test_rows(plan: SplitPlan) -> tuple[int, int]:
    sizes = [split.n_test for split in plan.splits]
    return min(sizes), max(sizes)


def _data_warnings(domains: tuple[DomainDesign, ...]) -> Iterator[str]:
    for domain in domains:
        for text in (*domain.card.warnings, *domain.plan_warnings):
            yield f"{domain.card.name}: {text}"


def _measure_warnings(spec: StudySpec) -> Iterator[str]:
    """Holes the table of scores will have; a hole in the primary measure is refused elsewhere."""
    for measure in map(measure_named, spec.measures):
        if measure.name == spec.primary:
            continue
        other = [data.name for data in spec.datasets if not measure.is_for(data.task)]
        if other:
            yield f"{short_name(measure)} will be empty on {listed(other)}: it is for {intended_tasks(measure.tasks)}"
        unstated = [data.name for data in spec.datasets if _unstated(measure, data)]
        if unstated:
            yield f"{short_name(measure)} will be empty on {listed(unstated)}: no positive class is stated (positive = ...)"
        silent = [
            learner.name
            for learner in spec.learners
            if not any(has_required_output(measure.for_task(data.task), learner.gives) for data in spec.datasets)
        ]
        if silent and measure.needs is not None:
            why = "which it does not give" if len(silent) == 1 else "which they do not give"
            yield f"{short_name(measure)} will be empty for {listed(silent)}: it needs {NEEDED[measure.needs]}, {why}"


def _unstated(measure: Measure, data: Dataset) -> bool:
    return measure.needs_positive and measure.is_for(data.task) and data.positive is None


def _design_warnings(spec: StudySpec) -> Iterator[str]:
    if len(spec.learners) == 1:
        yield "there is one learner only: it will be scored, but there is nothing to compare it with"
    few = undecidable(spec)
    if few is not None:
        yield f"which learners differ cannot be decided with this many data sets. {few}"


def _bootstrap_warnings(spec: StudySpec) -> Iterator[str]:
    """Learners that a bootstrap misjudges, and samples too few for a stable estimate."""
    if not isinstance(spec.scheme, Bootstrap):
        return
    neighbours = [learner.name for learner in spec.learners if "Neighbors" in learner.settings]
    if neighbours:
        yield (
            f"a bootstrap sample contains copies of rows, and {listed(neighbours)} by nearest neighbours counts copies as several neighbours: the errors "
            'are those of a smaller k on fewer rows; take scheme = "kfold(10)", or read .632+ beside e0'
        )
    if spec.scheme.repeats < BOOTSTRAP_SAMPLES:
        yield f"{spec.scheme.repeats} bootstrap samples: {BOOTSTRAP_SAMPLES} or more are usual, because single samples vary much"


def undecidable(spec: StudySpec) -> Note | None:
    """Note that no outcome on so few data sets could show any pair that the study asks about, and what they can decide."""
    k, n = len(spec.learners), len(spec.datasets)
    if k < 2 or n < 2:  # one data set is compared over its splits
        return None
    every = spec.baseline is None and not spec.pairs
    pairs = len(spec.pairs) or (k * (k - 1) // 2 if every else k - 1)
    return too_few_blocks(n, pairs, spec.alpha, learners=k if every else None)


def _size_warnings(spec: StudySpec) -> Iterator[str]:
    """Training parts so small that a class is missing, and learners may refuse them."""
    sizes = spec.sizes()
    for data, plan in zip(spec.datasets, spec.plans(), strict=True):
        if not data.task.classifies:
            continue
        first = plan.splits[0]
        for size in sizes[data.name]:
            target = data.target[subset(plan, first.repeat, first.fold, size, data.target)]
            if len(np.unique(target)) == 1:
                yield (
                    f"{data.name}: {size} training rows contain class {data.classes[target[0]]!r} only; learners that need "
                    "two classes will fail there, so use larger train_sizes"
                )
