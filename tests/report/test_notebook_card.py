"""The card of a notebook: tabs without a script, ids and groups of its own, a height that fits a cell, colours of the notebook."""

import re

import pytest

import bakeoff as bo
from bakeoff.report.render import html
from tests.report.test_payloads import Seen

NASTY = "<img src=x onerror=alert(1)>"
ROWS = [0.91, 0.88, 0.93, 0.90, 0.87, 0.92, 0.89, 0.94]


@pytest.fixture(scope="module")
def made():
    return bo.compare({NASTY: ROWS, "tree": [one - 0.03 - 0.01 * (at % 3) for at, one in enumerate(ROWS)]}, rows="datasets", measure="accuracy")  # fmt: skip


@pytest.fixture(scope="module")
def cell(made):
    return made._repr_html_()


def test_there_are_tabs_and_the_first_is_open(cell):
    tabs = re.findall(r'<input type="radio" name="[^"]*"( checked)?><span>([^<]*)</span>', cell)
    assert [title for _, title in tabs] == ["Verdict", "Scores", "Differences", "Checks", "Notes"]
    assert [bool(open_) for open_, _ in tabs] == [True, False, False, False, False]
    assert cell.count('class="pane"') == len(tabs)


def test_it_needs_no_script_and_runs_none(cell):
    seen = Seen()
    seen.feed(cell)
    assert "script" not in seen.tags
    assert "img" not in seen.tags
    assert not [key for _, key, _ in seen.attributes if key.startswith("on") or key == "style"]
    assert NASTY in " ".join(seen.text)


def test_cards_on_one_page_do_not_interfere(made, cell):
    other = made._repr_html_()
    for pattern in (r'\bid="([^"]+)"', r'type="radio" name="([^"]+)"'):
        one, two = (set(re.findall(pattern, text)) for text in (cell, other))
        assert one
        assert not one & two
    assert '<form method="dialog"' in cell  # groups of radio buttons end at a form, and this one sends nothing


def test_a_cell_is_small_and_its_height_is_bounded(cell):
    assert len(cell.encode()) < 60_000
    height = float(re.search(r"\.pane \{ height: ([\d.]+)rem; overflow: auto; \}", cell).group(1))
    assert height * 16 + 105 <= 350  # pixels: title, a claim of two lines and tabs are above it


def test_the_style_is_stronger_than_the_notebooks_and_knows_its_themes():
    style = html.cell_style()
    assert not re.search(r"\.bakeoff(?!\.inside\.inside)", style)
    assert style.count("{") == style.count("}")
    dark = re.search(r'data-jp-theme-light="false"[^{]*\{([^}]*)', style).group(1)
    assert "--paper: #0d1117" in dark
    assert "@page" not in style


def test_the_number_on_its_scale_is_that_of_the_sentence(made, cell):
    (pair,) = made.judgement.pairs
    amount = re.search(r'class="amount"><b>([^<]+)</b>', cell).group(1)
    assert amount == f"+{100 * abs(pair.verdict.difference.value):.2f}"


def test_a_study_without_a_comparison_has_a_card_too(tmp_path):
    results = bo.Study(datasets="iris", learners=["majority"], scheme="2-fold").run(workers=1, progress=False)
    cell = results._repr_html_()
    assert "only learner" in cell
    assert "<span>Scores</span>" in cell
