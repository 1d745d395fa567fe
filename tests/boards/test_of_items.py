"""Boards of evaluation logs, of slices, beside an earlier board, without names, and in a report."""

import json
import re

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.boards.separation import separate
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput

RIGHT = {"alpha": 0.9, "beta": 0.85, "gamma": 0.6, "delta": 0.4}
TASKS = ("math", "code", "law")


@pytest.fixture
def logs(tmp_path):
    """Four systems on three tasks; delta lacks one, and beta fails once."""
    rng = np.random.default_rng(3)
    files = []
    for name, share in RIGHT.items():
        records = []
        for number in range(150):
            task = TASKS[number % 3]
            if name == "delta" and task == "law":
                continue
            record = {
                "id": f"q{number // 3}",
                "task": task,
                "metrics": {"acc": int(rng.random() < share)},
                "meta": {"language": "en" if number % 2 else "de"},
            }
            if (name, number) == ("beta", 7):
                record |= {"metrics": {"acc": None}, "error": "timeout"}
            records.append(json.dumps(record))
        files.append(tmp_path / f"{name}.jsonl")
        files[-1].write_text("\n".join(records))
    return files


def test_logs_are_a_board_with_what_each_system_ran(logs):
    board = bo.board(logs, value="metrics.acc")
    rows = {row.system: row for row in board.rows}
    assert board.best_set[0] == "alpha"
    assert (rows["alpha"].items, rows["delta"].items) == (150, 100)
    assert {note.code for note in board.notes} >= {"logs.errors_wrong", "boards.missing_cells"}
    dropped = bo.board(logs, value="metrics.acc", errors="drop")
    assert {row.system: row.items for row in dropped.rows}["beta"] == 149


def test_slices_share_a_level(logs):
    board = bo.board(logs, value="metrics.acc", by=("task", "meta.language"))
    slices = {(part.column, part.value): part for part in board.slices}
    assert list(slices) == [*(("task", task) for task in TASKS), ("meta.language", "de"), ("meta.language", "en")]
    assert {part.board.level for part in board.slices} == {1 - 0.05 / 5}
    assert {row.system for row in slices["task", "law"].board.rows} == {"alpha", "beta", "gamma"}
    alone = bo.board(logs, value="metrics.acc", level=1 - 0.05 / 5)
    assert alone.rows[0].difference_low == board.rows[0].difference_low
    shown = CliRunner().invoke(cli, ["board", *map(str, logs), "--value", "metrics.acc", "--by", "task", "--json"])
    assert [part["value"] for part in json.loads(shown.stdout)["slices"]] == list(TASKS)


def test_slices_of_a_table_are_those_of_its_logs(logs):
    """Items of two tasks may have one id."""
    long = {"model": [], "task": [], "id": [], "acc": []}
    for path in logs:
        for record in map(json.loads, path.read_text().splitlines()):
            score = record["metrics"]["acc"] or 0
            for column, cell in zip(long.values(), (path.stem, record["task"], record["id"], score), strict=True):
                column.append(cell)
    table = bo.board(long, learner="model", item="id", value="acc", by="task")
    of_logs = bo.board(logs, value="metrics.acc", by="task")
    assert table.to_dict()["systems"] == of_logs.to_dict()["systems"]
    systems = [[part["board"]["systems"] for part in board.to_dict()["slices"]] for board in (table, of_logs)]
    assert systems[0] == systems[1]


def test_tasks_of_other_scales_get_a_note(tmp_path):
    rng = np.random.default_rng(1)
    files = []
    for name in "ab":
        records = [
            {"id": i, "task": task, "score": scale * rng.random()}
            for task, scale in (("f1", 1), ("elo", 100))
            for i in range(200)
        ]
        files.append(tmp_path / f"{name}.jsonl")
        files[-1].write_text("\n".join(map(json.dumps, records)))
    (note,) = [note for note in bo.board(files).notes if note.code == "boards.mixed_tasks"]
    assert note.facts["task"] == "elo"


