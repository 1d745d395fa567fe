"""Start the server of a challenge: load the hidden rows, print the owner's link, run until Ctrl-C."""

from collections.abc import Callable
from pathlib import Path
from secrets import token_urlsafe

from bakeoff.challenges.challenge import Challenge
from bakeoff.core.errors import MissingPackage
from bakeoff.web.guard import Guard
from bakeoff.web.server import Address, run_server

__all__ = ["serve_challenge"]


def serve_challenge(folder: Path, address: Address, *, say: Callable[[str, str], None]) -> int:
    """Serve one challenge; `say` gets the address for teams and the owner's link. Gives the exit code."""
    try:
        from bakeoff.web.exchange_app import POLICY, ExchangePages, body_limit
        from bakeoff.web.sessions import Sessions
    except ImportError as problem:
        raise MissingPackage(problem.name or "starlette", "the exchange", extra="serve") from None
    token = token_urlsafe(32)
    with Challenge(folder) as challenge:
        challenge.load_hidden()  # what is wrong with the files is for the owner's eyes, before anybody can connect

        def app(port: int) -> Guard:
            sessions = Sessions(cookie=f"bakeoff_exchange_{port}")
            pages = ExchangePages(
                challenge, token, sessions, address=address.link(port), secure=address.scheme == "https"
            )
            return Guard(
                pages.app(), address.hosts(port), scheme=address.scheme, body=body_limit(challenge), policy=POLICY
            )

        def started(port: int) -> None:
            say(address.link(port), f"{address.link(port)}/open?token={token}")

        return run_server(app, address, started)
