"""Dates of training and of new rows are shown as dates, never as seconds."""

import pandas as pd
import pytest

from bakeoff.data.load import load
from bakeoff.deployment.card_page import _range
from bakeoff.deployment.column_facts import code_rows, column_facts
from bakeoff.tabular.frames import frame_table


@pytest.fixture
def facts():
    days = pd.date_range("2019-01-01", periods=30, freq="D")
    frame = pd.DataFrame({"signup": days, "fee": range(30), "left": ["yes", "no"] * 15})
    return column_facts(load(frame, target="left"))


def test_the_card_names_days(facts):
    assert [_range(column) for column in facts] == ["2019-01-01 to 2019-01-30", "0 to 29, whole numbers"]


def test_a_note_names_days(facts):
    rows = pd.DataFrame(
        {"signup": pd.to_datetime(["2019-01-02", "2031-05-01 12:00"], format="ISO8601"), "fee": [3, 95]}
    )
    coded = code_rows(frame_table(rows, name="new"), facts, known_levels_only=True)
    texts = [str(note) for note in coded.notes if note.code == "deployment.outside"]
    assert texts == [
        "column 'signup' lies outside the range of training, 2019-01-01 to 2019-01-30, in 1 of 2 rows; the farthest is 2031-05-01T12:00:00",
        "column 'fee' lies outside the range of training, 0 to 29, in 1 of 2 rows; the farthest is 95",
    ]
