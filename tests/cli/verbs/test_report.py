"""`bakeoff report`: what a results file, or a table of scores, says: as HTML, PDF, Markdown, LaTeX or JSON, or on one page."""

import json
from pathlib import Path


def test_a_report_is_written_by_suffix(bakeoff, study):
    assert bakeoff("report", "study.bakeoff").stdout == "wrote study-report.html\n"
    assert "<html" in Path("study-report.html").read_text()
    for suffix in ("md", "tex", "json"):
        assert bakeoff("report", "study.bakeoff", "-o", f"r.{suffix}").stdout == f"wrote r.{suffix}\n"
    assert bakeoff("report", "study.bakeoff", "-o", "r.docx").exit_code == 2
    assert json.loads(bakeoff("report", "study.bakeoff", "--json").stdout)["report"] == "study-report.html"
