"""A child answers within its bounds of time and length, or is ended; its limits hold."""

import sys
from pathlib import Path

import pytest

from bakeoff.core.isolation.limited_child import ChildEnded, LimitedChild

CHILD = """
import os, resource, sys, time
from bakeoff.core.isolation.limits import set_limits
from bakeoff.core.isolation.messages import encoded, next_message

requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
while (request := next_message(requests)) is not None:
    asked, reply = request.header["ask"], {}
    if asked == "limits":
        set_limits(memory=1 << 28, seconds=30, file_bytes=1000)
        kinds = (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE)
        reply = {"limits": [resource.getrlimit(kind) for kind in kinds]}
    elif asked == "memory":
        set_limits(memory=1 << 28)
        try:
            reply = {"held": len(bytearray(1 << 29))}
        except MemoryError:
            reply = {"held": 0}
    elif asked == "long":
        reply = {"text": "x" * 5000}
    elif asked == "sleep":
        time.sleep(60)
    elif asked == "noise":
        answers.write(b"this is no message, but long enough for one")
        answers.flush()
        continue
    else:
        os._exit(3)
    answers.write(encoded(reply, {}))
    answers.flush()
"""


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "strange_child.py").write_text(CHILD)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    started = LimitedChild("strange_child", quiet=True)
    yield started
    started.close()
    assert not started.folder.exists()


def test_limits_are_hard_and_below_those_that_were_there(child: LimitedChild) -> None:
    memory, processor, file, core = child.ask({"ask": "limits"}, {}, most=1000, seconds=30).header["limits"]
    assert memory[0] == memory[1] < 1 << 36
    assert 30 <= processor[0] == processor[1] <= 40
    assert file == [1000, 1000]
    assert core == [0, 0]
    assert child.ask({"ask": "memory"}, {}, most=1000, seconds=30).header == {"held": 0}


@pytest.mark.parametrize(("asked", "code"), [("long", None), ("noise", None), ("exit", 3)])
def test_a_child_that_breaks_the_rules_is_ended(child: LimitedChild, asked: str, code: int | None) -> None:
    with pytest.raises(ChildEnded) as ended:
        child.ask({"ask": asked}, {}, most=1000, seconds=30)
    assert ended.value.code == code
    assert child._process.poll() is not None


def test_a_child_that_takes_too_long_is_ended(child: LimitedChild) -> None:
    assert child.ask({"ask": "long"}, {}, most=10_000, seconds=30).header["text"]
    with pytest.raises(TimeoutError):
        child.ask({"ask": "sleep"}, {}, most=1000, seconds=0.05)
    assert child._process.poll() is not None
