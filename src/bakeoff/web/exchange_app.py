"""The pages and the API of one challenge. Nothing here names a file by what a request says, and no answer depends on a single row."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from functools import wraps
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bakeoff.challenges.challenge import Challenge, ChallengeClosed
from bakeoff.challenges.folder import DOWNLOADS
from bakeoff.challenges.receipt import Receipt
from bakeoff.challenges.store import NotStored
from bakeoff.core.errors import BadInput, NotApplicable, Problems
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import four_places
from bakeoff.report.render.html import stylesheet
from bakeoff.web.guard import REPORT_POLICY
from bakeoff.web.sessions import OWNER, Session, Sessions
from bakeoff.web.templating import render

__all__ = ["POLICY", "ExchangePages", "body_limit"]

POLICY = (
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
AT_ONCE = 2  # files that are read and judged at the same time; others wait
LOG_LINES = 200  # of the audit log on the owner's page
MEDIA = {"csv": "text/csv; charset=utf-8", "md": "text/markdown; charset=utf-8", "txt": "text/plain; charset=utf-8"}
Handler = Callable[["ExchangePages", Request], Awaitable[Response]]


def body_limit(challenge: Challenge) -> int:
    """Bytes of a request: enough for a prediction or probabilities of every row, and the form around them."""
    about = challenge.about
    return max(1 << 20, about.test_rows * 40 * (2 + len(about.classes)))


class NotSignedIn(Exception):
    """The page is for somebody else."""


def _refusal(problem: Exception) -> tuple[int, list[str]]:
    """The status and the sentences of a refusal; what is wrong with the owner's disk is not for strangers."""
    if isinstance(problem, NotSignedIn):
        return 401, ["sign in with the token of your team; the owner of the challenge gives it out"]
    if isinstance(problem, NotStored):
        return 503, ["nothing could be stored, and nothing was counted; try again later, or ask the owner"]
    if isinstance(problem, ChallengeClosed):
        return 409, [str(problem)]
    return 422, list(problem.problems) if isinstance(problem, Problems) else [str(problem)]


def _answering(handler: Handler) -> Handler:
    """Turn a refusal into a page, or for the API into an object, with its sentences."""

    @wraps(handler)
    async def answering(self: "ExchangePages", request: Request) -> Response:
        try:
            return await handler(self, request)
        except ClientDisconnect:
            return HTMLResponse("", 400)
        except (NotSignedIn, NotStored, ChallengeClosed, BadInput, NotApplicable) as problem:
            return self.refused(request, *_refusal(problem))

    return answering


