"""A cell that is no score is named with its row and item; a folder gets the names of its files."""

import json

import pytest

import bakeoff as bo
from bakeoff.api.logs.read_log import log_table
from bakeoff.core.errors import BadInput
from bakeoff.tabular.encoding import folder_refused, refuse_folders


def write_log(path, values, score="value"):
    path.write_text("".join(json.dumps({"item": f"q{i}", score: value}) + "\n" for i, value in enumerate(values)))
    return path


def test_one_odd_word_is_named_with_its_row_and_item(tmp_path):
    log = write_log(tmp_path / "a.jsonl", [0.1, 0.2, "refused", 0.4])
    with pytest.raises(
        BadInput, match=r"the score 'value' of .*a\.jsonl is 'refused' in row 3, item 'q2', neither a number"
    ):
        log_table(log)


def test_further_odd_words_are_counted(tmp_path):
    log = write_log(tmp_path / "a.jsonl", [0.1, "x", 0.2, "y", "z", 0.4])
    with pytest.raises(BadInput, match=r"is 'x' in row 2, item 'q1' and no score in 2 more rows, neither"):
        log_table(log)


def test_a_column_of_words_is_no_score(tmp_path):
    log = write_log(tmp_path / "a.jsonl", ["good answer", "fine", "0.5", "no idea"])
    with pytest.raises(BadInput, match=r"a\.jsonl contains no scores; score its samples first"):
        log_table(log)


def test_words_beside_scores_stay_what_they_are(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"item": "q1", "acc": 1, "length": 3}\n{"item": "q2", "acc": 0, "length": "unknown"}\n')
    assert list(log_table(path).scores) == ["acc"]


def test_logs_without_a_shared_score_name_the_scores_of_each(tmp_path):
    logs = [write_log(tmp_path / f"{name}.jsonl", [0, 1, 1], score=name) for name in ("acc", "f1")]
    with pytest.raises(
        BadInput, match=r"share no score: .*acc\.jsonl has acc; .*f1\.jsonl has f1; give logs with the same"
    ):
        bo.compare_logs(logs)


def test_a_folder_names_its_files(tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    refuse_folders([tmp_path / "not-there.csv"])
    assert str(folder_refused(folder)).endswith("is a directory; name a file in it")
    write_log(folder / "a.jsonl", [1])
    (folder / "notes.txt").write_text("")
    (folder / ".hidden.csv").write_text("")
    with pytest.raises(BadInput, match=r"is a directory; name the files in it, such as .*logs.a\.jsonl$"):
        refuse_folders([folder])
    write_log(folder / "b.jsonl", [1])
    with pytest.raises(BadInput, match=r"name the files in it, such as .*logs.\*\.jsonl$"):
        log_table(folder)
