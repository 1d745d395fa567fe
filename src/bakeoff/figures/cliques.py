"""The largest groups of which no two members differ."""

from collections.abc import Sequence

__all__ = ["cliques"]

_MOST = 60  # bars; a diagram with more cannot be read, and the pairwise table says everything anyway


def cliques(alike: Sequence[Sequence[bool]]) -> list[tuple[int, ...]]:
    """All maximal groups of two or more, sorted; "not shown to differ" need not be transitive, so groups may overlap.

    >>> cliques([[False, True, False], [True, False, True], [False, True, False]])
    [(0, 1), (1, 2)]
    """
    near = {at: {other for other, yes in enumerate(row) if yes and other != at} for at, row in enumerate(alike)}
    found: list[tuple[int, ...]] = []
    _grow(frozenset(), set(near), set(), near, found)
    groups = sorted(group for group in found if len(group) > 1)
    return groups if len(groups) <= _MOST else sorted(sorted(groups, key=len, reverse=True)[:_MOST])


def _grow(
    chosen: frozenset[int], open_: set[int], closed: set[int], near: dict[int, set[int]], found: list[tuple[int, ...]]
) -> None:
    """Bron and Kerbosch's search with a pivot."""
    if not open_ and not closed:
        found.append(tuple(sorted(chosen)))
        return
    pivot = max(open_ | closed, key=lambda at: len(near[at] & open_))
    for at in sorted(open_ - near[pivot]):
        _grow(chosen | {at}, open_ & near[at], closed & near[at], near, found)
        open_ = open_ - {at}
        closed = closed | {at}
