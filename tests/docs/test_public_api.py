"""The recorded list of public names is what the code has: a changed signature fails until the list is recorded anew."""

import importlib.util
import inspect
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from types import ModuleType

import pytest

import bakeoff as bo

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "public-api.md"


@pytest.fixture(scope="module")
def public_api() -> ModuleType:
    spec = importlib.util.spec_from_file_location("public_api", ROOT / "docs" / "public_api.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recorded() -> list[str]:
    return PAGE.read_text(encoding="utf-8").partition("```text\n")[2].partition("\n```")[0].splitlines()


def test_the_code_has_the_recorded_names_and_signatures() -> None:
    # In a process of its own: other tests declare measures and tests in theirs.
    code = "import public_api; print('\\n'.join(public_api.public_lines()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "docs", capture_output=True, text=True, check=True)
    now, before = set(done.stdout.splitlines()), set(recorded())
    changed = [f"- {line}" for line in sorted(before - now)] + [f"+ {line}" for line in sorted(now - before)]
    assert not changed, "run `make docs`, and state what goes in the release notes:\n" + "\n".join(changed)


def test_every_public_name_has_a_line() -> None:
    names = {line.removeprefix("bo.").split("(")[0].split(":")[0].split(".")[0] for line in recorded()}
    assert {name for name in bo.__all__ if not name.startswith("_")} <= names
    assert len(recorded()) == len(set(recorded()))


class Side(StrEnum):
    LEFT = "left"


class Parent:
    def handed_down(self, one: int) -> int:
        return one


class Shape(Parent):
    width: int

    def __init__(self, width: int = 3, *, side: Side = Side.LEFT) -> None: ...

    @classmethod
    def square(cls, size: float = 0.5) -> "Shape": ...  # type: ignore[empty-body]

    @staticmethod
    def area(*sides: float) -> float: ...  # type: ignore[empty-body]

    @property
    def height(self) -> int:
        return 1

    def _hidden(self) -> None: ...


def test_signatures_are_written_without_types_and_with_plain_defaults(public_api, monkeypatch) -> None:
    monkeypatch.setattr(Shape, "__module__", "bakeoff.shapes")
    monkeypatch.setattr(Parent, "__module__", "bakeoff.shapes")
    assert list(public_api._of("bo.Shape", Shape)) == [
        "bo.Shape(width=3, *, side='left')",
        "bo.Shape.area(*sides)",
        "bo.Shape.handed_down(one)",
        "bo.Shape.height",
        "bo.Shape.square(size=0.5)",
        "bo.Shape.width",
    ]


def test_a_default_without_a_stable_form_is_dots(public_api) -> None:
    def with_object(thing=object(), names=frozenset({"b", "a"})): ...  # noqa: B008

    assert list(public_api._call("f", with_object)) == ["f(thing=..., names={'a', 'b'})"]
    assert " at 0x" not in "".join(recorded())


def test_a_changed_default_changes_a_line(public_api, monkeypatch) -> None:
    before = set(public_api.public_lines())
    changed = inspect.signature(bo.uniform).replace(
        parameters=[
            inspect.Parameter("low", inspect.Parameter.POSITIONAL_OR_KEYWORD),
            inspect.Parameter("high", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=1.0),
        ]
    )
    monkeypatch.setattr(bo.uniform, "__signature__", changed, raising=False)
    assert set(public_api.public_lines()) - before == {"bo.uniform(low, high=1.0)"}
