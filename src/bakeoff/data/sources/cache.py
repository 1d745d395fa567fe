"""A directory of downloaded files, each with its sha256 beside it; a file is there whole or not at all."""

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bakeoff.core.errors import BadInput

__all__ = ["Cache", "cache_at"]


def cache_at(given: str | Path | None = None) -> Path:
    """Where downloads are kept: as stated, else $BAKEOFF_CACHE, else bakeoff in the user's cache directory."""
    if given is not None:
        return Path(given).expanduser()
    if stated := os.environ.get("BAKEOFF_CACHE"):
        return Path(stated).expanduser()
    if user := os.environ.get("XDG_CACHE_HOME"):
        return Path(user) / "bakeoff"
    return Path.home() / ".cache" / "bakeoff"


@dataclass(frozen=True, slots=True)
class Cache:
    """One directory of the cache."""

    folder: Path

    def get(self, name: str) -> bytes | None:
        """The stored bytes; None if there are none, or if they are not what was stored."""
        try:
            content = (self.folder / name).read_bytes()
            stored = (self.folder / f"{name}.sha256").read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return None
        return content if sha256(content).hexdigest() == stored else None

    def put(self, name: str, content: bytes) -> None:
        """Store the bytes: the checksum first, so that a half-done pair is taken for none."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._write(f"{name}.sha256", sha256(content).hexdigest().encode("ascii"))
            self._write(name, content)
        except OSError as error:
            raise BadInput(
                f"the cache {str(self.folder)!r} cannot be written: {error.strerror}; name another with cache= or $BAKEOFF_CACHE"
            ) from None

    def drop(self, name: str) -> None:
        """Forget a file."""
        for one in (name, f"{name}.sha256"):
            with suppress(OSError):
                (self.folder / one).unlink()

    def _write(self, name: str, content: bytes) -> None:
        handle, part = tempfile.mkstemp(dir=self.folder, prefix=".part-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(part).replace(self.folder / name)
        except BaseException:
            with suppress(OSError):
                Path(part).unlink()
            raise
