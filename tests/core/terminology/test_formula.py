"""Formulas on one line."""

import pytest

from bakeoff.core.terminology.formula import readable


@pytest.mark.parametrize(
    ("latex", "line"),
    [
        (r"\frac{a + b}{c}", "(a + b) / c"), (r"\frac12", "1/2"), (r"\sqrt n", "√n"), (r"\sqrt{n - 1}", "√(n - 1)"),
        (r"x^2 + x^3", "x² + x^3"), (r"x_{i + 1}", "x_(i + 1)"), (r"\bar x", "x\u0304"), (r"\overline{xy}", "mean(xy)"),
        (r"\binom{n}{k}", "C(n, k)"), (r"p \le \alpha", "p ≤ α"), (r"\mathrm{TP}", "TP"), ("", ""), (r"( a , b )", "a, b"),
    ],
)  # fmt: skip
def test_signs_fractions_and_roots(latex: str, line: str) -> None:
    assert readable(latex) == line


def test_an_unfinished_formula_has_an_end() -> None:
    assert readable(r"\frac{1}{") == readable(r"\frac{1}{}")
    assert readable(r"\sqrt") == readable(r"\sqrt{}")
