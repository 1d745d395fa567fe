"""Findings made by hand from the notes' table of accuracies, so that the report can be tested without running a study."""

from math import nan, sqrt
from types import SimpleNamespace

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.core.notes import NoteKind, Severity
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction
from bakeoff.report import compose as composing
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.study.analysis.cell_estimates import CellEstimate
from bakeoff.study.analysis.compare import marks_of
from bakeoff.study.analysis.findings import CpuTime, Findings, StudyCard
from bakeoff.study.analysis.score_cube import ScoreCube
from bakeoff.study.analysis.stored_design import DatasetCard, LearnerCard
from bakeoff.study.analysis.study_scores import FailureRow
from bakeoff.study.answers import AnswerPlots
from bakeoff.study.facts import study_facts
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Compared, finish
from bakeoff.study.facts.measure_orders import other_measures
from bakeoff.study.notes import NOT_APPLICABLE

LEARNERS = ("NB", "SVM", "AdaBoost", "RandForest")
ACCURACY = {  # in percent, from the notes
    "Anneal": (96.43, 99.44, 83.63, 99.55),
    "Audiology": (73.42, 81.34, 46.46, 79.15),
    "Balance Scale": (72.30, 91.51, 72.31, 80.97),
    "Breast Cancer": (71.70, 66.16, 70.28, 69.99),
    "Contact Lenses": (71.67, 71.67, 71.67, 71.67),
    "Pima Diabetes": (74.36, 77.08, 74.35, 74.88),
    "Glass": (70.63, 62.21, 44.91, 79.87),
    "Hepatitis": (83.21, 80.63, 82.54, 84.58),
    "Hypothyroid": (98.22, 93.58, 93.21, 99.39),
    "Tic-Tac-Toe": (69.62, 99.90, 72.54, 93.94),
}
SHARE = 1 / 9


REMARK = NoteKind(
    code="example.remark",
    severity=Severity.CAVEAT,
    means="A remark.",
    words="training sets of different folds overlap: the corrected test is used.",
)


def split_scores(means, splits, *, spread=0.03, seed=0):
    """Scores over splits with exactly these means; learners share the noise of a split, as on real data."""
    rng = np.random.default_rng(seed)
    common = rng.normal(0, spread, (splits, 1))
    own = rng.normal(0, spread * 0.6, (splits, len(means)))
    noise = common + own
    return np.asarray(means) + noise - noise.mean(axis=0)


def _cells(by_dataset, learners, measure, planned, missing=()):
    cells = []
    for dataset, scores in by_dataset.items():
        for at, learner in enumerate(learners):
            values = scores[:, at]
            mean, sd = float(values.mean()), float(values.std(ddof=1))
            error = sd * sqrt(1 / len(values) + SHARE)
            notes, done = (), planned
            if (dataset, learner) in missing:
                mean = sd = error = nan
                notes, done = (NOT_APPLICABLE(reason=missing[dataset, learner]),), planned - 2
            estimate = Estimate(
                value=mean, low=mean - 2 * error, high=mean + 2 * error, level=0.95, method="corrected t", n=done
            )
            cells.append(
                CellEstimate(
                    dataset=dataset,
                    learner=learner,
                    measure=measure,
                    estimate=estimate,
                    sd=sd,
                    standard_error=error,
                    done=done,
                    planned=planned,
                    notes=notes,
                )
            )
    return cells


