"""bo.read_log: an evaluation log as one long table."""

import json

import pytest

import bakeoff as bo


def lines(path, records):
    path.write_text("\n".join(map(json.dumps, records)) + "\n")
    return path


def test_words_are_scores_and_nested_fields_have_paths(tmp_path):
    records = [{"id": i, "metrics": {"acc": word}} for i, word in enumerate(["C", "I", "correct", True, "wrong", 0.5])]
    frame = bo.read_log(lines(tmp_path / "a.jsonl", records), kind="plain")
    assert frame["metrics.acc"] == pytest.approx([1, 0, 1, 1, 0, 0.5])
    assert set(frame["learner"]) == {"a"}
