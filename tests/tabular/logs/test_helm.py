"""HELM: files that its own classes wrote, and the means that its own `Stat.merge` gives.

crfm-helm 0.5.16: `PerInstanceStats` and `RunSpec` written by `json.dumps(asdict_without_nones(...))`, as its runner does; 6 instances, with and
without a perturbation, 2 trials, drawn scores. HELM itself was not run.
"""

from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo

FILE = Path(__file__).parents[2] / "logs" / "files" / "helm" / "per_instance_stats.json"
MERGED = {  # Stat.mean after merging all instances of both trials: plain, with typos
    "exact_match": (0.5833333333333334, 0.6666666666666666),
    "num_output_tokens": (4.75, 5.833333333333333),
}


@pytest.mark.parametrize("name", MERGED)
def test_means_equal_those_of_helm(name):
    log = bo.read_log(FILE, kind="plain").to_dict()
    changed = np.array(["(typos)" in item for item in log["item"]])
    scores = np.array(log[name])
    assert (scores[~changed].mean(), scores[changed].mean()) == pytest.approx(MERGED[name], abs=1e-15)


def test_the_run_spec_names_model_and_scenario():
    log = bo.read_log(FILE, kind="plain").to_dict()
    assert set(log["learner"]) == {"simple/model1"}
    assert set(log["task"]) == {"mmlu"}
    assert set(log["run"]) == {"0", "1"}
    assert len(log["item"]) == 24
