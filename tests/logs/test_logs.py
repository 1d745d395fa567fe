"""Logs that harnesses wrote are read to the numbers that the harnesses report; bad logs get one sentence."""

import contextlib
import json
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.estimates.prediction_powered import prediction_powered_mean
from bakeoff.tabular.formats import FileContent
from bakeoff.tabular.logs import ALL, LOG_FORMATS, log_format_of

FILES = Path(__file__).parent / "files"
BASE, NEW = FILES / "base.eval", FILES / "new.eval"
SAMPLES = next(FILES.glob("samples_*.jsonl"))


def table(path, raw=None):
    file = FileContent(what=Path(path).name, path=str(path), raw=raw)
    return log_format_of(file).read(file)


def lines(path, records):
    path.write_text("\n".join(map(json.dumps, records)) + "\n")
    return path


# What harnesses report. inspect_ai 0.3.285 wrote base.eval, new.eval and base.json (8 items, 2 epochs, mock models; the events of
# base.json and the tracebacks of new.eval, which hold paths, were removed, so that new.eval is packed anew): results.scores of the headers give match 0.5625 and length 0.3875 for base, and for new, whose two failed
# samples inspect leaves out, match 6/7.


def test_means_equal_the_header_of_inspect():
    log = table(BASE)
    assert log.learner[0] == "mockllm/small"
    assert log.task[0] == "sums"
    assert len(log) == 16
    header = json.loads((FILES / "base.json").read_text())["results"]["scores"]
    for score in header:
        reported = score["metrics"]["accuracy" if score["name"] == "match" else "mean"]["value"]
        assert np.mean(log.scores[score["name"]]) == pytest.approx(reported, abs=1e-12)


def test_json_and_eval_of_one_run_hold_the_same_scores():
    first, second = table(BASE), table(FILES / "base.json")
    key = lambda log: {(i, r): s for i, r, s in zip(log.item, log.run, log.scores["match"], strict=True)}  # noqa: E731
    assert key(first) == key(second)
    assert first.input[0] == second.input[0] != ""


def test_every_sample_equals_samples_df_of_inspect():
    frames = pytest.importorskip(
        "inspect_ai.analysis", reason="inspect_ai is not installed; the recorded means stand for it"
    )
    pytest.importorskip("pandas")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of pandas, about inspect
        frame = frames.samples_df(str(BASE), quiet=True)
    theirs = {(str(row["id"]), str(row["epoch"])): row["score_match"] for _, row in frame.iterrows()}
    log = table(BASE)
    ours = {(i, r): s for i, r, s in zip(log.item, log.run, log.scores["match"], strict=True)}
    assert ours == {key: {"C": 1.0, "I": 0.0}.get(value, value) for key, value in theirs.items()}


def test_errors_are_counted_and_drop_gives_the_mean_of_inspect():
    wrong = bo.compare_logs([BASE, NEW])
    assert wrong.scores["mockllm/large"].value == pytest.approx(12 / 16)
    assert "logs.errors_wrong" in {note.code for note in wrong.notes}
    dropped = bo.compare_logs([BASE, NEW], errors="drop")
    assert dropped.scores["mockllm/large"].value == pytest.approx(
        6 / 7
    )  # results.scores of new.eval: 0.857142857142857
    assert "logs.errors_dropped" in {note.code for note in dropped.notes}


def test_means_equal_the_results_file_of_lm_eval():
    log = table(SAMPLES)
    results = json.loads(next(FILES.glob("results_*.json")).read_text())
    for name in ("acc", "acc_norm"):
        assert np.mean(log.scores[name]) == pytest.approx(results["results"]["tiny_sums"][f"{name},none"], abs=1e-12)
    assert log.task[0] == "tiny_sums"
    assert log.learner[0] == results["model_name"]
    assert len(log) == 10


def test_tables_of_mlflow_hold_what_was_logged():
    """mlflow 3.17.2 wrote both files by log_table: 12 rows, every fourth answer is wrong."""
    log = table(FILES / "mlflow_table.json")
    assert log.scores["exact_match/score"].tolist() == [float(i % 4 > 0) for i in range(12)]
    frame = bo.read_log(FILES / "mlflow_table.parquet", kind="plain")
    assert list(map(float, frame["exact_match/score"])) == log.scores["exact_match/score"].tolist()
    assert (
        bo.compare_logs([FILES / "mlflow_table.json", FILES / "mlflow_table.parquet"]).verdict.claim.value
        == "identical"
    )


# Formats read by their documented schema.

