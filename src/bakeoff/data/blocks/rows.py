"""Rows: the features of a data set as a block of rows, whatever holds them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Protocol, Self

from bakeoff.core.checks import Array

__all__ = ["Rows", "SharedRows", "fingerprint"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SharedRows:
    """A block on its way to another process: arrays for shared memory, and what is small or has no arrays."""

    arrays: Mapping[str, Array] = field(default_factory=dict)
    rest: Any = None


class Rows(Protocol):
    """One kind of block. `native` is what an estimator gets: a list, an array, a sparse matrix or a frame."""

    @property
    def native(self) -> Any: ...

    @property
    def nbytes(self) -> int:
        """Bytes that its values take up."""
        ...

    def __len__(self) -> int: ...

    def take(self, positions: Array) -> Self:
        """These rows, in this order, in the same kind of container."""
        ...

    def followed_by(self, other: Self) -> Self:
        """The rows of both; raises BadInput where they do not fit."""
        ...

    def describe(self) -> str:
        """What it is, in words, without the number of rows."""
        ...

    def contents(self) -> Iterator[bytes]:
        """What its fingerprint is made of: the same bytes for equal rows in every process."""
        ...

    def share(self) -> SharedRows:
        """The parts from which `restored` makes the block again in another process."""
        ...

    @classmethod
    def restored(cls, shared: SharedRows) -> Self:
        """The block again; its arrays may be views of shared memory."""
        ...


def fingerprint(rows: Rows) -> str:
    """sha256 over the contents of a block.

    >>> import numpy as np
    >>> from bakeoff.data.blocks.array_rows import ArrayRows
    >>> fingerprint(ArrayRows(np.zeros((2, 3, 3)))) == fingerprint(ArrayRows(np.zeros((2, 3, 3))))
    True
    """
    digest = sha256()
    for part in rows.contents():
        digest.update(part)
    return digest.hexdigest()
