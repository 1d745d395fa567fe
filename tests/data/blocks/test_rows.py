"""Rules that every kind of block keeps, and fingerprints that depend on contents only."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.data.blocks import (
    KINDS,
    ArrayRows,
    CodedRows,
    ColumnMatrix,
    FrameRows,
    ObjectRows,
    SparseRows,
    TextRows,
    fingerprint,
)
from tests.helpers import block_data as blocks

MADE = {
    ColumnMatrix: lambda: ColumnMatrix(np.arange(8.0).reshape(4, 2)),
    CodedRows: lambda: CodedRows(np.arange(4.0)[:, None], FrameRows(pd.DataFrame({"x": np.arange(4)}))),
    SparseRows: lambda: SparseRows(sp.csr_matrix(np.eye(4))),
    ArrayRows: lambda: ArrayRows(np.arange(16, dtype=np.int8).reshape(4, 2, 2)),
    TextRows: lambda: TextRows(["a b", "", "\ud800 ü", "d"]),
    ObjectRows: lambda: ObjectRows([{"a", "b"}, {"k": [1.5, None]}, (1, "x"), np.eye(2)]),
    FrameRows: lambda: FrameRows(pd.DataFrame({"x": [[1], [2], [], [4]], "z": list("abcd")})),
}


def test_every_kind_has_an_example() -> None:
    assert set(MADE) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_taken_joined_and_shared(kind: type) -> None:
    rows = MADE[kind]()
    some, rest = rows.take(np.array([2, 0])), rows.take(np.array([3, 1, 1]))
    assert (len(rows), len(some), len(rest)) == (4, 2, 3)
    assert fingerprint(some.followed_by(rest)) == fingerprint(rows.take(np.array([2, 0, 3, 1, 1])))
    assert fingerprint(some) != fingerprint(rows.take(np.array([0, 2])))
    assert fingerprint(kind.restored(rows.share())) == fingerprint(rows)
    assert rows.nbytes > 0
    assert rows.describe()


def test_sparse_rows_are_known_by_their_entries() -> None:
    plain = sp.csr_matrix(np.array([[0.0, 2.0, 1.0], [3.0, 0.0, 0.0]]))
    turned = sp.csr_matrix((np.array([1.0, 2.0, 3.0, 0.0]), np.array([2, 1, 0, 2]), np.array([0, 2, 4])), shape=(2, 3))
    assert fingerprint(SparseRows(plain)) == fingerprint(SparseRows(turned))
    assert turned.nnz == 4  # what was brought is not changed
    assert fingerprint(SparseRows(plain)) != fingerprint(SparseRows(2 * plain))


def test_places_of_64_bits_stay() -> None:
    wide = sp.csr_array(np.eye(3))
    wide.indices, wide.indptr = wide.indices.astype(np.int64), wide.indptr.astype(np.int64)
    there = SparseRows.restored(SparseRows(wide).share()).native
    assert (there.indices.dtype, there.indptr.dtype) == (np.int64, np.int64)


def test_parts_that_do_not_fit_are_refused() -> None:
    for first, second in (
        (SparseRows(sp.csr_matrix((2, 3))), SparseRows(sp.csr_matrix((2, 4)))),
        (ArrayRows(np.zeros((2, 3, 3))), ArrayRows(np.zeros((2, 4, 4)))),
        (FrameRows(pd.DataFrame({"x": [1]})), FrameRows(pd.DataFrame({"z": [1]}))),
    ):
        with pytest.raises(BadInput, match="give both the same"):
            first.followed_by(second)


def test_an_object_that_holds_itself_is_refused() -> None:
    loop: list = []
    loop.append(loop)
    with pytest.raises(BadInput, match="contains itself"):
        fingerprint(ObjectRows([loop]))


def test_functions_without_a_name_of_their_own_are_refused() -> None:
    assert fingerprint(ObjectRows([len])) != fingerprint(ObjectRows([abs]))
    with pytest.raises(BadInput, match="has no name of its own"):
        fingerprint(ObjectRows([lambda: 1]))


def test_tables_keep_their_fingerprint() -> None:
    assert bo.load("iris").fingerprint == "6ba542dde50ae5ff533e41175d50e6f165e9c240114a3a7235eba6382dbafe06"
    assert bo.load((blocks.text_frame()[["age"]], blocks.TARGET)).has_columns


@pytest.mark.slow
def test_fingerprints_are_the_same_in_every_process() -> None:
    script = (
        "from tests.data.blocks.test_rows import MADE, fingerprint\n"
        "print(*(fingerprint(make()) for make in MADE.values()))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=Path(__file__).parents[3],
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert found == {" ".join(fingerprint(make()) for make in MADE.values()) + "\n"}
