"""Parquet files, read by pyarrow."""

from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput, MissingPackage

__all__ = ["read_parquet"]


def read_parquet(path: Path, source: str) -> Any:
    """The table of a Parquet file as pyarrow holds it, or one sentence why it cannot be read."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingPackage("pyarrow", "reading Parquet files", extra="parquet") from None
    try:
        return parquet.read_table(path)
    except FileNotFoundError:
        raise BadInput(f"no file called {str(path)!r}; check the spelling and the directory") from None
    except Exception as error:  # noqa: BLE001 (pyarrow has many errors; the file is a stranger's)
        raise BadInput(f"{source} cannot be read as Parquet: {str(error).splitlines()[0]}") from None
