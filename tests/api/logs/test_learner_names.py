"""The same model in several logs: folders, runs or files are what is compared."""

import json

import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput

N = 20


def _inspect_log(path, task, run, share, scorer="match"):
    """A log as inspect writes it, cut down to what is read."""
    samples = [
        {"id": i, "epoch": 1, "scores": {scorer: {"value": "C" if i < share * N else "I"}}, "metadata": {"author": {"land": "NL" if i % 2 else "BE"}}}
        for i in range(N)
    ]  # fmt: skip
    log = {
        "version": 2,
        "status": "success",
        "eval": {"task": task, "model": "mock/m", "run_id": run},
        "samples": samples,
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(log))
    return path


def _logs(folder, *, apart):
    """Two runs of one model on two tasks, in folders of their own or in one."""
    return [
        _inspect_log(folder / (run if apart else "all") / f"{run}-{task}.json", task, run, share)
        for run, share in (("one", 0.2), ("two", 0.9))
        for task in ("sums", "words")
    ]


def test_folders_take_the_tasks_of_a_run_together(tmp_path):
    comparison = bo.compare_logs(_logs(tmp_path, apart=True))
    assert comparison.judgement.matrix.names == ("one", "two")
    assert comparison.judgement.ranks.n == 2 * N
    assert "called by their folders" in str(comparison.notes[0])


def test_runs_take_their_tasks_together_in_one_folder(tmp_path):
    comparison = bo.compare_logs(_logs(tmp_path, apart=False))
    assert comparison.judgement.matrix.names == ("mock/m (one)", "mock/m (two)")
    assert [pair.value for pair in comparison.slices.pairs] == ["sums", "words"]


def test_files_of_one_task_are_the_learners(tmp_path):
    comparison = bo.compare_logs(_logs(tmp_path, apart=True)[::2])
    assert comparison.judgement.matrix.names == ("one-sums", "two-sums")


def test_scores_that_differ_between_logs_are_named(tmp_path):
    files = [
        _inspect_log(tmp_path / "a" / "x.json", "t", "", 0.5),
        _inspect_log(tmp_path / "b" / "y.json", "t", "", 0.5, "judge"),
    ]
    with pytest.raises(BadInput, match=r"share no score: .*x.json has match; .*y.json has judge; give logs"):
        bo.compare_logs(files)


def test_nested_metadata_has_paths(tmp_path):
    files = _logs(tmp_path, apart=True)[::2]
    slices = bo.compare_logs(files, by="metadata.author.land").slices
    assert sorted({pair.value for pair in slices.pairs}) == ["BE", "NL"]
