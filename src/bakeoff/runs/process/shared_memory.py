"""Memory that the zygote and its children share: data sets that children only read, and a line of numbers for each child."""

import contextlib
import fcntl
import mmap
import os
import shutil
import struct
import tempfile
from dataclasses import dataclass, fields
from time import monotonic
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.blocks import SharedRows
from bakeoff.data.dataset import Dataset

__all__ = ["ChildStatus", "SharedStatus", "anonymous_file", "make_read_only", "open_shared", "write_shared"]

_ALIGNED = 64
_FEATURES = "features "  # before the name of each array of the block of features
_ARRAYS = ("target", "rows", "groups", "time", "fit_weight", "score_weight")


def write_shared(data: Dataset) -> tuple[int, dict[str, Any]]:
    """An open file that holds the arrays, and the rest of the data set with where each array lies.

    The file is anonymous memory where half of what is free suffices, else an unlinked temporary file.
    """
    rest = {
        field.name: getattr(data, field.name)
        for field in fields(data)
        if field.init and field.name not in {"features", "block", "extra"}
    }
    shared = data.block.share()
    own = [name for name in _ARRAYS if rest[name] is not None and rest[name].dtype != object]
    arrays = {f"{_FEATURES}{part}": values for part, values in shared.arrays.items()} | {
        name: rest.pop(name) for name in own
    }
    layout: dict[str, tuple[str, tuple[int, ...], int]] = {}
    end = 0
    for name, values in arrays.items():
        layout[name] = (values.dtype.str, values.shape, end)
        end += -(-values.nbytes // _ALIGNED) * _ALIGNED
    file = anonymous_file(end)
    for name, (_, _, offset) in layout.items():
        _write(file, np.ascontiguousarray(arrays[name]), offset)
    make_read_only(file)
    return file, {"rest": rest, "layout": layout, "bytes": end, "block": (type(data.block), shared.rest)}


def open_shared(file: int, card: dict[str, Any]) -> Dataset:
    """The data set again, in the child, its arrays being views of the file."""
    arrays: dict[str, Any] = {}
    room = mmap.mmap(file, card["bytes"], prot=mmap.PROT_READ) if card["bytes"] else b""
    for name, (kind, shape, offset) in card["layout"].items():
        count = int(np.prod(shape, dtype=np.int64))
        arrays[name] = np.frombuffer(room, dtype=np.dtype(kind), count=count, offset=offset).reshape(shape)
    parts = {name.removeprefix(_FEATURES): arrays.pop(name) for name in card["layout"] if name.startswith(_FEATURES)}
    kind, rest = card["block"]
    return Dataset(**card["rest"], **arrays, features=kind.restored(SharedRows(arrays=parts, rest=rest)))


def make_read_only(file: int) -> None:
    """Nobody can write there any more, where the system offers that."""
    with contextlib.suppress(OSError, AttributeError):
        fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)


def anonymous_file(size: int) -> int:
    """An open file of that many bytes without a name."""
    if hasattr(os, "memfd_create") and size < _free_memory() // 2:
        file = os.memfd_create("bakeoff", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    else:
        if shutil.disk_usage(tempfile.gettempdir()).free < size:
            raise OSError(28, f"{size} bytes of data fit neither in memory nor in {tempfile.gettempdir()}")
        with tempfile.TemporaryFile(buffering=0) as opened:
            file = os.dup(opened.fileno())
    os.ftruncate(file, size)
    return file


def _write(file: int, array: Array, offset: int) -> None:
    view = array.reshape(-1).view(np.uint8).data if array.size else memoryview(b"")
    while view:
        written = os.pwrite(file, view[: 2**30], offset)
        view, offset = view[written:], offset + written


def _free_memory() -> int:
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 0


_LINE = struct.Struct("dddd")
STAGES = ("idle", "load", "fit", "predict", "check")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildStatus:
    """What one child is doing."""

    began: float  # on the monotonic clock, which nobody can set back
    deadline: float  # 0: none
    memory: float  # bytes; 0: no limit
    stage: str

    @property
    def busy(self) -> bool:
        return self.stage != "idle"


class SharedStatus:
    """Shared lines, inherited by fork."""

    def __init__(self, lines: int) -> None:
        self._shared = mmap.mmap(-1, max(lines, 1) * _LINE.size)

    def begin(self, line: int, *, seconds: float | None, memory: float | None) -> None:
        """A unit begins."""
        now = monotonic()
        self._put(line, now, 0.0 if seconds is None else now + seconds, memory or 0.0, 1)

    def stage(self, line: int, name: str) -> None:
        began, deadline, memory, _ = self._get(line)
        self._put(line, began, deadline, memory, STAGES.index(name))

    def end(self, line: int) -> None:
        self._put(line, 0.0, 0.0, 0.0, 0)

    def read(self, line: int) -> ChildStatus:
        began, deadline, memory, stage = self._get(line)
        return ChildStatus(began=began, deadline=deadline, memory=memory, stage=STAGES[int(stage) % len(STAGES)])

    def _put(self, line: int, began: float, deadline: float, memory: float, stage: int) -> None:
        _LINE.pack_into(self._shared, line * _LINE.size, began, deadline, memory, stage)

    def _get(self, line: int) -> tuple[float, float, float, float]:
        began, deadline, memory, stage = _LINE.unpack_from(self._shared, line * _LINE.size)
        return began, deadline, memory, stage
