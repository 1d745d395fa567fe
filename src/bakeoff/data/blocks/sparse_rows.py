"""SparseRows: a sparse matrix of SciPy as a block; its memory grows with its entries."""

from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.blocks.rows import SharedRows

__all__ = ["SparseRows"]

_PARTS = ("data", "indices", "indptr")
_PIECE = 1 << 20  # entries that are turned into bytes at a time, so that no copy of the whole is made


class SparseRows:
    """A matrix in CSR form, `csr_matrix` or `csr_array` as it came; it is never made dense.

    >>> from scipy.sparse import csr_array
    >>> SparseRows(csr_array(np.eye(4))).describe()
    'a sparse matrix with 4 columns, 25 % filled'
    """

    __slots__ = ("native",)

    def __init__(self, matrix: Any) -> None:
        self.native = matrix

    @property
    def nbytes(self) -> int:
        """Bytes of the entries and their places."""
        return sum(int(getattr(self.native, part).nbytes) for part in _PARTS)

    def __len__(self) -> int:
        return int(self.native.shape[0])

    def take(self, positions: Array) -> Self:
        """These rows, in this order."""
        return type(self)(self.native[positions])

    def followed_by(self, other: Self) -> Self:
        """The rows of both."""
        from scipy.sparse import vstack

        if self.native.shape[1] != other.native.shape[1]:
            raise BadInput(
                f"one part has {self.native.shape[1]} columns and the other {other.native.shape[1]}; give both the same columns"
            )
        return type(self)(vstack([self.native, other.native], format="csr"))

    def describe(self) -> str:
        """Width and share of entries, in words."""
        cells = max(len(self) * self.native.shape[1], 1)
        return f"a sparse matrix with {self.native.shape[1]:,} columns, {100 * self.native.nnz / cells:.2g} % filled"

    def contents(self) -> Iterator[bytes]:
        """Type, shape and the entries in one order, whichever order they are stored in; stored zeros do not count."""
        matrix = self.native
        if not matrix.has_canonical_format or not np.all(matrix.data):
            matrix = matrix.copy()
            matrix.sum_duplicates()
            matrix.eliminate_zeros()
        yield f"sparse {type(matrix).__name__} {matrix.dtype.str}{matrix.shape}".encode()
        for part in _PARTS:
            values = getattr(matrix, part)
            kind = values.dtype if part == "data" else np.dtype(np.int64)  # places may be stored in 32 or 64 bits
            for start in range(0, len(values), _PIECE):
                yield values[start : start + _PIECE].astype(kind, copy=False).tobytes()

    def share(self) -> SharedRows:
        """The three arrays of CSR."""
        arrays = {part: getattr(self.native, part) for part in _PARTS}
        return SharedRows(arrays=arrays, rest=[type(self.native).__name__, [int(size) for size in self.native.shape]])

    @classmethod
    def restored(cls, shared: SharedRows) -> Self:
        """The block again, without a copy and without another type of its places."""
        from scipy import sparse

        name, shape = shared.rest
        kind = {"csr_matrix": sparse.csr_matrix, "csr_array": sparse.csr_array}[name]
        matrix = kind(tuple(shape), dtype=shared.arrays["data"].dtype)
        for part in _PARTS:
            setattr(matrix, part, shared.arrays[part])
        return cls(matrix)
