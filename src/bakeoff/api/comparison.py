"""Comparison: which learner is better, in the user's hands: of one table, for each value of a column, or of what scikit-learn's cross_validate returned."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from math import expm1, isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS, EVIDENCE, GROUPED_ROWS, ROWS, RUNS, TIMED_ROWS
from bakeoff.comparisons.evidence.score_table import columns_of, score_table
from bakeoff.comparisons.evidence.table_steps.row_columns import RowColumns
from bakeoff.comparisons.evidence.table_steps.row_meaning import RowsUnstated
from bakeoff.comparisons.evidence.table_steps.row_numbers import drop_row_numbers
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.learner_scores import learner_scores
from bakeoff.comparisons.judging.row_order import neighbour_notes
from bakeoff.comparisons.judging.slices import Slices, pairs_of_interest
from bakeoff.comparisons.judging.stability import Ask, Stability, stability
from bakeoff.comparisons.judging.standing import led_pairs, sort_best_first
from bakeoff.comparisons.judging.with_assumption import AssumedAnswer, SplitScores, answers_with_assumption
from bakeoff.comparisons.notes import RUNS_ASSUMED
from bakeoff.comparisons.posthoc.many_pairs import Pairs
from bakeoff.comparisons.question import Question, alternative_named
from bakeoff.comparisons.results import Effect, TestResult
from bakeoff.comparisons.verdict import Verdict
from bakeoff.comparisons.wording.sentences import pair_sentence
from bakeoff.comparisons.wording.verdict_text import verdict_text
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.catalogue import imported
from bakeoff.core.errors import BadInput, BakeoffError, Problems, UnknownName
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note, Severity, plain_text, texts
from bakeoff.core.text import clean, plural, rank_text
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measures
from bakeoff.measures.measure import Direction
from bakeoff.predictions.row_times import check_time_options
from bakeoff.tabular.reading import read
from bakeoff.tabular.safe_cells import safe_cell

if TYPE_CHECKING:
    from bakeoff.api.logs.human_labels import HumanLabels
    from bakeoff.api.shown import TableView
    from bakeoff.api.tracking.send import TrackedRuns
    from bakeoff.predictions.flips import Flips
    from bakeoff.predictions.predictions import Predictions
    from bakeoff.report.blocks import Report
    from bakeoff.study.checks.check_results import CheckResults
    from bakeoff.study.facts.fact import Compared

__all__ = ["Comparison", "GroupedComparison", "compare", "compare_by", "from_cross_validate"]

PRINTED = 45  # pairs in `print`, as many as ten learners have
MOST_PAIRS = 5000  # of a hundred learners; an object for each pair of a thousand would take minutes and 300 MB
MOST_FLIPS = 50  # learners of which the rows of pairs are counted one by one
MARKS = "◊●★†‡§"  # one for each planned pair, in the order they were named


class Comparison:
    """What one table of scores says: the verdict first, then every pair, the ranks and the doubts."""

    def __init__(
        self,
        judgement: Judgement,
        measures: Mapping[str, ScoreMatrix] | None = None,
        ask: Ask = judge,
        said: "Mapping[str, Predictions] | None" = None,
        splits: SplitScores | None = None,
        *,
        brackets: Mapping[str, Mapping[str, str]] | None = None,
        slices: Slices | None = None,
        checks: "CheckResults | None" = None,
    ) -> None:
        self.judgement = judgement
        self.slices = slices  # who is better on the rows of each value of a column, where columns were named
        self.human: HumanLabels | None = None  # what labels of humans tell, where logs have some
        self._checks = checks  # those of the study that it is of; else made when first asked for
        self.brackets = dict(
            brackets or {}
        )  # what cells of the table hold in brackets, such as times: by learner and row
        self._splits = splits  # the scores behind the means of data sets
        self._said = said  # the predictions themselves, where they were brought
        self._ask = ask  # how the same question is put again
        self._measures = dict(measures or {})  # the same learners and blocks by other measures, for the stability
        self._stability: Stability | None = None
        self._scores: dict[str, Estimate] | None = None  # of each learner, worked out when first asked for

    @property
    def has_rows(self) -> bool:
        """Whether predictions, or the study, of the comparison are known and not its scores alone."""
        return self._said is not None or self._checks is not None

    @property
    def checks(self) -> "CheckResults":
        """What may be wrong with the comparison although its numbers are right; of scores alone nearly all checks are skipped.

        >>> from bakeoff import compare_predictions
        >>> made = compare_predictions([1, 0] * 20, {"a": [1, 0] * 20, "b": [1] * 40})
        >>> [note.code for note in made.checks.notes]
        ['check.chance_level', 'check.one_class']
        """
        if self._checks is None:
            from bakeoff.study.checks.run_checks import checks_of_comparison

            answers = self._said or {}
            self._checks = checks_of_comparison(self.judgement, answers, self.scores if answers else {})
        return self._checks

    @property
    def verdict(self) -> Verdict:
        """The best learner against the baseline if one is named, else against the runner-up."""
        return self.judgement.verdict

    @property
    def headline(self) -> str:
        """The verdict on all learners in one line."""
        return verdict_text(self.judgement).headline

    @property
    def sentence(self) -> str:
        """The verdict on all learners: the headline, by how much, how sure, what to watch and what it is about."""
        return verdict_text(self.judgement).sentence

    @property
    def omnibus(self) -> TestResult:
        """The test of all learners at once; with two learners the one test there is."""
        return self.judgement.omnibus

    @property
    def pairs(self) -> Sequence[JudgedPair]:
        """Every pair with its test, corrected p-value and claim."""
        return self.judgement.pairs

    @property
    def ranks(self) -> dict[str, float]:
        """Mean rank of each learner, 1 is best; of single rows its place by the score over all rows."""
        return dict(zip(self.judgement.ranks.names, self.judgement.ranks.mean_ranks, strict=True))

    @property
    def scores(self) -> dict[str, Estimate]:
        """The score of each learner with its interval, by the rows, groups and weights of the comparison; over data sets without an interval.

        >>> made = compare({"a": [1, 1, 1, 0, 1, 1], "b": [1, 0, 0, 0, 1, 0]}, rows="rows")
        >>> print(made.scores["a"])
        0.833 [0.436, 0.970] (95%, Wilson, n = 6)
        """
        if self._scores is None:
            self._scores = learner_scores(self.judgement, self._said)
        return dict(self._scores)

    def flips(self, base: str | None = None, new: str | None = None) -> "Flips | None":
        """On how many rows both of two learners are right, only one, or neither, and how often their answers differ.

        Parameters
        ----------
        base, new
            Two learners; those of the verdict unless they are named, the better one as the new one.

        Returns
        -------
        Flips or None
            None where the comparison has no predicted classes.

        Examples
        --------
        >>> from bakeoff import compare_predictions
        >>> compare_predictions([1, 0, 1, 1], {"a": [1, 0, 1, 1], "b": [1, 0, 0, 0]}).flips("b", "a").only_new
        2
        """
        from bakeoff.estimates.resampling.paired import aligned
        from bakeoff.predictions.flips import flips_of, flips_of_hits

        base, new = base or self.verdict.b, new or self.verdict.a
        matrix = self.judgement.matrix
        for name in (base, new):
            if name not in matrix.names:
                raise UnknownName("learner", name, matrix.names)
        if self._said is not None:
            first, second = aligned((self._said[base], self._said[new]))[0]
            return flips_of(first, second)
        if not self.judgement.evidence.single_rows:
            return None
        pair = matrix.of_learners(base, new).complete_blocks()
        before, after = (pair.values if matrix.direction is Direction.HIGHER else 1 - pair.values).T
        return flips_of_hits(before, after, pair.blocks)

    @property
    def flips_of_pairs(self) -> "dict[tuple[str, str], Flips]":
        """The flips of each planned pair, of each pair with the baseline, else of each pair with the learner that is ranked first.

        Keys are (base, new): the better one is the new one, but a baseline is the base, and a planned pair is read as A against B.

        >>> compare({"a": [1, 1, 1, 0], "b": [1, 0, 0, 0], "c": [0, 1, 0, 1]}, rows="rows").flips_of_pairs[("b", "a")].only_new
        2
        """
        judged = self.judgement
        if not judged.evidence.single_rows or len(judged.matrix.names) > MOST_FLIPS:
            return {}
        worst_first = [*reversed(sort_best_first(judged))]
        counted = {}
        for a, b in pairs_of_interest(judged):
            base = b if judged.planned else judged.baseline or min(a, b, key=worst_first.index)
            new = a if base == b else b
            flips = self.flips(base, new)
            if flips is not None:
                counted[base, new] = flips
        return counted

    def rank_table(self) -> "TableView":
        """The rank of every learner on every data set or split, with mean ranks below."""
        from bakeoff.api.shown import TableView
        from bakeoff.comparisons.judging.shown_numbers import block_ranks
        from bakeoff.report.tables.rank_table import rank_table

        return TableView(rank_table(block_ranks(self.judgement.matrix)))

    def bracket_table(self) -> "TableView":
        """What cells of the table hold in brackets, such as times: a second table with the rows and learners of the first.

        >>> made = compare({"data": ["x", "y"], "a": ["93 ± 1 (0.2)", "88 ± 2 (0.3)"], "b": ["91 ± 1 (4)", "89 ± 2 (5)"]})
        >>> made.brackets["b"]
        {'x': '4', 'y': '5'}
        """
        from bakeoff.api.shown import TableView
        from bakeoff.report.tables.plain_text import Table

        rows = list(dict.fromkeys(row for cells in self.brackets.values() for row in cells))
        body = [[row, *(cells.get(row, "") for cells in self.brackets.values())] for row in rows]
        return TableView(Table.of(["In brackets", *self.brackets], body, align="l" + "r" * len(self.brackets)))

    @property
    def block_ranks(self) -> dict[str, dict[str, float]]:
        """The rank of each learner on each data set (or split, run, row) that has all scores; 1 is best, ties share the mean.

        A learner that failed has the last rank.

        >>> compare({"a": [.9, .8], "b": [.8, .8], "c": [.7, .9]}, rows="datasets").block_ranks["1"]
        {'a': 1.0, 'b': 2.0, 'c': 3.0}
        """
        matrix = self.judgement.matrix
        whole = matrix.only(np.flatnonzero(matrix.ranked))
        ranks = whole.ranks().tolist() if whole.blocks else []
        return {block: dict(zip(whole.names, row, strict=True)) for block, row in zip(whole.blocks, ranks, strict=True)}

    @property
    def failures(self) -> dict[str, tuple[str, ...]]:
        """For each learner that failed, the data sets (or other rows) on which it did; they count as worse than every score.

        >>> made = compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, "OUT OF TIME"]}, rows="datasets")
        >>> made.failures, made.block_ranks["6"]
        ({'b': ('6',)}, {'a': 1.0, 'b': 2.0})
        """
        matrix = self.judgement.matrix
        if matrix.failed is None:
            return {}
        blocks_by_learner = {
            name: tuple(matrix.blocks[i] for i in np.flatnonzero(own))
            for name, own in zip(matrix.names, matrix.failed.T, strict=True)
        }
        return {name: blocks for name, blocks in blocks_by_learner.items() if blocks}

    @property
    def critical_difference(self) -> float | None:
        """How far apart mean ranks must be by the Nemenyi test; it describes, unless that test was named."""
        return self.judgement.critical_difference

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a careful reader should know, as codes and facts."""
        return self.judgement.notes

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return self.judgement.warnings

    @property
    def marks(self) -> dict[tuple[str, str], str]:
        """The mark of each planned pair that was shown to differ, as scientific tables carry them."""
        planned = self.judgement.planned or ()
        pair_marks = {pair: MARKS[i] if i < len(MARKS) else f"[{i + 1}]" for i, pair in enumerate(planned)}
        return {pair: mark for pair, mark in pair_marks.items() if self.pair(*pair).verdict.winner}

    @property
    def stability(self) -> Stability:
        """Whether the verdict survives other tests, corrections and fewer data sets; worked out when first asked for."""
        if self._stability is None:
            self._stability = stability(self.judgement, self._measures, self._ask)
        return self._stability

    def pair(self, a: str, b: str) -> JudgedPair:
        """The pair of two learners, in the order it was tested.

        Parameters
        ----------
        a, b
            Their names.

        Returns
        -------
        JudgedPair
            The test of the two and what may be claimed.

        Examples
        --------
        >>> compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}, rows="datasets").pair("b", "a").claim.value
        'A better'
        """
        return self.judgement.pair(a, b)

    def with_assumption(self, name: str | None = None) -> tuple[AssumedAnswer, ...]:
        """What can be answered with too few data sets if one assumes more, each answer with its assumption; empty where data sets suffice.

        "paired_t" reads the means of data sets; "random_effects" (Hartung-Knapp) and "bayes_hierarchical" read the scores of
        splits, which `results.compare()` of a study has. Name one to get it for any number of data sets. Choose it before you
        see p.

        >>> few = compare({"a": [.9, .8, .9, .8], "b": [.8, .7, .6, .7]}, rows="datasets")
        >>> [(one.name, round(one.p_adjusted, 3)) for one in few.with_assumption()]
        [('paired_t', 0.058)]
        """
        return answers_with_assumption(self.judgement, self._splits, name)

    def _shown(self, *, every: bool) -> Sequence[JudgedPair]:
        """All pairs, or of very many those of the verdict, of the best learner and of the baseline."""
        if every or len(self.pairs) <= MOST_PAIRS:
            return self.pairs
        best = min(self.ranks, key=lambda name: np.nan_to_num(self.ranks[name], nan=np.inf))
        assert isinstance(self.pairs, Pairs)  # so many are made when they are looked at
        return self.pairs.of(best, self.verdict.a, self.verdict.b)

    def to_dict(self, *, stability: bool = True, all_pairs: bool = False) -> dict[str, Any]:
        """The object that `bakeoff compare --json` prints; NaN is None, with its reason among the warnings.

        Parameters
        ----------
        stability
            Whether other ways of asking are tried, to see how far the verdict holds.
        all_pairs
            Whether every pair is in it. Of more than 5,000 it contains otherwise those of the best learner and of the verdict.

        Returns
        -------
        dict
            Plain numbers, texts, lists and dicts.

        Examples
        --------
        >>> made = compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}, rows="datasets")
        >>> made.to_dict(stability=False)["schema"]
        'bakeoff.compare/1'
        """
        judged, omnibus, shown = self.judgement, self.omnibus, self._shown(every=all_pairs)
        reasons = [pair.pair.result.reason for pair in shown] + [omnibus.reason]
        flips = [{"base": base, "new": new, **flips.as_dict()} for (base, new), flips in self.flips_of_pairs.items()]
        return {
            "schema": "bakeoff.compare/1",
            "n": judged.ranks.n,
            "learners": list(judged.matrix.names),
            **({"about": "fitted models"} if judged.question.fitted_models else {}),
            "direction": judged.matrix.direction.value,
            "measure": judged.measure,
            "relative": judged.relative,
            "test": judged.choice.test,
            "why": judged.choice.why,
            "alternative": judged.question.alternative.value,
            "alternatives": dict(judged.choice.beside),
            "refused": dict(judged.choice.refused),
            "posthoc": judged.ranks.posthoc,
            "omnibus": _test(omnibus),
            "also": [_test(result) for result in judged.also],
            "ranks": {name: json_safe(rank) for name, rank in self.ranks.items()},
            "scores": {name: json_safe(score.as_dict()) for name, score in self.scores.items()},
            **({"failures": {"rule": "last", "learners": {name: list(on) for name, on in self.failures.items()}}} if self.failures else {}),
            **({"brackets": self.brackets} if self.brackets else {}),
            "critical_difference": json_safe(self.critical_difference),
            "pairs": [_pair(pair, self.marks.get((pair.pair.a, pair.pair.b)), relative=judged.relative) for pair in shown],
            **({"pairs_left_out": len(self.pairs) - len(shown)} if len(shown) < len(self.pairs) else {}),
            "verdict": {"claim": self.verdict.claim.value, "a": self.verdict.a, "b": self.verdict.b, "headline": self.headline, "sentence": self.sentence},
            **({"flips": flips} if flips else {}),
            **({"human": self.human.as_dict()} if self.human is not None else {}),
            **({"slices": [pair.as_dict() for pair in self.slices.pairs]} if self.slices is not None else {}),
            "stability": self.stability.to_dict() if stability else None,
            "baselines": [baseline.as_dict() for baseline in self.checks.baselines],
            "checks": self.checks.as_dict(),
            "notes": [note.as_dict() for note in (*self.notes, *self.verdict.notes)],
            "warnings": [*self.warnings, *dict.fromkeys(reason for reason in reasons if reason)],
        }  # fmt: skip

    @property
    def methods(self) -> str:
        """A paragraph for a paper: what was compared and how, with citations, and what came out.

        >>> compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}, rows="datasets").methods[:112]
        'We compared 2 learners (a and b) over 6 data sets. Learners were compared by the Wilcoxon signed-rank test (Wilc'
        """
        from bakeoff.report.sections.methods import methods_of_comparison

        return plain_text(methods_of_comparison(self.judgement))

    @property
    def bibtex(self) -> str:
        """What the paragraph cites, as BibTeX."""
        from bakeoff.report.blocks import Bibliography
        from bakeoff.report.sections.methods import methods_of_comparison, references_of

        return Bibliography(references=references_of(methods_of_comparison(self.judgement))).bibtex

    def to_csv(self) -> str:
        """Every pair as CSV: difference, interval, p, adjusted p and claim; cells that a spreadsheet would run are made safe."""
        names = ("a", "b", "difference", "low", "high", "p_value", "p_adjusted", "claim")
        with StringIO() as text:
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(names)
            for pair in self.to_dict(stability=False, all_pairs=True)["pairs"]:
                writer.writerow(["" if pair[name] is None else safe_cell(pair[name]) for name in names])
            return text.getvalue()

    def to_latex(self) -> str:
        """Every pair as a LaTeX table (booktabs): differences above the diagonal, adjusted p-values below."""
        from bakeoff.report.sections.pairs import pair_matrix
        from bakeoff.report.tables.latex import to_latex

        return to_latex(pair_matrix(self.judgement))

    def plot(self, kind: str = "auto", ax: Any = None) -> Any:
        """Draw the comparison.

        Parameters
        ----------
        kind
            "ranks", "matrix" (every pair) or "differences"; by default the ranks of three or more learners over data sets, else the
            differences.
        ax
            The axes to draw on; by default new ones.

        Returns
        -------
        display
            Holds the axes (`ax_`) and the figure (`figure_`), and is shown by notebooks.

        Examples
        --------
        >>> shown = compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}, rows="datasets").plot("differences")
        >>> shown.ax_.figure is shown.figure_
        True
        """
        from bakeoff.api.comparison_figures import differences_of, matrix_of, ranks_of

        kinds = {"ranks": ranks_of, "matrix": matrix_of, "differences": differences_of}
        if kind != "auto" and kind not in kinds:
            raise UnknownName("kind of figure", kind, kinds)
        ranked = len(self.judgement.matrix.names) > 2 and not self.judgement.evidence.commensurable
        usual = "ranks" if ranked else "differences"
        return kinds[usual if kind == "auto" else kind](self.judgement).plot(ax)

    def report(
        self,
        path: str | Path,
        title: str = "Comparison",
        *,
        figures: str | Path | None = None,
        paper: str | None = None,
        full: bool = False,
        silence: Iterable[str] = (),
        only: str | Sequence[str] = (),
    ) -> Path:
        """Write a report of this comparison; the suffix chooses: .html, .pdf, .md, .tex or .json.

        Parameters
        ----------
        path
            The file to write.
        title
            Its title.
        figures
            A directory for the figures.
        paper
            Their width in a paper, such as "column" or "8.4cm".
        full
            Whether what the page folds is printed as well.
        silence
            Notes that the page leaves out, such as "comparison.*".
        only
            Names of sections, such as "scores", "differences" or "methods"; as LaTeX or Markdown a piece to include in another
            document, with the BibTeX entries beside it where something is cited.

        Returns
        -------
        Path
            The file.

        Examples
        --------
        >>> import tempfile
        >>> made = compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}, rows="datasets")
        >>> made.report(f"{tempfile.mkdtemp()}/small.md").name
        'small.md'
        """
        from bakeoff.report.silence import checked_codes
        from bakeoff.report.write import write

        codes = checked_codes(silence)
        return write(lambda: self.composed(title, codes), path, figures=figures, paper=paper, full=full, only=only)

    def to_mlflow(
        self, experiment: str | None = None, run_name: str | None = None, tracking_uri: str | None = None
    ) -> "TrackedRuns":
        """Log the comparison to MLflow: one run with verdict and report, and one inside it for each learner.

        A learner's run has its score with the ends of its interval (`accuracy`, `accuracy_low`, `accuracy_high`) and, of single rows, the
        table of rows that `bo.from_mlflow` reads.

        Parameters
        ----------
        experiment
            Its name; by default the one that MLflow's environment variables name, else "Default". It is made where it is missing.
        run_name
            The name of the run of the whole.
        tracking_uri
            The address of the server, or a folder or database; by default what MLflow is set to.

        Returns
        -------
        TrackedRuns
            The ids of the runs: `run`, and `learners` by name.

        Notes
        -----
        It needs a server, a folder or a database: `comparison.to_mlflow("spam", tracking_uri="http://127.0.0.1:5000").run`.
        """
        log: Callable[..., TrackedRuns] = imported("bakeoff.api.tracking.to_mlflow:comparison_to_mlflow")
        return log(self, experiment, run_name, tracking_uri)

    def summary(self, path: str | Path | None = None, title: str = "Comparison") -> str:
        """One page to paste into a slide or a pull request: the verdict, one picture and the scores as Markdown.

        Parameters
        ----------
        path
            Where the text is written (.md), with the picture beside it as a PNG file of the same name; by default nothing is written.
        title
            Its title.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> made = compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}, rows="datasets")
        >>> made.summary(title="Small").splitlines()[0]
        '# Small'
        """
        from bakeoff.report.summary import summary_of_comparison, write_summary

        page = summary_of_comparison(self.judgement, learner_scores(self.judgement), title, self.checks)
        return page.text() if path is None else write_summary(page, path)

    def composed(self, title: str, silence: Sequence[str] = ()) -> "Report":
        """The blocks of the report."""
        from bakeoff.report.compose import compose_judgement, report_facts
        from bakeoff.study.facts.fact import finish

        facts = finish(self._compared(), report_facts())
        return compose_judgement(self.judgement, facts, title, silence=silence)

    def _compared(self) -> "Compared":
        """What facts of the report are computed from."""
        from bakeoff.study.facts.fact import Compared

        return Compared(
            judgement=self.judgement,
            answers=self._said,
            measures=tuple(self._measures) if self._said is not None else (),
            ask=lambda: self.stability,
            stability=self._stability,
            flips=self.flips_of_pairs,
            slices=self.slices,
            checks=self.checks,
        )

    def __str__(self) -> str:
        from bakeoff.report.check_lines import check_text, doubted

        text = verdict_text(self.judgement, self._stability)
        places = self.judgement.ranks.places
        ranks = sorted(self.ranks.items(), key=lambda item: (isnan(item[1]), item[1]))
        order = ", ".join(f"{name} {rank_text(rank, place=places)}" for name, rank in ranks)
        facts = [*text.lines, *check_text(self.checks, self.judgement.measure)]
        lines = [doubted(text.headline, self.checks), *(f"  {line}" for line in facts), ""]
        lines.append(f"{'Order by score' if places else 'Mean ranks'}: {order}")
        if len(self.pairs) > 1:
            listed = led_pairs(self.judgement)
            lines += [f"  {pair_sentence(pair.judged.verdict)}" for pair in listed[:PRINTED]]
            if min(len(listed), PRINTED) < len(self.pairs):
                lines.append(f"`pairs` contains all {len(self.pairs)} pairs.")
        lines += [
            f"Note: {note}" for note in texts([note for note in self.notes if note.severity is not Severity.INFO])
        ]
        lines += [f"  {pair}" for pair in self.slices.pairs] if self.slices is not None else []
        lines += [f"  {line}" for line in self.human.lines()] if self.human is not None else []
        return "\n".join(lines)

    def __repr__(self) -> str:
        judged = self.judgement
        return f"<Comparison of {len(judged.matrix.names)} learners over {judged.evidence.counted(judged.ranks.n)}: {self.headline}>"

    def _repr_html_(self) -> str:
        from bakeoff.report.compose import SHORT_COMPARISON, compose_judgement, facts_of
        from bakeoff.report.notebook_card import notebook_card
        from bakeoff.report.render.html import tabbed
        from bakeoff.study.facts.fact import finish
        from bakeoff.study.facts.study_facts import CHECKS, ROBUSTNESS

        facts = finish(self._compared(), (*facts_of(SHORT_COMPARISON), CHECKS, ROBUSTNESS))
        short = compose_judgement(self.judgement, facts, "Comparison", sections=SHORT_COMPARISON)
        return tabbed(notebook_card(short))


