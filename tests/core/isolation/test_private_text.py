"""What errors tell of the user's machine is taken away before it is kept."""

import os
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.isolation.private_text import without_private_parts
from bakeoff.runs.local import run_local
from bakeoff.runs.store.ledger import MemoryLedger
from tests.helpers.odd_learners import Does, work_of


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("postgresql://ada:secret@db/x", "postgresql://ada:***@db/x"),
        ("mysql+pymysql://ada:se:cr%40et@db:3306/x?a=b@c", "mysql+pymysql://ada:***@db:3306/x?a=b@c"),
        ("redis://:secret@cache", "redis://:***@cache"),
        ("a://b:c@d and e://f:g@h", "a://b:***@d and e://f:***@h"),
        ("https://example.org:8443/path", "https://example.org:8443/path"),
        ("mail ada@example.org at 10:30", "mail ada@example.org at 10:30"),
        ("", ""),
    ],
)
def test_passwords_in_addresses_are_masked(text, kept):
    assert without_private_parts(text) == kept


def test_folders_of_the_user_are_left_out(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "ada"))
    monkeypatch.chdir(tmp_path)
    assert without_private_parts(f"no file {tmp_path / 'ada' / 'data.csv'}") in {
        "no file ada/data.csv",
        "no file ~/data.csv",
    }
    monkeypatch.chdir("/")
    assert without_private_parts(f"no file {tmp_path / 'ada' / 'data.csv'}") == "no file ~/data.csv"
    assert without_private_parts(f"no folder {tmp_path / 'ada'}") == "no folder ~"
    assert without_private_parts(f"no folder {tmp_path / 'adam'}/x") == f"no folder {tmp_path / 'adam'}/x"
    assert without_private_parts(f'File "{np.__file__}", line 1') == f'File "numpy{os.sep}__init__.py", line 1'
    assert without_private_parts(f'File "{os.__file__}", line 1') == 'File "os.py", line 1'


@pytest.mark.parametrize("way", ["raised", "printed", "warned"])
def test_what_a_study_keeps_of_a_failure_names_no_folder_and_no_password(way):
    home = os.path.expanduser("~")

    def fail() -> None:
        import warnings

        text = f"{home}/secret/data.csv: no answer from postgresql://ada:secret@db/x"
        if way == "printed":
            print(text, flush=True)
            os._exit(3)
        warnings.warn(text, stacklevel=1)
        if way == "raised":
            np.linalg.inv(np.zeros((2, 2))) if not text else (_ for _ in ()).throw(OSError(text))

    ledger = MemoryLedger()
    run_local(work_of(Does(name="fails", what=fail)), ledger, workers=1)
    for run in ledger:
        kept = repr(run.failure) + repr(run.warnings)
        assert "~/secret/data.csv: no answer from postgresql://ada:***@db/x" in kept
        assert home not in kept.replace("~", "")
        assert str(Path(__file__).parents[3]) not in kept
