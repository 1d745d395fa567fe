"""No command writes over a file that it reads: a rule over all commands with an output."""

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bakeoff.cli.files_read_and_written import is_read, is_written
from bakeoff.cli.main import cli
from bakeoff.cli.verb import VERBS

CONTENT = "item,learner,value\n1,a,0.5\n1,b,0.7\n2,a,0.25\n2,b,0.5\n"


def commands(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    for inner, part in getattr(command, "commands", {}).items():
        yield from commands(f"{name} {inner}", part)


def cases() -> list[tuple[str, str, str]]:
    """Command, option that writes, parameter that reads."""
    return [
        (name, output.opts[-1], source.opts[-1])
        for verb in VERBS
        for name, command in commands(verb.name, verb.load())
        for output in command.params
        if is_written(output)
        for source in command.params
        if is_read(source) and (output.name, source.name) != ("save_base", "base")
    ]


def words(name: str, output: str, source: str, read: Path, written: Path) -> list[str]:
    """A command line whose parameter `source` is the file to read; other arguments before it are words."""
    command = dict(commands(name.split(maxsplit=1)[0], VERBS[name.split(maxsplit=1)[0]].load()))[name]
    typed = [*name.split(), *([output] if output.startswith("-") else []), str(written)]
    if source.startswith("-"):
        typed += [source, str(read)]
    for argument in (param for param in command.params if isinstance(param, click.Argument)):
        if argument.name == source:
            return [*typed, str(read)]
        if not source.startswith("-") and not is_written(argument):
            typed.append("word")
    return typed


def outcome(typed: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        cli.main(typed)
    return int(ended.value.code or 0), " ".join(capsys.readouterr().err.split())


def test_commands_with_outputs_are_there():
    names = {name for name, _, _ in cases()}
    assert {"board", "compare", "measure", "curve", "stream", "drift", "gate", "test", "predict", "expand"} <= names


@pytest.mark.parametrize(("name", "output", "source"), cases())
def test_no_command_overwrites_what_it_reads(name, output, source, tmp_path, capsys):
    file = tmp_path / "x.csv"
    file.write_text(CONTENT)
    code, message = outcome(words(name, output, source, file, file), capsys)
    assert code == 2
    assert f"{output} {file} would overwrite" in message or (output == "path" and f"{file} would overwrite" in message)
    assert "name another file to write" in message
    assert file.read_text() == CONTENT


@pytest.mark.parametrize("spelling", ["./x.csv", "folder/../x.csv", "symbolic.csv", "hard.csv"])
def test_another_spelling_is_the_same_file(spelling, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text(CONTENT)
    Path("folder").mkdir()
    Path("symbolic.csv").symlink_to("x.csv")
    os.link("x.csv", "hard.csv")
    code, message = outcome(["board", "x.csv", "-o", spelling], capsys)
    assert code == 2
    assert "would overwrite" in message
    assert Path("x.csv").read_text() == CONTENT


def test_a_default_input_is_not_overwritten(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("study.toml").write_text("")
    assert "study.toml would overwrite a file" in outcome(["run", "-o", "study.toml"], capsys)[1]


def test_two_outputs_are_two_files(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, message = outcome(["gate", "new.csv", "--summary", "gate.out", "--junit", "./gate.out"], capsys)
    assert code == 2
    assert "--summary and --junit would both write" in message


def test_the_base_of_a_gate_is_renewed(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("base.csv").write_text("y,yhat\n" + "1,1\n0,0\n" * 30)
    Path("new.csv").write_text("y,yhat\n" + "1,1\n0,0\n" * 30)
    typed = ["gate", "new.csv", "--base", "base.csv", "--truth", "y", "--pred", "yhat", "--margin", "0.1"]
    code, _ = outcome([*typed, "--save-base", "base.csv"], capsys)
    assert code == 0
    assert "would overwrite" in outcome([*typed, "--save-base", "new.csv"], capsys)[1]
