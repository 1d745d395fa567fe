"""A folder that holds anything: only regular study files are shown, and never too many."""

import json
import os
import socket

import pytest

pytest.importorskip("starlette")

from bakeoff.core.isolation.messages import encoded, receive
from bakeoff.web import answering, studies
from bakeoff.web.studies import StudyShelf, progress


def test_pipes_links_and_folders_are_no_studies(tmp_path):
    (tmp_path / "good.bakeoff").write_bytes(b"")
    (tmp_path / "folder.bakeoff").mkdir()
    (tmp_path / "loop.bakeoff").symlink_to("loop.bakeoff")
    (tmp_path / "zero.bakeoff").symlink_to("/dev/zero")
    (tmp_path / "round").symlink_to(".")
    os.mkfifo(tmp_path / "pipe.bakeoff")
    assert list(StudyShelf([tmp_path]).files().values()) == [tmp_path / "good.bakeoff"]


def test_of_very_many_those_that_changed_last_are_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(studies, "MOST", 3)
    for at in range(10):
        (tmp_path / f"{at}.bakeoff").write_bytes(b"")
        os.utime(tmp_path / f"{at}.bakeoff", (at * 7 % 10, at * 7 % 10))
    first = tmp_path / "0.bakeoff"
    assert [one.stem for one in StudyShelf([tmp_path]).files().values()] == ["1", "4", "7"]
    assert [one.stem for one in StudyShelf([tmp_path, first]).files().values()] == ["0", "1", "4", "7"]
    assert StudyShelf([tmp_path / "nowhere"]).files() == {}


def test_a_gigabyte_of_nothing_is_refused_in_a_sentence(tmp_path):
    with (tmp_path / "sparse.bakeoff").open("wb") as file:
        file.truncate(2**30)
    assert "is not a bakeoff results file" in progress(str(tmp_path / "sparse.bakeoff"))["error"]


def test_names_that_are_no_text_are_listed_and_shown(tmp_path):
    name = os.fsdecode(b"\xff\xfe.bakeoff")
    (tmp_path / name).write_bytes(b"no study")
    ((key, path),) = StudyShelf([tmp_path]).files().items()
    assert (len(key), path.name) == (16, name)
    found = progress(str(path))
    assert found["name"] == "\N{REPLACEMENT CHARACTER}" * 2 + ".bakeoff"
    assert "is not a bakeoff results file" in found["error"]
    str(found).encode()


def test_half_a_character_in_an_answer_is_replaced(monkeypatch):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(encoded({}, {}))
        answering._serve(theirs, lambda _: {"answer": "a\udcffb\N{SNOWMAN}"})
        reply = bytes(receive(ours).parts["reply"])
        assert json.loads(reply.decode()) == {"answer": "a?b\N{SNOWMAN}"}
