"""Work shared among threads: the same results in the same order, whatever their number."""

import numpy as np
import pytest

from bakeoff.kernels import threads
from bakeoff.kernels.threads import map_chunks, map_rows, run_jobs


@pytest.fixture(params=["1", "3"])
def asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAKEOFF_THREADS", request.param)
    monkeypatch.setattr(threads, "WORK", 1)
    monkeypatch.setattr(threads, "PART", 40)


def test_every_row_is_worked_on_once_and_in_order(asked: None) -> None:
    table = np.arange(300.0).reshape(100, 3)
    parts = map_rows(lambda rows: table[rows].sum(axis=1), table)
    assert np.concatenate(parts).tolist() == table.sum(axis=1).tolist()
    assert len(parts) > 1


def test_chunks_come_back_in_order(asked: None) -> None:
    resamples = np.arange(37)
    assert np.concatenate(map_chunks(lambda some: some * 2, resamples, 10**6)).tolist() == (resamples * 2).tolist()


def test_every_job_runs_once(asked: None) -> None:
    done: list[int] = []
    run_jobs(done.append, range(50), 10**9)
    assert sorted(done) == list(range(50))


def test_an_error_of_a_thread_is_raised_here(asked: None) -> None:
    def fail(job: int) -> None:
        if job == 7:
            raise ValueError("job 7")

    with pytest.raises(ValueError, match="job 7"):
        run_jobs(fail, range(20), 10**9)


def test_a_table_without_entries_is_one_part() -> None:
    assert map_rows(lambda rows: 1, np.empty((0, 3))) == [1]
