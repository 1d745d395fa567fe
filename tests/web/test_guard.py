"""What a request must pass before any page sees it."""

import asyncio

import pytest

pytest.importorskip("starlette")

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from bakeoff.web.guard import Guard

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data; boundary=x"
BODIES = {FORM: b"token=a%2Db", PARTS: b'--x\r\nContent-Disposition: form-data; name="token"\r\n\r\na-b\r\n--x--\r\n'}
CODECS = ("unicode_escape", "raw_unicode_escape", "utf-7", "punycode", "idna", "undefined", "rot13", "zlib", "hex", "mbcs", "utf-16", "latin-1", "")  # fmt: skip


def answer(kind: str, body: bytes) -> tuple[int, str]:
    """Status and text of a page behind the guard that reads a form."""

    async def page(request):
        return PlainTextResponse(str((await request.form())["token"]))

    sent: list[dict] = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"here"), (b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
    scope = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "query_string": b"", "headers": headers}
    asyncio.run(Guard(Starlette(routes=[Route("/", page, methods=["POST"])]), ["here"])(scope, receive, send))
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent).decode()


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize(
    "form", ["; charset={}", '; charset="{}"', "; CharSet={}", "; charset*=utf-8''{}", "; charset=utf-8; charset={}"]
)
def test_forms_are_read_as_utf_8_only(kind, codec, form):
    assert answer(kind + form.format(codec), BODIES[kind]) == (
        415,
        "Forms are read as UTF-8 only; send them with charset=utf-8, or without a charset.",
    )


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("form", ["", "; charset=utf-8", '; charset="UTF-8"', ";charset=UTF-8 "])
def test_forms_in_utf_8_are_read(kind, form):
    assert answer(kind + form, BODIES[kind]) == (200, "a-b")
