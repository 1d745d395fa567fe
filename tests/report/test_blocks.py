"""The composed report: which sections there are, and that every form says the same."""

import json as plain_json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import unescape
from itertools import pairwise
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Emphasis, Name, Quiet, plain_text
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Bibliography, Code, Figure, Heading, KeyValues, Notices, Paragraph, Part, Report
from bakeoff.report.figures import rank_picture
from bakeoff.report.render import html, json, latex, markdown
from bakeoff.report.render.escape import latex_text, markdown_text
from bakeoff.report.render.walk import flat
from bakeoff.report.sections.methods import figures_of
from bakeoff.report.sections.scores import TableOptions, score_table
from bakeoff.report.tables.plain_text import Table, to_text
from bakeoff.report.write import write, write_report
from tests.helpers.findings import ACCURACY, compose, compose_judgement, failure, make_findings


@pytest.fixture(scope="module")
def report(findings):
    return compose(findings)


@pytest.fixture(scope="module")
def page(report):
    return html.render(report)


def names(report):
    return [section.name for section in report.sections]


def text_of(report):
    return markdown.render(report)


def test_order_of_the_page(report):
    assert names(report) == [
        "differences", "scores", "overview", "measures", "firmness", "ranks", "costs", "efficiency", "wins", "cherry_picking", "design", "notes", "methods",
    ]  # fmt: skip


def test_page_is_small_and_alone(page):
    assert len(page.encode()) < 300_000
    assert page.count("<script") == 1  # our own, which the content policy names by its hash
    inside = re.sub(r'href="data:[^"]*"', "", page)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", inside)
    assert " style=" not in page


def test_content_policy_allows_exactly_our_style_and_our_script(page):
    style, script = (re.search(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL).group(1) for tag in ("style", "script"))
    of_style, of_script = (b64encode(sha256(one.encode()).digest()).decode() for one in (style, script))
    policy = f"default-src 'none'; style-src 'sha256-{of_style}'; script-src 'sha256-{of_script}'; base-uri 'none'"
    assert policy in page.replace("&#39;", "'")


def test_the_script_is_the_same_on_every_page(page):
    """Nothing of a study enters it."""
    other = html.render(compose(make_findings(title="Another", datasets=["Glass"])))
    scripts = [re.search(r"<script>(.*?)</script>", one, re.DOTALL).group(1) for one in (page, other)]
    assert scripts[0] == scripts[1]
    assert "innerHTML" not in scripts[0]
    assert "eval(" not in scripts[0]


def test_ids_are_unique_and_links_lead_somewhere(page):
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    targets = re.findall(r'href="#([^"]+)"', page) + re.findall(r"url\(#([^)]+)\)", page)
    labels = [one for group in re.findall(r'aria-labelledby="([^"]+)"', page) for one in group.split()]
    assert {*targets, *labels} <= set(ids)


def test_headings_follow_each_other(page):
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_pictures_are_well_formed_and_described(page):
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        root = ET.fromstring(svg)
        assert root.attrib["role"] == "img"
        children = [child.tag.split("}")[1] for child in root]
        assert children[:2] == ["title", "desc"]
        assert "#fe0" not in svg  # no stand-in colour is left


def test_same_report_same_bytes(findings, page):
    assert html.render(compose(findings)) == page


def test_two_fragments_share_no_id(report):
    one, two = (set(re.findall(r'\bid="([^"]+)"', html.fragment(report))) for _ in range(2))
    assert one
    assert not one & two


def test_fragment_links_lead_somewhere(report):
    own = html.fragment(report)
    ids = set(re.findall(r'\bid="([^"]+)"', own))
    assert set(re.findall(r"url\(#([^)]+)\)", own)) <= ids
    assert {one for group in re.findall(r'aria-labelledby="([^"]+)"', own) for one in group.split()} <= ids


def words_of(block):
    """Every text of a block that a reader sees."""
    match block:
        case Table():
            rows = [cell.text for row in block.rows for cell in row.cells]
            return [block.caption, *block.notes, *(column.title for column in block.columns), *rows]
        case Figure():
            return [block.title, *re.split(r"(?<=\.) ", block.caption)]
        case KeyValues():
            return [text for item in block.items for text in item]
        case Notices():
            return list(block.items)
        case Heading():
            return [block.text]
        case Code():
            return [block.title]
        case _:
            return [plain_text((part,)) for part in block.parts]


def unbroken(tex):
    """The document with its lines joined where a column or a heading is broken."""
    heading = re.compile(r"\\begin\{tabular\}\[b\]\{@\{\}.@\{\}\}(.*?)\\end\{tabular\}")
    joined = heading.sub(lambda hit: hit[1].replace(r"\\", " "), tex)
    return " ".join(joined.replace(r"\allowbreak{}", "").split())


