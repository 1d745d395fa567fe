"""Data sets of OpenML by number or name: fetched once, checked, kept, and read without a network from then on.

The protocol: a description in JSON names the file, its md5 and the default target; the file is ARFF or Parquet.
Reference: vanschoren2013.
"""

import gzip
import io
import json
import os
import tempfile
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import md5, sha256
from http.client import HTTPException, HTTPMessage
from pathlib import Path
from typing import IO, Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from bakeoff.core.errors import BadInput
from bakeoff.data.target import Meaning
from bakeoff.tabular.formats import FileContent
from bakeoff.tabular.reading import Reading, read
from bakeoff.tabular.table import ColumnTable

__all__ = ["Cache", "NotFound", "Unreachable", "cache_at", "download", "openml_table"]


def cache_at(folder: str | Path | None = None) -> Path:
    """Where downloads are kept: as stated, else $BAKEOFF_CACHE, else bakeoff in the user's cache directory."""
    if folder is not None:
        return Path(folder).expanduser()
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
        for file_name in (name, f"{name}.sha256"):
            with suppress(OSError):
                (self.folder / file_name).unlink()

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


LARGEST = 2 * 1024**3  # bytes; more than this is not read, packed or unpacked
_BLOCK = 1 << 20
_SECONDS = 60.0


class NotFound(BadInput):
    """The server answered that it has no such thing; `body` is what it said."""

    def __init__(self, sentence: str, body: bytes = b"") -> None:
        super().__init__(sentence)
        self.body = body


