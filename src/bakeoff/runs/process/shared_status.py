"""SharedStatus: a few numbers in memory shared between the zygote and its children, one line for each child.

The child writes when its unit began and what it may use; the zygote looks at it several times a second and kills.
No message is needed, so a unit of a millisecond costs nothing extra, and a child that hangs cannot fail to report.
"""

import mmap
import struct
from dataclasses import dataclass
from time import monotonic

__all__ = ["STAGES", "ChildStatus", "SharedStatus"]

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
