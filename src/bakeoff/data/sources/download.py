"""One file from the network, with limits, or one sentence that says what went wrong."""

import gzip
import io
from http.client import HTTPException, HTTPMessage
from typing import IO, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from bakeoff.core.errors import BadInput

__all__ = ["LARGEST", "NotFound", "Unreachable", "download"]

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
        raise BadInput(f"{url!r} is no http or https address, so it is not opened")


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
            said = error.read(_BLOCK)
        if 300 <= error.code < 400:  # followed by now, had it led anywhere
            raise BadInput(f"{url} leads on to no http or https address, so it is not followed") from None
        if error.code in {404, 410, 412}:
            raise NotFound(f"{url} is not there (the server answered {error.code})", said) from None
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
    except (OSError, EOFError):
        raise Unreachable(f"{url} came packed, and cannot be unpacked; try again") from None
