"""ChildSupervisor: in the zygote, fork children, enforce their limits, report their deaths, leave no orphan."""

import contextlib
import faulthandler
import gc
import os
import select
import signal
import socket
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from time import monotonic, sleep
from typing import Any

from bakeoff.core.isolation.messages import Frame, encoded, receive, send
from bakeoff.runs.process.isolation import last_lines
from bakeoff.runs.process.procfs import (
    anonymous_bytes,
    asleep_by_design,
    become_subreaper,
    children,
    descendants,
    die_with_parent,
    shared_bytes,
    shared_bytes_at_most,
    tasks,
)
from bakeoff.runs.process.shared_memory import ChildStatus, SharedStatus
from bakeoff.runs.process.worker import serve

__all__ = ["ChildSupervisor"]

_TICK = 0.05  # seconds between two looks at the limits
_KEPT = 64 * 1024  # bytes of a unit's output
_FULL = 2**20  # bytes of output after which the beginning is thrown away


@dataclass(slots=True)
class _Child:
    pid: int
    line: int
    number: int  # given by the coordinator
    output: int  # file that its stdout and stderr go to
    tail: bytes = b""  # what was thrown away last, its end
    why: str = ""  # "timeout" or "memory" if we killed it
    seen: ChildStatus | None = None  # what it was doing then
    replaced: bool = False  # another one has its line; nobody asks what became of it