SCHEMA = {
    "helm": ("[" + json.dumps({"instance_id": "id1", "train_trial_index": 0, "stats": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": 1.0, "mean": 1.0}]}) + "]", "id1", "exact_match", 1.0),
    "every-eval-ever": (json.dumps({"schema_version": "0.2.1", "evaluation_id": "e", "model_id": "m/x", "evaluation_name": "gsm8k", "sample_id": "s1", "interaction_type": "single_turn", "input": {"raw": "2+2", "reference": ["4"]}, "evaluation": {"score": 1.0, "is_correct": True}}), "s1", "score", 1.0),
    "promptfoo": (json.dumps({"evalId": "eval-1", "results": {"version": 3, "results": [{"promptIdx": 0, "testIdx": 4, "provider": {"id": "openai:x"}, "vars": {"q": "?"}, "success": False, "score": 0.5, "namedScores": {}}]}}), "4", "score", 0.5),
    "tau-bench": (json.dumps([{"task_id": 3, "reward": 1.0, "info": {}, "traj": [], "trial": 1}]), "3", "reward", 1.0),
    "lerobot": (json.dumps({"per_episode": [{"episode_ix": 0, "sum_reward": 2.5, "max_reward": 1.0, "success": True, "seed": 1000}], "aggregated": {}}), "1000", "success", 1.0),
    "mlflow": (json.dumps({"columns": ["inputs", "outputs", "exact_match/v1/score"], "data": [["q", "a", 1]]}), "", "exact_match/v1/score", 1.0),
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEMA)
def test_documented_schema(name):
    text, item, score, value = SCHEMA[name]
    file = FileContent(what="x.json", path="x.json", raw=text.encode())
    form = log_format_of(file)
    log = form.read(file)
    assert form.name == name
    assert log.item[0] == item
    assert log.scores[score].tolist() == [value]


def test_every_format_states_how_it_was_checked():
    assert {form.name for form in ALL} == {*SCHEMA, "inspect", "lm-eval"}
    assert all(form.evidence and form.about and form.files for form in LOG_FORMATS)


# Bad input: one sentence each.


def bomb(size):
    from io import BytesIO

    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.json", json.dumps({"eval": {"model": "m", "task": "t"}, "status": "success"}))
        with file.open("summaries.json", "w") as member:
            for _ in range(size >> 20):
                member.write(b" " * (1 << 20))
    return out.getvalue()


def test_a_zip_bomb_is_refused(tmp_path):
    path = tmp_path / "bomb.eval"
    path.write_bytes(bomb(300 << 20))
    with pytest.raises(BadInput, match="unpacks to more than 256 MiB"):
        table(path)


def refused(tmp_path, case):
    first = lines(tmp_path / "a.jsonl", [{"id": i, "correct": 1} for i in range(9)])
    if case == "cut zip":
        (tmp_path / "cut.eval").write_bytes(BASE.read_bytes()[:20000])
        return [BASE, tmp_path / "cut.eval"]
    if case == "cut line":
        (tmp_path / "b.jsonl").write_text(first.read_text()[:-9])
        return [first, tmp_path / "b.jsonl"]
    if case == "other task":
        pair = [[{"task": task, "id": i, "correct": 1} for i in range(4)] for task in "xy"]
        return [lines(tmp_path / f"{place}.jsonl", records) for place, records in enumerate(pair)]
    if case == "twice":
        return [first, lines(tmp_path / "b.jsonl", [{"id": 1, "correct": 1}] * 2)]
    if case == "words":
        return [
            first,
            lines(tmp_path / "b.jsonl", [{"id": 1, "correct/score": 1}, {"id": 2, "correct/score": "maybe"}]),
        ]
    if case == "nothing in common":
        return [first, lines(tmp_path / "b.jsonl", [{"id": f"q{i}", "correct": 1} for i in range(9)])]
    return [BASE]


SENTENCES = {
    "cut zip": "is cut off: 10 samples begin in it",
    "cut line": "is cut off in line 9, after 8 whole records",
    "other task": "is about task x and",
    "twice": "contains item 1 twice",
    "words": "is 'maybe' in row 2, item '2', neither a number nor a word for right or wrong",
    "nothing in common": "0 items in common",
    "one learner": "one learner only",
}


@pytest.mark.parametrize("case", SENTENCES)
def test_bad_logs_get_one_sentence(tmp_path, case):
    with pytest.raises(BadInput) as problem:
        bo.compare_logs(refused(tmp_path, case))
    assert SENTENCES[case] in str(problem.value)
    assert "\n" not in str(problem.value)


def test_damaged_archives_never_raise_anything_else():
    content, rng = NEW.read_bytes(), np.random.default_rng(3)
    for _ in range(60):
        broken = bytearray(content)
        for place in rng.integers(0, len(content), 20):
            broken[place] = rng.integers(256)
        with contextlib.suppress(BadInput):
            table("x.eval", raw=bytes(broken))


# Labels of humans: oracle ppi-python.

ORACLE = json.loads((Path(__file__).parents[1] / "oracles" / "ppi_python.json").read_text())


@pytest.mark.parametrize("case", ORACLE["cases"])
def test_prediction_powered_mean_equals_ppi_python(case):
    mean = prediction_powered_mean(case["human"], case["judge"], case["rest"]).estimate
    assert (mean.value, mean.low, mean.high) == pytest.approx((case["value"], case["low"], case["high"]), abs=1e-10)
