"""promptfoo: every score and every sum as promptfoo itself reports them.

promptfoo 0.121.20 wrote the file: 12 tests, twice (`promptfoo eval --repeat 2 -o out.json`), two providers of a script of which one raises
on each ninth number. Prompts, assertions, timings and responses were removed afterwards.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo

FILE = Path(__file__).parents[2] / "logs" / "files" / "promptfoo.json"
REPORTED = json.loads(FILE.read_text())["results"]


@pytest.mark.parametrize("prompt", REPORTED["prompts"], ids=lambda prompt: prompt["provider"])
def test_sums_equal_those_that_promptfoo_reports(prompt):
    log = bo.read_log(FILE, kind="plain").to_dict()
    own = np.array(log["learner"]) == prompt["provider"]
    total = {name: np.nansum(np.array(log[name])[own]) for name in ("success", "score", "exact", "polite")}
    metrics = prompt["metrics"]
    assert total["success"] == metrics["testPassCount"]
    assert total["score"] == metrics["score"]
    assert {name: total[name] for name in metrics["namedScores"]} == metrics["namedScores"]
    assert sum(map(bool, np.array(log["error"])[own])) == metrics["testErrorCount"]


def test_every_score_is_the_one_of_its_result():
    log = bo.read_log(FILE, kind="plain").to_dict()
    for place, result in enumerate(REPORTED["results"]):
        assert log["item"][place] == str(result["testIdx"])
        assert log["learner"][place] == result["provider"]["label"]
        if not log["error"][place]:
            assert log["score"][place] == result["score"]
            assert log["success"][place] == result["success"]


def test_metadata_and_variables_are_columns():
    comparison = bo.compare_logs([FILE], by="metadata.lang")
    assert [pair.value for pair in comparison.slices.pairs] == ["en", "de"]
    assert bo.read_log(FILE, kind="plain").to_dict()["vars.n"][:2] == ["1", "1"]
