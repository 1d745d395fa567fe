"""`bo.board`: the board of scores of items, from a table or from evaluation logs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.boards.board import Board
from bakeoff.boards.changes import EarlierBoard, earlier_board, with_changes
from bakeoff.boards.hidden_names import with_hidden_names
from bakeoff.boards.item_scores import ItemScores, item_scores
from bakeoff.boards.notes import FEW_ITEMS, MISSING_CELLS, MIXED_SCALES
from bakeoff.boards.ranked_systems import BoardSlice
from bakeoff.boards.separation import TIE, Separation, separate
from bakeoff.boards.standing import Standing, board_of, pair_sums
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BakeoffError
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.proportion import proportion

__all__ = ["board", "board_of_scores"]

SCALES = 30  # ratio of the spreads of rows from which the mean is one of the large rows
FEW_ROWS = 200  # rows below which they may be data sets; single items are 0 or 1


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
    by: str | Sequence[str] = (),
    earlier: Any = None,
    hide_names: bool = False,
    errors: str = "wrong",
    match: str = "auto",
    level: float = 0.95,
    seed: int = 0,
) -> Board:
    """Which of many systems is the best, and between which places may each one lie?

    Parameters
    ----------
    table
        A file, frame or mapping of scores: one row per item (question, task, data set), one column per system; or a long table with the columns that
        `learner`, `value` and `item` name. Or evaluation logs: one file that contains several systems, or a list of files.
    direction
        "higher" or "lower": which scores are better. By default that of the measure, else "higher".
    measure
        What the scores are, where the table does not name it; the score of logs that have several.
    learner, value, item, runs
        The columns of systems, scores, items and repeats of a long table; repeats of an item are averaged.
    groups
        The column of what items belong to (a document, a repository), or one value per item: items of one group count together.
    by
        Columns whose values have boards of their own, such as "task" and "language", with claims that hold for all of them at once.
    earlier
        An earlier board, to tell what changed: a `Board`, a file that `bakeoff board --json` wrote, or what `table` may be.
    hide_names
        Whether systems are called "system 1", "system 2", ... in an order that has nothing to do with their scores.
    errors, match
        Of logs, as in `bo.compare_logs`: scores that an error took, and how items are matched.
    level
        The confidence of rank intervals, letters and the set for the best.
    seed
        Of the signs that are drawn, and of the order of hidden names.

    Returns
    -------
    A `Board`: `frame()`, `best_set`, `verdict`, `slices`, `changes`, `plot()`, `report("board.html")`.

    >>> scores = {"a": [1, 1, 1, 0] * 10, "b": [1, 1, 0, 0] * 10, "c": [0, 0, 0, 1] * 10}
    >>> print(board(scores).verdict)
    The best is a, with 95 % confidence. a has the best score, 0.75, over 40 items.
    """
    confidence = probability("level", level)
    columns = (by,) if isinstance(by, str) else tuple(by)
    named = {"direction": direction, "measure": measure, "learner": learner, "value": value, "item": item, "runs": runs, "groups": groups, "errors": errors, "match": match}  # fmt: skip
    scores = item_scores(table, by=columns, **named)
    before = None if earlier is None else earlier_board(earlier, lambda table: board(table, **named, level=level, seed=seed))  # fmt: skip
    parts = [(column, cell, part) for column, cell, part in scores.slices()] if columns else []
    share = 1 - (1 - confidence) / max(len(parts), 1)
    whole = board_of_scores(scores, confidence, seed)
    slices = tuple(_slice(column, cell, part, share, seed, len(parts)) for column, cell, part in parts)
    return finished(replace(whole, slices=slices), before, hide_names=hide_names, sources=scores.sources, seed=seed)


def finished(whole: Board, before: EarlierBoard | None, *, hide_names: bool, sources: Sequence[str] = (), seed: int = 0) -> Board:  # fmt: skip
    """The board with what changed, its names hidden where this is asked for."""
    changed = whole if before is None else with_changes(whole, before)
    return with_hidden_names(changed, sources, seed) if hide_names else changed


def board_of_scores(scores: ItemScores, level: float, seed: int = 0, tests: int = 1) -> Board:
    """The board of a matrix of items and systems."""
    values = scores.values
    separation = separate(-values if scores.lower else values, groups=scores.groups, level=level, seed=seed)
    standing = Standing(
        names=scores.names, score=np.nanmean(values, axis=0), ends=_score_ends(values, scores.groups, level), items=(~np.isnan(values)).sum(axis=0),
        sign=-1.0 if scores.lower else 1.0, sums=pair_sums(values, scores.groups),
    )  # fmt: skip
    notes = (*scores.notes, *_notes(values, scores.blocks, separation))
    return board_of(standing, separation, level, scores.measure, len(values), scores.unit, notes, tests)


def _slice(  # noqa: PLR0917 - private
    column: str, cell: str, part: ItemScores | BakeoffError, level: float, seed: int, tests: int
) -> BoardSlice:  # fmt: skip
    if isinstance(part, BakeoffError):
        return BoardSlice(column=column, value=cell, items=0, board=None, reason=str(part))
    whole = board_of_scores(part, level, seed, tests)
    return BoardSlice(column=column, value=cell, items=len(part.values), board=whole)


def _notes(values: Array, blocks: Sequence[str], separation: Separation) -> list[Note]:
    notes = []
    missing = int(np.isnan(values).sum())
    if missing:
        notes.append(MISSING_CELLS(cells=missing, of=values.size))
    if not np.isfinite(separation.critical) or separation.critical**2 >= separation.shared.max() * (1 - TIE):
        notes.append(FEW_ITEMS(items=len(values), systems=values.shape[1]))
    spread = np.nanstd(values, axis=1)
    positive = spread[spread > 0]
    if len(positive) > 1 and len(values) <= FEW_ROWS and positive.max() / np.median(positive) > SCALES:
        row = int(np.argmax(spread))
        notes.append(
            MIXED_SCALES(factor=float(positive.max() / np.median(positive)), row=blocks[row] or f"row {row + 1}")
        )
    return notes


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
