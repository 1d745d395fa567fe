"""The house rules that a machine can keep: catalogues complete, a light front door, no path of a machine."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from bakeoff.core.references import references
from tools.check_source import offenders, timed_assertions

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "bakeoff"


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("core/x.py", "import json", ["core/x.py: no docstring that says what the module is"]),
        ("core/x.py", "'x'\nfrom pickle import loads", ["core/x.py:2: imports pickle, which can execute what a user brought"]),
        ("core/x.py", "'x'\nimport cloudpickle", ["core/x.py:2: imports cloudpickle, which can execute what a user brought"]),
        ("runs/process/pickling.py", "'x'\nimport cloudpickle", []),
        ("core/x.py", "'x'\neval('1')", ["core/x.py:2: calls eval, which executes text"]),
        ("core/x.py", "'x'\nre.compile('1')", []),
        ("core/x.py", "'x'\nrun(a, shell=True)", ["core/x.py:2: passes shell=True, which executes what a user brought"]),
        ("core/x.py", "'x'\nload(a, allow_pickle=False)", []),
        ("core/x.py", "'x'\nexec(text)", ["core/x.py:2: calls exec, which executes text"]),
        ("core/x.py", "'x'\nframe.query('a > 1')", ["core/x.py:2: calls query, which executes text"]),
        ("data/characteristics.py", "'x'\ntree.query(X, k=1)", []),
        ("core/x.py", "'x'\nos.system(a)", ["core/x.py:2: calls os.system, which starts a shell"]),
        ("core/x.py", "'x'\npandas.read_pickle(a)", ["core/x.py:2: calls read_pickle, which can execute what a user brought"]),
        ("learners/hazards.py", "'x'\nimport joblib\njoblib.load(a)", ["learners/hazards.py:3: calls joblib.load, which can execute what a user brought"]),
        ("core/x.py", "'x'\ngzip.open(a)", ["core/x.py:2: calls gzip.open, which unpacks without a bound"]),
        ("core/x.py", "'x'\nwith GzipFile(a) as f: f.read()", ["core/x.py:2: calls GzipFile, which unpacks without a bound"]),
        ("tabular/encoding.py", "'x'\ngzip.GzipFile(fileobj=a)", []),
        ("core/x.py", "'x'\nzlib.decompress(a, 15)", ["core/x.py:2: calls decompress without a bound"]),
        ("core/x.py", "'x'\nstream.decompress(a)", ["core/x.py:2: calls decompress without a bound"]),
        ("core/x.py", "'x'\nstream.decompress(a, most)", []),
        ("core/x.py", "'x'\nZipFile(a)", ["core/x.py:2: calls ZipFile, which unpacks without a bound"]),
        ("tabular/formats/excel.py", "'x'\nwith ZipFile(a) as z, z.open(b) as f: f.read(9)", []),
        ("tabular/formats/excel.py", "'x'\nwith ZipFile(a) as z: z.read(b)", ["tabular/formats/excel.py:2: reads a member of an archive without a bound"]),
        ("tabular/formats/excel.py", "'x'\narchive.extractall(a)", ["tabular/formats/excel.py:2: calls extractall, which writes where an archive says"]),
        ("report/x.py", "'x'\ndef f():\n    import matplotlib.pyplot", ["report/x.py:3: imports matplotlib outside figures"]),
        ("figures/x.py", "'x'\nimport matplotlib.pyplot", []),
        ("core/x.py", "'x'\nnp.random.seed(1)", ["core/x.py:2: touches the global random state by np.random.seed"]),
        ("runs/x.py", "'x'\nnp.random.seed(1)", []),
        ("core/x.py", "'x'\nnp.random.default_rng(1)", []),
        ("report/sections/x.py", "'x'\nfrom scipy.stats import rankdata", ["report/sections/x.py:2: imports scipy: the report computes nothing; declare a fact in study, criteria, shift or streams"]),
        ("report/x.py", "'x'\nfrom statistics import fmean", ["report/x.py:2: imports statistics: the report computes nothing; declare a fact in study, criteria, shift or streams"]),
        ("report/x.py", "'x'\nfrom bakeoff.runs.store.ledger import Ledger", ["report/x.py:2: imports runs of runs: the report computes nothing; declare a fact in study, criteria, shift or streams"]),
        ("report/x.py", "'x'\nfrom bakeoff.estimates.over_splits.mean import mean_over_splits", ["report/x.py:2: imports mean_over_splits of estimates: the report computes nothing; declare a fact in study, criteria, shift or streams"]),
        ("report/x.py", "'x'\nfrom bakeoff.estimates.estimate import Estimate", []),
        ("report/x.py", "'x'\nvalues.mean(axis=0)", ["report/x.py:2: calls mean: the report computes nothing; declare a fact in study, criteria, shift or streams"]),
        ("report/x.py", "'x'\nshown = pair.p_adjusted <= 0.05", ["report/x.py:2: compares a p-value or a level: read the claim that was decided"]),
        ("report/x.py", "'x'\nlevel = 1 - judgement.alpha", ["report/x.py:2: computes with a level of significance: read the claim that was decided"]),
        ("study/x.py", "'x'\nvalues.mean(axis=0)", []),
        ("core/x.py", "'x'\nimport subprocess", ["core/x.py:2: names subprocess, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\nfrom subprocess import run", ["core/x.py:2: names subprocess, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("runs/process/x.py", "'x'\nimport multiprocessing.shared_memory", ["runs/process/x.py:2: names multiprocessing, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\nfrom asyncio import create_subprocess_exec", ["core/x.py:2: names create_subprocess_exec, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\nfrom os import system", ["core/x.py:2: names system, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\nos.execv(a, b)", ["core/x.py:2: names execv, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\nos.spawnlp(a)", ["core/x.py:2: names spawnlp, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\ncommand = [sys.executable]", ["core/x.py:2: names executable, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\nfrom sys import executable", ["core/x.py:2: names executable, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\nos.fork()", ["core/x.py:2: names fork, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\nimport webbrowser", ["core/x.py:2: names webbrowser, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/x.py", "'x'\ndistributed.LocalCluster()", ["core/x.py:2: names LocalCluster, which starts a process; core/isolation/child_process.py is the one place for that"]),
        ("core/isolation/child_process.py", "'x'\nimport subprocess, sys\ncommand = [sys.executable]", []),
        ("web/answering.py", "'x'\nos.fork()", []),
        ("core/x.py", "'x'\nspec.executable", []),
        ("core/x.py", "'x'\nPath(a).read_text()", ["core/x.py:2: calls read_text, which follows whatever lies there; core/foreign_file.py opens files"]),
        ("core/x.py", "'x'\na.read_bytes()", ["core/x.py:2: calls read_bytes, which follows whatever lies there; core/foreign_file.py opens files"]),
        ("core/x.py", "'x'\nopen(a)", ["core/x.py:2: calls open, which follows whatever lies there; core/foreign_file.py opens files"]),
        ("core/x.py", "'x'\nPath(a).open('rb')", ["core/x.py:2: calls open, which follows whatever lies there; core/foreign_file.py opens files"]),
        ("core/foreign_file.py", "'x'\nopen(a)", []),
        ("core/x.py", "'x'\nfiles('x').joinpath('y').read_text()", []),
    ],
)  # fmt: skip
def test_the_check_of_the_source_finds_what_it_looks_for(name: str, text: str, found: list[str]) -> None:
    assert list(offenders(name, text)) == found


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("assert time.perf_counter() - begin < 5", [2]),
        ("assert monotonic() < end", [2]),
        ("took = process_time_ns() - begin\n    assert took < 5", [3]),
        ("begin = time.time()\n    took = 1 - begin\n    assert (took < 5, 1)", [4]),
        ("if time.monotonic() > end:\n        raise TimeoutError", []),
        ("end = time.monotonic() + 60\n    assert answer == 42", []),
        ("assert study.time() == 3", []),
        ("assert time(3) == 3", []),
    ],
)
def test_the_check_of_the_tests_finds_timed_assertions(body: str, lines: list[int]) -> None:
    found = [one.split(":")[1] for one in timed_assertions("tests/x.py", f"def test_x():\n    {body}\n")]
    assert found == [str(line) for line in lines]


@pytest.mark.parametrize(
    ("room", "kind", "listed"), [("measures", "Measure", "ALL"), ("comparisons", "SignificanceTest", "ALL")]
)
def test_catalogues_list_everything_that_is_declared(room: str, kind: str, listed: str) -> None:
    declared = set()
    for path in sorted((PACKAGE / room).rglob("*.py")):
        module = import_module(module_of(path))
        declared |= {id(one) for one in vars(module).values() if type(one).__name__ == kind}
    catalogue = getattr(import_module(f"bakeoff.{room}"), listed)
    assert declared <= {id(one) for one in catalogue}
    names = [one.name for one in catalogue]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("room", ["measures", "comparisons"])
def test_every_reference_resolves(room: str) -> None:
    for one in import_module(f"bakeoff.{room}").ALL:
        assert one.reference in references(), f"{one.name} cites {one.reference!r}"


def test_references_are_sorted_and_unique() -> None:
    keys = list(references())
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


def pinned(lock: str) -> set[str]:
    """The lines that pin a package in a lock file."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    return {line.removesuffix(" \\") for line in lines if "==" in line and not line.startswith(("#", " "))}


@pytest.mark.parametrize("lock", ["requirements.lock", "runtime.lock"])
def test_the_locks_hold_hashes_and_no_addresses(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert len(pinned(lock)) > 20
    assert text.count("--hash=sha256:") >= len(pinned(lock))


def test_what_a_user_installs_is_a_small_part_of_what_is_tested() -> None:
    assert pinned("runtime.lock") < pinned("requirements.lock")
    assert len(pinned("runtime.lock")) <= 32


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


@pytest.mark.slow
def test_a_value_takes_no_more_steps_than_it_needs():
    command = [sys.executable, str(ROOT / "tools" / "walk.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    steps = int(done.stdout.splitlines()[-1].split()[0])
    assert steps <= 120, "see `python tools/walk.py --steps` and docs/architecture.md: which layer only hands on?"
