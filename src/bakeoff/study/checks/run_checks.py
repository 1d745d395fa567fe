"""Run every check of the catalogue on a comparison. A check never stops the answer: what cannot be made is skipped with its reason."""

from collections.abc import Mapping

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.notes import Note
from bakeoff.core.text import elide
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measure_named
from bakeoff.measures.naming import resolve
from bakeoff.panels.constant_baseline import baseline_of_predictions
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.baseline import study_baselines
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.stored_design import StoredStudy
from bakeoff.study.checks.all_checks import CHECKS
from bakeoff.study.checks.check import CannotCheck, Check
from bakeoff.study.checks.check_results import CheckOutcome, CheckResults
from bakeoff.study.checks.check_source import CheckSource, StudySource

__all__ = ["checks_of_comparison", "checks_of_study", "run_checks"]


def run_checks(source: CheckSource, silence: tuple[str, ...] = ()) -> CheckResults:
    """Every check of the catalogue, those of installed packages too."""
    outcomes, verdict = (
        tuple(_outcome(check, source) for check in CHECKS),
        source.judgement and source.judgement.verdict,
    )
    named, winner = ((verdict.a, verdict.b), verdict.winner or "") if verdict else ((), "")
    return CheckResults(outcomes=outcomes, baselines=source.baselines, silence=silence, named=named, winner=winner)


def _outcome(check: Check, source: CheckSource) -> CheckOutcome:
    notes: tuple[Note, ...] = ()
    skipped = ""
    try:
        notes = check.notes(source)
        for note in notes:
            str(note)  # a sentence that cannot be made is no finding either
    except CannotCheck as reason:
        skipped = str(reason)
    except Exception as error:  # noqa: BLE001 - a check, perhaps a stranger's, must never cost the answer
        notes = ()
        skipped = f"the check failed: {type(error).__name__}: {elide(str(error), 200)}"
    shared = {name: getattr(check, name) for name in ("code", "title", "severity", "cure", "doubt", "doubts_winner")}
    return CheckOutcome(**shared, notes=notes, skipped=skipped)


def checks_of_study(findings: Findings, ledger: Ledger, design: StoredStudy) -> CheckResults:
    """The checks of a study that was scored and judged."""
    study = StudySource(findings=findings, ledger=ledger, design=design)
    baselines = study_baselines(ledger, design, [measure_named(name) for name in design.measures])
    primary = measure_named(design.primary)
    source = CheckSource(measure=primary, judgement=findings.primary, study=study, baselines=baselines)
    return run_checks(source, findings.silence)


def checks_of_comparison(
    judgement: Judgement, answers: Mapping[str, Predictions], scores: Mapping[str, Estimate]
) -> CheckResults:
    """The checks of a comparison of predictions, or of scores; of scores alone nearly all are skipped."""
    measure = resolve(judgement.measure)
    baseline = None if measure is None else baseline_of_predictions(answers, measure)
    source = CheckSource(
        measure=measure,
        judgement=judgement,
        answers=answers,
        scores=scores if answers else {},
        baselines=() if baseline is None else (baseline,),
    )
    return run_checks(source)
