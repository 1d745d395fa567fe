"""Options are declared once; help has headings and examples that can be typed."""

import shlex
from inspect import signature

import click
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS
from bakeoff.cli.verbs import compare as compare_verb
from bakeoff.core.options import comparing, prediction_columns
from bakeoff.study.spec.options import CompareOptions


def parsed(line: str) -> click.Context:
    """The context of the innermost command of a line."""
    context = click.Context(cli, info_name="bakeoff")
    name, command, rest = cli.resolve_command(context, shlex.split(line)[1:])
    while isinstance(command, click.Group):
        context = click.Context(command, parent=context, info_name=name)
        name, command, rest = command.resolve_command(context, rest)
    assert command is not None
    return command.make_context(name, rest, parent=context)


@pytest.mark.parametrize("verb", VERBS.names)
def test_every_verb_shows_three_examples_that_can_be_typed(verb: str) -> None:
    examples = VERBS[verb].examples
    assert len(set(examples)) >= 3
    shown = CliRunner().invoke(cli, [verb, "--help"]).output
    for line in examples:
        assert line in shown
        parsed(line)


def test_the_first_help_has_about_fifteen_verbs_and_help_all_has_every_one() -> None:
    first, everything = (CliRunner().invoke(cli, words).output for words in (["--help"], ["help", "--all"]))
    listed = [verb.name for verb in VERBS if f"\n  {verb.name} " in first]
    assert listed == [verb.name for verb in VERBS if verb.first]
    assert 12 <= len(listed) <= 17
    assert all(f"\n  {name} " in everything for name in VERBS.names)
    assert CliRunner().invoke(cli, ["help", "compare"]).output.count("The table:") == 1


def test_options_have_headings() -> None:
    shown = CliRunner().invoke(cli, ["compare", "--help"]).output
    places = [
        shown.index(f"\n{heading}:")
        for heading in (
            "The question",
            "The table",
            "Columns of predictions",
            "Other input",
            "Output",
            "Help",
            "Examples",
        )
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("function", [bo.compare, bo.compare_predictions])
def test_python_has_the_defaults_that_are_declared(function) -> None:
    parameters = signature(function).parameters
    options = [*comparing.QUESTION, *comparing.TABLE, *prediction_columns.COLUMNS]
    found = {
        option.python or option.name: option.default
        for option in options
        if (option.python or option.name) in parameters
    }
    assert len(found) > 8
    for name, default in found.items():
        given = parameters[name].default
        assert given in {default, parameters[name].empty} or (not given and not default), name


def test_a_study_file_has_the_defaults_that_are_declared() -> None:
    study = CompareOptions()
    assert (study.alpha, study.rope, study.baseline) == tuple(
        option.default for option in (comparing.ALPHA, comparing.ROPE, comparing.BASELINE)
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("compare a.csv --pred p", "--pred is not for a table of scores, but for predictions (--truth COLUMN); add --truth COLUMN, or leave it out"),
        ("compare a.csv b.csv --unpaired --rope 1", "--rope is not for two samples, but for a table of scores or predictions (--truth COLUMN); add --truth COLUMN, or leave it out"),
        ("compare a.csv --ci 0.9", "no option of compare called '--ci'"),
        ("compare a.csv --weight w", "no option of compare called '--weight'; did you mean '--sample-weight'?"),
        ("measure a.csv --truth y --pred p --ci 0.9", "no option of measure called '--ci'; did you mean '--level'?"),
        ("repeats a.csv --item q --run r", "no option of repeats called '--run'; did you mean '--runs'?"),
    ],
)  # fmt: skip
def test_a_wrong_option_is_answered_in_one_sentence(line: str, sentence: str) -> None:
    done = CliRunner().invoke(cli, shlex.split(line))
    assert done.exit_code == 2
    assert sentence in " ".join(done.stderr.split())


def test_every_mode_of_compare_has_options() -> None:
    named = {mode for option in compare_verb.OPTIONS for mode in option.modes}
    assert named == set(compare_verb.MODES)
