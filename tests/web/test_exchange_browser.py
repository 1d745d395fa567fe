"""The exchange in a real browser, without any script: the owner opens it, three teams submit, and everybody sees the final ranking."""

import shutil

import pytest

import bakeoff as bo
from tests.helpers.exchange import answers, as_csv, exchange_server, made_challenge

pytest.importorskip("starlette")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def _axe(page):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    assert not found, [(one["id"], [node["html"] for node in one["nodes"]][:3]) for one in found]


def _width(page):
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def _page(browser, problems, **options):
    made = browser.new_context(viewport={"width": 390, "height": 800}, **options)
    made.set_default_timeout(120_000)  # machines may be busy
    page = made.new_page()
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    return page


def test_a_challenge_from_the_opening_to_the_final_ranking(tmp_path):
    from playwright.sync_api import sync_playwright

    folder = tmp_path / "challenge"
    made_challenge(tmp_path, 400).end()
    problems = []
    with exchange_server(folder) as (_, address, link), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        owner = _page(browser, problems)
        owner.goto(link)
        owner.wait_for_url("**/owner")
        _axe(owner)
        tokens = {}
        for team in ("ada", "bob", "eve"):
            owner.fill("#team", team)
            owner.click("text=Add a team")
            tokens[team] = owner.inner_text("code.token")
        owner.goto(f"{address}/owner")
        assert tokens["ada"] not in owner.content()  # shown once
        owner.click("text=Open the challenge")
        owner.wait_for_selector("text=State: open")
        for team, kind in (("ada", "good"), ("bob", "plain"), ("eve", "noise")):
            page = _page(browser, problems, java_script_enabled=False)
            page.goto(address)
            page.fill("#token", tokens[team])
            page.click("text=Sign in")
            page.wait_for_url("**/team")
            assert "Do not try to name patients." in page.inner_text("main")
            assert "test.csv" not in page.inner_text("main").split("Submit")[0]  # terms first
            page.check("input[name=accept]")
            page.click("text=Go on to the download")
            with page.expect_download() as got:
                page.click("text=test.csv")
            assert got.value.path().read_bytes() == (folder / "download" / "test.csv").read_bytes()
            (tmp_path / "bad.csv").write_text("id,prediction\nx,well\nx,well\n")
            page.set_input_files("#file", tmp_path / "bad.csv")
            page.click("text=Send predictions")
            assert "1 id is repeated: x" in page.inner_text("[role=alert]")
            assert "nothing was counted" in page.inner_text("[role=alert]")
            page.goto(f"{address}/team")
            (tmp_path / "p.csv").write_bytes(as_csv(answers(folder, kind)))
            page.set_input_files("#file", tmp_path / "p.csv")
            page.click("text=Send predictions")
            assert f"The first submission of {team}" in page.inner_text("[role=status]")
            page.set_input_files("#file", tmp_path / "p.csv")
            page.click("text=Send predictions")
            assert "nothing was counted" in page.inner_text("[role=status]")
            page.context.close()
        problems[:] = [one for one in problems if "422" not in one]  # what was refused on purpose
        visitor = _page(browser, problems)
        visitor.goto(address)
        _axe(visitor)
        _width(visitor)
        assert "3 submissions of 3 teams" in visitor.inner_text("main")
        visitor.fill("#token", tokens["bob"])
        visitor.click("text=Sign in")
        visitor.wait_for_url("**/team")
        _axe(visitor)
        _width(visitor)
        owner.click("text=Close the challenge")
        owner.wait_for_selector("text=State: closed")
        owner.click("text=Make the final ranking")
        owner.click("text=Report of the final study")
        owner.wait_for_selector("h1")
        assert "final submissions" in owner.inner_text("h1")
        visitor.goto(address)
        assert "Final ranking" in visitor.inner_text("main")
        _axe(visitor)
        browser.close()
    assert not problems
    with bo.open(folder / "final.bakeoff") as results:
        assert results.learners == ("ada", "bob", "eve")
