"""`bo.board`: one line for each of many systems, with an interval of its rank; all claims of a board hold together."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.api.shown import HasHeadline
from bakeoff.boards.board_page import board_table, rank_plot, write_board
from bakeoff.boards.bradley_terry import fit_votes, is_connected
from bakeoff.boards.letters import compact_letters, tie_groups
from bakeoff.boards.notes import FEW_ITEMS, MISSING_CELLS, MIXED_SCALES
from bakeoff.boards.ranked_systems import BoardRow, RankedSystems
from bakeoff.boards.separation import TIE, Separation, separate, separate_estimates
from bakeoff.comparisons.evidence.score_table import score_table
from bakeoff.comparisons.evidence.table_steps.row_columns import RowColumns
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.measures.measure import Direction
from bakeoff.report.tables.plain_text import Table
from bakeoff.tabular.frames import frame_of
from bakeoff.tabular.reading import read

__all__ = ["Board", "BoardRow", "board", "bradley_terry"]

SCALES = 100  # ratio of the spreads of rows from which the mean is one of the large rows


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Board(RankedSystems, HasHeadline):
    """Many systems in order, with rank intervals that hold for all of them at once."""

    def headline(self) -> str:
        """The answer in words."""
        return self.verdict

    def tables(self) -> tuple[Table, ...]:
        """One line for each system."""
        return (board_table(self),)

    def frame(self, kind: str | None = None) -> Any:
        """A frame with one row for each system.

        Parameters
        ----------
        kind
            "pandas", "polars" or "plain"; by default what is installed.

        Returns
        -------
        A frame with the fields of `BoardRow` as columns.
        """
        return frame_of({name: [getattr(row, name) for row in self.rows] for name in self.columns}, kind)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff board --json` prints."""
        plain: dict[str, Any] = json_safe({
            "verdict": self.verdict, "best_set": list(self.best_set), "level": self.level, "measure": self.measure or None, "items": self.items,
            "systems": [asdict(row) for row in self.rows], "notes": [note.as_dict() for note in self.notes],
        })  # fmt: skip
        return plain

    def plot(self) -> Any:
        """A Matplotlib figure of the rank intervals."""
        from bakeoff.figures.rank_intervals import rank_interval_figure

        return rank_interval_figure(rank_plot(self))

    def report(self, path: str | Path, title: str = "Board") -> Path:
        """Write the board: a page (.html, .md, .tex, .json), or its rows as a table file (.csv and others)."""
        return write_board(self, Path(path), title)


@suggest_arguments
def board(
    table: Any,
    *,
    direction: str | None = None,
    measure: str = "",
    learner: str | None = None,
    value: str | None = None,
    item: str | None = None,
    runs: str | None = None,
    groups: Any = None,
    level: float = 0.95,
    seed: int = 0,
) -> Board:
    """Which of many systems is the best, and between which places may each one lie?

    Parameters
    ----------
    table
        A file, frame or mapping of scores: one row per item (question, task, data set), one column per system; or a long table with the columns that
        `learner`, `value` and `item` name.
    direction
        "higher" or "lower": which scores are better. By default that of the measure, else "higher".
    measure
        What the scores are, where the table does not name it.
    learner, value, item, runs
        The columns of systems, scores, items and repeats of a long table; repeats of an item are averaged.
    groups
        The column of what items belong to (a document, a repository), or one value per item: items of one group count together.
    level
        The confidence of rank intervals, letters and the set for the best.
    seed
        Of the signs that are drawn.

    Returns
    -------
    A `Board`: `frame()`, `best_set`, `verdict`, `plot()`, `report("board.html")`.

    >>> scores = {"a": [1, 1, 1, 0] * 10, "b": [1, 1, 0, 0] * 10, "c": [0, 0, 0, 1] * 10}
    >>> print(board(scores).verdict)
    The best is a, with 95 % confidence. a has the best score, 0.75, over 40 items.
    """
    confidence = probability("level", level)
    source = str(table) if isinstance(table, str | Path) else "the table"
    columns = read(table).columns() if isinstance(table, str | Path) else table
    described = RowColumns(item=item, runs=runs, groups=groups)
    scores = score_table(
        columns,
        direction=direction,
        rows="rows",
        value=value,
        measure=measure,
        source=source,
        learner=learner,
        described=described,
    )
    matrix = scores.matrix
    if len(matrix.names) < 2:
        raise BadInput(f"{source} has one system, {matrix.names[0]!r}; a board needs at least two columns of scores")
    values = np.array(matrix.values)
    if matrix.failed is not None:
        raise BadInput(
            f"{source} has cells such as OUT OF MEMORY; a board of means needs scores, so leave them empty or write the score that a failure gets"
        )
    if np.isnan(values).all(axis=0).any():
        empty = matrix.names[int(np.flatnonzero(np.isnan(values).all(axis=0))[0])]
        raise BadInput(f"{empty!r} has no score; leave its column out")
    lower = matrix.direction is Direction.LOWER
    separation = separate(
        -values if lower else values,
        groups=None if matrix.groups is None else np.asarray(matrix.groups),
        level=confidence,
        seed=seed,
    )
    scored = _Scored(
        names=matrix.names, score=np.nanmean(values, axis=0), ends=_score_ends(values, matrix.groups, confidence), items=(~np.isnan(values)).sum(axis=0),
        sign=-1.0 if lower else 1.0, sums=_pair_sums(values, matrix.groups),
    )  # fmt: skip
    notes = (*scores.notes, *_notes(values, matrix.blocks, separation))
    return _board(scored, separation, confidence, scores.measure or measure, len(values), "items", notes)