def scores(seed=0, shares=(0.9, 0.7, 0.7, 0.4), n=120):
    rng = np.random.default_rng(seed)
    return {f"s{place}": (rng.random(n) < share).astype(float).tolist() for place, share in enumerate(shares)}


def test_what_changed_since_an_earlier_board(tmp_path):
    before, now = scores(), scores(shares=(0.4, 0.7, 0.7, 0.9))
    board = bo.board(now, earlier=before)
    changed = {row.system: row for row in board.changes.rows}
    assert changed["s0"].status == changed["s3"].status == "moved"
    assert changed["s3"].score - changed["s3"].score_before == pytest.approx(np.mean(now["s3"]) - np.mean(before["s3"]))
    stored = tmp_path / "before.json"
    stored.write_text(json.dumps(bo.board(before).to_dict()))
    assert bo.board(now, earlier=stored).changes == board.changes == bo.board(now, earlier=bo.board(before)).changes
    others = bo.board({"new": now["s3"], **{name: now[name] for name in ("s1", "s2")}}, earlier=before).changes
    assert {row.system: row.status for row in others.rows} | {"s1": "", "s2": ""} == {
        "new": "new",
        "s0": "gone",
        "s3": "gone",
        "s1": "",
        "s2": "",
    }
    assert not others.same_systems
    with pytest.raises(BadInput, match="no system in common"):
        bo.board({"x": now["s0"], "y": now["s1"]}, earlier=before)
    stored.write_text(stored.read_text().replace('"rank":', '"place":'))
    with pytest.raises(BadInput, match="not a whole board"):
        bo.board(now, earlier=stored)


def test_hidden_names_are_nowhere(logs, tmp_path):
    page = tmp_path / "board.html"
    asked = [
        "board",
        *map(str, logs),
        "--value",
        "metrics.acc",
        "--by",
        "task",
        "--earlier",
        str(logs[0].with_name("before.json")),
        "--hide-names",
        "-o",
        str(page),
        "--json",
    ]
    logs[0].with_name("before.json").write_text(json.dumps(bo.board(logs, value="metrics.acc").to_dict()))
    shown = CliRunner().invoke(cli, asked)
    assert shown.exit_code == 0
    for text in (shown.output, page.read_text(encoding="utf-8")):
        assert not re.search(
            "|".join(rf"\b{name}\b" for name in RIGHT if name not in {"alpha", "beta"}) + r"|\balpha\.|'beta|beta 1",
            text,
        )
    found = json.loads(shown.stdout)
    assert {row["system"] for row in found["systems"]} == {f"system {number}" for number in range(1, 5)}
    plain = bo.board(logs, value="metrics.acc")
    assert [row.score for row in plain.rows] == [row["score"] for row in found["systems"]]


def test_a_report_of_more_than_twelve_learners_has_a_board(tmp_path):
    names = [f"m{place:02}" for place in range(14)]
    rng = np.random.default_rng(2)
    table = {name: (rng.random(60) < 0.5 + place / 40).astype(float).tolist() for place, name in enumerate(names)}
    page = bo.compare(table, rows="rows").report(tmp_path / "many.html").read_text(encoding="utf-8")
    assert 'id="board"' in page
    assert bo.board(table).verdict.partition(" over")[0].split("has")[0] in page
    few = bo.compare({name: table[name] for name in names[:12]}, rows="rows").report(tmp_path / "few.html")
    assert 'id="board"' not in few.read_text(encoding="utf-8")


def test_high_levels_have_enough_draws():
    values = np.column_stack([np.ones(200), np.zeros(200)])
    assert separate(values, level=1 - 0.05 / 400).separated[0, 1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"by": "tasks"}, "column of the table"),
        ({"by": "id"}, "at most 200 slices"),
        ({"groups": "nobody"}, "'nobody'"),
    ],
)
def test_wrong_columns_get_one_sentence(options, words):
    table = {"id": [f"q{i}" for i in range(300)], "a": [1.0, 0.0] * 150, "b": [0.0, 1.0] * 150}
    with pytest.raises(BadInput, match=words) as refused:
        bo.board(table, **options)
    assert "\n" not in str(refused.value)
