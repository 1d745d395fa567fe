"""A pasted table of scores: how it is understood, what it answers, and what changes if the question changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

import numpy as np

from bakeoff.api.comparison import Comparison, compare
from bakeoff.comparisons.catalogue import posthoc_tests
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.score_table import ReadScores, score_table
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import TURNED
from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.comparisons.posthoc.adjust_all_pairs import PAIR_METHODS
from bakeoff.core.errors import BadInput, BakeoffError, UnknownName
from bakeoff.core.options import comparing
from bakeoff.core.text import clean
from bakeoff.measures import measures
from bakeoff.report.render.html import article
from bakeoff.tabular.reading import read

__all__ = ["TableQuestion", "answer_table", "understand_table"]

WHAT = "the table"
PREVIEW = 8  # rows of the table that the page shows again
NAMED = 20  # missing cells that are named one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """What somebody pasted and asks; empty texts mean that nothing was stated."""

    content: bytes
    name: str = WHAT
    rows: str = ""
    columns: str = ""
    direction: str = ""
    measure: str = ""
    scheme: str = ""
    baseline: str = ""
    alpha: float = comparing.ALPHA.default
    rope: float | None = comparing.ROPE.default
    test: str = comparing.TEST.default
    posthoc: str = comparing.POSTHOC.default
    alternative: str = comparing.ALTERNATIVE.default
    without_learners: tuple[str, ...] = ()
    without_blocks: tuple[str, ...] = ()

    @classmethod
    def of_form(cls, content: bytes, form: Mapping[str, Any]) -> Self:
        """The question that a form asks; refuses numbers that are none."""
        names = {field.name for field in fields(cls)} - {"content"}
        settings = {name: value for name, value in form.items() if name in names and value not in ("", None, [])}
        for name in ("alpha", "rope"):
            if name in settings:
                settings[name] = _number(name, settings[name])
        for name in ("without_learners", "without_blocks"):
            if name in settings:
                settings[name] = tuple(str(name) for name in settings[name])
        return cls(content=content, **settings)

    def options(self) -> dict[str, Any]:
        """The keywords of `bo.compare`."""
        return {
            "rows": self.rows or None, "columns": self.columns or None, "scheme": self.scheme, "measure": self.measure, "direction": self.direction or None,
            "baseline": self.baseline or None, "alpha": self.alpha, "rope": self.rope, "test": self.test, "posthoc": self.posthoc,
            "alternative": self.alternative,
        }  # fmt: skip


def _number(name: str, value: Any) -> float:
    try:
        return float(str(value).replace(",", "."))
    except ValueError:
        raise BadInput(f"{name} must be a number, not {clean(str(value))!r}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderstoodTable:
    """How a table was read, for the user to confirm."""

    learners: list[str]
    blocks: list[str]
    heading: list[str]
    preview: list[list[str]]
    more: int  # rows that the preview leaves out
    others: list[str]  # columns that name rows or are left out
    measure: str
    direction: str
    missing: list[str]
    missing_more: int
    notes: list[str]
    asks: list[str] = field(default_factory=list)  # what the table does not say: "rows", "columns", "direction"
    why: str = ""  # why it has to be asked what a row or a column is


def understand_table(question: TableQuestion) -> UnderstoodTable:
    """Read the table and say what the page must ask before it can answer."""
    columns = read(question.content, name=question.name).columns()
    asks, why = list[str](), ""
    try:
        scores = _seen(question, columns)
    except BakeoffError as problem:
        if question.rows:
            raise
        scores, asks = _seen_after_a_question(question, columns, problem)
        why = str(problem).partition(";")[0]
    if not question.direction and scores.measure not in measures:
        asks.append("direction")
    holes = [
        f"{learner} on {block}"
        for learner, values in zip(scores.matrix.names, scores.matrix.values.T, strict=True)
        for block, value in zip(scores.matrix.blocks, values, strict=True)
        if np.isnan(value)
    ]
    length = len(next(iter(columns.values()), ()))
    turned = (
        "columns" in asks
        or question.columns in {"datasets", "folds"}
        or any(note.code == TURNED.code for note in scores.notes)
    )
    return UnderstoodTable(
        learners=list(scores.matrix.names),
        blocks=list(scores.matrix.blocks),
        heading=list(columns),
        preview=[[cells[i] for cells in columns.values()] for i in range(min(PREVIEW, length))],
        more=max(0, length - PREVIEW),
        others=[] if turned else [name for name in columns if name not in scores.matrix.names],
        measure=scores.measure,
        direction=scores.matrix.direction.value,
        missing=holes[:NAMED],
        missing_more=max(0, len(holes) - NAMED),
        notes=[str(note) for note in scores.notes],
        asks=asks,
        why=why,
    )


def _seen_after_a_question(
    question: TableQuestion, columns: Mapping[str, Any], problem: BakeoffError
) -> tuple[ReadScores, list[str]]:
    """The table once it is known what its rows or its columns are, and which of both must be asked; else the problem."""
    if not question.columns and "columns='datasets'" in problem.cure:
        return _seen(replace(question, columns="datasets"), columns, rows=DATASETS.name), ["columns"]
    return _seen(question, columns, rows=DATASETS.name), ["rows"]


def _seen(question: TableQuestion, columns: Mapping[str, Any], rows: str | None = None) -> ReadScores:
    return score_table(
        columns,
        direction=question.direction or None,
        rows=rows or question.rows or None,
        measure=question.measure,
        source=question.name,
        columns_are=question.columns or None,
    )


def answer_table(question: TableQuestion, before: TableQuestion | None = None) -> dict[str, Any]:
    """The verdict on a table: the article of its report, files to copy, and what differs from the answer `before`."""
    comparison = _compared(question)
    judged = comparison.judgement
    return {
        "sentence": comparison.sentence,
        "claim": comparison.verdict.claim.value,
        "article": article(comparison.composed("Comparison")),
        "learners": list(judged.matrix.names),
        "blocks": list(judged.matrix.blocks),
        "block": judged.evidence.block,
        "json": comparison.to_dict(stability=False),
        "latex": comparison.to_latex(),
        "methods": comparison.methods,
        "bibtex": comparison.bibtex,
        "csv": comparison.to_csv(),
        "tests": ["auto", judged.choice.test, *dict(judged.choice.beside)],
        "posthocs": ["auto", *METHODS, *PAIR_METHODS, *posthoc_tests()] if len(judged.matrix.names) > 2 else ["auto"],
        "changes": [] if before is None else _changes(_compared(before), comparison),
        "compared": before is not None,
    }


def _compared(question: TableQuestion) -> Comparison:
    columns = read(question.content, name=question.name).columns()
    if not (question.without_learners or question.without_blocks):
        return compare(columns, source=question.name, **question.options())
    scores = _seen(question, columns)
    matrix = _without(scores.matrix, question)
    options = question.options() | {
        "rows": scores.rows,
        "measure": scores.measure,
        "direction": scores.matrix.direction.value,
    }
    return compare(matrix, **options)


def _without(matrix: ScoreMatrix, question: TableQuestion) -> ScoreMatrix:
    """The matrix less some learners and blocks; refuses names that it does not hold."""
    for name in question.without_learners:
        if name not in matrix.names:
            raise UnknownName("learner", name, matrix.names)
    for name in question.without_blocks:
        if name not in matrix.blocks:
            raise UnknownName("row", name, matrix.blocks)
    names = [name for name in matrix.names if name not in question.without_learners]
    if len(names) < 2:
        raise BadInput("a comparison needs two learners; leave out fewer")
    keep = [i for i, block in enumerate(matrix.blocks) if block not in question.without_blocks]
    if not keep:
        raise BadInput("a comparison needs at least one row of scores; leave out fewer")
    kept = matrix.only(keep)
    return kept if len(names) == len(matrix.names) else kept.of_learners(*names)


def _changes(before: Comparison, after: Comparison) -> list[dict[str, str]]:
    """The pairs whose claim is another now; a pair that only one of the two has is one of them."""
    first, other = _claims(before), _claims(after)
    gone = "not compared"
    return [
        {"pair": " and ".join(sorted(pair)), "before": first.get(pair, gone), "after": other.get(pair, gone)}
        for pair in {**first, **other}
        if first.get(pair, gone) != other.get(pair, gone)
    ]


def _claims(comparison: Comparison) -> dict[frozenset[str], str]:
    return {
        frozenset((pair.pair.a, pair.pair.b)): f"{pair.verdict.winner} better"
        if pair.verdict.winner
        else pair.verdict.claim.value
        for pair in comparison.pairs
    }
