"""`bakeoff status` and `verify`: how far a study is, also while another process runs it, and whether its file is as it was written."""

import json


def test_status_counts_by_learner(bakeoff, study):
    done = bakeoff("status", "study.bakeoff")
    assert done.stdout.splitlines()[:2] == ["Two on two", "20 of 20 units done; nothing is left to run"]
    found = json.loads(bakeoff("status", "study.bakeoff", "--json").stdout)
    assert (found["planned"], found["done"], found["missing"], found["writer"]) == (20, 20, 0, "")
    assert [one["learner"] for one in found["learners"]] == ["zero", "tree"]


def test_status_tells_on_what_it_was_run_if_asked(bakeoff, study):
    shown = bakeoff("status", "study.bakeoff", "-v").stdout
    found = json.loads(bakeoff("status", "study.bakeoff", "--json").stdout)["environment"]
    assert {"Processor", "Numerical libraries", "Threads", "Git"} <= found["machine"].keys()
    assert {"python", "bakeoff", "numpy", "scikit-learn"} <= found["versions"].keys()
    assert found["data"].keys() == {"iris", "xor"}
    for part in found.values():
        for words in part.values():
            assert words in shown
    assert "Processor" not in bakeoff("status", "study.bakeoff").stdout


def test_what_is_no_study_file_is_told(bakeoff, folder):
    assert "there is no results file none.bakeoff" in bakeoff("status", "none.bakeoff").stderr
    assert bakeoff("status", "study.toml").exit_code == 2
    assert bakeoff("retry", "none.bakeoff", "--failed").exit_code == 2
    assert "--failed" in bakeoff("retry", "none.bakeoff").stderr
