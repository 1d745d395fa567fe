"""A journal as SQLite leaves it after a transaction over two databases: to roll it back, SQLite deletes the file that it names."""

import struct
from pathlib import Path

__all__ = ["MAGIC", "super_journal"]

MAGIC = bytes.fromhex("d9d505f920a163d7")
SECTOR, PAGE = 512, 4096


def super_journal(named: str | Path, pages: int = 1) -> bytes:
    """The bytes of a journal without pages that names this file as its super-journal (www.sqlite.org/fileformat.html, section 3)."""
    name = str(named).encode()
    header = MAGIC + struct.pack(">IIIII", 0, 0, pages, SECTOR, PAGE)
    lock_page = 2**30 // PAGE + 1
    end = struct.pack(">I", lock_page) + name + struct.pack(">II", len(name), sum(name)) + MAGIC
    return header.ljust(SECTOR, b"\0") + end
