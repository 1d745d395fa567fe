"""A table in LaTeX: booktabs rules, bold and marks kept, every special character harmless."""

from bakeoff.report.sections.scores import score_table
from bakeoff.report.tables.plain_text import to_latex


def test_a_table_for_a_paper_needs_booktabs_only(findings):
    text = to_latex(score_table(findings))
    assert r"\resizebox" not in text
    assert "[H]" not in text
