"""Programs are never looked for in the working folder."""

import os

import pytest

from bakeoff.core.isolation.program_folders import fixed_folders, program_folders, use_program_folders


@pytest.mark.parametrize(
    ("path", "fixed"),
    [("", ""), (".", ""), ("bin:/usr/bin::/bin:./x", "/usr/bin:/bin"), ("/a", "/a"), ("..:/a/../b", "/a/../b")],
)
def test_folders_that_depend_on_the_working_folder_are_left_out(path: str, fixed: str) -> None:
    assert fixed_folders(path) == fixed


@pytest.mark.parametrize("path", ["", ":.:bin", None])
def test_an_empty_path_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch, path: str | None) -> None:
    monkeypatch.setenv("PATH", path or "")
    if path is None:
        monkeypatch.delenv("PATH")
    assert program_folders() == os.defpath
    monkeypatch.setenv("PATH", f"{path or ''}:/usr/bin")
    use_program_folders()
    assert os.environ["PATH"] == "/usr/bin"
