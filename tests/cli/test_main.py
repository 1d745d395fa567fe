"""The command itself: quick to start, and every failure in words with its exit code."""

import os
import subprocess
import sys
from dataclasses import replace

import click
import pytest
from click.testing import CliRunner

from bakeoff import __version__
from bakeoff.cli import main
from bakeoff.cli.verb import VERBS
from bakeoff.core.errors import BadInput, Problems, UnknownName

HEAVY = ("numpy", "scipy", "sklearn", "pydantic", "rich", "matplotlib", "pandas", "narwhals")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["nonsense"], []])
def test_help_and_version_import_nothing_heavy(arguments):
    program = (
        "import sys, atexit\n"
        f"atexit.register(lambda: print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr))\n"
        f"sys.argv = ['bakeoff', *{arguments!r}]\n"
        "from bakeoff.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("verb", VERBS.names)
def test_every_verb_has_help_and_json(verb):
    done = CliRunner().invoke(main.cli, [verb, "--help"])
    assert done.exit_code == 0, done.output
    assert f"Usage: bakeoff {verb}" in done.output.replace("cli ", "bakeoff ")
    assert "--json" in done.output


def test_version_says_why_no_compiled_kernel_serves(monkeypatch):
    monkeypatch.setattr("bakeoff.kernels.dispatch.enabled", False)
    monkeypatch.setenv("BAKEOFF_NUMPY", "1")
    words = "kernels: NumPy, because the environment variable BAKEOFF_NUMPY is set\n"
    assert words in CliRunner().invoke(main.cli, ["--version", "-v"]).output


def test_version_alone_and_with_what_it_runs_on():
    assert CliRunner().invoke(main.cli, ["--version"]).output == f"bakeoff {__version__}\n"
    long = CliRunner().invoke(main.cli, ["--version", "-v"]).output
    assert "kernels: compiled\n" in long or "kernels: NumPy, because " in long
    assert "scikit-learn " in long


def test_the_package_can_be_run_as_a_module():
    command = [sys.executable, "-m", "bakeoff", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, f"bakeoff {__version__}\n")


def test_a_wrong_verb_gets_a_suggestion():
    done = CliRunner().invoke(main.cli, ["chekc"])
    assert done.exit_code == 2
    assert "did you mean 'check'?" in done.stderr
    assert done.stdout == ""


@pytest.fixture
def verb(monkeypatch):
    """Put one small verb in the place of `check`."""

    def put(body):
        module = type(sys)("verb_under_test")
        module.command = click.Command("check", callback=body)
        monkeypatch.setitem(sys.modules, "verb_under_test", module)
        monkeypatch.setitem(VERBS._by_name, "check", replace(VERBS["check"], command="verb_under_test"))
        return lambda *extra: CliRunner().invoke(main.cli, ["check", *extra])

    monkeypatch.delenv("BAKEOFF_TRACEBACK", raising=False)
    yield put
    os.environ.pop("BAKEOFF_TRACEBACK", None)  # --traceback sets it for the rest of the process


def raising(error):
    def body():
        raise error

    return body


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (BadInput("folds must be 2; say so"), 2, "bakeoff: folds must be 2; say so\n"),
        (Problems("study.toml", ["a: b", "c: d"]), 2, "bakeoff: study.toml has 2 problems:\n  a: b\n  c: d\n"),
        (FileNotFoundError(2, "No such file or directory", "x.csv"), 2, "bakeoff: cannot use x.csv: No such file"),
        (ZeroDivisionError("division by zero"), 1, "bakeoff: this is a bug: ZeroDivisionError: division by zero\n"),
        (KeyboardInterrupt(), 130, "bakeoff: interrupted\n"),
        (click.UsageError("give a file"), 2, "bakeoff: give a file\n"),
        (BrokenPipeError(), 0, ""),
        (EOFError("marshal data too short"), 2, "bakeoff: a compiled file of Python was cut short"),
        (EOFError("no more"), 1, "bakeoff: this is a bug: EndOfData: no more\n"),
    ],
)
def test_every_failure_is_worded_and_coded(verb, error, code, words):
    done = verb(raising(error))()
    assert done.exit_code == code
    assert words in done.stderr
    assert "Traceback" not in done.output
    assert done.stdout == ""


def test_only_what_is_written_down_continues(capsys):
    for name, words in (("run", "the same command continues"), ("measure", "bakeoff: interrupted\n")):
        assert main._exit_code(KeyboardInterrupt(), name) == 130
        assert words in capsys.readouterr().err


def test_a_traceback_only_when_asked(verb):
    done = verb(raising(ZeroDivisionError("x")))("--traceback")
    assert done.exit_code == 1
    assert "Traceback" in done.stderr


def test_a_verb_may_return_its_exit_code(verb):
    assert verb(lambda: 3)().exit_code == 3
    assert verb(lambda: None)().exit_code == 0


def test_a_name_in_capitals_is_its_alias():
    shown = CliRunner().invoke(main.cli, ["explain", "AUC"])
    assert shown.exit_code == 0
    assert shown.output.startswith("roc_auc: ")


def test_far_names_are_not_suggested_beside_a_near_one():
    assert str(UnknownName("measure", "acuracy", ["accuracy", "top_k_accuracy", "auc", *"abcdefg"])).endswith(
        "did you mean 'accuracy'?"
    )
    assert str(UnknownName("measure", "aucc", ["auc", "acc", *"bcdefg"])).endswith("did you mean 'auc' or 'acc'?")