@suggest_arguments
def compare(  # noqa: PLR0917 - the order is part of the contract
    table: Any,
    direction: str | None = None,
    rows: str | None = None,
    test_share: float | None = None,
    baseline: str | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    alpha: float = 0.05,
    rope: float | None = None,
    test: str = "auto",
    posthoc: str = "auto",
    *,
    scheme: str = "",
    measure: str = "",
    value: str | None = None,
    item: str | None = None,
    learner: str | None = None,
    fold: str | None = None,
    runs: str | None = None,
    groups: Any = None,
    sample_weight: Any = None,
    time: Any = None,
    series: Any = None,
    horizon: int = 1,
    force: bool = False,
    alternative: str = "two-sided",
    failures: str = "last",
    columns: str | None = None,
    source: str = "",
) -> Comparison:
    """Which learner is better, by how much, and how sure are we?

    Rows that have names are data sets unless `rows` states otherwise; rows without names, such as the scores of `cross_val_score`, must be stated. A long table
    names the learners in a column. The test follows from what a row is, never from the scores.

    Parameters
    ----------
    table
        Any frame, dict of lists, 2-D array or path of a file: one column per learner, one row per data set, split, run or test row.
    direction
        "higher" or "lower": which scores are better. By default that of the measure, and "higher" where no measure is named.
    rows
        What a row is: "datasets", "folds" (splits of one data set, which need `test_share` or `scheme`), "runs" (independent ones)
        or "rows" (single test rows).
    test_share
        The ratio n_test / n_train of overlapping splits; 10-fold cross-validation has 1/9.
    baseline
        The learner that all others are compared with.
    pairs
        Planned pairs: only these are compared.
    alpha
        The level of significance.
    rope
        Half the width of the region of equivalence: differences up to this size do not matter in practice.
    test
        Another test than the one that fits; `bo.tests` lists them.
    posthoc
        How p-values are adjusted for the number of pairs ("holm", "shaffer", ...), or a post-hoc test on ranks ("nemenyi",
        "bonferroni_dunn", "conover").
    scheme
        Instead of `test_share`: how splits were made, such as "10-fold", "10x10" or "5x2".
    measure
        What the scores are, where the table does not name it.
    value, learner, fold
        The columns of scores, of learners and of splits of a long table.
    item, runs
        Of single rows: the column of questions or other items, and that of their repeats, which are averaged.
    groups, sample_weight
        Of single rows: which of them belong together, and how much each counts; columns of the table, or one value per row. Row ids
        that repeat are groups too.
    time, series, horizon
        Of single rows in time, whose neighbours may depend on each other: when each was observed and of which series it is, columns of the
        table or one value per row; and how many steps ahead the forecasts look. Rows of one time count together.
    force
        Run the named test although it does not fit.
    alternative
        "two-sided"; or, stated before the scores are seen, whether the first of two learners, or of each planned pair, or each
        learner against the baseline, has larger ("greater") or smaller ("less") scores.
    failures
        A cell such as "OUT OF MEMORY", "timeout" or "failed" is worse than every score and has the last rank ("last"), or its row is
        left out for all learners ("out"). A dash or an empty cell is a missing score.
    columns
        What a column is, where each row is a learner: "datasets" or "folds". Heads such as fold 1, fold 2 state it themselves.
    source
        How sentences call the table.

    Returns
    -------
    Comparison
        The verdict in words, every pair with its claim, interval and p-value, scores, notes, figures and report.

    Examples
    --------
    >>> c = compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}, rows="datasets")
    >>> c.verdict.claim.value, c.pairs[0].pair.result.p_value
    ('A better', 0.03125)
    """
    kinds = [kind.name for kind in EVIDENCE if not {"groups", "time"} & kind.needs]
    check_time_options(time=time, series=series, groups=groups, runs=runs, horizon=horizon)
    if rows is not None and rows not in kinds:
        raise BadInput(f"rows must be one of {', '.join(kinds)}, not {rows!r}")
    described = RowColumns(item=item, runs=runs, groups=groups, weight=sample_weight, time=time, series=series)
    rows = _of_single_rows(rows, described)
    name = "the table"
    if isinstance(table, (str, Path)):
        name, table = str(table), read(table).columns()
    scores = score_table(
        table, direction=direction, rows=rows, value=value, measure=measure, source=source or name, learner=learner, fold=fold, described=described,
        failures=failures, columns_are=columns,
    )  # fmt: skip
    question = Question(
        evidence=TIMED_ROWS if time is not None else EVIDENCE[scores.rows] if scores.matrix.groups is None else GROUPED_ROWS, horizon=horizon, measure=scores.measure, test_share=test_share, scheme=scheme, baseline=baseline,
        pairs=None if pairs is None else tuple(pairs), alpha=alpha, rope=rope, test=test, posthoc=posthoc, force=force,
        alternative=alternative_named(alternative),
    )  # fmt: skip
    judged = judge(scores.matrix if time is None else replace(scores.matrix, horizon=horizon), question)
    assumed = (RUNS_ASSUMED(),) if question.evidence is RUNS else ()  # a study knows its splits, a table does not
    alike: tuple[Note, ...] = ()
    if question.evidence in {ROWS, GROUPED_ROWS}:
        alike = neighbour_notes(
            dict(zip(scores.matrix.names, scores.matrix.values.T, strict=True)), groups=scores.matrix.groups
        )
    return Comparison(replace(judged, notes=(*scores.notes, *assumed, *alike, *judged.notes)), brackets=scores.brackets)


