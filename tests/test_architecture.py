"""The house rules that a machine can keep: sizes, catalogues complete, no hostile reading, a light front door."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from bakeoff.core.references import REFERENCES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "bakeoff"
FILES = sorted(PACKAGE.rglob("*.py"))
LARGEST_FILE = 350
TABLES = {PACKAGE / "core" / "references.py"}  # a list of entries, not a train of thought
FORBIDDEN_CALLS = {"eval", "exec", "__import__", "compile"}
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "shelve", "marshal", "joblib"}
TRANSPORT = PACKAGE / "runs" / "transport.py"  # cloudpickle from a parent to its own child, and nowhere else
HAZARDS = PACKAGE / "learners" / "hazards.py"  # takes joblib's caches away; loads nothing with it


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def named(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@pytest.mark.parametrize("path", FILES, ids=named)
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(parsed(path)), f"{named(path)} has no docstring"


@pytest.mark.parametrize("path", [one for one in FILES if one not in TABLES], ids=named)
def test_no_file_outgrows_the_head(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LARGEST_FILE, f"{named(path)} has {lines} lines: it holds more than one idea"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_nothing_executes_what_a_user_brought(path: Path) -> None:
    tree = parsed(path)
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not calls & FORBIDDEN_CALLS
    roots = {name.split(".")[0] for name in imported(tree)}
    assert not roots & (FORBIDDEN_MODULES - ({"joblib"} if path == HAZARDS else set()))
    if path != TRANSPORT:
        assert "cloudpickle" not in roots
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                on = isinstance(keyword.value, ast.Constant) and keyword.value.value is True
                assert not (keyword.arg in {"shell", "allow_pickle"} and on), f"line {node.lineno}"


@pytest.mark.parametrize("path", [one for one in FILES if "figures" not in one.parts], ids=named)
def test_ink_lives_in_figures_only(path: Path) -> None:
    assert not any(name.split(".")[0] == "matplotlib" for name in imported(parsed(path)))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_global_random_state_is_touched(path: Path) -> None:
    allowed = {"Generator", "PCG64", "SeedSequence", "default_rng", "Philox", "SFC64", "BitGenerator"}
    for node in ast.walk(parsed(path)):
        inner = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(inner, ast.Attribute) and inner.attr == "random" and isinstance(inner.value, ast.Name):
            kept = named(path) == "learners/sklearn.py" and node.attr in {"get_state", "set_state"}  # for foreign code
            isolation = kept or (path.parent.name == "runs" and node.attr in {"seed", "get_state", "set_state"})
            assert inner.value.id not in {"np", "numpy"} or node.attr in allowed or isolation, (
                f"np.random.{node.attr} at line {node.lineno}"
            )


@pytest.mark.parametrize(
    ("room", "kind", "listed"), [("measures", "Measure", "ALL"), ("comparisons", "SignificanceTest", "ALL")]
)
def test_catalogues_list_everything_that_is_declared(room: str, kind: str, listed: str) -> None:
    declared = set()
    for path in sorted((PACKAGE / room).glob("*.py")):
        module = import_module(module_of(path))
        declared |= {id(one) for one in vars(module).values() if type(one).__name__ == kind}
    catalogue = getattr(import_module(f"bakeoff.{room}"), listed)
    assert declared <= {id(one) for one in catalogue}
    names = [one.name for one in catalogue]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("room", ["measures", "comparisons"])
def test_every_reference_resolves(room: str) -> None:
    known = {one.key for one in REFERENCES}
    for one in import_module(f"bakeoff.{room}").ALL:
        assert one.reference in known, f"{one.name} cites {one.reference!r}"


def test_references_are_sorted_and_unique() -> None:
    keys = [one.key for one in REFERENCES]
    assert keys == sorted(set(keys))


@pytest.mark.parametrize("code", ["import bakeoff", "import bakeoff.cli.main"])
def test_the_front_door_is_light(code: str) -> None:
    heavy = ("numpy", "scipy", "sklearn", "matplotlib", "pandas", "polars", "pydantic", "rich")
    script = f"{code}\nimport sys\nprint([name for name in {heavy!r} if name in sys.modules])"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_the_front_door_keeps_its_promises() -> None:
    import bakeoff

    for name in bakeoff.__all__:
        assert getattr(bakeoff, name) is not None


def tracked() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    return [ROOT / name for name in listing.stdout.decode().split("\0") if name]


def test_the_lock_holds_hashes_and_no_addresses() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert "://" not in text
    pinned = [line for line in text.splitlines() if "==" in line and not line.startswith(("#", " "))]
    assert len(pinned) > 20
    assert text.count("--hash=sha256:") >= len(pinned)


def test_no_path_of_a_machine_in_the_project() -> None:
    marks = [b"/" + name + b"/" for name in (b"work", b"root", b"home")]
    for path in tracked():
        if not path.is_file() or path.suffix in {".png", ".pdf"}:
            continue
        content = path.read_bytes()
        for mark in marks:
            at = content.find(mark)
            while at >= 0:
                before = content[max(at - 1, 0) : at]
                assert before.isalnum() or before in b".)}]_-", f"{path.name} names {content[at : at + 30]!r}"
                at = content.find(mark, at + 1)
