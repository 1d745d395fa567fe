"""A file that a stranger may have put there: regular, of bounded length, and no link where bakeoff chose the name."""

import os
from pathlib import Path

import pytest

from bakeoff.core.errors import BadInput, StudyFileError
from bakeoff.core.foreign_file import make_folder, open_regular, read_regular, refuse_link, refuse_special


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder link").symlink_to(tmp_path / "folder")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


def test_a_regular_file_is_read_up_to_its_bound(place: Path) -> None:
    assert read_regular(place / "file", 5) == b"12345"
    with pytest.raises(BadInput, match="has more than 4 bytes"):
        read_regular(place / "file", 4)


def test_a_file_that_tells_no_size_is_bounded_too() -> None:
    with pytest.raises(BadInput, match="has more than 3 bytes"):
        read_regular("/proc/self/status", 3)  # its stated size is 0


def test_a_link_is_the_word_of_the_user_and_not_ours(place: Path) -> None:
    assert read_regular(place / "link", 5) == b"12345"
    with pytest.raises(BadInput, match="is not a regular file"):
        read_regular(place / "link", 5, links=False)
    with pytest.raises(StudyFileError, match="is a link, and bakeoff writes through none"):
        refuse_link(place / "link")
    refuse_link(place / "file")


def test_pipes_and_devices_are_refused_without_waiting(place: Path) -> None:
    for path in (place / "pipe", "/dev/zero"):
        with pytest.raises(BadInput, match="is not a regular file"):
            open_regular(path)
        with pytest.raises(BadInput, match="is not a regular file"):
            refuse_special(path)


def test_what_is_not_there_is_for_others_to_report(place: Path) -> None:
    refuse_special(place / "nothing")
    refuse_special(place / "folder")
    with pytest.raises(IsADirectoryError):
        open_regular(place / "folder")
    with pytest.raises(FileNotFoundError):
        open_regular(place / "nothing")
    with pytest.raises(BadInput, match="NUL"):
        open_regular("a\0b")


def test_folders(place: Path) -> None:
    make_folder(place / "new" / "inner")
    make_folder(place / "folder")
    assert (place / "new" / "inner").is_dir()
    with pytest.raises(BadInput, match="is a link"):
        make_folder(place / "folder link")