def _of_single_rows(rows: str | None, described: RowColumns) -> str | None:
    """What a row is, where columns describe rows; refuses groups of whole data sets, splits or runs."""
    if rows == ROWS.name:
        return rows
    if described.item is not None and rows in {None, DATASETS.name}:  # nobody names items of data sets
        return ROWS.name
    descriptions = {
        "item": described.item,
        "runs": described.runs,
        "groups": described.groups,
        "sample_weight": described.weight,
        "time": described.time,
        "series": described.series,
    }
    asked = next((name for name, value in descriptions.items() if value is not None), None)
    if asked is not None:
        flag = f"--{asked.replace('_', '-')}"
        raise BadInput(
            f"{asked} ({flag}) is for single rows or questions, not {rows or DATASETS.name}; use rows='rows' (--rows rows)"
        )
    return rows


def _test(result: TestResult) -> dict[str, Any]:
    return {
        "test": result.test, "variant": result.variant, "statistic": json_safe(result.statistic),
        "df": [json_safe(number) for number in result.df], "p_value": json_safe(result.p_value), "n": result.n,
    }  # fmt: skip


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "name": effect.name, "value": json_safe(effect.value), "low": json_safe(effect.low), "high": json_safe(effect.high),
        "magnitude": effect.magnitude, "reason": effect.reason,
    }  # fmt: skip


