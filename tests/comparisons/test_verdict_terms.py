"""Every word that a verdict prints can be looked up."""

import shlex

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS
from bakeoff.comparisons.verdict_terms import TERMS

RUN = CliRunner()


@pytest.mark.parametrize("name", [known for one in TERMS for known in (one.name, *one.also)])
def test_every_name_is_explained(name: str):
    done = RUN.invoke(cli, ["explain", name.replace("_", " ")])
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("term", TERMS, ids=lambda one: one.name)
def test_the_options_of_examples_exist(term):
    _, verb, *rest = shlex.split(term.example)
    command = VERBS[verb].load()
    known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    assert {word for word in rest if word.startswith("--")} <= known


def test_the_words_of_a_printed_verdict_are_among_them():
    rows = {
        "a": [0.9, 0.8, 0.9, 0.8, 0.9, 0.9, 0.7],
        "b": [0.8, 0.7, 0.6, 0.7, 0.7, 0.6, 0.5],
        "c": [0.7, 0.7, 0.5, 0.6, 0.6, 0.6, 0.5],
    }
    printed = (
        str(bo.compare(rows, rows="datasets")).lower()
        + RUN.invoke(cli, ["compare", "-", "--rows", "datasets", "--notes"], input=_csv(rows)).output.lower()
    )
    for word in ("mean rank", "pseudo-median", "adjusted p", "interval", "critical difference", "robustness"):
        assert word in printed
        assert RUN.invoke(cli, ["explain", word]).exit_code == 0


def _csv(rows: dict[str, list[float]]) -> str:
    return "\n".join([",".join(rows), *(",".join(map(str, at)) for at in zip(*rows.values(), strict=True))]) + "\n"
