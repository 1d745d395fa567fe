"""Every check: it is declared in a file of its own, can be explained and silenced, and never stops an answer."""

import re
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.notes import Severity
from bakeoff.report.silence import checked_codes, note_kinds
from bakeoff.study import checks as room
from bakeoff.study.checks import run_checks as running
from bakeoff.study.checks.all_checks import ALL, CHECKS
from bakeoff.study.checks.check import CannotCheck, Check, Cost
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.run_checks import run_checks

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")


def test_the_catalogue_lists_what_the_files_declare():
    files = [f"{path.parent.name}.{path.stem}" for path in Path(room.__file__).parent.glob("of_*/*.py")]
    modules = [import_module(f"bakeoff.study.checks.{name}") for name in files if not name.endswith("__init__")]
    declared = [
        (module.__name__.rpartition(".")[2], value)
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, Check) and name.isupper() and value.evidence.__module__ == module.__name__
    ]
    assert {check.code for _, check in declared} == {check.code for check in ALL}
    assert all(check.code == f"check.{file}" for file, check in declared)
    assert len(declared) == len(ALL)


@pytest.mark.parametrize("check", ALL, ids=lambda check: check.code)
def test_its_declaration_is_complete(check):
    assert re.fullmatch(r"check\.[a-z_]+", check.code)
    assert check.severity in {Severity.CAVEAT, Severity.INFO}
    assert check.cost in Cost
    assert check.means.endswith(".")
    assert check.cure.endswith(".")
    assert not check.doubt or check.doubt.endswith("?")
    assert f"`{check.code}`" in PAGE


@pytest.mark.parametrize("check", ALL, ids=lambda check: check.code)
def test_it_is_explained_and_silenced_by_its_code(check):
    assert bo.explain(check.code).facts["cure"] == check.cure
    assert checked_codes([check.code, "check.*"])
    assert check.code in {kind.code for kind in note_kinds()}


@pytest.mark.parametrize("check", ALL, ids=lambda check: check.code)
def test_without_data_it_passes_or_states_why_it_cannot_be_made(check):
    for source in (CheckSource(measure=None), CheckSource(measure=bo.measures["accuracy"])):
        with suppress(CannotCheck):
            assert check.notes(source) == ()


def test_a_table_of_scores_skips_nearly_all_with_a_reason():
    made = bo.compare({"a": [0.9, 0.8, 0.9, 0.8, 0.9, 0.9], "b": [0.8, 0.7, 0.6, 0.7, 0.7, 0.6]}, rows="datasets")
    shown = made.to_dict(stability=False)["checks"]
    assert shown["found"] == []
    assert all(shown["skipped"].values())
    assert len(shown["skipped"]) + len(shown["passed"]) == len(CHECKS)


def test_a_check_that_breaks_is_skipped_with_its_error(monkeypatch):
    def broken(source):
        raise ZeroDivisionError("no rows")

    bad, worse = replace(ALL[0], evidence=broken), replace(ALL[1], finding="{missing}")
    monkeypatch.setattr(running, "CHECKS", (bad, worse))
    answers = bo.compare_predictions([1, 0] * 20, {"a": [1, 0] * 20, "b": [1] * 40})
    outcomes = run_checks(CheckSource(measure=None, answers=answers._said)).outcomes
    assert outcomes[0].skipped == "the check failed: ZeroDivisionError: no rows"
    assert outcomes[1].skipped.startswith("the check failed: KeyError")
    assert outcomes[1].notes == ()


def test_a_silenced_check_is_neither_shown_nor_asked():
    truth = np.array([0] * 90 + [1] * 10)
    made = bo.compare_predictions(truth, {"a": np.zeros(100, int), "b": np.ones(100, int)})
    assert "check.imbalance" in {note.code for note in made.checks.notes}
    assert made.checks.doubts == ("But is it better than a constant answer?",)
    quiet = made.checks.silenced(["check.*"])
    assert quiet.notes == quiet.doubts == ()
    assert "check.imbalance" in quiet.as_dict()["silenced"]
