"""Which learner is better, by evaluation logs: items as rows, tasks apart with claims that hold for all of them at once."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.verbs.compare import command as compare_command


def lines(path, records):
    path.write_text("\n".join(map(json.dumps, records)) + "\n")
    return path


# Matching.


def test_items_on_one_side_are_counted(tmp_path):
    a = lines(tmp_path / "a.jsonl", [{"id": i, "correct": i % 2} for i in range(40)])
    b = lines(tmp_path / "b.jsonl", [{"id": i, "correct": i % 3 > 0} for i in range(5, 42)])
    comparison = bo.compare_logs([a, b])
    note = next(note for note in comparison.notes if note.code == "logs.one_sided")
    assert note.facts["common"] == 35
    assert note.facts["left_out"] == {"a": 5, "b": 2}
    assert comparison.judgement.ranks.n == 35


def test_same_ids_of_other_inputs_are_matched_by_input(tmp_path):
    a = lines(tmp_path / "a.jsonl", [{"id": i, "input": f"q{i}", "correct": i % 2} for i in range(20)])
    b = lines(tmp_path / "b.jsonl", [{"id": 19 - i, "input": f"q{i}", "correct": i % 2} for i in range(20)])
    comparison = bo.compare_logs([a, b])
    assert "logs.matched_by_input" in {note.code for note in comparison.notes}
    assert comparison.verdict.claim.value == "identical"


def test_tasks_apart_and_together(tmp_path):
    rng = np.random.default_rng(1)
    files = [
        lines(tmp_path / f"{name}.jsonl", [{"task": task, "id": i, "correct": int(rng.random() < p)} for task in ("x", "y", "z") for i in range(60)])
        for name, p in (("a", 0.9), ("b", 0.3))
    ]  # fmt: skip
    comparison = bo.compare_logs(files)
    assert [pair.value for pair in comparison.slices.pairs] == ["x", "y", "z"]
    assert all(
        pair.p_adjusted == pytest.approx(min(1, 3 * pair.p_value)) and pair.winner == "a"
        for pair in comparison.slices.pairs
    )
    assert "logs.tasks_pooled" in {note.code for note in comparison.notes}
    assert bo.compare_logs(files, rows="datasets").judgement.ranks.n == 3


def test_human_labels_of_two_learners(tmp_path):
    rng = np.random.default_rng(5)
    files = []
    for name, p in (("old", 0.5), ("new", 0.7)):
        truth = rng.random(300) < p
        judge = np.where(rng.random(300) < 0.1, 1, truth)  # the judge is too kind
        records = [
            {"id": i, "judge": int(j), "human": int(t) if i < 80 else None}
            for i, (t, j) in enumerate(zip(truth, judge, strict=True))
        ]
        files.append(lines(tmp_path / f"{name}.jsonl", records))
    comparison = bo.compare_logs(files, human="human", value="judge")
    labels = comparison.human
    assert labels.means["new"].labelled == 80
    assert labels.means["new"].unlabelled == 220
    assert labels.means["old"].bias.value > 0
    assert labels.differences["old", "new"].estimate.value < 0
    assert comparison.to_dict()["human"]["column"] == "human"
    shown = CliRunner().invoke(compare_command, [*map(str, files), "--human", "human", "--value", "judge"])
    assert "As humans would score all items" in shown.output
