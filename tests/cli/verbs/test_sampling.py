"""`bakeoff sampling`: experiments with a known error rate."""

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli


@pytest.mark.parametrize("words", [("--p", "2", "--n", "5"), ("--p", ".2", "--n", "5x"), ("--p", ".2", "--n", "")])
def test_bad_words(words):
    assert CliRunner().invoke(cli, ["sampling", *words]).exit_code == 2
