"""Start the page: check the places, print the link, run until Ctrl-C."""

import webbrowser
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.core.isolation.private_folder import PrivateFolder
from bakeoff.web.guard import Guard, Keys
from bakeoff.web.redirect_page import write_redirect
from bakeoff.web.server import Address, run_server
from bakeoff.web.studies import StudyShelf

__all__ = ["Address", "serve"]


def serve(places: Sequence[Path], address: Address, *, browser: bool, say: Callable[[str], None]) -> int:
    """Serve the results files of these places and the form, until the process is asked to end; `say` gets the link. Gives the exit code."""
    try:
        from bakeoff.web.answerer import Answerer
        from bakeoff.web.app import make_app
    except ImportError as problem:
        raise MissingPackage(problem.name or "starlette", "the page", extra="serve") from None
    _check_places(places)
    opened: list[Keys] = []
    with ExitStack() as stack:

        def app(port: int) -> Guard:
            keys = Keys(cookie=f"bakeoff_page_{port}")
            opened.append(keys)
            answerer = stack.enter_context(Answerer())
            page = make_app(answerer, StudyShelf(places), keys, secure=address.scheme == "https")
            return Guard(page, address.hosts(port), refusal=keys.refusal, scheme=address.scheme)

        def started(port: int) -> None:
            link = f"{address.link(port)}/open?token="
            say(link + opened[0].token)
            if browser:
                folder = stack.enter_context(PrivateFolder())
                webbrowser.open(write_redirect(folder, link + opened[0].new_single()))

        return run_server(app, address, started)


def _check_places(places: Sequence[Path]) -> None:
    for place in places:
        if not place.exists():
            raise BadInput(f"there is no file or folder {str(place)!r}; name one, or leave it out for this folder")
