"""Figures of a page are drawn by two processes; whatever happens to the second one, all are drawn."""

import os
import threading

import pytest

from bakeoff.report import drawing
from bakeoff.report.drawing import Ink, draw_together


@pytest.fixture
def second_processor(monkeypatch):
    monkeypatch.setattr(drawing, "_may_fork", lambda: True)


def inks(drawn, *, in_child=lambda: None, many=8):
    """Pictures that note who drew them."""
    here = os.getpid()

    def draw(i):
        if os.getpid() != here:
            in_child()
        drawn.append(i)
        return f"picture {i} of {os.getpid()}"

    return [Ink(lambda i=i: draw(i)) for i in range(many)]


def test_every_second_picture_is_drawn_by_the_child(second_processor):
    drawn = []
    made = inks(drawn)
    draw_together(made)
    assert drawn == [0, 1, 3, 5, 7]
    assert not any(ink.waiting for ink in made)
    assert [ink().split(" of ")[0] for ink in made] == [f"picture {i}" for i in range(8)]
    assert len({ink().split(" of ")[1] for ink in made}) == 2
    assert drawn == [0, 1, 3, 5, 7]


@pytest.mark.parametrize(
    "fault", [lambda: os._exit(1), lambda: os.kill(os.getpid(), 9), lambda: 1 / 0], ids=["exit", "kill", "error"]
)
def test_what_a_failed_child_leaves_is_drawn_here(second_processor, fault):
    drawn = []
    made = inks(drawn, in_child=fault)
    draw_together(made)
    assert [ink() for ink in made] == [f"picture {i} of {os.getpid()}" for i in range(8)]


def test_an_error_of_the_own_half_reaches_the_caller(second_processor):
    made = [*inks([]), Ink(lambda: 1 / 0)]
    made.insert(1, made.pop())
    with pytest.raises(ZeroDivisionError):
        draw_together(made)


def test_few_pictures_and_processes_with_threads_have_no_child(second_processor, monkeypatch):
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("forked"))
    draw_together(inks([], many=5))
    monkeypatch.undo()
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    assert not drawing._may_fork()
    done.set()
    other.join()


def test_a_folder_without_room_for_temporary_files_is_no_fault(second_processor, monkeypatch):
    monkeypatch.setattr(drawing.tempfile, "TemporaryFile", lambda *_, **__: (_ for _ in ()).throw(OSError("full")))
    made = inks([])
    draw_together(made)
    assert [ink().split(" of ")[0] for ink in made] == [f"picture {i}" for i in range(8)]
