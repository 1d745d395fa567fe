"""Damaged and hostile inputs for the readers: good files with random edits, the same ones in every run.

`BAKEOFF_FUZZ=1000` draws a thousand examples for each reader, from new seeds (`make fuzz`).
"""

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import HealthCheck, settings, strategies as st

from bakeoff.core.errors import BakeoffError

LONG = int(os.environ.get("BAKEOFF_FUZZ", "0"))
MEMORY = 2**29  # bytes that a reader may map beyond what the process has

TOKENS = (
    b"", b",", b";", b"\t", b"|", b"&", b"\\\\", b"\n", b"\r", b"\r\n", b"\n\n", b"\0", b'"', b'""', b"'", b"`", b"%", b"#", b"{", b"}", b"[", b"]",
    b"[[", b"=", b"@", b"@data\n", b"@attribute", b"\\hline", b"\\multicolumn{3}{c}{", b"---|---", b"?", b"nan", b"inf", b"-1", b"1e999", b"-0",
    b"0x10", b"9" * 5000, b"1_000", b"1,5", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xed\xa0\x80", b"\xc2\xa0", "²".encode(),
    "١٢".encode(), b"null", b"true", b"NaN", b"[" * 3000, b"{" * 50, b"../../etc/passwd", b"=1+1", b"<script>", b"a" * 3000, b"\x1f\x8b\x08", b"PK\x03\x04",
)  # fmt: skip

_EDIT = st.tuples(
    st.sampled_from(["insert", "replace", "cut", "drop", "repeat", "flip"]),
    st.floats(0, 1),
    st.integers(1, 40),
    st.one_of(st.sampled_from(TOKENS), st.binary(max_size=6)),
)


def _edited(good: bytes, edits: list[tuple[str, float, int, bytes]]) -> bytes:
    made = good
    for kind, place, length, token in edits:
        at = int(place * len(made))
        if kind == "insert":
            made = made[:at] + token + made[at:]
        elif kind == "replace":
            made = made[:at] + token + made[at + length :]
        elif kind == "cut":
            made = made[:at]
        elif kind == "drop":
            made = made[:at] + made[at + length :]
        elif kind == "repeat":
            made = made[:at] + made[at : at + length] * 3 + made[at + length :]
        elif at < len(made):
            made = made[:at] + bytes([made[at] ^ 1 << length % 8]) + made[at + 1 :]
    return made


def damaged(*good: bytes) -> st.SearchStrategy[bytes]:
    """One of the good files after one to six edits, or bytes of any kind."""
    edits = st.lists(_EDIT, min_size=1, max_size=6)
    near = st.builds(_edited, st.sampled_from(good), edits)
    return st.one_of(near, near, near, st.lists(st.sampled_from(TOKENS), max_size=12).map(b"".join))


def fuzz(examples: int) -> Callable[..., object]:
    """Settings of a fuzz test: `examples` inputs, always the same, unless more are asked for."""
    return settings(
        max_examples=LONG or examples,
        derandomize=not LONG,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@contextmanager
def refused_or_read() -> Iterator[None]:
    """Only bakeoff's own errors may come, and only so much memory may be taken."""
    with bounded_memory():
        try:
            yield
        except BakeoffError as error:
            assert str(error).strip()  # noqa: PT017
            assert len(str(error)) < 20_000  # noqa: PT017


@contextmanager
def bounded_memory() -> Iterator[None]:
    """What asks for more address space gets a MemoryError, which is no error of ours."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
