"""The page in a real browser: paste, confirm, verdict; a link that holds a table; a study that runs; nothing inaccessible."""

import json
import shutil
import subprocess
import sys

import pytest

import bakeoff as bo
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.splits import scheme_from
from tests.helpers.page_server import page_server
from tests.helpers.studies import blobs, run_folds, run_here, study
from tests.web.test_tables import PLAIN, TABLES

pytest.importorskip("starlette")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip
CSV = "dataset\tnb\tsvm\n" + "".join(f"d{i}\t{0.7 + i / 100}\t{0.74 + i / 90}\n" for i in range(9))

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
STUDY = """
title = "Live"
measures = ["accuracy"]
[learners.slow]
use = "sklearn.ensemble.RandomForestClassifier"
params = {n_estimators = 40}
[learners.quick]
use = "sklearn.naive_bayes.GaussianNB"
[[datasets]]
name = "iris"
[resampling]
scheme = "kfold"
folds = 10
repeats = 4
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with page_server(tmp_path_factory.mktemp("page")) as (_, client):
        yield client


@pytest.fixture(scope="module")
def context(server):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        made = browser.new_context(
            viewport={"width": 390, "height": 800}, permissions=["clipboard-read", "clipboard-write"]
        )
        made.set_default_timeout(120_000)  # machines may be busy
        page = made.new_page()
        page.goto(server.link)
        page.wait_for_url("**/")
        page.close()
        yield made
        browser.close()


def _axe(page):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    assert not found, [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]


def test_paste_confirm_verdict_ask_again_and_link(context, server):
    page = context.new_page()
    problems = []
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    page.goto(f"http://{server.host}:{server.port}/")
    _axe(page)
    page.fill("#pasted", CSV)
    page.click("text=Read the table of scores")
    page.wait_for_selector("text=This is how the table was read")
    _axe(page)
    page.check("input[value=higher]")
    page.click("button.first")
    page.wait_for_selector("text=Ask again")
    assert "svm is better than nb" in page.inner_text("main")
    _axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390  # nothing is cut off on a phone
    assert page.locator("text=Save as SVG").count() > 0
    page.click("#share-button")
    page.wait_for_selector("text=Copied.")
    link = page.get_attribute("#share-button", "data-link")
    page.fill("#alpha", "0.0001")
    page.click("section form button.first")
    page.wait_for_selector("text=What changed")
    for title in (
        "Verdict",
        "How the table was read",
        "Which method is better?",
    ):  # Back never asks to send a form again
        page.go_back()
        page.wait_for_function("text => document.title.startsWith(text)", arg=title)
    assert page.input_value("#pasted").replace("\r", "") == CSV
    other = context.new_page()
    other.goto(link)
    other.wait_for_selector("#linked:visible")
    assert other.input_value("#pasted").replace("\r", "") == CSV.strip("\n")
    damaged = context.new_page()
    damaged.goto(f"http://{server.host}:{server.port}/#t=AAAA")
    damaged.wait_for_selector("text=The link is damaged")
    assert not problems


def test_a_running_study_is_followed_to_its_end(context, tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    with page_server(tmp_path) as (_, client):
        page = context.new_page()
        page.goto(client.link)
        page.wait_for_url("**/")
        run = subprocess.Popen([sys.executable, "-m", "bakeoff", "run", "study.toml", "-o", "live.bakeoff"], cwd=tmp_path, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # fmt: skip
        try:
            for _ in range(200):
                page.goto(f"http://{client.host}:{client.port}/studies")
                if page.query_selector("progress"):
                    break
                page.wait_for_timeout(250)
            page.wait_for_selector("text=80 of 80 units done", timeout=200_000)
            assert run.wait(timeout=120) == 0
        finally:
            run.kill()
            run.wait()
        page.goto(f"http://{client.host}:{client.port}/studies")
        page.click("article a")
        page.wait_for_selector("text=Report by accuracy")
        _axe(page)
        page.click("text=Hardest rows of iris")
        page.wait_for_selector("h1")
        _axe(page)


def test_the_table_of_a_study_moves_while_the_page_is_open(context, tmp_path):
    live, spec = tmp_path / "live.bakeoff", study(datasets=(blobs("blobs"),), scheme=scheme_from("5-fold"))
    run_folds(spec, live, {0, 1})
    cells = "[...document.querySelectorAll('table[data-units] tbody tr')].map(row => row.cells[1].textContent)"
    with page_server(tmp_path) as (_, client):
        page = context.new_page()
        page.goto(client.link)
        page.wait_for_url("**/")
        page.goto(f"http://{client.host}:{client.port}/studies")
        page.click("article a")
        page.wait_for_selector("table[data-units]")
        page.evaluate("window.opened = true")
        assert page.evaluate(cells) == ["2 of 5"] * 3
        with FileLedger.open(live, write=True) as ledger:  # the run goes on
            run_here(spec, ledger, only=lambda key: key.fold in {2, 3})
            page.wait_for_selector("table[data-units] tbody tr:nth-child(3) td:text-is('4 of 5')")
            assert page.evaluate(cells) == ["4 of 5"] * 3
            assert page.evaluate("window.opened"), "the page was not loaded again"


def test_tables_of_all_origins_get_the_verdict_of_compare(context, server):
    """Pasted by a person: from Excel, CSV, LaTeX, Markdown, with decimal commas, percent signs, deviations and stars."""
    page = context.new_page()
    for origin, text in TABLES.items():
        scale = 100 if origin == "percent signs" else 1
        want = bo.compare(PLAIN | {name: [scale * one for one in PLAIN[name]] for name in ("nb", "svm")})
        page.goto(f"http://{server.host}:{server.port}/")
        page.fill("#pasted", text)
        page.click("text=Read the table of scores")
        page.check("input[value=datasets]")
        page.check("input[value=higher]")
        page.click("button.first")
        page.wait_for_selector("text=Ask again")
        got = json.loads(page.text_content("details:has-text('Everything as JSON') code"))
        assert got["verdict"]["claim"] == want.verdict.claim.value, origin
        assert got["pairs"][0]["p_value"] == pytest.approx(want.pairs[0].pair.result.p_value, abs=1e-12), origin
        assert got["pairs"][0]["difference"] == pytest.approx(want.pairs[0].pair.difference.value, abs=1e-9), origin
