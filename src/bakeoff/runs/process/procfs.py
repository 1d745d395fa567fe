"""Information about processes from /proc on Linux. Elsewhere these functions say "unknown" and nothing breaks."""

import contextlib
import ctypes
import os
import signal
from collections.abc import Iterator
from math import nan
from pathlib import Path

__all__ = [
    "anonymous_bytes",
    "asleep",
    "asleep_by_design",
    "become_subreaper",
    "children",
    "descendants",
    "die_with_parent",
    "mapped_bytes",
    "marked",
    "peak_bytes",
    "reset_peak",
    "resident_bytes",
    "rights",
    "shared_bytes",
    "shared_bytes_at_most",
    "started",
    "tasks",
    "trim",
]

_PAGE = os.sysconf("SC_PAGE_SIZE")
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        getattr(_libc(), name)(*arguments)


def die_with_parent() -> None:
    """End this process when the thread that forked it ends."""
    _call("prctl", _PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def become_subreaper() -> None:
    """Descendants whose parent dies become children of this process instead of escaping to init."""
    _call("prctl", _PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def trim() -> None:
    """Give freed memory back to the system, so that the next unit's growth is its own."""
    _call("malloc_trim", 0)


def children(pid: int) -> list[int]:
    """Direct children of a process."""
    pids: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                pids += map(int, (task / "children").read_text().split())
    return pids


def descendants(pid: int) -> list[int]:
    """All that a process started, directly or not, as far as the chain is unbroken."""
    pids: list[int] = []
    waiting = children(pid)
    while waiting:
        process = waiting.pop()
        pids.append(process)
        waiting += children(process)
    return pids


def anonymous_bytes(pid: int) -> int:
    """Memory of a process that is its own: resident, without mapped files such as the shared data."""
    with contextlib.suppress(OSError, ValueError):
        _, resident, shared = Path(f"/proc/{pid}/statm").read_text().split()[:3]
        return (int(resident) - int(shared)) * _PAGE
    return 0


def shared_bytes_at_most(pid: int) -> int:
    """Shared memory that a process has touched, other processes' and the data's included: a bound that is quickly read."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssShmem:"):
                return int(line.split()[1]) * 1024
    return 0


def shared_bytes(pid: int) -> int:
    """A process's share of shared memory: anonymous, memfd, mapped files on tmpfs; without data that it can only read."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        total = _kilobytes(Path(f"/proc/{pid}/smaps_rollup").read_text(), "Pss_Shmem:")
        data, ours = 0, False
        for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
            if line.startswith("Pss:"):
                data += int(line.split()[1]) if ours else 0
            elif "-" in line.partition(" ")[0]:  # a new mapping: addresses, rights, offset, device, inode, name
                ours = line.split()[1].startswith("r--s") and line.endswith("(deleted)")
        return max(total - data, 0) * 1024
    return 0


def _kilobytes(text: str, name: str) -> int:
    return next((int(line.split()[1]) for line in text.splitlines() if line.startswith(name)), 0)


def resident_bytes() -> float:
    """All resident memory of this process."""
    with contextlib.suppress(OSError, ValueError):
        return float(int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE)
    return nan


def mapped_bytes() -> float:
    """Resident memory of this process that belongs to files and shared mappings: code of libraries, rows of the study."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return float(int(Path("/proc/self/statm").read_text().split()[2]) * _PAGE)
    return nan


def reset_peak() -> bool:
    """Start a new high-water mark of resident memory; False where that cannot be done."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return False
    return True


def peak_bytes() -> float:
    """High-water mark of this process's resident memory since `reset_peak`."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return float(int(line.split()[1]) * 1024)
    return nan


_RIGHTS = ("Umask", "Uid", "Gid", "Groups", "CapEff", "CapBnd", "NoNewPrivs", "Seccomp", "Cpus_allowed", "Mems_allowed")


def rights() -> tuple[str, ...]:
    """Whom this process acts for, what it may do and on which cores: all that its children take over."""
    with contextlib.suppress(OSError):
        return tuple(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(_RIGHTS))
    return ()


def started(pid: int) -> str:
    """When a process began, on the system's own clock; empty where that is not told."""
    with contextlib.suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]
    return ""


def tasks() -> frozenset[int]:
    """Threads of this process by number, also those that Python does not know; none where the system does not tell."""
    with contextlib.suppress(OSError):
        return frozenset(map(int, os.listdir("/proc/self/task")))  # noqa: PTH208  # after every unit: five times as fast
    return frozenset()


def asleep(task: int) -> bool:
    """Whether that thread of this process waits for something, or has ended."""
    with contextlib.suppress(OSError, IndexError):
        return Path(f"/proc/self/task/{task}/stat").read_text().rsplit(")", 1)[1].split()[0] != "R"
    return True


# Threads that packages leave behind when they are imported: they wait until there is memory to give back, or a file to
# remove, and the allocator that starts the first prepares itself for a fork. Names as the system cuts them, after 15 letters.
_IDLE = frozenset({"jemalloc_bg_thd", "polars-ooc-clea"})  # of pyarrow and polars, of polars


def asleep_by_design(task: int) -> bool:
    """Whether that thread of this process is one that is known to do nothing until it is needed, or has ended."""
    try:
        name = Path(f"/proc/self/task/{task}/comm").read_text().strip()
    except OSError:
        return True
    return name in _IDLE and asleep(task)


def marked(mark: str) -> Iterator[int]:
    """Processes that were started with this text in their environment, or descend from one that was."""
    needle = mark.encode()
    with contextlib.suppress(OSError):
        for process in Path("/proc").iterdir():
            if process.name.isdigit() and int(process.name) != os.getpid():
                with contextlib.suppress(OSError):
                    if needle in (process / "environ").read_bytes():
                        yield int(process.name)
