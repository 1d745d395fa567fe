"""One page for a slide or a pull request, and the report as PDF."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, BakeoffError, NotApplicable
from bakeoff.report.print_pdf import BROWSERS
from bakeoff.report.summary import summary_of_study, write_summary
from bakeoff.report.write import write_report
from tests.helpers.findings import compose, failure, make_findings

TABLE = {"data": [*"abcdefgh"], "svm": [0.91, 0.81, 0.88, 0.95, 0.77, 0.84, 0.9, 0.86], "tree": [0.8, 0.7, 0.79, 0.85, 0.7, 0.8, 0.82, 0.75]}  # fmt: skip
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)


def bakeoff(*typed):
    return CliRunner().invoke(cli, [str(one) for one in typed])


@pytest.fixture
def scores(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [",".join(TABLE), *(",".join(map(str, row)) for row in zip(*TABLE.values(), strict=True))]
    Path("scores.csv").write_text("\n".join(lines) + "\n")
    return tmp_path


def test_a_summary_has_the_verdict_one_picture_and_the_scores(tmp_path):
    findings = make_findings(baseline=None)
    text = write_summary(summary_of_study(findings), tmp_path / "s.md")
    assert (tmp_path / "s.md").read_text(encoding="utf-8") == text
    assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")
    assert len(re.findall(r"!\[[^\]]*\]\(<s\.png>\)", text)) == 1
    assert text.splitlines()[2].startswith("**No clear winner on a typical data set: RandForest")
    assert text.count("| Data set |") == 1
    assert "| Measure | Best | Verdict |" in text


def test_without_a_path_there_is_only_text():
    text = bo.compare(TABLE).summary(title="Two <b>learners</b>")
    assert text.startswith("# Two &lt;b&gt;learners&lt;/b&gt;\n\n**svm is better than tree on a typical data set.**")
    assert "![" not in text


def test_a_summary_needs_a_comparison(tmp_path):
    withheld = make_findings(failures=(failure(),))
    with pytest.raises(NotApplicable, match="a summary needs a comparison"):
        summary_of_study(withheld)


def test_the_shell_writes_text_and_picture(scores):
    done = bakeoff("report", "scores.csv", "--summary")
    assert done.exit_code == 0, done.output
    assert done.stdout == "wrote scores-summary.md and scores-summary.png\n"
    assert Path("scores-summary.md").read_text().startswith("# scores\n")
    assert '"picture": "s.png"' in bakeoff("report", "scores.csv", "--summary", "-o", "s.md", "--json").stdout


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--summary", "-o", "s.html"], "a summary is Markdown: end 's.html' in .md"),
        (["--summary", "-o", "nowhere/s.md"], "there is no directory 'nowhere'"),
        (["--summary", "--figures", "f"], "--summary has one picture of its own"),
        (["--summary", "--for-paper", "column"], "--summary has one picture of its own"),
        (["-o", "report.docx"], "end it in .html, .htm, .md, .tex, .json, .pdf"),
    ],
)
def test_bad_input_has_one_sentence(scores, typed, sentence):
    done = bakeoff("report", "scores.csv", *typed)
    assert done.exit_code == 2
    assert sentence in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


def test_without_a_browser_one_sentence_says_how(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(BadInput, match=r"no Chromium, Chrome or Edge is installed.*print it to PDF"):
        bo.compare(TABLE).report(tmp_path / "r.pdf")
    assert not list(tmp_path.iterdir())


def test_a_browser_that_fails_is_reported_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda *_, **__: "/usr/bin/chromium")
    failed = subprocess.CompletedProcess(args=[], returncode=1, stdout=b"", stderr=b"first\nno display\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(BakeoffError, match="chromium did not print the PDF: no display"):
        write_report(compose(make_findings(datasets=["Glass"])), tmp_path / "r.pdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_browser_prints_the_page(tmp_path):
    made = bo.compare(TABLE).report(tmp_path / "r.pdf")
    assert made.read_bytes().startswith(b"%PDF")
    assert [one.name for one in tmp_path.iterdir()] == ["r.pdf"]
