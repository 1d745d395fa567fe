"""Rows of one time are taken as they stand, and a note counts them: of a file, of a frame, in every chunk."""

import numpy as np
import pytest

import bakeoff as bo

WORDS = "rows with the same day as the row before: {}, the first at {}; rows of one time are taken as they stand"


def _columns(days):
    """A stream of predictions with these times."""
    truth = np.arange(len(days)) % 2
    return {"day": np.array(days), "truth": truth, "a": truth, "b": np.zeros(len(days), dtype=int)}


def _notes(table, **options) -> list[str]:
    """The notes on repeated times."""
    results = bo.stream_predictions(table, "truth", ["a", "b"], window=50, time="day", **options)
    return [str(note) for note in results.notes if note.code == "streams.repeated_times"]


@pytest.fixture
def file_of(tmp_path):
    """A file of columns."""

    def write(columns) -> str:
        """Its path."""
        lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
        (tmp_path / "stream.csv").write_text("\n".join(lines))
        return str(tmp_path / "stream.csv")

    return write


@pytest.mark.parametrize("of_file", [True, False])
def test_repeated_times_get_one_note(file_of, of_file: bool) -> None:
    columns = _columns([*range(198), 197, 197])
    assert _notes(file_of(columns) if of_file else columns) == [WORDS.format(2, 197)]


@pytest.mark.parametrize("of_file", [True, False])
def test_times_that_ascend_get_none(file_of, of_file: bool) -> None:
    columns = _columns(list(range(200)))
    assert _notes(file_of(columns) if of_file else columns) == []


def test_a_time_that_goes_on_in_the_next_block_is_counted(file_of, monkeypatch) -> None:
    monkeypatch.setattr("bakeoff.streams.source.READ", 50)
    assert _notes(file_of(_columns([day // 4 for day in range(200)]))) == [WORDS.format(150, 0)]
