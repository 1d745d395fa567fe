"""The page in a real browser: light, dark, phone, paper; whole without its script, no network, nothing cut off, nothing inaccessible."""

import re
import shutil
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.core.notes import Subject
from bakeoff.data.tasks import BINARY
from bakeoff.measures.measure import Direction
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.render.html import fragment, render
from bakeoff.study.answers import AnswerPlots, calibration, confusion, curves, score_bins
from bakeoff.study.facts.study_facts import SHAPES as ANSWER_SHAPES
from bakeoff.study.notes import NO_COMPARISON
from tests.helpers.findings import ACCURACY, compose, compose_judgement, failure, make_findings

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
    # Playwright's own event loop is closed late by the interpreter.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Reports of several shapes, as files."""
    folder = tmp_path_factory.mktemp("pages")
    gone = (failure(), failure("Glass", "NB", kind="memory", message="ate 8 GB"))
    shapes = {
        "study": make_findings(),
        "pairs": make_findings(baseline=None),
        "failed": make_findings(failures=gone),
        "one": make_findings(datasets=["Glass"]),
        "nasty": make_findings(rename=lambda name: f"{name}<img src=x onerror=document.title='pwned'>\u202e"),
    }
    shapes["planned"] = make_findings(baseline=None, pairs=(("SVM", "NB"), ("RandForest", "SVM")))
    shapes["two"] = make_findings(learners=("NB", "SVM"), baseline=None)
    shapes["lone"] = alone(make_findings(datasets=["Glass", "Anneal"]))
    matrix = shapes["study"].primary.matrix
    (folder / "table.html").write_text(
        render(compose_judgement(judge(matrix, Question(evidence=DATASETS, measure="accuracy")), "A table")),
        encoding="utf-8",
    )
    errors = replace(matrix, values=(1.2 - matrix.values) * 7.0 ** np.arange(10)[:, None], direction=Direction.LOWER)
    (folder / "regression.html").write_text(
        render(compose_judgement(judge(errors, Question(evidence=DATASETS, measure="rmse")), "Errors")),
        encoding="utf-8",
    )
    many = ScoreMatrix(
        names=tuple(f"learner with settings {at}" for at in range(12)),
        blocks=tuple(f"data-{at}" for at in range(10)),
        values=np.random.default_rng(1).random((10, 12)),
        direction=Direction.HIGHER,
    )
    (folder / "wide.html").write_text(
        render(compose_judgement(judge(many, Question(evidence=DATASETS, measure="accuracy")), "Many")),
        encoding="utf-8",
    )
    names = tuple(f"{kind}_classifier & co, {at:02d}" for kind in ("logistic", "Forest") for at in range(6))
    shapes["crowd"] = make_findings(datasets=list(ACCURACY)[:8], learners=names, baseline=None)
    shapes["square"] = make_findings(learners=names[:10], baseline=None)  # too few to go down the page
    for name, findings in shapes.items():
        (folder / f"{name}.html").write_text(render(compose(findings)), encoding="utf-8")
    whole = replace(compose(shapes["study"]), full=True)
    (folder / "full.html").write_text(render(whole), encoding="utf-8")
    study = make_findings(datasets=["Glass", "Anneal", "Hepatitis", "Tic-Tac-Toe"], baseline=None)
    (folder / "curves.html").write_text(
        render(compose(study.with_fact(ANSWER_SHAPES, answers_of(study)))), encoding="utf-8"
    )
    return folder


def alone(findings):
    """Only the first learner."""
    return replace(
        findings,
        card=replace(findings.card, learners=findings.card.learners[:1], baseline=None),
        cells=tuple(one for one in findings.cells if one.learner == findings.card.learners[0].name),
        judgements=(), per_dataset=(),
        notes=(NO_COMPARISON(Subject(measure="accuracy"), reason="there is one learner only", left_out=()),),
        times=tuple(one for one in findings.times if one.learner == findings.card.learners[0].name), marks=(),
    )  # fmt: skip


def answers_of(study):
    """Curves and confusions made up for the study's first two data sets."""
    rng = np.random.default_rng(0)
    lines, bins, tables = [], [], []
    for dataset in [card.name for card in study.card.datasets][:2]:
        for learner in [card.name for card in study.card.learners]:
            truth = rng.integers(0, 2, 150)
            chance = 1 / (1 + np.exp(-(2 * truth - 1 + rng.normal(0, 1.5, 150))))
            proba = np.column_stack([1 - chance, chance])
            part = Predictions(
                task=BINARY, rows=np.arange(150), truth=truth, classes=("no", "yes"), positive="yes",
                label=(chance > 0.5).astype(int), proba=proba,
            )  # fmt: skip
            lines += [*curves(dataset, learner, [part]), *calibration(dataset, learner, [part])]
            bins += score_bins(dataset, learner, [part])
            tables += confusion(dataset, learner, [part])
    return AnswerPlots(curves=tuple(lines), bins=tuple(bins), confusions=tuple(tables))


