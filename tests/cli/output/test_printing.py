"""What verbs print: numbers, tables, JSON without NaN."""

import json
import sys
from dataclasses import dataclass, replace
from math import inf, nan

import numpy as np
import pytest

from bakeoff.cli.main import _word_error
from bakeoff.cli.output import printing
from bakeoff.cli.output.printing import as_json, warn, wrap_text
from bakeoff.core.errors import Problems
from bakeoff.report.tables.plain_text import Table, to_text


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


def test_sentences_are_broken_on_a_terminal_only(monkeypatch):
    text = "one two three four five six seven eight"
    assert wrap_text(text) == text
    monkeypatch.setattr("bakeoff.cli.output.printing.width_of_terminal", lambda: 20)
    assert wrap_text(text, indent="  ") == "one two three four\n  five six seven\n  eight"


def test_control_characters_of_strangers_are_shown_and_not_obeyed(capsys):
    warn("a\x1b[31m on b\u202e: no luck")
    assert capsys.readouterr().err == "warning: a�[31m on b�: no luck\n"
    assert _word_error(Problems("x.toml", ["learners.a\x1b[2J: no", "b"])) == 2
    assert capsys.readouterr().err == "bakeoff: x.toml has 2 problems:\n  learners.a�[2J: no\n  b\n"


WIDE = Table.of(
    ["fold", *(f"measure {i}" for i in range(9))],
    [[str(fold), *["0.5000"] * 9] for fold in range(3)],
    align="l" + "r" * 9,
)
WORDY = Table.of(
    ["measure", "value", "interval"], [["kappa", "1.0", "word " * 30], ["f1", "0.5", "Wilson"]], align="lrl"
)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_tables_keep_to_the_terminal(monkeypatch, width):
    monkeypatch.setattr(printing, "width_of_terminal", lambda: width)
    monkeypatch.setattr(printing, "width_of_terminal", lambda: width)
    for table in (WIDE, WORDY):
        noted = replace(table, notes=("note " * 40,), caption="Scores")
        text = printing.fitted(noted)
        assert max(map(len, text.splitlines())) <= width
        assert text.count("Scores") == 1
        assert text.split().count("note") == 40
        assert {cell.text for row in table.rows for cell in row.cells if len(cell.text) < 9} <= set(text.split())
    assert printing.fitted(WIDE).count("measure") == 9
    assert printing.fitted(WORDY).count("word") == 30


def test_rows_are_counted_where_somebody_looks(monkeypatch, capsys):
    with printing.progress_of_rows() as watch:
        assert watch is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with printing.progress_of_rows() as watch:
        watch("read", 4_000_000)
    told = capsys.readouterr().err
    assert "4,000,000 rows read" in told
    assert told.rpartition("\r")[2].replace("\x1b[K", "") == ""


def test_what_is_piped_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(printing, "width_of_terminal", lambda: None)
    assert printing.fitted(WIDE) == to_text(WIDE)


def test_a_pair_is_named_before_every_part_of_a_wide_table(monkeypatch):
    monkeypatch.setattr(printing, "width_of_terminal", lambda: 60)
    names = ["a learner with a very long name indeed", "forest", "svm"]
    rows = [[a, b, *["0.5000"] * 8] for a in names for b in names]
    text = printing.fitted(
        Table.of(["a", "b", *(f"number {at}" for at in range(8))], rows, align="ll" + "r" * 8), names=2
    )
    assert max(map(len, text.splitlines())) <= 60
    blocks = text.split("\n\n")
    assert len(blocks) > 1
    assert all(block.startswith("a ") and "forest" in block for block in blocks)
    assert "a learner with a very long name indeed" not in text  # its middle is gone


def test_names_that_would_look_alike_stay_whole(monkeypatch):
    monkeypatch.setattr(printing, "width_of_terminal", lambda: 40)
    names = [f"the same beginning, {at}, and the same end of it" for at in range(2)]
    text = printing.fitted(Table.of(["learner", "x", "y"], [[name, "1", "2"] for name in names], align="lrr"))
    assert all(name in text for name in names)


def test_lines_that_were_indented_go_on_under_their_beginning(monkeypatch):
    monkeypatch.setattr("bakeoff.cli.output.printing.width_of_terminal", lambda: 20)
    assert wrap_text("one:\n  two three four five six") == "one:\n  two three four\n  five six"
