"""What verbs print: numbers, durations, JSON without NaN, progress lines."""

import json
from dataclasses import dataclass
from enum import StrEnum
from math import inf, nan
from types import SimpleNamespace

import numpy as np
import pytest

from bakeoff.cli.progress import line, listening
from bakeoff.cli.say import as_json, number, plain, seconds


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class Point:
    x: float
    tags: tuple[str, ...] = ()


def test_json_has_its_schema_first_and_no_nan():
    text = as_json("check", {"a": nan, "b": inf, "c": np.float64("nan"), "d": np.arange(2), "e": Point(1.0, ("t",))})
    found = json.loads(text)
    assert next(iter(found)) == "schema"
    assert found == {
        "schema": "bakeoff.check/1",
        "a": None,
        "b": None,
        "c": None,
        "d": [0, 1],
        "e": {"x": 1.0, "tags": ["t"]},
    }


def test_plain_knows_enums_sets_and_numpy_scalars():
    assert plain([Colour.RED, np.int64(3), np.bool_(True), None, {"k": (1, nan)}]) == [
        "red",
        3,
        True,
        None,
        {"k": [1, None]},
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0123, "12 ms"),
        (59.6, "1 min 0 s"),
        (3599.7, "1 h 0 min"),
        (nan, "unknown"),
        (None, "unknown"),
        (inf, "unknown"),
    ],
)
def test_durations(value, text):
    assert seconds(value) == text


def test_numbers_have_a_dash_where_undefined():
    assert [number(nan), number(None), number(-inf), number(1 / 3, 2)] == ["–", "–", "–", "0.33"]


def event(done=5, total=10, failed=0, invalid=0, rate=2.0, left=2.5):
    return SimpleNamespace(done=done, total=total, failed=failed, invalid=invalid, rate=rate, seconds_left=left)


def test_a_progress_line_says_rate_time_left_and_failures():
    assert line(event()) == "5 of 10 units, 2.0 per second, about 2.5 s left"
    assert line(event(done=10, failed=2, invalid=1)) == "10 of 10 units, 2.0 per second, 2 failed, 1 invalid"
    assert line(event(rate=nan, left=nan)) == "5 of 10 units"


def test_without_a_terminal_there_is_one_line_a_minute(capsys):
    with listening(every=3600) as tell:
        for done in range(10):
            tell(event(done=done))
        tell(event(done=10))
    assert capsys.readouterr().err == "10 of 10 units, 2.0 per second\n"
    with listening(every=0) as tell:
        tell(event(done=1))
        tell(event(done=2))
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_quiet_says_nothing(capsys):
    with listening(quiet=True) as tell:
        tell(event(done=10))
    assert capsys.readouterr().err == ""


def test_on_a_terminal_there_is_a_bar(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with listening() as tell:
        tell(event(done=3))
    assert capsys.readouterr().out == ""