def make_findings(
    *,
    splits=20,
    rename=str,
    failures=(),
    datasets=None,
    baseline="NB",
    learners=LEARNERS,
    rope=0.01,
    title="Which classifier?",
    pairs=None,
    toml="study.toml",
):
    """A whole study of four learners on the notes' ten data sets; `rename` is put around every name."""
    learners = tuple(map(rename, learners))
    baseline = None if baseline is None else rename(baseline)
    source = {
        rename(name): np.asarray(row) / 100 for name, row in ACCURACY.items() if datasets is None or name in datasets
    }
    measures = {
        "accuracy": (Direction.HIGHER, lambda row: row, 0.03),
        "log_loss": (Direction.LOWER, lambda row: 1.6 * (1.02 - row) ** 0.8 + np.array([0.12, 0.05, 0.02, 0.0]), 0.05),
        "kappa": (Direction.HIGHER, lambda row: row * 1.3 - 0.35, 0.05),
        "fit_seconds": (Direction.LOWER, lambda row: np.array([0.002, 0.05, 0.4, 1.3]) * (1 + 3 * row[0]), 0.0004),
    }
    if len(learners) != 4:
        measures.pop("fit_seconds"), measures.pop("log_loss")
        source = {name: np.resize(row, len(learners)) for name, row in source.items()}
    cells, judgements, columns, per_dataset, marks = [], [], {key: [] for key in ("d", "l", "r", "f", "m", "v")}, [], []
    for measure, (direction, change, spread) in measures.items():
        by_dataset = {
            name: split_scores(change(row), splits, spread=spread * (0.2 + 1.2 * (1 - row.max())), seed=at)
            for at, (name, row) in enumerate(source.items())
        }
        missing = {(row.dataset, row.learner): f"{len(failures)} of {splits} splits failed" for row in failures}
        cells += _cells(by_dataset, learners, measure, splits, missing)
        means = np.array([scores.mean(axis=0) for scores in by_dataset.values()])
        complete = [at for at, name in enumerate(by_dataset) if not any(name == gone for gone, _ in missing)]
        if len(complete) > 1 and (measure != "accuracy" or not missing):
            matrix = ScoreMatrix(
                names=learners,
                blocks=tuple(list(by_dataset)[at] for at in complete),
                values=np.round(means[complete], 6),
                direction=direction,
            )
            judgements.append(
                judge(
                    matrix,
                    Question(
                        evidence=DATASETS,
                        measure=measure,
                        rope=rope if measure == "accuracy" else None,
                        baseline=baseline,
                    ),
                )
            )
        for name, scores in by_dataset.items():
            for at, learner in enumerate(learners):
                for split in range(splits):
                    columns["d"].append(name), columns["l"].append(learner), columns["m"].append(measure)
                    (
                        columns["r"].append(split // 10),
                        columns["f"].append(split % 10),
                        columns["v"].append(scores[split, at]),
                    )
            if measure == "accuracy" and name not in {gone for gone, _ in missing}:
                blocks = tuple(f"{split // 10}/{split % 10}" for split in range(splits))
                matrix = ScoreMatrix(names=learners, blocks=blocks, values=scores, direction=direction)
                judged = judge(
                    matrix,
                    Question(
                        evidence=FOLDS, measure=measure, rope=rope, baseline=baseline, test_share=SHARE, pairs=pairs
                    ),
                )
                per_dataset.append((name, judged))
                marks += marks_of(name, judged)
    if len(source) == 1:
        judgements = [judged for _, judged in per_dataset]
    card = StudyCard(
        title=rename(title),
        datasets=tuple(
            DatasetCard(
                name=name,
                task="multiclass",
                n_rows=150 + 37 * at,
                n_columns=9 + at,
                classes=(rename("yes"), rename("no")),
                class_counts=(100 + 30 * at, 50 + 7 * at),
                positive=None,
                missing_share=0.0 if at % 3 else 0.041,
                fingerprint="3f9c" * 16,
                source=rename(f"{name}.arff"),
                warnings=(f"class {rename('no')} has few rows",) if at == 4 else (),
            )
            for at, name in enumerate(source)
        ),
        learners=tuple(
            LearnerCard(
                name=name,
                settings=f"sklearn.x.{rename(name)}(max_depth=None, n_estimators=100)",
                preparation="missing values: median or most frequent; nominal columns: one-hot",
            )
            for name in learners
        ),
        scheme=f"kfold(10, repeats={splits // 10})",
        splits_per_dataset=splits,
        test_share=SHARE,
        seed=1,
        measures=tuple(measures),
        primary="accuracy",
        alpha=0.05,
        rope=rope,
        baseline=baseline,
        policy="a data set with a failed unit is left out of the comparison",
        versions=(("bakeoff", "0.1.0"), ("numpy", "2.4.0"), ("scikit-learn", "1.9.0"), ("python", "3.11.2")),
        machine=(
            ("Processor", rename("Example CPU") + ", 2 cores"),
            ("Numerical libraries", "openblas 0.3.31 (Haswell)"),
            ("Threads", "1 per unit"),
            ("Git", f"commit {'c0ffee' * 6} (whether files differ from it is unknown)"),
        ),
        study_hash="c0ffee" * 10,
        started="2026-11-15T10:00:00Z",
        toml=toml,
        wall_seconds=41.7,
        unit_seconds=79.2,
        units_done=len(source) * len(learners) * splits - len(failures),
        units_planned=len(source) * len(learners) * splits,
    )
    return Findings(
        card=card,
        cube=ScoreCube.of([], learners=learners, measures=tuple(measures)),
        cells=tuple(cells),
        judgements=tuple(judgements),
        per_dataset=tuple(per_dataset),
        failures=tuple(failures),
        learner_warnings=((learners[1], rename("lbfgs failed to converge"), 7),),
        notes=(REMARK(),),
        marks=tuple(marks),
        times=tuple(
            CpuTime(dataset=name, learner=learner, seconds=0.9 * 40.0 ** (at % 4 - 1) * (1 + row / 5))
            for row, name in enumerate(source)
            for at, learner in enumerate(learners)
        ),
    )


STORED = (  # facts that are read from a study file, which findings made by hand have not
    study_facts.LEARNING, study_facts.EXTRAPOLATIONS, study_facts.CROSSINGS, study_facts.SCALING, study_facts.FAMILIES, study_facts.SELECTION,
    study_facts.BY_COLUMN, study_facts.TRAINING_GAPS, study_facts.BOOTSTRAP_ERRORS, study_facts.ERROR_PARTS, study_facts.RELATIVE_STABILITY, study_facts.CONDITIONS,
)  # fmt: skip


def finished(findings):
    """The same findings with every fact of a report: those that were given, none from a file, the others computed."""
    card, primary = findings.card, findings.primary
    design = SimpleNamespace(
        names=tuple(one.name for one in card.learners), learners=card.learners, primary=card.primary, complexity=card.complexity
    )  # fmt: skip
    study = Analysed(
        findings=findings, ledger=MemoryLedger(), design=design, judgement=primary,
        others={} if primary is None else other_measures(findings, primary),
    )  # fmt: skip
    empty = dict.fromkeys(STORED, ()) | {
        study_facts.PLANNED: {},
        study_facts.MARKS: {},
        study_facts.SHAPES: AnswerPlots(),
        study_facts.BY_COLUMN: (),
    }
    facts = composing.report_facts()
    known = {fact: findings.of(fact) if fact in findings.facts else empty[fact] for fact in facts if fact in findings.facts or fact in empty}  # fmt: skip
    study._computed.update(known)
    return study.finished(facts)


def compose(findings):
    """The report of findings made by hand."""
    return composing.compose(finished(findings))


def compose_judgement(judgement, title, *, answers=None, measures=(), silence=()):
    """The report of one comparison."""
    compared = Compared(judgement=judgement, answers=answers, measures=tuple(measures))
    return composing.compose_judgement(judgement, finish(compared, composing.report_facts()), title, silence=silence)


def failure(dataset="Audiology", learner="SVM", fold=0, *, kind="timeout", message="took longer than 60 s"):
    """One unit that did not finish."""
    return FailureRow(
        dataset=dataset, learner=learner, repeat=0, fold=fold, status="failed", kind=kind, stage="fit", message=message
    )