def _mean(mean: Estimate | None, *, relative: bool) -> dict[str, Any]:
    """The mean difference, where the other is that of ranks."""
    if mean is None:
        return {}
    ends = [expm1(end) if relative else end for end in (mean.value, mean.low, mean.high)]
    return {"mean": dict(zip(("difference", "low", "high", "level"), map(json_safe, (*ends, mean.level)), strict=True))}


def _pair(judged: JudgedPair, mark: str | None, *, relative: bool) -> dict[str, Any]:
    difference, effect, posterior = judged.verdict.difference, judged.verdict.effect, judged.verdict.posterior
    ends: tuple[float, ...] = (nan,) * 3 if difference is None else (difference.value, difference.low, difference.high)
    if relative:  # logarithms of ratios were tested; told is a / b - 1
        ends = tuple(expm1(end) for end in ends)
    body: dict[str, Any] = {
        "a": judged.pair.a, "b": judged.pair.b, "mark": mark,
        **{name: json_safe(end) for name, end in zip(("difference", "low", "high"), ends, strict=True)},
        "p_value": json_safe(judged.pair.result.p_value), "p_adjusted": json_safe(judged.pair.p_adjusted),
        "p_equivalent": json_safe(judged.verdict.p_equivalent), "level": None if difference is None else json_safe(difference.level),
        "effect": None if effect is None else _effect(effect),
        **_mean(judged.verdict.mean, relative=relative),
        "estimator": judged.pair.result.estimator, "claim": judged.verdict.claim.value, "sentence": judged.verdict.sentence,
    }  # fmt: skip
    if posterior is not None:
        body["posterior"] = {"p_left": posterior.p_left, "p_rope": posterior.p_rope, "p_right": posterior.p_right}
    return body


