"""The gate in words: the card of the terminal, Markdown for a pull request, and JUnit for a build server."""

from math import isnan
from xml.sax.saxutils import escape, quoteattr

from bakeoff.core.text import capital, clean, decimals_for, fixed, format_p, listed, plural, signed
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction
from bakeoff.release_gate.gate_facts import GateFacts, Slice
from bakeoff.release_gate.outcome import Endpoint, Outcome

__all__ = ["exit_code_of", "headline", "junit_xml", "lines_of", "markdown_of", "text_of"]

WORDS = {Outcome.PASS: "PASS", Outcome.FAIL: "FAIL", Outcome.UNDECIDED: "UNDECIDED"}
CODES = {Outcome.PASS: 0, Outcome.FAIL: 4, Outcome.UNDECIDED: 5}
SHOWN = 4  # slices that a headline names
MOST_DECIMALS = 10  # that tell an end of the interval from the margin


def exit_code_of(gate: GateFacts, undecided: str | None = None) -> int:
    """0 pass, 4 fail, 5 undecided; `undecided` makes "pass" or "fail" of the last."""
    if gate.outcome is Outcome.UNDECIDED and undecided is not None:
        return CODES[Outcome(undecided)]
    return CODES[gate.outcome]


def headline(gate: GateFacts) -> str:
    """One line that needs no statistics to be read."""
    new, base = clean(gate.new), clean(gate.base)
    joint = " or " if gate.some else " and "
    margins = joint.join(f"{endpoint.margin} in {endpoint.scale.title}" for endpoint in gate.endpoints)
    if gate.outcome is Outcome.PASS:
        return f"PASS: {new} is not worse than {base} by more than the margin, {margins}{_claim(gate)}."
    lost = [part for part in gate.slices if part.outcome is Outcome.FAIL]
    worse = [endpoint for endpoint in gate.endpoints if endpoint.outcome is Outcome.FAIL]
    if gate.outcome is Outcome.FAIL and not worse:
        where = listed([f"{part.column} {part.value}" for part in lost], most=SHOWN)
        return f"FAIL: {new} is worse than {base} by more than the margin, {margins}, on the rows of {where}."
    if gate.outcome is Outcome.FAIL:
        margins = " and ".join(f"{endpoint.margin} in {endpoint.scale.title}" for endpoint in worse)
        return f"FAIL: {new} is worse than {base} by more than the margin, {margins}."
    return f"UNDECIDED: {plural(gate.rows, gate.unit)} cannot show whether {new} is worse than {base} by more than the margin, {margins}."


def _claim(gate: GateFacts) -> str:
    """What else a comparison shows of a model that passed: that it is better, or worse by less than the margin."""
    base = clean(gate.base)
    if all(endpoint.better for endpoint in gate.endpoints):
        return f"; it is better than {base}"
    worse = [endpoint.scale.title for endpoint in gate.endpoints if endpoint.worse]
    if not worse:
        return ""
    where = "" if len(gate.endpoints) == 1 else f" in {listed(worse)}"
    return f"; it is worse{where}, but by less than the margin"


def lines_of(gate: GateFacts, *, slices: bool = True) -> list[tuple[str, str]]:
    """What is shown below the headline, with or without the slices: a name and a text each."""
    lines = []
    for endpoint in gate.endpoints:
        name = "By how much" if len(gate.endpoints) == 1 else capital(endpoint.scale.title)
        lines.append((name, size_text(endpoint, gate)))
        lines.append(("How sure", _sure(endpoint, gate)))
    if gate.rows_needed is not None and gate.outcome is Outcome.UNDECIDED:
        lines.append(("What would decide it", _needed(gate)))
    if gate.flips is not None:
        lines.append(("Flips", f"{gate.flips.words(gate.base, gate.new)}."))
    parts = gate.slices if slices else ()
    return [*lines, *((f"{clean(part.column)} {clean(part.value)}", slice_text(part, gate.unit)) for part in parts)]


def size_text(endpoint: Endpoint, gate: GateFacts) -> str:
    """The difference with the interval that decides, and where its worse end lies."""
    estimate, factor = endpoint.estimate, endpoint.margin.factor(endpoint.direction)
    times = f"{factor:g} times " if endpoint.margin.relative else ""
    what = f"{clean(gate.new)} minus {times}{clean(gate.base)}"
    values = " against ".join(fixed(value, _decimals(estimate)) for value in (endpoint.new, endpoint.base))
    if isnan(estimate.low) or isnan(estimate.high):
        return f"{values}; {what}: {_signed(estimate.value, estimate)}, without an interval."
    higher = endpoint.direction is Direction.HIGHER
    fails = endpoint.outcome is Outcome.FAIL
    end = estimate.low if higher is not fails else estimate.high
    kind = "best" if fails else "worst"
    place = "inside" if endpoint.outcome is Outcome.PASS else "beyond"
    decimals = _decimals_apart(estimate, end, endpoint.bound)
    where = f"{endpoint.margin} (0 here)" if endpoint.margin.relative else signed(endpoint.bound, decimals)
    place = f"the {kind} value that fits the data, {signed(end, decimals)}, lies {place} the margin of {where}"
    return f"{values}; {what}: {_signed(estimate.value, estimate)} ({100 * estimate.level:.3g}% interval {interval_text(estimate)}); {place}."


