"""Caveats: the notes about a study that a careful reader wants beside the numbers."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.types import significant_digits
from bakeoff.core.notes import Note, Subject
from bakeoff.data.tasks import MULTILABEL
from bakeoff.measures.labels.scikit_names import OTHER_NAMES as SCIKIT_NAMES
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.naming import with_short_names
from bakeoff.study.analysis.score_cube import PLAIN, ScoreCube
from bakeoff.study.analysis.stored_design import StoredStudy
from bakeoff.study.analysis.study_scores import FailureRow, StudyScores
from bakeoff.study.notes import (
    CONDITION_UNITS_FAILED,
    CURVE_UNITS_FAILED,
    CURVE_UNITS_WAITING,
    FROZEN,
    LEARNER_WARNINGS,
    MEASURE,
    OTHER_NAMES,
    OVERLAP,
    PARAMS_LEFT_OUT,
    PREPARED,
    SERIAL_JOBS,
    SHARED_BEST,
    SPLITS,
    UNITS_FAILED,
    UNITS_WAITING,
    WEIGHTED,
    over_datasets,
)

__all__ = ["caveats_of", "condition_caveats", "curve_caveats"]

INNER_JOBS = re.compile(r'"n_jobs":(?!1[,}])-?\d')
FROZEN_CLASS = "sklearn.frozen._frozen.FrozenEstimator"
MAJORITY_BLIND = frozenset({"accuracy", "error"})


def caveats_of(design: StoredStudy, scores: StudyScores, primary: Measure) -> Iterator[Note]:
    """The notes, most serious first."""
    own = scores.cube.at(**PLAIN, size=0)
    yield from _unfinished(design, own, [row for row in scores.failures if not (row.size or row.condition)])
    yield from _overlap(design)
    yield from _ties(own, primary)
    yield from _frozen(design)
    yield from over_datasets(_weighted(design))
    yield from over_datasets(_left_out(design))
    yield from _inner_jobs(design)
    yield from over_datasets(
        SPLITS(Subject(dataset=domain.card.name), text=text)
        for domain in design.domains
        for text in domain.plan_warnings
    )
    if primary.caveats and primary.name not in MAJORITY_BLIND:  # theirs is the imbalance that a check looks for
        caveats = tuple(with_short_names(text).removesuffix(".") for text in primary.caveats)
        yield MEASURE(Subject(measure=primary.name), caveats=caveats)
    yield from _other_names(design)
    yield from over_datasets(_prepared(design))
    times = Counter[str]()
    for learner, _, count in scores.warnings:
        times[learner] += count
    if times:
        yield LEARNER_WARNINGS(times=dict(times.most_common()))


def curve_caveats(scores: StudyScores) -> Iterator[Note]:
    """Units of learning curves that are missing; the study itself does not need them."""
    plain = scores.cube.at(**PLAIN).splits()
    done = plain.done[plain.axes["size"] > 0]
    failures = [row for row in scores.failures if row.size]
    planned = len(done)
    waiting = planned - int(done.sum()) - len(failures)
    if failures:
        yield CURVE_UNITS_FAILED(failed=len(failures), planned=planned, places=_places(failures))
    if waiting:
        yield CURVE_UNITS_WAITING(waiting=waiting, planned=planned)


def condition_caveats(design: StoredStudy, scores: StudyScores) -> Iterator[Note]:
    """Units under other conditions that are missing; the study itself does not need them."""
    failures = [row for row in scores.failures if row.condition]
    if failures:
        planned = sum(len(domain.splits) * len(domain.grid) for domain in design.domains) * len(design.names)
        yield CONDITION_UNITS_FAILED(failed=len(failures), planned=planned, places=_places(failures))


def _places(failures: Sequence[FailureRow]) -> list[dict[str, Any]]:
    """Where units failed, the most frequent place first."""
    places = Counter((failure.learner, failure.dataset, failure.size, failure.condition) for failure in failures)
    return [
        {"learner": learner, "dataset": dataset, "units": units}
        | ({"rows": size} if size else {})
        | ({"condition": condition} if condition else {})
        for (learner, dataset, size, condition), units in places.most_common()
    ]


def _unfinished(design: StoredStudy, own: ScoreCube, failures: Sequence[FailureRow]) -> Iterator[Note]:
    if failures:
        yield UNITS_FAILED(failed=len(failures), planned=design.units, places=_places(failures))
    waiting = design.units - int(own.done.sum()) - len(failures)
    if waiting:
        yield UNITS_WAITING(waiting=waiting, planned=design.units)


def _overlap(design: StoredStudy) -> Iterator[Note]:
    shares = [domain.test_share for domain in design.domains if domain.overlapping]
    if shares:
        yield OVERLAP(low=min(shares), high=max(shares))


def _frozen(design: StoredStudy) -> Iterator[Note]:
    """Learners with a part that no split trains; the settings name its class."""
    names = tuple(learner.name for learner in design.learners if FROZEN_CLASS in learner.settings)
    if names:
        yield FROZEN(learners=names)


def _prepared(design: StoredStudy) -> Iterator[Note]:
    for domain in design.domains:
        steps = defaultdict[str, list[str]](list)
        for learner, words in domain.preparations:
            steps[words].append(learner)
        if steps:
            facts = {words: tuple(names) for words, names in steps.items()}
            yield PREPARED(Subject(dataset=domain.card.name if len(design.domains) > 1 else ""), steps=facts)


def _other_names(design: StoredStudy) -> Iterator[Note]:
    """Measures of several labels whose name in scikit-learn is that of another quantity; the first name of each."""
    if any(domain.card.task != MULTILABEL.name for domain in design.domains):
        return
    theirs: dict[str, str] = {}
    for name, ours in SCIKIT_NAMES.items():
        if ours in design.measures and ours not in theirs.values():
            theirs[name] = ours
    if theirs:
        yield OTHER_NAMES(names=theirs)


def _weighted(design: StoredStudy) -> Iterator[Note]:
    for domain in design.domains:
        if domain.weights:
            where = Subject(dataset=domain.card.name if len(design.domains) > 1 else "")
            yield WEIGHTED(where, weights=domain.weights)


def _left_out(design: StoredStudy) -> Iterator[Note]:
    """Weights and other values that the fit of some learners does not take."""
    for domain in design.domains:
        names = defaultdict[str, list[str]](list)
        for learner, name in domain.left_out:
            names[name].append(learner)
        for name, learners in names.items():
            where = Subject(dataset=domain.card.name if len(design.domains) > 1 else "")
            yield PARAMS_LEFT_OUT(where, name=name, learners=tuple(learners))


def _inner_jobs(design: StoredStudy) -> Iterator[Note]:
    """Learners that ask for processes or threads of their own; the settings hold how many."""
    names = tuple(learner.name for learner in design.learners if INNER_JOBS.search(learner.settings))
    if names:
        yield SERIAL_JOBS(learners=names)


def _ties(own: ScoreCube, primary: Measure) -> Iterator[Note]:
    """Data sets that say nothing about who is best."""
    shared, means_of = [], defaultdict[str, list[float]](list)
    for cell in own.cells(primary.name):
        means_of[cell.dataset].append(cell.mean)
    for dataset, cell_means in means_of.items():
        means = significant_digits(np.array(cell_means))
        defined = means[~np.isnan(means)]
        best = defined.max(initial=-np.inf) if primary.direction is Direction.HIGHER else defined.min(initial=np.inf)
        if int((defined == best).sum()) > 1:
            shared.append(dataset)
    if shared:
        yield SHARED_BEST(Subject(measure=primary.name), where=tuple(shared), of=len(means_of))
