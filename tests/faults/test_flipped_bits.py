"""Flip bits of a study file at random: whatever changes anything stored must be found."""

import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bakeoff.runs.store.verify import verify
from tests.helpers import odd_learners

pytestmark = pytest.mark.faults

FLIPS = 600 if os.environ.get("BAKEOFF_LONG_FAULTS") else 60


def logical(path: Path) -> object:
    """Everything that is stored, read without our code; None if SQLite itself finds damage."""
    try:
        with closing(sqlite3.connect(path)) as opened:
            tables = ("units", "blobs", "sources", "meta", "seal")
            rows = [
                opened.execute(f"SELECT rowid, * FROM {one} NOT INDEXED ORDER BY rowid").fetchall() for one in tables
            ]
            return [*rows, *(opened.execute(f"SELECT * FROM {one}").fetchall() for one in ("scores", "repeat_scores"))]
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def test_every_flipped_bit_that_changes_anything_is_found(tmp_path: Path) -> None:
    path = tmp_path / "s.bakeoff"
    odd_learners.stored_study(path)
    good, truth = path.read_bytes(), logical(path)
    rng, flipped, named = random.Random(0), 0, 0
    while flipped < FLIPS:
        at, bit = rng.randrange(len(good)), rng.randrange(8)
        path.write_bytes(good[:at] + bytes([good[at] ^ 1 << bit]) + good[at + 1 :])
        if logical(path) == truth:
            continue  # unused space of the file
        flipped += 1
        found = verify(path)
        assert found, f"bit {bit} of byte {at}"
        named += any(one.key is not None for one in found)
    assert named > FLIPS / 2  # most flips hit predictions, and those name their unit
