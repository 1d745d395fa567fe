"""Reports of many learners: nothing is left out in silence, and numbers stay whole on paper."""

import re
import shutil

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.report.render.html import render
from bakeoff.study.facts import study_facts


def comparison(k, n=20):
    rng = np.random.default_rng(3)
    values = rng.uniform(0.6, 0.9, (n, 1)) + rng.normal(0, 0.01, (n, k)) - 0.002 * np.arange(k)
    return bo.compare({f"learner{at}": values[:, at] for at in range(k)}, rows="datasets")


def test_the_robustness_of_many_learners_is_on_the_page():
    made = comparison(30)
    assert made.stability.sentence in " ".join(render(made.composed("x")).split())


def test_robustness_that_takes_long_is_named_and_shown_where_it_is_known(monkeypatch):
    monkeypatch.setattr(study_facts, "LARGEST", 10)
    made = comparison(5)
    page = render(made.composed("x"))
    assert "Not checked on this page" in page
    assert "10 pairs and 20 data sets" in page
    told = made.stability.sentence
    page = render(made.composed("x"))
    assert told in " ".join(page.split())
    assert "Not checked" not in page


def test_data_sets_that_change_a_claim_only_together_are_named_so():
    values = np.array([0.05, 0.04, 0.06, 0.05, 0.03, 0.07, 0.02, 0.06, 0.05, 0.04, 0.06, 0.05])
    made = bo.compare({"a": 0.8 + values, "b": np.full(12, 0.8), "c": 0.8 + values - 0.001}, rows="datasets")
    assert re.search(r"without [^<]* together", render(made.composed("x")))


@pytest.mark.parametrize(("k", "printed"), [(21, None), (60, 31)])
def test_columns_that_no_sheet_holds_are_counted(k, printed):
    page = render(comparison(k).composed("x"))
    note = re.search(r"Printed: (\d+) of (\d+) columns", page)
    assert (None if note is None else int(note[1])) == printed
    if printed is not None:
        row = re.search(r"<tr><th scope=\"row\"[^>]*>1</th>.*?</tr>", page)[0]
        assert row.count("<td") == k
        assert row.count("beyond") == k - printed


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium is installed")
def test_numbers_stay_whole_on_paper(tmp_path):
    from playwright.sync_api import sync_playwright

    page_file = tmp_path / "many.html"
    page_file.write_text(render(comparison(30).composed("x")), encoding="utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1016, "height": 700})  # A4 sideways within its margins
        page.goto(page_file.as_uri())
        page.emulate_media(media="print")
        lines = page.evaluate(
            """() => [...document.querySelectorAll('.vast td')].filter(one => one.offsetParent).map(one => {
                const text = document.createRange(); text.selectNodeContents(one);
                const box = text.getBoundingClientRect(), cell = one.getBoundingClientRect();
                return [box.height < 1.7 * parseFloat(getComputedStyle(one).fontSize), box.left >= cell.left - 1];
            })"""
        )
        browser.close()
    assert len(lines) == 22 * 30  # 20 data sets, the mean ranks and the means
    assert all(one_line and inside for one_line, inside in lines)
