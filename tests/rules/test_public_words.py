"""One word per idea: no public signature, option or key of a study file has a word that was given up."""

import inspect
from collections.abc import Iterator

import click
import pytest

import bakeoff as bo
from bakeoff.cli.verb import VERBS
from bakeoff.core.arguments import SYNONYMS
from bakeoff.study.spec.read_toml import json_schema

GIVEN_UP = {"random_state", "pos_label", "scoring", "scorer", "metric", "metrics", "primary", "also", "cv", "ci", "weight", "times", "run", "truth"}  # fmt: skip
SCIKIT_LEARN = {"cv", "scoring", "random_state"}  # taken by `bo.evaluate` alone
# A record of rows: its fields are parts of a row (truth, label, score, weight), and nobody types them; `bo.measure` has y_true and sample_weight.
RECORDS = {"Predictions"}
COLUMNS = {"truth"}  # on the command line it names a column, as --pred and --score do


def callables() -> Iterator[tuple[str, object]]:
    for name in bo.__all__:
        thing = getattr(bo, name)
        if inspect.isclass(thing):
            members = inspect.getmembers(thing, callable)
            yield from ((f"{name}.{key}", one) for key, one in members if not key.startswith("_"))
        if callable(thing) and name not in RECORDS:
            yield name, thing


def words_of(thing: object) -> set[str]:
    try:
        return set(inspect.signature(thing).parameters)  # type: ignore[arg-type]
    except ValueError:
        return set()  # what is written in C has no signature


def test_no_signature_has_a_word_that_was_given_up() -> None:
    found = {name: words_of(thing) & GIVEN_UP for name, thing in callables()}
    assert {name: words for name, words in found.items() if words} == {
        "evaluate": SCIKIT_LEARN,
        "Conformal": {"random_state"},  # an estimator of scikit-learn, which others clone and search
    }


def test_no_option_has_a_word_that_was_given_up() -> None:
    found = {(verb, word) for verb in VERBS.names for word in option_words(VERBS[verb].load()) & GIVEN_UP - COLUMNS}
    assert found == {("efficiency", "weight")}  # of a measure, not of a row


def option_words(command: click.Command) -> set[str]:
    return {
        word.removeprefix("--").replace("-", "_")
        for each in (command, *getattr(command, "commands", {}).values())
        for option in each.params
        if isinstance(option, click.Option)
        for word in option.opts
    }


def test_no_key_of_a_study_file_has_a_word_that_was_given_up() -> None:
    schema = json_schema()
    tables = [schema, *schema["$defs"].values()]
    keys = {key for table in tables for key in table.get("properties", ())} - {"run"}  # the table [run]
    assert keys & GIVEN_UP == {"weight"}  # a column of the data; in Python the values are sample_weight


def test_a_word_that_was_given_up_is_answered_with_the_new_one() -> None:
    assert {word for word in GIVEN_UP if word != "also"} <= set(SYNONYMS)
    with pytest.raises(TypeError, match="called 'pos_label'; did you mean 'positive'"):
        bo.measure([1, 0], [1, 1], pos_label=1)
    with pytest.raises(TypeError, match="called 'ci'; did you mean 'level'"):
        bo.measure([1, 0], [1, 1], ci=0.9)


def test_evaluate_takes_the_word_of_scikit_learn_or_ours_but_not_both() -> None:
    X, y = [[0.0], [1.0]] * 6, [0, 1] * 6
    results = bo.evaluate(["majority", "prior"], X, y, cv="2-fold", scoring="error", random_state=3, progress=False)
    assert (results.spec.primary, results.spec.seed, results.spec.scheme.name) == ("error", 3, "kfold(2)")
    with pytest.raises(bo.core.errors.BadInput, match="cv is scikit-learn's word for scheme; give one of them"):
        bo.evaluate(["majority", "prior"], X, y, cv="2-fold", scheme="3-fold")
