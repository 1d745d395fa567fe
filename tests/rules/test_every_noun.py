"""Every noun of results: it resolves, its docstring is complete, its example can be typed, and the reference has it."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import bakeoff as bo
from bakeoff.api.noun import ALL, NOUNS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "results.md").read_text(encoding="utf-8")
ANSWERS = [(name, answer) for noun in NOUNS for name, answer in noun.answers()]


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.name)
def test_it_resolves_and_results_have_it(noun):
    assert callable(noun.load())
    assert list(noun.answers())
    for name in noun.properties():
        assert name in dir(bo.Results)
        assert isinstance(vars(bo.Results)[name], property)
        assert getattr(bo.Results, name).__doc__
    assert all(name in vars(noun.load()) for name in noun.direct)
    assert noun.summary.endswith(".")


@pytest.mark.parametrize(("name", "answer"), ANSWERS, ids=[name for name, _ in ANSWERS])
def test_its_docstring_has_parameters_returns_and_an_example(name, answer):
    text = inspect.getdoc(answer)
    assert "Returns\n-------\n" in text
    described = text.partition("Parameters\n----------\n")[2].partition("\nReturns\n")[0]
    listed = [one for line in re.findall(r"^(\w.*)$", described, re.MULTILINE) for one in line.split(", ")]
    wanted = [one for one in inspect.signature(answer).parameters if one != "self"]
    assert sorted(listed) == sorted(wanted)


@pytest.mark.parametrize(("name", "answer"), ANSWERS, ids=[name for name, _ in ANSWERS])
def test_its_example_can_be_typed(name, answer):
    """It names this answer, and its arguments fit the parameters."""
    example = inspect.getdoc(answer).partition("Examples\n--------\n")[2].strip().splitlines()[0]
    call = ast.parse(example, mode="eval").body
    assert ast.unparse(call.func) == f"results.{name}"
    words = {one.arg: None for one in call.keywords}
    inspect.signature(answer).bind(None, *call.args, **words)


@pytest.mark.parametrize("noun", ALL, ids=lambda noun: noun.name)
def test_the_reference_has_it(noun):
    assert f"## `results.{noun.name}`" in PAGE
    for name, answer in noun.answers():
        assert f"\nresults.{name}(" in PAGE
        assert inspect.getdoc(answer) in PAGE