@pytest.mark.parametrize("kind", ["study", "failed", "pairs", "one data set", "table"])
def test_every_form_has_the_same_words_and_numbers(kind):
    """Block by block: what one form says, all say; JSON holds the very texts and the numbers behind them."""
    made = {
        "study": lambda: compose(make_findings()),
        "failed": lambda: compose(make_findings(failures=(failure(),))),
        "pairs": lambda: compose(make_findings(baseline=None)),
        "one data set": lambda: compose(make_findings(datasets=["Glass"])),
        "table": lambda: compose_judgement(make_findings().primary, "x"),
    }
    report = made[kind]()
    tex, text = unbroken(latex.render(report)), markdown.render(report)
    seen = " ".join(
        unescape(
            re.sub(
                r"<[^>]+>", "", re.sub(r'(?s)<svg.*?</svg>|<span class="spoken">.*?</span>', "", html.render(report))
            )
        ).split()
    )
    stored = plain_json.dumps(json.as_object(report), ensure_ascii=False)
    parts = [report.lead, *(one.blocks for one in report.sections)]  # a list of sources has a file of its own in LaTeX
    blocks = [
        block for part in parts for block in flat(tuple(one for one in part if not isinstance(one, Bibliography)))
    ]
    assert len(blocks) > 5
    for block in blocks:
        for words in filter(None, map(str.strip, words_of(block))):
            assert " ".join(words.split()) in seen, words
            assert " ".join(latex_text(words).split()) in tex, words
            assert markdown_text(words) in text, words
            assert plain_json.dumps(words, ensure_ascii=False)[1:-1] in stored, words
    numbers = [
        (cell.text, cell.value)
        for block in blocks
        if isinstance(block, Table)
        for row in block.rows
        for cell in row.cells
        if cell.value is not None and re.fullmatch(r"−?\d+\.\d+", cell.text)
    ]
    for shown, value in numbers:
        digits = len(shown.partition(".")[2])
        told = float(shown.replace("−", "-"))
        assert any(abs(factor * value - told) <= 0.51 * 10**-digits for factor in (1, 100)), (shown, value)


def test_table_diagram_and_sentence_agree(findings, report):
    """Whoever the sentence calls not different is joined in the diagram and not bold in the list."""
    judgement = findings.primary
    lead = report.lead[0]
    sentence = plain_text(lead.parts)
    picture = next(one for one in figures_of(report.sections) if one.name == "ranks")
    best = min(zip(judgement.ranks.mean_ranks, judgement.ranks.names, strict=True))[1]
    for one in judgement.pairs:
        if best in {one.pair.a, one.pair.b} and one.verdict.winner is None:
            other = one.pair.b if one.pair.a == best else one.pair.a
            said = rf"not shown to differ from [^.]*{other}|{other} is not shown to differ from [^.]*{best}|{best} ranks first"
            assert re.search(said, sentence)  # of the best, or of a baseline that does not lead
            assert re.search(rf"Not shown to differ: .*{other}", picture.description)


def test_failures_are_told_and_nothing_is_averaged_over_survivors():
    gone = (failure(), failure(fold=3), failure("Glass", "NB", kind="memory", message="ate 8 GB"))
    findings = make_findings(failures=gone)
    report = compose(findings)
    text = text_of(report)
    assert "OUT OF TIME (18/20)" in text
    assert "OUT OF MEMORY (18/20)" in text
    assert "took longer than 60 s" in text
    assert "**No verdict.** The learners were not compared." in text
    assert "differences" not in names(report)
    average = next(row for row in score_table(findings).rows if row.cells[0].text.startswith("Average (not"))
    assert [cell.text for cell in average.cells[1:3]] == ["–", "–"]


def test_one_data_set():
    report = compose(make_findings(datasets=["Glass"]))
    assert "ranks" in names(report)
    assert not [one for one in figures_of(report.sections) if one.name == "ranks"]  # no ranks over data sets
    assert "corrected resampled t-test" in text_of(report)


def test_two_learners_have_no_matrix():
    report = compose(make_findings(learners=("NB", "SVM"), baseline=None))
    tables = [block for section in report.sections for block in section.blocks if isinstance(block, Table)]
    assert not any(table.caption.startswith("Every pair") for table in tables)


