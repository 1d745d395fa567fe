"""Compact letters: two systems share a letter if and only if they are not shown to differ (insert and absorb)."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["MOST_LETTERS", "compact_letters", "tie_groups"]

MOST_LETTERS = 120  # sets beyond which letters are no help
MOST_INSERTED = 400  # systems whose pairs are inserted one by one


def compact_letters(differ: Array) -> tuple[str, ...] | None:
    """A text of letters for each system, in the order of the rows; None where more sets are needed than anybody reads.

    The sets of systems are the largest in which no pair differs.  References: piepho2004, gramm2007.

    >>> compact_letters(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool))
    ('a', 'ab', 'b')
    """
    sets = _runs(differ)
    if sets is None:
        sets = _inserted(differ) if len(differ) <= MOST_INSERTED else None
    if sets is None or len(sets) > MOST_LETTERS:
        return None
    k = len(differ)
    members = sorted([place for place in range(k) if chosen >> place & 1] for chosen in sets)
    texts = [""] * k
    for number, places in enumerate(members):
        for place in places:
            texts[place] += _letter(number)
    return tuple(texts)


def _runs(differ: Array) -> list[int] | None:
    """The sets, where each is a run of neighbours, as on most boards; else None."""
    k = len(differ)
    last = np.array([np.flatnonzero(~row)[-1] for row in differ])
    if (np.diff(last) < 0).any():  # a run that ends before the one above it would hold a pair that differs
        return None
    places = np.arange(k)
    band = (places[None, :] <= last[:, None]) & (places[None, :] >= places[:, None])
    if not np.array_equal(band | band.T, ~differ):
        return None
    ends = [int(end) for end in last]
    return [
        ((1 << (end + 1)) - 1) & ~((1 << start) - 1)
        for start, end in enumerate(ends)
        if start == 0 or end > max(ends[:start])
    ]  # fmt: skip


def _inserted(differ: Array) -> list[int] | None:
    """Begin with one set of all; each pair that differs splits the sets that hold both, and a set inside another is absorbed."""
    sets = [(1 << len(differ)) - 1]
    for i, j in np.argwhere(np.triu(differ, 1)).tolist():
        both = 1 << i | 1 << j
        split = [chosen for chosen in sets if chosen & both == both]
        if not split:
            continue
        kept = [chosen for chosen in sets if chosen & both != both]
        for part in [chosen & ~(1 << gone) for chosen in split for gone in (j, i)]:
            if not any(part & other == part for other in kept):
                kept = [other for other in kept if other & part != other]
                kept.append(part)
        sets = kept
        if len(sets) > 4 * MOST_LETTERS:
            return None
    return sets


def _letter(number: int) -> str:
    """A to z, then with a number: a to z, a1 to z1, ...

    >>> [_letter(number) for number in (0, 25, 26, 53)]
    ['a', 'z', 'a1', 'b2']
    """
    turn, place = divmod(number, 26)
    return chr(ord("a") + place) + (str(turn) if turn else "")


def tie_groups(differ: Array, order: Sequence[int]) -> list[int]:
    """The group of each system: from the top down, a new group begins with the first system that differs from the first of the last group.

    >>> tie_groups(np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool), [0, 1, 2])
    [1, 1, 2]
    """
    groups, number = [0] * len(differ), 1
    first = order[0]
    for place in order:
        if differ[first, place]:
            first, number = place, number + 1
        groups[place] = number
    return groups
