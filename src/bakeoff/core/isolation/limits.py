"""The limits of a child that works for a stranger; it sets them itself, before it does anything.

Children of a study have none of these: a learner may map far more than it uses, and may start processes of its own. Their
supervisor measures what the whole family holds and ends it (runs/process/child_supervisor.py, decision 37).
"""

import resource
import signal
from collections.abc import Mapping

__all__ = ["set_limits"]

_UNKNOWN = 1 << 32  # bytes that are taken for mapped where the system does not tell


def set_limits(*, memory: float, seconds: int | None = None, file_bytes: int | None = None) -> None:
    """Allow this process so much more memory, processor time and space in a file; a core file is never written.

    Parameters
    ----------
    memory : float
        Bytes of address space beyond what is mapped now, which the packages of the child take.
    seconds : int, optional
        Of processor time from now on; after twice as many seconds of waiting or working an alarm ends the process.
    file_bytes : int, optional
        The length of the largest file that it may write.

    Examples
    --------
    >>> set_limits(memory=1 << 30, seconds=30, file_bytes=1 << 20)  # doctest: +SKIP
    """
    wanted = {resource.RLIMIT_AS: _mapped_bytes() + int(memory), resource.RLIMIT_CORE: 0}
    if seconds is not None:
        used = resource.getrusage(resource.RUSAGE_SELF)
        wanted[resource.RLIMIT_CPU] = int(used.ru_utime + used.ru_stime) + seconds
        signal.alarm(2 * seconds)
    if file_bytes is not None:
        wanted[resource.RLIMIT_FSIZE] = file_bytes
    _lower(wanted)


def _lower(wanted: Mapping[int, int]) -> None:
    """Set soft and hard limits; a limit that is lower already stays."""
    for kind, most in wanted.items():
        hard = resource.getrlimit(kind)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))


def _mapped_bytes() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return _UNKNOWN
