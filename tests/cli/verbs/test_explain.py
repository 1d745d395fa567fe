"""`bakeoff explain`, `measures` and `tests`: the catalogues, and what one entry is, when it fails, and where it comes from."""

import json

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli


def run(*args, **more):
    return CliRunner().invoke(cli, [str(one) for one in args], **more)


@pytest.mark.parametrize("name", ["kappa", "sensitivity", "fbeta(2)", "wilcoxon", "5x2", "log_loss"])
def test_explain(name):
    done = run("explain", name)
    assert done.exit_code == 0
    assert "reference" in done.stdout
    assert json.loads(run("explain", name, "--json").stdout)["schema"] == "bakeoff.explain/1"


def test_explain_suggests():
    done = run("explain", "kapa")
    assert done.exit_code == 2
    assert "did you mean 'kappa'" in done.output


def test_terms_that_the_program_prints_can_be_explained():
    assert run("explain", "10-fold").stdout == run("explain", "k-fold").stdout
    assert "C(c, k) / C(n, k)" in run("explain", "pass^k").stdout
    assert run("explain", "pass@k").stdout.startswith("pass_at_k: ")
    assert run("explain", "12-ford").exit_code == 2
