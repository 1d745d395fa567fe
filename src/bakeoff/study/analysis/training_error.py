"""The error on training rows beside the test error, and what a bootstrap makes of both: e0, .632 and .632+."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isnan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Name
from bakeoff.data.artificial.noise_free import noise_free_target
from bakeoff.data.tasks import task_named
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import TRAININGS_LEFT_OUT
from bakeoff.estimates.over_splits.bootstrap_error import BootstrapError, bootstrap_error
from bakeoff.estimates.over_splits.error_parts import ErrorParts, error_parts, no_parts
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures.measure import Direction, Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import ALL_ROWS, RESUBSTITUTION, UnitKey
from bakeoff.splits.shared_rows import shared_training_rows
from bakeoff.study.analysis.cell_estimates import LEVEL
from bakeoff.study.analysis.score_cube import PLAIN, ScoreCube
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = ["TrainingGap", "bootstrap_errors", "domain_parts", "parts_of_errors", "training_gaps"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingGap:
    """One learner on one data set: its score on the rows it was trained on, on test rows, and how much better the first is."""

    dataset: str
    learner: str
    measure: str
    training: Estimate
    test: Estimate
    gap: Estimate  # positive where training rows score better, whichever way is better


def training_gaps(cube: ScoreCube, design: StoredStudy, measure: Measure) -> Iterator[TrainingGap]:
    """Where both were run on every split and both are defined on each of them."""
    sign = 1.0 if measure.direction is Direction.HIGHER else -1.0
    for domain in design.domains:
        own = cube.at(dataset=domain.card.name, measure=measure.name, size=0)
        resubstituted = own.at(role=RESUBSTITUTION, condition="") if RESUBSTITUTION in cube.levels["role"] else None
        if resubstituted is None:
            continue
        tests = {cell.learner: cell for cell in own.at(**PLAIN).cells(measure.name)}
        for cell in resubstituted.cells(measure.name):
            test = tests.get(cell.learner)
            if test is None or len(cell.splits) != len(test.splits):
                continue
            both = np.stack([cell.splits, test.splits])
            if not both.size or not np.isfinite(both).all():
                continue
            estimates = [
                mean_over_splits(scores, domain.share, LEVEL) for scores in (*both, sign * (both[0] - both[1]))
            ]
            yield TrainingGap(
                dataset=domain.card.name, learner=cell.learner, measure=measure.name,
                training=estimates[0], test=estimates[1], gap=estimates[2],
            )  # fmt: skip


def bootstrap_errors(ledger: Ledger, design: StoredStudy) -> Iterator[BootstrapError]:
    """Of each data set and learner of a bootstrap study that asked for the training error."""
    for domain in design.domains if design.training_error else ():
        for learner in design.names:
            whole = _predicted(ledger, design, domain, learner, domain.splits[0], whole=True)
            parts = [_predicted(ledger, design, domain, learner, split) for split in domain.splits]
            outside = [part for part in parts if part is not None]
            if whole is not None and len(outside) == len(domain.splits):
                error = bootstrap_error(outside, whole)
                yield replace(error, dataset=domain.card.name, learner=learner)


def parts_of_errors(ledger: Ledger, design: StoredStudy) -> Iterator[ErrorParts]:
    """Noise, bias and variance of each data set and learner, in a study that asked for the training error and repeats rows."""
    for domain in design.domains if design.training_error else ():
        if len({repeat for repeat, _ in domain.splits}) > 1:
            clean = noise_free_target(domain.card.source, domain.card.n_rows, domain.card.fingerprint)
            rows = None if clean is None else np.arange(len(clean))
            parts = tuple(domain_parts(ledger, design, domain, truth=clean, truth_rows=rows))
            yield from parts if any(part.rows for part in parts) else ()


def domain_parts(
    ledger: Ledger,
    design: StoredStudy,
    domain: DomainDesign,
    *,
    learners: Sequence[str] | None = None,
    truth: Array | None = None,
    truth_rows: Array | None = None,
) -> Iterator[ErrorParts]:
    """Noise, bias and variance of learners on one data set; a learner without them has the reason instead."""
    shared = shared_training_rows(ledger.plan(domain.card.name))
    for learner in design.names if learners is None else learners:
        predictions = [_predicted(ledger, design, domain, learner, split) for split in domain.splits]
        parts = [
            part for part in predictions if part is not None and (part.label is not None or part.proba is not None)
        ]
        name = domain.card.name
        try:
            decomposition = error_parts(
                parts, truth=truth, truth_rows=truth_rows, shared=0.0 if isnan(shared) else shared
            )
        except NotApplicable as reason:
            loss = "squared" if task_named(domain.card.task).numeric else "zero-one"
            yield no_parts(loss, dataset=name, learner=learner, why=str(reason))
            continue
        lost = len(predictions) - len(parts)
        about = {"learner": Name(learner), "dataset": Name(name)}
        some = [TRAININGS_LEFT_OUT(n=lost, planned=len(predictions), **about)] if lost else []
        yield replace(decomposition, notes=(*decomposition.notes, *some), dataset=name, learner=learner)


def _predicted(
    ledger: Ledger,
    design: StoredStudy,
    domain: DomainDesign,
    learner: str,
    split: tuple[int, int],
    *,
    whole: bool = False,
) -> Predictions | None:
    key = UnitKey(
        dataset=domain.card.name, learner=learner, scheme=design.scheme, repeat=split[0], fold=split[1],
        role=RESUBSTITUTION if whole else "test", condition=ALL_ROWS if whole else "",
    )  # fmt: skip
    run = ledger.get(key)
    return None if run is None else run.predictions
