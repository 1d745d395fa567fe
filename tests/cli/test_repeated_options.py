"""An option of one value that is given twice is refused; what may be repeated stays."""

import json

import click
import pytest
from click.testing import CliRunner

from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS


def run(*words):
    return CliRunner().invoke(cli, words)


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("compare", "t.csv", "--baseline", "a", "--baseline", "b"), "--baseline"),
        (("measure", "t.csv", "--truth", "y", "--pred", "a", "--by", "region", "--by=y"), "--by"),
        (("compare", "t.csv", "--alpha", ".05", "--alpha", ".1"), "--alpha"),
        (("compare", "t.csv", "-o", "a.html", "--output", "b.html"), "--output"),
        (("compare", "t.csv", "--stability", "--no-stability"), "--stability/--no-stability"),
        (("exchange", "create", "t.csv", "--target", "a", "--target", "b"), "--target"),
    ],
)
def test_a_second_value_is_refused(words, option):
    done = run(*words)
    assert done.exit_code == 2
    assert " ".join(done.stderr.split()) == (
        f"bakeoff: {option} takes one value and is given twice; keep the one that you mean"
    )
    answer = json.loads(run(*words, "--json").stdout)
    assert (answer["code"], answer["exit_code"]) == ("bad_input", 2)


def test_three_values_are_counted():
    assert "given 3 times" in run("compare", "t.csv", "--rope", "1", "--rope", "2", "--rope", "3").stderr


def test_what_may_be_repeated_is_not_refused(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("a,b,c\n" + "\n".join(f"0.{i},0.{i + 1},0.{i + 2}" for i in range(1, 8)) + "\n")
    done = run(
        "compare", str(table), "--rows", "datasets", "--measure", "accuracy", "--pair", "a,b", "--pair", "a,c", "--json", "--json",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert len(json.loads(done.stdout)["pairs"]) == 2


def test_every_verb_of_every_group_can_be_looked_at():
    context = click.Context(cli)
    for verb in VERBS.names:
        assert run(verb, "--help").exit_code == 0
        command = cli.get_command(context, verb)
        for name in getattr(command, "commands", {}):
            assert run(verb, name, "--help").exit_code == 0
