"""Completion: what a shell is answered, that it costs no heavy import, and that the names are those of the catalogues."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

import bakeoff as bo
from bakeoff.cli.completion import SHELLS, VARIABLE, catalogue_names
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS

HEAVY = {
    "numpy",
    "scipy",
    "sklearn",
    "matplotlib",
    "pandas",
    "polars",
    "bakeoff.measures",
    "bakeoff.comparisons",
    "bakeoff.study",
}


def answers(*words: str) -> list[str]:
    """What completes the last word."""
    complete = ShellComplete(cli, {}, "bakeoff", VARIABLE)
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (["comp"], ["compare", "completion"]),
        (["compare", "--rop"], ["--rope"]),
        (["compare", "t.csv", "--measure", "balanced_a"], ["balanced_accuracy"]),
        (["compare", "--test", "mcn"], ["mcnemar"]),
        (["compare", "--posthoc", "nem"], ["nemenyi"]),
        (["compare", "--posthoc", "hol"], ["holm", "holland"]),
        (["compare", "t.csv", "--rows", "f"], ["folds"]),
        (["measure", "p.csv", "--measures", "accuracy,f1_m"], ["accuracy,f1_macro"]),
        (["measure", "p.csv", "--task", "multic"], ["multiclass"]),
        (["explain", "10x"], ["10x10"]),
        (["explain", "completi"], ["completion"]),
        (["exchange", "cre"], ["create"]),
        (["exchange", "create", "--rul"], ["--rule"]),
        (["report", "s.bakeoff", "--checklist", "tri"], ["tripod-ai"]),
        (["help", "exp"], ["export", "expand", "explain"]),
        (["completion", ""], list(SHELLS)),
        (["curve", "ro"], ["roc"]),
        (["nothing", ""], []),
    ],
)
def test_what_is_completed(words, some):
    found = answers(*words)
    assert set(some) <= set(found)
    assert len(some) > 0 or words[0] == "nothing"


@pytest.mark.parametrize("words", [["report", "stu"], ["measure", "pre"], ["profile", "ir"], ["run", "--train", "t"]])
def test_files_are_left_to_the_shell(words):
    complete = ShellComplete(cli, {}, "bakeoff", VARIABLE)
    kinds = [item.type for item in complete.get_completions(words[:-1], words[-1])]
    assert kinds[0] == "file"  # bash forgets names that come before


def test_names_beside_files():
    assert "iris" in answers("profile", "ir")


def test_the_names_are_those_of_the_catalogues():
    assert catalogue_names("measures").keys() >= {one.name for one in bo.measures if one.name.isidentifier()}
    assert set(catalogue_names("tests")) == set(bo.tests.names)
    assert set(catalogue_names("schemes")) == set(bo.schemes.names)
    assert set(catalogue_names("datasets")) == set(bo.data.names)
    assert set(catalogue_names("commands")) == set(VERBS.names)


def test_every_option_that_names_a_catalogue_is_completed():
    context = click.Context(cli, resilient_parsing=True)
    wanted = {"measure", "measures", "posthoc", "scheme", "task"}
    for verb in VERBS.names:
        command = cli.get_command(context, verb)
        for part in (command, *getattr(command, "commands", {}).values()):
            for param in part.params:
                if param.name in wanted and isinstance(param, click.Option) and param.type is click.STRING:
                    assert param.shell_complete(context, ""), f"{verb} --{param.name}"


@pytest.mark.parametrize(
    "words",
    ["bakeoff co", "bakeoff compare t.csv --measure bal", "bakeoff explain mcn", "bakeoff report --checklist r"],
)
def test_completion_imports_nothing_heavy(words):
    environment = {
        **os.environ,
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
        VARIABLE: "bash_complete",
    }
    script = "import sys; sys.argv[0] = 'bakeoff'; from bakeoff.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    imported = {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert done.stdout.startswith("plain,")
    assert imported & HEAVY == set()


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_each_shell(shell, tmp_path: Path):
    command = [sys.executable, "-m", "bakeoff.cli.main", "completion", shell]
    script = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert f"{VARIABLE}={shell}_complete" in script
    program = shutil.which(shell)
    if program is not None:
        file = tmp_path / f"script.{shell}"
        file.write_text(script)
        subprocess.run([program, "-n", str(file)], check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes(tmp_path: Path):
    """The function that bash calls, with the words that bash gives it."""
    program = tmp_path / "bakeoff"
    program.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "import sys; sys.argv[0] = \'bakeoff\'; from bakeoff.cli.main import main; main()" "$@"\n'
    )
    program.chmod(0o755)
    script = 'eval "$(bakeoff completion bash)"; COMP_WORDS=(bakeoff explain mcnem); COMP_CWORD=2; _bakeoff_completion bakeoff; echo "${COMPREPLY[@]}"'
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "--norc", "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "mcnemar"


def test_an_unknown_shell_is_refused():
    with pytest.raises(SystemExit) as left:
        cli.main(["completion", "tcsh"])
    assert left.value.code == 2
