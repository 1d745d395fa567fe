"""A file appears whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from bakeoff.core.whole_file import umask, whole_file, write_whole


def test_an_error_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")

    def fail() -> None:
        with whole_file(path) as file:
            file.write("half of the new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["report.html"]


def test_line_ends_and_bytes_are_written_as_they_come(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "a\r\nb\nµ")
    write_whole(tmp_path / "bytes", b"\x00\xff")
    assert (tmp_path / "text").read_bytes() == "a\r\nb\nµ".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\x00\xff"


def test_a_link_is_replaced_and_what_it_points_to_stays(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("of somebody else")
    (tmp_path / "link").symlink_to(tmp_path / "other")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "other").read_text() == "of somebody else"
    assert (tmp_path / "link").read_text() == "new"
    assert not (tmp_path / "link").is_symlink()


def test_rights_are_those_of_other_files_or_of_the_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        assert umask() == 0o027
        write_whole(tmp_path / "shared", "x")
        write_whole(tmp_path / "own", "x", private=True)
    finally:
        os.umask(before)
    assert umask() == before
    assert stat.S_IMODE((tmp_path / "shared").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o600


def test_a_folder_is_refused_by_its_own_name(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as error:
        write_whole(tmp_path, "x")
    assert error.value.filename == str(tmp_path)
    assert not os.listdir(tmp_path)
