"""How many bytes a packed file may come to: the one place for these bounds.

A few hundred bytes of gzip, Parquet, a workbook or a sparse table can stand for gigabytes. What a file comes to is counted while
it is read, so that a file that goes on for longer is refused before the memory is gone.
"""

from bakeoff.core.errors import BadInput

__all__ = ["LIKELY", "RATIO", "UNPACKED", "most_unpacked", "refuse_unpacked"]

UNPACKED = 1 << 32  # bytes that a packed file may come to where it is read whole ...
LIKELY = 1 << 28  # ... if it is no more than that,
RATIO = 200  # or than so many times its packed size: tables give 3 to 20


def most_unpacked(packed: int) -> int:
    """The bytes that a file of so many packed bytes may come to.

    >>> most_unpacked(1000) >> 20, most_unpacked(10 << 20) >> 20, most_unpacked(1 << 40) >> 20
    (256, 2000, 4096)
    """
    return min(UNPACKED, max(LIKELY, RATIO * packed))


def refuse_unpacked(size: int, packed: int, what: str, *, cure: str) -> None:
    """Raise one sentence where a file of `packed` bytes has come to more than it may."""
    if size <= most_unpacked(packed):
        return
    if size > UNPACKED:
        raise BadInput(f"{what} unpacks to more than {UNPACKED >> 30} GiB", cure=cure)
    raise BadInput(
        f"{what} unpacks to more than {LIKELY >> 20} MiB and {RATIO} times its size, as no table does", cure=cure
    )