def opened(browser, path, *, width=1150, scheme="light", script=True):
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, java_script_enabled=script, offline=True
    )
    page = context.new_page()
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    return page, said, [url for url in asked if not url.startswith(("file:", "data:"))]


SHAPES = ["study", "pairs", "failed", "one", "nasty", "curves", "planned", "two", "table", "regression", "lone", "wide",
          "crowd", "square"]  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_quiet_and_nothing_sticks_out(browser, pages, shape):
    page, said, asked = opened(browser, pages / f"{shape}.html")
    assert said == []
    assert asked == []
    assert "pwned" not in page.title() or shape == "nasty"
    assert page.title() != "pwned"
    assert page.evaluate("document.scripts.length") == 1
    for width in (1150, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


@pytest.mark.parametrize("shape", SHAPES)
def test_no_table_scrolls_sideways_on_a_desk(browser, pages, shape):
    page, *_ = opened(browser, pages / f"{shape}.html")
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    wide = page.eval_on_selector_all(
        ".table, .picture, pre",
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText.slice(0, 80))",
    )
    page.context.close()
    assert wide == []


def test_long_texts_stand_below_each_other_on_a_phone(browser, pages):
    page, *_ = opened(browser, pages / "crowd.html", width=390)
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    settings = page.locator("#design .cards").first
    assert settings.locator("td").first.evaluate("one => getComputedStyle(one, '::before').content") == '"Settings: "'
    assert page.eval_on_selector_all(
        ".table:has(.cards)", "all => all.every(one => one.scrollWidth <= one.clientWidth + 1)"
    )
    page.context.close()


def test_readable_without_script(browser, pages):
    page, *_ = opened(browser, pages / "study.html", script=False)
    assert page.locator("h1").inner_text() == "Which classifier?"
    assert page.locator(".card .claim").is_visible()
    assert page.locator("#scores table").first.is_visible()
    page.locator("#scores summary").first.click()
    assert page.get_by_text("Log loss (cross-entropy), in nats, lower is better").is_visible()
    page.locator("#design summary").first.click()
    page.get_by_text("Learners and their settings").click()
    assert page.get_by_text("missing values: median").first.is_visible()
    assert page.locator("button, select").count() == 0
    page.context.close()


def test_the_script_sorts_hides_and_switches(browser, pages):
    page, said, asked = opened(browser, pages / "study.html")
    scores = page.locator("#scores .alternative").first
    names = scores.locator("tbody tr:not(.summary) th")
    before = names.all_inner_texts()
    scores.locator("thead th button").nth(1).click()
    values = [
        float(one.split()[0]) for one in scores.locator("tbody tr:not(.summary) td:nth-child(2)").all_inner_texts()
    ]
    assert values == sorted(values, reverse=True)
    assert scores.locator("thead th").nth(1).get_attribute("aria-sort") == "descending"
    assert sorted(names.all_inner_texts()) == sorted(before)
    assert scores.locator("tbody tr").last.get_attribute("class") == "summary"
    chip = page.locator(".learners button").last
    look = page.locator(".learners li").last.get_attribute("data-l")
    drawn = page.locator(f"#differences svg .l{look}").first
    head = scores.locator(f"thead th.l{look}")
    assert drawn.is_visible()
    assert head.is_visible()
    chip.click()
    assert chip.get_attribute("aria-pressed") == "false"
    assert not drawn.is_visible()
    assert not head.is_visible()
    chip.click()
    assert head.is_visible()
    assert scores.is_visible()
    page.locator("#scores select").select_option(index=1)
    assert not scores.is_visible()
    assert page.locator("#scores .alternative").nth(1).locator("table").is_visible()
    page.locator("#scores select").select_option(index=0)
    with page.expect_download() as saved:
        page.locator("figure[data-name=ranks] .save").click()
    assert saved.value.suggested_filename == "ranks.svg"
    text = saved.value.path().read_text(encoding="utf-8")
    assert "var(" not in text
    assert text.startswith("<svg")
    assert said == asked == []
    page.context.close()


def test_tables_and_figures_show_the_same_measure(browser, pages):
    page, said, asked = opened(browser, pages / "study.html")
    first, second = (page.locator(f'figure[data-name="differences{end}"]') for end in ("", "-log_loss"))
    assert (first.is_visible(), second.is_visible()) == (True, False)
    page.locator("#scores select").select_option(index=1)
    assert (first.is_visible(), second.is_visible()) == (False, True)
    page.locator("#differences select").select_option(index=0)
    assert (first.is_visible(), second.is_visible()) == (True, False)
    assert page.locator("#scores .alternative").first.is_visible()
    assert said == asked == []
    page.context.close()


def test_each_learner_has_one_colour_and_one_marker(browser, pages):
    page, *_ = opened(browser, pages / "study.html")
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    signs = page.eval_on_selector_all(
        "main .m",
        "all => all.map(one => [one.parentElement.innerText.trim().split(' ')[0].split('\\n')[0], one.className])",
    )
    page.context.close()
    found = {}
    for name, sign in signs:
        found.setdefault(name, set()).add(sign)
    assert len(found) == 4
    assert all(len(one) == 1 for one in found.values()), found


