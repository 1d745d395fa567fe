"""Survey: what all rows of a data set show about its columns; parts of the data set keep it, so that every fold is treated alike."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.blocks import CodedRows, ColumnMatrix
from bakeoff.tabular.table import Column, ColumnKind, looks_like_text, parse_number

__all__ = ["Survey", "survey_of"]

_NEARLY_ALL = 0.95  # share of different words from which on a column names rows and not groups of rows
_FEWEST = 20  # values; fewer may be different by chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Names of columns: with gaps, that name single rows, and that are no numbers as they came."""

    gaps: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


def survey_of(columns: Sequence[Column], block: ColumnMatrix) -> Survey:
    """Look at all rows of a block with columns.

    >>> columns = (Column(name="x"), Column(name="c", kind=ColumnKind.NOMINAL, levels=("a", "b")))
    >>> survey_of(columns, ColumnMatrix([[1.0, 0.0], [np.nan, 1.0]])).words
    frozenset({'c'})
    """
    missing = [np.isnan(block.native[:, place]) for place in range(len(columns))]
    kept = isinstance(block, CodedRows)
    return Survey(
        gaps=frozenset(column.name for column, gaps in zip(columns, missing, strict=True) if gaps.any()),
        identifiers=frozenset(
            column.name for column, gaps in zip(columns, missing, strict=True) if _names_rows(column, gaps)
        ),
        words=frozenset()
        if isinstance(block, CodedRows) and block.numeric
        else frozenset(column.name for column in columns if not _numbers(column, kept=kept)),
    )


def _names_rows(column: Column, gaps: Array) -> bool:
    """Whether nearly every row has a word of its own, and the words are no sentences."""
    held = len(gaps) - int(gaps.sum())
    if column.kind not in {ColumnKind.NOMINAL, ColumnKind.TEXT} or held < _FEWEST:
        return False
    return len(column.levels) >= _NEARLY_ALL * held and not looks_like_text(column.levels)


def _numbers(column: Column, *, kept: bool) -> bool:
    """Whether scikit-learn would read the column as numbers: truth values too, and words of a frame that are all numbers."""
    if column.kind is ColumnKind.NUMERIC:
        return column.stored != "duration"
    if column.kind is ColumnKind.DATE:
        return False
    if not kept:
        return False
    return column.stored == "boolean" or all(parse_number(level) is not None for level in column.levels)
