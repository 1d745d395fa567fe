"""A served challenge: three teams from the data to the final ranking by the client; nobody reads labels, files or others' submissions."""

import csv
import http.client
import io
import json
import re
import socket
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

import bakeoff as bo
from bakeoff.challenges.client import ExchangeClient
from bakeoff.core.errors import BakeoffError
from tests.helpers.exchange import answers, as_csv, exchange_server, made_challenge, truth_of

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytestmark = pytest.mark.slow

BOUNDARY = "boundary-of-a-test"


class Visitor:
    """Requests by hand: one cookie, one token, one form key."""

    def __init__(self, address, token=""):
        found = urlsplit(address)
        self.host, self.port, self.token, self.cookie, self.form_key = found.hostname, found.port, token, "", ""

    def send(self, method, path, body=b"", raw_path=None, **headers):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        sent = {"Cookie": self.cookie} if self.cookie else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, raw_path or path, skip_accept_encoding=True, skip_host="Host" in sent)
        for name, value in sent.items():
            connection.putheader(name, value)
        if body and "Content-Length" not in sent:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body or None)
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        found = {name.lower(): value for name, value in answer.getheaders()}
        connection.close()
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].split(";")[0]
        key = re.search(r'name="form_key" value="([0-9a-f]+)"', text)
        self.form_key = key.group(1) if key else self.form_key
        return answer.status, found, text

    def get(self, path, **headers):
        return self.send("GET", path, **headers)

    def api(self, method, path, body=b"", **headers):
        return self.send(method, path, body, Authorization=f"Bearer {self.token}", **headers)

    def post(self, path, fields=(), file=None, **headers):
        pairs = {"form_key": self.form_key, **dict(fields)}
        parts = [
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
            for name, value in pairs.items()
        ]
        if file is not None:
            parts.append(
                f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="p.csv"\r\n\r\n'.encode()
                + file
                + b"\r\n"
            )
        body = b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()
        return self.send("POST", path, body, Content_Type=f"multipart/form-data; boundary={BOUNDARY}", **headers)

    def sign_in(self):
        self.post("/signin", {"token": self.token})
        self.get("/team")
        return self


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("exchange")


@pytest.fixture(scope="module")
def tokens(place):
    with made_challenge(place) as made:
        found = {team: made.add_team(team) for team in ("ada", "bob", "eve")}
        for team in found:
            made.accept_terms(team)
        made.open()
    return found


@pytest.fixture(scope="module")
def served(place, tokens):
    with exchange_server(place / "challenge") as started:
        client = ExchangeClient(started[1], tokens["bob"])
        client.submit(as_csv(answers(place / "challenge", "plain")))
        yield started


@pytest.fixture
def eve(served, tokens):
    return Visitor(served[1], tokens["eve"]).sign_in()


@pytest.fixture
def owner(served):
    _, address, link = served
    made = Visitor(address)
    made.get(link.removeprefix(address))
    made.get("/owner")
    return made


def secrets_of(place):
    """What must never be seen: labels beside ids, and what bob sent."""
    folder = place / "challenge"
    truth, bob = truth_of(folder), answers(folder, "plain")
    pairs = [f"{one},{label}" for one, label in truth.items()]
    return [
        *pairs,
        *(f"{one},{label}" for one, label in zip(bob["id"], bob["prediction"], strict=True)),
        "id,truth",
        "SQLite format",
        '"files"',
    ]


