"""Orders and answers as bytes for a cluster: JSON and raw arrays, as on the wire to a child, and small."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bakeoff.core.errors import BakeoffError
from bakeoff.runs.dask.wire_format import orders_in, orders_message, pack_positions, reply_in, unpack_positions
from bakeoff.runs.dask.worker import WorkerStation
from bakeoff.runs.process.pickling import packed
from bakeoff.runs.process.shared_memory import write_shared
from bakeoff.runs.work import Limits, Work, order_for, packed_learners, units
from tests.helpers import odd_learners


def test_a_task_is_small_however_large_the_data_are() -> None:
    work = odd_learners.work_of(odd_learners.Prior(), datasets=(odd_learners.toy(n=80_000),), folds=10)
    orders = [order_for(work, key, Limits(seconds=2.5), 0.1) for key in units(work)]
    message = orders_message(orders[:1])
    assert len(message) < 80_000 / 8 * 2 + 600
    for sent, got in zip(orders, orders_in(orders_message(orders)), strict=True):
        assert (sent.key, sent.data, sent.learner, sent.seed) == (got.key, got.data, got.learner, got.seed)
        assert (sent.limits, sent.expected) == (got.limits, got.expected)
        assert np.array_equal(sent.train, got.train)
        assert np.array_equal(sent.test, got.test)


@settings(deadline=None)  # a busy machine is no counterexample
@given(st.lists(st.integers(0, 2**40), max_size=30), st.booleans())
def test_positions_come_back_as_they_went(positions: list[int], ascending: bool) -> None:
    small = [one % 5000 for one in positions]
    array = np.array(sorted(set(small)) if ascending else positions, dtype=np.int64)
    assert np.array_equal(unpack_positions(pack_positions(array)), array)
    assert unpack_positions(pack_positions(array)).dtype == np.int64


# The parts, without a cluster


def piece_by_piece(station: WorkerStation, work: Work, size: int) -> None:
    file, card = write_shared(work.datasets["toy"])
    with open(file, "rb") as opened:
        whole = opened.read()
    for at in range(0, len(whole), size):
        facts = {"card": packed(card), "size": len(whole), "at": at, "piece": whole[at : at + size]}
        station.stow("toy", **facts)


def test_a_station_asks_for_what_it_lacks() -> None:
    work = odd_learners.work_of(odd_learners.Noisy())
    station = WorkerStation(learners=packed_learners(work), children=1, threads=1)
    message = orders_message([order_for(work, key, Limits(), 0.01) for key in units(work)])
    try:
        assert reply_in(station.perform("w", message)).needs == ("toy",)
        station.stow("toy", card=b"", size=100, at=0, piece=b"12")
        with pytest.raises(BakeoffError, match="a piece of data set 'toy' is missing"):
            station.stow("toy", card=b"", size=100, at=50, piece=b"12")
        piece_by_piece(station, work, 1000)
        reply = reply_in(station.perform("w", message))
        assert [answer.key for answer in reply.answers] == list(units(work))
        piece_by_piece(station, work, 10**6)  # once more does no harm
        assert len(reply_in(station.perform("w", message)).answers) == 2
    finally:
        station.close()
    assert reply_in(station.perform("w", message)).needs == ("toy",)
