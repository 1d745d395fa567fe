"""A gap on a scale: zero, the region of equivalence, the estimate and its interval, as a small picture of a card."""

from math import isfinite

from markupsafe import Markup

from bakeoff.comparisons.wording.leading_gap import LeadingGap
from bakeoff.report.render.escape import html_text

__all__ = ["BRAND", "gap_scale"]

_WIDE, _HIGH, _EDGE = 300.0, 46.0, 10.0
_LINE = 18.0  # height of the interval

BRAND = Markup(
    '<span class="logo" aria-hidden="true"></span>'
)  # the mark of the product; its shape is in the style sheet


def gap_scale(gap: LeadingGap) -> Markup:
    """The picture, with the same in words for those who do not see it."""
    known = [0.0, gap.value, *(end for end in (gap.low, gap.high) if isfinite(end))]
    known += [-gap.rope, gap.rope] if gap.rope else []
    low, high = min(known), max(known)
    span = (high - low) or 1.0
    low, high = low - 0.08 * span, high + 0.08 * span

    def x(value: float) -> str:
        return f"{_EDGE + (value - low) / (high - low) * (_WIDE - 2 * _EDGE):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scale" viewBox="0 0 {_WIDE:.0f} {_HIGH:.0f}" width="{_WIDE:.0f}" height="{_HIGH:.0f}" role="img">',
        _words(gap),
    ]
    if gap.rope:
        left, right = float(x(-gap.rope)), float(x(gap.rope))
        parts.append(
            f'<rect x="{left:.1f}" y="2" width="{right - left:.1f}" height="30" fill="var(--grid)" opacity="0.7"/>'
        )
    parts.append(f'<path d="M{_EDGE} 32H{_WIDE - _EDGE}" stroke="var(--grid)"/>')
    parts.append(f'<path d="M{x(0.0)} 2V34" stroke="var(--ink)" stroke-width="1.2"/>')
    parts.append(f'<text x="{x(0.0)}" y="44" text-anchor="middle" font-size="11" fill="var(--quiet)">0</text>')
    color = "var(--good)" if gap.clear else "var(--accent)"
    if isfinite(gap.low) and isfinite(gap.high):
        parts.append(
            f'<path d="M{x(gap.low)} {_LINE}H{x(gap.high)}" stroke="{color}" stroke-width="5" stroke-linecap="round" opacity="0.45"/>'
        )
    parts.append(_dot(x(gap.value), color, 15))
    if not gap.clear:
        parts.append(_dot(x(gap.value), "var(--paper)", 9))
    anchor, at = ("end", _WIDE - _EDGE) if gap.better == "right" else ("start", _EDGE)
    zero = float(x(0.0))
    if abs(at - zero) > 60:
        arrow = "better →" if gap.better == "right" else "← better"
        parts.append(
            f'<text x="{at:.0f}" y="44" text-anchor="{anchor}" font-size="11" fill="var(--quiet)">{arrow}</text>'
        )
    parts.append("</svg>")
    return Markup("".join(parts))  # noqa: S704 - numbers, and words that were escaped


def _dot(x: str, color: str, size: int) -> str:
    return f'<path d="M{x} {_LINE}h0" stroke="{color}" stroke-width="{size}" stroke-linecap="round"/>'


def _words(gap: LeadingGap) -> str:
    region = "" if gap.rope is None else f", region of equivalence ±{gap.rope:.3g}"
    interval = f", {gap.interval}" if gap.interval else ""
    text = f"{gap.first} ahead of {gap.second}: {gap.amount} {gap.unit}{interval}{region}."
    return f"<title>Difference on a scale</title><desc>{html_text(text)}</desc>"