def _notes(values: Array, blocks: Sequence[str], separation: Separation) -> list[Note]:
    notes = []
    missing = int(np.isnan(values).sum())
    if missing:
        notes.append(MISSING_CELLS(cells=missing, of=values.size))
    if not np.isfinite(separation.critical) or separation.critical**2 >= separation.shared.max() * (1 - TIE):
        notes.append(FEW_ITEMS(items=len(values), systems=values.shape[1]))
    spread = np.nanstd(values, axis=1)
    positive = spread[spread > 0]
    if (
        len(positive) > 1 and len(values) <= 200 and positive.max() / np.median(positive) > SCALES
    ):  # single items are 0 or 1; rows of data sets have scales
        row = int(np.argmax(spread))
        notes.append(
            MIXED_SCALES(factor=float(positive.max() / np.median(positive)), row=blocks[row] or f"row {row + 1}")
        )
    return notes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Scored:
    """What is known of each system by itself, and of its differences from any other."""

    names: tuple[str, ...]
    score: Array
    ends: Array  # (k, 2)
    items: Array
    sign: float  # -1 where lower is better
    sums: Any  # (i, j) -> sum of differences, sum of squared differences of units, number of units, number of items


def _score_ends(values: Array, groups: Array | None, level: float) -> Array:
    """The interval of each mean: Wilson's for shares, else Student's; over groups where items belong together."""
    from scipy.stats import t

    ends = []
    for column in values.T:
        present = ~np.isnan(column)
        own = column[present]
        if groups is None and np.isin(own, (0.0, 1.0)).all():
            estimate = proportion(float(own.sum()), len(own), level=level)
            ends.append((estimate.low, estimate.high))
            continue
        mean = own.mean()
        residuals = own - mean
        if groups is not None:
            _, codes = np.unique(np.asarray(groups)[present], return_inverse=True)
            residuals = np.bincount(codes, weights=residuals)
        units = len(residuals)
        if units < 2:
            ends.append((float("nan"), float("nan")))
            continue
        error = np.sqrt((residuals**2).sum() * units / (units - 1)) / len(own)
        half = float(t.ppf((1 + level) / 2, units - 1)) * error
        ends.append((mean - half, mean + half))
    return np.array(ends)


def _pair_sums(values: Array, groups: Array | None) -> Any:
    codes = None if groups is None else np.unique(np.asarray(groups), return_inverse=True)[1]

    def sums(i: int, j: int) -> tuple[float, float, int, int]:
        difference = values[:, i] - values[:, j]
        present = ~np.isnan(difference)
        own = difference[present]
        units = own if codes is None else np.bincount(codes[present], weights=own)
        return float(units.sum()), float((units**2).sum()), len(units), len(own)

    return sums


def _difference(scored: _Scored, leader: int, other: int, critical: float) -> tuple[float, float, float]:
    """The difference from the leader with the interval of shifts at which flipped signs would not separate the two."""
    if leader == other:
        return 0.0, 0.0, 0.0
    total, squares, units, items = scored.sums(other, leader)
    if not items:
        return (float("nan"),) * 3
    mean = total / items
    left = units - critical**2
    if left <= 0:
        return mean, -np.inf, np.inf
    half = critical * np.sqrt(max(units * squares - total**2, 0.0) / left) / items
    return mean, mean - half, mean + half