class GroupedComparison(Mapping[str, Comparison]):
    """Comparisons by the name of their group, in the order in which the table names them."""

    def __init__(self, by: str, groups: Mapping[str, Comparison]) -> None:
        self.by = by
        self._groups = dict(groups)

    def __getitem__(self, group: str) -> Comparison:
        return self._groups[group]

    def __iter__(self) -> Iterator[str]:
        return iter(self._groups)

    def __len__(self) -> int:
        return len(self._groups)

    def to_dict(self, *, stability: bool = True, all_pairs: bool = False) -> dict[str, Any]:
        """What `bakeoff compare --by COLUMN --json` prints: the object of each group."""
        groups = {
            name: comparison.to_dict(stability=stability, all_pairs=all_pairs) for name, comparison in self.items()
        }
        for group in groups.values():
            del group["schema"]
        return {"schema": "bakeoff.compare/1", "by": self.by, "groups": groups}

    def report(
        self,
        path: str | Path,
        title: str = "Comparison",
        *,
        figures: str | Path | None = None,
        paper: str | None = None,
        only: str | Sequence[str] = (),
    ) -> Path:
        """One report of all groups: every verdict first, then each group's own sections."""
        from bakeoff.report.pages import compose_groups
        from bakeoff.report.write import write

        return write(
            lambda: compose_groups(
                {name: comparison.composed(title) for name, comparison in self.items()}, self.by, title
            ),
            path,
            figures=figures,
            paper=paper,
            only=only,
        )

    def __str__(self) -> str:
        return "\n\n".join(f"{self.by} = {name}\n{comparison}" for name, comparison in self.items())

    def __repr__(self) -> str:
        shown = " ".join(f"{name}: {comparison.headline}" for name, comparison in self.items())
        return f"<Comparisons by {self.by}: {shown}>"


