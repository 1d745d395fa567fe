"""The gate in words: the card of the terminal, Markdown for a pull request, and JUnit for a build server."""

from math import isnan
from xml.sax.saxutils import escape, quoteattr

from bakeoff.core.text import clean, format_p, plural
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.measures.naming import short_name
from bakeoff.release_gate.gate import Gate, Slice
from bakeoff.release_gate.outcome import Endpoint, Outcome

__all__ = ["headline", "junit_xml", "lines_of", "markdown_of"]

WORDS = {Outcome.PASS: "PASS", Outcome.FAIL: "FAIL", Outcome.UNDECIDED: "UNDECIDED"}


def headline(gate: Gate) -> str:
    """One line that needs no statistics to be read."""
    new, base = clean(gate.new), clean(gate.base)
    margins = " and ".join(f"{endpoint.margin} in {_name(endpoint)}" for endpoint in gate.endpoints)
    lost = [part for part in gate.slices if part.outcome is Outcome.FAIL]
    if gate.outcome is Outcome.PASS:
        ahead = all(endpoint.better for endpoint in gate.endpoints)
        more = f"; it is better than {base}" if ahead else ""
        return f"PASS: {new} is not worse than {base} by more than the margin, {margins}{more}."
    if gate.outcome is Outcome.FAIL and lost:
        where = ", ".join(f"{clean(part.column)} {clean(part.value)}" for part in lost[:4])
        return f"FAIL: {new} is worse than {base} by more than the margin, {margins}, where {where}."
    if gate.outcome is Outcome.FAIL:
        return f"FAIL: {new} is worse than {base} by more than the margin, {margins}."
    return f"UNDECIDED: these {plural(gate.rows, gate.unit)} cannot show whether {new} is worse than {base} by more than the margin, {margins}."


def lines_of(gate: Gate) -> list[tuple[str, str]]:
    """What is shown below the headline: a name and a text each."""
    lines = []
    for endpoint in gate.endpoints:
        name = "By how much" if len(gate.endpoints) == 1 else capital_name(endpoint)
        lines.append((name, _size(endpoint, gate)))
        lines.append(("How sure", _sure(endpoint, gate)))
    if gate.rows_needed is not None:
        lines.append(("What would decide it", _needed(gate)))
    if gate.flips is not None:
        flips = gate.flips
        text = f"{flips.both_right:,} both right, {flips.only_new:,} only {clean(gate.new)} right, {flips.only_base:,} only {clean(gate.base)} right, {flips.both_wrong:,} both wrong"
        lines.append(("Flips", f"{text}; the answer changed in {flips.churn:.1%} of the rows."))
    lines += [(f"{clean(part.column)} {clean(part.value)}", _slice(part)) for part in gate.slices]
    return lines


def capital_name(endpoint: Endpoint) -> str:
    """The measure at the start of a line."""
    name = _name(endpoint)
    return name[:1].upper() + name[1:]


def _name(endpoint: Endpoint) -> str:
    return short_name(measure_named(endpoint.measure))


def _size(endpoint: Endpoint, gate: Gate) -> str:
    """The difference with the interval that decides, and where its worse end lies."""
    estimate, relative = endpoint.estimate, endpoint.margin.relative
    factor = endpoint.margin.factor(endpoint.direction)
    what = (
        f"{clean(gate.new)} minus {factor:g} times {clean(gate.base)}"
        if relative
        else f"{clean(gate.new)} minus {clean(gate.base)}"
    )
    values = f"{_number(endpoint.new, estimate)} against {_number(endpoint.base, estimate)}"
    if isnan(estimate.low):
        return f"{values}; {what}: {_signed(estimate.value, estimate)}, without an interval."
    ends = f"{_signed(estimate.low, estimate)} to {_signed(estimate.high, estimate)}"
    worse = estimate.low if endpoint.direction is Direction.HIGHER else estimate.high
    place = {Outcome.PASS: "inside", Outcome.FAIL: "beyond", Outcome.UNDECIDED: "beyond"}[endpoint.outcome]
    end = f"the worst value that fits the data, {_signed(worse, estimate)}, lies {place} the margin of {_signed(endpoint.bound, estimate)}"
    return (
        f"{values}; {what}: {_signed(estimate.value, estimate)} ({100 * estimate.level:.3g}% interval {ends}); {end}."
    )


