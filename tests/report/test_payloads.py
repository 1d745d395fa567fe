"""Untrusted names: nothing runs in a browser, compiles in LaTeX or starts in a spreadsheet."""

import csv
import io
import json as plain_json
import re
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from bakeoff.report import html, json, latex, markdown
from bakeoff.report.compose import compose
from bakeoff.report.escape import csv_field, latex_text, markdown_text
from bakeoff.report.scores import score_table
from bakeoff.report.table import to_csv


def _payloads():
    spec = spec_from_file_location("payloads", Path(__file__).parent / "payloads.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.PAYLOADS


PAYLOADS = _payloads()
TAGS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
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
def nasty(maker):
    """One study in which every name carries all payloads in turn."""
    turn = iter(range(10**6))
    named = {}

    def rename(name):
        return named.setdefault(name, f"{PAYLOADS[next(turn) % len(PAYLOADS)]} {len(named)}")

    gone = maker.failure("Audiology", "SVM", message="".join(PAYLOADS[:6]))
    first = maker.make_findings(rename=rename)
    gone = maker.FailureRow(
        **{
            **{key: getattr(gone, key) for key in gone.__dataclass_fields__},
            "dataset": named["Audiology"],
            "learner": named["SVM"],
        }
    )
    return first, maker.make_findings(rename=rename, failures=(gone,)), named


def test_there_are_thirty():
    assert len(set(PAYLOADS)) >= 30


@pytest.mark.parametrize("which", [0, 1])
def test_html_holds_only_our_own_elements(nasty, which):
    page = html.render(compose(nasty[which]))
    seen = Seen()
    seen.feed(page)
    assert seen.tags <= TAGS
    for tag, key, value in seen.attributes:
        assert not key.startswith("on"), (tag, key)
        assert key != "style"
        if key in {"href", "src", "xlink:href"}:
            assert re.match(r"#|data:(text/csv|text/x-tex|image/svg\+xml);charset=utf-8,", value)
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
    assert seen.tags <= TAGS


@pytest.mark.parametrize("payload", PAYLOADS)
def test_latex_has_no_command_of_theirs(payload):
    safe = latex_text(payload)
    commands = set(re.findall(r"\\([a-zA-Z]+)", safe))
    assert commands <= {
        "textbackslash", "textasciicircum", "textasciitilde", "textless", "textgreater", "textbar", "textquotedbl",
        "textquotesingle", "textasciigrave", "textbf", "ldots", "times", "pm", "bullet", "circ",
    }  # fmt: skip
    bare = re.sub(r"\\[{}]", "", safe)
    assert bare.count("{") == bare.count("}")
    assert not re.search(r"(?<!\\)[%#&_]", safe)
    assert "^^" not in safe


@pytest.mark.parametrize("payload", PAYLOADS)
def test_csv_starts_no_formula(payload):
    field = next(csv.reader(io.StringIO(csv_field(payload))))[0]
    assert field[:1] not in {"=", "+", "-", "@", "\t", "\r"}


def test_csv_of_a_table_reads_back_in_shape(nasty):
    table = score_table(nasty[0])
    rows = list(csv.reader(io.StringIO(to_csv(table))))
    assert {len(row) for row in rows} == {len(table.columns)}
    assert len(rows) == len(table.rows) + 1


@pytest.mark.parametrize("payload", PAYLOADS)
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


@pytest.mark.parametrize("payload", PAYLOADS)
def test_every_payload_as_a_title(maker, payload):
    page = html.render(compose(maker.make_findings(title=payload, datasets=["Glass"])))
    seen = Seen()
    seen.feed(page)
    assert seen.tags <= TAGS
