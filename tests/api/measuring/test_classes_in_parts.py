"""Five classes with probabilities, and amounts: files read in parts, by fold, with weights or groups, and in the shell."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from bakeoff.api.measuring.panel_by_group import Layout, measure_file
from bakeoff.cli.main import cli

NAMES = ("ant", "bee", "cat", "dog", "eel")
PROBA = tuple(f"p_{one}" for one in NAMES)
CLASSES = ["d2_log_loss", "d2_brier", "top_k_accuracy(2)", "top_k_accuracy(3)", "roc_auc_ovo_weighted"]
NUMBERS = ["poisson_deviance", "gamma_deviance", "tweedie_deviance(1.5)", "d2_absolute_error", "d2_pinball(0.9)"]
LAYOUTS = {
    "classes": (Layout(truth="y", proba=PROBA, labels=NAMES), CLASSES),
    "numbers": (Layout(truth="amount", pred="guess"), NUMBERS),
}
WAYS = {"plain": {}, "weights": {"weight": "w"}, "groups": {"cluster": "day"}}


@pytest.fixture
def file(tmp_path):
    rng = np.random.default_rng(5)
    n, k = 240, len(NAMES)
    y = rng.integers(0, k, n)
    odds = np.round(rng.normal(size=(n, k)) + 1.2 * np.eye(k)[y], 1)
    amount = rng.gamma(2.0, 2.0, n) + 0.1
    frame = pd.DataFrame(np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True), columns=list(PROBA))
    frame = frame.assign(
        y=np.array(NAMES)[y],
        amount=amount,
        guess=amount * rng.lognormal(0, 0.3, n),
        w=rng.integers(0, 4, n),
        day=rng.integers(0, 40, n),
        fold=np.arange(n) % 3,
    )
    frame.to_csv(tmp_path / "five.csv", index=False)
    return str(tmp_path / "five.csv")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", LAYOUTS)
def test_parts_have_the_values_and_intervals_of_the_whole(file, kind, way):
    layout, names = LAYOUTS[kind]
    whole, parts = (
        measure_file(file, replace(layout, **WAYS[way]), names, n_resamples=60, rows=rows) for rows in (1000, 70)
    )
    for name in names:
        one, other = whole[name], parts[name]
        assert other.method == one.method
        assert other.value == pytest.approx(one.value, rel=1e-12)
        assert (other.low, other.high) == pytest.approx((one.low, one.high), rel=1e-6)
        assert one.low < one.value < one.high


def asked(*arguments):
    return CliRunner().invoke(cli, ["measure", *arguments])


def test_the_shell_shows_them_by_fold(file):
    given = [file, "--truth", "y", "--proba", ",".join(PROBA), "--labels", ",".join(NAMES), "--json"]
    names = "top_k_accuracy,top_k_accuracy(3),top_k_accuracy(5),d2_log_loss_score"
    made = json.loads(asked(*given, "--measures", names).stdout)
    first, second = (made["measures"][f"top_k_accuracy({k})"] for k in (2, 3))
    assert 0.5 < first["value"] < second["value"] < 1.0
    assert first["method"] == "Wilson"
    assert made["undefined"] == {"top_k_accuracy(5)": "undefined: there are no more than 5 classes, or no rows"}
    assert made["measures"]["d2_log_loss"]["low"] > 0
    by = asked(*given[:-1], "--measures", "top_k_accuracy,d2_brier", "--by", "fold")
    assert by.exit_code == 0
    assert "intervals of pooled: Wilson (top_k_accuracy(2)); delta method, t, log scale (d2_brier)" in by.stdout


def test_a_measure_of_several_labels_per_row_is_undefined_with_a_reason(file):
    made = asked(
        file, "--truth", "y", "--proba", ",".join(PROBA), "--labels", ",".join(NAMES), "--measures", "f1_samples"
    )
    assert made.exit_code == 0
    assert "F1 of each row is for several labels, not for more than two classes" in made.output
