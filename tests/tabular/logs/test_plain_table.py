"""Columns of records: the same whether records are alike or not, and in whatever batch they come."""

import json

import pytest

from bakeoff.core.errors import BadInput
from bakeoff.tabular.formats import FileContent
from bakeoff.tabular.logs import plain_table
from bakeoff.tabular.logs.bounded import json_lines
from bakeoff.tabular.logs.plain_table import columns_of_records

FLAT = [{"id": i, "ok": i % 2 == 0} for i in range(10)]
MIXED = [{"id": 0, "m": {"acc": 1}}, {"id": 1, "tags": ["a"]}, {"id": 2}, {"other": None}]


@pytest.mark.parametrize("batch", [1, 3, 100])
def test_batches_make_no_difference(monkeypatch, batch):
    monkeypatch.setattr(plain_table, "BATCH", batch)
    assert columns_of_records([*FLAT, *MIXED, *FLAT]) == {
        "id": [*range(10), 0, 1, 2, None, *range(10)],
        "ok": [*(i % 2 == 0 for i in range(10)), None, None, None, None, *(i % 2 == 0 for i in range(10))],
        "m.acc": [*[None] * 10, 1, *[None] * 13],
        "other": [None] * 24,
    }


def test_no_records():
    assert columns_of_records([]) == {}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"a": 1} {"a": 2}', "is not JSON"),
        ('{"a": 1', "is cut off"),
        ("\u00a0", "not JSON|cut off"),
        ("[1]", "is not a record"),
    ],
)
def test_lines_that_are_no_record(line, words):
    whole = json.dumps({"a": 0})
    ending = "\n" if words == "is not JSON" else ""
    raw = f"\ufeff{whole}\n  {line}\n{whole}{ending}" if words == "is not JSON" else f"{whole}\n{line}"
    with pytest.raises(BadInput, match=words):
        list(json_lines(FileContent(what="x.jsonl", path="x.jsonl", raw=raw.encode())))
