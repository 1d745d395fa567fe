"""The page: forms and addresses. Every answer is computed by the answering process; this one only reads requests and fills templates."""

import hmac
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import wraps
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.core.options import comparing
from bakeoff.report.render.html import page_script, stylesheet
from bakeoff.tabular.formats import FORMATS
from bakeoff.web.answerer import Answerer, AnswererFailed
from bakeoff.web.examples import EXAMPLES
from bakeoff.web.guard import BODY, REPORT_POLICY, Keys
from bakeoff.web.studies import MOST, StudyShelf
from bakeoff.web.templating import render

__all__ = ["make_app"]

Handler = Callable[[Request], Awaitable[Response]]
KEPT = {"Cache-Control": "private, no-cache"}  # the browser keeps what it shows: Back must not ask to send a form again
LONGEST_AGAIN = 500_000  # letters of a table that is shown again after an error
LISTS = frozenset({"without_learners", "without_blocks", "learners"})
ROWS = {"datasets": "one data set", "folds": "one split of one data set", "runs": "one independent run", "rows": "one test row or question"}  # fmt: skip

OPTIONS = {
    option.name: option for option in (*comparing.QUESTION, *comparing.TABLE)
}  # of the form, as in Python and the shell
EMPTY: dict[str, Any] = {name: str(option.default or "") for name, option in OPTIONS.items()} | {
    "without_learners": [],
    "without_blocks": [],
}


def make_app(answerer: Answerer, shelf: StudyShelf, keys: Keys, *, secure: bool = False) -> Starlette:
    """The application; `secure` marks the cookie for TLS."""
    return Starlette(
        routes=Page(answerer, shelf, keys, secure=secure).routes(), exception_handlers={HTTPException: _missing}
    )


