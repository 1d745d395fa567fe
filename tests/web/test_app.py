"""The started page: forms to verdicts, studies, and nobody let in without the token."""

import os
import re
import socket
import subprocess
import sys
import time

import pytest

import bakeoff as bo
from bakeoff.splits import scheme_from
from tests.helpers.page_server import page_server
from tests.helpers.studies import blobs, run_folds, study

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

CSV = "dataset,nb,svm\na,.81,.86\nb,.71,.75\nc,.92,.95\nd,.65,.70\ne,.77,.79\nf,.83,.84\ng,.59,.66\n"
NASTY = "<img src=x onerror=alert(1)>"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a finished study, a broken one, and things that are not for the page."""
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    made = tmp_path_factory.mktemp("studies")
    study = bo.Study(
        datasets=["iris"], learners={"nb": GaussianNB(), "tree": DecisionTreeClassifier()}, scheme="5-fold",
        measures=["accuracy", "kappa"], title="Flowers <b>",
    )  # fmt: skip
    study.run(made / "flowers.bakeoff", progress=False).close()
    (made / "broken.bakeoff").write_bytes(b"no study")
    (made / os.fsdecode(b"\xff\xfe.bakeoff")).write_bytes(b"no study")
    (made / "secret.txt").write_text("the secret")
    (made.parent / "outside.bakeoff").write_bytes(b"outside")
    (made / "link.bakeoff").symlink_to(made.parent / "outside.bakeoff")
    return made


@pytest.fixture(scope="module")
def client(folder):
    with page_server(folder) as (_, started):
        yield started.open()


def test_a_table_is_understood_before_it_is_judged(client):
    status, headers, page = client.post("/table", {"pasted": CSV})
    assert status == 200
    assert "This is how the table was read" in page
    assert "nb, svm" in page
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]


def test_the_verdict_is_that_of_compare(client):
    status, page, answer = client.verdict(CSV)
    assert status == 200
    want = bo.compare(
        {"nb": [0.81, 0.71, 0.92, 0.65, 0.77, 0.83, 0.59], "svm": [0.86, 0.75, 0.95, 0.70, 0.79, 0.84, 0.66]},
        rows="datasets",
    )
    assert answer["verdict"]["claim"] == want.verdict.claim.value
    assert answer["pairs"][0]["p_value"] == want.pairs[0].pair.result.p_value
    assert "<svg" in page
    assert "Ask again" in page


def test_a_table_that_cannot_be_read_stays_in_the_field(client):
    status, _, page = client.post("/table", {"pasted": f"a,b\n{NASTY}"})
    assert status == 422
    assert "line 2 has 1 cell" in page
    assert f"\na,b\n{NASTY}".replace("<", "&lt;").replace(">", "&gt;") in page.replace("\r\n", "\n")
    assert NASTY not in page


def test_examples_lead_to_an_answer(client):
    from bakeoff.web.examples import EXAMPLES

    _, _, home = client.get("/")
    for words, address, text in EXAMPLES:
        assert words in home
        stated = {"direction": "higher"} if address == "/table" else {}
        assert all(f'name="{name}" value="{value}"' in home for name, value in stated.items())
        status, _, page = client.post(address, {"pasted": text} | stated)
        assert status == 200
        assert "This is how the table was read" in page or "Which column is what?" in page
        checked = re.findall(r" checked> ([^<]+)", page)
        wanted = ["one data set", "higher scores, as accuracy"] if address == "/table" else ["old", "new"]
        assert set(wanted) <= set(checked), "one click leads on"


def test_an_uploaded_file_is_read(client):
    status, _, page = client.post("/table", file=CSV.encode())
    assert status == 200
    assert "nb, svm" in page


def test_asking_again_says_what_changed(client):
    fields = {"alpha": "0.001", "before_rows": "datasets", "before_direction": "higher"}
    _, page, _ = client.verdict(CSV, **fields)
    assert "What changed" in page
    assert "svm better" in page


def test_what_the_table_does_not_say_is_asked(client):
    _, _, page = client.post("/verdict", {"pasted": CSV})
    assert "Which scores are better?" in page
    assert "Everything as JSON" not in page


def test_back_shows_an_answer_again_without_sending_its_form(client):
    _, headers, _ = client.post("/verdict", {"pasted": CSV, "rows": "datasets", "direction": "higher"})
    assert headers["cache-control"] == "private, no-cache"  # "no-store" makes a browser ask to send the form again


def test_an_answer_without_its_table_names_the_way_back(client):
    status, _, page = client.get("/verdict")
    assert status == 405
    assert "no table came with it" in page


def test_names_are_escaped_everywhere(client):
    text = CSV.replace("nb", NASTY).replace("\na,", f"\n{NASTY},")
    for path in ("/table", "/verdict", "/predictions"):
        _, _, page = client.post(path, {"pasted": text, "rows": "datasets", "direction": "higher"})
        assert "<img" not in page
    _, _, page = client.get("/studies")
    assert "<b>" not in page.replace("<b>Paste", "")


def test_predictions_are_measured(client):
    text = "truth,a,b\n" + "".join(f"{i % 2},{int(i % 3 > 0)},{i % 2}\n" for i in range(40))
    _, _, page = client.post("/predictions", {"pasted": text})
    assert "Which column is what?" in page
    fields = [("pasted", text), ("truth", "truth"), ("learners", "a"), ("learners", "b"), ("outputs", "labels")]
    status, _, page = client.post("/panel", fields)
    assert status == 200
    assert "accuracy" in page


def test_studies_are_listed_and_browsed(client):
    _, _, page = client.get("/studies")
    assert "flowers.bakeoff" in page
    assert "broken.bakeoff" in page
    assert "link.bakeoff" not in page
    assert "secret" not in page
    _, _, text = client.get("/studies.json")
    import json

    found = {one["name"]: one for one in json.loads(text)["studies"]}
    assert found["flowers.bakeoff"]["done"] == found["flowers.bakeoff"]["planned"] == 10
    assert "error" in found["broken.bakeoff"]
    odd = found["\N{REPLACEMENT CHARACTER}" * 2 + ".bakeoff"]
    for place in ("", "/report", "/units", "/rows"):
        assert client.get(f"/studies/{odd['id']}{place}")[0] in {200, 422}
    assert client.get("/")[0] == 200
    key = found["flowers.bakeoff"]["id"]
    status, _, page = client.get(f"/studies/{key}")
    assert status == 200
    assert "10 of 10 units done" in page
    status, headers, page = client.get(f"/studies/{key}/report")
    assert status == 200
    assert "<svg" in page
    assert "script-src 'self'" not in headers["content-security-policy"]
    _, _, page = client.get(f"/studies/{key}/report?measure=kappa")
    assert "not the measure that was named before the run" in page
    _, _, page = client.get(f"/studies/{key}/units")
    assert page.count("<td>done</td>") == 10
    _, _, page = client.get(f"/studies/{key}/rows?dataset=iris")
    assert "Hardest rows of iris" in page
    status, _, page = client.get(f"/studies/{key}/row?dataset=iris&row=0")
    assert status == 200
    assert "Row 0 of iris" in page
    status, _, page = client.get(f"/studies/{key}/row?dataset=iris&row=99999")
    assert status == 422


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/table", "there is nothing in the field"),
        ("/verdict", "there is nothing in the field"),
        ("/panel", "there is nothing in the field"),
    ],
)
def test_an_empty_form_gets_one_sentence(client, path, sentence):
    status, _, page = client.post(path, {"pasted": ""})
    assert status == 422
    assert sentence in page


def test_a_gzip_bomb_is_refused_in_bounded_memory(client):
    import gzip

    bomb = gzip.compress(b"a,b\n" + b"1,2\n" * 50_000_000, 9)[: 7 << 20]
    status, _, page = client.post("/table", file=bomb)
    assert status in {422, 503}
    assert "Traceback" not in page
    assert client.get("/")[0] == 200


ATTEMPTS = [
    ("GET", "/", {"cookie": ""}),
    ("GET", "/studies", {"cookie": ""}),
    ("GET", "/studies.json", {"cookie": ""}),
    ("GET", "/studies.json", {"cookie": "bakeoff_page=guess"}),
    ("GET", "/studies.json", {"cookie": "bakeoff_page="}),
    ("GET", "/static/page.js", {"cookie": ""}),
    ("GET", "/open", {"cookie": ""}),
    ("GET", "/open?token=", {"cookie": ""}),
    ("GET", "/open?token=guess", {"cookie": ""}),
    ("GET", "/", {"host": "evil.example"}),
    ("GET", "/", {"host": "evil.example:8642"}),
    ("GET", "/", {"host": "127.0.0.1.evil.example"}),
    ("GET", "/", {"host": ""}),
    ("GET", "/studies.json", {"origin": "http://evil.example"}),
    ("GET", "/studies.json", {"origin": "null"}),
    ("POST", "/table", {"origin": "http://evil.example"}),
    ("POST", "/table", {"origin": "null"}),
    ("POST", "/table", {"sec_fetch_site": "cross-site"}),
    ("POST", "/table", {"sec_fetch_site": "same-site"}),
    ("POST", "/verdict", {"cookie": ""}),
    ("PUT", "/table", {}),
    ("DELETE", "/studies", {}),
    ("OPTIONS", "/", {}),
    ("TRACE", "/", {}),
]
PATHS = [
    "/studies/../secret.txt", "/studies/secret.txt", "/studies/%2e%2e%2fsecret.txt", "/secret.txt", "/static/../app.py",
    "/static/..%2fapp.py", "/studies/..%2f..%2foutside.bakeoff/report", "/studies/link.bakeoff", "/studies/flowers.bakeoff",
    "/studies/%00", "//etc/passwd", "/studies/x/row?dataset=../../etc/passwd&row=0",
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "headers"), ATTEMPTS)
def test_nobody_acts_without_the_token_or_from_elsewhere(client, method, path, headers):
    status, _, page = client.request(method, path, b"", headers)
    assert status in {403, 405, 421, 400}
    assert "flowers" not in page
    assert "form_key" not in page


@pytest.mark.parametrize("path", PATHS)
def test_no_path_of_a_request_reaches_a_file(client, path):
    status, _, page = client.get(path)
    assert status in {404, 405, 422, 403, 400}
    assert "the secret" not in page
    assert "root:" not in page
    assert "def make_app" not in page


def test_a_form_of_another_start_is_refused(client):
    status, _, page = client.post("/table", {"form_key": "0" * 64, "pasted": CSV})
    assert status == 422
    assert "earlier start" in page


def test_a_large_upload_is_refused_at_once(client):
    with socket.create_connection((client.host, client.port), timeout=30) as raw:
        head = (
            f"POST /table HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nCookie: {client.cookie}\r\n"
            f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {200 << 20}\r\n\r\n"
        )
        raw.sendall(head.encode())
        assert b" 413 " in raw.recv(4096)


def test_a_body_without_a_length_is_counted(client):
    with socket.create_connection((client.host, client.port), timeout=60) as raw:
        head = (
            f"POST /table HTTP/1.1\r\nHost: {client.host}:{client.port}\r\nCookie: {client.cookie}\r\n"
            "Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        raw.sendall(head.encode())
        chunk = b"a" * (1 << 16)
        sent = 0
        try:
            for _ in range(200 << 4):  # 200 MB
                raw.sendall(b"10000\r\n" + chunk + b"\r\n")
                sent += len(chunk)
        except OSError:
            pass
        assert sent < 100 << 20  # the server stopped reading long before the end
    assert client.get("/")[0] == 200


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--host", "0.0.0.0"], "without TLS"),
        (["--port", "99999"], "0 to 65535"),
        (["--tls-cert", "x.pem"], "both --tls-cert and --tls-key"),
        (["--tls-cert", "x.pem", "--tls-key", "y.pem"], "there is no file"),
        (["--host", "0.0.0.0", "--behind-proxy", "nginx"], "address of the proxy"),
        (["no-such-folder"], "there is no file or folder"),
    ],
)
def test_wrong_options_get_one_sentence(options, sentence):
    done = subprocess.run(
        [sys.executable, "-m", "bakeoff", "serve", "--no-browser", *options],
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.split())


def test_a_port_in_use_and_the_end_by_sigterm(folder):
    with page_server(folder) as (process, started):
        done = subprocess.run(
            [sys.executable, "-m", "bakeoff", "serve", "--no-browser", "--port", str(started.port)],
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )
        assert done.returncode == 2
        assert "is in use" in done.stderr
        process.terminate()
        assert process.wait(timeout=60) == 143
        assert "Traceback" not in process.stderr.read()


def test_two_pages_at_once_do_not_share_a_cookie(client, folder):
    """Browsers send the cookies of one port to another."""
    with page_server(folder) as (_, other):
        other.open()
        assert other.cookie.split("=")[0] != client.cookie.split("=")[0]
        both = f"{client.cookie}; {other.cookie}"
        assert client.get("/", cookie=both)[0] == other.get("/", cookie=both)[0] == 200


def test_a_running_study_is_followed(client, folder):
    """A file that appears while the page is open is shown, and what vanishes is gone."""
    import shutil

    copy = folder / "later.bakeoff"
    shutil.copy(folder / "flowers.bakeoff", copy)
    assert "later.bakeoff" in client.get("/studies")[2]
    copy.unlink()
    time.sleep(0.1)
    assert "later.bakeoff" not in client.get("/studies")[2]


def test_the_table_of_a_running_study_moves(client, folder):
    """The lines of the table are those of the address that the script asks, and they change while units are stored."""
    import json
    import re

    live = folder / "live.bakeoff"
    spec = study(datasets=(blobs("blobs"),), scheme=scheme_from("5-fold"))

    def lines():
        found = {one["name"]: one for one in json.loads(client.get("/studies.json")[2])["studies"]}["live.bakeoff"]
        return found["id"], [(one["learner"], one["done"], one["planned"]) for one in found["learners"]]

    try:
        run_folds(spec, live, {0, 1})
        key, before = lines()
        assert before == [("sharp", 2, 5), ("slack", 2, 5), ("poor", 2, 5)]
        (table,) = re.findall(rf'<table data-units="{key}">.*?</table>', client.get(f"/studies/{key}")[2], re.DOTALL)
        shown = re.findall(r'<th scope="row">(\w+)</th><td>(\d+) of (\d+)</td>', table)
        assert [(name, int(done), int(planned)) for name, done, planned in shown] == before
        run_folds(spec, live, {2, 3})
        assert lines() == (key, [("sharp", 4, 5), ("slack", 4, 5), ("poor", 4, 5)])
        assert "data-units" in client.get("/static/page.js")[2], "the script fills that table"
    finally:
        live.unlink(missing_ok=True)
