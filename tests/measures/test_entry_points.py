"""A measure that another package declares is measured, listed and explained like bakeoff's own, with no further line."""

from importlib.metadata import EntryPoint

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.measures import catalogued, measure_named, measures
from bakeoff.measures.measure import CLASSES, Direction, Measure
from bakeoff.predictions.kinds import CONFUSION
from bakeoff.predictions.predictions import Output

HITS = Measure(
    name="hits_of_strangers", title="Hits of strangers", formula=r"\sum_i [\hat y_i = y_i]", direction=Direction.HIGHER,
    bounds=(0.0, float("inf")), tasks=CLASSES, needs=Output.LABEL, reads=CONFUSION, compute=lambda counts: counts.hits,
    reference="Stranger (2026)", undefined="never", family="strangers",
)  # fmt: skip


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    point = EntryPoint(name=HITS.name, group="bakeoff.measures", value="tests.measures.test_entry_points:HITS")
    monkeypatch.setattr(
        "bakeoff.core.catalogue.entry_points", lambda group: [point] if group == "bakeoff.measures" else []
    )
    measures.__dict__.pop("_entries", None)
    catalogued.cache_clear()
    yield
    measures.__dict__.pop("_entries", None)
    catalogued.cache_clear()


def test_it_is_measured_by_its_name_and_among_all():
    for asked in (["hits_of_strangers"], "all"):
        panel = bo.measure([1, 0, 1, 1] * 6, [1, 0, 0, 1] * 6, measures=asked, n_resamples=50)
        assert panel["hits_of_strangers"].value == 18
        assert panel["hits_of_strangers"].low < 18


def test_two_learners_are_compared_by_it():
    truth = [0, 1] * 20
    compared = bo.compare_predictions(truth, {"a": truth, "b": [1] * 40}, "hits_of_strangers", n_resamples=500)
    assert compared.verdict.winner == "a"


def test_the_command_line_lists_and_explains_it():
    assert "hits_of_strangers" in CliRunner().invoke(cli, ["measures"]).output
    shown = CliRunner().invoke(cli, ["explain", "hits_of_strangers"]).output
    assert "Hits of strangers" in shown
    assert "Stranger (2026)" in shown


def test_bakeoffs_own_are_found_without_reading_packages(monkeypatch):
    monkeypatch.setattr("bakeoff.core.catalogue.entry_points", lambda group: pytest.fail("was read"))
    assert (measures["accuracy"].name, measure_named("sensitivity").name) == ("accuracy", "recall")
