"""Every command answers as it did when it was recorded, sentences aside."""

from pathlib import Path
from typing import Any

import pytest

from bakeoff.cli.verbs.check import study_at
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.work import content_hashes
from tests.sameness.commands import COMMANDS, GROWTH, KEPT, STUDY
from tests.sameness.masking import differences, masked, parsed
from tests.sameness.record import answer, answers, inputs_in, recorded


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the inputs, and the working directory."""
    inputs_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_the_answer_is_the_same(name: str) -> None:
    assert not list(differences(recorded(name), answer(name, COMMANDS[name])))


@pytest.mark.parametrize("commands", [STUDY, GROWTH, KEPT], ids=["study", "growth", "kept"])
def test_the_study_is_the_same(commands: dict[str, str]) -> None:
    found = {name: list(differences(recorded(name), now)) for name, now in answers(commands)}
    assert not {name: one for name, one in found.items() if one}


def digests(path: str) -> dict[str, str]:
    with FileLedger.open(path) as ledger:
        return {str(key): content for key, (_, content) in ledger.contents().items()}


def test_units_have_the_digests_of_the_kept_file() -> None:
    """Read from the kept file, and computed anew from the study: nothing has to run again."""
    assert digests("format3.bakeoff") == recorded("digests")
    assert contents_now() == recorded("digests")


def contents_now() -> dict[str, str]:
    return {str(key): content for key, content in content_hashes(study_at(Path("study.toml"), ()).work()).items()}


def test_the_kept_file_holds_what_a_run_of_today_stores() -> None:
    """The kept file gives the plan, scores and predictions that were recorded for `export` of a fresh run."""
    answer("export-format3", "export format3.bakeoff -o exported")
    for name, before in recorded("export")["written"].items():
        assert not list(differences(before, parsed(name, Path(name).read_text(encoding="utf-8"))))


BEFORE = {"p_value": 0.25, "why": "it is so for reasons", "warnings": [], "ok": True, "names": ["a", "b"], "seconds": 2}


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"p_value": 0.25 + 1e-12}, 0),
        ({"p_value": 0.2500001}, 1),
        ({"p_value": None}, 1),
        ({"why": "other words for the same"}, 0),
        ({"why": ""}, 1),
        ({"warnings": ["a new warning in words"]}, 0),
        ({"ok": 1}, 1),
        ({"names": ["a"]}, 1),
        ({"names": ["b", "a"]}, 2),
        ({"seconds": 3}, 0),
        ({"new": 1}, 0),
    ],
)
def test_what_counts_as_a_difference(changed: dict[str, Any], found: int) -> None:
    assert len(list(differences(masked(BEFORE), masked(BEFORE | changed)))) == found


def test_a_key_that_is_gone_is_a_difference() -> None:
    now = {key: one for key, one in BEFORE.items() if key != "p_value"}
    assert list(differences(masked(BEFORE), masked(now))) == [".p_value: is gone, was 0.25"]