async def _missing(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    text = f"There is no such page ({status})."
    if status == HTTPStatus.METHOD_NOT_ALLOWED and request.method == "GET":
        text = (
            "This address shows the answer to a table, but no table came with it. Go back to the start and paste one."
        )
    return HTMLResponse(render("message.html", title="Not here", text=text), status)


def _answering(
    handler: Callable[["Page", Request], Awaitable[Response]],
) -> Callable[["Page", Request], Awaitable[Response]]:
    """Turn a refusal into a page with its sentence."""

    @wraps(handler)
    async def answering(self: "Page", request: Request) -> Response:
        try:
            return await handler(self, request)
        except AnswererFailed as problem:
            return HTMLResponse(render("message.html", title="No answer", text=str(problem)), 503)
        except BakeoffError as problem:
            kept = getattr(request.state, "pasted", "")
            if kept:
                return self.start(problem=str(problem), pasted=kept, status=422)
            return HTMLResponse(render("message.html", title="This cannot be answered", text=str(problem)), 422)
        except ClientDisconnect:
            return HTMLResponse("", 400)

    return answering


class Page:
    """The handlers, with what they share."""

    def __init__(self, answerer: Answerer, shelf: StudyShelf, keys: Keys, *, secure: bool) -> None:
        self.answerer, self.shelf, self.keys, self.secure = answerer, shelf, keys, secure

    def routes(self) -> list[Route]:
        """Addresses and their handlers."""
        own = files("bakeoff.web.static")
        style, script = own.joinpath("page.css").read_text("utf-8"), own.joinpath("page.js").read_text("utf-8")
        return [
            Route("/open", self.open),
            Route("/", self.home),
            Route("/table", self.table, methods=["POST"]),
            Route("/verdict", self.verdict, methods=["POST"]),
            Route("/predictions", self.predictions, methods=["POST"]),
            Route("/panel", self.panel, methods=["POST"]),
            Route("/studies", self.studies),
            Route("/studies.json", self.progress),
            Route("/studies/{study}", self.study),
            Route("/studies/{study}/report", self.report),
            Route("/studies/{study}/units", self.units),
            Route("/studies/{study}/rows", self.rows),
            Route("/studies/{study}/row", self.row),
            Route("/static/report.css", _file(stylesheet(), "text/css")),
            Route("/static/report.js", _file(page_script(), "text/javascript")),
            Route("/static/page.css", _file(style, "text/css")),
            Route("/static/page.js", _file(script, "text/javascript")),
        ]

    def page(self, name: str, **values: Any) -> HTMLResponse:
        """A filled template."""
        return HTMLResponse(render(name, form_key=self.keys.form, **values), headers=KEPT)

    async def open(self, request: Request) -> Response:
        """The printed link: the token becomes a cookie. No redirect, so that a strict cookie is sent with the next page."""
        if not self.keys.opens(request.query_params.get("token", "")):
            text = "This link has no valid token; use the one that bakeoff serve printed last."
            return HTMLResponse(render("message.html", title="Not allowed", text=text), 403)
        response = HTMLResponse(render("opened.html"))
        response.set_cookie(self.keys.cookie, self.keys.session, httponly=True, samesite="strict", secure=self.secure)
        return response

    async def home(self, _request: Request) -> Response:
        """The form to paste into."""
        return self.start()

    def start(self, problem: str = "", pasted: str = "", status: int = 200) -> HTMLResponse:
        """The form; after an error with its sentence and the table that was sent, so that nobody types it again."""
        shown = self.page(
            "home.html",
            studies=len(self.shelf.files()),
            formats=FORMATS,
            examples=EXAMPLES,
            problem=problem,
            pasted=pasted,
        )
        shown.status_code = status
        return shown

    @_answering
    async def table(self, request: Request) -> Response:
        """How a table is understood, and what is to be asked."""
        content, form = await self.form(request)
        understood = await self.answerer.ask("table", content=content, form=form)
        return self.page("understood.html", seen=understood, content=content, form=EMPTY | form, kinds=ROWS)

    @_answering
    async def verdict(self, request: Request) -> Response:
        """The verdict, and the form to ask again."""
        content, form = await self.form(request)
        before = {name.removeprefix("before_"): value for name, value in form.items() if name.startswith("before_")}
        asked = {name: value for name, value in form.items() if not name.startswith("before_")}
        understood = await self.answerer.ask("table", content=content, form=_whole(asked))
        missing = [question for question in understood["asks"] if not asked.get(question)]
        if missing:
            return self.page("understood.html", seen=understood, content=content, form=EMPTY | asked, kinds=ROWS)
        verdict = await self.answerer.ask("verdict", content=content, form=asked, before=before or None)
        verdict["article"] = Markup(verdict["article"])  # noqa: S704 - rendered by our own templates, every name escaped
        return self.page(
            "verdict.html", made=verdict, content=content, form=EMPTY | asked, seen=understood, plain=_simple(asked), kinds=ROWS, options=OPTIONS,
        )  # fmt: skip

    @_answering
    async def predictions(self, request: Request) -> Response:
        """Which column of a file of predictions is what."""
        content, form = await self.form(request)
        columns = await self.answerer.ask("predictions", content=content, form=form)
        return self.page("columns.html", seen=columns, content=content, form=form)

    @_answering
    async def panel(self, request: Request) -> Response:
        """The measures of predictions, and their comparison."""
        content, form = await self.form(request)
        answer = await self.answerer.ask("panel", content=content, form=form)
        answer["panels"] = [Markup(panel) for panel in answer["panels"]]  # noqa: S704 - as above
        answer["verdict"] = Markup(answer["verdict"])  # noqa: S704 - as above
        return self.page("panel.html", made=answer)

    @_answering
    async def studies(self, _request: Request) -> Response:
        """The results files and how far each is."""
        return self.page("studies.html", studies=await self._progress(), most=MOST)

    @_answering
    async def progress(self, _request: Request) -> Response:
        """The same for the script that follows a run."""
        return JSONResponse({"studies": await self._progress()})

    async def _progress(self) -> list[dict[str, Any]]:
        paths = self.shelf.files()
        answer: list[dict[str, Any]] = await self.answerer.ask(
            "progress", paths={key: str(path) for key, path in paths.items()}
        )
        return answer

    @_answering
    async def study(self, request: Request) -> Response:
        """One study: progress, verdict, where to look."""
        study = await self.answerer.ask("study", path=self.path(request))
        study["article"] = Markup(study.get("article", ""))  # noqa: S704 - as above
        return self.page("study.html", study=study, id=request.path_params["study"])

    @_answering
    async def report(self, request: Request) -> Response:
        """The report, a page of its own."""
        measure = request.query_params.get("measure", "")
        report = await self.answerer.ask("report", path=self.path(request), measure=measure)
        return HTMLResponse(report, headers={"Content-Security-Policy": REPORT_POLICY})

    @_answering
    async def units(self, request: Request) -> Response:
        """The units and their messages."""
        units = await self.answerer.ask("units", path=self.path(request))
        return self.page("units.html", found=units, id=request.path_params["study"])

    @_answering
    async def rows(self, request: Request) -> Response:
        """The hardest rows of a data set."""
        rows = await self.answerer.ask("rows", path=self.path(request), dataset=request.query_params.get("dataset", ""))
        return self.page("rows.html", found=rows, id=request.path_params["study"])

    @_answering
    async def row(self, request: Request) -> Response:
        """What every learner predicted of one row."""
        asked = request.query_params
        row = await self.answerer.ask(
            "row", path=self.path(request), dataset=asked.get("dataset", ""), row=asked.get("row", "")
        )
        return self.page("row.html", found=row, id=request.path_params["study"])

    def path(self, request: Request) -> str:
        """The file of the study in the address; only ids of files on the shelf lead to one."""
        path = self.shelf.path(request.path_params["study"])
        if path is None:
            raise BadInput("that study is not, or no longer, in the folder; go back to the list of studies")
        return str(path)

    async def form(self, request: Request) -> tuple[str, dict[str, Any]]:
        """The pasted or uploaded content (base64) and the fields of a form; refuses forms that are not ours."""
        async with request.form(max_files=1, max_fields=400, max_part_size=BODY) as data:
            request.state.pasted = _pasted(data)
            if not hmac.compare_digest(_text(data, "form_key").encode(), self.keys.form.encode()):
                raise BadInput(
                    "this form is from an earlier start of the server; go back, reload the page, and send it again"
                )
            content = await _content(data)
            fields: dict[str, Any] = {}
            for name in data:
                if name in {"form_key", "content", "pasted", "file"}:
                    continue
                values = [str(value) for value in data.getlist(name)]
                fields[name] = values if name.removeprefix("before_") in LISTS else values[-1]
        if not content:
            raise BadInput("there is nothing in the field and no file was chosen; paste a table or choose a file")
        return b64encode(content).decode(), fields


async def _content(data: FormData) -> bytes:
    file = data.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return await file.read()
    kept = _text(data, "content")
    if kept:
        try:
            return b64decode(kept, validate=True)
        except BadBase64:
            raise BadInput("the table that the form carries is damaged; paste it again") from None
    return _text(data, "pasted").strip("\r\n").encode()


def _pasted(data: FormData) -> str:
    """The table of a form as text, to be shown again after an error; nothing where it is a file that is no text, or very long."""
    text = _text(data, "pasted")
    if not text.strip("\r\n"):
        with suppress(BadBase64, UnicodeDecodeError):
            text = b64decode(_text(data, "content"), validate=True).decode("utf-8")
    return text if len(text) <= LONGEST_AGAIN and "\0" not in text else ""


def _text(data: FormData, name: str) -> str:
    value = data.get(name)
    return value if isinstance(value, str) else ""


def _whole(form: Mapping[str, Any]) -> dict[str, Any]:
    """The question without what it leaves out: that is how the table itself reads."""
    return {name: form[name] for name in ("rows", "columns", "direction", "measure", "name") if name in form}


def _simple(form: Mapping[str, Any]) -> dict[str, list[str]]:
    """Every field as a list, for hidden inputs."""
    return {name: value if isinstance(value, list) else [value] for name, value in form.items()}


def _file(text: str, media: str) -> Handler:
    async def give(_request: Request) -> Response:
        return Response(text, media_type=media)

    return give
