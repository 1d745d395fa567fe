"""Cells of LaTeX tables without their markup."""

import pytest

from bakeoff.tabular.latex import without_markup


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (r"$\mathbf{0.91}$", "0.91"), (r"\textbf{\underline{0.91}}", "0.91"), (r"0.91 \pm 0.02", "0.91 ± 0.02"), (r"$0.91_{\pm .02}$", "0.91 ± .02"),
        (r"95\,000", "95 000"), (r"A\_B", "A_B"), (r"91.2\%", "91.2%"), (r"SVM~\cite{a,b}", "SVM"), (r"{\em tree}", "tree"),
        (r"\textcolor[rgb]{1,0,0}{0.5}", "0.5"), (r"x\footnote{see there}", "x"), ("plain", "plain"), ("", ""), (r"R\&D \#2", "R&D #2"),
    ],
)  # fmt: skip
def test_the_text_stays(cell: str, text: str) -> None:
    assert without_markup(cell) == text


def test_brackets_without_end_have_an_end() -> None:
    """Patterns that went back over them would take hours, longer than a test may."""
    assert without_markup(r"\cite" + "[a]" * 5_000 + "x") == "x"
    assert without_markup(r"\textbf{" * 2_000) == ""
