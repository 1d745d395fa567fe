"""The team's side: speak to a running exchange. Tokens travel over TLS or stay on this machine, and redirects are not followed."""

import ipaddress
import json
import ssl
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.text import clean

__all__ = ["ExchangeClient"]

PATIENCE = 60.0  # seconds for one answer
LARGEST = 1 << 30  # bytes of an answer


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would carry the token elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class ExchangeClient:
    """Requests to one exchange, with the token of one team where it is needed."""

    def __init__(self, server: str, token: str = "", *, authority: Path | None = None) -> None:
        address = urlsplit(server if "://" in server else f"https://{server}")
        if (
            address.scheme not in {"http", "https"}
            or not address.hostname
            or address.username
            or address.query
            or address.fragment
        ):
            raise BadInput(
                f"{clean(server)!r} is not the address of an exchange; write it as https://example.org or http://127.0.0.1:8700"
            )
        if address.scheme == "http" and not _loopback(address.hostname):
            raise BadInput(
                f"{address.hostname} is another machine, and without TLS everybody on the way can read the token; use https://"
            )
        if token and not (token.isascii() and token.isprintable() and " " not in token):
            raise BadInput("the token has characters that no token has; copy it again")
        self.server, self._token = f"{address.scheme}://{address.netloc}{address.path.rstrip('/')}", token
        self._opener = _opener(authority, direct=_loopback(address.hostname))

    def challenge(self) -> dict[str, Any]:
        """What the challenge is."""
        return self._object("/api/challenge")

    def board(self) -> dict[str, Any]:
        """The board."""
        return self._object("/api/board")

    def submissions(self) -> dict[str, Any]:
        """The team's own submissions."""
        return self._object("/api/submissions", signed=True)

    def submit(self, content: bytes) -> dict[str, Any]:
        """Send a CSV file of predictions; sending it again is safe, as the same predictions are one submission."""
        return self._object("/api/submissions", content, "text/csv", signed=True)

    def choose(self, submission: int) -> dict[str, Any]:
        """Name the submission that enters the final ranking."""
        return self._object("/api/choice", str(submission).encode(), "text/plain", signed=True)

    def accept_terms(self) -> None:
        """Accept license and terms."""
        self._object("/api/terms", b"accepted", "text/plain", signed=True)

    def download(self, name: str) -> bytes:
        """A file of the challenge."""
        return self._bytes(f"/api/download/{quote(name, safe='')}", signed=True)

    def _object(self, path: str, body: bytes | None = None, media: str = "", *, signed: bool = False) -> dict[str, Any]:
        content = self._bytes(path, body, media, signed=signed)
        try:
            answer = json.loads(content)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise BadInput(f"{self.server} does not answer as an exchange does; check the address")
        return answer

    def _bytes(self, path: str, body: bytes | None = None, media: str = "", *, signed: bool = False) -> bytes:
        if signed and not self._token:
            raise BadInput(
                "this needs the token of your team: --token-file FILE, the environment variable BAKEOFF_TOKEN, or --token"
            )
        request = Request(self.server + path, data=body, headers={"Content-Type": media} if media else {})  # noqa: S310 - http and https only, see above
        if signed:
            request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                content: bytes = answer.read(LARGEST + 1)
                length = answer.headers.get("Content-Length", "")
        except HTTPError as problem:
            raise _refusal(problem, self.server) from None
        except (URLError, HTTPException, OSError) as problem:
            reason = getattr(problem, "reason", problem)
            raise BadInput(
                f"{self.server} cannot be reached: {clean(reason)}; check the address, and that the exchange runs"
            ) from None
        if len(content) > LARGEST:
            raise BadInput(f"the answer of {self.server} is larger than {LARGEST >> 30} GiB")
        if length.isdigit() and len(content) < int(length):  # a bounded read does not find that itself
            raise BadInput(f"the connection to {self.server} broke before the answer was complete; try again")
        return content


def _opener(authority: Path | None, *, direct: bool) -> OpenerDirector:
    try:
        context = ssl.create_default_context(cafile=None if authority is None else str(authority))
    except (OSError, ssl.SSLError):
        raise BadInput(f"{str(authority)!r} contains no certificate (PEM); check the file") from None
    handlers: list[Any] = [HTTPHandler(), HTTPSHandler(context=context), _NoRedirect()]
    return build_opener(*handlers, *([ProxyHandler({})] if direct else []))


def _refusal(problem: HTTPError, server: str) -> BadInput:
    """The sentences of the exchange, or what its status means."""
    if 300 <= problem.code < 400:
        return BadInput(f"{server} sends its visitors to another address; use that address")
    content = problem.read(1 << 20)
    try:
        problems = [clean(sentence) for sentence in json.loads(content)["problems"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        problems = [
            clean(content[:300].decode("utf-8", "replace")) or f"the exchange answers with status {problem.code}"
        ]
    return (
        Problems("the file", problems)
        if len(problems) > 1
        else BadInput(problems[0] if problems else f"status {problem.code}")
    )


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
