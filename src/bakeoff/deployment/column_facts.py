"""ColumnFacts: what a column looked like in training, and how new values of it are coded and compared with that."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems, did_you_mean
from bakeoff.core.notes import Note
from bakeoff.core.text import abridged
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.target import label_text
from bakeoff.deployment.notes import FRACTIONS, NEW_GAPS, NEW_LEVELS, NOT_USED, OUTSIDE, SHIFTED, date_text
from bakeoff.tabular.table import ColumnTable, parse_number

__all__ = ["Coded", "ColumnFacts", "code_rows", "column_facts"]

BINS = 10
ROUNDING = 1e-7  # of a number that was stored in single precision, or in a workbook
FEWEST = 30  # new rows below which no distribution is tested
LEVEL = 0.01  # of that test, for all columns together
MOST_LEVELS = 50  # of a column whose distribution is tested
EXPECTED = 5.0  # rows in each part of a column, for the test of its distribution
SHOWN = 3  # examples in a sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnFacts:
    """One column of the training data. Numbers have a range and the counts of ten bins of about equal counts, levels have counts."""

    name: str
    kind: str
    levels: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()  # by level, or by bin of `edges`
    edges: tuple[float, ...] = ()  # between the bins
    low: float | None = None
    high: float | None = None
    missing: float = 0.0  # share of the rows
    whole: bool = False  # whole numbers only
    stored: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Coded:
    """New rows as the model takes them, and what is unlike the training data."""

    features: Array
    texts: dict[int, tuple[str, ...]]  # what the codes of a text column stand for
    unlike: Array  # by row: how many of its columns are outside of what training saw
    notes: tuple[Note, ...]


def column_facts(data: Dataset) -> tuple[ColumnFacts, ...]:
    """What a card keeps of every column; the texts of text columns are not kept."""
    return tuple(_facts(column, data.matrix[:, index]) for index, column in enumerate(data.columns))


def _facts(column: Column, values: Array) -> ColumnFacts:
    present = values[~np.isnan(values)]
    missing = 1 - len(present) / len(values) if len(values) else 0.0
    if column.kind is ColumnKind.TEXT:
        return ColumnFacts(name=column.name, kind=column.kind.value, missing=missing, stored=column.stored)
    if column.kind is ColumnKind.NOMINAL:
        counts = np.bincount(present.astype(np.int64), minlength=len(column.levels))
        return ColumnFacts(
            name=column.name, kind=column.kind.value, levels=column.levels, counts=tuple(counts.tolist()), missing=missing,
            stored=column.stored,
        )  # fmt: skip
    finite = present[np.isfinite(present)]
    if not len(finite):
        return ColumnFacts(name=column.name, kind=column.kind.value, missing=missing, stored=column.stored)
    edges = np.unique(np.quantile(finite, np.linspace(0, 1, BINS + 1)[1:-1]))
    return ColumnFacts(
        name=column.name,
        kind=column.kind.value,
        counts=tuple(_binned(finite, edges).tolist()),
        edges=tuple(edges.tolist()),
        low=float(finite.min()),
        high=float(finite.max()),
        missing=missing,
        whole=bool(np.all(finite == np.floor(finite))),
        stored=column.stored,
    )


def _binned(values: Array, edges: Sequence[float] | Array) -> Array:
    return np.bincount(np.searchsorted(edges, values, side="left"), minlength=len(edges) + 1)


def code_rows(table: ColumnTable, columns: Sequence[ColumnFacts], *, known_levels_only: bool) -> Coded:
    """Rows of a table in the columns and codes of the training data; everything that cannot be used is told at once.

    `known_levels_only`: the model has no place for a level that it never saw, so it becomes a missing value.
    """
    what = table.source or table.name
    if not len(table):
        raise BadInput(f"{what} has no rows; give at least one row to predict")
    problems = list(_missing_columns(table, columns))
    coded_columns: list[tuple[Array, tuple[str, ...], Array]] = []
    for facts in columns:
        if facts.name not in table.names:
            continue
        try:
            position = table.at(facts.name)
            coded_columns.append(_coded(facts, table.columns[position], table.values[position], known_levels_only))
        except BadInput as problem:
            problems.append(str(problem))
    if problems:
        raise Problems(what, problems)
    features = (
        np.column_stack([values for values, _, _ in coded_columns]) if coded_columns else np.empty((len(table), 0))
    )
    unlike = np.sum([odd for _, _, odd in coded_columns], axis=0) if coded_columns else np.zeros(len(table))
    kinds = [ColumnKind(column.kind) for column in columns]
    texts = {index: coded_columns[index][1] for index, kind in enumerate(kinds) if kind is ColumnKind.TEXT}
    notes = [
        note
        for facts, (values, words, odd) in zip(columns, coded_columns, strict=True)
        for note in _remarks(facts, values, words, odd, known_levels_only=known_levels_only)
    ]
    notes += _shifts(columns, [values for values, _, _ in coded_columns])
    rest = [name for name in table.names if name not in {column.name for column in columns}]
    notes += [NOT_USED(names=tuple(rest))] if rest else []
    return Coded(features=features, texts=texts, unlike=unlike.astype(np.int64), notes=tuple(notes))


def _missing_columns(table: ColumnTable, columns: Sequence[ColumnFacts]) -> Iterator[str]:
    wanted = {column.name for column in columns}
    spare = [name for name in table.names if name not in wanted]
    for column in columns:
        if column.name not in table.names:
            alike = [name for name in spare if name.casefold().strip() == column.name.casefold().strip()]
            near = f"did you mean {alike[0]!r}?" if alike else did_you_mean(column.name, spare)
            cure = near or "add it; the model was trained with it"
            yield f"there is no column {column.name!r}; {cure}"


def _coded(
    facts: ColumnFacts, column: Column, values: Array, known_levels_only: bool
) -> tuple[Array, tuple[str, ...], Array]:
    """Values in the codes of training, the levels or texts that training did not see, and which rows are odd."""
    kind = ColumnKind(facts.kind)
    gaps = np.isnan(values)
    calm = np.zeros(len(values), dtype=bool)
    if gaps.all():
        return np.full(len(values), nan), (), gaps if facts.missing == 0 else calm
    if kind is ColumnKind.TEXT:
        texts = _spelled(column, values)
        levels = tuple(dict.fromkeys(text for text in texts if text is not None))
        home = {level: float(index) for index, level in enumerate(levels)}
        return np.array([nan if text is None else home[text] for text in texts]), levels, calm
    if kind is ColumnKind.NOMINAL:
        home = {level: float(index) for index, level in enumerate(facts.levels)}
        unknown = nan if known_levels_only else float(len(facts.levels))
        words = _spelled(column, values)
        if column.kind is ColumnKind.DATE and home.keys().isdisjoint(words):
            raise BadInput(_other_kind(facts, column, values))
        odd = np.array([word is not None and word not in home for word in words])
        coded = np.array([nan if word is None else home.get(word, unknown) for word in words])
        strange = tuple(dict.fromkeys(word for word, new in zip(words, odd, strict=True) if word is not None and new))
        return coded, strange, odd | (gaps if facts.missing == 0 else calm)
    if column.kind is not kind:
        numbers = _as_numbers(column, values) if kind is ColumnKind.NUMERIC else None
        if numbers is None:
            raise BadInput(_other_kind(facts, column, values))
        values, gaps = numbers, np.isnan(numbers)
    odd = _outside(facts, values)
    return values, (), odd | (gaps if facts.missing == 0 else calm)


def _outside(facts: ColumnFacts, values: Array) -> Array:
    """Which values lie outside the range of training; the same numbers in another file may differ in their last digits."""
    if facts.low is None or facts.high is None:
        return np.zeros(len(values), dtype=bool)
    slack = ROUNDING * max(abs(facts.low), abs(facts.high)) if facts.kind == ColumnKind.NUMERIC else 0.0
    return np.asarray((values < facts.low - slack) | (values > facts.high + slack))


def _spelled(column: Column, values: Array) -> list[str | None]:
    """The cells in words; None is missing."""
    if column.kind in {ColumnKind.NOMINAL, ColumnKind.TEXT}:
        return [None if code != code else column.levels[int(code)] for code in values.tolist()]  # noqa: PLR0124
    text = date_text if column.kind is ColumnKind.DATE else label_text
    return [None if value != value else text(value) for value in values.tolist()]  # noqa: PLR0124


def _as_numbers(column: Column, values: Array) -> Array | None:
    """Levels that are all numbers, such as categories "1" and "2"."""
    if column.kind is not ColumnKind.NOMINAL:
        return None
    numbers = [parse_number(level) for level in column.levels]
    if any(number is None for number in numbers):
        return None
    table = np.array([*(nan if number is None else number for number in numbers), nan])
    return table[np.where(np.isnan(values), -1, values).astype(np.int64)]


_HELD = {
    ColumnKind.NUMERIC: "numbers",
    ColumnKind.NOMINAL: "levels",
    ColumnKind.TEXT: "texts",
    ColumnKind.DATE: "dates",
}


def _other_kind(facts: ColumnFacts, column: Column, values: Array) -> str:
    shown = list(dict.fromkeys(text for text in _spelled(column, values) if text is not None))
    if ColumnKind(facts.kind) is ColumnKind.NUMERIC:
        shown = [text for text in shown if parse_number(text) is None] or shown
    examples = abridged([repr(text) for text in shown], SHOWN)
    return (
        f"column {facts.name!r} contained {_HELD[ColumnKind(facts.kind)]} in training and contains {_HELD[column.kind]} here, "
        f"such as {examples}; convert it, or leave the cell empty where the value is not known"
    )


def _remarks(
    facts: ColumnFacts, values: Array, words: Sequence[str], odd: Array, *, known_levels_only: bool
) -> Iterator[Note]:
    rows, gaps = len(values), int(np.isnan(values).sum())
    kind = ColumnKind(facts.kind)
    if kind is ColumnKind.NOMINAL and words:
        count = int(np.count_nonzero(odd & (~np.isnan(values) if not known_levels_only else np.ones(rows, dtype=bool))))
        treated = "missing" if known_levels_only else "none of the levels that it knows"
        yield NEW_LEVELS(column=facts.name, names=tuple(words), count=count, rows=rows, **{"as": treated})
    if kind in {ColumnKind.NUMERIC, ColumnKind.DATE} and facts.low is not None and facts.high is not None:
        out = _outside(facts, values)
        if out.any():
            far = values[out]
            worst = far[np.argmax(np.maximum(facts.low - far, far - facts.high))]
            yield OUTSIDE(
                column=facts.name, count=int(out.sum()), rows=rows, low=facts.low, high=facts.high, worst=float(worst),
                dates=kind is ColumnKind.DATE,
            )  # fmt: skip
        fractions = int(np.count_nonzero(np.isfinite(values) & (values != np.floor(values))))
        if facts.whole and fractions and kind is ColumnKind.NUMERIC:
            yield FRACTIONS(column=facts.name, count=fractions, rows=rows)
    strange = len(words) > 0 and known_levels_only and kind is ColumnKind.NOMINAL
    if gaps and facts.missing == 0 and not strange:
        yield NEW_GAPS(column=facts.name, count=gaps, rows=rows)


def _shifts(columns: Sequence[ColumnFacts], values: Sequence[Array]) -> Iterator[Note]:
    """Columns whose bins or levels are filled otherwise than in training: chi-squared of two samples, Holm over columns."""
    tested = [
        (facts, *shift)
        for facts, column_values in zip(columns, values, strict=True)
        if (shift := _shift(facts, column_values))
    ]
    running = 0.0
    for rank, (facts, p, distance) in enumerate(sorted(tested, key=lambda test: test[1])):
        running = max(running, min(1.0, (len(tested) - rank) * p))
        if running >= LEVEL:
            return
        yield SHIFTED(column=facts.name, p=running, distance=distance)


def _shift(facts: ColumnFacts, values: Array) -> tuple[float, float] | None:
    """The p-value and the distance in total variation; None where too little is known."""
    finite = values[np.isfinite(values)]
    before = np.array(facts.counts, dtype=np.float64)
    if len(finite) < FEWEST or len(before) < 2 or len(before) > MOST_LEVELS or before.sum() < FEWEST:
        return None
    if facts.levels:
        after = np.bincount(finite.astype(np.int64), minlength=len(before) + 1).astype(np.float64)
        before = np.append(before, 0.0)
    else:
        after = _binned(finite, facts.edges).astype(np.float64)
    both = _pooled(np.stack([before, after]))
    if both.shape[1] < 2:
        return None
    from scipy.stats import chi2_contingency

    p = float(chi2_contingency(both, correction=False).pvalue)
    shares = both / both.sum(axis=1, keepdims=True)
    distance = float(np.abs(shares[0] - shares[1]).sum() / 2)
    return (p, distance) if isfinite(p) else None


def _pooled(both: Array) -> Array:
    """Counts of training and new rows with the rare parts put together: the test needs five expected rows in each.

    Which parts are rare is read from training alone; a choice that saw the new counts would spoil the level of the test.
    """
    expected = both[0] * (both[1].sum() / both[0].sum())
    rare = expected < EXPECTED
    kept, rest = both[:, ~rare], both[:, rare].sum(axis=1, keepdims=True)
    if not rest.any():
        return kept
    if expected[rare].sum() >= EXPECTED or not kept.shape[1]:
        return np.hstack([kept, rest])
    least = int(np.argmin(kept[0]))
    kept = kept.copy()
    kept[:, least] += rest[:, 0]
    return kept