def brightness(page, selector, prop):
    color = page.eval_on_selector(selector, f"one => getComputedStyle(one).{prop}")
    return sum(map(int, re.findall(r"\d+", color)[:3])) / 3


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True)])
def test_light_and_dark(browser, pages, scheme, dark):
    page, *_ = opened(browser, pages / "study.html", scheme=scheme)
    assert (brightness(page, "body", "backgroundColor") < 60) == dark
    assert (brightness(page, "svg text", "fill") > 120) == dark  # figures follow
    assert (brightness(page, "h1", "color") > 180) == dark
    page.context.close()


def test_gross_look(browser, pages):
    """Not pixel by pixel: the picture is mostly paper, has ink, accent and contrast, and is as long as expected."""
    from io import BytesIO

    from PIL import Image

    page, *_ = opened(browser, pages / "study.html")
    picture = Image.open(BytesIO(page.screenshot(full_page=True))).convert("RGB")
    page.context.close()
    assert 2000 < picture.height < 4500
    colors = {color: count for count, color in picture.getcolors(maxcolors=2**24)}
    total = picture.width * picture.height
    assert colors[255, 255, 255] / total > 0.6
    for needed in ((0x1B, 0x1F, 0x24), (0xD5, 0x5E, 0x00), (0x00, 0x72, 0xB2)):
        assert colors.get(needed, 0) > 200, needed


def test_labels_of_figures_stay_apart_in_the_browsers_font(browser, pages):
    page, *_ = opened(browser, pages / "pairs.html")
    boxes = page.eval_on_selector_all(
        "figure[data-name=ranks] svg text",
        "all => all.map(one => { const b = one.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })",
    )
    frame = page.eval_on_selector(
        "figure[data-name=ranks] svg", "one => { const b = one.getBoundingClientRect(); return [b.left, b.right]; }"
    )
    page.context.close()
    assert all(box[0] >= frame[0] - 1 and box[2] <= frame[1] + 1 for box in boxes)
    for at, a in enumerate(boxes):
        for b in boxes[at + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] + 3 or b[3] <= a[1] + 3


@pytest.mark.parametrize(("shape", "most"), [("study", 5), ("full", 13)])
def test_prints_on_a4_with_folds_open_if_asked(browser, pages, shape, most):
    page, *_ = opened(browser, pages / f"{shape}.html")
    printed = page.pdf(prefer_css_page_size=True)
    page.emulate_media(media="print")
    assert page.get_by_text("missing values: median").first.is_visible() == (shape == "full")
    assert page.get_by_text("Folded parts of the page are not printed").is_visible() == (shape == "study")
    assert page.get_by_text("Learners were compared by").first.is_visible()
    assert not page.locator("nav").is_visible()
    page.context.close()
    assert printed.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= most
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed)
    assert (round(float(box[1])), round(float(box[2]))) == (595, 842)


SHEET = 688  # pixels between the margins of A4; where anything is wider, the browser shrinks every page


@pytest.mark.parametrize("shape", SHAPES)
def test_nothing_is_wider_than_the_sheet(browser, pages, shape):
    page, *_ = opened(browser, pages / f"{shape}.html", width=SHEET)
    page.emulate_media(media="print")
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    wide = page.eval_on_selector_all(
        "table, figure, pre, p",
        "(all, most) => all.filter(one => one.getBoundingClientRect().right > most).map(one => one.innerText.slice(0, 80))",
        SHEET + 1,
    )
    page.context.close()
    assert wide == []


def test_keyboard_reaches_links_folds_and_tables(browser, pages):
    page, *_ = opened(browser, pages / "study.html")
    kinds = []
    for _ in range(40):
        page.keyboard.press("Tab")
        kinds.append(page.evaluate("document.activeElement.tagName + '.' + document.activeElement.className"))
    page.context.close()
    assert kinds[0] == "A.skip"
    assert {"A.", "SUMMARY.", "DIV.table"} <= set(kinds)


@pytest.mark.parametrize("shape", SHAPES)
def test_axe_finds_nothing(browser, pages, shape):
    """Every kind of page; light or dark, wide or narrow in turn."""
    at = SHAPES.index(shape)
    scheme, width = ("light", "dark")[at % 2], (1150, 1150, 390)[at % 3]
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page, *_ = opened(browser, pages / f"{shape}.html", scheme=scheme, width=width)
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    page.evaluate(axe)
    found = page.evaluate(
        "async () => (await axe.run()).violations.map(one => [one.id, one.nodes.map(n => n.html).slice(0, 3)])"
    )
    page.context.close()
    assert found == []


def test_two_fragments_in_one_notebook_page(browser, tmp_path):
    report = compose(make_findings(datasets=["Glass", "Anneal", "Hepatitis"]))
    path = tmp_path / "notebook.html"
    path.write_text(
        f"<!doctype html><meta charset=utf-8><title>n</title>{fragment(report)}{fragment(report)}", encoding="utf-8"
    )
    page, said, _ = opened(browser, path)
    ids = page.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    page.context.close()
    assert said == []
    assert len(ids) == len(set(ids))