class ChildSupervisor:
    """All children of one zygote, or of one template, for one pool; `hidden` are wires that children must not have."""

    def __init__(
        self, coordinator: socket.socket, *, parent: int, lines: int, hidden: Sequence[socket.socket] = ()
    ) -> None:
        self._coordinator = coordinator
        self._hidden = (coordinator, *hidden)
        self._parent = parent
        self._lines = lines
        self._templates: set[int] = set()  # by pid
        self._shared_status = SharedStatus(lines)
        self._children: dict[int, _Child] = {}  # by pid
        self._strangers: dict[int, dict[int, float]] = {}  # orphans of units: which units ran when each was first seen
        self._bell, ring = socket.socketpair()
        self._bell.setblocking(False)
        ring.setblocking(False)
        self._ring = ring  # kept: the signal module only knows its number
        become_subreaper()
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(ring.fileno(), warn_on_full_buffer=False)

    def watch(self) -> bool:
        """Carry out wishes until the coordinator hangs up; then everything is killed. Whether that went well."""
        while True:
            ready, _, _ = select.select([self._coordinator, self._bell], [], [], _TICK)
            if self._bell in ready:
                with contextlib.suppress(BlockingIOError):
                    self._bell.recv(4096)
            orphaned = os.getppid() != self._parent  # where a fork of the coordinator keeps its end open
            if orphaned:
                break
            if self._coordinator in ready:
                try:
                    wish = receive(self._coordinator)
                except OSError:
                    wish = None
                if wish is None:  # there will be no more
                    break
                self._carry_out(wish)
            self._hold_to_limits()
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                self._bury()
            self._kill_strangers()
        return self._end() and not orphaned

    def _carry_out(self, wish: Frame) -> None:
        if "fork" in wish.header:
            self._fork(wish.header, wish.files[0])
        elif "template" in wish.header:
            self._fork_template(wish.header["template"], wish.files[0])
        elif "kill" in wish.header:
            for child in self._on(wish.header["kill"]):
                self._kill(child)
        else:  # whether it lives; whoever asked may have hung up meanwhile
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                send(self._coordinator, encoded({"alive": os.getpid()}, {}))

    def _on(self, line: int) -> list[_Child]:
        return [child for child in self._children.values() if child.line == line and not child.replaced]

    def _fork(self, wish: dict[str, Any], end: int) -> None:
        line = wish["fork"]
        for child in self._on(line):
            child.replaced = True
            self._kill(child)
        self._shared_status.end(line)
        output = _output_file()
        pid = os.fork()
        if pid == 0:  # the child: leave everything of the zygote behind, then serve
            try:
                self._leave_home(output)
                with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123
                    file.write("1000")  # if memory runs out, a learner goes before the coordinator
                faulthandler.enable(file=2)
                serve(socket.socket(fileno=end), bytes.fromhex(wish["mark"]), self._shared_status, line, output)
            finally:
                os._exit(70)
        os.close(end)
        self._children[pid] = _Child(pid=pid, line=line, number=wish["number"], output=output)

    def _fork_template(self, modules: Sequence[str], end: int) -> None:
        """A copy of this process that imports foreign modules once and forks children for their learners alone."""
        pid = os.fork()
        if pid == 0:
            try:
                output = _output_file()
                self._leave_home(output)
                os.close(output)
                wire = socket.socket(fileno=end)
                for name in modules:
                    import_module(name)
                if _may_fork():
                    gc.freeze()
                    send(wire, encoded({"ready": os.getpid()}, {}))
                    ChildSupervisor(wire, parent=os.getppid(), lines=self._lines).watch()
            finally:  # where threads run a fork is not safe: children then import for themselves
                os._exit(0)
        os.close(end)
        self._templates.add(pid)

    def _leave_home(self, output: int) -> None:
        """In a fork: what belongs to the zygote is closed, what is printed goes to a file."""
        die_with_parent()
        os.setsid()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for wire in (*self._hidden, self._bell, self._ring):
            wire.close()
        for child in self._children.values():
            os.close(child.output)
        for number in (1, 2):
            os.dup2(output, number)

    def _hold_to_limits(self) -> None:
        now = monotonic()
        for child in self._children.values():
            entry = self._shared_status.read(child.line)
            if not entry.busy or child.why or child.replaced:
                continue
            if entry.deadline and now > entry.deadline:
                child.why, child.seen = "timeout", entry
                self._kill(child)
            elif entry.memory and _uses_more(child.pid, entry.memory):
                child.why, child.seen = "memory", entry
                self._kill(child)
            self._shorten(child)

    def _shorten(self, child: _Child) -> None:
        """Throw away the beginning of long output; whoever prints on meanwhile may lose a line, not the disk."""
        if os.fstat(child.output).st_size > _FULL:
            child.tail = _end_of(child.output)
            os.ftruncate(child.output, 0)

    def _kill(self, child: _Child) -> None:
        """The child, its process group, and everything that descends from it."""
        for pid in (*descendants(child.pid), child.pid):
            _kill_one(pid)
        with contextlib.suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)

    def _bury(self) -> None:
        """Collect the dead; report those that were ours."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            self._strangers.pop(pid, None)
            self._templates.discard(pid)
            child = self._children.pop(pid, None)
            if child is not None:
                self._report(child, os.waitstatus_to_exitcode(status))

    def _report(self, child: _Child, code: int) -> None:
        with contextlib.suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)
        if child.replaced:
            os.close(child.output)
            return
        status = child.seen or self._shared_status.read(child.line)
        output = last_lines(child.tail + _end_of(child.output), _KEPT)
        os.close(child.output)
        self._shared_status.end(child.line)
        report = {
            "died": child.line,
            "number": child.number,
            "code": code,
            "why": child.why,
            "stage": status.stage,
            "output": output,
        }
        report["spent"] = monotonic() - status.began if status.busy else 0.0
        send(self._coordinator, encoded(report, {}))

    def _kill_strangers(self) -> None:
        """Daemons that units left behind become our children; they go when the units that ran then are over."""
        strangers = [pid for pid in children(os.getpid()) if pid not in self._children and pid not in self._templates]
        if not strangers:
            return
        running = {child.line: self._shared_status.read(child.line).began for child in self._children.values()}
        for pid in strangers:
            born = self._strangers.setdefault(pid, {line: began for line, began in running.items() if began})
            if not any(running.get(line) == began for line, began in born.items()):
                for process in (*descendants(pid), pid):
                    _kill_one(process)

    def _end(self) -> bool:
        """Kill everything that is left, as often as something new appears; whether nothing is left."""
        patience = monotonic() + 5.0
        while monotonic() < patience:
            for pid in descendants(os.getpid()):
                _kill_one(pid)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
                sleep(0.002)
                continue
            break
        else:
            return False
        signal.set_wakeup_fd(-1)
        for wire in (self._bell, self._ring):
            wire.close()
        for child in self._children.values():
            os.close(child.output)
        return True


def _may_fork() -> bool:
    """Whether no thread or process of the imported packages could be left in the middle of something by a fork."""
    threads = tasks() - {os.getpid()}  # without the first, which has the number of the process
    return threading.active_count() == 1 and all(map(asleep_by_design, threads)) and not children(os.getpid())


def _kill_one(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _uses_more(pid: int, memory: float) -> bool:
    """Whether a child and its descendants use more; shared memory is counted where its bound makes that possible."""
    pids = (pid, *descendants(pid))
    own = sum(map(anonymous_bytes, pids))
    if own + sum(map(shared_bytes_at_most, pids)) <= memory:
        return False
    return own > memory or own + sum(map(shared_bytes, pids)) > memory


def _output_file() -> int:
    """A file without a name for what a child prints, always written at its end."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("bakeoff-output", os.MFD_CLOEXEC)
        file = os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        os.close(descriptor)
        return file
    with tempfile.TemporaryFile("a+b", buffering=0) as opened:
        return os.dup(opened.fileno())


def _end_of(file: int) -> bytes:
    size = os.fstat(file).st_size
    return os.pread(file, _KEPT, max(size - _KEPT, 0))
