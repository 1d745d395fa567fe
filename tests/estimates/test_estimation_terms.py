"""The words of estimating an error, each declared once: `bakeoff explain` reads them."""

import json

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.estimates.estimation_terms import TERMS
from bakeoff.estimates.over_splits.generalisation import INTERVALS


@pytest.mark.parametrize("name", [known for one in TERMS for known in (one.name, *one.also)])
def test_terms_of_estimating_are_explained(name):
    found = json.loads(CliRunner().invoke(cli, ["explain", name, "--json"], catch_exceptions=False).stdout)
    assert found["kind"] == "term"
    assert found["reference"]
    assert found["example"]


def test_the_overview_names_every_interval():
    text = TERMS["generalisation_error"].text
    assert all(f"{one.name}:" in text for one in INTERVALS)
