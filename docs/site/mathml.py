"""Formulas of docstrings as MathML, which browsers draw themselves: no script, no font from elsewhere."""

from html import escape
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

__all__ = ["setup_math"]


def _inline(writer: Any, node: nodes.math) -> None:
    writer.body.append(_converted(node.astext(), "inline"))
    raise nodes.SkipNode


def _displayed(writer: Any, node: nodes.math_block) -> None:
    writer.body.append(f"<p>{_converted(node.astext(), 'block')}</p>")
    raise nodes.SkipNode


def _converted(text: str, display: str) -> str:
    return convert(text, display=display).replace("<math ", f'<math aria-label="{escape(text, quote=True)}" ', 1)


def setup_math(app: Any) -> None:
    """Make this the renderer of formulas."""
    app.add_html_math_renderer("mathml", (_inline, None), (_displayed, None))
    app.config.html_math_renderer = "mathml"