# (method, path, who asks, body, more headers)
ATTEMPTS = [
    ("GET", "/hidden/public.csv", "nobody", b"", {}),
    ("GET", "/hidden/final.csv", "eve", b"", {}),
    ("GET", "/download/hidden/final.csv", "eve", b"", {}),
    ("GET", "/download/..%2Fhidden%2Ffinal.csv", "eve", b"", {}),
    ("GET", "/download/../hidden/final.csv", "eve", b"", {}),
    ("GET", "/download/%2e%2e/hidden/public.csv", "eve", b"", {}),
    ("GET", "/download/....//hidden/public.csv", "eve", b"", {}),
    ("GET", "/download/..\\hidden\\public.csv", "eve", b"", {}),
    ("GET", "/download/%00train.csv", "eve", b"", {}),
    ("GET", "/download/public.csv", "eve", b"", {}),
    ("GET", "/download/exchange.sqlite", "eve", b"", {}),
    ("GET", "/download/challenge.json", "eve", b"", {}),
    ("GET", "/download//etc/passwd", "eve", b"", {}),
    ("GET", "/api/download/..%2fhidden%2fpublic.csv", "eve token", b"", {}),
    ("GET", "/api/download/final.bakeoff", "eve token", b"", {}),
    ("GET", "/api/download/train.csv", "nobody", b"", {}),
    ("GET", "/api/download/test.csv", "wrong token", b"", {}),
    ("GET", "/static/../../challenges/store.py", "eve", b"", {}),
    ("GET", "/static/%2e%2e/hidden/final.csv", "eve", b"", {}),
    ("GET", "/owner", "nobody", b"", {}),
    ("GET", "/owner", "eve", b"", {}),
    ("GET", "/owner/report", "eve", b"", {}),
    ("GET", "/owner/export/submissions", "eve", b"", {}),
    ("GET", "/owner/export/audit", "eve token", b"", {}),
    ("POST", "/owner/final", "eve", b"", {}),
    ("POST", "/owner/close", "eve", b"", {}),
    ("POST", "/owner/token", "eve", b"team=bob", {"Content_Type": "application/x-www-form-urlencoded"}),
    ("GET", "/open?token=", "nobody", b"", {}),
    ("GET", "/open?token=bt_x", "eve", b"", {}),
    ("GET", "/team?team=bob", "eve", b"", {}),
    ("GET", "/team/bob", "eve", b"", {}),
    ("GET", "/api/submissions?team=bob", "eve token", b"", {}),
    ("GET", "/api/submissions/1", "eve token", b"", {}),
    ("GET", "/api/submissions", "nobody", b"", {}),
    ("GET", "/api/submissions", "eve", b"", {}),  # a cookie is no token
    ("GET", "/api/submissions", "empty token", b"", {}),
    ("GET", "/api/submissions", "hash as token", b"", {}),
    ("POST", "/api/submissions?team=bob", "nobody", b"id,prediction\n", {}),
    ("POST", "/api/submissions", "eve token", b"id,truth\nr,1\n", {}),
    ("POST", "/api/submissions", "eve token", b"id,prediction,truth\n/etc/passwd,1,1\n", {}),
    ("POST", "/api/choice", "eve token", b"1 OR 1=1", {}),
    ("POST", "/api/choice", "eve token", b"1", {}),
    ("GET", "/api/board?rows=all&debug=1&team=%27%20OR%201=1", "eve token", b"", {}),
    ("GET", "/api/challenge?hidden=1", "eve token", b"", {}),
    ("GET", "/?debug=1", "eve", b"", {}),
    ("GET", "/", "nobody", b"", {"Host": "evil.example"}),
    ("GET", "/team", "eve", b"", {"Host": "evil.example"}),
    ("PUT", "/download/test.csv", "eve", b"x", {}),
    ("DELETE", "/team", "eve", b"", {}),
    ("POST", "/team/submit", "eve", b"x", {"Origin": "http://evil.example"}),
    (
        "POST",
        "/team/choose",
        "eve",
        b"submission=1",
        {"Content_Type": "application/x-www-form-urlencoded"},
    ),  # no form key
    ("POST", "/team/choose", "eve", b"submission=1", {"Sec_Fetch_Site": "cross-site"}),
]
HARMLESS = {"/api/board?rows=all&debug=1&team=%27%20OR%201=1", "/api/challenge?hidden=1", "/?debug=1", "/team?team=bob", "/api/submissions?team=bob"}  # fmt: skip


@pytest.fixture(scope="module")
def forbidden(place, served):
    return secrets_of(place)


