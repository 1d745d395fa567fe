"""A board without the names of its systems."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bakeoff.boards.board import Board
from bakeoff.boards.ranked_systems import RankedSystems
from bakeoff.core.notes import Note

__all__ = ["with_hidden_names"]

Ranked = TypeVar("Ranked", bound=RankedSystems)


def with_hidden_names(board: Board, sources: Sequence[str] = (), seed: int = 0) -> Board:
    """Systems are called "system 1", "system 2", ... in a drawn order, also in notes, slices and changes; files are called "log 1", ...

    >>> from bakeoff.boards.of_items import board
    >>> hidden = with_hidden_names(board({"mine": [1, 0, 1, 1], "theirs": [0, 0, 1, 0]}))
    >>> sorted(row.system for row in hidden.rows)
    ['system 1', 'system 2']
    """
    changed = () if board.changes is None else board.changes.rows
    names = sorted({row.system for row in board.rows} | {row.system for row in changed})
    places = np.random.default_rng(seed).permutation(len(names))
    hidden = {name: f"system {place + 1}" for name, place in zip(names, places.tolist(), strict=True)}
    files = {
        text: f"log {number}"
        for number, source in enumerate(sources, start=1)
        for text in (source, Path(source).name, Path(source).stem)
    }
    return _renamed(board, hidden, files | hidden)


def _renamed(board: Ranked, hidden: Mapping[str, str], words: Mapping[str, str]) -> Ranked:
    changes = board.changes
    if changes is not None:
        changes = replace(changes, rows=tuple(replace(row, system=hidden[row.system]) for row in changes.rows))
    return replace(
        board,
        rows=tuple(replace(row, system=hidden[row.system]) for row in board.rows),
        best_set=tuple(hidden[name] for name in board.best_set),
        notes=tuple(_without_names(note, words) for note in board.notes),
        slices=tuple(
            part if part.board is None else replace(part, board=_renamed(part.board, hidden, words))
            for part in board.slices
        ),
        changes=changes,
    )


def _without_names(note: Note, words: Mapping[str, str]) -> Note:
    """The same remark with other names among its facts."""
    texts = sorted(filter(None, words), key=len, reverse=True)
    pattern = "|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in texts)
    return replace(note, facts={name: _replaced(fact, pattern, words) for name, fact in note.facts.items()})


def _replaced(fact: Any, pattern: str, words: Mapping[str, str]) -> Any:
    if isinstance(fact, str):
        return re.sub(pattern, lambda match: words[match[0]], fact)
    if isinstance(fact, Mapping):
        return {_replaced(name, pattern, words): _replaced(value, pattern, words) for name, value in fact.items()}
    if isinstance(fact, list | tuple):
        return type(fact)(_replaced(part, pattern, words) for part in fact)
    return fact
