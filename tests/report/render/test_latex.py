"""The LaTeX report compiles, with and without figures beside it, whatever the names are."""

import re
import shutil
import subprocess

import pytest

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.question import Question
from bakeoff.core.errors import BadInput
from bakeoff.report.render.latex import render
from bakeoff.report.write import write, write_figures
from tests.helpers.findings import compose, compose_judgement, failure, make_findings
from tests.helpers.hostile_names import HOSTILE_NAMES

ENGINE = shutil.which("tectonic") or shutil.which("pdflatex")
needs_engine = pytest.mark.skipif(ENGINE is None, reason="neither tectonic nor pdflatex is installed")


def compiled(text, folder):
    (folder / "report.tex").write_text(text, encoding="utf-8")
    options = [] if "tectonic" in ENGINE else ["-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"]
    ran = subprocess.run([ENGINE, *options, "report.tex"], cwd=folder, capture_output=True, timeout=240, check=False)
    assert ran.returncode == 0, ran.stdout[-1500:].decode(errors="replace")
    log = folder / "report.log"
    if log.exists():  # nothing may stick out of the page by more than a letter or two beyond its margin
        wide = [
            float(one)
            for one in re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", log.read_text(errors="replace"))
        ]
        assert max(wide, default=0.0) < 62.0
    return folder / "report.pdf"


@needs_engine
@pytest.mark.slow
def test_compiles_with_figures(findings, tmp_path):
    report = compose(findings)
    plain = compiled(render(report), tmp_path).stat().st_size
    names = [path.name for path in write_figures(report, tmp_path, kinds=("pdf",))]
    assert {"ranks.pdf", "differences.pdf"} <= set(names)
    assert compiled(render(report), tmp_path).stat().st_size > plain


@needs_engine
@pytest.mark.slow
def test_compiles_with_hostile_names(tmp_path):
    turn, named = iter(range(10**6)), {}
    every = HOSTILE_NAMES

    def rename(name):
        return named.setdefault(name, f"{every[next(turn) % len(every)]} {len(named)}")

    gone = (failure(rename("Glass"), rename("NB"), message=" ".join(every)),)
    for failures in ((), gone):
        findings = make_findings(rename=rename, datasets=["Glass", "Anneal", "Hepatitis"], failures=failures)
        compiled(render(compose(findings)), tmp_path)
    assert not (tmp_path / "pwned").exists()


@needs_engine
@pytest.mark.slow
def test_compiles_a_plain_score_table(findings, tmp_path):
    judgement = judge(findings.primary.matrix, Question(evidence=DATASETS, measure="accuracy"))
    compiled(render(compose_judgement(judgement, "Only a table")), tmp_path)


def test_figures_for_paper(findings, tmp_path):
    written = write_figures(compose(findings), tmp_path / "figures", kinds=("pdf", "svg", "png"))
    assert all(path.stat().st_size > 500 for path in written)
    assert (tmp_path / "figures" / "ranks.pdf").read_bytes().startswith(b"%PDF")
    assert "var(" not in (tmp_path / "figures" / "ranks.svg").read_text(encoding="utf-8")


def test_unknown_kind_is_refused(findings, tmp_path):
    from bakeoff.core.errors import BadInput

    with pytest.raises(BadInput, match="pdf, svg or png"):
        write_figures(compose(findings), tmp_path, kinds=("gif",))


@needs_engine
@pytest.mark.slow
@pytest.mark.parametrize("folder", ["figures", "../pictures", "my fig_s #1 50% é"])
def test_a_report_shows_the_figures_that_were_written_with_it(findings, tmp_path, folder):
    report = tmp_path / "paper" / "report.tex"
    report.parent.mkdir()
    write(lambda: compose(findings), report, figures=report.parent / folder)
    pdf = compiled(report.read_text(encoding="utf-8"), report.parent)
    log = (report.parent / "report.log").read_text(errors="replace").replace("\n", "")
    assert "figure missing" not in log
    for figure in ("ranks.pdf", "differences.pdf"):
        assert figure in log
    with_figures = pdf.stat().st_size
    (report.parent / folder / "ranks.pdf").unlink()
    assert compiled(report.read_text(encoding="utf-8"), report.parent).stat().st_size < with_figures
    log = (report.parent / "report.log").read_text(errors="replace").replace("\n", "")
    assert re.search(r"figure missing: .*ranks\.pdf", log)


def test_a_report_names_the_folder_of_its_figures_as_seen_from_where_it_lies(findings, tmp_path):
    (tmp_path / "paper").mkdir()
    write(lambda: compose(findings), tmp_path / "paper" / "report.tex", figures=tmp_path / "pictures")
    text = (tmp_path / "paper" / "report.tex").read_text(encoding="utf-8")
    assert r"\gdef\figurefolder{../pictures/}" in text
    assert r"\reportfigure{ranks.pdf}" in text
    assert "Figure missing" in text


def test_a_folder_that_no_document_can_name_is_refused_before_the_work(findings, tmp_path):
    with pytest.raises(BadInput, match="choose another folder"):
        write(lambda: compose(findings), tmp_path / "report.tex", figures=tmp_path / "{figures}")
    assert not (tmp_path / "report.tex").exists()
    write(lambda: compose(findings), tmp_path / "report.md", figures=tmp_path / "{figures}")
