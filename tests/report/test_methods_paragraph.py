"""The methods paragraph: with citations in every form, for tables and studies; in LaTeX to include, with a bibliography that compiles."""

import json
import re
import shutil
import subprocess

import numpy as np
import pytest
from click.testing import CliRunner

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import UnknownName
from bakeoff.core.notes import plain_text
from bakeoff.report.render import html, json as json_form, latex, markdown
from bakeoff.report.sections_by_name import sections_by_name
from tests.helpers.findings import compose, make_findings

needs_latex = pytest.mark.skipif(
    None in (shutil.which("pdflatex"), shutil.which("bibtex")), reason="pdflatex and bibtex are not installed"
)
CITED = ("(Friedman 1937)", "(Wilcoxon 1945)", "(Holm 1979)")


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(1)
    base = rng.uniform(0.7, 0.9, 12)
    scores = {
        name: (base + shift + rng.normal(0, 0.01, 12)).round(3)
        for name, shift in (("a_b", 0.03), ("b", 0), ("c", -0.03))
    }
    return bo.compare({"data": [f"d{number}" for number in range(12)], **scores}, measure="accuracy")


def _plain(text):
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", text)).replace("-{}", "-").replace("{}", "")
    return text.replace(r"\textquotesingle", "'").replace("&#39;", "'")


@pytest.mark.parametrize("suffix", [".html", ".md", ".tex", ".json"])
def test_a_table_has_the_paragraph_in_every_written_form(comparison, tmp_path, suffix):
    text = _plain(comparison.report(tmp_path / f"made{suffix}").read_text(encoding="utf-8"))
    assert "We compared 3 learners" in text
    assert all(words in text for words in CITED)
    assert "Journal of the American Statistical Association 32(200), 675-701" in text


@pytest.mark.parametrize("form", [html.render, markdown.render, latex.render, json_form.render])
def test_a_study_has_it_too_and_cites_each_measure(form):
    text = _plain(form(compose(make_findings())))
    assert "We compared 4 learners" in text
    assert re.search(r"primary measure, named before the study was run, is accuracy \(\w+ and \w+ \d{4}\)", text)


def test_what_is_cited_is_listed_and_nothing_else(comparison):
    cited = set(re.findall(r"@\w+{(\w+),", comparison.bibtex))
    assert {"friedman1937", "wilcoxon1945", "holm1979"} <= cited
    for key in cited:
        assert f"{key[:4].capitalize()}" in comparison.methods.replace("-", "").replace(" ", "")


def test_json_has_the_keys_of_the_entries(comparison, tmp_path):
    report = json.loads(comparison.report(tmp_path / "made.json").read_text(encoding="utf-8"))
    (methods,) = (part for part in report["sections"] if part["name"] == "methods")
    (sources,) = (block for block in methods["blocks"] if block["kind"] == "bibliography")
    assert "friedman1937" in {one["key"] for one in sources["references"]}


def test_the_rate_of_false_claims_is_its_maximum(comparison):
    assert re.search(r"type I error of this procedure at level \.05 is at most \.\d+\.", comparison.methods)


def test_a_fragment_has_the_named_sections_only(comparison, tmp_path):
    scores = comparison.report(tmp_path / "scores.tex", only="scores").read_text(encoding="utf-8")
    assert r"\begin{table}" in scores
    assert r"\documentclass" not in scores
    assert "Friedman" not in scores
    assert not (tmp_path / "scores-references.bib").exists()
    methods = comparison.report(tmp_path / "methods.md", only=["methods"]).read_text(encoding="utf-8")
    assert methods.startswith("## Methods")
    with pytest.raises(UnknownName, match="did you mean 'scores'"):
        comparison.report(tmp_path / "x.md", only="score")


def test_the_shell_writes_fragments_of_tables_and_refuses_them_without_a_file(comparison, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("data,a,b\n" + "".join(f"d{n},{0.8 + n / 100},{0.7 + n / 90:.3f}\n" for n in range(8)))
    done = CliRunner().invoke(cli, ["report", str(table), "-o", str(tmp_path / "r.tex"), "--only", "methods"])
    assert done.exit_code == 0, done.output
    assert "r-references.bib" in done.stdout
    assert (tmp_path / "r-references.bib").read_text().startswith("@")
    done = CliRunner().invoke(cli, ["compare", str(table), "--only", "scores"])
    assert done.exit_code == 2
    assert "add -o FILE" in done.stderr


@needs_latex
def test_bibtex_takes_every_entry(tmp_path):
    from bakeoff.core.references import references
    from bakeoff.report.blocks import Bibliography

    (tmp_path / "all.bib").write_text(Bibliography(references=tuple(references().values())).bibtex, encoding="utf-8")
    (tmp_path / "main.aux").write_text("\\relax\n\\citation{*}\n\\bibstyle{abbrv}\n\\bibdata{all}\n")
    done = subprocess.run(["bibtex", "main"], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    warned = {line for line in done.stdout.splitlines() if "Warning" in line}
    assert not warned, warned


def test_a_paragraph_is_plain_text_in_python(comparison):
    assert comparison.methods == plain_text((comparison.methods,))
    assert "  " not in comparison.methods


def test_only_the_verdict_can_be_asked_for(comparison):
    assert sections_by_name(comparison.composed("x"), ["verdict"]).sections == ()