def _board(  # noqa: PLR0917 - the parts of one computation
    scored: _Scored, separation: Separation, level: float, measure: str, items: int, unit: str, notes: Sequence[Note]) -> Board:  # fmt: skip
    goodness = scored.sign * scored.score
    order = sorted(range(len(scored.names)), key=lambda place: (-goodness[place], scored.names[place]))
    separated = separation.separated
    differ = separated | separated.T
    leader = order[0]
    letters = compact_letters(differ[np.ix_(order, order)])
    groups = tie_groups(differ, order)
    p_values = separation.p_value(separation.lead[leader])
    rows = []
    for position, place in enumerate(order):
        difference, low, high = _difference(scored, leader, place, separation.critical)
        rows.append(
            BoardRow(
                system=scored.names[place], rank=1 + int((goodness > goodness[place]).sum()), rank_low=1 + int(separated[:, place].sum()),
                rank_high=len(order) - int(separated[place].sum()), score=float(scored.score[place]), low=float(scored.ends[place][0]),
                high=float(scored.ends[place][1]), group=groups[place], letters="" if letters is None else letters[position], difference=difference,
                difference_low=float(low), difference_high=float(high), p_leader=float("nan") if place == leader else float(p_values[place]),
                items=int(scored.items[place]),
            )
        )  # fmt: skip
    best = tuple(row.system for row in rows if separation.best[scored.names.index(row.system)])
    return Board(
        rows=tuple(rows), best_set=best, level=level, measure=measure, items=items, unit=unit, notes=tuple(notes)
    )


@suggest_arguments
def bradley_terry(
    votes: Any,
    *,
    winner: str = "winner",
    loser: str = "loser",
    tie: str | None = None,
    voter: str | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Board:
    """Which of many systems is the best, by votes on pairs of them?

    Parameters
    ----------
    votes
        A file, frame or mapping with one row per vote.
    winner, loser
        The columns of the system that won and of the one that lost; of a tie the two in any order.
    tie
        The column that tells whether the vote was a tie (1, true, yes, tie).
    voter
        The column of who voted: votes of one voter count together.
    level, seed
        As in `bo.board`.

    Returns
    -------
    A `Board` whose scores are the logarithms of strengths, with mean 0 (Bradley and Terry 1952; ties by Davidson 1970).

    >>> votes = {"winner": ["a"] * 30 + ["b"] * 10, "loser": ["b"] * 30 + ["a"] * 10}
    >>> round(bradley_terry(votes).rows[0].score * 2, 4)
    1.0986
    """
    confidence = probability("level", level)
    columns = read(votes).columns() if isinstance(votes, str | Path) else votes
    names = list(columns) if isinstance(columns, Mapping) else [str(name) for name in columns.columns]
    for name in (winner, loser, *(name for name in (tie, voter) if name is not None)):
        if name not in names:
            raise UnknownName("column of votes", name, names)
    first, second = ([str(cell).strip() for cell in columns[name]] for name in (winner, loser))
    own = [
        number
        for number, (one_side, other_side) in enumerate(zip(first, second, strict=True), start=1)
        if one_side == other_side or not one_side or not other_side
    ]
    if own:
        raise BadInput(
            f"vote {own[0]} does not name two different systems ({first[own[0] - 1]!r} and {second[own[0] - 1]!r}); leave such votes out"
        )
    systems = sorted({*first, *second})
    if len(systems) < 2:
        raise BadInput("there are no votes; a board needs votes on at least two systems")
    tied = np.zeros(len(first), dtype=bool) if tie is None else np.array([_is_tie(cell) for cell in columns[tie]])
    codes = {name: code for code, name in enumerate(systems)}
    a, b = (np.array([codes[name] for name in side]) for side in (first, second))
    result = np.where(tied, 0.5, 1.0)
    k = len(systems)
    wins = np.zeros((k, k))
    np.add.at(wins, (a, b), 1.0)
    np.add.at(wins, (b[tied], a[tied]), 1.0)
    if not is_connected(wins):
        raise BadInput(
            "some systems won or lost every vote against all others, so that their strengths have no finite estimate; leave them out, or add votes between them"
        )
    fit = fit_votes(a, b, result, k)
    influence = fit.influence
    if voter is not None:
        _, people = np.unique(np.array([str(cell) for cell in columns[voter]]), return_inverse=True)
        grouped = np.zeros((int(people.max()) + 1, k))
        np.add.at(grouped, people, influence)
        influence = grouped
    separation = separate_estimates(fit.strengths, influence, level=confidence, seed=seed)
    from scipy.stats import norm

    errors = np.sqrt((influence**2).sum(axis=0))
    half = float(norm.ppf((1 + confidence) / 2)) * errors

    def sums(i: int, j: int) -> tuple[float, float, int, int]:
        """The estimate as a sum of one, so that its interval is that of flipped influences."""
        difference = float(fit.strengths[i] - fit.strengths[j])
        squares = float(((influence[:, i] - influence[:, j]) ** 2).sum())
        return difference, squares, len(influence), 1

    scored = _Scored(
        names=tuple(systems), score=fit.strengths, ends=np.column_stack([fit.strengths - half, fit.strengths + half]),
        items=np.bincount(a, minlength=k) + np.bincount(b, minlength=k), sign=1.0, sums=sums,
    )  # fmt: skip
    return _board(scored, separation, confidence, "strength", len(first), "votes", ())


def _is_tie(cell: Any) -> bool:
    text = str(cell).strip().casefold()
    return text in {"1", "1.0", "true", "yes", "tie", "tied", "draw"}