def _sure(endpoint: Endpoint, gate: Gate) -> str:
    p = endpoint.p_worse if endpoint.outcome is Outcome.FAIL else endpoint.p_value
    asked = "not worse by more than the margin" if endpoint.outcome is Outcome.FAIL else "worse by the margin or more"
    groups = "" if gate.groups is None else f" in {gate.groups} groups"
    look = "" if gate.looks is None else f"; look {gate.looks.look} of {gate.looks.looks}"
    return f'{format_p(p)} against "{asked}" (one-sided; {endpoint.estimate.method}; {plural(endpoint.rows, gate.unit)}{groups}{look}).'


def _needed(gate: Gate) -> str:
    return f"About {gate.rows_needed:,} {gate.unit}s like these pass the gate in 9 of 10 cases, if both models are equally good."


def _slice(part: Slice) -> str:
    if not part.endpoints:
        return f"undecided; {plural(part.rows, 'row')} are too few."
    texts = []
    for endpoint in part.endpoints:
        estimate = endpoint.estimate
        ends = (
            "without an interval"
            if isnan(estimate.low)
            else f"{_signed(estimate.low, estimate)} to {_signed(estimate.high, estimate)}"
        )
        texts.append(f"{_name(endpoint)} {_signed(estimate.value, estimate)} ({ends})")
    return f"{part.outcome.value}; {', '.join(texts)}; {plural(part.rows, 'row')}."


def _number(value: float, like: Estimate) -> str:
    return f"{value:.{_decimals(like)}f}"


def _signed(value: float, like: Estimate) -> str:
    if isnan(value):
        return "undefined"
    text = f"{value:+.{_decimals(like)}f}"
    return text.replace("-", "\N{MINUS SIGN}")


def _decimals(like: Estimate) -> int:
    """Two digits of the width of the interval."""
    from math import floor, log10

    width = like.high - like.low
    return 4 if not width > 0 else min(max(1 - floor(log10(width)), 0), 6)


def text_of(gate: Gate) -> str:
    """The card as lines of text."""
    return "\n".join([headline(gate), *(f"  {name}: {text}" for name, text in lines_of(gate))])


def markdown_of(gate: Gate, picture: str = "") -> str:
    """For a pull request: headline, picture, facts; names are escaped."""
    from bakeoff.report.render.escape import markdown_text

    sign = {
        Outcome.PASS: "\N{WHITE HEAVY CHECK MARK}",
        Outcome.FAIL: "\N{CROSS MARK}",
        Outcome.UNDECIDED: "\N{BLACK QUESTION MARK ORNAMENT}",
    }
    parts = [f"## {sign[gate.outcome]} {markdown_text(headline(gate))}"]
    parts += [f"![difference, interval and margin](<{picture}>)"] if picture else []
    parts.append("\n".join(f"- **{markdown_text(name)}:** {markdown_text(text)}" for name, text in lines_of(gate)))
    return "\n\n".join(parts) + "\n"


def junit_xml(gate: Gate, *, undecided: Outcome = Outcome.FAIL) -> str:
    """One test case for each measure and each slice, as build servers read them."""
    cases = [(_name(endpoint), endpoint.outcome, _size(endpoint, gate)) for endpoint in gate.endpoints]
    cases += [(f"{part.column} {part.value}", part.outcome, _slice(part)) for part in gate.slices]
    bad = {Outcome.FAIL} | ({Outcome.UNDECIDED} if undecided is Outcome.FAIL else set())
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    failures = sum(outcome in bad for _, outcome, _ in cases)
    lines.append(f'<testsuite name="bakeoff gate" tests="{len(cases)}" failures="{failures}">')
    for name, outcome, text in cases:
        inside = (
            f"<failure message={quoteattr(outcome.value)}>{escape(clean(text))}</failure>" if outcome in bad else ""
        )
        lines.append(f'  <testcase classname="bakeoff.gate" name={quoteattr(clean(name))}>{inside}</testcase>')
    return "\n".join([*lines, "</testsuite>"]) + "\n"
