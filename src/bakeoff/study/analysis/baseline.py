"""The baseline of a study: always the most frequent class, or the mean, of the training rows. Nothing is trained for it."""

from collections.abc import Iterator, Sequence
from math import isnan, nan

import numpy as np

from bakeoff.core.errors import BakeoffError
from bakeoff.data.tasks import AnswerForm
from bakeoff.measures.measure import Measure, Pooling
from bakeoff.measures.measure_scale import is_cost
from bakeoff.panels.constant_baseline import Baseline
from bakeoff.predictions.constant_answers import constant_answers, title_of_constant
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.assemble import split_context
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.study.analysis.score import score_pooled, score_units
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = ["study_baselines"]

MOST_ROWS = 2_000_000  # test rows that are scored, about a second; of more, those of the first repeat: repeats test the same rows


def study_baselines(ledger: Ledger, design: StoredStudy, measures: Sequence[Measure]) -> tuple[Baseline, ...]:
    """Of each data set by each measure of quality."""
    wanted = [measure for measure in measures if not is_cost(measure.name)]
    return tuple(baseline for domain in design.domains for baseline in _of_domain(ledger, design, domain, wanted))


def _of_domain(
    ledger: Ledger, design: StoredStudy, domain: DomainDesign, measures: Sequence[Measure]
) -> Iterator[Baseline]:
    try:
        data, plan = ledger.dataset(domain.card.name), ledger.plan(domain.card.name)
    except BakeoffError:  # the file has no targets, so nothing can be said about them
        return
    if not (data.task.classifies or data.task.numeric or data.task.in_columns):
        return
    splits = plan.splits
    whole = sum(len(split.test) for split in splits) <= MOST_ROWS
    if not whole:
        splits = tuple(split for split in splits if split.repeat == splits[0].repeat)
    runs = []
    for split in splits:
        rows = Predictions(**split_context(data, split.train, split.test))
        usual = data.target[split.train].mean(axis=0) if rows.prior is None else rows.prior
        key = UnitKey(dataset=data.name, learner="baseline", scheme=design.scheme, repeat=split.repeat, fold=split.fold)
        answers = constant_answers(rows, usual)
        runs.append(Run(key=key, status=Status.DONE, content="", predictions=answers))
    title = title_of_constant(coded=data.task.coded or data.task.answer is AnswerForm.LABELS)
    for measure in (measure.for_task(data.task) for measure in measures):
        yield _scored(runs, measure, dataset=data.name, name=title, whole=whole)


def _scored(runs: Sequence[Run], measure: Measure, *, dataset: str, name: str, whole: bool) -> Baseline:
    first = runs[0].predictions
    why = "there are no rows" if first is None else measure.fits(first)
    if why:
        return Baseline(dataset=dataset, name=name, measure=measure.name, value=nan, reason=why)
    values = score_units(runs, [measure], [True])[:, 0]
    splits = values if whole else np.empty(0)
    if np.isnan(values).any() or measure.across_folds is Pooling.POOLED:  # as the learners are scored then
        values, splits = score_pooled(runs, [measure])[:, 0], np.empty(0)
    value = float(np.mean(values))
    reason = f"{measure.title} is undefined for a constant answer" if isnan(value) else ""
    return Baseline(dataset=dataset, name=name, measure=measure.name, value=value, reason=reason, splits=splits)