def compare_by(table: Any, by: str, **options: Any) -> GroupedComparison:
    """Compare on the rows of each value of a column: one `bo.compare` for each.

    Every group is a comparison of its own: claims hold for that group, and nothing is corrected across groups.

    Parameters
    ----------
    table
        What `bo.compare` takes.
    by
        The column whose values are the groups.
    options
        The other arguments of `bo.compare`.

    Returns
    -------
    GroupedComparison
        A comparison for each value, by that value.

    Examples
    --------
    >>> small = {"size": ["s"] * 6, "a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]}
    >>> compare_by(small, "size", rows="datasets")
    <Comparisons by size: s: a is better than b on a typical data set.>
    """
    source = options.pop("source", "") or (str(table) if isinstance(table, (str, Path)) else "the table")
    columns = read(table).columns() if isinstance(table, (str, Path)) else columns_of(table)
    if by not in columns:
        raise UnknownName(f"column of {source}", by, columns)
    values = [str(cell) for cell in columns[by]]
    rest, numbers, _ = drop_row_numbers({name: cells for name, cells in columns.items() if name != by})
    # Row numbers count all rows, not those of a group; as words they still name them.
    rest = {name: [f"row {cell}" for cell in cells] for name, cells in numbers.items()} | dict(rest)
    comparisons, problems = {}, []
    for group in dict.fromkeys(values):
        kept = [i for i, value in enumerate(values) if value == group]
        part = {name: [cells[i] for i in kept] for name, cells in rest.items()}
        try:
            comparisons[group] = compare(part, source=f"{source} ({by} {group})", **options)
        except RowsUnstated:  # one answer serves all groups
            raise
        except BakeoffError as error:
            problems.append(str(error))
    if problems:
        raise Problems(source, problems) if len(problems) > 1 else BadInput(problems[0])
    return GroupedComparison(by, comparisons)