@pytest.mark.parametrize(("method", "path", "who", "body", "headers"), ATTEMPTS)
def test_no_attempt_reads_labels_files_or_others_submissions(
    served, tokens, place, forbidden, method, path, who, body, headers
):
    from hashlib import sha256

    visitor = Visitor(served[1])
    words = {
        "eve token": tokens["eve"],
        "wrong token": "bt_" + "x" * 43,
        "empty token": "",
        "hash as token": sha256(tokens["bob"].encode()).hexdigest(),
    }
    more = dict(headers)
    if who == "eve":
        visitor.token = tokens["eve"]
        visitor.sign_in()
    elif who in words:
        more["Authorization"] = f"Bearer {words[who]}"
    status, found, text = visitor.send(method, path, body, **more)
    if path in HARMLESS and status == 200:
        assert "bob" not in text.replace("bob</th>", "").replace('"team":"bob"', "")  # bob is seen on the board only
    else:
        assert status in {400, 401, 403, 404, 405, 409, 413, 421, 422}, (status, text[:300])
    assert not [one for one in forbidden if one in text]
    assert not any(token in text for token in tokens.values())
    assert "Traceback" not in text
    assert found["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in found["content-security-policy"]


def test_there_are_at_least_thirty_attempts():
    assert len(ATTEMPTS) >= 30


def test_after_all_attempts_nothing_has_changed(served, place):
    with bo.Challenge(place / "challenge") as made:
        assert made.state == "open"
        assert made.submissions("eve") == []
        assert len(made.submissions("bob")) == 1


def test_answers_to_bad_files_do_not_depend_on_labels(served, tokens, place):
    """The same file against the true labels and against wrong ones: the sentences are those of the file alone."""
    truth = truth_of(place / "challenge")
    visitor = Visitor(served[1], tokens["eve"])
    swap = {"well": "ill", "ill": "well"}
    texts = set()
    for labels in (truth, {one: swap[label] for one, label in truth.items()}):
        body = as_csv({"id": [*truth, "x"], "prediction": [*labels.values(), "well"]})
        status, _, text = visitor.api("POST", "/api/submissions", body)
        assert status == 422
        texts.add(text)
    assert len(texts) == 1


def test_the_page_needs_no_script_and_escapes_names(served, owner, place):
    nasty = "<img src=x onerror=alert(1)>"
    status, _, page = owner.post("/owner/team", {"team": nasty})
    assert status == 200
    token = re.search(r'class="token">([^<]+)<', page).group(1)
    visitor = Visitor(served[1], token).sign_in()
    visitor.post("/team/submit", file=as_csv(answers(place / "challenge", "noise")))
    for path in ("/", "/team"):
        _, headers, page = visitor.get(path)
        assert "<img" not in page
        assert "&lt;img" in page
        assert "<script" not in page
        assert "script-src" not in headers["content-security-policy"]
    assert "<img" not in owner.get("/owner")[2]


def test_forms_of_another_visit_are_refused(served, tokens, eve, place):
    other = Visitor(served[1], tokens["ada"]).sign_in()
    eve.form_key = other.form_key
    status, _, text = eve.post("/team/submit", file=as_csv(answers(place / "challenge", "noise")))
    assert status == 422
    assert "this form is not from this visit" in text


def test_a_replaced_token_signs_out(served, tokens, owner, place):
    with bo.Challenge(place / "challenge") as made:
        token = made.add_team("lost")
    visitor = Visitor(served[1], token).sign_in()
    assert visitor.get("/team")[0] == 200
    owner.post("/owner/token", {"team": "lost"})
    assert visitor.get("/team")[0] == 401
    assert visitor.api("GET", "/api/submissions")[0] == 401


def test_signing_out(eve):
    assert eve.get("/team")[0] == 200
    assert eve.post("/signout")[0] == 303
    assert eve.get("/team")[0] == 401


def test_large_bodies_are_refused(served, tokens):
    visitor = Visitor(served[1], tokens["eve"])
    status, _, text = visitor.send("POST", "/api/submissions", b"x", Content_Length=str(200 << 20))
    assert status == 413
    assert "MB" in text
    with socket.create_connection(
        (visitor.host, visitor.port), timeout=60
    ) as raw:  # no length: cut off where it grows too large
        raw.sendall(
            f"POST /api/submissions HTTP/1.1\r\nHost: {visitor.host}:{visitor.port}\r\nAuthorization: Bearer {tokens['eve']}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        block = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        try:
            for _ in range(64):
                raw.sendall(block)
            answer = raw.recv(1000)
        except (BrokenPipeError, ConnectionResetError):
            answer = b""
    assert b" 200 " not in answer


def test_the_owner_changes_limits_and_exports(owner, place):
    assert owner.post("/owner/limits", {"per_team": "99", "in_total": "1000", "closes": ""})[0] == 303
    with bo.Challenge(place / "challenge") as made:
        assert made.limits.per_team == 99
    for fields, words in (
        ({"per_team": "many"}, "whole number"),
        ({"per_team": "3", "in_total": "9", "closes": "soon"}, "is not a date"),
    ):
        status, _, text = owner.post("/owner/limits", {"in_total": "9", "closes": "", **fields})
        assert status == 422
        assert words in text
    _, headers, text = owner.get("/owner/export/submissions")
    assert "attachment" in headers["content-disposition"]
    assert next(csv.reader(io.StringIO(text)))[0] == "team"
    assert owner.get("/owner/export/hidden")[0] == 404
    assert owner.post("/owner/explode")[0] == 404
    assert owner.get("/owner/report")[0] == 422


def test_client_refusals(served, tokens):
    address = served[1]
    for call, words in (
        (lambda: ExchangeClient(address).submissions(), "needs the token of your team"),
        (lambda: ExchangeClient(address, "bt_wrong").submissions(), "sign in with the token"),
        (lambda: ExchangeClient("http://192.0.2.1"), "without TLS everybody on the way"),
        (lambda: ExchangeClient("ftp://x"), "is not the address of an exchange"),
        (lambda: ExchangeClient(address, "a b"), "copy it again"),
        (lambda: ExchangeClient("http://127.0.0.1:9").board(), "cannot be reached"),
        (
            lambda: ExchangeClient(address, tokens["eve"]).submit(b"id,prediction\nx,well\n"),
            "120 rows of test.csv have no prediction",
        ),
    ):
        with pytest.raises(BakeoffError, match=words):
            call()


def test_an_answer_that_is_cut_short_is_no_answer():
    import threading

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer():
            connection, _ = listener.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"schema": 1}')

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(BakeoffError, match="broke before the answer was complete; try again"):
            ExchangeClient(f"http://127.0.0.1:{listener.getsockname()[1]}").board()
        thread.join()


def _bakeoff(*words, **environment):
    import os

    done = subprocess.run(
        [sys.executable, "-m", "bakeoff", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout, done.stderr


def test_three_teams_from_the_data_to_the_final_ranking_by_the_client(tmp_path):
    folder = tmp_path / "challenge"
    with made_challenge(tmp_path, 400) as made:
        tokens = {team: made.add_team(team) for team in ("ada", "bob", "eve")}
        made.open()
    with exchange_server(folder) as (_, address, _):
        for team, kind in (("ada", "good"), ("bob", "plain"), ("eve", "noise")):
            client = ExchangeClient(address, tokens[team])
            with pytest.raises(BakeoffError, match="the terms are not accepted yet"):
                client.download("train.csv")
            with pytest.raises(BakeoffError, match="the terms are not accepted yet"):
                client.submit(as_csv(answers(folder, kind)))
            client.accept_terms()
            assert client.download("test.csv") == (folder / "download" / "test.csv").read_bytes()
            receipt = client.submit(as_csv(answers(folder, kind)))
            assert (receipt["submission"], receipt["improved"]) == (1, True)
        (tmp_path / "p.csv").write_bytes(as_csv(answers(folder, "noise") | {"prediction": ["ill"] * 160}))
        (tmp_path / "token").write_text(tokens["eve"] + "\n")
        code, out, _ = _bakeoff(
            "exchange", "submit", "--server", address, "--token-file", tmp_path / "token", tmp_path / "p.csv", "--json"
        )
        assert code == 0
        assert json.loads(out)["submission"] == 2
        code, out, _ = _bakeoff("exchange", "choose", "--server", address, "1", BAKEOFF_TOKEN=tokens["eve"])
        assert (code, out) == (0, "Submission 1 enters the final ranking.\n")
        code, _, _ = _bakeoff(
            "exchange", "submit", "--server", address, tmp_path / "token", BAKEOFF_TOKEN=tokens["eve"]
        )
        assert code == 2
        with bo.Challenge(folder) as made:
            made.close()  # beside the running server
        with pytest.raises(BakeoffError, match="the challenge is closed; nothing can be sent any more"):
            ExchangeClient(address, tokens["bob"]).submit(as_csv(answers(folder, "good")))
        code, out, _ = _bakeoff("exchange", "final", folder, "--json")
        assert code == 0
        ranking = json.loads(out)["ranking"]
        assert {row["team"] for row in ranking["rows"]} == {"ada", "bob", "eve"}
        assert ranking["rows"][-1]["team"] == "eve"
        board = ExchangeClient(address).board()
        assert board["state"] == "closed"
        assert board["final"] == ranking
    with bo.open(folder / "final.bakeoff") as results:
        assert results.learners == ("ada", "bob", "eve")
        assert len(results.predictions("data", "eve")) == 80
