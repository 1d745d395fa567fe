"""Who is signed in: a random cookie for each visit, known to the server's memory only, and the key of its forms."""

import hmac
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_urlsafe

from bakeoff.web.guard import cookie_value

__all__ = ["OWNER", "Session", "Sessions"]

OWNER = ""  # no team has an empty name
LIFETIME = 12 * 3600.0  # seconds
MOST = 10_000  # sessions at once; the oldest ends first


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One visit of a team or of the owner."""

    who: str  # the name of a team, or OWNER
    proof: bytes  # sha256 of the token; a team that gets another token is signed out
    form_key: str  # what every form carries; a foreign page cannot know it
    began: float


@dataclass(slots=True)
class Sessions:
    """The visits of one server, by the sha256 of their cookies."""

    cookie: str  # its name; browsers share cookies between ports, so each server has its own
    _open: dict[bytes, Session] = field(default_factory=dict)

    def start(self, who: str, token: str) -> str:
        """A new session; gives the value of its cookie."""
        value = token_urlsafe(32)
        key = hmac.new(value.encode(), b"form", sha256).hexdigest()
        while len(self._open) >= MOST:
            self._open.pop(next(iter(self._open)))
        session = Session(who=who, proof=sha256(token.encode()).digest(), form_key=key, began=time.monotonic())
        self._open[_digest(value)] = session
        return value

    def find(self, headers: Mapping[str, str]) -> Session | None:
        """The session of a request, or None."""
        value = cookie_value(headers.get("cookie", ""), self.cookie)
        session = self._open.get(_digest(value)) if value else None
        if session is not None and time.monotonic() - session.began > LIFETIME:
            self.end(headers)
            return None
        return session

    def end(self, headers: Mapping[str, str]) -> None:
        """Sign out."""
        self._open.pop(_digest(cookie_value(headers.get("cookie", ""), self.cookie)), None)


def _digest(value: str) -> bytes:
    return sha256(value.encode()).digest()
