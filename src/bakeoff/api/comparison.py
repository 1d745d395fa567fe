"""Comparison: which learner is better, in the user's hands. Thin over one Judgement; everything reads the same numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import expm1, isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.comparisons.evidence.kinds import EVIDENCE
from bakeoff.comparisons.evidence.score_table import score_table
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.stability import Ask, Stability, stability
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import Effect, TestResult
from bakeoff.comparisons.verdict import Verdict
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note
from bakeoff.tabular.csv import read_columns

if TYPE_CHECKING:
    from bakeoff.predictions.predictions import Predictions
    from bakeoff.report.blocks import Report

__all__ = ["MARKS", "Comparison", "compare"]

MARKS = "◊•*†‡§"  # one for each planned pair, in the order they were named


class Comparison:
    """What one table of scores says: the verdict first, then every pair, the ranks and the doubts."""

    def __init__(
        self,
        judgement: Judgement,
        measures: Mapping[str, ScoreMatrix] | None = None,
        ask: Ask = judge,
        said: "Mapping[str, Predictions] | None" = None,
    ) -> None:
        self.judgement = judgement
        self._said = said  # the predictions themselves, where they were brought
        self._ask = ask  # how the same question is put again
        self._measures = dict(measures or {})  # the same learners and blocks by other measures, for the stability
        self._stability: Stability | None = None

    @property
    def verdict(self) -> Verdict:
        """The best learner against the baseline if one is named, else against the runner-up."""
        return self.judgement.verdict

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
        """Mean rank of each learner, 1 is best."""
        return dict(zip(self.judgement.ranks.names, self.judgement.ranks.mean_ranks, strict=True))

    @property
    def critical_difference(self) -> float | None:
        """How far apart mean ranks must be, where one number says it for all pairs."""
        return self.judgement.ranks.critical_difference

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
        made = {pair: MARKS[i] if i < len(MARKS) else f"[{i + 1}]" for i, pair in enumerate(planned)}
        return {pair: mark for pair, mark in made.items() if self.pair(*pair).verdict.winner}

    @property
    def stability(self) -> Stability:
        """Whether the verdict survives other tests, corrections and fewer data sets; worked out when first asked for."""
        if self._stability is None:
            self._stability = stability(self.judgement, self._measures, self._ask)
        return self._stability

    def pair(self, a: str, b: str) -> JudgedPair:
        """The pair of these two."""
        return self.judgement.pair(a, b)

    def to_dict(self, *, stability: bool = True) -> dict[str, Any]:
        """The object that `bakeoff compare --json` prints; NaN is None, with its reason among the warnings."""
        judged, omnibus = self.judgement, self.omnibus
        reasons = [one.pair.result.reason for one in self.pairs] + [omnibus.reason]
        return {
            "schema": "bakeoff.compare/1",
            "n": judged.ranks.n,
            "learners": list(judged.matrix.names),
            "direction": judged.matrix.direction.value,
            "measure": judged.measure,
            "relative": judged.relative,
            "test": judged.choice.test,
            "why": judged.choice.why,
            "alternatives": dict(judged.choice.beside),
            "refused": dict(judged.choice.refused),
            "posthoc": judged.ranks.posthoc,
            "omnibus": _test(omnibus),
            "also": [_test(one) for one in judged.also],
            "ranks": {name: json_safe(rank) for name, rank in self.ranks.items()},
            "critical_difference": json_safe(self.critical_difference),
            "pairs": [_pair(one, self.marks.get((one.pair.a, one.pair.b)), relative=judged.relative) for one in self.pairs],
            "verdict": {"claim": self.verdict.claim.value, "a": self.verdict.a, "b": self.verdict.b, "sentence": self.verdict.sentence},
            "stability": self.stability.to_dict() if stability else None,
            "notes": [note.as_dict() for note in (*self.notes, *self.verdict.notes)],
            "warnings": [*self.warnings, *dict.fromkeys(one for one in reasons if one)],
        }  # fmt: skip

    def to_latex(self) -> str:
        """Every pair as a LaTeX table (booktabs): differences above the diagonal, adjusted p-values below."""
        from bakeoff.report.sections.pairs import pair_matrix
        from bakeoff.report.tables.latex import to_latex

        return to_latex(pair_matrix(self.judgement))

    def report(
        self,
        path: str | Path,
        title: str = "Comparison",
        *,
        figures: str | Path | None = None,
        paper: str | None = None,
    ) -> Path:
        """Write a report of this comparison; the suffix chooses: .html, .md, .tex or .json; figures go to a directory.

        `paper` is their width in a paper, such as "column" or "8.4cm".
        """
        from bakeoff.report.write import write_both

        return write_both(lambda: self.composed(title), path, figures=figures, paper=paper)

    def composed(self, title: str) -> "Report":
        """The blocks of the report."""
        from bakeoff.report.compose import compose_judgement

        measures = tuple(self._measures) if self._said is not None else ()
        return compose_judgement(self.judgement, title, said=self._said, measures=measures, ask=lambda: self.stability)

    def __str__(self) -> str:
        lines = [self.verdict.sentence, "", f"{self.omnibus}", f"Chosen because {self.judgement.choice.why}."]
        lines += [f"Also: {one}" for one in self.judgement.also]
        lines += [
            "",
            "Mean ranks: "
            + ", ".join(
                f"{name} {'–' if isnan(rank) else f'{rank:.2f}'}"
                for name, rank in sorted(self.ranks.items(), key=lambda one: (isnan(one[1]), one[1]))
            ),
        ]
        lines += [f"  {one.verdict.sentence}" for one in self.pairs] if len(self.pairs) > 1 else []
        lines += [f"Note: {one}" for one in self.warnings]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.judgement.matrix.names)} learners over {self.judgement.ranks.n} {self.judgement.evidence.name}: {self.verdict.claim.value}>"

    def _repr_html_(self) -> str:
        from bakeoff.report.render.html import fragment

        return fragment(self.composed("Comparison"))


def compare(  # noqa: PLR0917 - the order is part of the contract
    table: Any,
    direction: str | None = None,
    rows: str = "datasets",
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
    force: bool = False,
    source: str = "",
) -> Comparison:
    """Which learner is better, by how much, and how sure are we?

    `table` is any frame, dict of lists, 2-D array or CSV path: one row per data set (`rows="datasets"`), split of one
    data set ("folds", which needs `test_share` or `scheme`) or independent run ("runs"); one column per learner. A long
    table names the learners in a column. `direction` is "higher" unless the measure is known to be better when lower.

    >>> c = compare({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]})
    >>> c.verdict.claim.value, c.pairs[0].pair.result.p_value
    ('A better', 0.03125)
    """
    kinds = EVIDENCE.names
    if rows not in kinds:
        raise BadInput(f"rows must be one of {', '.join(kinds)}, not {rows!r}")
    name = "the table"
    if isinstance(table, (str, Path)):
        name, table = str(table), read_columns(table)
    seen = score_table(table, direction=direction, rows=rows, value=value, measure=measure, source=source or name)
    question = Question(
        evidence=EVIDENCE[rows], measure=seen.measure, test_share=test_share, scheme=scheme, baseline=baseline,
        pairs=None if pairs is None else tuple(pairs), alpha=alpha, rope=rope, test=test, posthoc=posthoc, force=force,
    )  # fmt: skip
    judged = judge(seen.matrix, question)
    return Comparison(replace(judged, notes=(*seen.notes, *judged.notes)))


def _test(result: TestResult) -> dict[str, Any]:
    return {
        "test": result.test, "variant": result.variant, "statistic": json_safe(result.statistic),
        "df": [json_safe(one) for one in result.df], "p_value": json_safe(result.p_value), "n": result.n,
    }  # fmt: skip


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "name": effect.name, "value": json_safe(effect.value), "low": json_safe(effect.low), "high": json_safe(effect.high),
        "magnitude": effect.magnitude,
    }  # fmt: skip


def _pair(one: JudgedPair, mark: str | None, *, relative: bool) -> dict[str, Any]:
    seen, effect, posterior = one.pair.difference, one.verdict.effect, one.verdict.posterior
    ends: tuple[float, ...] = (nan,) * 3 if seen is None else (seen.value, seen.low, seen.high)
    if relative:  # logarithms of ratios were tested; told is a / b - 1
        ends = tuple(expm1(end) for end in ends)
    made: dict[str, Any] = {
        "a": one.pair.a, "b": one.pair.b, "mark": mark,
        **{name: json_safe(end) for name, end in zip(("difference", "low", "high"), ends, strict=True)},
        "p_value": json_safe(one.pair.result.p_value), "p_adjusted": json_safe(one.pair.p_adjusted),
        "p_equivalent": json_safe(one.verdict.p_equivalent), "level": None if seen is None else json_safe(seen.level),
        "effect": None if effect is None else _effect(effect),
        "claim": one.verdict.claim.value, "sentence": one.verdict.sentence,
    }  # fmt: skip
    if posterior is not None:
        made["posterior"] = {"p_left": posterior.p_left, "p_rope": posterior.p_rope, "p_right": posterior.p_right}
    return made
