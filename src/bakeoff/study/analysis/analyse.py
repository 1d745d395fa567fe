"""Analyse: from the results file to Findings. A pure function of what the file holds; no learner and no data is needed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.notes import Note
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.measures.notes import answer_notes
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.best_learner import groups_of_rows
from bakeoff.study.analysis.caveats import caveats_of, condition_caveats, curve_caveats
from bakeoff.study.analysis.cell_estimates import CellEstimate, by_rows, cells_of
from bakeoff.study.analysis.compare import ComparisonOutcome, marks_on, on_dataset, over_datasets
from bakeoff.study.analysis.curves.epoch_curves import stored_epoch_curves
from bakeoff.study.analysis.findings import CpuTime, Findings, StudyCard
from bakeoff.study.analysis.own_measures import changed_functions
from bakeoff.study.analysis.score_cube import PLAIN, CellScores, ScoreCube
from bakeoff.study.analysis.stored_design import STUDY_TOML, DomainDesign, StoredStudy, design_of
from bakeoff.study.analysis.study_scores import StudyScores, failures_by_role, load_or_score
from bakeoff.study.analysis.tunings import tuning_notes, tunings_of
from bakeoff.study.checks.run_checks import checks_of_study
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Fact
from bakeoff.study.facts.measure_orders import other_measures
from bakeoff.study.notes import WITHHELD, over_datasets as notes_over_datasets, over_measures, over_pairs
from bakeoff.study.running.environment_text import machine, versions
from bakeoff.study.spec.options import option_values

__all__ = ["analyse", "analysed", "design_of"]


def analyse(
    ledger: Ledger,
    design: StoredStudy | None = None,
    *,
    measure: str | None = None,
    silence: Sequence[str] = (),
    facts: Iterable[Fact[Any, Any]] = (),
) -> Findings:
    """All that the study says with these facts; with a measure, the same question asked of that one instead of the study's own.

    Whoever has read the design of the study from the file already hands it in.
    """
    return analysed(ledger, design, measure=measure, silence=silence).finished(facts)


def analysed(
    ledger: Ledger, design: StoredStudy | None = None, *, measure: str | None = None, silence: Sequence[str] = ()
) -> Analysed:
    """The study scored and judged, from which facts are computed."""
    design = design_of(ledger) if design is None else design
    if measure is not None:
        name = measure_named(measure).name
        design = replace(design, measures=(name,), primary=name)
    scores = load_or_score(ledger, design, [measure_named(name) for name in design.measures])
    answers = {
        domain.card.name: _answers(ledger, domain, design) for domain in design.domains if len(domain.splits) == 1
    }
    findings = _findings(ledger, design, scores, answers, silence)
    findings = replace(findings, checks=checks_of_study(findings, ledger, design))
    primary = findings.primary
    return Analysed(
        findings=findings,
        ledger=ledger,
        design=design,
        test_sets=answers,
        judgement=primary,
        checks=findings.checks,
        others={} if primary is None else other_measures(findings, primary),
    )


def _findings(
    ledger: Ledger,
    design: StoredStudy,
    scores: StudyScores,
    answers: Mapping[str, Mapping[str, Predictions]],
    silence: Sequence[str],
) -> Findings:
    """Scores, judgements and notes; facts of single sections come later."""
    measures, primary = [measure_named(name) for name in design.measures], measure_named(design.primary)
    own = scores.cube.at(**PLAIN).at(size=0)
    per_dataset = [
        (domain.card.name, on_dataset(own, domain, primary, design, answers.get(domain.card.name)))
        for domain in design.domains
    ]
    overall = _overall(own, measures, design, per_dataset)
    cells = tuple(
        cell
        for domain in design.domains
        for cell in _cells(own, domain, measures, answers.get(domain.card.name), design.seed)
    )
    tunings = tuple(tunings_of(ledger, design, cells))
    epochs = tuple(stored_epoch_curves(ledger, design))
    failures, of_sizes, of_conditions = failures_by_role(scores.failures)
    judgements = tuple(outcome.judgement for outcome in overall if outcome.judgement is not None)
    judged = [(name, outcome.judgement) for name, outcome in per_dataset if outcome.judgement is not None]
    return Findings(
        card=_card(ledger, design, scores, units_done=int(own.done.sum())),
        cube=scores.cube,
        cells=cells,
        judgements=judgements,
        per_dataset=tuple(judged),
        failures=failures,
        learner_warnings=scores.warnings,
        notes=(
            *_notes(overall, per_dataset, design, scores, primary),
            *tuning_notes(tunings, design),
            *answer_notes(measures),
            *changed_functions(ledger, design.measures),
            *(note for curve in epochs for note in curve.notes),
        ),
        silence=(*design.silence, *silence),
        learning_failures=of_sizes,
        condition_failures=of_conditions,
        marks=tuple(
            mark
            for domain, (name, outcome) in zip(design.domains, per_dataset, strict=True)
            for mark in marks_on(own, domain, primary, design, answers=answers.get(name), judgement=outcome.judgement)
        ),
        times=tuple(map(_time, own.cells(design.primary))),
        tunings=tunings,
        epochs=epochs,
    )


def _time(cell: CellScores) -> CpuTime:
    """Never over the units that survived: a learner that runs out of time would look fast."""
    seconds = float(cell.costs["cpu_seconds"].mean()) if cell.done.all() else np.nan
    return CpuTime(dataset=cell.dataset, learner=cell.learner, seconds=seconds)


def _answers(ledger: Ledger, domain: DomainDesign, design: StoredStudy) -> dict[str, Predictions]:
    """The predictions of each learner on the only test set there is, with the groups of its rows where it has any."""
    repeat, fold = domain.splits[0]
    keys = [
        UnitKey(dataset=domain.card.name, learner=name, scheme=design.scheme, repeat=repeat, fold=fold)
        for name in design.names
    ]
    runs = [ledger.get(key) for key in keys]
    predictions_by_learner = {
        run.key.learner: run.predictions for run in runs if run is not None and run.predictions is not None
    }
    groups_of = groups_of_rows(ledger, domain.card.name)
    return (
        predictions_by_learner
        if groups_of is None
        else {name: replace(pred, group=groups_of(pred.rows)) for name, pred in predictions_by_learner.items()}
    )


def _cells(
    own: ScoreCube,
    domain: DomainDesign,
    measures: Sequence[Measure],
    answers: Mapping[str, Predictions] | None,
    seed: int,
) -> Iterator[CellEstimate]:
    cells = cells_of(own, domain, measures)
    return cells if answers is None else by_rows(list(cells), answers, measures, seed)


def _overall(
    own: ScoreCube,
    measures: Sequence[Measure],
    design: StoredStudy,
    per_dataset: Sequence[tuple[str, ComparisonOutcome]],
) -> list[ComparisonOutcome]:
    """Per measure, primary first: over data sets if there are several, else over the splits of the only one."""
    order = sorted(measures, key=lambda measure: measure.name != design.primary)
    if len(design.domains) > 1:
        return [over_datasets(own, measure, design) for measure in order]
    only = design.domains[0]
    return [per_dataset[0][1], *(on_dataset(own, only, measure, design) for measure in order[1:])]


def _notes(
    overall: Sequence[ComparisonOutcome],
    per_dataset: Sequence[tuple[str, ComparisonOutcome]],
    design: StoredStudy,
    scores: StudyScores,
    primary: Measure,
) -> tuple[Note, ...]:
    """All notes; those of several measures or data sets with the same facts are one."""
    notes = list(overall[0].notes)  # of the primary measure
    if len(design.learners) < 2:
        notes = notes[:1]  # as true of every other measure
    else:
        notes += over_measures(note for outcome in overall[1:] for note in outcome.notes)
        if len(per_dataset) > 1:
            withheld = any(note.kind is WITHHELD for note in overall[0].notes)  # then it is no news of a data set
            notes += notes_over_datasets(
                note for _, outcome in per_dataset for note in outcome.notes if not (withheld and note.kind is WITHHELD)
            )
    headline = overall[0].judgement
    if headline is not None:
        notes += [note.on(measure=headline.measure) for note in over_pairs(headline.notes, len(headline.pairs))]
    notes += caveats_of(design, scores, primary)
    notes += curve_caveats(scores)
    notes += condition_caveats(design, scores)
    return tuple({str(note): note for note in notes}.values())


def _card(ledger: Ledger, design: StoredStudy, scores: StudyScores, units_done: int) -> StudyCard:
    times: dict[str, Any] = ledger.get_meta("times") or {}
    shares = [domain.test_share for domain in design.domains if domain.overlapping]
    return StudyCard(
        **option_values(design),
        datasets=tuple(domain.card for domain in design.domains),
        learners=design.learners,
        scheme=design.scheme,
        splits_per_dataset=max((len(domain.splits) for domain in design.domains), default=0),
        test_share=float(np.mean(shares)) if shares else None,
        measures=design.measures,
        primary=design.primary,
        versions=versions(ledger),
        machine=machine(ledger),
        study_hash=design.study_hash,
        started=str(times.get("started", "")),
        wall_seconds=float(times.get("wall_seconds", 0.0)),
        unit_seconds=scores.unit_seconds,
        units_done=units_done,
        units_planned=design.units,
        toml=str(ledger.get_meta(STUDY_TOML) or ""),
    )
