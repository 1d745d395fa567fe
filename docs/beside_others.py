"""The page "Beside other packages", from the figures that benchmarks/bench_peers.py measured."""

import json
from collections.abc import Iterator
from math import log
from pathlib import Path
from typing import Any

__all__ = ["page", "slower_than"]

FILE = Path(__file__).parent.parent / "benchmarks" / "peers.json"
OURS, HAND = "bakeoff", "by hand"
NAMES = ("bakeoff", "scipy", "river", "`")  # with a small letter at the beginning too
NEAR = 1.1  # times as long: a difference of a tenth can be chance on a busy machine

INTRO = """# Beside other packages

The same work by bakeoff, by other packages, and by the leanest way that we could write by hand with NumPy and scipy. `benchmarks/bench_peers.py` measures all sides in one run and writes
`benchmarks/peers.json`; this page is made of that file.

What makes it fair:

- Before anything is timed, the answers are compared. Where nothing is drawn, they agree to six digits, and the largest difference is printed below each table; where they are drawn at random, they agree within the error of the draws.
- All sides get the same arrays. Labels, variants of a test and numbers of draws are given to all or to none. Scores and differences have ties.
- One thread each. The figure is processor time of one call, the least of three turns, without imports. The last tables count whole processes, imports and all.
- bakeoff is called through the function that a user calls. It checks its input, and mostly answers more than was asked (an interval, an effect size, notes); the hand-written way checks nothing.
- "Growth" is the exponent between the smallest and the largest size: 1 is proportional, 2 quadratic.
- The machine was busy with other work: a difference of a tenth can be chance.

"× bakeoff" is the time of a side over the time of bakeoff at its largest size: above 1, bakeoff needs less.
"""


def page() -> str:
    """The whole page."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    versions = ", ".join(f"{name} {number}" for name, number in stored["versions"].items())
    lines = [INTRO, f"Versions: {versions}.\n", "## Where bakeoff needs more time\n", *_behind(stored["cases"])]
    lines += ["\n## All cases\n", *(line for case in stored["cases"].values() for line in _case(case))]
    return "\n".join(lines)


def slower_than(case: dict[str, Any]) -> Iterator[tuple[str, str, float]]:
    """Each side that needs less time than bakeoff at some size: the side, the size where the factor is largest, the factor."""
    ours = _ours(case)
    for side, spent in case["milliseconds"].items():
        if side.startswith(OURS):
            continue
        factors = {size: ours[size] / value for size, value in spent.items()}
        worst = max(factors, key=lambda size: factors[size])
        if factors[worst] > NEAR:
            yield side, worst, factors[worst]


def _ours(case: dict[str, Any]) -> dict[str, float]:
    """The times of bakeoff; of whole processes those of the command."""
    return next(spent for side, spent in case["milliseconds"].items() if side.startswith(OURS))


def _behind(cases: dict[str, Any]) -> Iterator[str]:
    rows = [(case, *found) for case in cases.values() for found in slower_than(case)]
    if not rows:
        yield "Nowhere in these cases."
        return
    yield "At the size where the factor is largest. A few microseconds of arithmetic by hand are compared with a call that checks its input and returns a result with its interval and notes.\n"
    yield "| work | needs less time | size | bakeoff takes |"
    yield "|---|---|---|---|"
    for case, side, size, factor in sorted(rows, key=lambda row: -row[3]):
        yield f"| {case['title']} | {side} | {_size(case, size)} | {_number(factor)} times as long: {_time(_ours(case)[size])} |"


def _case(case: dict[str, Any]) -> Iterator[str]:
    spent = case["milliseconds"]
    sizes = sorted({size for values in spent.values() for size in values}, key=int)
    whole = case["unit"] == "process"
    yield f"### {case['title']}\n"
    heads = ["processor time"] if whole else [_size(case, size) for size in sizes]
    yield f"| | {' | '.join(heads)} | × bakeoff |{'' if whole else ' growth |'}"
    yield "|---|" + "---|" * (len(heads) + (1 if whole else 2))
    ours = _ours(case)
    for side, values in spent.items():
        cells = [_time(values[size]) if size in values else "" for size in sizes]
        largest = max(values, key=int)
        ratio = "" if side == next(iter(spent)) else _number(values[largest] / ours[largest])
        yield f"| {side} | {' | '.join(cells)} | {ratio} |{'' if whole else f' {_growth(values)} |'}"
    yield ""
    yield from _remarks(case)


def _remarks(case: dict[str, Any]) -> Iterator[str]:
    remarks = []
    if case["drawn"]:
        remarks.append(
            f"Drawn at random: the answers differ by {case['gap']:.2g} at most, {case['tolerance']:g} is allowed."
        )
    elif case["gap"] is not None:
        remarks.append(f"The answers differ by {case['gap']:.1g} at most." if case["gap"] else "The answers are equal.")
    if case["closed"]:
        remarks.append("A formula, nothing is resampled.")
    if case["note"]:
        note = case["note"]
        start = note[0] if note.startswith(NAMES) else note[0].upper()
        remarks.append(f"{start}{note[1:]}.")
    if remarks:
        yield " ".join(remarks) + "\n"


def _size(case: dict[str, Any], size: str) -> str:
    return "one process" if case["unit"] == "process" else f"{int(size):,} {case['unit']}"


def _growth(spent: dict[str, float]) -> str:
    sizes = sorted(spent, key=int)
    if len(sizes) < 2:
        return ""
    return f"{log(spent[sizes[-1]] / spent[sizes[0]]) / log(int(sizes[-1]) / int(sizes[0])):.1f}".replace("-0.0", "0.0")


def _time(milliseconds: float) -> str:
    """Three digits at most, in a unit that suits.

    >>> _time(0.0139), _time(1.17), _time(196.0), _time(1460.0)
    ('14 µs', '1.2 ms', '196 ms', '1.5 s')
    """
    for factor, unit in ((1e3, "µs"), (1.0, "ms")):
        value = milliseconds * factor
        if value < 999.5:
            return f"{value:.1f} {unit}" if value < 9.95 else f"{value:.0f} {unit}"
    return f"{milliseconds / 1e3:.1f} s"


def _number(ratio: float) -> str:
    """A ratio with as many digits as it deserves.

    >>> _number(0.234), _number(1.0), _number(18.3), _number(1234.0)
    ('0.23', '1.0', '18', '1,234')
    """
    return f"{ratio:.2f}" if ratio < 0.95 else f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:,.0f}"