def test_all_pairs_have_a_matrix_and_a_critical_difference():
    report = compose(make_findings(baseline=None))
    assert "Pairwise differences: Accuracy" in text_of(report)
    assert "Every pair: Accuracy" not in text_of(report), "the list contains every pair already"
    svg = next(one for one in figures_of(report.sections) if one.name == "ranks").svg
    assert "critical difference" not in svg, "bars follow the pairs"
    judged = judge(make_findings().primary.matrix, Question(evidence=DATASETS, posthoc="nemenyi"))
    assert "critical difference 1.48" in rank_picture(judged).svg  # the notes' table, k = 4, N = 10


def test_notes_golden_ranks():
    """The mean ranks of the notes' table: 2.65, 2.25, 3.35 and 1.75."""
    rows = score_table(make_findings()).rows
    last = next(row for row in rows if row.cells[0].text == "Average rank")
    assert [cell.text for cell in last.cells[1:]] == ["2.65", "2.25", "3.35", "1.75"]
    assert [cell.bold for cell in last.cells[1:]] == [False, False, False, True]


def test_planned_pairs_have_their_own_signs():
    """As in the notes: one sign per planned pair, beside its winner."""
    table = score_table(make_findings(baseline=None, pairs=(("SVM", "NB"), ("RandForest", "SVM"))))
    glass = next(row for row in table.rows if row.cells[0].text == "Glass")
    assert [cell.mark for cell in glass.cells[1:]] == ["◊", "", "", "●"]  # NB beats SVM, RandForest beats SVM
    assert any("◊ SVM and NB; ● RandForest and SVM" in note for note in table.notes)


def test_planned_pairs_may_share_a_sign():
    """A diamond for one pair, a bullet for two: the sign of a study is the study's own."""
    pairs = (("SVM", "NB"), ("RandForest", "SVM"), ("RandForest", "NB"))
    findings = make_findings(baseline=None, pairs=pairs)
    findings = replace(findings, card=replace(findings.card, pairs=pairs, signs=("◊", "●", "●")))
    table = score_table(findings)
    assert any("◊ SVM and NB; ● RandForest and SVM, RandForest and NB" in note for note in table.notes)
    assert {cell.mark for row in table.rows for cell in row.cells} <= {"", "◊", "●", "◊●"}


@pytest.mark.parametrize("spread", ["se", "sd", "interval", "none"])
def test_knobs_of_the_score_table(findings, spread):
    table = score_table(
        findings, look=TableOptions(spread=spread, percent=False, decimals=2, marks=False, flip=True, times=True)
    )
    titles = [column.title for column in table.columns]
    assert titles[:4] == ["Learner", "Average rank", "Average (not tested)", "Anneal"]
    ranks = [float(row.cells[1].text) for row in table.rows]
    assert ranks == sorted(ranks)  # the best first
    shown = next(row for row in table.rows if row.cells[0].text == "NB").cells[3].text
    assert "0.96" in shown
    assert not any(cell.mark for row in table.rows for cell in row.cells)
    assert "ms)" in shown
    assert ("[" in shown) == (spread == "interval")


def test_plain_score_table():
    matrix = make_findings().primary.matrix
    report = compose_judgement(judge(matrix, Question(evidence=DATASETS, measure="accuracy")), "My <scores>")
    assert names(report) == [
        "differences",
        "scores",
        "firmness",
        "ranks",
        "cherry_picking",
        "choice",
        "notes",
        "methods",
    ]
    assert "My &lt;scores&gt;" in html.render(report)


def test_accuracies_in_percent_are_not_multiplied_again():
    matrix = make_findings().primary.matrix
    percent = ScoreMatrix(
        names=matrix.names, blocks=matrix.blocks, values=matrix.values * 100, direction=matrix.direction
    )
    as_share, as_percent = (
        text_of(compose_judgement(judge(one, Question(evidence=DATASETS, measure="accuracy")), "x"))
        for one in (matrix, percent)
    )
    assert re.search(r"\| Anneal \| .*96\.43 \|", as_share)
    assert re.search(r"\| Anneal \| .*96\.43 \|", as_percent)
    assert re.search(r"\| RandForest vs SVM \| [^|]+ \| 0\.8 \|", as_share)
    assert re.search(r"\| RandForest vs SVM \| [^|]+ \| 0\.8 \|", as_percent)


def test_a_table_without_a_measure():
    rng = np.random.default_rng(0)
    matrix = ScoreMatrix.of({name: rng.normal(0.8, 0.1, 9) for name in "abc"})
    text = text_of(compose_judgement(judge(matrix, Question(evidence=DATASETS)), "Table"))
    assert "Score, higher is better" in text
    assert re.search(r"## \d Scores\n", text)


