"""A child that sets its own limits cannot take more memory, time or space than they allow."""

import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

START = "from bakeoff.core.isolation.limits import set_limits\n"


def child(folder: Path, code: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", START + code], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("megabytes", "ends"), [(64, 0), (512, 1)])
def test_memory_beyond_what_is_mapped(tmp_path: Path, megabytes: int, ends: int) -> None:
    done = child(tmp_path, f"set_limits(memory=256 << 20)\nlen(bytearray({megabytes} << 20))")
    assert done.returncode == ends, done.stderr
    assert ("MemoryError" in done.stderr) is bool(ends)


def test_time_of_the_processor(tmp_path: Path) -> None:
    done = child(tmp_path, "set_limits(memory=1 << 28, seconds=1)\nwhile True: pass")
    assert done.returncode in {-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM}


def test_files_end_at_their_bound(tmp_path: Path) -> None:
    code = "set_limits(memory=1 << 28, file_bytes=1000)\nwith open('f', 'wb') as file: file.write(bytes(5000))"
    assert child(tmp_path, code).returncode != 0
    assert (tmp_path / "f").stat().st_size <= 1000


def test_a_lower_limit_stays_and_no_core_is_written(tmp_path: Path) -> None:
    code = (
        "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))\n"
        "set_limits(memory=1 << 28, file_bytes=1000)\n"
        "print(resource.getrlimit(resource.RLIMIT_FSIZE), resource.getrlimit(resource.RLIMIT_CORE))"
    )
    assert child(tmp_path, code).stdout == "(500, 500) (0, 0)\n"
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 500