class CrossValidated:
    """Scores of several learners on identical splits of one data set."""

    def __init__(self, scores: Mapping[str, Mapping[str, Any]], test_share: float) -> None:
        self._scores = {name: dict(scores) for name, scores in scores.items()}
        self.test_share = test_share

    @property
    def names(self) -> tuple[str, ...]:
        """The score columns that all learners have."""
        first = next(iter(self._scores.values()))
        return tuple(
            name
            for name in first
            if name.startswith("test_") and all(name in scores for scores in self._scores.values())
        )

    def __repr__(self) -> str:
        learners = plural(len(self._scores), "learner")
        return f"<CrossValidated: {learners} on {plural(self._splits, 'split')}: {', '.join(map(clean, self.names))}>"

    def __str__(self) -> str:
        return str(self._view())

    def _repr_html_(self) -> str:
        return self._view()._repr_html_()

    @property
    def _splits(self) -> int:
        return len(next(iter(self._scores.values()))[self.names[0]]) if self.names else 0

    def _view(self) -> "TableView":
        """The mean and standard deviation over splits of every score."""
        from bakeoff.api.shown import TableView
        from bakeoff.report.tables.plain_text import Table

        rows = [
            [clean(name), *(_mean_text(np.asarray(scores[score], dtype=float)) for score in self.names)]
            for name, scores in self._scores.items()
        ]
        titles = ["Learner", *(clean(score.removeprefix("test_")) for score in self.names)]
        note = f"Mean ± standard deviation over {plural(self._splits, 'split')}; compare(score) gives the verdict."
        return TableView(replace(Table.of(titles, rows, align="l" + "r" * len(self.names)), notes=(note,)))

    def compare(self, score: str = "test_score", direction: str | None = None, **options: Any) -> Comparison:
        """Which learner is better by this score, over the splits they share.

        scikit-learn's scorers are larger-is-better (errors carry the prefix neg_), so that is the default direction.
        """
        if score not in self.names:
            raise BadInput(f"no score called {score!r} in all results; there are {', '.join(self.names)}")
        learners = tuple(self._scores)
        values = np.column_stack([np.asarray(scores[score], dtype=float) for scores in self._scores.values()])
        matrix = ScoreMatrix(names=learners, blocks=tuple(f"split {i + 1}" for i in range(len(values))), values=values)
        named = options.pop("measure", _measure(score.removeprefix("test_")))
        return compare(matrix, direction or "higher", "folds", self.test_share, measure=named, **options)