def test_lower_is_better_and_unknown_measures():
    rng = np.random.default_rng(0)
    values = rng.normal(10, 1, (12, 3)) + np.array([0, 3, 6])
    matrix = ScoreMatrix(
        names=("a", "b", "c"), blocks=tuple(map(str, range(12))), values=values, direction=Direction.LOWER
    )
    report = compose_judgement(judge(matrix, Question(evidence=DATASETS, measure="my error")), "Errors")
    text = text_of(report)
    assert "my error, lower is better" in text
    assert "a has the best mean rank" in text
    assert "better to the left" in figures_of(report.sections)[0].svg


def test_identical_learners():
    column = np.linspace(0.5, 0.9, 8)
    matrix = ScoreMatrix(names=("a", "b"), blocks=tuple(map(str, range(8))), values=np.column_stack([column, column]))
    report = compose_judgement(judge(matrix, Question(evidence=DATASETS, measure="accuracy")), "Same")
    assert "identical" in text_of(report)


def test_missing_cells():
    values = np.array([[0.9, 0.8, np.nan], [0.7, 0.6, 0.5], [0.9, 0.85, 0.8], [0.6, 0.5, 0.4], [0.8, 0.7, 0.6]])
    matrix = ScoreMatrix(names=("a", "b", "c"), blocks=tuple("vwxyz"), values=values)
    report = compose_judgement(judge(matrix, Question(evidence=DATASETS, measure="accuracy")), "Holes")
    assert "–" in text_of(report)
    html.render(report)
    plain_json.loads(json.render(report))


def test_downloads_travel_inside(page):
    found = re.findall(r'download="([^"]+)" href="data:[^;]+;charset=utf-8,([^"]+)"', page)
    files = {name: unquote(unescape(text)) for name, text in found}
    assert {"scores.csv", "scores.tex"} <= set(files)
    assert not any(name.endswith(".svg") for name in files), "the script saves the figures that are on the page"
    assert files["scores.csv"].startswith("dataset,learner,measure,mean")
    assert {"ranks", "differences"} <= set(re.findall(r'<figure data-name="([^"]+)"', page))


@pytest.mark.parametrize("suffix", [".html", ".md", ".tex", ".json", ".HTML"])
def test_write_by_suffix(report, tmp_path, suffix):
    path = write_report(report, tmp_path / f"report{suffix}")
    assert path.read_text(encoding="utf-8").strip()
    beside = {"report-references.bib"} if suffix == ".tex" else set()  # what its citations need
    assert {one.name for one in tmp_path.iterdir()} == {path.name, *beside}


def test_write_refuses_what_it_cannot(findings, report, tmp_path):
    with pytest.raises(BadInput, match=r"end it in \.html"):
        write(lambda: compose(findings), tmp_path / "report.docx")
    with pytest.raises(BadInput, match="no directory"):
        write_report(report, tmp_path / "nowhere" / "report.html")


def test_text_tables_for_the_terminal(findings):
    shown = to_text(score_table(findings))
    assert "Anneal" in shown
    assert "*99.55 ± 0.26 ●" in shown


@pytest.mark.slow
def test_the_page_of_a_large_study_stays_small():
    """20 learners x 50 data sets x 100 splits: the page stays under 2 MB."""
    rng = np.random.default_rng(0)
    kept = dict(ACCURACY)
    learners = tuple(f"learner with quite a long name {at:02d}" for at in range(20))
    try:
        ACCURACY.clear()
        ACCURACY.update(
            {
                f"data {at}": tuple(100 * np.clip(rng.normal(0.8, 0.05) + rng.normal(0, 0.02, 20), 0, 1))
                for at in range(50)
            }
        )
        findings = make_findings(splits=100, learners=learners, baseline=None)
    finally:
        ACCURACY.clear()
        ACCURACY.update(kept)
    page = html.render(compose(findings))
    assert len(page.encode()) < 2_000_000


@pytest.mark.parametrize(
    ("render", "shown"),
    [
        (html.render, "<strong>the best is &lt;b&gt;_x_</strong>, "),
        (markdown.render, r"**the best is &lt;b&gt;\_x\_**, "),
        (latex.render, r"\textbf{the best is \textless{}b\textgreater{}\_x\_}, "),
        (json.render, "the best is <b>_x_, quietly"),
    ],
)
def test_every_renderer_knows_the_spans_and_escapes_names(render, shown):
    parts = (Emphasis(("the best is ", Name("<b>_x_"))), ", ", Quiet(("quietly",)))
    section = Part(name="a", title="A", blocks=(Paragraph(parts=parts),))
    assert shown in render(Report(title="t", subtitle="", lead=(), sections=(section,)))
