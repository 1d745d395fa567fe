"""Untrusted names: nothing runs in a browser, compiles in LaTeX or starts in a spreadsheet."""

import csv
import io
import json as plain_json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

from bakeoff.core.text import clean
from bakeoff.report.blocks import Downloads
from bakeoff.report.render import html, json, latex, markdown
from bakeoff.report.render.escape import csv_field, latex_text, markdown_text
from bakeoff.report.render.walk import flat
from bakeoff.report.sections.scores import score_table
from bakeoff.report.tables.plain_text import Table, to_csv
from bakeoff.study.answers import AnswerPlots, Confusion
from bakeoff.study.facts.study_facts import SHAPES
from tests.helpers.findings import LEARNERS, FailureRow, compose, failure, make_findings
from tests.helpers.hostile_names import HOSTILE_NAMES

TAGS = {
    "html",
    "wbr",
    "head",
    "meta",
    "title",
    "style",
    "script",
    "i",
    "body",
    "a",
    "nav",
    "ul",
    "li",
    "main",
    "header",
    "h1",
    "h2",
    "h3",
    "p",
    "div",
    "span",
    "section",
    "strong",
    "b",
    "dl",
    "dt",
    "dd",
    "details",
    "summary",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "figure",
    "figcaption",
    "pre",
    "code",
    "svg",
    "g",
    "path",
    "text",
    "use",
    "defs",
    "clippath",
    "rect",
    "desc",
}
BAD_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\u202a-\u202e\u2066-\u2069]")


class Seen(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.text = set(), [], []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += [(tag, key, value) for key, value in attrs]

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def nasty():
    """One study in which every name carries all payloads in turn."""
    turn = iter(range(10**6))
    named = {}

    def rename(name):
        return named.setdefault(name, f"{HOSTILE_NAMES[next(turn) % len(HOSTILE_NAMES)]} {len(named)}")

    gone = failure("Audiology", "SVM", message="".join(HOSTILE_NAMES[:6]))
    first = make_findings(rename=rename)
    gone = FailureRow(
        **{
            **{key: getattr(gone, key) for key in gone.__dataclass_fields__},
            "dataset": named["Audiology"],
            "learner": named["SVM"],
        }
    )
    return first, make_findings(rename=rename, failures=(gone,)), named


PLACES = 4  # payloads at a time, in every place where a stranger's words may stand


@pytest.fixture(scope="module")
def everywhere():
    """Reports in which the same payloads are learners, data sets, classes, file names and error messages."""
    made = []
    for start in range(0, len(HOSTILE_NAMES), PLACES):
        four = [HOSTILE_NAMES[(start + at) % len(HOSTILE_NAMES)] for at in range(PLACES)]
        names = dict(zip(LEARNERS, four, strict=True)) | {"Glass": f"{four[0]} d", "Anneal": f"{four[1]} d"}
        names |= {
            "Hepatitis": f"{four[2]} d",
            "Tic-Tac-Toe": f"{four[3]} d",
            "yes": f"{four[0]} c",
            "no": f"{four[1]} c",
        }
        gone = failure(names["Tic-Tac-Toe"], four[0], message=" ".join(four))
        findings = make_findings(
            rename=lambda name, names=names: names.get(name, name),
            datasets=["Glass", "Anneal", "Hepatitis", "Tic-Tac-Toe"],
            baseline=None,
            failures=(gone,),
            toml=four[2],
            splits=10,
        )
        classes = tuple(f"{one} c" for one in four)
        seen = Confusion(
            dataset=names["Glass"], learner=four[0], classes=classes, matrix=np.eye(4, dtype=int) + 1, splits=1
        )
        made.append((four, findings, compose(findings.with_fact(SHAPES, AnswerPlots(confusions=(seen,))))))
    return made


def test_every_payload_in_every_place_of_a_page(everywhere):
    for four, _, report in everywhere:
        page = html.render(report)
        seen = Seen()
        seen.feed(page)
        assert seen.tags <= TAGS, four
        assert not [key for _, key, _ in seen.attributes if key.startswith("on") or key == "style"], four
        assert not BAD_CHARACTERS.search(page)
        shown = " ".join(" ".join(seen.text).split())
        for payload in four:
            assert " ".join(clean(payload).split()) in shown


def test_every_payload_in_every_place_of_latex(everywhere):
    """Take away what we write ourselves: no backslash is left, and every brace has its partner."""
    for four, _, report in everywhere:
        text = latex.render(report).split(r"\maketitle")[1]
        commands = set(re.findall(r"\\([a-zA-Z]+)", text))
        assert not commands & {"input", "immediate", "write", "catcode", "newpage", "mathcal", "def", "include"}, four
        assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}")
        bare = re.sub(r"\\[{}]", "", text)
        assert bare.count("{") == bare.count("}")
        assert not BAD_CHARACTERS.search(text)