def interval_text(estimate: Estimate) -> str:
    """Both ends with their signs."""
    if isnan(estimate.low) or isnan(estimate.high):
        return "without an interval"
    return f"{_signed(estimate.low, estimate)} to {_signed(estimate.high, estimate)}"


def _sure(endpoint: Endpoint, gate: GateFacts) -> str:
    fails = endpoint.outcome is Outcome.FAIL
    asked = "not worse by more than the margin" if fails else "worse by the margin or more"
    p = format_p(endpoint.p_worse if fails else endpoint.p_value)
    groups = "" if gate.groups is None else f" in {plural(gate.groups, 'group')}"
    look = "" if gate.looks is None else f"; look {gate.looks.look} of {gate.looks.looks}"
    look = "; holds however often one looks" if gate.anytime else look
    return f'{p} against "{asked}" (one-sided; {endpoint.estimate.method}; {plural(endpoint.rows, gate.unit)}{groups}{look}).'


def _needed(gate: GateFacts) -> str:
    if (gate.rows_needed or 0) <= gate.rows:
        return f"more {gate.unit}s: these are enough for two equally good models, but the new one seems to be worse by about as much as the margin."
    return f"about {plural(gate.rows_needed or 0, gate.unit)} like these pass the gate in 9 of 10 cases, if both models are equally good."


def slice_text(part: Slice, unit: str = "row") -> str:
    """Outcome, difference and interval of one slice."""
    texts = [
        f"{endpoint.scale.title} {_signed(endpoint.estimate.value, endpoint.estimate)} ({interval_text(endpoint.estimate)})"
        for endpoint in part.endpoints
    ]
    return f"{part.outcome.value}; {', '.join([*texts, *([part.reason] if part.reason else [])])}; {plural(part.rows, unit)}."


def _decimals(like: Estimate) -> int:
    """Two digits of half the width of the interval."""
    return max(decimals_for([like.half_width], most=6, unknown=4), 0)


def _decimals_apart(like: Estimate, end: float, bound: float) -> int:
    """As many more as it takes to see on which side of the margin the end lies."""
    decimals = _decimals(like)
    while decimals < MOST_DECIMALS and end != bound and signed(end, decimals) == signed(bound, decimals):
        decimals += 1
    return decimals


def _signed(value: float, like: Estimate) -> str:
    return signed(value, _decimals(like))


def text_of(gate: GateFacts) -> str:
    """The card as lines of text."""
    return "\n".join([headline(gate), *(f"  {name}: {text}" for name, text in lines_of(gate))])


def markdown_of(gate: GateFacts, picture: str = "", description: str = "") -> str:
    """For a pull request: headline, picture, facts, and what an undecided gate asks for; names are escaped."""
    from bakeoff.report.render.escape import markdown_text

    sign = {
        Outcome.PASS: "\N{WHITE HEAVY CHECK MARK}",
        Outcome.FAIL: "\N{CROSS MARK}",
        Outcome.UNDECIDED: "\N{BLACK QUESTION MARK ORNAMENT}",
    }
    parts = [f"### {sign[gate.outcome]} {markdown_text(headline(gate))}"]
    parts += [f"![{markdown_text(description)}](<{picture}>)"] if picture else []
    parts.append("\n".join(f"- **{markdown_text(name)}:** {markdown_text(text)}" for name, text in lines_of(gate)))
    if gate.outcome is Outcome.UNDECIDED:
        parts.append(
            "Undecided is neither pass nor fail: the new model may be as good as the base, and it may be worse by more than the margin. "
            "Predict more rows, or let a person decide and write down why."
        )
    parts += [f"> {markdown_text(str(note))}" for note in gate.notes]
    return "\n\n".join(parts) + "\n"


def junit_xml(gate: GateFacts, *, undecided: Outcome = Outcome.FAIL) -> str:
    """One test case for each measure and each slice, as build servers read them."""
    cases = [(endpoint.scale.title, endpoint.outcome, size_text(endpoint, gate)) for endpoint in gate.endpoints]
    cases += [(f"{part.column} {part.value}", part.outcome, slice_text(part, gate.unit)) for part in gate.slices]
    bad = {Outcome.FAIL} | ({Outcome.UNDECIDED} if undecided is Outcome.FAIL else set())
    if gate.outcome not in bad:
        bad = set()  # an open slice of a gate that is passed, or one of several measures where one is enough
    failures = sum(outcome in bad for _, outcome, _ in cases)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuite name="bakeoff gate" tests="{len(cases)}" failures="{failures}">')
    for name, outcome, text in cases:
        failure = f"<failure message={quoteattr(outcome.value)}>{escape(clean(text))}</failure>"
        inside = failure if outcome in bad else f"<system-out>{escape(clean(text))}</system-out>"
        lines.append(f'  <testcase classname="bakeoff.gate" name={quoteattr(clean(name))}>{inside}</testcase>')
    return "\n".join([*lines, "</testsuite>"]) + "\n"