def _mean_text(values: Any) -> str:
    """A mean with its standard deviation.

    >>> _mean_text(np.array([0.9, 0.8]))
    '0.850 ± 0.071'
    """
    spread = f" ± {np.std(values, ddof=1):.3f}" if len(values) > 1 else ""
    return f"{np.mean(values):.3f}{spread}"


def _measure(name: str) -> str:
    """What the scores are called; a loss under its plain name had its sign turned by the scorer, so it is none here."""
    if name == "score" or (name in measures and measures[name].direction is Direction.LOWER and name[:4] != "neg_"):
        return ""
    return name


def from_cross_validate(results: Mapping[str, Mapping[str, Any]]) -> CrossValidated:
    """Take `{"a": cross_validate(...), "b": cross_validate(...)}`, made with return_indices=True, and check the splits.

    >>> one = {"test_score": [.9, .8], "indices": {"train": ([0, 1], [2, 3]), "test": ([2, 3], [0, 1])}}
    >>> from_cross_validate({"a": one, "b": one}).test_share
    1.0
    """
    if len(results) < 2:
        raise BadInput("a comparison needs the results of at least two learners")
    for name, result in results.items():
        if "indices" not in result:
            raise BadInput(
                f"the result of {name} does not contain the test indices; call cross_validate(..., return_indices=True)"
            )
    first_name, first = next(iter(results.items()))
    for name, result in results.items():
        for part in ("train", "test"):
            mine, theirs = first["indices"][part], result["indices"][part]
            if len(mine) != len(theirs) or any(not np.array_equal(a, b) for a, b in zip(mine, theirs, strict=True)):
                raise BadInput(
                    f"{first_name} and {name} were not evaluated on the same splits; give both the same cv object with a fixed random_state"
                )
    shares = [
        len(test) / len(train) for train, test in zip(first["indices"]["train"], first["indices"]["test"], strict=True)
    ]
    return CrossValidated(results, float(np.mean(shares)))
