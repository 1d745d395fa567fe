"""A kept result counts until something changes that the simulation runs."""

import sys
from pathlib import Path

import pytest

from calibration import source_key as keys
from calibration.battery import PARTS, battery
from calibration.case import Simulation, generator

FIRST = {part: next(one for one in battery() if one.run.__module__ == f"calibration.{part}") for part in PARTS}


def called_while(simulation):
    """The files of ours whose functions a simulation calls."""
    found = set()

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_name != "<module>":
            found.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        simulation.run(generator(simulation.name), 1)
    finally:
        sys.setprofile(None)
    return {
        Path(name)
        for name in found
        if Path(name).is_relative_to(keys.ROOT / "src") or Path(name).is_relative_to(keys.ROOT / "calibration")
    }


@pytest.mark.parametrize("part", PARTS)
def test_the_key_reads_every_file_that_a_simulation_runs(part):
    called = called_while(FIRST[part])
    front_door = keys.ROOT / "src" / "bakeoff" / "__init__.py"  # it looks up names and computes nothing
    assert called
    assert called - {front_door} <= set(keys.files_of(f"calibration.{part}"))


def test_rooms_that_only_show_are_left_out():
    for part in PARTS:
        rooms = {
            path.relative_to(keys.ROOT).parts[2] for path in keys.files_of(f"calibration.{part}") if "src" in path.parts
        }
        assert not rooms & {"cli", "web", "report", "figures"}
        assert keys.ROOT / "calibration" / "known.py" not in keys.files_of(f"calibration.{part}"), (
            "a band changes no count"
        )


def test_sources_of_compiled_loops_are_read():
    assert any(path.suffix == ".pyx" for path in keys.files_of("calibration.intervals"))


def test_names_and_draws_are_part_of_the_key():
    one, other = list(battery())[:2]
    assert len({keys.source_key(one, 10), keys.source_key(one, 20), keys.source_key(other, 10)}) == 3


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A small tree: the simulation imports a (inside a function) and so b; c only shows, d nobody imports."""
    folder = tmp_path / "src" / "bakeoff"
    files = {
        "a/__init__.py": "", "a/one.py": "from ..b import two", "b/__init__.py": "from bakeoff.b.deep import two",
        "b/deep.py": '"""Words."""\ntwo = 2  # a comment\n', "cli/__init__.py": "", "d/__init__.py": "",
    }  # fmt: skip
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (tmp_path / "calibration").mkdir()
    part = tmp_path / "calibration" / "part.py"
    part.write_text("import bakeoff.cli\n\ndef run():\n    from bakeoff.a.one import two\n")
    monkeypatch.setattr(keys, "ROOT", tmp_path)
    monkeypatch.setattr(keys, "PACKAGES", {"bakeoff": tmp_path / "src", "calibration": tmp_path})
    caches = (keys.files_of, keys._digest, keys._imports, keys._content)
    for one in caches:
        one.cache_clear()

    def key():
        for one in caches:
            one.cache_clear()

        def run(rng, repeats):
            return {}

        run.__module__ = "calibration.part"
        return keys.source_key(Simulation(name="x", run=run, repeats=5, cases=()), 5)

    yield folder, key
    for one in caches:
        one.cache_clear()


@pytest.mark.parametrize(
    ("changed", "text", "matters"),
    [
        ("b/deep.py", "two = 3\n", True), ("b/deep.py", '"""Other words."""\n\ntwo = 2\n', False), ("a/one.py", "from ..b import two as three", True),
        ("cli/__init__.py", "x = 1", False), ("d/__init__.py", "x = 1", False),
    ],
)  # fmt: skip
def test_a_change_of_code_that_is_run_changes_the_key(tree, changed, text, matters):
    folder, key = tree
    before = key()
    (folder / changed).write_text(text)
    assert (key() != before) is matters


def test_a_partial_function_is_at_home_where_its_function_is(monkeypatch):
    simulation = next(one for one in battery() if one.name == "gate: 100 rows")
    asked = []
    monkeypatch.setattr(keys, "_digest", lambda module: asked.append(module) or "")
    keys.source_key(simulation, 1)
    assert asked == ["calibration.release_gate"]
    assert any(path.name == "law.py" for path in keys.files_of("calibration.release_gate"))
