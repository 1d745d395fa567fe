"""Analyse: from the study file to Findings. A pure function of what the file holds; no learner and no data is needed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.notes import Note
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import UnitKey
from bakeoff.study.analysis.cards import Cell, CpuTime, StudyCard
from bakeoff.study.analysis.caveats import caveats_of, curve_caveats
from bakeoff.study.analysis.cell_estimates import by_rows, cells_of
from bakeoff.study.analysis.compare import ComparisonOutcome, over_datasets, over_rows, over_splits
from bakeoff.study.analysis.dataset_scores import DatasetScores
from bakeoff.study.analysis.findings import Findings, LazyFacts
from bakeoff.study.analysis.gather import StudyScores
from bakeoff.study.analysis.learning import crossings_of, learning_of
from bakeoff.study.analysis.marks import marks_of
from bakeoff.study.analysis.scaling import scaling_of
from bakeoff.study.analysis.score_cache import load_or_score
from bakeoff.study.analysis.stored_design import STUDY_TOML, StoredStudy, design_of
from bakeoff.study.analysis.tuning_curves import families_of
from bakeoff.study.notes import WITHHELD, over_datasets as notes_over_datasets, over_measures, over_pairs
from bakeoff.study.running.environment_text import machine, versions
from bakeoff.study.spec.options import option_values

__all__ = ["analyse", "design_of"]


def analyse(ledger: Ledger, *, measure: str | None = None, silence: Sequence[str] = ()) -> Findings:
    """All that the study says; with a measure, the same question asked of that one instead of the study's own."""
    design = design_of(ledger)
    if measure is not None:
        name = measure_named(measure).name
        design = replace(design, measures=(name,), primary=name)
    measures = [measure_named(name) for name in design.measures]
    seen = load_or_score(ledger, design, measures)
    at = design.measures.index(design.primary)
    said = {board.name: _said(ledger, board, design) for board in seen.boards if len(board.domain.splits) == 1}
    per_dataset = [
        (board.name, _on_one(board, at, measures[at], design, said.get(board.name))) for board in seen.boards
    ]
    overall = _overall(seen.boards, measures, design, per_dataset)
    cells = tuple(cell for board in seen.boards for cell in _cells(board, measures, said.get(board.name), design.seed))
    judged = [(name, found.judgement) for name, found in per_dataset if found.judgement is not None]
    return Findings(
        card=_card(ledger, design, seen),
        cube=seen.cube,
        cells=cells,
        judgements=tuple(one.judgement for one in overall if one.judgement is not None),
        per_dataset=tuple(judged),
        failures=seen.failures,
        learner_warnings=seen.warnings,
        notes=_notes(overall, per_dataset, design, seen, measures[at]),
        silence=(*design.silence, *silence),
        learning_failures=seen.grown_failures,
        facts=LazyFacts(
            {
                "marks": lambda: (mark for name, judgement in judged for mark in marks_of(name, judgement)),
                "times": lambda: (time for board in seen.boards for time in _times(board)),
                "learning": lambda: learning_of(seen.boards, seen.grown, at, measures[at]),
                "crossings": lambda: crossings_of(seen.boards, seen.grown, at, measures[at]),
                "families": lambda: families_of(design.learners, cells, measures[at]),
                "scaling": lambda: scaling_of(seen.boards, seen.grown),
            }
        ),
    )


def _times(board: DatasetScores) -> Iterator[CpuTime]:
    """Never over the units that survived: a learner that runs out of time would look fast."""
    for learner, name in enumerate(board.learners):
        whole = bool(board.done[learner].all())
        yield CpuTime(dataset=board.name, learner=name, seconds=float(board.cpu[learner].mean()) if whole else np.nan)


def _said(ledger: Ledger, board: DatasetScores, design: StoredStudy) -> dict[str, Predictions]:
    """What each learner said of the rows of the only test set there is."""
    repeat, fold = board.domain.splits[0]
    keys = [
        UnitKey(dataset=board.name, learner=name, scheme=design.scheme, repeat=repeat, fold=fold)
        for name in design.names
    ]
    runs = [ledger.get(key) for key in keys]
    return {run.key.learner: run.predictions for run in runs if run is not None and run.predictions is not None}


def _on_one(
    board: DatasetScores, at: int, measure: Measure, design: StoredStudy, said: Mapping[str, Predictions] | None
) -> ComparisonOutcome:
    """One data set: over its splits, or over the rows of the only test part there is."""
    if said is None or measure.reads is Reads.RESOURCES:
        return over_splits(board, at, measure, design)
    return over_rows(board, at, measure, design, dict(said))


def _cells(
    board: DatasetScores, measures: Sequence[Measure], said: Mapping[str, Predictions] | None, seed: int
) -> Iterator[Cell]:
    cells = list(cells_of(board, measures))
    return iter(cells) if said is None else by_rows(cells, said, measures, seed)


def _overall(
    boards: Sequence[DatasetScores],
    measures: Sequence[Measure],
    design: StoredStudy,
    per_dataset: Sequence[tuple[str, ComparisonOutcome]],
) -> list[ComparisonOutcome]:
    """Per measure, primary first: over data sets if there are several, else over the splits of the only one."""
    order = sorted(range(len(measures)), key=lambda at: measures[at].name != design.primary)
    if len(boards) > 1:
        return [over_datasets(boards, at, measures[at], design) for at in order]
    return [per_dataset[0][1], *(over_splits(boards[0], at, measures[at], design) for at in order[1:])]


def _notes(
    overall: Sequence[ComparisonOutcome],
    per_dataset: Sequence[tuple[str, ComparisonOutcome]],
    design: StoredStudy,
    seen: StudyScores,
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
    notes += caveats_of(design, seen.boards, seen.failures, seen.warnings, primary)
    notes += curve_caveats(seen.grown, seen.grown_failures)
    return tuple({str(note): note for note in notes}.values())


def _card(ledger: Ledger, design: StoredStudy, seen: StudyScores) -> StudyCard:
    times: dict[str, Any] = ledger.get_meta("times") or {}
    shares = [one.test_share for one in design.domains]
    return StudyCard(
        **option_values(design),
        datasets=tuple(one.card for one in design.domains),
        learners=design.learners,
        scheme=design.scheme,
        splits_per_dataset=max((len(one.splits) for one in design.domains), default=0),
        test_share=float(np.mean(shares)) if shares else float("nan"),
        measures=design.measures,
        primary=design.primary,
        versions=versions(ledger),
        machine=machine(ledger),
        study_hash=design.study_hash,
        started=str(times.get("started", "")),
        wall_seconds=float(times.get("wall_seconds", 0.0)),
        unit_seconds=seen.unit_seconds,
        units_done=sum(int(board.done.sum()) for board in seen.boards),
        units_planned=design.units,
        toml=str(ledger.get_meta(STUDY_TOML) or ""),
    )
