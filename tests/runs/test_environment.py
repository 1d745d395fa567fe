"""Where a study was run: everything besides data and settings that a result may depend on."""

import json
from pathlib import Path

import numpy as np

from bakeoff.runs.environment import environment


def test_the_environment_is_plain_json_and_is_stored(tmp_path: Path) -> None:
    found = json.loads(json.dumps(environment()))
    assert found["packages"]["numpy"] == np.__version__
    assert found["cpu"]
    assert found["libraries"][0]["num_threads"] >= 1
