"""`bo.bradley_terry`: the board of votes on pairs of systems."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import norm

from bakeoff.boards.board import Board
from bakeoff.boards.bradley_terry import fit_votes, is_connected, voter_influence
from bakeoff.boards.changes import earlier_board
from bakeoff.boards.of_items import finished
from bakeoff.boards.ranked_systems import BoardSlice
from bakeoff.boards.separation import separate_estimates
from bakeoff.boards.standing import Standing, board_of
from bakeoff.comparisons.evidence.score_table import columns_of
from bakeoff.core.arguments import suggest_arguments
from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput, BakeoffError, UnknownName
from bakeoff.tabular.reading import read

__all__ = ["bradley_terry"]


@suggest_arguments
def bradley_terry(
    votes: Any,
    *,
    winner: str = "winner",
    loser: str = "loser",
    tie: str | None = None,
    voter: str | None = None,
    by: str | Sequence[str] = (),
    earlier: Any = None,
    hide_names: bool = False,
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
        The column of who voted, or of the item that was judged: votes of one voter count together.
    by, earlier, hide_names, level, seed
        As in `bo.board`.

    Returns
    -------
    A `Board` whose scores are the logarithms of strengths, with mean 0 (Bradley and Terry 1952; ties by Davidson 1970).

    >>> votes = {"winner": ["a"] * 30 + ["b"] * 10, "loser": ["b"] * 30 + ["a"] * 10}
    >>> round(bradley_terry(votes).rows[0].score * 2, 4)
    1.0986
    """
    confidence = probability("level", level)
    columns = columns_of(read(votes).columns() if isinstance(votes, str | Path) else votes)
    names = (by,) if isinstance(by, str) else tuple(by)
    for name in (winner, loser, *(name for name in (tie, voter, *names) if name is not None)):
        if name not in columns:
            raise UnknownName("column of votes", name, columns)
    asked: dict[str, Any] = {"winner": winner, "loser": loser, "tie": tie, "voter": voter}
    before = None if earlier is None else earlier_board(earlier, lambda votes: bradley_terry(votes, **asked, level=level, seed=seed))  # fmt: skip
    cells = {name: [str(cell) for cell in columns[name]] for name in names}
    parts = [(name, cell) for name, own in cells.items() for cell in dict.fromkeys(own)]
    share = 1 - (1 - confidence) / max(len(parts), 1)
    whole = _board_of_votes(columns, asked, confidence, seed, 1)
    slices = []
    for name, cell in parts:
        rows = [row for row, own in enumerate(cells[name]) if own == cell]
        part = {column: [columns[column][row] for row in rows] for column in columns}
        try:
            own_board, reason = _board_of_votes(part, asked, share, seed, len(parts)), ""
        except BakeoffError as error:
            own_board, reason = None, str(error)
        slices.append(BoardSlice(column=name, value=cell, items=len(rows), board=own_board, reason=reason))
    return finished(replace(whole, slices=tuple(slices)), before, hide_names=hide_names, seed=seed)


def _board_of_votes(columns: Mapping[str, Sequence[Any]], named: Mapping[str, str | None], level: float, seed: int, tests: int) -> Board:  # fmt: skip
    tie, voter = named["tie"], named["voter"]
    first, second = ([str(cell).strip() for cell in columns[str(named[side])]] for side in ("winner", "loser"))
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
    people = (
        None if voter is None else np.unique(np.array([str(cell) for cell in columns[voter]]), return_inverse=True)[1]
    )
    influence = voter_influence(fit.influence, people)
    separation = separate_estimates(fit.strengths, influence, level=level, seed=seed)
    errors = np.sqrt((influence**2).sum(axis=0))
    half = float(norm.ppf((1 + level) / 2)) * errors

    def sums(i: int, j: int) -> tuple[float, float, int, int]:
        """The estimate as a sum of one, so that its interval is that of flipped influences."""
        difference = float(fit.strengths[i] - fit.strengths[j])
        squares = float(((influence[:, i] - influence[:, j]) ** 2).sum())
        return difference, squares, len(influence), 1

    standing = Standing(
        names=tuple(systems), score=fit.strengths, ends=np.column_stack([fit.strengths - half, fit.strengths + half]),
        items=np.bincount(a, minlength=k) + np.bincount(b, minlength=k), sign=1.0, sums=sums,
    )  # fmt: skip
    return board_of(standing, separation, level, "strength", len(first), "votes", (), tests)


def _is_tie(cell: Any) -> bool:
    text = str(cell).strip().casefold()
    return text in {"1", "1.0", "true", "yes", "tie", "tied", "draw"}