def test_every_payload_in_every_place_of_markdown(everywhere):
    for four, _, report in everywhere:
        text = re.sub(r"(?ms)^(`{3,}).*?^\1$", "", markdown.render(report))  # code shows itself and nothing else
        assert not re.search(r"<[a-zA-Z/!]", text), four
        assert not re.search(r"(?<!\\)\]\(", text), four
        assert not BAD_CHARACTERS.search(text)


def test_every_payload_in_every_place_of_a_spreadsheet(everywhere):
    for four, findings, report in everywhere:
        files = [one for block in report.sections[-1].blocks if isinstance(block, Downloads) for one in block.files]
        texts = [one.content for one in files if one.media == "text/csv"]
        tables = [block for section in report.sections for block in flat(section.blocks) if isinstance(block, Table)]
        for text in [*texts, *map(to_csv, tables), to_csv(score_table(findings))]:
            for row in csv.reader(io.StringIO(text)):
                for field in row:
                    number = re.fullmatch(r"[+−-]?[\d.,]+(e[+-]\d+)?.*", field)
                    assert number or field[:1] not in {"=", "+", "-", "@", "\t", "\r", "|", "%"}, (four, field)


def test_there_are_thirty():
    assert len(set(HOSTILE_NAMES)) >= 30


@pytest.mark.parametrize("which", [0, 1])
def test_html_holds_only_our_own_elements(nasty, which):
    page = html.render(compose(nasty[which]))
    seen = Seen()
    seen.feed(page)
    assert seen.tags <= TAGS
    assert page.count("<script") == 1
    for tag, key, value in seen.attributes:
        assert not key.startswith("on"), (tag, key)
        assert key != "style"
        if key in {"href", "src", "xlink:href"}:
            assert re.match(r"#|data:(text/csv|text/x-tex|text/x-bibtex|image/svg\+xml);charset=utf-8,", value)
    assert not BAD_CHARACTERS.search(page)


def test_html_still_shows_the_names(nasty):
    page = html.render(compose(nasty[0]))
    seen = Seen()
    seen.feed(page)
    shown = " ".join(seen.text)
    assert "<script>alert(1)</script>" in shown
    assert "{{ 7 * 7 }}" in shown


def test_template_expressions_are_not_run(nasty):
    assert "49{%" not in html.render(compose(nasty[0]))


def test_fragment_is_as_harmless(nasty):
    seen = Seen()
    seen.feed(html.fragment(compose(nasty[0])))
    assert seen.tags <= TAGS - {"script"}


@pytest.mark.parametrize("payload", HOSTILE_NAMES)
def test_latex_has_no_command_of_theirs(payload):
    safe = latex_text(payload)
    commands = set(re.findall(r"\\([a-zA-Z]+)", safe))
    assert commands <= {
        "textbackslash", "textasciicircum", "textasciitilde", "textless", "textgreater", "textbar", "char",
        "textquotesingle", "textasciigrave", "textbf", "ldots", "times", "pm", "bullet", "circ",
    }  # fmt: skip
    bare = re.sub(r"\\[{}]", "", safe)
    assert bare.count("{") == bare.count("}")
    assert not re.search(r"(?<!\\)[%#&_]", safe)
    assert "^^" not in safe


@pytest.mark.parametrize("payload", HOSTILE_NAMES)
def test_csv_starts_no_formula(payload):
    field = next(csv.reader(io.StringIO(csv_field(payload))))[0]
    assert field[:1] not in {"=", "+", "-", "@", "\t", "\r"}


def test_csv_of_a_table_reads_back_in_shape(nasty):
    table = score_table(nasty[0])
    rows = list(csv.reader(io.StringIO(to_csv(table))))
    assert {len(row) for row in rows} == {len(table.columns)}
    assert len(rows) == len(table.rows) + 1


@pytest.mark.parametrize("payload", HOSTILE_NAMES)
def test_markdown_has_no_link_and_no_tag(payload):
    safe = markdown_text(payload)
    assert "<" not in safe
    assert not re.search(r"(?<!\\)\[[^\]]*(?<!\\)\]\(", safe)
    assert not re.search(r"(?<!\\)[`*|~]", safe)
    assert "\n" not in safe
    assert not safe.startswith(("#", "- ", "+ ", "="))


def test_whole_reports_are_made(nasty):
    for findings in nasty[:2]:
        report = compose(findings)
        assert plain_json.loads(json.render(report))["schema"] == "bakeoff.report/1"
        assert latex.render(report).count(r"\begin{document}") == 1
        text = markdown.render(report)
        assert "<script" not in text
        assert not BAD_CHARACTERS.search(text)


@pytest.mark.parametrize("payload", HOSTILE_NAMES)
def test_every_payload_as_a_title(payload):
    page = html.render(compose(make_findings(title=payload, datasets=["Glass"])))
    seen = Seen()
    seen.feed(page)
    assert seen.tags <= TAGS
