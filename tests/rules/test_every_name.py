"""Every name of every catalogue, typed in another spelling, is the same entry, and no spelling means two entries."""

from collections.abc import Iterator

import pytest

from bakeoff.api.explain import TERMS
from bakeoff.cli.verb import VERBS
from bakeoff.comparisons.catalogue import tests as significance_tests
from bakeoff.comparisons.formula_symbols import WORDS as WORDS_OF_TESTS, symbols_of as symbols_of_test
from bakeoff.comparisons.significance.critical_values import TABLES
from bakeoff.core.catalogue import Catalogue
from bakeoff.core.terminology.spelling import fold
from bakeoff.core.terminology.symbols import unnamed
from bakeoff.data.tasks import tasks
from bakeoff.estimates.over_splits.generalisation import INTERVALS
from bakeoff.estimates.over_splits.selection_methods import SELECTIONS
from bakeoff.learners.baselines import BASELINES, baseline_named
from bakeoff.measures import measure_named, measures
from bakeoff.measures.measure_symbols import WORDS as WORDS_OF_MEASURES, symbols_of as symbols_of_measure
from bakeoff.panels.curves.kinds import KINDS
from bakeoff.splits.catalogue import schemes
from bakeoff.streams.detection.detectors import detectors

CATALOGUES: dict[str, Catalogue] = {
    "measures": measures, "tests": significance_tests, "schemes": schemes, "curves": KINDS, "tables": TABLES, "detectors": detectors, "terms": TERMS,
    "intervals": INTERVALS, "selections": SELECTIONS, "tasks": tasks, "verbs": VERBS,
}  # fmt: skip
QUESTIONS = {"z", "ztest"}  # spellings that two entries of a catalogue share on purpose


def spellings(name: str) -> Iterator[str]:
    yield from (name.upper(), name.title(), name.replace("_", " "), name.replace("_", "-"), name.replace("-", "_"))
    yield f" {name.replace('_', '')} "


@pytest.mark.parametrize("kind", CATALOGUES)
def test_another_spelling_is_the_same_entry(kind: str) -> None:
    catalogue = CATALOGUES[kind]
    for name in catalogue.understood:
        if fold(name) in QUESTIONS:
            continue
        for spelling in spellings(name):
            assert catalogue[spelling] is catalogue[name], spelling


@pytest.mark.parametrize("kind", CATALOGUES)
def test_no_spelling_means_two_entries(kind: str) -> None:
    catalogue = CATALOGUES[kind]
    meant = {spelling for spelling in catalogue.understood if len(catalogue.candidates(spelling)) > 1}
    assert {fold(spelling) for spelling in meant} <= QUESTIONS
    for entry in catalogue:
        assert catalogue.candidates(entry.name) == (entry.name,)
    assert len({fold(name) for name in catalogue.names}) == len(catalogue)


def test_measures_with_parameters_and_baselines_too() -> None:
    assert measure_named("F-Beta(2)") is not None
    assert measure_named("Precision At (5)").name == "precision_at(5)"
    for name in BASELINES:
        for spelling in spellings(name):
            assert baseline_named(spelling) == name


@pytest.mark.parametrize("measure", measures, ids=lambda measure: measure.name)
def test_every_symbol_of_a_measure_is_named(measure) -> None:
    assert not unnamed(measure.formula, symbols_of_measure(measure.name, measure.formula), WORDS_OF_MEASURES)


@pytest.mark.parametrize("test", significance_tests, ids=lambda test: test.name)
def test_every_symbol_of_a_test_is_named(test) -> None:
    assert not unnamed(test.formula, symbols_of_test(test.formula, test.symbols), WORDS_OF_TESTS)