class Unreachable(BadInput):
    """No answer came, or one that speaks of trouble at the other side."""


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _WebOnly(HTTPRedirectHandler):
    """Follows redirects to http and https, nowhere else."""

    def redirect_request(  # noqa: PLR0917 (the parent's signature)
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        _check(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _check(url: str) -> None:
    if urlsplit(url).scheme not in {"http", "https"}:
        raise BadInput(f"{url!r} is not an http or https address, so it is not opened")


def download(url: str, *, seconds: float = _SECONDS, largest: int = LARGEST) -> bytes:
    """The bytes behind an address, unpacked if the server sent them packed."""
    _check(url)
    asked = Request(url, headers={"User-Agent": "bakeoff", "Accept-Encoding": "gzip"})  # noqa: S310 (checked above)
    try:
        with build_opener(_WebOnly).open(asked, timeout=seconds) as answer:
            announced = answer.headers.get("Content-Length", "")
            body = _read(answer, largest, url)
            if announced.isdecimal() and len(body) != int(announced):
                raise Unreachable(f"{url} broke off after {len(body)} of {announced} bytes; try again")
            packed = answer.headers.get("Content-Encoding", "").lower() == "gzip"
        return _unpacked(body, largest, url) if packed else body
    except HTTPError as error:
        with error:
            content = error.read(_BLOCK)
        if 300 <= error.code < 400:  # followed by now, had it led anywhere
            raise BadInput(f"{url} leads to an address other than http or https, so it is not followed") from None
        if error.code in {404, 410, 412}:
            raise NotFound(f"{url} is not there (the server answered {error.code})", content) from None
        raise Unreachable(f"{url} cannot be had now (the server answered {error.code}); try again later") from None
    except (URLError, OSError, HTTPException) as error:
        why = getattr(error, "reason", None) or str(error) or type(error).__name__
        raise Unreachable(f"{url} cannot be reached: {why}; check the connection, or try again later") from None


def _read(stream: _Readable, largest: int, url: str) -> bytes:
    blocks, size = [], 0
    while block := stream.read(_BLOCK):
        size += len(block)
        if size > largest:
            raise BadInput(
                f"{url} is larger than {largest} bytes, so it is not read; fetch it by hand and load the file"
            )
        blocks.append(block)
    return b"".join(blocks)


def _unpacked(body: bytes, largest: int, url: str) -> bytes:
    try:
        return _read(gzip.GzipFile(fileobj=io.BytesIO(body)), largest, url)
    except (OSError, EOFError, zlib.error):
        raise Unreachable(f"{url} came packed, and cannot be unpacked; try again") from None


OPENML = "https://www.openml.org"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where things come from and where they are kept."""

    base: str
    cache: Cache
    offline: bool

    def have(self, name: str, url: str, *, checksum: str = "", fresh: bool = False) -> bytes:
        """A file from the cache, or from the network and then in the cache; `fresh` asks the network first."""
        kept = self.cache.get(name)
        if kept is not None and (self.offline or not fresh):
            return kept
        if self.offline:
            raise BadInput(
                f"{url} is not in the cache {str(self.cache.folder)!r}; load it once with offline=False, "
                "or copy the cache from a machine that has it"
            )
        try:
            content = download(url)
        except Unreachable:
            if kept is not None:
                return kept
            raise
        if checksum and md5(content, usedforsecurity=False).hexdigest() != checksum.lower():
            raise BadInput(f"{url} is damaged (its md5 is not the {checksum} that was announced); try again")
        self.cache.put(name, content)
        return content

    def answer(self, name: str, path: str, *, fresh: bool = False) -> dict[str, Any]:
        """What the interface says to a question, as JSON."""
        url = f"{self.base}/api/v1/json/{path}"
        content = self.have(name, url, fresh=fresh)
        try:
            answer = json.loads(content)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self.cache.drop(name)
            raise BadInput(f"{url} did not return JSON; is this the address of an OpenML server?")
        return answer


def openml_table(
    spec: str, meaning: Meaning, *, cache: str | Path | None = None, offline: bool = False, base: str | None = None
) -> tuple[ColumnTable, Meaning]:
    """The table of "61", "iris" or "iris@1", with OpenML's target and ignored columns where the caller states none."""
    base = (base or os.environ.get("BAKEOFF_OPENML") or OPENML).rstrip("/")
    place = urlsplit(base).netloc.replace(":", "_") or "unknown"
    shop = Source(base=base, cache=Cache(cache_at(cache) / "openml" / place), offline=offline)
    number = _number(spec, shop)
    description = _description(number, shop)
    table = _file(number, description, shop)
    return _with_defaults(table, description, number, meaning, shop)


def _number(spec: str, shop: Source) -> int:
    """The number of a data set, which must be the only active one of that name (and version)."""
    if spec.isdecimal():
        return int(spec)
    name, sign, version = spec.partition("@")
    if not name or (sign and not version.isdecimal()):
        raise BadInput(f"'openml:{spec}' is not understood; write openml:61, openml:iris or openml:iris@1")
    asked = f"data/list/data_name/{quote(name, safe='')}/limit/100"
    kept = f"name-{quote(spec, safe='')}.json"
    try:
        if version:
            answer = _version(kept, f"{asked}/data_version/{version}", shop)
        else:
            answer = shop.answer(kept, f"{asked}/status/active", fresh=True)
    except NotFound:
        raise BadInput(f"OpenML has no data set {spec!r}; look for its number there and load 'openml:NUMBER'") from None
    listed = _listed(answer, spec)
    if len(listed) > 1:
        shown = ", ".join(f"{name}@{entry['version']} (number {entry['did']})" for entry in listed[:8])
        raise BadInput(f"OpenML has {len(listed)} data sets called {name!r}; choose one: {shown}")
    return int(listed[0]["did"])


def _version(kept: str, asked: str, shop: Source) -> dict[str, Any]:
    """A version that was asked for by number may also be one that was withdrawn."""
    try:
        return shop.answer(kept, asked, fresh=True)
    except NotFound:
        return shop.answer(kept, f"{asked}/status/deactivated", fresh=True)


def _listed(answer: dict[str, Any], spec: str) -> list[dict[str, Any]]:
    try:
        listed = [dict(entry) for entry in answer["data"]["dataset"]]
        for entry in listed:
            entry["did"], entry["version"] = int(entry["did"]), int(entry["version"])
    except (KeyError, TypeError, ValueError):
        listed = []
    if not listed:
        raise BadInput(f"the list that OpenML gives for {spec!r} is not understood; load it by number instead")
    return sorted(listed, key=lambda entry: entry["version"])


def _description(number: int, shop: Source) -> dict[str, Any]:
    try:
        description = shop.answer(f"data-{number}.json", f"data/{number}").get("data_set_description")
    except NotFound:
        raise BadInput(f"OpenML has no data set number {number}; look for the right one there") from None
    if not isinstance(description, dict) or not isinstance(
        description.get("url") or description.get("parquet_url"), str
    ):
        shop.cache.drop(f"data-{number}.json")
        raise BadInput(f"the description that OpenML gives of data set {number} names no file")
    return description


def _file(number: int, description: dict[str, Any], shop: Source) -> ColumnTable:
    """The file itself: ARFF as OpenML keeps it, Parquet where there is nothing else."""
    name, source = str(description.get("name") or f"openml-{number}"), f"openml:{number}"
    url = description.get("url") or description["parquet_url"]
    checksum = str(description.get("md5_checksum") or "") if description.get("url") else ""
    try:
        if str(description.get("format", "ARFF")).lower() in {"parquet", "pq"} or not description.get("url"):
            shop.have(f"data-{number}.parquet", url, checksum=checksum)
            return read(shop.cache.folder / f"data-{number}.parquet", name=source).table(name)
        content = shop.have(f"data-{number}.arff", url, checksum=checksum)
    except NotFound:
        raise BadInput(f"the file of OpenML's data set {number} is gone: {url}") from None
    return Reading(FileContent(what=source, path=f"data-{number}.arff", raw=content)).table(name)


def _names(value: object) -> list[str]:
    """OpenML writes lists of columns as a list, as one name, or with commas."""
    if isinstance(value, str):
        return [name.strip() for name in value.split(",") if name.strip()]
    return [str(name) for name in value] if isinstance(value, list) else []


def _with_defaults(
    table: ColumnTable, description: dict[str, Any], number: int, meaning: Meaning, shop: Source
) -> tuple[ColumnTable, Meaning]:
    target = meaning.target or _target(table, description, number, shop)
    used = {target, *(side for side in (meaning.groups, meaning.time) if isinstance(side, str))}
    unwanted = [*_names(description.get("ignore_attribute")), *_names(description.get("row_id_attribute"))]
    unwanted = [name for name in unwanted if name in table.names and name not in used and name not in meaning.ignore]
    notes = [f"OpenML data set {number}, version {description.get('version', '?')}"]
    if description.get("status", "active") != "active":
        notes.append(f"OpenML lists this data set as {description['status']}")
    if unwanted:
        notes.append(f"left out, as marked by OpenML: {', '.join(unwanted)}")
    stated = replace(meaning, target=target, ignore=(*meaning.ignore, *unwanted))
    return replace(table, notes=(*table.notes, *notes)), stated


def _target(table: ColumnTable, description: dict[str, Any], number: int, shop: Source) -> str:
    """The default target of the description, or the one that the list of features marks."""
    named = str(description.get("default_target_attribute") or "")
    targets = [named] if named in table.names else _names(named)
    if not targets:
        targets = _marked(number, shop)
    if len(targets) != 1:
        several = f"several targets, {', '.join(targets)}" if targets else "no target of its own"
        raise BadInput(
            f"OpenML's data set {number} has {several}; set target= to one of {', '.join(map(repr, table.names[:30]))}"
        )
    return targets[0]


def _marked(number: int, shop: Source) -> list[str]:
    try:
        listed = shop.answer(f"features-{number}.json", f"data/features/{number}")["data_features"]["feature"]
        return [str(feature["name"]) for feature in listed if str(feature.get("is_target")).lower() == "true"]
    except (BadInput, KeyError, TypeError, AttributeError):
        return []  # the list is a help, not a need: without it the caller is asked
