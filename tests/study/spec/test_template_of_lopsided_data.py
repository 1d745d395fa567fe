"""The study that is written for lopsided data is decided by an area, so that its first verdict is not about the largest class."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import bakeoff as bo
from bakeoff.study.spec.template import study_template


def lopsided(rows: int = 300, share: float = 0.1, classes: tuple[str, ...] = ("no", "yes")) -> pd.DataFrame:
    """Two columns, the first of which tells the classes apart, and a rare class."""
    rng = np.random.default_rng(0)
    rare = rng.random(rows) < share
    target = np.where(rare, rng.choice(classes[1:], rows), classes[0])
    return pd.DataFrame({"a": rng.normal(size=rows) + 1.5 * rare, "b": rng.normal(size=rows), "left": target})


@pytest.mark.parametrize(
    ("frame", "positive", "measure", "zero"),
    [
        (lopsided(), None, "roc_auc_ovo", "prior"),
        (lopsided(), "yes", "roc_auc", "prior"),
        (lopsided(classes=("a", "b", "c")), None, "roc_auc_ovo", "prior"),
        (lopsided(share=0.4), None, "accuracy", "majority"),
    ],
)
def test_the_deciding_measure_follows_the_shares_of_the_classes(frame, positive, measure, zero):
    text = study_template("s.toml", bo.load(frame, target="left", positive=positive), file="my.csv", target="left")
    assert f'measures = ["{measure}", ' in text
    assert f'use = "{zero}" ' in text
    assert ("accuracy would mostly measure that class" in text) is (measure != "accuracy")


@pytest.mark.slow
def test_the_written_study_decides(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frame = lopsided()
    frame.to_csv("my.csv", index=False)
    (tmp_path / "s.toml").write_text(
        study_template("s.toml", bo.load("my.csv", target="left"), file="my.csv", target="left")
    )
    with bo.Study.from_toml("s.toml").run(tmp_path / "s.bakeoff", workers=1, progress=False) as results:
        assert "better than" in str(results).splitlines()[0]
        assert "prior" in str(results).splitlines()[0]
        assert "check.imbalance" not in results.checks.codes()


def test_of_two_classes_the_mean_area_is_the_area_of_either_class():
    rng = np.random.default_rng(1)
    truth = np.where(rng.random(80) < 0.2, "yes", "no")
    p = np.clip(rng.normal(0.3 + 0.3 * (truth == "yes"), 0.2), 0.01, 0.99)
    proba = np.column_stack([1 - p, p])
    mean = bo.measure(truth, y_proba=proba, measures=["roc_auc_ovo"], labels=["no", "yes"])["roc_auc_ovo"].value
    assert mean == pytest.approx(roc_auc_score(truth == "yes", p))
