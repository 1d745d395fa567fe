"""The counts of docs/reliability.md are those of the tests."""

import ast
import re
from pathlib import Path

from tests.cli import test_hostile_verbs
from tests.deployment import test_deployed_model, test_served_model
from tests.helpers.fuzzing import MEMORY
from tests.helpers.hostile_names import HOSTILE_NAMES
from tests.helpers.payloads import PAYLOADS
from tests.streams import test_checkpoint
from tools.attacks import ATTACKS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")


def drawn(path: Path) -> list[int]:
    """How many inputs each fuzz test of a file draws, in order."""
    functions = [one for one in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(one, ast.FunctionDef)]
    calls = [one for function in functions for one in function.decorator_list if isinstance(one, ast.Call)]
    return [one.args[0].value for one in calls if getattr(one.func, "id", "") == "fuzz"]


def test_inputs_of_each_reader() -> None:
    table = PAGE.partition("## Damaged files")[2].partition("## ")[0]
    told = [int(number) for number in re.findall(r"^\| .* \| (\d+) \|$", table, re.MULTILINE)]
    made = [one for name in ("tables", "files", "page") for one in drawn(ROOT / "tests" / "fuzz" / f"test_{name}.py")]
    assert told == made
    assert f"| **all** | **{sum(made)}** |" in table
    assert f"more than {MEMORY >> 20} MiB" in table


def test_no_reader_is_left_out() -> None:
    assert {one.stem for one in (ROOT / "tests" / "fuzz").glob("test_*.py")} == {
        "test_tables",
        "test_files",
        "test_page",
    }


def test_every_attack_has_its_row_and_its_tests() -> None:
    table = PAGE.partition("## Every attack and its test")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\w*) ?\| (.+) \| (`.+`) \|$", table, re.MULTILINE)
    assert [(finding, what, tuple(re.findall(r"`(tests/[^`]+)`", tests))) for finding, what, tests in rows] == [
        (one.finding, one.what, one.tests) for one in ATTACKS
    ]
    for one in ATTACKS:
        for test in one.tests:
            file, _, name = test.partition("::")
            assert (ROOT / file).exists(), test
            assert not name or f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), test
    assert {f"D{number}" for number in range(1, 10)} <= {one.finding for one in ATTACKS}


def test_models_checkpoints_and_boards() -> None:
    checkpoints = len(test_checkpoint.WRONG) + sum(map(len, test_checkpoint.WRONG_SUMS.values()))
    told = " ".join(PAGE.split())
    assert f"{len(test_served_model.DANGEROUS)} model files" in told
    assert f"{checkpoints} checkpoints of streams" in told
    assert f"{len(test_hostile_verbs.BOARDS)} boards" in told
    hostile, lies = len(test_deployed_model.HOSTILE), len(test_deployed_model.LIES)
    assert f"{hostile} hostile files" in told
    assert f"{lies} cards that lie" in told
    assert f"{hostile} hostile files and {lies} cards that lie" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_hostile_names() -> None:
    assert f"{len(PAYLOADS)} names" in PAGE
    assert f"with {len(HOSTILE_NAMES)} of the names" in PAGE


def test_sequences_of_steps() -> None:
    text = (ROOT / "tests" / "runs" / "store" / "test_states.py").read_text(encoding="utf-8")
    long, short = re.search(r"max_examples=(\d+) if LONG else (\d+)", text).groups()
    steps = re.search(r"stateful_step_count=(\d+)", text)[1]
    told = " ".join(PAGE.split())
    assert f"draws {short} sequences of at most {steps} steps; `make faults` draws {long}" in told


def test_kills_and_flipped_bits() -> None:
    faults = ROOT / "tests" / "faults"
    for file, pattern, row in (
        ("test_kills.py", r"KILLS, REPEATS = \((\d+), \d+\) if LONG else \((\d+)", "`kill -9` of the run"),
        ("test_dask_faults.py", r"KILLS = (\d+) if LONG else (\d+)", "`kill -9` of a Dask worker"),
        ("test_flipped_bits.py", r"FLIPS = (\d+) if .* else (\d+)", "flipped bits"),
    ):
        long, short = re.search(pattern, (faults / file).read_text(encoding="utf-8")).groups()
        (line,) = [one for one in PAGE.splitlines() if one.startswith(f"| {row}")]
        assert line.endswith(f"| {short} | {long} |")
