"""Parts that keep the share of each of several labels: iterative stratification. Reference: sechidis2011."""

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["label_parts", "rare_label_warnings"]


def label_parts(labels: Array, shares: Array, rng: np.random.Generator) -> Array:
    """The part of each row, so that each part has its share of the rows of each label.

    The rarest label is dealt first. Each of its rows goes to the part that lacks most rows of this label, of those to the
    part that lacks most rows, of those to one by lot. Rows without any label come last. Every part gets the
    number of rows that its share asks for, up to one.

    >>> labels = np.array([[1, 0], [1, 0], [1, 1], [1, 1], [0, 1], [0, 1], [0, 0], [0, 0]])
    >>> part = label_parts(labels, np.array([0.5, 0.5]), np.random.default_rng(0))
    >>> [labels[part == k].sum(axis=0).tolist() for k in (0, 1)]
    [[2, 2], [2, 2]]
    """
    order = rng.permutation(len(labels))
    table = labels[order].astype(bool)
    shares = shares / shares.sum()
    room = _whole(shares * len(table), rng)
    wanted = np.outer(shares, table.sum(axis=0)).astype(np.float64)
    part = np.full(len(table), -1, dtype=np.int64)
    left = table.sum(axis=0)
    while (left > 0).any():
        rarest = int(np.argmin(np.where(left > 0, left, np.iinfo(np.int64).max)))
        for row in np.flatnonzero(table[:, rarest] & (part < 0)):
            place = _neediest(wanted[:, rarest], room, rng)
            part[row] = place
            room[place] -= 1
            wanted[place, table[row]] -= 1
            left[table[row]] -= 1
    rest = np.flatnonzero(part < 0)
    part[rest] = rng.permutation(np.repeat(np.arange(len(room)), room))
    row_parts = np.empty_like(part)
    row_parts[order] = part
    return row_parts


def _whole(sizes: Array, rng: np.random.Generator) -> Array:
    """Whole numbers of the same sum, the remainder by lot."""
    whole = np.floor(sizes + 1e-9).astype(np.int64)
    missing = round(float(sizes.sum())) - int(whole.sum())
    lottery = rng.permutation(len(sizes))
    whole[lottery[np.argsort((whole - sizes)[lottery], kind="stable")][:missing]] += 1
    return whole


def _neediest(wanted: Array, room: Array, rng: np.random.Generator) -> int:
    open_parts = np.flatnonzero(room > 0)
    most = open_parts[wanted[open_parts] >= wanted[open_parts].max() - 1e-9]
    most = most[room[most] == room[most].max()]
    return int(most[0] if len(most) == 1 else rng.choice(most))


def rare_label_warnings(labels: Array, names: tuple[str, ...], least: int, parts: str) -> tuple[str, ...]:
    """Labels, or their absence, with fewer rows than there are parts."""
    have = labels.sum(axis=0)
    fewest = np.minimum(have, len(labels) - have)
    rare = np.flatnonzero(fewest < least)
    if not rare.size:
        return ()
    worst = rare[np.argmin(fewest[rare])]
    word = "have" if have[worst] <= len(labels) - have[worst] else "lack"
    count = f"{len(rare)} of {len(names)} labels" if len(rare) > 1 else "1 label"
    rows = "row" if fewest[worst] == 1 else "rows"
    sentence = (
        f"{count} cannot be in each of {parts} both present and absent ({fewest[worst]} {rows} {word} label {names[worst]!r}); "
        "some training or test parts see one value of it only"
    )
    return (sentence,)
