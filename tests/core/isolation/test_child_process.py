"""Processes that are started: what they import, where they run, what they inherit."""

import json
import os
import sys
from pathlib import Path

import pytest

from bakeoff.core.isolation.child_process import PIPE, program, run_program, start_python

FACTS = """
import json, os, sys
import helper
print(json.dumps({"path": sys.path, "folder": os.getcwd(), "flag": sys.flags.safe_path, "argv": sys.argv[1:], "name": __name__,
                  "environment": dict(os.environ), "helper": helper.__file__}))
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module on the path of this process that prints what it finds; the working folder is another one, full of decoys."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "told_facts.py").write_text(FACTS)
    (tmp_path / "lib" / "helper.py").write_text("")
    (tmp_path / "lib" / "sitecustomize.py").write_text(
        "raise SystemExit('a folder of the path was searched too early')"
    )
    work = tmp_path / "work"
    work.mkdir()
    for name in ("told_facts", "helper", "sitecustomize", "usercustomize", "json", "runpy", "bakeoff"):
        (work / f"{name}.py").write_text(f"open({str(tmp_path / 'PWNED')!r}, 'w')\n")
    monkeypatch.chdir(work)
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    monkeypatch.setattr(sys, "path", ["", ".", *sys.path])
    return "told_facts"


def facts(module: str, *arguments: str, folder: Path | None = None, **environment: str) -> dict:
    process = start_python(module, *arguments, folder=folder, environment=environment, stdout=PIPE)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return json.loads(output)


def test_nothing_of_the_working_folder_is_imported(module: str, tmp_path: Path) -> None:
    found = facts(module)
    assert found["helper"] == str(tmp_path / "lib" / "helper.py")
    assert all(Path(folder).is_absolute() for folder in found["path"])
    assert str(tmp_path / "work") not in found["path"]
    assert found["flag"] is True
    assert not (tmp_path / "PWNED").exists()


def test_it_is_a_program_with_arguments(module: str) -> None:
    found = facts(module, "a b", "-c")
    assert (found["name"], found["argv"]) == ("__main__", ["a b", "-c"])


def test_the_working_folder_is_the_one_that_is_named(module: str, tmp_path: Path) -> None:
    assert facts(module, folder=tmp_path / "lib")["folder"] == str(tmp_path / "lib")
    assert facts(module)["folder"] == str(tmp_path / "work")


def test_its_own_children_are_safe_as_well(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", "/nowhere", ".", "lib"]))
    monkeypatch.setenv("PATH", os.pathsep.join([".", os.environ["PATH"], ""]))
    monkeypatch.setenv("PYTHONINSPECT", "1")
    found = facts(module, GIVEN="yes")["environment"]
    assert found["PYTHONSAFEPATH"] == "1"
    assert found["PYTHONPATH"] == "/nowhere"
    assert all(Path(folder).is_absolute() for folder in found["PATH"].split(os.pathsep))
    assert "PYTHONINSPECT" not in found
    assert "BAKEOFF_MODULES" not in found
    assert found["GIVEN"] == "yes"


def test_a_program_of_the_working_folder_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("work", "bin"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "browse").write_text(f"#!/bin/sh\necho {folder} in $PWD\n")
        (tmp_path / folder / "browse").chmod(0o755)
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", str(tmp_path / "bin"), "/bin"]))
    path = program("nowhere", "browse")
    assert path == str(tmp_path / "bin" / "browse")
    done = run_program(path, folder=tmp_path, seconds=60)
    assert done.stdout.decode() == f"bin in {tmp_path}\n"
    monkeypatch.setenv("PATH", ".")
    assert program("browse") is None
