"""Results: a finished or unfinished study in the user's hands, thin over its findings and its stored predictions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from bakeoff.api.comparison import Comparison
from bakeoff.api.noun import WithNouns, cure
from bakeoff.api.predicted_rows import rows_of
from bakeoff.api.shown import TableView
from bakeoff.api.study_access import StudyAccess
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.with_assumption import SplitScores
from bakeoff.comparisons.verdict import Verdict
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import clean, counted
from bakeoff.estimates.over_splits.selection import Best
from bakeoff.measures import measure_named
from bakeoff.measures.naming import short_name_of
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.sections.scores import TableOptions, score_table, side_by_side
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.study.analysis.best_learner import best_in_study
from bakeoff.study.analysis.compare import on_dataset
from bakeoff.study.analysis.study_scores import FailureRow
from bakeoff.study.facts.measure_orders import other_measures
from bakeoff.study.facts.study_facts import MARKS, PLANNED
from bakeoff.tabular.frames import frame_of

if TYPE_CHECKING:
    from bakeoff.report.blocks import Report

__all__ = ["Results", "open"]


_NOTES = 6  # that a printed result shows


def open(  # noqa: A001 - the name users type is bo.open
    path: str | Path, *, silence: Iterable[str] = (), changes: tuple[str, ...] = ()
) -> "Results":
    """The results that a results file holds; others may go on writing in it.

    Parameters
    ----------
    path
        The results file, NAME.bakeoff.
    silence
        Notes that you do not want to read, such as "check.leak" or "study.*"; docs/reference/notes.md lists them.
    changes
        What the run that made the file changed, in words.

    Returns
    -------
    Results
        As `Study.run` returns them.

    Examples
    --------
    >>> import tempfile
    >>> from bakeoff import Study
    >>> path = f"{tempfile.mkdtemp()}/small.bakeoff"
    >>> study = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold")
    >>> study.run(path, workers=1, progress=False).close()
    >>> with open(path) as results:
    ...     results.learners
    ('majority', 'random')
    """
    return Results(FileLedger.open(path), silence=silence, changes=changes, path=Path(path))


class Results(StudyAccess, metaclass=WithNouns):
    """What a study found. Everything is computed from the stored predictions when first asked for.

    Answers that are asked for less often have a noun before them, as `results.learning.extrapolate()`; docs/reference/results.md lists all.
    """

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

    def scores(self, measure: str | None = None, *, kind: str | None = None) -> Any:
        """A tidy frame with one row per unit: dataset, learner, repeat, fold, measure and value.

        Any measure that the stored predictions allow can be asked for, also one that the study did not name.

        Parameters
        ----------
        measure
            One measure; by default all of the study.
        kind
            "pandas", "polars", "pyarrow" or "plain"; by default that of the data.

        Returns
        -------
        frame
            The scores.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> len(results.scores("error", kind="plain")["value"])
        4
        """
        name = None if measure is None else self.measure_or_primary(measure).name
        scores = (self.findings if name is None else self.findings_by(name)).scores
        keep = slice(None) if name is None else np.array([other == name for other in scores.measure], dtype=bool)
        columns = {field.name: np.asarray(getattr(scores, field.name))[keep] for field in fields(scores)}
        return frame_of(columns, kind or self.frame_kind)

    def compare(self, measure: str | None = None, *, dataset: str | None = None) -> Comparison:
        """The comparison of all learners by one measure.

        Parameters
        ----------
        measure
            The measure, by default the primary one.
        dataset
            One data set; by default all of them together.

        Returns
        -------
        Comparison
            As of `bo.compare`.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> results.compare("accuracy").judgement.measure
        'accuracy'
        """
        name = self.measure_or_primary(measure).name
        findings = self.findings_by(name)
        if dataset is not None and len(self.datasets) > 1:
            return self._compare_on(dataset, name)
        for judgement in findings.judgements:
            if judgement.measure == name:
                splits, others = self._splits(judgement), other_measures(findings, judgement)
                return Comparison(judgement, others, splits=splits, checks=findings.checks)
        why = findings.withheld(name) or findings.no_verdict
        raise NotApplicable(
            " ".join(map(str, why))
            or f"there is nothing to compare by {short_name_of(name)}: a comparison needs two learners"
        )

    def _compare_on(self, dataset: str, measure: str) -> Comparison:
        """The comparison over the splits of one of several data sets."""
        domain = self.domain(dataset, "learners are compared", "compare")
        name, analysed = domain.card.name, self.analysed(measure)
        answers = analysed.test_sets.get(name)
        compared = on_dataset(analysed.plain.at(size=0), domain, measure_named(measure), self.design, answers)
        if compared.judgement is None:
            why = " ".join(map(str, compared.notes))
            raise NotApplicable(why or f"there is nothing to compare by {short_name_of(measure)} on {name}")
        return Comparison(compared.judgement)

    def best(
        self,
        measure: str | None = None,
        *,
        dataset: str | None = None,
        by: str = "rows",
        n_resamples: int | None = None,
    ) -> Best:
        """The best learner on a data set: its score, and that score corrected for having been picked (BBC-CV).

        Nothing is trained again: rows of the stored predictions are drawn with replacement, the best learner on the drawn rows is scored on the others. The score is
        that of all test rows of a repeat, mean over repeats. `bakeoff explain bbc_cv` tells how far each was off in simulations with a known truth.

        Parameters
        ----------
        measure
            The measure, by default the primary one.
        dataset
            The data set, where the study has several.
        by
            "rows", or "folds": the scores of folds are drawn instead (BBC-F), for measures that are means over folds.
        n_resamples
            How often rows are drawn.

        Returns
        -------
        Best
            The learner and both scores.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> results.best(n_resamples=200).learner
        'majority'
        """
        domain = self.domain(dataset, "the best learner is corrected", "best")
        what = self.measure_or_primary(measure)
        return best_in_study(self.ledger, self.design, domain, what, n_resamples=n_resamples, by=by)

    def _splits(self, judgement: Judgement) -> SplitScores | None:
        """The scores behind the means of data sets; None where a cell is missing, or training sets do not overlap."""
        share, names = self.findings.card.test_share, judgement.matrix.names
        if judgement.evidence is not DATASETS or share is None:
            return None
        scores = self.findings_by(judgement.measure).scores
        scores_by_split: dict[str, dict[tuple[int, int], dict[str, float]]] = {
            name: {} for name in judgement.matrix.blocks
        }
        lines = zip(
            scores.dataset, scores.learner, scores.repeat, scores.fold, scores.measure, scores.value, strict=True
        )
        for dataset, learner, repeat, fold, measure, value in lines:
            if measure == judgement.measure and dataset in scores_by_split:
                scores_by_split[dataset].setdefault((repeat, fold), {})[learner] = value
        tables = {
            dataset: np.array([[line.get(name, np.nan) for name in names] for line in splits.values()])
            for dataset, splits in scores_by_split.items()
        }
        whole = all(len(table) > 1 and np.isfinite(table).all() for table in tables.values())
        return SplitScores(names=tuple(names), each=tables, test_share=share) if whole else None

    def table(
        self,
        measure: str | None = None,
        *,
        measures: Sequence[str] | None = None,
        transpose: bool = False,
        percent: bool | None = None,
        spread: str = "se",
        marks: bool = True,
        decimals: int | None = None,
        seconds: bool | str = False,
        variants: Mapping[str, str] | None = None,
        caption: str | None = None,
        label: str = "",
    ) -> TableView:
        """Data sets by learners.

        Parameters
        ----------
        measure
            The measure, by default the primary one.
        measures
            Several measures: for each learner a column of every one, and averages over the data sets that have the measure.
        transpose
            Whether learners are the rows.
        percent
            Whether shares are shown as percentages; by default where readers know them so.
        spread
            What follows a mean: "se" (corrected standard error), "sd" (over splits), "interval" or "none".
        marks
            Whether planned pairs that differ carry a sign.
        decimals
            Decimal places.
        seconds
            Adds the mean processor time to fit and predict in parentheses; "predict" that to predict alone (wall time).
        variants
            Variants of learners, {"SVM": "SVM, normalised"}: one column for both, the better of the two on each data set, with a star
            where it is the variant.
        caption, label
            For papers.

        Returns
        -------
        TableView
            Prints itself; Markdown, LaTeX and HTML on request.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> "majority" in str(results.table())
        True
        """
        if measures is not None and (measure is not None or not measures or isinstance(measures, str)):
            raise BadInput('name one measure, or several as a list: measures=["accuracy", "f1"]')
        if seconds not in (True, False, "predict"):
            raise UnknownName("time", str(seconds), ("predict",))
        if spread not in ("se", "sd", "interval", "none"):
            raise UnknownName("spread", spread, ("se", "sd", "interval", "none"))
        wanted: Sequence[str | None] = [measure] if measures is None else measures
        names = dict.fromkeys(self.measure_or_primary(name).name for name in wanted)
        look = TableOptions(
            spread=spread,
            percent=percent,
            decimals=decimals,
            marks=marks,
            flip=transpose and measures is None,
            times=seconds is True,
            seconds=self._predict_seconds() if seconds == "predict" else None,
            variants=self._variants(variants),
            caption=caption,
            label=label,
        )
        tables = {name: score_table(self.findings_by(name, MARKS, PLANNED), name, look) for name in names}
        return TableView(
            next(iter(tables.values())) if measures is None else side_by_side(tables, replace(look, flip=transpose))
        )

    def report(
        self,
        path: str | Path,
        *,
        figures: str | Path | None = None,
        paper: str | None = None,
        full: bool = False,
        only: str | Sequence[str] = (),
    ) -> Path:
        """Write the report; the suffix chooses: .html, .pdf (printed by a Chromium, Chrome or Edge), .md, .tex or .json.

        Parameters
        ----------
        path
            The file to write.
        figures
            A directory for every figure as PDF, SVG and PNG; the LaTeX report takes the PDF beside it.
        paper
            Sets figures in a serif font at the width of a paper: "column", "text", or one such as "8.4cm" or "3.3in".
        full
            Whether a PDF, and a page that is printed, show what the page folds.
        only
            Names of sections, such as "scores" or "methods"; as LaTeX or Markdown a piece to include in another document, with the
            BibTeX entries beside it where something is cited.

        Returns
        -------
        Path
            The file.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> import tempfile
        >>> results.report(f"{tempfile.mkdtemp()}/report.md").name
        'report.md'
        """
        from bakeoff.report.write import write

        return write(self.composed, path, figures=figures, paper=paper, full=full, only=only)

    def composed(self) -> "Report":
        """The blocks of the report."""
        from bakeoff.data.characteristics import FEWEST
        from bakeoff.report.compose import compose, report_facts

        if len(self.datasets) >= FEWEST:
            self.add_characteristics()
        return compose(self.analysed(self.design.primary).finished(report_facts()))

    def _predict_seconds(self) -> dict[tuple[str, str], float]:
        """Mean time to predict by data set and learner."""
        cells = self.findings_by("predict_seconds").cells
        return {
            (cell.dataset, cell.learner): cell.estimate.value for cell in cells if cell.measure == "predict_seconds"
        }

    def _variants(self, variants: Mapping[str, str] | None) -> dict[str, str]:
        """Variants of learners, after all are known and none is named twice."""
        pairs = dict(variants or {})
        self.check_learners((*pairs, *pairs.values()))
        if len({*pairs, *pairs.values()}) < 2 * len(pairs):
            raise BadInput("a learner or variant is named twice; each may be in one pair only")
        return pairs

    def predictions(self, dataset: str, learner: str, repeat: int = 0, fold: int = 0) -> Predictions:
        """The predictions of one learner on the test rows of one split.

        Parameters
        ----------
        dataset
            The data set.
        learner
            The learner.
        repeat, fold
            The split, counted from 0.

        Returns
        -------
        Predictions
            Truth and answers, row by row.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> len(results.predictions("iris", "random", fold=1))
        75
        """
        run = self.ledger.get(self.key(dataset, learner, repeat, fold))
        if run is None:
            raise UnknownName("unit", f"{dataset}, {learner}, repeat {repeat}, fold {fold}", ["those in scores()"])
        if run.predictions is None:
            why = run.failure.message if run.failure else run.status.value
            raise NotApplicable(f"{learner} made no predictions on {dataset}, repeat {repeat}, fold {fold}: {why}")
        return run.predictions

    def parts(self, dataset: str, learner: str) -> list[Predictions]:
        """The predictions of one learner on the test rows of every finished split, split by split.

        Parameters
        ----------
        dataset
            The data set.
        learner
            The learner.

        Returns
        -------
        list of Predictions
            One for each split.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> [len(part) for part in results.parts("iris", "majority")]
        [75, 75]
        """
        if dataset not in self.datasets:
            raise UnknownName("data set", dataset, self.datasets)
        self.check_learners((learner,))
        return [run.predictions for run in self.runs(dataset, (learner,)) if run.predictions is not None]

    def predictions_frame(
        self, dataset: str | None = None, learner: str | None = None, *, kind: str | None = None
    ) -> Any:
        """A tidy frame with one row per predicted row of one data set.

        Parameters
        ----------
        dataset
            The data set, where the study has several.
        learner
            One learner; by default all.
        kind
            "pandas", "polars", "pyarrow" or "plain"; by default that of the data.

        Returns
        -------
        frame
            Row, split, learner, truth and what was predicted.

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> len(results.predictions_frame(learner="random", kind="plain")["truth"])
        150
        """
        if dataset is None and len(self.datasets) > 1:
            raise UnknownName("data set", "None", self.datasets)
        runs = self.runs(dataset or self.datasets[0], None if learner is None else (learner,))
        return frame_of(rows_of(runs), kind or self.frame_kind)

    @property
    def failures(self) -> Any:
        """A frame of the units that did not finish, with what went wrong."""
        names = [field.name for field in fields(FailureRow)]
        rows = [astuple(failure) for failure in self.failed_units()]
        return frame_of({name: [row[index] for row in rows] for index, name in enumerate(names)}, self.frame_kind)

    def close(self) -> None:
        """Close the file."""
        self.ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __str__(self) -> str:
        from bakeoff.report.sections.notices import is_problem
        from bakeoff.report.study_text import failure_lines, lead_of, measure_lines, notes_of_result

        headline, facts = lead_of(self.findings)
        table = TableView(score_table(self.findings, None, TableOptions(ranked=True)))
        parts = [headline, *(f"  {line}" for line in facts), "", str(table)]  # names are strangers' text
        if measures := measure_lines(self.findings):
            parts += ["", "By each measure:", *(f"  {line}" for line in measures)]
        if failures := failure_lines(self.findings):
            parts += ["", "Units that did not finish:", *(f"  {line}" for line in failures)]
        notes = notes_of_result(self.findings)
        shown = dict.fromkeys(f"{'Problem' if is_problem(note) else 'Note'}: {clean(note)}" for note in notes)
        parts += ["", *list(shown)[:_NOTES]] if shown else []
        rest = len(dict.fromkeys(map(str, self.findings.visible_notes))) - min(len(shown), _NOTES)
        if rest > 0:
            parts += [] if shown else [""]
            parts.append(f"`warnings` has {counted(rest, 'more note' if shown else 'note')} on the method.")
        return "\n".join(parts)

    def __repr__(self) -> str:
        card = self.findings.card
        done = f"{card.units_done} of {card.units_planned} units"
        sizes = f"{counted(len(self.learners), 'learner')}, {counted(len(self.datasets), 'data set')}"
        return f"<Results of {card.title!r}: {sizes}, {done}>"

    def _repr_html_(self) -> str:
        from bakeoff.report.compose import SHORT, compose_short, facts_of
        from bakeoff.report.notebook_card import notebook_card
        from bakeoff.report.render.html import tabbed

        return tabbed(notebook_card(compose_short(self.findings_by(self.design.primary, *facts_of(SHORT)))))

    def plot(self, kind: str = "auto", ax: Any = None, *, measure: str | None = None) -> Any:
        """Draw the comparison of all learners; each has the colour and marker that it has in the report.

        Parameters
        ----------
        kind
            "ranks", "matrix" (every pair) or "differences", as of `Comparison.plot`.
        ax
            The axes to draw on; by default new ones.
        measure
            The measure, by default the primary one.

        Returns
        -------
        display
            Holds the axes (`ax_`) and the figure (`figure_`).

        Examples
        --------
        >>> from bakeoff import Study
        >>> results = Study(datasets="iris", learners=["majority", "random"], scheme="2-fold").run(workers=1, progress=False)
        >>> shown = results.plot("differences")
        >>> shown.ax_.figure is shown.figure_
        True
        """
        from bakeoff.figures.drawing.theme import learner_looks

        with learner_looks({name: look for look, name in enumerate(self.learners)}):
            return self.compare(measure).plot(kind, ax)

    def summary(self, path: str | Path | None = None) -> str:
        """One page to paste into a slide or a pull request: the verdict, one picture and the scores as Markdown.

        With a path (`.md`) the text is written there and the picture beside it, as a PNG file of the same name.
        """
        from bakeoff.report.summary import summary_of_study, write_summary

        page = summary_of_study(self.findings)
        return page.text() if path is None else write_summary(page, path)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(type(self))})

    def __getattr__(self, name: str) -> Any:
        # It is there if it is a noun of a package, or a property that itself raised an AttributeError.
        if not name.startswith("_") and name in dir(type(self)):
            return object.__getattribute__(self, name)
        raise AttributeError(f"results have no {name!r}{cure(name, dir(self))}")
