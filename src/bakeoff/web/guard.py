"""What every request must pass: the right host, the token, no foreign origin, a body of bounded size that arrives in time."""

import asyncio
import hmac
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from secrets import token_urlsafe
from typing import Any

__all__ = ["BODY", "POLICY", "REPORT_POLICY", "App", "Guard", "Keys", "cookie_value"]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

BODY = 8 << 20  # bytes of a request; larger tables are for the command line
PATIENCE = 30.0  # seconds within which a body must have arrived
SAFE = frozenset({"GET", "HEAD"})
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
REPORT_POLICY = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"  # the report's own head states the rest
_UTF_8 = re.compile(r';[ \t]*charset="?utf-8"?[ \t]*(?:;|$)')
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # without a referrer browsers send no origin either
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Secrets of one start of the server."""

    token: str = field(default_factory=lambda: token_urlsafe(24))  # in the printed link
    session: str = field(default_factory=lambda: token_urlsafe(24))  # in the cookie
    cookie: str = "bakeoff_page"  # its name; browsers share cookies between ports, so each server has its own
    _singles: set[str] = field(default_factory=set, repr=False)  # tokens that open the page once

    def new_single(self) -> str:
        """A further token, for the browser that is opened at the start: it opens the page once."""
        token = token_urlsafe(24)
        self._singles.add(token)
        return token

    @property
    def form(self) -> str:
        """What every form carries; a foreign page cannot know it."""
        return hmac.new(self.session.encode(), b"form", sha256).hexdigest()

    def opens(self, token: str) -> bool:
        """Whether this is the token of the printed link, or one that opens the page once and now has."""
        single = next(
            (
                single_token
                for single_token in self._singles
                if hmac.compare_digest(token.encode(), single_token.encode())
            ),
            None,
        )
        self._singles.discard(single or "")
        return single is not None or hmac.compare_digest(token.encode(), self.token.encode())

    def refusal(self, path: str, headers: Mapping[str, str]) -> str:
        """Why a request that has neither the cookie nor the printed link is refused; empty where it may pass."""
        allowed = path == "/open" or self.knows(headers.get("cookie", ""))
        return "" if allowed else "Open the link that bakeoff serve printed; it holds the token that this page needs."

    def knows(self, cookie: str) -> bool:
        """Whether the request carries our cookie."""
        return hmac.compare_digest(cookie_value(cookie, self.cookie).encode(), self.session.encode())


def cookie_value(header: str, name: str) -> str:
    """A cookie of a request; empty if it has none of this name."""
    try:
        cookie = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return cookie.value if cookie is not None else ""


class Guard:
    """ASGI middleware; what it refuses never reaches a page."""

    def __init__(
        self,
        app: App,
        hosts: Iterable[str],
        *,
        refusal: Callable[[str, Mapping[str, str]], str] | None = None,
        scheme: str = "http",
        body: int = BODY,
        policy: str = POLICY,
    ) -> None:
        """`refusal` is given the path and the headers of a request, and answers why it may not pass, or nothing."""
        self.app = app
        self.refusal = refusal or (lambda _path, _headers: "")
        self.hosts = frozenset(host.lower() for host in hosts)
        self.origins = frozenset(f"{scheme}://{host}" for host in self.hosts)
        self.body, self.policy = body, policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then hand on with a counted body and safe headers."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # no web sockets here
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._refusal(scope, headers)
        if refused is not None:
            await self._plain(send, *refused)
            return
        await self.app(scope, self._counted(receive), self._with_headers(send))

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """Status and sentence, or None where the request may pass."""
        acts = scope["method"] not in SAFE
        origin, length = headers.get("origin"), headers.get("content-length", "0")
        foreign = origin is not None and origin.lower() not in self.origins
        foreign = foreign or (acts and headers.get("sec-fetch-site", "none") not in {"none", "same-origin"})
        unknown = self.refusal(scope["path"], headers)
        kind = headers.get("content-type", "").lower()
        # A codec of Python that the sender chooses may do anything with the bytes, and fail in any way.
        coded = "form" in kind and "charset" in kind and (kind.count("charset") > 1 or not _UTF_8.search(kind))
        checks = (
            (headers.get("host", "").lower() in self.hosts, 421, "This server does not answer for that host name; use the address that it printed at its start."),
            (not foreign, 403, "The request comes from another site."),
            (not acts or scope["method"] == "POST", 405, "This page takes GET and POST only."),
            (not unknown, 403, unknown),
            (length.isdigit() and int(length) <= self.body, 413, f"That is more than {self.body >> 20} MB; use the command line for larger files."),
            (not coded, 415, "Forms are read as UTF-8 only; send them with charset=utf-8, or without a charset."),
        )  # fmt: skip
        return next(((status, sentence) for passed, status, sentence in checks if not passed), None)

    def _counted(self, receive: Receive) -> Receive:
        """The same messages; a body that grows beyond the limit or does not arrive in time ends the request."""
        loop = asyncio.get_running_loop()
        seen, deadline, whole = 0, loop.time() + PATIENCE, False

        async def counted() -> MutableMapping[str, Any]:
            nonlocal seen, whole
            if whole:  # afterwards only the end of the connection is waited for
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.0, deadline - loop.time()))
            except TimeoutError:
                return {"type": "http.disconnect"}
            seen += len(message.get("body", b""))
            whole = message["type"] != "http.request" or not message.get("more_body", False)
            return {"type": "http.disconnect"} if seen > self.body else message

        return counted

    async def _plain(self, send: Send, status: int, sentence: str) -> None:
        body = sentence.encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        await self._with_headers(send)({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _with_headers(self, send: Send) -> Send:
        async def more(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                policy = (b"content-security-policy", self.policy.encode())
                added = [header for header in (policy, *HEADERS) if header[0] not in present]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        return more
