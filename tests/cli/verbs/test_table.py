"""`bakeoff table`: critical values and probabilities, computed on the spot."""

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli


@pytest.fixture
def bakeoff(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(*words, text=None):
        return CliRunner().invoke(cli, list(words), input=text)

    return call


def test_the_binomial_law_is_drawn(bakeoff, tmp_path):
    said = bakeoff("table", "binomial", "--n", "20", "--share", ".3", "--figure", "b.svg")
    assert said.exit_code == 0, said.output
    assert "Law of successes" in (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert bakeoff("table", "t", "--figure", "b.svg").exit_code == 2
