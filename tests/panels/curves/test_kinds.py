"""The curves that can be asked for by name: how each is read off, what its axes mean, which points a reader wants to see."""

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.panels.curves.kinds import KINDS


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 120)
    frame = pd.DataFrame({
        "y": np.where(y == 1, "ill", "well"), "p": np.round(np.clip(rng.normal(0.4 + 0.25 * y, 0.2), 0, 1), 2),
        "q": np.round(np.clip(rng.normal(0.4 + 0.2 * y, 0.2), 0, 1), 2), "kind": np.array(["a", "b", "c"])[rng.integers(0, 3, 120)],
        "one": 1, "word": "x", "number": rng.normal(size=120), "percent": np.arange(120) % 90, "gap": np.where(np.arange(120) == 7, np.nan, 0.5),
    })  # fmt: skip
    frame.to_csv(tmp_path / "p.csv", index=False)
    frame.to_parquet(tmp_path / "p.parquet")
    (tmp_path / "settings.csv").write_text("depth,fpr,tpr\n1,0.05,0.4\n2,0.2,0.7\n3,0.3,0.65\n4,0.5,0.9\n")
    return tmp_path


def run(*args, **more):
    return CliRunner().invoke(cli, ["curve", *(str(one) for one in args)], **more)


@pytest.mark.parametrize("kind", KINDS.names)
def test_every_kind_prints_and_writes(files, kind):
    out = files / "points.csv"
    scores = ["p"] if KINDS[kind].alone else ["p", "q"]
    done = run(kind, files / "p.csv", "--truth", "y", "--score", ",".join(scores), "--positive", "ill", "-o", out)
    assert done.exit_code == 0, done.output
    assert KINDS[kind].title in done.stdout
    assert "wrote" in done.stderr
    assert set(pd.read_csv(out)["score"]) == set(scores)
