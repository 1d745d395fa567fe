"""Options are declared once; help has headings and examples that can be typed."""

import json
import shlex
import shutil
from inspect import signature
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS
from bakeoff.cli.verbs import (
    compare as compare_verb,
    drift as drift_verb,
    gate as gate_verb,
    measure as measure_verb,
    stream as stream_verb,
)
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


QUESTIONS = [*comparing.QUESTION, *comparing.TABLE, *prediction_columns.COLUMNS]


@pytest.mark.parametrize(
    ("function", "options", "least"),
    [
        (bo.compare, QUESTIONS, 18),
        (bo.compare_predictions, QUESTIONS, 12),
        (bo.measure, measure_verb.OPTIONS, 15),
        (bo.gate, gate_verb.OPTIONS, 8),
        (bo.stream, stream_verb.OPTIONS, 8),
        (bo.drift, drift_verb.OPTIONS, 6),
    ],
    ids=["compare", "compare_predictions", "measure", "gate", "stream", "drift"],
)
def test_python_has_the_words_and_defaults_that_are_declared(function, options, least: int) -> None:
    parameters = signature(function).parameters
    names = {option.python or option.name: option.default for option in options}
    shared = {name: default for name, default in names.items() if name in parameters}
    assert len(shared) >= least
    for name, default in shared.items():
        given = parameters[name].default
        if isinstance(given, tuple):  # a list of names is one word of the shell
            given = ",".join(given)
        assert given == default or given is parameters[name].empty or (not given and not default), name


def test_a_study_file_has_the_defaults_that_are_declared() -> None:
    study = CompareOptions()
    assert (study.alpha, study.rope, study.baseline) == tuple(
        option.default for option in (comparing.ALPHA, comparing.ROPE, comparing.BASELINE)
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("compare a.csv --pred p", "--pred is not for a table of scores, but for predictions (--truth COLUMN); add --truth COLUMN, or leave it out"),
        ("compare a.csv b.csv --unpaired --rope 1", "--rope is not for two samples, but for a table of scores, predictions (--truth COLUMN) or evaluation logs (two logs, or one of a harness); leave it out"),
        ("compare a.csv --ci 0.9", "no option of compare called '--ci'"),
        ("compare a.csv --weight w", "no option of compare called '--weight'; did you mean '--sample-weight'?"),
        ("measure a.csv --truth y --pred p --ci 0.9", "no option of measure called '--ci'; did you mean '--level'?"),
        ("compare a.csv --figures f", "compare has no option --figures; `bakeoff report` has it"),
        ("report a.csv --require a>b", "report has no option --require; `bakeoff compare` has it"),
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


def test_the_results_of_a_study_are_compared(tmp_path) -> None:
    file = Path(__file__).parents[1] / "sameness" / "inputs" / "format3.bakeoff"
    results = str(shutil.copy(file, tmp_path))
    done = CliRunner().invoke(cli, ["compare", results, "--json", "--no-stability"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["learners"] == ["most", "bayes", "tree"]
    assert CliRunner().invoke(cli, ["compare", results, "--require", "tree>most"]).exit_code == 4
    assert "results file" in CliRunner().invoke(cli, ["run", results]).stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["compare", "s.csv", "-o", "out.docx"], "cannot tell the form of a report from 'out.docx'"),
        (["compare", "s.csv", "-o", "none/x.html"], "there is no directory 'none' to write x.html into"),
        (["test", "wilcoxon", "s.csv", "--figure", "x.doc"], "a figure is written as .svg, .pdf or .png"),
        (["test", "wilcoxon", "s.csv"], "name two of them, as --pair a,b"),
        (["test", "friedman", "s.csv", "--pair", "a,b"], "compares all columns at once; leave --pair out"),
        (["test", "wilcoxon", "s.csv", "--pair", "a,z"], "no column called 'z'"),
        (["measure", "s.csv", "--truth", "a", "--pred", "b", "--measures", "f2"], "is written fbeta(2)"),
        (["profile", "s.csv"], "name the target column (target=, --target); the columns are"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_before_anything_is_computed(
    words, sentence: str, tmp_path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.csv").write_text("d,a,b,c\nx,1,2,3\ny,2,3,5\nz,1,4,4\nu,2,2,7\nv,3,1,6\nw,1,2,9\n")
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 2
    assert not done.stdout
    assert sentence in " ".join(done.stderr.split())


def test_a_pair_of_several_columns_is_tested(tmp_path) -> None:
    file = tmp_path / "s.csv"
    file.write_text("d,a,b,c\nx,1.5,2,3\ny,2,3,5\nz,1,4,4\nu,2,2,7\nv,3,1,6\nw,1,2,9\n")
    found, both = (
        json.loads(CliRunner().invoke(cli, ["test", "sign", str(path), *words, "--json"]).stdout)
        for path, words in ((file, ["--pair", "a,c"]), (tmp_path / "two.csv", []))
        if path.exists() or path.write_text("a,c\n1.5,3\n2,5\n1,4\n2,7\n3,6\n1,9\n")
    )
    assert found == both
