"""Write a report to a file; its suffix says in which form. A PDF is the page, printed by the browser that is there."""

import shutil
import subprocess

import pytest

from bakeoff.report.write import write
from tests.helpers.findings import compose, make_findings

needs_latex = pytest.mark.skipif(
    None in (shutil.which("pdflatex"), shutil.which("bibtex")), reason="pdflatex and bibtex are not installed"
)


DOCUMENT = r"""\documentclass{article}
\usepackage{booktabs,array,graphicx}
%s
\begin{document}
\input{part}
\input{scores}
\bibliographystyle{%s}
\bibliography{part-references}
\end{document}
"""


@needs_latex
@pytest.mark.parametrize(("package", "style"), [(r"\usepackage{natbib}", "plainnat"), ("", "plain")])
def test_a_document_with_the_fragments_and_the_bibliography_compiles(tmp_path, package, style):
    made = compose(make_findings(datasets=["Glass", "Iris", "Wine", "Zoo"]))
    write(lambda: made, tmp_path / "part.tex", only=["methods", "differences"])
    write(lambda: made, tmp_path / "scores.tex", only=["scores"])
    (tmp_path / "main.tex").write_text(DOCUMENT % (package, style), encoding="utf-8")
    latex_run = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    for command in (latex_run, ["bibtex", "main"], latex_run, latex_run):
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=120, check=False
        )
        assert done.returncode == 0, done.stdout[-2000:]
        if command[0] == "bibtex":
            assert "Warning" not in done.stdout, done.stdout
    log = (tmp_path / "main.log").read_text(errors="replace")
    assert "undefined" not in log
    assert (tmp_path / "main.bbl").read_text().count(r"\bibitem") >= 3
