"""Results: a finished or unfinished study in the user's hands, thin over its findings and its stored predictions."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

import numpy as np

from bakeoff.api.comparison import Comparison
from bakeoff.api.shown import TableView
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.with_assumption import SplitScores
from bakeoff.comparisons.significance.relative_stability import RelativeStability
from bakeoff.comparisons.verdict import Verdict
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import clean, counted
from bakeoff.data.noise_free import noise_free_target
from bakeoff.estimates.over_splits.learning_curve import LearningCurve
from bakeoff.estimates.over_splits.selection import Best
from bakeoff.measures import measure_named
from bakeoff.measures.naming import short_name_of
from bakeoff.predictions.outputs import OUTPUTS, Columns, OutputForm
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.sections.scores import TableOptions, score_table
from bakeoff.report.silence import checked_codes
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Run, UnitKey
from bakeoff.study.analysis.analyse import analysed
from bakeoff.study.analysis.best_learner import best_in_study
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.hard_rows import predictions_of_row, row_errors
from bakeoff.study.analysis.learning import extrapolations_of
from bakeoff.study.analysis.stability_over_repeats import relative_stability_in_study
from bakeoff.study.analysis.stored_design import STUDY_TOML, DomainDesign, design_of
from bakeoff.study.analysis.study_scores import FailureRow
from bakeoff.study.analysis.training_error import domain_parts
from bakeoff.study.analysis.tunings import TunedSplit, stored_tunings
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Fact
from bakeoff.study.facts.measure_orders import other_measures
from bakeoff.study.facts.study_facts import BOOTSTRAP_ERRORS, CONDITIONS, LEARNING, PLANNED, SCALING, TRAINING_GAPS
from bakeoff.tabular.frames import frame_of

if TYPE_CHECKING:
    from bakeoff.api.condition_results import ConditionResults
    from bakeoff.api.criteria import CherryPicking, ClassErrors, ClassifierMap, Efficiency, MeasureRanks
    from bakeoff.api.data_sets import Domains
    from bakeoff.api.deployment import Deployment
    from bakeoff.api.estimating.epochs import EpochCurves
    from bakeoff.api.estimating.extrapolations import Extrapolations
    from bakeoff.api.estimating.scale_curves import ScaleCurves
    from bakeoff.api.estimating.training_errors import TrainingErrors
    from bakeoff.data.dataset import Dataset
    from bakeoff.estimates.over_splits.error_parts import ErrorParts
    from bakeoff.report.blocks import Report
    from bakeoff.study.spec.study_spec import StudySpec

__all__ = ["Results", "open", "rows_of"]

T = TypeVar("T")


def rows_of(runs: Iterable[Run]) -> dict[str, Any]:
    """One entry per predicted row; outputs that a learner does not give are missing (None or NaN)."""
    parts = [_columns(run, run.predictions) for run in runs if run.predictions is not None]
    if not parts:
        raise NotApplicable("there are no predictions yet; run the study first")
    names = list(dict.fromkeys(name for part in parts for name in part))
    return {name: np.concatenate([part.get(name, _missing(part)) for part in parts]) for name in names}


def _missing(part: dict[str, Array]) -> Array:
    return np.full(len(part["row"]), np.nan)


def _columns(run: Run, said: Predictions) -> dict[str, Array]:
    n = len(said)
    names = np.array(said.classes, dtype=object)
    classes = said.task.coded
    columns: dict[str, Array] = {
        "dataset": np.full(n, run.key.dataset, dtype=object),
        "learner": np.full(n, run.key.learner, dtype=object),
        "repeat": np.full(n, run.key.repeat),
        "fold": np.full(n, run.key.fold),
        "row": said.rows,
        "truth": said.task.spelled(said.truth, said.classes),
    }
    if said.label is not None:
        inside = classes and bool((said.label < len(names)).all() and (said.label >= 0).all())
        columns["label"] = names[said.label] if inside else said.label
    for form in OUTPUTS.values():
        values = getattr(said, form.name)
        if values is not None and form.name not in columns:
            columns |= _wide(form, values, said.classes)
    return columns


def _wide(form: OutputForm, values: Array, classes: tuple[str, ...]) -> dict[str, Array]:
    if values.ndim == 1:
        return {form.name: values}
    ends = range(1, values.shape[1] + 1) if Columns.ANY in form.columns else classes
    return {f"{form.prefix}{one}": values[:, at] for at, one in enumerate(ends)}


def _learning_columns(curves: Sequence[LearningCurve]) -> dict[str, list[Any]]:
    """One row per data set, learner and training size."""
    rows = [(curve, point) for curve in curves for point in curve.points]
    return {
        "dataset": [curve.dataset for curve, _ in rows],
        "learner": [curve.learner for curve, _ in rows],
        "rows": [point.size for _, point in rows],
        "measure": [curve.measure for curve, _ in rows],
        "value": [point.score.value for _, point in rows],
        "low": [point.score.low for _, point in rows],
        "high": [point.score.high for _, point in rows],
        "fit_seconds": [point.seconds for _, point in rows],
        "peak_bytes": [point.peak_bytes for _, point in rows],
    }


def _tuning_columns(found: Sequence[TunedSplit], *, splits: bool) -> dict[str, list[Any]]:
    """One row per split and candidate, or per inner split of each candidate."""
    names = list(dict.fromkeys(name for one in found for each in one.tuning.candidates for name in each.settings))
    rows = [
        (one, each, at, score)
        for one in found
        for each in one.tuning.candidates
        for at, score in (enumerate(each.scores) if splits else ((None, each.score),))
    ]
    columns: dict[str, list[Any]] = {
        "dataset": [one.dataset for one, *_ in rows],
        "learner": [one.learner for one, *_ in rows],
        "repeat": [one.repeat for one, *_ in rows],
        "fold": [one.fold for one, *_ in rows],
        "candidate": [each.number for _, each, *_ in rows],
    }
    if splits:
        columns["inner_split"] = [at for *_, at, _ in rows]
    columns["inner_score"] = [score for *_, score in rows]
    columns["chosen"] = [each.number == one.tuning.chosen for one, each, *_ in rows]
    if any(each.rows for _, each, *_ in rows):
        columns["inner_rows"] = [each.rows for _, each, *_ in rows]
    taken = set(columns)
    for name in names:
        values = [each.settings.get(name) for _, each, *_ in rows]
        plain = all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in values)
        column = f"{name}_" if name in taken else name
        columns[column] = (
            values if plain else [one if isinstance(one, str) or one is None else json.dumps(one) for one in values]
        )
    return columns


_NOTES = 6  # that a printed result shows


def open(  # noqa: A001 - the name users type is bo.open
    path: str | Path, *, silence: Iterable[str] = (), changes: tuple[str, ...] = ()
) -> "Results":
    """The results that a study file holds; others may go on writing in it.

    `silence` names notes that you do not want to read, such as "study.leaks" or "study.*"; docs/reference/notes.md
    lists them.
    """
    return Results(FileLedger.open(path), silence=silence, changes=changes, path=Path(path))


class Results:
    """What a study found. Everything is computed from the stored predictions when first asked for."""

    def __init__(
        self,
        ledger: Ledger,
        *,
        silence: Iterable[str] = (),
        changes: tuple[str, ...] = (),
        path: Path | None = None,
        spec: "StudySpec | None" = None,
    ) -> None:
        self._ledger = ledger
        self._path, self.spec = path, spec  # the study itself where it was run in this process
        self._silence = checked_codes(silence)
        self._design = design_of(ledger)
        self._studies: dict[str, Analysed] = {}  # by the measure that decides
        self.changes = changes  # what the last run did again and why, in words

    @property
    def findings(self) -> Findings:
        """All that the study says, as frozen numbers."""
        return self._about(self._design.primary)

    @overload
    def fact(self, fact: Fact[Any, T], measure: str | None = None) -> T: ...
    @overload
    def fact(self, fact: str, measure: str | None = None) -> Any: ...
    def fact(self, fact: Fact[Any, T] | str, measure: str | None = None) -> T | Any:
        """A declared fact of the study, such as its learning curves: what a section of the report shows.

        Parameters
        ----------
        fact : str or Fact
            Its name, such as "learning_curves", or the declaration itself; docs/reports.md lists the names.
        measure : str, optional
            The measure that decides; that of the study if none is named.

        Returns
        -------
        object
            What the declaration computes, a tuple of frozen records for most.
        """
        from bakeoff.report.compose import fact_named

        study = self._analysed(self._design.primary if measure is None else measure_named(measure).name)
        return study.of(fact_named(fact) if isinstance(fact, str) else fact)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the primary measure; None where the comparison is withheld (see `warnings`)."""
        judgement = self.findings.primary
        return None if judgement is None else judgement.verdict

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a careful reader should know, in words."""
        return self.findings.warnings

    @property
    def notes(self) -> tuple[Note, ...]:
        """The same as facts: code, severity, subject and facts of every note, those that were silenced too."""
        return self.findings.notes

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets."""
        return tuple(one.card.name for one in self._design.domains)

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners."""
        return self._design.names

    def scores(self, measure: str | None = None, *, kind: str | None = None) -> Any:
        """A tidy frame with one row per unit: dataset, learner, repeat, fold, measure and value.

        Without a measure all measures of the study are in it; any other measure that the stored predictions allow can
        be asked for as well. `kind` is "pandas", "polars", "pyarrow" or "plain"; by default that of the data.
        """
        name = None if measure is None else measure_named(measure).name
        scores = (self.findings if name is None else self._about(name)).scores
        keep = slice(None) if name is None else np.array([one == name for one in scores.measure], dtype=bool)
        columns = {one.name: np.asarray(getattr(scores, one.name))[keep] for one in fields(scores)}
        return frame_of(columns, kind or self._kind)

    def learning_curves(self, measure: str | None = None, *, kind: str | None = None) -> Any:
        """A tidy frame with one row per data set, learner and training size; no rows without `train_sizes`."""
        name = self._design.primary if measure is None else measure_named(measure).name
        return frame_of(_learning_columns(self.fact(LEARNING, name)), kind or self._kind)

    def epoch_curves(self, dataset: str | None = None) -> "EpochCurves":
        """Scores by training steps on a data set, where the study was run with `epochs`; see `bo.epoch_curve` without a study."""
        from bakeoff.api.estimating.epochs import EpochCurves

        known = tuple(dict.fromkeys(one.dataset for one in self.findings.epochs))
        if not known:
            raise NotApplicable(
                "this study has no curves by training steps; run it again with epochs=50 (epochs = 50 under [curves]): units that are stored "
                "are not repeated"
            )
        name = self._one_domain(dataset, "curves by training steps are shown", "epoch_curves").card.name
        if name not in known:
            raise UnknownName("data set with curves by training steps", name, known)
        return EpochCurves(tuple(one for one in self.findings.epochs if one.dataset == name), name)

    def extrapolate(
        self,
        learner: str | None = None,
        *,
        dataset: str | None = None,
        measure: str | None = None,
        rows: Iterable[int] | None = None,
    ) -> "Extrapolations":
        """Would more data help? A power law through each learning curve, and what it predicts with an interval.

        `rows` are numbers of training rows to predict, by default 2 and 10 times those of the study. The study must have been run with
        `train_sizes`, three or more of them. What a curve does not determine is not given, with the reason.
        """
        from bakeoff.api.estimating.extrapolations import Extrapolations

        if learner is not None and learner not in self.learners:
            raise UnknownName("learner", learner, self.learners)
        if dataset is not None and dataset not in self.datasets:
            raise UnknownName("data set", dataset, self.datasets)
        what = measure_named(self._design.primary if measure is None else measure)
        asked = None if rows is None else list(rows)
        if asked is not None and not asked:
            raise BadInput("rows is empty; name numbers of training rows, as rows=[1000, 10000]")
        study = self._analysed(what.name)
        made = tuple(
            extrapolations_of(study.plain, study.design, what, rows=asked, dataset=dataset, learner=learner)
        )  # fmt: skip
        if not made:
            raise NotApplicable(
                "there are no learning curves here; run the study with train_sizes = [0.1, 0.2, 0.4] (under [curves] in a study file)"
            )
        return Extrapolations(made, study.of(LEARNING))

    def scale(self, *, complexity: Mapping[str, str] | str | None = None) -> "ScaleCurves":
        """How time and memory grow with the training rows: exponents with intervals, and where learners cross.

        `complexity` states how the time to fit should grow, for all learners ("n*log(n)") or by learner ({"svm": "n^2"}), by default as the
        study states it; it is drawn and compared. The study must have been run with `train_sizes`, or with four data sets of different sizes.
        """
        from bakeoff.api.estimating.scale_curves import scale_curves
        from bakeoff.study.facts.costs import readable_complexity

        cards = {one.name: one.home for one in self._design.learners}
        rows = max((one.train_rows or one.card.n_rows for one in self._design.domains), default=0)
        stored = {name: one.text for name, one in readable_complexity(self._design.complexity).items() if name in cards}
        return scale_curves(self.fact(SCALING), cards, complexity or stored, rows)

    def conditions(self, dataset: str | None = None, measure: str | None = None) -> "ConditionResults":
        """What other conditions change: scores by training and test condition, performance deterioration, and tests."""
        from bakeoff.api.condition_results import ConditionResults

        name = self._design.primary if measure is None else measure_named(measure).name
        found = {one.dataset: one for one in self.fact(CONDITIONS, name)}
        if not found:
            raise NotApplicable("the study has no conditions; name some with conditions= or [[conditions]]")
        if dataset is None and len(found) > 1:
            raise NotApplicable(
                f"{len(found)} data sets have conditions; name one, as conditions({next(iter(found))!r})"
            )
        chosen = next(iter(found)) if dataset is None else dataset
        if chosen not in found:
            raise UnknownName("data set with conditions", chosen, found)
        return ConditionResults(found[chosen])

    def tuning(self, learner: str | None = None, *, splits: bool = False, kind: str | None = None) -> Any:
        """A tidy frame with one row per candidate of every search: dataset, repeat, fold, candidate, inner_score, chosen, settings.

        The inner score is the mean over the inner splits by which the candidate was judged last; with `splits`, there is one row
        for each of these instead. Learners are tuned with `bo.Tuned`, or are search objects such as GridSearchCV.
        """
        found = stored_tunings(self._ledger, self._design)
        known = list(dict.fromkeys(one.learner for one in found))
        if learner is not None and learner not in self.learners:
            raise UnknownName("learner", learner, self.learners)
        own = [one for one in found if learner in (None, one.learner)]
        if not own:
            which = "no learner of this study was" if not known or learner is None else f"{learner!r} was not"
            raise NotApplicable(f"{which} tuned, or no split has finished; tune one with bo.Tuned(estimator, space)")
        return frame_of(_tuning_columns(own, splits=splits), kind or self._kind)

    def compare(self, measure: str | None = None) -> Comparison:
        """The comparison of all learners by one measure, the primary one if none is named."""
        name = self._design.primary if measure is None else measure_named(measure).name
        findings = self._about(name)
        for judgement in findings.judgements:
            if judgement.measure == name:
                return Comparison(judgement, other_measures(findings, judgement), splits=self._splits(judgement))
        why = findings.withheld(name) or findings.no_verdict
        raise NotApplicable(
            " ".join(map(str, why))
            or f"there is nothing to compare by {short_name_of(name)}: a comparison needs two learners"
        )

    def best(
        self,
        measure: str | None = None,
        *,
        dataset: str | None = None,
        by: str = "rows",
        n_resamples: int | None = None,
    ) -> Best:
        """The best learner on a data set: its score, and that score corrected for having been picked (BBC-CV).

        Nothing is trained again: rows of the stored predictions are drawn with replacement, the best learner on the drawn rows
        is scored on the others. The score is that of all test rows of a repeat, mean over repeats. With `by="folds"` the scores of
        folds are drawn instead (BBC-F), for measures that are means over folds. `bakeoff explain bbc_cv` tells how far each was off
        in simulations with a known truth.
        """
        domain = self._one_domain(dataset, "the best learner is corrected", "best")
        what = measure_named(self._design.primary if measure is None else measure)
        return best_in_study(self._ledger, self._design, domain, what, n_resamples=n_resamples, by=by)

    def relative_stability(
        self, a: str | None = None, b: str | None = None, *, dataset: str | None = None, measure: str | None = None
    ) -> RelativeStability:
        """Whether the comparison of two learners on a data set reacts to single training rows, and the interval that this leaves.

        Without names it is about the two learners of the verdict. It needs repeated splits and a measure that is a mean
        over rows; nothing is trained again. `bakeoff explain relative_stability` describes the computation.
        """
        domain = self._one_domain(dataset, "a comparison is checked", "relative_stability")
        for name in (a, b):
            if name is not None and name not in self.learners:
                raise UnknownName("learner", name, self.learners)
        if a is None or b is None:
            named, verdict = a or b, self.verdict
            found = [one for one in ((verdict.a, verdict.b) if verdict else self.learners) if one != named]
            a, b = (named, found[0]) if named else (found[0], found[-1])
        if a == b:
            raise NotApplicable("a comparison needs two learners; name two different ones")
        what = measure_named(self._design.primary if measure is None else measure)
        return relative_stability_in_study(self._ledger, self._design, domain, what, a=a, b=b)

    def _splits(self, judgement: Judgement) -> SplitScores | None:
        """The scores behind the means of data sets; None where a cell is missing, or training sets do not overlap."""
        share, names = self.findings.card.test_share, judgement.matrix.names
        if judgement.evidence is not DATASETS or share is None:
            return None
        scores = self._about(judgement.measure).scores
        each: dict[str, dict[tuple[int, int], dict[str, float]]] = {name: {} for name in judgement.matrix.blocks}
        lines = zip(
            scores.dataset, scores.learner, scores.repeat, scores.fold, scores.measure, scores.value, strict=True
        )
        for dataset, learner, repeat, fold, measure, value in lines:
            if measure == judgement.measure and dataset in each:
                each[dataset].setdefault((repeat, fold), {})[learner] = value
        tables = {
            dataset: np.array([[line.get(name, np.nan) for name in names] for line in splits.values()])
            for dataset, splits in each.items()
        }
        whole = all(len(table) > 1 and np.isfinite(table).all() for table in tables.values())
        return SplitScores(names=tuple(names), each=tables, test_share=share) if whole else None

    def _one_domain(self, dataset: str | None, what: str, method: str) -> DomainDesign:
        """The data set that is named, or the only one."""
        if dataset is None and len(self.datasets) > 1:
            raise NotApplicable(
                f"this study has {len(self.datasets)} data sets, and {what} on each of them alone; "
                f"name one with --dataset, as {method}(dataset={self.datasets[0]!r})"
            )
        name = self.datasets[0] if dataset is None else dataset
        domain = next((one for one in self._design.domains if one.card.name == name), None)
        if domain is None:
            raise UnknownName("data set", name, self.datasets)
        return domain

    def error_parts(
        self,
        dataset: str,
        learners: Iterable[str] | None = None,
        *,
        truth: Any = None,
        truth_rows: Any = None,
    ) -> "tuple[ErrorParts, ...]":
        """Noise, bias and variance of learners on one data set out of the study's own trainings; `bo.bias_variance` shows them.

        `truth` is what the target would be without noise, of the rows with the ids `truth_rows`; made data have it themselves.
        """
        domain = self._one_domain(dataset, "bias and variance are", "error_parts")
        if truth is None:
            truth = noise_free_target(domain.card.source, domain.card.n_rows, domain.card.fingerprint)
            truth_rows = None if truth is None else np.arange(len(truth))
        names = self.learners if learners is None else tuple(learners)
        found = domain_parts(self._ledger, self._design, domain, learners=names, truth=truth, truth_rows=truth_rows)
        return tuple(found)

    def training_errors(self, measure: str | None = None) -> "TrainingErrors":
        """Scores on training rows beside those on test rows; of a bootstrap e0, .632 and .632+. Ask with `training_error=True`."""
        from bakeoff.api.estimating.training_errors import TrainingErrors

        name = self._design.primary if measure is None else measure_named(measure).name
        if not self._design.training_error:
            raise NotApplicable(
                "the study did not ask for the error on training rows; run it again with training_error=True (training_error = true "
                "under [curves]): only the further units are run"
            )
        return TrainingErrors(self.fact(TRAINING_GAPS, name), self.fact(BOOTSTRAP_ERRORS, name))

    def deploy(
        self,
        learner: str | None = None,
        *,
        dataset: str | None = None,
        data: "Dataset | str | Path | None" = None,
        study: str | Path | None = None,
        target: str | None = None,
        positive: str | None = None,
        allow: Iterable[str] = (),
        other_data: bool = False,
        timeout: float | None = None,
        memory: float | None = None,
    ) -> "Deployment":
        """Train the best learner by the primary measure, or the one that is named, on all rows; see `save` and `card`.

        A study file holds no features: rows and learner come from the study where it was run in this process, else from the
        TOML file it was run from (`study` names another), else from `data`, a data set or a file whose `target` is named. They
        are checked against the fingerprint of the study's data; `other_data` trains on others, which the card then says.
        A learner that tunes itself does so on all rows. `allow` names packages beside scikit-learn that learners may come from.
        It is trained in a child process, which may take `timeout` seconds (a search: for each of its fits) and `memory` MB; what is
        None is as `[run]` of the study says.
        """
        from bakeoff.api.deployment import Deployment
        from bakeoff.deployment.choice import chosen_domain, chosen_learner
        from bakeoff.deployment.deploy import train
        from bakeoff.deployment.ingredients import Ingredients, learner_for, rows_for, run_settings, toml_of
        from bakeoff.study.spec.options import RunSettings

        domain = chosen_domain(self._design, dataset)
        given = Ingredients(
            spec=self.spec,
            toml=toml_of(self._path, self._ledger.get_meta(STUDY_TOML), study),
            data=data,
            target=target,
            positive=positive,
            allow=tuple(allow),
            other_data=other_data,
        )
        choice = chosen_learner(self._ledger, self._design, self.findings, domain, learner)
        ready, versions = learner_for(choice.learner, given)
        rows, other = rows_for(domain.card, given)
        return Deployment(
            train(
                ready,
                rows,
                choice,
                design=self._design,
                domain=domain,
                ledger=self._ledger,
                settings=RunSettings(**run_settings(given).but(timeout=timeout, memory=memory)),
                notes=(*versions, *other),
            )
        )

    def table(
        self,
        measure: str | None = None,
        *,
        transpose: bool = False,
        percent: bool | None = None,
        spread: str = "se",
        marks: bool = True,
        decimals: int | None = None,
        times: bool | str = False,
        variants: Mapping[str, str] | None = None,
        caption: str | None = None,
        label: str = "",
    ) -> TableView:
        """Data sets by learners; `spread` is "se" (corrected standard error), "sd" (over splits), "interval" or "none".

        `times` adds the mean processor time to fit and predict in parentheses, "predict" that to predict alone (wall time).
        `variants` names variants of learners, {"SVM": "SVM, normalised"}: one column for both, the better of the two on each data set, with a
        star where it is the variant. `caption` and `label` are for papers.
        """
        if times not in (True, False, "predict"):
            raise UnknownName("time", str(times), ("predict",))
        if spread not in ("se", "sd", "interval", "none"):
            raise UnknownName("spread", spread, ("se", "sd", "interval", "none"))
        name = self._design.primary if measure is None else measure_named(measure).name
        look = TableOptions(
            spread=spread,
            percent=percent,
            decimals=decimals,
            marks=marks,
            flip=transpose,
            times=times is True,
            seconds=self._predict_seconds() if times == "predict" else None,
            variants=self._variants(variants),
            caption=caption,
            label=label,
        )
        return TableView(score_table(self._about(name, PLANNED), name, look))

    def report(
        self, path: str | Path, *, figures: str | Path | None = None, paper: str | None = None, full: bool = False
    ) -> Path:
        """Write the report; the suffix chooses: .html, .pdf (printed by a Chromium, Chrome or Edge), .md, .tex or .json.

        `figures` names a directory for every figure as PDF, SVG and PNG; the LaTeX report takes the PDF beside it.
        `paper` sets them in a serif font at the width of a paper: "column", "text", or one such as "8.4cm" or "3.3in".
        A PDF, and a page that is printed, leave out what the page folds; `full` prints that as well.
        """
        from bakeoff.report.write import write_both

        return write_both(self.composed, path, figures=figures, paper=paper, full=full)

    def composed(self) -> "Report":
        """The blocks of the report."""
        from bakeoff.report.compose import compose, report_facts

        return compose(self._about(self._design.primary, *report_facts()))

    def map(
        self,
        distance: str = "l2",
        projection: str = "mcst",
        normalize: str = "domain",
        *,
        learners: Sequence[str] | None = None,
        clouds: str = "folds",
    ) -> "ClassifierMap":
        """The map of classifiers: learners placed by their confusion matrices on all data sets with classes.

        `normalize` is "domain" (every data set counts alike), "class" (every class does) or "none" (raw counts). `clouds` are of
        "folds", which are tested, of "resamples" (test rows drawn again) or of "thresholds" (two classes, with probabilities).
        """
        from bakeoff.api.criteria import ClassifierMap
        from bakeoff.criteria.clouds import error_clouds, resampled_matrices
        from bakeoff.criteria.of_studies.study_map import map_facts
        from bakeoff.study.answers import shapes_of

        names = self.learners if learners is None else tuple(learners)
        for name in names:
            if name not in self.learners:
                raise UnknownName("learner", name, self.learners)
        confusions = shapes_of(self._ledger, self._design).confusions
        made = map_facts(confusions, names, distance=distance, projection=projection, normalize=normalize)
        if made is None:
            raise NotApplicable("a map needs two learners with predicted classes on every split of a data set")
        if clouds == "folds":
            return ClassifierMap(made.map, made.clouds, made.pairs)
        own = {(one.dataset, one.learner): one.matrix for one in confusions}
        if clouds == "resamples":
            drawn = {
                name: [resampled_matrices(own[data, name], random_state=at) for data in made.domains]
                for at, name in enumerate(names)
            }
        elif clouds == "thresholds":
            drawn = {name: [self._at_thresholds(data, name) for data in made.domains] for name in names}
        else:
            raise UnknownName("kind of clouds", clouds, ("folds", "resamples", "thresholds"))
        return ClassifierMap(made.map, error_clouds(drawn, made.map.normalize))

    def _predict_seconds(self) -> dict[tuple[str, str], float]:
        """Mean time to predict by data set and learner."""
        cells = self._about("predict_seconds").cells
        return {(one.dataset, one.learner): one.estimate.value for one in cells if one.measure == "predict_seconds"}

    def _variants(self, given: Mapping[str, str] | None) -> dict[str, str]:
        """Variants of learners, after all are known and none is named twice."""
        made = dict(given or {})
        for name in (*made, *made.values()):
            if name not in self.learners:
                raise UnknownName("learner", name, self.learners)
        if len({*made, *made.values()}) < 2 * len(made):
            raise BadInput("a learner or variant is named twice; each may be in one pair only")
        return made

    def _at_thresholds(self, dataset: str, learner: str) -> Array:
        """Confusion matrices at 19 thresholds of the probability of the second class, over all splits."""
        from bakeoff.criteria.clouds import threshold_matrices

        parts = self.parts(dataset, learner)
        if any(one.proba is None or len(one.classes) != 2 for one in parts):
            raise NotApplicable(
                f"clouds of thresholds need probabilities of two classes; {learner} has none on {dataset}"
            )
        truth = np.concatenate([one.truth for one in parts])
        score = np.concatenate([one.proba[:, 1] for one in parts if one.proba is not None])
        return threshold_matrices(truth, score, np.arange(1, 20) / 20)

    def efficiency(
        self,
        positive: Sequence[str] | None = None,
        negative: Sequence[str] | None = None,
        *,
        ratings: Mapping[str, Mapping[str, float]] | None = None,
        resamples: int = 0,
        **options: Any,
    ) -> "Efficiency":
        """Which learners give the best quality for their cost? Measures of the study, and "CPU seconds", averaged over data sets.

        `ratings` are columns of your own, such as {"interpretability": {"tree": 5, "svm": 1}}; name them in `positive` or
        `negative`. With `resamples`, 200 say, splits are drawn again that often: the spread of each score, and how often a learner is efficient.
        Options are those of `bo.efficiency`.
        """
        from bakeoff.api.criteria import Efficiency
        from bakeoff.criteria.efficiency import efficiency
        from bakeoff.criteria.of_studies.study_efficiency import (
            resampled_efficiency,
            study_baselines,
            study_chance,
            study_table,
        )

        table = study_table(self.findings, positive, negative, ratings)
        if table is None:
            raise NotApplicable(
                "efficiency needs a measure of which more is better and a cost for every learner of the study"
            )
        if not 0 <= resamples <= 10_000:
            raise BadInput(f"resamples is a number from 0 to 10000, not {resamples!r}")
        known = {"baselines": study_baselines(self.findings), "chance": study_chance(self.findings)}
        made = efficiency(table, **known | options)
        if not resamples:
            return Efficiency(made)
        return Efficiency(resampled_efficiency(self.findings, made, resamples, options.get("shares") or {}))

    def class_errors(self, dataset: str | None = None) -> "ClassErrors":
        """In which classes, from the largest to the smallest, the errors of each learner sit on one data set."""
        from bakeoff.api.criteria import class_errors
        from bakeoff.study.answers import shapes_of

        if dataset is None and len(self.datasets) > 1:
            raise NotApplicable(
                f"name one of the {len(self.datasets)} data sets, as class_errors({self.datasets[0]!r})"
            )
        name = self.datasets[0] if dataset is None else dataset
        if name not in self.datasets:
            raise UnknownName("data set", name, self.datasets)
        own = [one for one in shapes_of(self._ledger, self._design).confusions if one.dataset == name]
        if not own:
            raise NotApplicable(f"there are no predicted classes on {name}")
        return class_errors({one.learner: one.matrix for one in own}, own[0].classes, rows="true")

    def measures_table(
        self,
        dataset: str | None = None,
        *,
        measures: Sequence[str] | None = None,
        ties: str = "mid",
        totals: bool = False,
    ) -> "MeasureRanks":
        """Learners by measures, with ranks: on one data set with intervals, else means over all data sets.

        `measures` names some measures of the study; `ties` is "mid" or "min". On one data set the better one of a planned pair carries
        the sign of the pair by every measure, and `totals` gives the information score in bits over all rows instead of per row.
        """
        from bakeoff.api.criteria import MeasureRanks
        from bakeoff.criteria.of_studies.study_measure_ranks import study_measure_ranks
        from bakeoff.report.sections.measures_table import with_signs

        findings = self._about(self._design.primary, PLANNED)
        return MeasureRanks(with_signs(findings, study_measure_ranks(findings, dataset, measures, ties, totals=totals)))

    def cherry_pick(self, measure: str | None = None, by: str = "rank") -> "CherryPicking":
        """On which choice of the data sets would each learner win? See `bo.cherry_pick`."""
        from bakeoff.api.criteria import CherryPicking
        from bakeoff.criteria.cherry_picking import cherry_picking

        if len(self.datasets) < 2:
            raise NotApplicable("a choice of data sets needs a study with several data sets")
        return CherryPicking(cherry_picking(self.compare(measure).judgement.matrix, by))

    def domains(self, measure: str | None = None) -> "Domains":
        """Which kind of data favours which learner, by the characteristics that were kept when the study ran? See `bo.domains`."""
        from bakeoff.api.data_sets import domains_of

        known = {
            one.card.name: dict(one.card.characteristics) for one in self._design.domains if one.card.characteristics
        }
        if len(self.datasets) < 2:
            raise NotApplicable("characteristics are compared over several data sets; this study has one")
        if len(known) < len(self.datasets):
            raise NotApplicable(
                "this file was written before characteristics were kept; run the study again with --fresh"
            )
        return domains_of(self.compare(measure).judgement.matrix, known)

    def predictions(self, dataset: str, learner: str, repeat: int = 0, fold: int = 0) -> Predictions:
        """The predictions of one learner on the test rows of one split."""
        run = self._ledger.get(self._key(dataset, learner, repeat, fold))
        if run is None:
            raise UnknownName("unit", f"{dataset}, {learner}, repeat {repeat}, fold {fold}", ["those in scores()"])
        if run.predictions is None:
            why = run.failure.message if run.failure else run.status.value
            raise NotApplicable(f"{learner} made no predictions on {dataset}, repeat {repeat}, fold {fold}: {why}")
        return run.predictions

    def parts(self, dataset: str, learner: str) -> list[Predictions]:
        """The predictions of one learner on the test rows of every finished split, split by split."""
        if dataset not in self.datasets:
            raise UnknownName("data set", dataset, self.datasets)
        if learner not in self.learners:
            raise UnknownName("learner", learner, self.learners)
        return [run.predictions for run in self._runs(dataset, (learner,)) if run.predictions is not None]

    def predictions_frame(
        self, dataset: str | None = None, learner: str | None = None, *, kind: str | None = None
    ) -> Any:
        """A tidy frame with one row per predicted row of one data set, for one learner or all."""
        if dataset is None and len(self.datasets) > 1:
            raise UnknownName("data set", "None", self.datasets)
        runs = self._runs(dataset or self.datasets[0], self.learners if learner is None else (learner,))
        return frame_of(rows_of(runs), kind or self._kind)

    def hardest_rows(self, dataset: str | None = None, n: int = 20, *, kind: str | None = None) -> Any:
        """A frame of the rows on which the learners err most: mean error over learners, and that of each learner.

        The error is the share of wrong predictions, for numbers the mean absolute error.
        """
        found = row_errors(
            ((run.key.learner, run.predictions) for run in self._tested(dataset) if run.predictions is not None),
            self.learners,
        )
        return frame_of(found.hardest(n), kind or self._kind)

    def row(self, row: Any, dataset: str | None = None, *, kind: str | None = None) -> Any:
        """A frame of what every learner predicted of one row, in every split that tested it."""
        runs = self._tested(dataset)
        found = predictions_of_row(
            ((run.key.learner, run.key.repeat, run.key.fold, run.predictions) for run in runs if run.predictions is not None),
            row,
        )  # fmt: skip
        return frame_of(found, kind or self._kind)

    @property
    def failures(self) -> Any:
        """A frame of the units that did not finish, with what went wrong."""
        names = [one.name for one in fields(FailureRow)]
        rows = [astuple(one) for one in self.findings.all_failures]
        return frame_of({name: [row[at] for row in rows] for at, name in enumerate(names)}, self._kind)

    def close(self) -> None:
        """Close the file."""
        self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __str__(self) -> str:
        from bakeoff.report.sections.notices import is_problem
        from bakeoff.report.study_text import failure_lines, lead_of, measure_lines

        first, lines = lead_of(self.findings)
        table = TableView(score_table(self.findings, None, TableOptions(ranked=True)))
        parts = [first, *(f"  {line}" for line in lines), "", str(table)]  # names are strangers' text
        if measures := measure_lines(self.findings):
            parts += ["", "By each measure:", *(f"  {line}" for line in measures)]
        if failures := failure_lines(self.findings):
            parts += ["", "Units that did not finish:", *(f"  {line}" for line in failures)]
        notes = sorted(self.findings.audible, key=lambda note: not is_problem(note))
        shown = dict.fromkeys(f"{'Problem' if is_problem(one) else 'Note'}: {clean(one)}" for one in notes)
        parts += ["", *list(shown)[:_NOTES]] if shown else []
        if len(shown) > _NOTES:
            parts.append(f"... and {len(shown) - _NOTES} more, in `warnings`")
        return "\n".join(parts)

    def __repr__(self) -> str:
        card = self.findings.card
        done = f"{card.units_done} of {card.units_planned} units"
        sizes = f"{counted(len(self.learners), 'learner')}, {counted(len(self.datasets), 'data set')}"
        return f"<Results of {card.title!r}: {sizes}, {done}>"

    def _repr_html_(self) -> str:
        from bakeoff.report.compose import SHORT, compose_short, facts_of
        from bakeoff.report.render.html import fragment

        return fragment(compose_short(self._about(self._design.primary, *facts_of(SHORT))))

    def plot(self, kind: str = "auto", ax: Any = None, *, measure: str | None = None) -> Any:
        """Draw the comparison of all learners: "ranks", "matrix" (every pair) or "differences"; see `Comparison.plot`.

        Every learner has the colour and marker that it has in the report.
        """
        from bakeoff.figures.theme import learner_looks

        with learner_looks({name: at for at, name in enumerate(self.learners)}):
            return self.compare(measure).plot(kind, ax)

    def summary(self, path: str | Path | None = None) -> str:
        """One page to paste into a slide or a pull request: the verdict, one picture and the scores as Markdown.

        With a path (`.md`) the text is written there and the picture beside it, as a PNG file of the same name.
        """
        from bakeoff.report.summary import summary_of_study, write_summary

        made = summary_of_study(self.findings)
        return made.text() if path is None else write_summary(made, path)

    # Inner works

    @property
    def _kind(self) -> str | None:
        """The kind of frame the data came in."""
        return next((one.frame for one in self._design.domains if one.frame), None)

    def _about(self, measure: str, *facts: Fact[Any, Any]) -> Findings:
        """The findings that hold this measure, with these facts: the study's own, or the same question asked of another measure."""
        study = self._analysed(self._design.primary if measure in self._design.measures else measure)
        return study.finished(facts) if facts else study.findings

    def _analysed(self, measure: str) -> Analysed:
        """The study judged by this measure."""
        if measure not in self._studies:
            own = measure == self._design.primary
            self._studies[measure] = analysed(
                self._ledger, self._design, measure=None if own else measure, silence=self._silence
            )
        return self._studies[measure]

    def _key(self, dataset: str, learner: str, repeat: int, fold: int) -> UnitKey:
        if dataset not in self.datasets:
            raise UnknownName("data set of this study", dataset, self.datasets)
        if learner not in self.learners:
            raise UnknownName("learner of this study", learner, self.learners)
        return UnitKey(dataset=dataset, learner=learner, scheme=self._design.scheme, repeat=repeat, fold=fold)

    def _tested(self, dataset: str | None) -> Iterator[Run]:
        """The finished units of one data set; refuses a study of several where none is named."""
        if dataset is None and len(self.datasets) > 1:
            raise NotApplicable(
                f"this study has {len(self.datasets)} data sets; name one, as dataset={self.datasets[0]!r}"
            )
        name = self.datasets[0] if dataset is None else dataset
        if name not in self.datasets:
            raise UnknownName("data set", name, self.datasets)
        return self._runs(name, self.learners)

    def _runs(self, dataset: str, learners: tuple[str, ...]) -> Iterator[Run]:
        splits = next((one.splits for one in self._design.domains if one.card.name == dataset), ((0, 0),))
        for learner in learners:
            for repeat, fold in splits:
                run = self._ledger.get(self._key(dataset, learner, repeat, fold))
                if run is not None and run.predictions is not None:
                    yield run