class ExchangePages:
    """The handlers, with what they share."""

    def __init__(
        self, challenge: Challenge, owner_token: str, sessions: Sessions, *, address: str, secure: bool
    ) -> None:
        self.challenge, self.owner_token, self.sessions, self.address, self.secure = (
            challenge,
            owner_token,
            sessions,
            address,
            secure,
        )
        self._turn = asyncio.Semaphore(AT_ONCE)

    def app(self) -> Starlette:
        """The application."""
        return Starlette(routes=self.routes(), exception_handlers={HTTPException: self.missing})

    def routes(self) -> list[Route]:
        """Addresses and their handlers; there is no address that leads to a folder."""
        style = files("bakeoff.web.static").joinpath("page.css").read_text("utf-8")
        return [
            Route("/", self.front),
            Route("/open", self.open),
            Route("/signin", self.signin, methods=["POST"]),
            Route("/signout", self.signout, methods=["POST"]),
            Route("/team", self.team),
            Route("/team/terms", self.terms, methods=["POST"]),
            Route("/team/submit", self.submit, methods=["POST"]),
            Route("/team/choose", self.choose, methods=["POST"]),
            Route("/download/{name}", self.download),
            Route("/owner", self.owner),
            Route("/owner/{act}", self.act, methods=["POST"]),
            Route("/owner/export/{name}", self.export),
            Route("/owner/report", self.report),
            Route("/api/challenge", self.api_challenge),
            Route("/api/board", self.api_board),
            Route("/api/terms", self.api_terms, methods=["POST"]),
            Route("/api/submissions", self.api_submissions),
            Route("/api/submissions", self.api_submit, methods=["POST"]),
            Route("/api/choice", self.api_choose, methods=["POST"]),
            Route("/api/download/{name}", self.api_download),
            Route("/static/report.css", _style(stylesheet())),
            Route("/static/page.css", _style(style)),
        ]

    # What all share

    def page(self, name: str, request: Request, code: int = 200, **values: Any) -> HTMLResponse:
        """A filled template."""
        session = self.session(request)
        who = None if session is None else "owner" if session.who == OWNER else session.who
        shared = {
            "about": self.challenge.about,
            "state": self.challenge.state,
            "who": who,
            "form_key": session.form_key if session else "",
        }
        return HTMLResponse(render(f"exchange_{name}.html", **shared, **values), code)

    def refused(self, request: Request, status: int, sentences: list[str]) -> Response:
        """The sentences, as the client reads them."""
        if request.url.path.startswith("/api/"):
            return JSONResponse({"schema": "bakeoff.error/1", "problems": sentences}, status)
        title = "Sign in" if status == 401 else "This was not accepted"
        return self.page(
            "message", request, status, title=title, sentences=sentences, back="/team" if self.session(request) else "/"
        )

    async def missing(self, request: Request, error: Exception) -> Response:
        """No such address."""
        return self.refused(request, getattr(error, "status_code", 404), ["there is no such page"])

    def session(self, request: Request) -> Session | None:
        """Who is signed in; a team whose token was replaced is not."""
        session = self.sessions.find(request.headers)
        if session is None or session.who == OWNER:
            return session
        return session if self.challenge.is_token_of(session.who, session.proof) else None

    def signed_team(self, request: Request) -> str:
        """The team of the cookie."""
        session = self.session(request)
        if session is None or session.who == OWNER:
            raise NotSignedIn
        return session.who

    def token_team(self, request: Request) -> str:
        """The team of the token in the header, for the API; cookies do not count there."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        team = self.challenge.team_of(token.strip()) if kind.lower() == "bearer" and token.strip() else None
        if team is None:
            raise NotSignedIn
        return team

    def check_owner(self, request: Request) -> Session:
        """Refuse everybody but the owner."""
        session = self.session(request)
        if session is None or session.who != OWNER:
            raise NotSignedIn
        return session

    async def form(self, request: Request) -> FormData:
        """The fields of a form; refuses one that was not made for this visit."""
        session = self.session(request)
        if session is None:
            raise NotSignedIn
        data = await request.form(max_files=1, max_fields=20, max_part_size=body_limit(self.challenge))
        if not hmac.compare_digest(_text(data, "form_key").encode(), session.form_key.encode()):
            raise BadInput("this form is not from this visit; go back, reload the page, and send it again")
        return data

    async def judged(self, team: str, content: bytes) -> Receipt:
        """A submission, in a thread and in turn; terms come before the first one."""
        await run_in_threadpool(self.challenge.check_terms, team)
        async with self._turn:
            return await run_in_threadpool(self.challenge.submit, team, content)

    # Pages for everybody

    @_answering
    async def front(self, request: Request) -> Response:
        """The challenge: card, terms, board, how to submit."""
        board = await run_in_threadpool(self.challenge.board)
        limits = self.challenge.limits
        return self.page("challenge", request, board=board, limits=limits, address=self.address, number=four_places)

    @_answering
    async def open(self, request: Request) -> Response:
        """The link that was printed for the owner: the token becomes a cookie. No redirect, so that a strict cookie is sent with the next page."""
        token = request.query_params.get("token", "")
        if not hmac.compare_digest(token.encode(), self.owner_token.encode()):
            return self.refused(
                request, 403, ["this link has no valid token; use the one that was printed at the last start"]
            )
        return self.with_cookie(HTMLResponse(render("exchange_opened.html", to="/owner")), OWNER, token)

    def with_cookie(self, response: Response, who: str, token: str) -> Response:
        """The same answer with a new session."""
        value = self.sessions.start(who, token)
        response.set_cookie(self.sessions.cookie, value, httponly=True, samesite="strict", secure=self.secure)
        return response

    @_answering
    async def signin(self, request: Request) -> Response:
        """The token of a team becomes a cookie."""
        data = await request.form(max_files=0, max_fields=5, max_part_size=4096)
        token = _text(data, "token").strip()
        team = self.challenge.team_of(token)
        if team is None:
            return self.refused(
                request, 401, ["no team has this token; copy it as the owner gave it to you, or ask for a new one"]
            )
        return self.with_cookie(RedirectResponse("/team", 303), team, token)

    @_answering
    async def signout(self, request: Request) -> Response:
        """End the visit."""
        await self.form(request)
        self.sessions.end(request.headers)
        response = RedirectResponse("/", 303)
        response.delete_cookie(self.sessions.cookie)
        return response

    # Pages for teams

    @_answering
    async def team(self, request: Request) -> Response:
        """A team's own submissions, downloads and the form."""
        return await self.team_page(request, self.signed_team(request))

    async def team_page(self, request: Request, team: str, receipt: Receipt | None = None) -> Response:
        """The page, with the answer to a submission where there is one."""
        sent = await run_in_threadpool(self.challenge.submissions, team)
        left = self.challenge.left_today(team)
        return self.page(
            "team", request, team=team, sent=list(reversed(sent)), receipt=receipt, accepted=self.challenge.accepted(team), left=left,
            limits=self.challenge.limits, downloads=DOWNLOADS, number=four_places,
        )  # fmt: skip

    @_answering
    async def terms(self, request: Request) -> Response:
        """The team accepts license and terms."""
        team = self.signed_team(request)
        data = await self.form(request)
        if _text(data, "accept") != "yes":
            raise BadInput("the terms are accepted by the box below them; mark it, or leave the data alone")
        await run_in_threadpool(self.challenge.accept_terms, team)
        return RedirectResponse("/team", 303)

    @_answering
    async def submit(self, request: Request) -> Response:
        """A file of predictions."""
        team = self.signed_team(request)
        data = await self.form(request)
        file = data.get("file")
        if not isinstance(file, UploadFile) or not file.filename:
            raise BadInput("no file was chosen; choose the CSV file with your predictions")
        return await self.team_page(request, team, await self.judged(team, await file.read()))

    @_answering
    async def choose(self, request: Request) -> Response:
        """The submission that enters the final ranking."""
        team = self.signed_team(request)
        data = await self.form(request)
        await run_in_threadpool(
            self.challenge.choose, team, _whole(_text(data, "submission"), "the number of a submission")
        )
        return RedirectResponse("/team", 303)

    @_answering
    async def download(self, request: Request) -> Response:
        """One of the files for teams."""
        return await self.given(request.path_params["name"], self.signed_team(request))

    async def given(self, name: str, team: str) -> Response:
        """The file; only the names of DOWNLOADS lead to one."""
        content = await run_in_threadpool(self.challenge.download, name, team)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type=MEDIA[name.rpartition(".")[2]], headers=headers)

    # Pages for the owner

    @_answering
    async def owner(self, request: Request) -> Response:
        """Everything but labels."""
        self.check_owner(request)
        return await self.owner_page(request)

    async def owner_page(self, request: Request, team: str = "", token: str = "") -> Response:
        """The page; a token that was just made is shown once."""
        status = await run_in_threadpool(self.challenge.status)
        log = await run_in_threadpool(self.challenge.audit, LOG_LINES)
        return self.page(
            "owner",
            request,
            status=status,
            log=log,
            team=team,
            token=token,
            tables=("board", "submissions", "audit"),
            number=four_places,
        )

    @_answering
    async def act(self, request: Request) -> Response:
        """What the owner does: open, close, limits, a team, a new token, the final ranking."""
        self.check_owner(request)
        data, act = await self.form(request), request.path_params["act"]
        if act in {"team", "token"}:
            name = _text(data, "team")
            token = await run_in_threadpool(
                self.challenge.add_team if act == "team" else self.challenge.new_token, name
            )
            return await self.owner_page(request, name, token)
        acts: dict[str, Callable[[], object]] = {
            "open": self.challenge.open,
            "close": self.challenge.close,
            "limits": lambda: self.challenge.set_limits(
                budget_per_day=_whole(_text(data, "per_team"), "the budget of a team"),
                total_budget_per_day=_whole(_text(data, "in_total"), "the budget of all teams"), closes=_text(data, "closes"),
            ),
            "final": lambda: self.challenge.final().close(),
        }  # fmt: skip
        if act not in acts:
            raise HTTPException(404)
        await run_in_threadpool(acts[act])
        return RedirectResponse("/owner", 303)

    @_answering
    async def export(self, request: Request) -> Response:
        """Board, submissions or audit log as CSV."""
        self.check_owner(request)
        name = request.path_params["name"]
        tables = await run_in_threadpool(self.challenge.csv_files)
        if name not in tables:
            raise HTTPException(404)
        headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        return Response(tables[name], media_type=MEDIA["csv"], headers=headers)

    @_answering
    async def report(self, request: Request) -> Response:
        """The comparison of all final submissions."""
        self.check_owner(request)
        page = await run_in_threadpool(self.challenge.final_report)
        return HTMLResponse(page, headers={"Content-Security-Policy": REPORT_POLICY})

    # The API of the client

    @_answering
    async def api_challenge(self, _request: Request) -> Response:
        """What the challenge is."""
        limits = asdict(self.challenge.limits)
        return _object(
            "exchange.challenge", self.challenge.about.public() | {"state": self.challenge.state, "limits": limits}
        )

    @_answering
    async def api_board(self, _request: Request) -> Response:
        """The board."""
        board = await run_in_threadpool(self.challenge.board)
        return _object("exchange.board", board.as_dict() | {"remark": board.remark})

    @_answering
    async def api_terms(self, request: Request) -> Response:
        """The team accepts license and terms."""
        await run_in_threadpool(self.challenge.accept_terms, self.token_team(request))
        return _object("exchange.terms", {"accepted": True})

    @_answering
    async def api_submissions(self, request: Request) -> Response:
        """The team's own submissions."""
        team = self.token_team(request)
        sent = await run_in_threadpool(self.challenge.submissions, team)
        return _object(
            "exchange.submissions", {"team": team, "submissions": sent, "left_today": self.challenge.left_today(team)}
        )

    @_answering
    async def api_submit(self, request: Request) -> Response:
        """Predictions as the body of the request."""
        team = self.token_team(request)
        receipt = await self.judged(team, await request.body())
        return _object("exchange.submit", {**asdict(receipt), "sentence": str(receipt)})

    @_answering
    async def api_choose(self, request: Request) -> Response:
        """The number of a submission as the body of the request."""
        team = self.token_team(request)
        number = _whole((await request.body())[:40].decode("utf-8", "replace"), "the number of a submission")
        await run_in_threadpool(self.challenge.choose, team, number)
        return _object("exchange.choice", {"team": team, "submission": number})

    @_answering
    async def api_download(self, request: Request) -> Response:
        """One of the files for teams."""
        return await self.given(request.path_params["name"], self.token_team(request))


def _object(name: str, body: dict[str, Any]) -> JSONResponse:
    return JSONResponse({"schema": f"bakeoff.{name}/1", **json_safe(body)})


def _text(data: FormData, name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _whole(text: str, what: str) -> int:
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 10):
        raise BadInput(f"{what} is a whole number; write it in digits")
    return int(text)


def _style(text: str) -> Callable[[Request], Awaitable[Response]]:
    async def give(_request: Request) -> Response:
        return Response(text, media_type="text/css")

    return give
